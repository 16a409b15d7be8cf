//! What a client may be told, given what it asked, what it heard before, and what the rows say.

use app::{CommandResponse, Failure};
use bytes::Bytes;
use rules::refusal::Refusal;
use rules::transaction::TransactionStatus;

use crate::intent::{Intent, Reply, Whom, Wish};
use crate::shadow::{Shadow, is_end};

/// The circumstances of a request.
pub struct Asked {
    pub is_other: bool,
    /// A success with one of the bodies was known before it was said.
    pub was_won: bool,
    /// The database was made to refuse something.
    pub met_refusal: bool,
    /// It was made to be away, or in the way.
    pub met_outage: bool,
    /// So much time has passed that an answer which moved no money may be forgotten.
    pub may_be_forgotten: bool,
    pub was_ever_frozen: bool,
}

/// Panics if the answer is wrong; else the intent learns from it.
pub fn judge(shadow: &Shadow, intent: &mut Intent, asked: &Asked, told: Result<Reply, Failure>) {
    let is_kept = intent.moves_money() || !asked.may_be_forgotten;
    if !is_kept {
        intent.is_done = false;
    }
    match told {
        Ok(Reply::Count) => intent.is_open = false,
        Ok(Reply::Answered(answered)) => {
            intent.is_open = false;
            let (body, is_again) = match answered {
                CommandResponse::Now(_, body) => (body, false),
                CommandResponse::Again(body) => (body, true),
            };
            assert!(!is_again || intent.key.is_some(), "without a key nothing is repeated");
            if let (Some((is_other, first)), true) = (&intent.won, is_kept) {
                assert_eq!(asked.is_other, *is_other, "two bodies with one key, and both were done");
                // The first answer may come after a repeated one, but it comes once.
                assert!(is_again || !intent.is_done, "{:?} was done twice", intent.wish);
                assert_eq!(*first, body, "the same key is told the same");
            }
            intent.is_done |= !is_again;
            agree(shadow, intent, asked.is_other, &body);
            intent.won = Some((asked.is_other, body));
        }
        Err(Failure::Refused(refusal)) => {
            intent.is_open = false;
            if let (Some((is_other, _)), true, Some(_)) = (&intent.won, is_kept && asked.was_won, &intent.key)
            {
                let reused = matches!(refusal, Refusal::IdempotencyKeyReused { .. });
                assert!(reused && asked.is_other != *is_other, "{:?} was done, then {refusal}", intent.wish);
            }
            refused(shadow, intent, asked, &refusal);
        }
        Err(Failure::Unavailable) => {
            assert!(asked.met_outage, "{:?} was given up for no reason", intent.wish);
        }
        Err(Failure::Internal) => {
            assert!(asked.met_refusal, "{:?} failed by our fault", intent.wish);
        }
        Err(failure @ (Failure::Busy | Failure::InvalidCursor)) => panic!("{:?}: {failure:?}", intent.wish),
    }
}

/// What the client was told is what the rows say.
fn agree(shadow: &Shadow, intent: &Intent, is_other: bool, body: &Bytes) {
    let shown: serde_json::Value = serde_json::from_slice(body).expect("JSON");
    let id = shown["id"].as_str().unwrap_or_default();
    match intent.body(is_other) {
        Wish::Payout(items) => {
            let payout =
                shadow.payouts.get(id).unwrap_or_else(|| panic!("{id} was acknowledged and is lost"));
            assert_eq!(payout.account, intent.account, "{id}");
            assert_eq!(payout.total, items.iter().map(|(_, amount)| amount).sum::<i64>(), "{id}");
            assert_eq!(payout.items.len(), items.len(), "{id}");
            for ((whom, amount), item) in items.iter().zip(&payout.items) {
                let item = &shadow.items[item];
                let (_, address) = &shadow.recipients[&item.recipient];
                let is_meant = match whom {
                    Whom::Address(meant) => meant.to_lowercase() == *address,
                    Whom::Id(meant) => *meant == item.recipient,
                };
                assert!(is_meant && item.amount == *amount, "{id} pays {address} {}", item.amount);
            }
        }
        Wish::CancelPayout(payout) => {
            let items = &shadow.payouts[&payout].items;
            assert!(items.iter().all(|item| is_end(&shadow.items[item].status)), "{payout} was cancelled");
        }
        Wish::CancelItem { item, .. } => assert_eq!(shadow.items[&item].status, "cancelled", "{item}"),
        Wish::SimulateClaim(item) => assert_eq!(shadow.items[&item].status, "completed", "{item}"),
        Wish::Inbound(amount) => {
            let arrival = &shadow.arrivals[id];
            assert_eq!((&arrival.account, arrival.amount), (&intent.account, amount), "{id}");
        }
        Wish::Recipient(address) => {
            let known = (intent.account.clone(), address.to_lowercase());
            assert_eq!(shadow.recipients.get(id), Some(&known), "{id}");
        }
        Wish::Deposit { .. } | Wish::Withdraw { .. } => {
            let made = shadow
                .external_transfers
                .get(id)
                .unwrap_or_else(|| panic!("{id} was acknowledged and is lost"));
            assert_eq!(made.account, intent.account, "{id}");
        }
        Wish::CancelExternalTransfer(_, id) => {
            assert_eq!(shadow.external_transfers[&id].status.name(), "cancelled", "{id}")
        }
        Wish::BankAccount | Wish::RailNotice { .. } => {}
        Wish::Join(address) => assert!(shadow.users.contains(&address), "{address} has joined"),
        Wish::Advance(_)
        | Wish::Automatic { .. }
        | Wish::NotAutomatic
        | Wish::Label(_)
        | Wish::Preview(_)
        | Wish::Claim { .. }
        | Wish::Stop
        | Wish::Resume => {}
    }
}

/// A refusal has its reason in the rows.
fn refused(shadow: &Shadow, intent: &Intent, asked: &Asked, refusal: &Refusal) {
    let body = intent.body(asked.is_other);
    let wrong = || format!("{body:?} of {} was refused: {refusal:?}", intent.account);
    let is_mine = |item: &str| shadow.items.get(item).is_some_and(|item| item.account == intent.account);
    match (&body, refusal) {
        (_, Refusal::IdempotencyKeyReused { .. }) => assert!(intent.has_other_body(), "{}", wrong()),
        (_, Refusal::MoneyStopped) => assert!(asked.was_ever_frozen, "{}", wrong()),
        (Wish::Payout(items), Refusal::InsufficientFunds { needed, available }) => {
            let sum: i64 = items.iter().map(|(_, amount)| amount).sum();
            assert!(needed.micros() == sum && *available < *needed, "{}", wrong());
        }
        (Wish::Payout(items), Refusal::UnknownRecipient { items: unknown }) => {
            for (index, (whom, _)) in items.iter().enumerate() {
                let is_known = match whom {
                    Whom::Address(_) => true,
                    Whom::Id(id) => {
                        shadow.recipients.get(id).is_some_and(|(account, _)| *account == intent.account)
                    }
                };
                // One that is known now may not have been when it was asked.
                assert!(is_known || unknown.contains(&index), "{}", wrong());
            }
        }
        (Wish::Payout(_) | Wish::Inbound(_) | Wish::Advance(_), Refusal::LimitExceeded(_)) => {}
        (Wish::CancelPayout(id), Refusal::InvalidState { .. }) => {
            let items = &shadow.payouts[id].items;
            assert!(items.iter().all(|item| is_end(&shadow.items[item].status)), "{}", wrong());
        }
        (Wish::CancelItem { item, .. }, Refusal::InvalidState { .. }) => {
            assert!(is_end(&shadow.items[item].status), "{}", wrong());
        }
        (Wish::SimulateClaim(item), Refusal::InvalidState { .. }) => assert!(is_mine(item), "{}", wrong()),
        (Wish::CancelPayout(id), Refusal::NotFound(_)) => {
            assert_ne!(shadow.payouts[id].account, intent.account, "{}", wrong());
        }
        (Wish::CancelItem { item, payout }, Refusal::NotFound(_)) => {
            assert!(!is_mine(item) || shadow.items[item].payout != *payout, "{}", wrong());
        }
        (Wish::SimulateClaim(item), Refusal::NotFound(_)) => assert!(!is_mine(item), "{}", wrong()),
        (
            Wish::Deposit { .. }
            | Wish::Withdraw { .. }
            | Wish::CancelExternalTransfer(..)
            | Wish::RailNotice { .. },
            _,
        ) => refused_transfer(shadow, intent, &body, refusal, &wrong),
        (Wish::Label(wish), Refusal::NotFound(_)) => {
            assert_ne!(shadow.labels.owner(wish), Some(intent.account.as_str()), "{}", wrong());
        }
        (Wish::Automatic { to, .. }, refusal) => {
            let is_archived = shadow.labels.is_archived(to);
            let is_right = match refusal {
                Refusal::BankAccountArchived | Refusal::ExternalWalletArchived => is_archived,
                Refusal::NotFound(_) => shadow.labels.account_of(to) != Some(intent.account.as_str()),
                // More than one withdrawal may be, or no more than the fees.
                Refusal::LimitExceeded(_) => true,
                _ => false,
            };
            assert!(is_right, "{}", wrong());
        }
        (Wish::Claim { .. }, Refusal::NothingToClaim | Refusal::NotFound(_)) => {}
        (Wish::Join(address), Refusal::EmailTaken) => {
            assert!(shadow.users.contains(address), "{}", wrong());
        }
        _ => panic!("{}", wrong()),
    }
}

/// The same, of deposits and withdrawals.
fn refused_transfer(
    shadow: &Shadow,
    intent: &Intent,
    body: &Wish,
    refusal: &Refusal,
    wrong: &dyn Fn() -> String,
) {
    match (body, refusal) {
        (Wish::Withdraw { units, .. }, Refusal::InsufficientFunds { needed, available }) => {
            assert!(needed.micros() == units * 1_000_000 && *available < *needed, "{}", wrong());
        }
        (
            Wish::Deposit { .. } | Wish::Withdraw { .. } | Wish::RailNotice { .. },
            Refusal::LimitExceeded(_),
        ) => {}
        (
            Wish::Deposit { bank_account, .. } | Wish::Withdraw { bank_account, .. },
            Refusal::UnknownBankAccount,
        ) => {
            assert_ne!(shadow.bank_accounts.get(&intent.account), Some(bank_account), "{}", wrong());
        }
        // A second one was created once the idempotency key of the first had expired, so the first could be archived.
        (
            Wish::Deposit { bank_account, .. } | Wish::Withdraw { bank_account, .. },
            Refusal::BankAccountArchived,
        ) => assert!(shadow.labels.is_archived(bank_account), "{}", wrong()),
        (Wish::CancelExternalTransfer(_, id), Refusal::InvalidState { .. }) => {
            let known = &shadow.external_transfers[id];
            assert_ne!(known.status, TransactionStatus::first(known.kind), "{}", wrong());
        }
        (Wish::CancelExternalTransfer(_, id) | Wish::RailNotice { id, .. }, Refusal::NotFound(_)) => {
            assert_ne!(shadow.external_transfers[id].account, intent.account, "{}", wrong());
        }
        _ => panic!("{}", wrong()),
    }
}
