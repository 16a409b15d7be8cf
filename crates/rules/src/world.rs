//! The world a batch of commands decides in: the rows that were gathered, and what the batch has made of them so far.

use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use crate::account::{Account, User};
use crate::answer::{Answer, AnswerId};
use crate::api_key::ApiKey;
use crate::bank_account::BankAccount;
use crate::change::Row;
use crate::id::{AccountId, ApiKeyId, AppId, BankAccountId, RecipientId};
use crate::ledger::{LedgerAccount, Transfer};
use crate::recipient::Recipient;
use crate::secret_mark::SecretMark;
use crate::transaction::Transaction;

/// What a batch must know, in the order in which it is locked.
#[derive(Default, Debug)]
pub struct Needs {
    pub users: BTreeSet<String>,
    pub accounts: BTreeSet<AccountId>,
    pub api_keys: BTreeSet<ApiKeyId>,
    pub bank_accounts: BTreeSet<(AccountId, BankAccountId)>,
    pub recipients: BTreeSet<(AccountId, AppId, RecipientId)>,
    pub recipients_by_email: BTreeSet<(AccountId, AppId, String)>,
    pub answers: BTreeSet<AnswerId>,
    pub secret_marks: BTreeSet<u8>,
}

/// Rows of one kind by key, each remembering whether it must be written.
#[derive(Debug)]
pub struct Table<K, V> {
    slots: HashMap<K, Slot<V>>,
}

#[derive(Debug)]
struct Slot<V> {
    /// `None` once the row is gone.
    row: Option<V>,
    stored: bool,
    dirty: bool,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Table { slots: HashMap::new() }
    }
}

impl<K: Hash + Eq + Ord, V> Table<K, V> {
    /// A row that the database has.
    pub fn load(&mut self, key: K, row: V) {
        self.slots.insert(key, Slot { row: Some(row), stored: true, dirty: false });
    }

    pub fn put(&mut self, key: K, row: V) {
        let stored = self.slots.get(&key).is_some_and(|slot| slot.stored);
        self.slots.insert(key, Slot { row: Some(row), stored, dirty: true });
    }

    pub fn remove(&mut self, key: &K) {
        if let Some(slot) = self.slots.get_mut(key) {
            slot.row = None;
            slot.dirty = true;
        }
    }

    pub fn get<Q: ?Sized + Hash + Eq>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.slots.get(key)?.row.as_ref()
    }

    pub fn contains<Q: ?Sized + Hash + Eq>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get(key).is_some()
    }

    /// Rows to insert, in key order, so that every process writes in the same order.
    pub fn inserts(&self) -> Vec<(&K, &V)> {
        self.pick(|slot| !slot.stored)
    }

    /// Rows to update, in key order.
    pub fn updates(&self) -> Vec<(&K, &V)> {
        self.pick(|slot| slot.stored)
    }

    /// Keys of rows to delete.
    pub fn deletes(&self) -> Vec<&K> {
        let gone = self.slots.iter().filter(|(_, slot)| slot.dirty && slot.stored && slot.row.is_none());
        let mut keys: Vec<&K> = gone.map(|(key, _)| key).collect();
        keys.sort();
        keys
    }

    fn pick(&self, wanted: impl Fn(&Slot<V>) -> bool) -> Vec<(&K, &V)> {
        let dirty = self.slots.iter().filter(|(_, slot)| slot.dirty && wanted(slot));
        let mut rows: Vec<(&K, &V)> =
            dirty.filter_map(|(key, slot)| slot.row.as_ref().map(|row| (key, row))).collect();
        rows.sort_by_key(|(key, _)| *key);
        rows
    }
}

#[derive(Default, Debug)]
pub struct World {
    /// By e-mail in lower case.
    pub users: Table<String, User>,
    pub accounts: Table<AccountId, Account>,
    pub api_keys: Table<ApiKeyId, ApiKey>,
    pub bank_accounts: Table<BankAccountId, BankAccount>,
    pub recipients: Table<RecipientId, Recipient>,
    recipient_ids: HashMap<(AccountId, String), RecipientId>,
    pub nicknames: Table<(AppId, RecipientId), String>,
    pub answers: Table<AnswerId, Answer>,
    pub secret_marks: Table<u8, SecretMark>,
    pub new_ledger_accounts: Vec<LedgerAccount>,
    pub new_transactions: Vec<Transaction>,
    pub new_transfers: Vec<Transfer>,
    changed: bool,
}

impl World {
    pub fn load_recipient(&mut self, recipient: Recipient) {
        self.name_recipient(&recipient);
        self.recipients.load(recipient.id, recipient);
    }

    /// Takes in one row of a change, so that the next command of the batch sees it.
    pub fn put(&mut self, row: Row) {
        self.changed = true;
        match row {
            Row::User(user) => self.users.put(user.email.lookup_key(), user),
            Row::Account(account) => self.accounts.put(account.id, account),
            Row::ApiKey(key) => self.api_keys.put(key.id, key),
            Row::BankAccount(bank_account) => self.bank_accounts.put(bank_account.id, bank_account),
            Row::Recipient(recipient) => {
                self.name_recipient(&recipient);
                self.recipients.put(recipient.id, recipient);
            }
            Row::Nickname(nickname) => {
                self.nicknames.put((nickname.app, nickname.recipient), nickname.text);
            }
            Row::LedgerAccount(account) => self.new_ledger_accounts.push(account),
            Row::Transaction(transaction) => self.new_transactions.push(transaction),
            Row::Transfer(transfer) => self.new_transfers.push(transfer),
            Row::Answer(id, answer) => self.answers.put(id, answer),
            Row::ForgottenAnswer(id) => self.answers.remove(&id),
            Row::SecretMark(mark) => self.secret_marks.put(mark.version, mark),
        }
    }

    /// Whether there is anything to write.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    pub fn recipient_by_email(&self, account: AccountId, email_key: &str) -> Option<&Recipient> {
        let id = self.recipient_ids.get(&(account, email_key.to_owned()))?;
        self.recipients.get(id)
    }

    /// The name of the user who verified this address.
    pub fn person_named(&self, email_key: &str) -> Option<&str> {
        let user = self.users.get(email_key).filter(|user| user.verified_at.is_some())?;
        Some(&user.name)
    }

    /// What the app calls the recipient; empty if nothing.
    pub fn nickname(&self, app: AppId, recipient: RecipientId) -> &str {
        self.nicknames.get(&(app, recipient)).map_or("", String::as_str)
    }

    fn name_recipient(&mut self, recipient: &Recipient) {
        self.recipient_ids.insert((recipient.account, recipient.email.lookup_key()), recipient.id);
    }
}
