//! Accounts take turns, so that one with many payments delays no other.

use std::collections::{HashMap, VecDeque};

use rules::chain::{Authorization, ChainPayment};
use rules::id::AccountId;

/// Authorizations by account, each account's oldest first, in the order in which the accounts came. Sweeps are the
/// operator's own and have a turn like an account.
#[derive(Default)]
pub(super) struct Turns {
    accounts: Vec<VecDeque<Authorization>>,
    places: HashMap<Option<AccountId>, usize>,
}

impl Turns {
    pub(super) fn add(&mut self, authorization: Authorization) {
        let account = match authorization.payment {
            ChainPayment::Withdrawal(account, _) => Some(account),
            ChainPayment::Sweep(_) => None,
        };
        let next = self.accounts.len();
        let place = *self.places.entry(account).or_insert(next);
        if place == next {
            self.accounts.push(VecDeque::new());
        }
        self.accounts[place].push_back(authorization);
    }

    /// So many: one of each account, then another of each, and so on.
    pub(super) fn take(mut self, most: usize) -> Vec<Authorization> {
        let mut taken = Vec::new();
        while taken.len() < most {
            let round: Vec<Authorization> =
                self.accounts.iter_mut().filter_map(VecDeque::pop_front).take(most - taken.len()).collect();
            if round.is_empty() {
                break;
            }
            taken.extend(round);
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use rules::chain::Hash;
    use rules::evm_address::EvmAddress;
    use rules::id::{SweepId, TransactionId};
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
        let mut turns = Turns::default();
        for number in 0..100 {
            turns.add(authorization(payment(1), number));
        }
        turns.add(authorization(payment(2), 100));
        turns.add(authorization(ChainPayment::Sweep(SweepId::new(1, [0; 10])), 101));
        let taken: Vec<u8> = turns.take(5).into_iter().map(|taken| taken.nonce.0[0]).collect();
        assert_eq!(taken, [0, 100, 101, 1, 2]);
    }

    #[test]
    fn all_are_taken_once_if_there_is_room() {
        let mut turns = Turns::default();
        for number in 0..7 {
            let account = AccountId::new(u64::from(number % 3), [0; 10]);
            turns.add(authorization(
                ChainPayment::Withdrawal(account, TransactionId::new(1, [0; 10])),
                number,
            ));
        }
        let mut taken: Vec<u8> = turns.take(100).into_iter().map(|taken| taken.nonce.0[0]).collect();
        taken.sort_unstable();
        assert_eq!(taken, [0, 1, 2, 3, 4, 5, 6]);
    }
}
