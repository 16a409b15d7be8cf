//! Commands: every way state can change, what each must know, and who decides it.

use crate::account::{self, Caller, CreateUser, Mode};
use crate::answer::AnswerId;
use crate::api_key::{self, CreateApiKey, KeyUse};
use crate::bank_account::{self, CreateBankAccount};
use crate::change::{Change, Outcome, Row};
use crate::crossing::Route;
use crate::deposit::{self, CreateDeposit};
use crate::external_wallet::{self, CreateExternalWallet};
use crate::freeze::{self, Freeze};
use crate::id::{
    AccountId, ApiKeyId, BankAccountId, EventKind, ExternalWalletId, PayoutId, RecipientId, Series,
    TransactionId,
};
use crate::inbound::{self, Arrival};
use crate::ledger::LedgerAccountId;
use crate::notice::{self, TakeNotice};
use crate::operator::{self, Statement, Vouched};
use crate::payout::{self, ClaimItems, CreatePayout, Fresh, SettlePayout, SimulateClaim};
use crate::quote::{self, CreateQuote};
use crate::recipient::{self, CreateRecipient};
use crate::refusal::Refusal;
use crate::sandbox;
use crate::secret_mark::{self, SecretMark};
use crate::time::Timestamp;
use crate::withdrawal::{self, CreateWithdrawal};
use crate::world::{Needs, World};

/// A checked wish. Commands of a tenant carry the caller; the others come from the operator or from Florin itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    CreateUser(CreateUser),
    CreateApiKey(CreateApiKey),
    RevokeApiKey(ApiKeyId),
    NoteKeyUses(Vec<KeyUse>),
    CreateBankAccount(Caller, CreateBankAccount),
    RenameBankAccount(Caller, BankAccountId, String),
    ArchiveBankAccount(Caller, BankAccountId),
    CreateExternalWallet(Caller, CreateExternalWallet),
    RenameExternalWallet(Caller, ExternalWalletId, String),
    ArchiveExternalWallet(Caller, ExternalWalletId),
    CreateRecipient(Caller, CreateRecipient),
    UpdateRecipient(Caller, RecipientId, Option<String>),
    CreatePayout(Caller, CreatePayout),
    PreviewPayout(Caller, CreatePayout),
    CancelPayout(Caller, PayoutId, Fresh),
    CancelItem(Caller, PayoutId, TransactionId, Fresh),
    LeasePayouts(Vec<(AccountId, PayoutId)>),
    SettlePayout(SettlePayout),
    ClaimItems(ClaimItems),
    ExpireClaims(AccountId, Vec<TransactionId>, Fresh),
    CreateQuote(Caller, CreateQuote),
    CreateDeposit(Caller, CreateDeposit),
    CancelDeposit(Caller, TransactionId, Series<EventKind>),
    /// A deposit whose time has come.
    DueDeposit(DueCrossing),
    CreateWithdrawal(Caller, CreateWithdrawal),
    CancelWithdrawal(Caller, TransactionId, Series<EventKind>),
    /// An order to pay is about to be given.
    SendWithdrawal(DueCrossing),
    /// It was given.
    NoteAnswer(AccountId, TransactionId, withdrawal::Answer),
    TakeNotice(TakeNotice),
    /// The same, from an operator.
    Vouch(Statement, Vouched),
    RejectProposal(String, Vouched),
    /// The simulated bank, or chain, takes an order to pay.
    TakeSimulatedOrder(AccountId, String),
    SimulateInbound(Caller, Arrival),
    SimulateClaim(Caller, SimulateClaim),
    AdvanceClock(Caller, i64),
    StopMoney(Freeze),
    ResumeMoney,
    ForgetAnswers(Vec<AnswerId>),
    MarkSecrets(Vec<SecretMark>),
}

/// A deposit or withdrawal that a worker looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueCrossing {
    pub account: AccountId,
    pub transaction: TransactionId,
    pub mode: Mode,
    pub route: Route,
    pub events: Series<EventKind>,
}

impl DueCrossing {
    fn needs(&self, needs: &mut Needs) {
        needs.balance_of(self.account);
        needs.transactions.insert((self.account, self.transaction));
        needs.balances.insert(self.route.world(self.mode));
        needs.moved.extend([self.route.world(self.mode), LedgerAccountId::Fees(self.mode)]);
    }
}

impl Command {
    /// Adds what must be gathered, and locked, before this can be decided.
    pub fn needs(&self, needs: &mut Needs) {
        match self {
            Command::CreateUser(new) => {
                needs.users.insert(new.email.lookup_key());
            }
            Command::CreateApiKey(new) => {
                needs.accounts.insert(new.account);
            }
            Command::RevokeApiKey(id) => {
                needs.api_keys.insert(*id);
            }
            Command::NoteKeyUses(uses) => needs.api_keys.extend(uses.iter().map(|used| used.id)),
            Command::CreateBankAccount(caller, _) | Command::CreateExternalWallet(caller, _) => {
                needs.accounts.insert(caller.account);
            }
            Command::RenameBankAccount(caller, id, _) | Command::ArchiveBankAccount(caller, id) => {
                needs.accounts.insert(caller.account);
                needs.bank_accounts.insert((caller.account, *id));
            }
            Command::RenameExternalWallet(caller, id, _) | Command::ArchiveExternalWallet(caller, id) => {
                needs.accounts.insert(caller.account);
                needs.external_wallets.insert((caller.account, *id));
            }
            Command::CreateRecipient(caller, new) => {
                let email_key = new.email.lookup_key();
                needs.accounts.insert(caller.account);
                needs.users.insert(email_key.clone());
                needs.recipients_by_email.insert((caller.account, caller.app, email_key));
            }
            Command::UpdateRecipient(caller, id, _) => {
                needs.accounts.insert(caller.account);
                needs.recipients.insert((caller.account, caller.app, *id));
            }
            Command::CreatePayout(caller, new) => payout::needs::create(needs, caller, new),
            Command::PreviewPayout(caller, new) => payout::needs::preview(needs, caller, new),
            Command::CancelPayout(caller, id, _) => payout::needs::cancel(needs, caller, *id),
            Command::CancelItem(caller, id, item, _) => {
                payout::needs::cancel_item(needs, caller, *id, *item);
            }
            Command::LeasePayouts(payouts) => payout::needs::lease(needs, payouts),
            Command::SettlePayout(due) => payout::needs::settle(needs, due),
            Command::ClaimItems(claim) => payout::needs::claim(needs, claim),
            Command::ExpireClaims(account, items, _) => payout::needs::expire(needs, *account, items),
            Command::CreateQuote(caller, _) => {
                needs.accounts.insert(caller.account);
            }
            Command::CreateDeposit(caller, new) => deposit::needs(needs, caller, new),
            Command::CancelDeposit(caller, id, _) => {
                needs.accounts.insert(caller.account);
                needs.transactions.insert((caller.account, *id));
            }
            Command::CreateWithdrawal(caller, new) => withdrawal::needs(needs, caller, new),
            Command::CancelWithdrawal(caller, id, _) => {
                needs.balance_of(caller.account);
                needs.moved.insert(LedgerAccountId::Held(caller.account));
                needs.transactions.insert((caller.account, *id));
            }
            Command::DueDeposit(due) | Command::SendWithdrawal(due) => due.needs(needs),
            Command::NoteAnswer(account, id, _) => {
                needs.accounts.insert(*account);
                needs.transactions.insert((*account, *id));
            }
            Command::TakeNotice(take) => notice::needs(needs, take),
            Command::Vouch(statement, _) => operator::needs(needs, statement),
            Command::TakeSimulatedOrder(account, _) => {
                needs.accounts.insert(*account);
            }
            Command::RejectProposal(name, _) => {
                needs.proposals.insert(name.clone());
            }
            Command::SimulateInbound(caller, _) => inbound::needs(needs, caller),
            Command::SimulateClaim(caller, claim) => payout::needs::simulate_claim(needs, caller, claim),
            Command::AdvanceClock(caller, _) => {
                needs.accounts.insert(caller.account);
            }
            Command::StopMoney(_) | Command::ResumeMoney => needs.freeze = true,
            Command::ForgetAnswers(ids) => needs.answers.extend(ids.iter().cloned()),
            Command::MarkSecrets(marks) => {
                needs.secret_marks.extend(marks.iter().map(|mark| mark.version));
            }
        }
    }

    /// Decides, from what was gathered. It changes nothing itself.
    pub fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        match self {
            Command::CreateUser(new) => account::create_user(world, new, now),
            Command::CreateApiKey(new) => api_key::create(world, new, now),
            Command::RevokeApiKey(id) => api_key::revoke(world, *id, now),
            Command::NoteKeyUses(uses) => Ok(api_key::note_uses(world, uses)),
            Command::CreateBankAccount(caller, new) => bank_account::create(world, caller, new, now),
            Command::RenameBankAccount(caller, id, name) => bank_account::rename(world, caller, *id, name),
            Command::ArchiveBankAccount(caller, id) => bank_account::archive(world, caller, *id),
            Command::CreateExternalWallet(caller, new) => external_wallet::create(world, caller, new, now),
            Command::RenameExternalWallet(caller, id, name) => {
                external_wallet::rename(world, caller, *id, name)
            }
            Command::ArchiveExternalWallet(caller, id) => external_wallet::archive(world, caller, *id),
            Command::CreateRecipient(caller, new) => recipient::create(world, caller, new, now),
            Command::UpdateRecipient(caller, id, nickname) => {
                recipient::update(world, caller, *id, nickname.as_deref())
            }
            Command::CreatePayout(caller, new) => payout::create(world, caller, new, now),
            Command::PreviewPayout(caller, new) => Ok(payout::preview(world, caller, new)),
            Command::CancelPayout(caller, id, fresh) => payout::cancel(world, caller, *id, *fresh, now),
            Command::CancelItem(caller, id, item, fresh) => {
                payout::cancel_item(world, caller, *id, *item, *fresh, now)
            }
            Command::LeasePayouts(candidates) => Ok(payout::lease(world, candidates, now)),
            Command::SettlePayout(due) => payout::settle(world, due, now),
            Command::ClaimItems(claim) => payout::claim_items(world, claim, now),
            Command::ExpireClaims(account, items, fresh) => {
                payout::expire(world, *account, items, *fresh, now)
            }
            Command::CreateQuote(caller, new) => quote::create(world, caller, new, now),
            Command::CreateDeposit(caller, new) => deposit::create(world, caller, new, now),
            Command::CancelDeposit(caller, id, events) => deposit::cancel(world, caller, *id, *events, now),
            Command::DueDeposit(due) => deposit::due(world, due.account, due.transaction, due.events, now),
            Command::CreateWithdrawal(caller, new) => withdrawal::create(world, caller, new, now),
            Command::CancelWithdrawal(caller, id, events) => {
                withdrawal::cancel(world, caller, *id, *events, now)
            }
            Command::SendWithdrawal(due) => {
                withdrawal::send(world, due.account, due.transaction, due.events, now)
            }
            Command::NoteAnswer(account, id, answer) => withdrawal::note_answer(world, *account, *id, answer),
            Command::TakeNotice(take) => notice::take(world, take, now),
            Command::Vouch(statement, vouched) => operator::vouch(world, statement, vouched, now),
            Command::RejectProposal(name, vouched) => operator::reject(world, name, vouched, now),
            Command::TakeSimulatedOrder(account, reference) => {
                sandbox::take_order(world, *account, reference, now)
            }
            Command::SimulateInbound(caller, arrival) => inbound::simulate(world, caller, arrival, now),
            Command::SimulateClaim(caller, claim) => payout::simulate_claim(world, caller, claim, now),
            Command::AdvanceClock(caller, seconds) => sandbox::advance_clock(world, caller, *seconds, now),
            Command::StopMoney(freeze) => Ok(freeze::stop(world, freeze)),
            Command::ResumeMoney => Ok(freeze::resume(world, now)),
            Command::ForgetAnswers(ids) => Ok(forget_answers(world, ids, now)),
            Command::MarkSecrets(marks) => Ok(secret_mark::add(world, marks)),
        }
    }
}

/// Only what has really expired is forgotten: it may have been answered anew since somebody looked.
fn forget_answers(world: &World, ids: &[AnswerId], now: Timestamp) -> Change {
    let expired = ids.iter().filter(|id| {
        let expiry = world.answers.get(id).and_then(|answer| answer.expires_at);
        expiry.is_some_and(|expiry| expiry <= now)
    });
    Change { outcome: Outcome::Done, rows: expired.cloned().map(Row::ForgottenAnswer).collect() }
}
