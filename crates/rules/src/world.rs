//! The world a batch of commands decides in: the rows that were gathered, and what the batch has made of them so far.

mod allowances;
mod api_requests;
mod needs;
mod payout_drafts;
mod stops;
mod table;

pub use needs::{Needs, RecipientLock};
pub use table::Table;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::account::Account;
use crate::activity_email::ActivityEmail;
use crate::api_key::ApiKey;
use crate::api_request::LoggedRequest;
use crate::attempt::Attempts;
use crate::audit::ProvedRound;
use crate::automatic_withdrawal::{AutomaticWithdrawals, IncomingPayment};
use crate::chain::{Authorization, ChainNetwork, DepositAddress, Hash, RelayTransaction};
use crate::change::Row;
use crate::claim::OpenClaim;
use crate::claim_email::{CombinedEmails, EmailCount, ExpiryReminder, PostponedEmails};
use crate::connect_app::ConnectApp;
use crate::delivery::{Attempt, Delivery, Replay};
use crate::email::Email;
use crate::email_address::EmailAddress;
use crate::email_preferences::EmailPreferenceChange;
use crate::endpoint::{Endpoint, EndpointKind};
use crate::event::Event;
use crate::external_account::bank_account::BankAccount;
use crate::external_account::external_wallet::ExternalWallet;
use crate::freeze::{Freeze, Lift};
use crate::grant::{Grant, OAuthToken};
use crate::id::{
    AccountId, ApiKeyId, AppId, BankAccountId, EmailId, EndpointId, EventId, ExternalWalletId, FreezeId,
    GrantId, PayoutDraftId, PayoutId, QuoteId, RecipientId, ReplayId, SessionId, TransactionId, UserId,
};
use crate::idempotency::{StoredResponse, StoredResponseId};
use crate::ledger::{LedgerAccount, LedgerAccountId, Transfer};
use crate::money::Amount;
use crate::operator::{OperatorAction, OperatorLimit, Proposal};
use crate::payout::{Payout, Wallet};
use crate::payout_draft::PayoutDraft;
use crate::quote::Quote;
use crate::rail_notice::RailNotice;
use crate::recipient::{Nickname, Recipient};
use crate::refusal::{Noun, Refusal};
use crate::sandbox::SimulatedOrder;
use crate::secret_mark::SecretMark;
use crate::security::SecurityEntry;
use crate::session::Session;
use crate::tariff::PublishedTariff;
use crate::transaction::{Transaction, TransactionType};
use crate::user::User;

/// A payout item with what settling it depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownItem {
    pub transaction: Transaction,
    pub email: EmailAddress,
    pub wallet: Option<Wallet>,
}

#[derive(Default, Debug)]
pub struct World {
    /// By email in lower case.
    pub users: Table<String, User>,
    pub sessions: Table<SessionId, Session>,
    pub attempts: Table<[u8; 32], Attempts>,
    pub accounts: Table<AccountId, Account>,
    pub api_keys: Table<ApiKeyId, ApiKey>,
    pub bank_accounts: Table<BankAccountId, BankAccount>,
    pub external_wallets: Table<ExternalWalletId, ExternalWallet>,
    pub automatic_withdrawals: Table<AccountId, AutomaticWithdrawals>,
    pub incoming_payments: Table<TransactionId, IncomingPayment>,
    /// Of those whose automatic withdrawals were gathered.
    pub owner_emails: HashMap<AccountId, EmailAddress>,
    pub recipients: Table<RecipientId, Recipient>,
    recipient_ids: HashMap<(AccountId, String), RecipientId>,
    payees: HashSet<(AccountId, RecipientId)>,
    pub nicknames: Table<(AppId, RecipientId), String>,
    pub emails: Table<EmailId, Email>,
    email_causes: HashSet<String>,
    pub email_counts: Table<String, EmailCount>,
    /// By their causes: the first of a batch counts, and processes that write the same lock them in the same order.
    pub activity_emails: BTreeMap<String, ActivityEmail>,
    pub expiry_reminders: BTreeMap<(EmailId, i64), ExpiryReminder>,
    pub email_preferences: BTreeMap<String, EmailPreferenceChange>,
    pub endpoints: Table<EndpointId, Endpoint>,
    pub deliveries: Table<(EndpointId, EventId), Delivery>,
    pub replays: Table<ReplayId, Replay>,
    pub connect_apps: Table<AppId, ConnectApp>,
    pub grants: Table<GrantId, Grant>,
    pub stored_responses: Table<StoredResponseId, StoredResponse>,
    pub secret_marks: Table<u8, SecretMark>,
    pub payouts: Table<PayoutId, Payout>,
    pub payout_drafts: Table<(AccountId, PayoutDraftId), PayoutDraft>,
    /// Of the accounts whose drafts were counted.
    payout_draft_counts: HashMap<AccountId, usize>,
    pub claims: Table<TransactionId, OpenClaim>,
    items: BTreeMap<TransactionId, KnownItem>,
    transactions: HashMap<TransactionId, Transaction>,
    pub quotes: Table<QuoteId, Quote>,
    pub notices: Table<String, RailNotice>,
    pub proposals: Table<String, Proposal>,
    /// There is one.
    pub networks: Table<String, ChainNetwork>,
    pub deposit_addresses: Table<String, DepositAddress>,
    pub authorizations: Table<Hash, Authorization>,
    pub relay_transactions: Table<Hash, RelayTransaction>,
    balances: HashMap<LedgerAccountId, i64>,
    freezes: Vec<Freeze>,
    /// Whether this server lets no money leave, although no stop is in the database.
    is_halted: bool,
    operator_limit: Option<OperatorLimit>,
    recent_actions: Vec<OperatorAction>,
    simulated_in: HashMap<AccountId, i64>,
    /// Accounts that have too many open deposits and withdrawals.
    crowded: HashSet<AccountId>,
    pub new_ledger_accounts: Vec<LedgerAccount>,
    pub new_transactions: Vec<Transaction>,
    pub changed_transactions: BTreeMap<TransactionId, Transaction>,
    pub new_transfers: Vec<Transfer>,
    pub new_tokens: Vec<OAuthToken>,
    pub forgotten_tokens: Vec<[u8; 32]>,
    pub postponed_emails: Vec<PostponedEmails>,
    pub combined_emails: Vec<CombinedEmails>,
    pub new_security: Vec<SecurityEntry>,
    pub new_events: Vec<Event>,
    pub new_attempts: Vec<Attempt>,
    pub new_actions: Vec<OperatorAction>,
    pub new_operator_limits: Vec<OperatorLimit>,
    pub new_tariff: Option<PublishedTariff>,
    pub new_simulated_orders: Vec<SimulatedOrder>,
    pub changed_simulated_in: BTreeMap<AccountId, i64>,
    pub changed_wallets: BTreeMap<RecipientId, AccountId>,
    pub new_freezes: Vec<Freeze>,
    pub lifted_freezes: Vec<(FreezeId, Lift)>,
    pub new_audit_round: Option<ProvedRound>,
    pub new_api_requests: Vec<LoggedRequest>,
    pub forgotten_api_requests: BTreeSet<(AccountId, String)>,
    changed: bool,
}

impl World {
    pub fn load_recipient(&mut self, recipient: Recipient) {
        self.name_recipient(&recipient);
        self.recipients.load(recipient.id, recipient);
    }

    /// A person who can be paid.
    pub fn load_payee(&mut self, account: AccountId, email_key: String, id: RecipientId) {
        self.recipient_ids.insert((account, email_key), id);
    }

    /// A recipient by id alone.
    pub fn load_payee_id(&mut self, account: AccountId, id: RecipientId) {
        self.payees.insert((account, id));
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

    pub fn load_email_cause(&mut self, cause: String) {
        self.email_causes.insert(cause);
    }

    /// Whether there is an email about it.
    pub fn has_email_about(&self, cause: &str) -> bool {
        self.email_causes.contains(cause) || self.emails.rows().any(|message| message.cause == cause)
    }

    pub fn load_action(&mut self, action: OperatorAction) {
        self.recent_actions.push(action);
    }

    /// What operators did since the time that was asked for, and in this batch.
    pub fn actions(&self) -> impl Iterator<Item = &OperatorAction> {
        self.recent_actions.iter().chain(&self.new_actions)
    }

    pub fn load_operator_limit(&mut self, limit: OperatorLimit) {
        self.operator_limit = Some(limit);
    }

    /// The one that counts.
    pub fn operator_limit(&self) -> Option<&OperatorLimit> {
        self.operator_limit.as_ref()
    }

    /// Takes in one row of a change, so that the next command of the batch sees it.
    pub fn put(&mut self, row: Row) {
        self.changed = true;
        match row {
            Row::User(user) => self.users.put(user.email.lookup_key(), user),
            Row::Session(session) => self.sessions.put(session.id, session),
            Row::EndedSession(id) => self.sessions.delete(id),
            Row::Attempts(attempts) => self.attempts.put(attempts.name, attempts),
            Row::ForgottenAttempts(name) => self.attempts.delete(name),
            Row::SecurityEntry(entry) => self.new_security.push(entry),
            Row::ConnectApp(app) => self.connect_apps.put(app.id, app),
            Row::Grant(grant) => self.grants.put(grant.id, grant),
            Row::Token(token) => self.new_tokens.push(token),
            Row::ForgottenToken(hash) => self.forgotten_tokens.push(hash),
            Row::Account(account) => self.accounts.put(account.id, account),
            Row::ApiKey(key) => self.api_keys.put(key.id, key),
            Row::BankAccount(bank_account) => self.bank_accounts.put(bank_account.id, bank_account),
            Row::ExternalWallet(wallet) => self.external_wallets.put(wallet.id, wallet),
            Row::AutomaticWithdrawals(row) => self.automatic_withdrawals.put(row.account, *row),
            Row::IncomingPayment(row) => self.incoming_payments.put(row.transaction, row),
            Row::Recipient(recipient) => self.put_recipient(recipient),
            Row::Nickname(nickname) => self.put_nickname(nickname),
            Row::LedgerAccount(account) => self.new_ledger_accounts.push(account),
            Row::NewTransaction(transaction) => self.new_transactions.push(transaction),
            Row::Transaction(transaction) => self.change_transaction(transaction),
            Row::Transfer(transfer) => self.transfer(transfer),
            Row::Payout(payout) => self.payouts.put(payout.id, payout),
            Row::PayoutDraft(draft) => self.put_payout_draft(draft),
            Row::DeletedPayoutDraft(account, id) => self.delete_payout_draft(account, id),
            Row::OpenClaim(claim) => self.claims.put(claim.item, claim),
            Row::ClosedClaim(item) => self.claims.delete(item),
            Row::Email(message) => self.emails.put(message.id, message),
            Row::ActivityEmail(message) => self.tell_owner(message),
            Row::ExpiryReminder(reminder) => self.remind(reminder),
            Row::EmailPreferences(change) => self.prefer(change),
            Row::EmailCount(count) => self.email_counts.put(count.name.clone(), count),
            Row::ForgottenEmailCount(name) => self.email_counts.delete(name),
            Row::PostponedEmails(emails) => self.postponed_emails.push(emails),
            Row::CombinedEmails(emails) => self.combined_emails.push(emails),
            Row::Wallet { recipient, wallet } => {
                self.changed_wallets.insert(recipient, wallet);
            }
            Row::Event(event) => self.new_events.push(event),
            Row::Endpoint(endpoint) => self.endpoints.put(endpoint.id, endpoint),
            Row::Delivery(delivery) => self.deliveries.put((delivery.endpoint, delivery.event), delivery),
            Row::ForgottenDelivery(endpoint, event) => self.deliveries.delete((endpoint, event)),
            Row::Attempt(attempt) => self.new_attempts.push(attempt),
            Row::Replay(replay) => self.replays.put(replay.id, replay),
            Row::Quote(quote) => self.quotes.put(quote.id, quote),
            Row::RailNotice(notice) => self.notices.put(notice.name.clone(), notice),
            Row::Proposal(proposal) => self.proposals.put(proposal.name.clone(), proposal),
            Row::ClosedProposal(name) => self.proposals.delete(name),
            Row::OperatorAction(action) => self.new_actions.push(action),
            Row::OperatorLimit(limit) => self.replace_operator_limit(limit),
            Row::Tariff(tariff) => self.new_tariff = Some(tariff),
            Row::SimulatedOrder(order) => self.new_simulated_orders.push(order),
            Row::SimulatedMoney { account, total } => self.count_simulated(account, total),
            Row::Network(network) => self.networks.put(network.name.clone(), *network),
            Row::DepositAddress(known) => self.deposit_addresses.put(known.address.to_string(), *known),
            Row::Authorization(authorization) => self.authorizations.put(authorization.nonce, *authorization),
            Row::RelayTransaction(relay) => self.relay_transactions.put(relay.hash, *relay),
            Row::Freeze(freeze) => self.stop_money(freeze),
            Row::LiftedFreeze(id, lift) => self.lift_stop(id, lift),
            Row::AuditRound(round) => self.new_audit_round = Some(round),
            Row::StoredResponse(id, answer) => self.stored_responses.put(id, answer),
            Row::ForgottenAnswer(id) => self.stored_responses.delete(id),
            Row::SecretMark(mark) => self.secret_marks.put(mark.version, mark),
            Row::ApiRequest(request) => self.new_api_requests.push(*request),
            Row::ForgottenApiRequest(account, id) => self.forget_api_request(account, id),
        }
    }

    fn put_nickname(&mut self, nickname: Nickname) {
        self.nicknames.put((nickname.app, nickname.recipient), nickname.text);
    }

    fn change_transaction(&mut self, transaction: Transaction) {
        if let Some(known) = self.items.get_mut(&transaction.id) {
            known.transaction = transaction.clone();
        }
        if let Some(known) = self.transactions.get_mut(&transaction.id) {
            *known = transaction.clone();
        }
        self.changed_transactions.insert(transaction.id, transaction);
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

    /// The live chain, if there is one.
    pub fn network(&self) -> Option<&ChainNetwork> {
        self.networks.rows().next()
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

    /// How many keys of an account are not revoked; all of them must have been gathered.
    pub fn active_api_keys(&self, account: AccountId) -> usize {
        let own = self.api_keys.rows().filter(|known| known.account == account);
        own.filter(|key| key.revoked_at.is_none()).count()
    }

    /// How many apps of a user are not archived; all of them must have been gathered.
    pub fn open_connect_apps(&self, owner: UserId) -> usize {
        let own = self.connect_apps.rows().filter(|known| known.owner == owner);
        own.filter(|app| app.archived_at.is_none()).count()
    }

    /// How many open endpoints of a kind count towards the limits of a sponsor; all of them must have been gathered.
    pub fn open_endpoints(&self, sponsor: AccountId, kind: EndpointKind) -> usize {
        let of_kind = self.endpoints.rows().filter(|known| known.sponsor == sponsor && known.kind == kind);
        of_kind.filter(|endpoint| endpoint.archived_at.is_none()).count()
    }

    /// Whether there is anything to write.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    pub fn recipient_by_email(&self, account: AccountId, email_key: &str) -> Option<&Recipient> {
        self.recipients.get(&self.recipient_id(account, email_key)?)
    }

    /// All who are known by this address, by id.
    pub fn recipients_with(&self, email_key: &str) -> Vec<&Recipient> {
        let all = self.recipients.rows().filter(|known| known.email.lookup_key() == email_key);
        let mut found: Vec<&Recipient> = all.collect();
        found.sort_unstable_by_key(|known| known.id);
        found
    }

    /// What the app calls the recipient; empty if nothing.
    pub fn nickname(&self, app: AppId, recipient: RecipientId) -> &str {
        self.nicknames.get(&(app, recipient)).map_or("", String::as_str)
    }

    fn name_recipient(&mut self, recipient: &Recipient) {
        self.recipient_ids.insert((recipient.account, recipient.email.lookup_key()), recipient.id);
    }
}
