//! Commands: every way state can change, what each must know, and who decides it.

mod automatic_withdrawal;
mod chain;
mod connect;
mod external_transfer;
mod payout_draft;
mod people;
mod tenant;
mod webhook;

pub use automatic_withdrawal::AutomaticWithdrawalCommand;
pub use chain::ChainCommand;
pub use connect::ConnectCommand;
pub use external_transfer::{DueExternalTransfer, ExternalTransferCommand};
pub use payout_draft::{PayoutDraftCommand, SendDraft};
pub use people::{ChangePassword, PeopleCommand};
pub use webhook::WebhookCommand;

use crate::account::{Caller, Mode};
use crate::api_request::LoggedRequest;
use crate::audit::ProvedRound;
use crate::change::{Change, Outcome, Row};
use crate::decisions::api_key::{self, CreateApiKey, KeyUse};
use crate::decisions::external_account::bank_account::{self, CreateBankAccount};
use crate::decisions::external_account::external_wallet::{self, CreateExternalWallet};
use crate::decisions::external_account::{self, ArchiveIds};
use crate::decisions::inbound::{self, NewInboundTransfer};
use crate::decisions::payout::{
    self, ClaimItems, CreatePayout, NewIds, PayInSession, SettlePayout, SimulateClaim,
};
use crate::decisions::recipient::{self, CreateRecipient};
use crate::decisions::{account, api_request, freeze, sandbox, secret_mark};
use crate::external_account::Destination;
use crate::external_account::bank_account::BankAccount;
use crate::external_account::external_wallet::ExternalWallet;
use crate::freeze::{Freeze, Resume};
use crate::id::{
    AccountId, ApiKeyId, BankAccountId, EventId, ExternalWalletId, FreezeId, PayoutId, RecipientId,
    TransactionId,
};
use crate::idempotency::StoredResponseId;
use crate::language::Language;
use crate::money::Amount;
use crate::refusal::Refusal;
use crate::secret_mark::SecretMark;
use crate::security::{Actor, SecurityKind};
use crate::time::Timestamp;
use crate::world::{Needs, World};

/// A checked wish. Commands of a tenant carry the caller; the others come from the operator or from Florin itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Another command, with a line in the security log of the user who wants it.
    Audited(Box<Audited>),
    People(Box<PeopleCommand>),
    Connect(Box<ConnectCommand>),
    Webhook(Box<WebhookCommand>),
    CreateApiKey(CreateApiKey),
    /// If an account is named, the key must be one of it.
    RevokeApiKey(ApiKeyId, Option<AccountId>),
    NoteKeyUses(Vec<KeyUse>),
    CreateBankAccount(Caller, CreateBankAccount),
    /// Each of these comes with the id of its event. Archiving may cause an email, too.
    RenameBankAccount(Caller, BankAccountId, String, EventId),
    ArchiveBankAccount(Caller, BankAccountId, ArchiveIds),
    CreateExternalWallet(Caller, CreateExternalWallet),
    RenameExternalWallet(Caller, ExternalWalletId, String, EventId),
    ArchiveExternalWallet(Caller, ExternalWalletId, ArchiveIds),
    CreateRecipient(Caller, CreateRecipient),
    UpdateRecipient(Caller, RecipientId, Option<String>, EventId),
    CreatePayout(Caller, CreatePayout),
    /// A live payout from the dashboard.
    PayInSession(Box<PayInSession>),
    PreviewPayout(Caller, CreatePayout),
    /// What users have entered and not sent yet.
    PayoutDraft(Box<PayoutDraftCommand>),
    CancelPayout(Caller, PayoutId, NewIds),
    CancelItem(Caller, PayoutId, TransactionId, NewIds),
    LeasePayouts(Vec<(AccountId, PayoutId)>),
    SettlePayout(SettlePayout),
    ClaimItems(ClaimItems),
    ExpireClaims(AccountId, Vec<TransactionId>, NewIds),
    /// Money that comes in from banks, or goes out to them.
    ExternalTransfer(Box<ExternalTransferCommand>),
    AutomaticWithdrawal(Box<AutomaticWithdrawalCommand>),
    /// The live chain.
    Chain(Box<ChainCommand>),
    SimulateInbound(Caller, NewInboundTransfer, Amount),
    SimulateClaim(Caller, SimulateClaim),
    AdvanceClock(Caller, i64),
    SetRecipientLanguage(Caller, Language),
    StopMoney(Freeze),
    /// Lifts these stops and no other.
    ResumeMoney(Vec<FreezeId>, Resume),
    RecordAuditRound(ProvedRound),
    ForgetAnswers(Vec<StoredResponseId>),
    MarkSecrets(Vec<SecretMark>),
    /// Entries of the request log, for accounts of one mode.
    RecordApiRequests(Mode, Vec<LoggedRequest>),
    ForgetApiRequests(Vec<(AccountId, String)>),
}

/// A command, and what the user who wants it will read about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audited {
    pub actor: Actor,
    pub kind: SecurityKind,
    pub about: String,
    /// The account it is about, if it is about one: no user is sent email for the sake of a test account.
    pub mode: Option<Mode>,
    pub command: Command,
}

impl Audited {
    fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        let mut change = self.command.decide(world, now)?;
        if change.rows.is_empty() {
            return Ok(change);
        }
        change.rows.extend(self.actor.count(world, self.kind, now)?);
        let mut noted = self.actor.note(self.kind, &self.about, now);
        noted.retain(|row| self.mode != Some(Mode::Test) || !matches!(row, Row::Email(_)));
        change.rows.extend(noted);
        Ok(change)
    }
}

impl Command {
    /// Adds what must be gathered, and locked, before this can be decided.
    pub fn needs(&self, needs: &mut Needs) {
        match self {
            Command::Audited(noted) => {
                people::actor(needs, &noted.actor);
                needs.attempts.extend(noted.actor.counted(noted.kind).map(|(_, name)| name));
                noted.command.needs(needs);
            }
            Command::People(command) => command.needs(needs),
            Command::Connect(command) => command.needs(needs),
            Command::Webhook(command) => command.needs(needs),
            Command::CreateApiKey(new) => {
                needs.accounts.insert(new.account);
                needs.api_keys_of.insert(new.account);
            }
            Command::RevokeApiKey(id, _) => {
                needs.api_keys.insert(*id);
            }
            Command::NoteKeyUses(uses) => needs.api_keys.extend(uses.iter().map(|used| used.id)),
            Command::CreateBankAccount(caller, _) | Command::CreateExternalWallet(caller, _) => {
                needs.accounts.insert(caller.account);
            }
            Command::RenameBankAccount(caller, id, ..) | Command::ArchiveBankAccount(caller, id, _) => {
                external_account::needs(needs, caller, Destination::BankAccount(*id));
            }
            Command::RenameExternalWallet(caller, id, ..) | Command::ArchiveExternalWallet(caller, id, _) => {
                external_account::needs(needs, caller, Destination::ExternalWallet(*id));
            }
            Command::CreateRecipient(caller, new) => {
                let email_key = new.email.lookup_key();
                needs.accounts.insert(caller.account);
                needs.recipient_lock.share();
                needs.recipients_by_email.insert((caller.account, caller.app, email_key));
            }
            Command::UpdateRecipient(caller, id, ..) => {
                needs.accounts.insert(caller.account);
                needs.recipient_lock.share();
                needs.recipients.insert((caller.account, caller.app, *id));
            }
            Command::CreatePayout(caller, new) => payout::needs::create(needs, caller, new),
            Command::PayInSession(pay) => pay.needs(needs),
            Command::PreviewPayout(caller, new) => payout::needs::preview(needs, caller, new),
            Command::PayoutDraft(command) => command.needs(needs),
            Command::CancelPayout(caller, id, _) => payout::needs::cancel(needs, caller, *id),
            Command::CancelItem(caller, id, item, _) => {
                payout::needs::cancel_item(needs, caller, *id, *item);
            }
            Command::LeasePayouts(payouts) => payout::needs::lease(needs, payouts),
            Command::SettlePayout(due) => payout::needs::settle(needs, due),
            Command::ClaimItems(claim) => payout::needs::claim(needs, claim),
            Command::ExpireClaims(account, items, _) => payout::needs::expire(needs, *account, items),
            Command::ExternalTransfer(command) => command.needs(needs),
            Command::AutomaticWithdrawal(command) => command.needs(needs),
            Command::Chain(command) => command.needs(needs),
            Command::SimulateInbound(caller, ..) => inbound::needs(needs, caller),
            Command::SimulateClaim(caller, claim) => payout::needs::simulate_claim(needs, caller, claim),
            Command::AdvanceClock(caller, _) | Command::SetRecipientLanguage(caller, _) => {
                needs.accounts.insert(caller.account);
            }
            Command::StopMoney(_) | Command::ResumeMoney(..) => needs.freeze = true,
            Command::RecordAuditRound(_) | Command::RecordApiRequests(..) | Command::ForgetApiRequests(_) => {
            }
            Command::ForgetAnswers(ids) => needs.stored_responses.extend(ids.iter().cloned()),
            Command::MarkSecrets(marks) => {
                needs.secret_marks.extend(marks.iter().map(|mark| mark.version));
            }
        }
    }

    /// Decides, from what was gathered. It changes nothing itself.
    pub fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        match self {
            Command::Audited(noted) => noted.decide(world, now),
            Command::People(command) => command.decide(world, now),
            Command::Connect(command) => command.decide(world, now),
            Command::Webhook(command) => command.decide(world, now),
            Command::CreateApiKey(new) => api_key::create(world, new, now),
            Command::RevokeApiKey(id, account) => api_key::revoke(world, *id, *account, now),
            Command::NoteKeyUses(uses) => Ok(api_key::note_uses(world, uses)),
            Command::CreateBankAccount(caller, new) => bank_account::create(world, caller, new, now),
            Command::RenameBankAccount(caller, id, name, event) => {
                external_account::rename::<BankAccount>(world, caller, *id, (name, *event), now)
            }
            Command::ArchiveBankAccount(caller, id, fresh) => {
                external_account::archive::<BankAccount>(world, caller, *id, *fresh, now)
            }
            Command::CreateExternalWallet(caller, new) => external_wallet::create(world, caller, new, now),
            Command::RenameExternalWallet(caller, id, name, event) => {
                external_account::rename::<ExternalWallet>(world, caller, *id, (name, *event), now)
            }
            Command::ArchiveExternalWallet(caller, id, fresh) => {
                external_account::archive::<ExternalWallet>(world, caller, *id, *fresh, now)
            }
            Command::CreateRecipient(caller, new) => recipient::create(world, caller, new, now),
            Command::UpdateRecipient(caller, id, nickname, event) => {
                recipient::update(world, caller, *id, (nickname.as_deref(), *event), now)
            }
            Command::CreatePayout(caller, new) => payout::create(world, caller, new, now),
            Command::PayInSession(pay) => pay.decide(world, now),
            Command::PreviewPayout(caller, new) => Ok(payout::preview(world, caller, new)),
            Command::PayoutDraft(command) => command.decide(world, now),
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
            Command::ExternalTransfer(command) => command.decide(world, now),
            Command::AutomaticWithdrawal(command) => command.decide(world, now),
            Command::Chain(command) => command.decide(world, now),
            Command::SimulateInbound(caller, arrival, most) => {
                inbound::simulate(world, caller, arrival, *most, now)
            }
            Command::SimulateClaim(caller, claim) => payout::simulate_claim(world, caller, claim, now),
            Command::AdvanceClock(caller, seconds) => sandbox::advance_clock(world, caller, *seconds, now),
            Command::SetRecipientLanguage(caller, language) => {
                account::set_recipient_language(world, caller, *language)
            }
            Command::StopMoney(freeze) => Ok(freeze::stop(world, freeze)),
            Command::ResumeMoney(seen, resume) => Ok(freeze::resume(world, seen, resume, now)),
            Command::RecordAuditRound(round) => {
                Ok(Change { outcome: Outcome::Done, rows: vec![Row::AuditRound(round.clone())] })
            }
            Command::ForgetAnswers(ids) => Ok(forget_answers(world, ids, now)),
            Command::MarkSecrets(marks) => Ok(secret_mark::add(world, marks)),
            Command::RecordApiRequests(_, requests) => Ok(api_request::record(requests)),
            Command::ForgetApiRequests(requests) => Ok(api_request::forget(requests)),
        }
    }
}

/// Only what has really expired is forgotten: it may have been answered anew since the check.
fn forget_answers(world: &World, ids: &[StoredResponseId], now: Timestamp) -> Change {
    let expired = ids.iter().filter(|id| {
        let expiry = world.stored_responses.get(id).and_then(|answer| answer.expires_at);
        expiry.is_some_and(|expiry| expiry <= now)
    });
    Change { outcome: Outcome::Done, rows: expired.cloned().map(Row::ForgottenAnswer).collect() }
}
