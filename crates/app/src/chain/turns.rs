//! Accounts take turns, so that one with many payments delays no other.

use rules::chain::{Authorization, ChainPayment};

use crate::platform::fair_queue::{FairQueue, TURN};

/// So many of these: one of each account, each account's oldest first, then another of each, and so on. Sweeps are the
/// operator's own and have a turn like an account.
pub(super) fn in_turns(waiting: Vec<Authorization>, most: usize) -> Vec<Authorization> {
    // A queue lets one party fill half of it.
    let mut queue = FairQueue::new(2 * waiting.len());
    for authorization in waiting {
        let account = match authorization.payment {
            ChainPayment::Withdrawal(account, _) => Some(account),
            ChainPayment::Sweep(_) => None,
        };
        let put = queue.put(account, TURN, authorization);
        assert!(put.is_ok(), "there is room for all");
    }
    std::iter::from_fn(|| queue.take()).take(most).collect()
}

#[cfg(test)]
mod tests {
    use rules::chain::Hash;
    use rules::evm_address::EvmAddress;
    use rules::id::{AccountId, SweepId, TransactionId};
    use rules::money::Amount;
    use rules::time::Timestamp;

    use super::*;

    fn authorization(payment: ChainPayment, number: u8) -> Authorization {
        let address = EvmAddress::parse("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").expect("an address");
        Authorization {
            nonce: Hash([number; 32]),
            payment,
            from: address.clone(),
            to: address,
            amount: Amount::from_micros(1),
            valid_before: Timestamp::from_seconds(1),
            call: Vec::new(),
            created_at: Timestamp::from_seconds(0),
            end: None,
            ended_at: None,
            transaction: None,
        }
    }

    #[test]
    fn an_account_with_many_payments_delays_no_other() {
        let payment = |account| {
            ChainPayment::Withdrawal(AccountId::new(account, [0; 10]), TransactionId::new(1, [0; 10]))
        };
        let mut waiting = Vec::new();
        for number in 0..100 {
            waiting.push(authorization(payment(1), number));
        }
        waiting.push(authorization(payment(2), 100));
        waiting.push(authorization(ChainPayment::Sweep(SweepId::new(1, [0; 10])), 101));
        let taken: Vec<u8> = in_turns(waiting, 5).into_iter().map(|taken| taken.nonce.0[0]).collect();
        assert_eq!(taken, [0, 100, 101, 1, 2]);
    }

    #[test]
    fn all_are_taken_once_if_there_is_room() {
        let mut waiting = Vec::new();
        for number in 0..7 {
            let account = AccountId::new(u64::from(number % 3), [0; 10]);
            waiting.push(authorization(
                ChainPayment::Withdrawal(account, TransactionId::new(1, [0; 10])),
                number,
            ));
        }
        let mut taken: Vec<u8> = in_turns(waiting, 100).into_iter().map(|taken| taken.nonce.0[0]).collect();
        taken.sort_unstable();
        assert_eq!(taken, [0, 1, 2, 3, 4, 5, 6]);
    }
}
