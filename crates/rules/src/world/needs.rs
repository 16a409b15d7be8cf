//! What a batch of commands must know before it can be decided.

use std::collections::BTreeSet;

use crate::answer::AnswerId;
use crate::id::{
    AccountId, ApiKeyId, AppId, BankAccountId, ExternalWalletId, GrantId, MailId, PayoutId, QuoteId,
    RecipientId, SessionId, TransactionId,
};
use crate::ledger::LedgerAccountId;

/// What a batch must know, in the order in which it is locked.
#[derive(Default, Debug)]
pub struct Needs {
    pub users: BTreeSet<String>,
    pub sessions: BTreeSet<SessionId>,
    /// Names of what is counted.
    pub attempts: BTreeSet<[u8; 32]>,
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
    pub mails: BTreeSet<MailId>,
    /// Causes that may have a mail already.
    pub mail_causes: BTreeSet<String>,
    pub connect_apps: BTreeSet<AppId>,
    pub grants: BTreeSet<GrantId>,
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
