//! Commands: every way state can change, what each must know, and who decides it.

use crate::account::{self, Caller, CreateUser};
use crate::answer::AnswerId;
use crate::api_key::{self, CreateApiKey, KeyUse};
use crate::bank_account::{self, CreateBankAccount};
use crate::change::{Change, Outcome, Row};
use crate::id::{ApiKeyId, BankAccountId, RecipientId};
use crate::recipient::{self, CreateRecipient};
use crate::refusal::Refusal;
use crate::secret_mark::{self, SecretMark};
use crate::time::Timestamp;
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
    CreateRecipient(Caller, CreateRecipient),
    UpdateRecipient(Caller, RecipientId, Option<String>),
    ForgetAnswers(Vec<AnswerId>),
    MarkSecrets(Vec<SecretMark>),
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
            Command::CreateBankAccount(caller, _) => {
                needs.accounts.insert(caller.account);
            }
            Command::RenameBankAccount(caller, id, _) | Command::ArchiveBankAccount(caller, id) => {
                needs.accounts.insert(caller.account);
                needs.bank_accounts.insert((caller.account, *id));
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
            Command::CreateBankAccount(caller, new) => Ok(bank_account::create(caller, new, now)),
            Command::RenameBankAccount(caller, id, name) => bank_account::rename(world, caller, *id, name),
            Command::ArchiveBankAccount(caller, id) => bank_account::archive(world, caller, *id),
            Command::CreateRecipient(caller, new) => Ok(recipient::create(world, caller, new, now)),
            Command::UpdateRecipient(caller, id, nickname) => {
                recipient::update(world, caller, *id, nickname.as_deref())
            }
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
