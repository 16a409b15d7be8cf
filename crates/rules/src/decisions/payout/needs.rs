//! What must be gathered and locked before each decision about payouts.

use crate::account::Caller;
use crate::claim_email::EmailScope;
use crate::decisions::claim_email;
use crate::decisions::payout::{ClaimItems, CreatePayout, PayoutTarget, SettlePayout, SimulateClaim};
use crate::id::{AccountId, PayoutId, TransactionId};
use crate::ledger::LedgerAccountId;
use crate::payout::MAX_ITEMS;
use crate::world::Needs;

pub fn create(needs: &mut Needs, caller: &Caller, new: &CreatePayout) {
    needs.balance_of(caller.account);
    needs.moved.insert(LedgerAccountId::Held(caller.account));
    for item in &new.items {
        match &item.target {
            PayoutTarget::EmailAddress(email) => {
                needs.recipient_lock.share();
                needs.payees_by_email.insert((caller.account, email.lookup_key()));
            }
            PayoutTarget::Recipient(id) => {
                needs.payees.insert((caller.account, *id));
            }
            PayoutTarget::Unknown => {}
        }
    }
}

/// More is told about each recipient than a payout itself must know.
pub fn preview(needs: &mut Needs, caller: &Caller, new: &CreatePayout) {
    needs.balance_of(caller.account);
    for item in &new.items {
        match &item.target {
            PayoutTarget::EmailAddress(email) => {
                needs.recipients_by_email.insert((caller.account, caller.app, email.lookup_key()));
            }
            PayoutTarget::Recipient(id) => {
                needs.recipients.insert((caller.account, caller.app, *id));
            }
            PayoutTarget::Unknown => {}
        }
    }
}

pub fn cancel(needs: &mut Needs, caller: &Caller, id: PayoutId) {
    needs.payout(caller.account, id);
    needs.items.extend(id.items(MAX_ITEMS).map(|item| (caller.account, item)));
    needs.moved.insert(LedgerAccountId::Available(caller.account));
}

pub fn cancel_item(needs: &mut Needs, caller: &Caller, id: PayoutId, item: TransactionId) {
    needs.payout(caller.account, id);
    needs.items.insert((caller.account, item));
    needs.moved.insert(LedgerAccountId::Available(caller.account));
}

pub fn lease(needs: &mut Needs, payouts: &[(AccountId, PayoutId)]) {
    payouts.iter().for_each(|(account, id)| needs.payout(*account, *id));
}

pub fn settle(needs: &mut Needs, due: &SettlePayout) {
    needs.payout(due.account, due.payout);
    // What fails goes back.
    needs.moved.insert(LedgerAccountId::Available(due.account));
    for item in due.items.iter().filter(|item| item.wallet.is_none()) {
        let scope = EmailScope::of(due.account, due.mode);
        claim_email::written_needs(needs, scope, &item.email, due.account);
    }
    let wallets = due.items.iter().filter_map(|item| item.wallet);
    needs.moved.extend(wallets.map(|wallet| LedgerAccountId::Available(wallet.account)));
    // Who is paid for the first time is shown from then on.
    for news in due.items.iter().filter(|item| item.wallet_is_news) {
        needs.recipient_lock.share();
        needs.paid_items.insert((due.account, news.transaction.id));
    }
}

pub fn claim(needs: &mut Needs, claim: &ClaimItems) {
    needs.accounts.insert(claim.wallet);
    needs.moved.insert(LedgerAccountId::Available(claim.wallet));
    for (account, item) in &claim.items {
        needs.payout(*account, item.payout());
        needs.paid_item(*account, *item);
    }
}

pub fn expire(needs: &mut Needs, account: AccountId, items: &[TransactionId]) {
    needs.moved.insert(LedgerAccountId::Available(account));
    for item in items {
        needs.payout(account, item.payout());
        needs.items.insert((account, *item));
    }
}

pub fn simulate_claim(needs: &mut Needs, caller: &Caller, claim: &SimulateClaim) {
    needs.payout(caller.account, claim.item.payout());
    needs.paid_item(caller.account, claim.item);
    needs.moved.extend(claim.wallet.map(LedgerAccountId::Available));
}
