//! What a batch of commands must know before it can be decided.

use std::collections::BTreeSet;

use crate::chain::Hash;
use crate::external_account::Destination;
use crate::id::{
    AccountId, ApiKeyId, AppId, BankAccountId, EmailId, EndpointId, EventId, ExternalWalletId, GrantId,
    PayoutDraftId, PayoutId, QuoteId, RecipientId, ReplayId, SessionId, TransactionId, UserId,
};
use crate::idempotency::StoredResponseId;
use crate::ledger::LedgerAccountId;
use crate::time::Timestamp;

/// What a batch must know, in the order in which it is locked.
#[derive(Default, Debug)]
pub struct Needs {
    pub users: BTreeSet<String>,
    pub sessions: BTreeSet<SessionId>,
    /// All of them, to be counted.
    pub sessions_of: BTreeSet<UserId>,
    /// Names of what is counted.
    pub attempts: BTreeSet<[u8; 32]>,
    pub accounts: BTreeSet<AccountId>,
    /// Of these accounts, those that their test money is charged to are needed as well.
    pub test_money: BTreeSet<AccountId>,
    pub api_keys: BTreeSet<ApiKeyId>,
    /// All that are not revoked, to be counted.
    pub api_keys_of: BTreeSet<AccountId>,
    pub bank_accounts: BTreeSet<(AccountId, BankAccountId)>,
    pub external_wallets: BTreeSet<(AccountId, ExternalWalletId)>,
    /// Where these accounts want their payments to be withdrawn to.
    pub automatic_withdrawals: BTreeSet<AccountId>,
    pub incoming_payments: BTreeSet<(AccountId, TransactionId)>,
    pub recipients: BTreeSet<(AccountId, AppId, RecipientId)>,
    pub recipients_by_email: BTreeSet<(AccountId, AppId, String)>,
    /// Who is paid by address or by id: little more than whether they are known.
    pub payees_by_email: BTreeSet<(AccountId, String)>,
    pub payees: BTreeSet<(AccountId, RecipientId)>,
    pub payouts: BTreeSet<(AccountId, PayoutId)>,
    pub payout_drafts: BTreeSet<(AccountId, PayoutDraftId)>,
    /// Accounts whose drafts that aren't sent are counted.
    pub payout_drafts_of: BTreeSet<AccountId>,
    pub items: BTreeSet<(AccountId, TransactionId)>,
    /// Items whose recipients may learn where they are paid.
    pub paid_items: BTreeSet<(AccountId, TransactionId)>,
    /// Addresses of people who look different to accounts that have paid them: those that learned of them last,
    /// up to [`MAX_TOLD`](crate::decisions::recipient::MAX_TOLD).
    pub acquaintances: BTreeSet<String>,
    /// Whether recipients are written, or people.
    pub recipient_lock: RecipientLock,
    /// Deposits and withdrawals.
    pub transactions: BTreeSet<(AccountId, TransactionId)>,
    /// Accounts whose open deposits and withdrawals are counted, up to so many.
    pub open_transfers_of: BTreeSet<(AccountId, usize)>,
    pub quotes: BTreeSet<(AccountId, QuoteId)>,
    /// By the names that each is used once.
    pub notices: BTreeSet<String>,
    pub proposals: BTreeSet<String>,
    /// What one operator may move alone.
    pub operator_limit: bool,
    /// What operators did alone since then.
    pub actions_since: Option<Timestamp>,
    /// Everything about the live chain is serialized by its lock.
    pub network: bool,
    /// By their texts.
    pub deposit_addresses: BTreeSet<String>,
    /// All that an account was ever given.
    pub addresses_of: BTreeSet<AccountId>,
    pub authorizations: BTreeSet<Hash>,
    /// All that carry these authorizations.
    pub relay_transactions_of: BTreeSet<Hash>,
    /// Balances that the decision depends on.
    pub balances: BTreeSet<LedgerAccountId>,
    /// Balances that may move: all that a batch touches are locked in one order, so that no two batches wait for each
    /// other.
    pub moved: BTreeSet<LedgerAccountId>,
    pub emails: BTreeSet<EmailId>,
    /// Causes that may have an email already.
    pub email_causes: BTreeSet<String>,
    /// Names under which claim emails are counted.
    pub email_counts: BTreeSet<String>,
    /// Everything that changes an endpoint, or what is delivered to it, is serialized by its lock.
    pub endpoints: BTreeSet<EndpointId>,
    /// All that are open and count towards the same limits as those of this account.
    pub endpoints_of: BTreeSet<AccountId>,
    pub deliveries: BTreeSet<(EndpointId, EventId)>,
    pub replays: BTreeSet<ReplayId>,
    pub connect_apps: BTreeSet<AppId>,
    /// All that are not archived, to be counted. The account of their owner is locked, so none can be added meanwhile.
    pub connect_apps_of: BTreeSet<UserId>,
    pub grants: BTreeSet<GrantId>,
    pub stored_responses: BTreeSet<StoredResponseId>,
    pub secret_marks: BTreeSet<u8>,
    /// Whether outgoing money is stopped.
    pub freeze: bool,
}

/// Names that are shown must be those that people have. Those who write recipients do so beside each other, under the
/// locks of their accounts; a rename is alone, and so meets every recipient there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub enum RecipientLock {
    #[default]
    Unused,
    Shared,
    Alone,
}

impl RecipientLock {
    pub fn share(&mut self) {
        *self = (*self).max(RecipientLock::Shared);
    }
}

impl Needs {
    /// Those that have paid this address and learned of it last, with no concurrent writer of recipients.
    pub fn some_who_know(&mut self, email_key: String) {
        self.recipient_lock = RecipientLock::Alone;
        self.acquaintances.insert(email_key);
    }

    /// An item with its recipient.
    pub fn paid_item(&mut self, account: AccountId, item: TransactionId) {
        self.recipient_lock.share();
        self.items.insert((account, item));
        self.paid_items.insert((account, item));
    }

    /// What the account can spend.
    pub fn balance_of(&mut self, account: AccountId) {
        self.accounts.insert(account);
        self.balances.insert(LedgerAccountId::Available(account));
        self.moved.insert(LedgerAccountId::Available(account));
        self.freeze = true;
    }

    /// Everything that making a withdrawal depends on, but where it goes.
    pub fn withdrawal_of(&mut self, account: AccountId, max_open: usize) {
        self.balance_of(account);
        self.moved.insert(LedgerAccountId::Held(account));
        self.open_transfers_of.insert((account, max_open));
    }

    /// Where it goes.
    pub fn destination(&mut self, account: AccountId, destination: Destination) {
        match destination {
            Destination::BankAccount(id) => _ = self.bank_accounts.insert((account, id)),
            Destination::ExternalWallet(id) => _ = self.external_wallets.insert((account, id)),
        }
    }

    /// A payout, and what its account has reserved.
    pub fn payout(&mut self, account: AccountId, payout: PayoutId) {
        self.accounts.insert(account);
        self.payouts.insert((account, payout));
        self.moved.insert(LedgerAccountId::Held(account));
        self.freeze = true;
    }
}
