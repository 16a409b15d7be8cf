//! The world a batch of commands decides in: the rows that were gathered, and what the batch has made of them so far.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use crate::account::{Account, User};
use crate::answer::{Answer, AnswerId};
use crate::api_key::ApiKey;
use crate::bank_account::BankAccount;
use crate::change::Row;
use crate::claim::{Mail, OpenClaim};
use crate::email::Email;
use crate::event::Event;
use crate::external_wallet::ExternalWallet;
use crate::freeze::Freeze;
use crate::id::{
    AccountId, ApiKeyId, AppId, BankAccountId, ExternalWalletId, PayoutId, QuoteId, RecipientId,
    TransactionId,
};
use crate::ledger::{LedgerAccount, LedgerAccountId, Transfer};
use crate::money::Amount;
use crate::notice::Notice;
use crate::operator::{Action, Proposal};
use crate::payout::{Payout, Wallet};
use crate::quote::Quote;
use crate::recipient::Recipient;
use crate::refusal::{Noun, Refusal};
use crate::sandbox::SimulatedOrder;
use crate::secret_mark::SecretMark;
use crate::transaction::{Transaction, TransactionType};

/// What a batch must know, in the order in which it is locked.
#[derive(Default, Debug)]
pub struct Needs {
    pub users: BTreeSet<String>,
    pub accounts: BTreeSet<AccountId>,
    pub api_keys: BTreeSet<ApiKeyId>,
    pub bank_accounts: BTreeSet<(AccountId, BankAccountId)>,
    pub external_wallets: BTreeSet<(AccountId, ExternalWalletId)>,
    pub recipients: BTreeSet<(AccountId, AppId, RecipientId)>,
    pub recipients_by_email: BTreeSet<(AccountId, AppId, String)>,
    /// Who is paid by address or by id: little more than whether they are known.
    pub payees_by_email: BTreeSet<(AccountId, String)>,
    pub payees: BTreeSet<(AccountId, RecipientId)>,
    pub payouts: BTreeSet<(AccountId, PayoutId)>,
    pub items: BTreeSet<(AccountId, TransactionId)>,
    /// Deposits and withdrawals.
    pub transactions: BTreeSet<(AccountId, TransactionId)>,
    pub quotes: BTreeSet<(AccountId, QuoteId)>,
    /// By the names that each is used once.
    pub notices: BTreeSet<String>,
    pub proposals: BTreeSet<String>,
    /// Balances that the decision depends on.
    pub balances: BTreeSet<LedgerAccountId>,
    /// Balances that may move: all that a batch touches are locked in one order, so that no two batches wait for each
    /// other.
    pub moved: BTreeSet<LedgerAccountId>,
    pub answers: BTreeSet<AnswerId>,
    pub secret_marks: BTreeSet<u8>,
    /// Whether outgoing money is stopped.
    pub freeze: bool,
}

impl Needs {
    /// What the account can spend.
    pub fn balance_of(&mut self, account: AccountId) {
        self.accounts.insert(account);
        self.balances.insert(LedgerAccountId::Available(account));
        self.moved.insert(LedgerAccountId::Available(account));
        self.freeze = true;
    }

    /// A payout, and what its account has reserved.
    pub fn payout(&mut self, account: AccountId, payout: PayoutId) {
        self.accounts.insert(account);
        self.payouts.insert((account, payout));
        self.moved.insert(LedgerAccountId::Held(account));
        self.freeze = true;
    }
}

/// A payout item with what settling it depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownItem {
    pub transaction: Transaction,
    pub email: Email,
    pub wallet: Option<Wallet>,
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

    /// Deletes a row that the database has, whether it was gathered or not.
    pub fn delete(&mut self, key: K) {
        self.slots.insert(key, Slot { row: None, stored: true, dirty: true });
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
    pub external_wallets: Table<ExternalWalletId, ExternalWallet>,
    pub recipients: Table<RecipientId, Recipient>,
    recipient_ids: HashMap<(AccountId, String), RecipientId>,
    payees: HashSet<(AccountId, RecipientId)>,
    pub nicknames: Table<(AppId, RecipientId), String>,
    pub answers: Table<AnswerId, Answer>,
    pub secret_marks: Table<u8, SecretMark>,
    pub payouts: Table<PayoutId, Payout>,
    pub claims: Table<TransactionId, OpenClaim>,
    items: BTreeMap<TransactionId, KnownItem>,
    transactions: HashMap<TransactionId, Transaction>,
    pub quotes: Table<QuoteId, Quote>,
    pub notices: Table<String, Notice>,
    pub proposals: Table<String, Proposal>,
    balances: HashMap<LedgerAccountId, i64>,
    freeze: Option<Freeze>,
    /// Names of people by address, where nothing else is known of them.
    people: HashMap<String, String>,
    pub new_ledger_accounts: Vec<LedgerAccount>,
    pub new_transactions: Vec<Transaction>,
    pub changed_transactions: BTreeMap<TransactionId, Transaction>,
    pub new_transfers: Vec<Transfer>,
    pub new_mails: Vec<Mail>,
    pub new_events: Vec<Event>,
    pub new_actions: Vec<Action>,
    pub new_simulated_orders: Vec<SimulatedOrder>,
    pub changed_wallets: BTreeMap<RecipientId, AccountId>,
    pub changed_freeze: Option<Freeze>,
    changed: bool,
}

impl World {
    pub fn load_recipient(&mut self, recipient: Recipient) {
        self.name_recipient(&recipient);
        self.recipients.load(recipient.id, recipient);
    }

    /// Somebody who can be paid.
    pub fn load_payee(&mut self, account: AccountId, email_key: String, id: RecipientId) {
        self.recipient_ids.insert((account, email_key), id);
    }

    /// A recipient by id alone.
    pub fn load_payee_id(&mut self, account: AccountId, id: RecipientId) {
        self.payees.insert((account, id));
    }

    pub fn load_person(&mut self, email_key: String, name: String) {
        self.people.insert(email_key, name);
    }

    pub fn load_item(&mut self, known: KnownItem) {
        self.items.insert(known.transaction.id, known);
    }

    pub fn load_transaction(&mut self, transaction: Transaction) {
        self.transactions.insert(transaction.id, transaction);
    }

    pub fn load_balance(&mut self, id: LedgerAccountId, balance: Amount) {
        self.balances.insert(id, balance.micros());
    }

    pub fn load_freeze(&mut self, freeze: Freeze) {
        self.freeze = Some(freeze);
    }

    /// Takes in one row of a change, so that the next command of the batch sees it.
    pub fn put(&mut self, row: Row) {
        self.changed = true;
        match row {
            Row::User(user) => self.users.put(user.email.lookup_key(), user),
            Row::Account(account) => self.accounts.put(account.id, account),
            Row::ApiKey(key) => self.api_keys.put(key.id, key),
            Row::BankAccount(bank_account) => self.bank_accounts.put(bank_account.id, bank_account),
            Row::ExternalWallet(wallet) => self.external_wallets.put(wallet.id, wallet),
            Row::Recipient(recipient) => {
                self.name_recipient(&recipient);
                self.recipients.put(recipient.id, recipient);
            }
            Row::Nickname(nickname) => {
                self.nicknames.put((nickname.app, nickname.recipient), nickname.text);
            }
            Row::LedgerAccount(account) => self.new_ledger_accounts.push(account),
            Row::NewTransaction(transaction) => self.new_transactions.push(transaction),
            Row::Transaction(transaction) => {
                if let Some(known) = self.items.get_mut(&transaction.id) {
                    known.transaction = transaction.clone();
                }
                if let Some(known) = self.transactions.get_mut(&transaction.id) {
                    *known = transaction.clone();
                }
                self.changed_transactions.insert(transaction.id, transaction);
            }
            Row::Transfer(transfer) => self.transfer(transfer),
            Row::Payout(payout) => self.payouts.put(payout.id, payout),
            Row::OpenClaim(claim) => self.claims.put(claim.item, claim),
            Row::ClosedClaim(item) => self.claims.delete(item),
            Row::Mail(mail) => self.new_mails.push(mail),
            Row::Wallet { recipient, wallet } => {
                self.changed_wallets.insert(recipient, wallet);
            }
            Row::Event(event) => self.new_events.push(event),
            Row::Quote(quote) => self.quotes.put(quote.id, quote),
            Row::Notice(notice) => self.notices.put(notice.name.clone(), notice),
            Row::Proposal(proposal) => self.proposals.put(proposal.name.clone(), proposal),
            Row::ClosedProposal(name) => self.proposals.delete(name),
            Row::Action(action) => self.new_actions.push(action),
            Row::SimulatedOrder(order) => self.new_simulated_orders.push(order),
            Row::Freeze(freeze) => {
                self.freeze = Some(freeze.clone()).filter(|freeze| freeze.lifted_at.is_none());
                self.changed_freeze = Some(freeze);
            }
            Row::Answer(id, answer) => self.answers.put(id, answer),
            Row::ForgottenAnswer(id) => self.answers.delete(id),
            Row::SecretMark(mark) => self.secret_marks.put(mark.version, mark),
        }
    }

    fn transfer(&mut self, transfer: Transfer) {
        let amount = transfer.amount.micros();
        for (side, difference) in [(transfer.debit, -amount), (transfer.credit, amount)] {
            if let Some(balance) = self.balances.get_mut(&side) {
                // The database refuses what would not fit; here it is enough not to wrap around.
                *balance = balance.saturating_add(difference);
            }
        }
        self.new_transfers.push(transfer);
    }

    pub fn account(&self, id: AccountId) -> Result<&Account, Refusal> {
        self.accounts.get(&id).ok_or(Refusal::NotFound(Noun::Account))
    }

    /// A balance that was gathered, with what the batch has moved since.
    pub fn balance(&self, id: LedgerAccountId) -> Amount {
        Amount::from_micros(self.balances.get(&id).copied().unwrap_or(0))
    }

    pub fn freeze(&self) -> Option<&Freeze> {
        self.freeze.as_ref()
    }

    pub fn check_money_may_leave(&self) -> Result<(), Refusal> {
        self.freeze.as_ref().map_or(Ok(()), |_| Err(Refusal::MoneyStopped))
    }

    /// An item of this account.
    pub fn item(&self, account: AccountId, id: TransactionId) -> Option<&KnownItem> {
        self.items.get(&id).filter(|known| known.transaction.account == account)
    }

    /// A deposit or a withdrawal of this account.
    pub fn any_transaction(&self, account: AccountId, id: TransactionId) -> Option<&Transaction> {
        self.transactions.get(&id).filter(|known| known.account == account)
    }

    pub fn transaction(
        &self,
        account: AccountId,
        id: TransactionId,
        kind: TransactionType,
    ) -> Option<&Transaction> {
        self.any_transaction(account, id).filter(|known| known.kind == kind)
    }

    /// The items of a payout, in the order of the request.
    pub fn items_of(&self, payout: PayoutId) -> impl Iterator<Item = &KnownItem> {
        let items = self.items.range(payout.item(0)..).map(|(_, known)| known);
        items.take_while(move |known| known.transaction.payout == Some(payout))
    }

    /// The payout that an item belongs to; it is gathered with the item.
    pub fn payout_of(&self, item: &KnownItem) -> Result<&Payout, Refusal> {
        let payout = item.transaction.payout.and_then(|id| self.payouts.get(&id));
        payout.ok_or(Refusal::NotFound(Noun::Payout))
    }

    pub fn recipient_id(&self, account: AccountId, email_key: &str) -> Option<RecipientId> {
        self.recipient_ids.get(&(account, email_key.to_owned())).copied()
    }

    pub fn has_recipient(&self, account: AccountId, id: RecipientId) -> bool {
        self.payees.contains(&(account, id))
            || self.recipients.get(&id).is_some_and(|known| known.account == account)
    }

    /// Whether there is anything to write.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    pub fn recipient_by_email(&self, account: AccountId, email_key: &str) -> Option<&Recipient> {
        self.recipients.get(&self.recipient_id(account, email_key)?)
    }

    /// The name of the user who verified this address.
    pub fn person_named(&self, email_key: &str) -> Option<&str> {
        let user = self.users.get(email_key).filter(|user| user.verified_at.is_some());
        user.map(|user| &user.name).or_else(|| self.people.get(email_key)).map(String::as_str)
    }

    /// What the app calls the recipient; empty if nothing.
    pub fn nickname(&self, app: AppId, recipient: RecipientId) -> &str {
        self.nicknames.get(&(app, recipient)).map_or("", String::as_str)
    }

    fn name_recipient(&mut self, recipient: &Recipient) {
        self.recipient_ids.insert((recipient.account, recipient.email.lookup_key()), recipient.id);
    }
}
