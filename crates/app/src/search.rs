//! What the search box of the dashboard finds: the newest recipients, payouts, transactions, bank accounts and external
//! wallets that match.

use std::sync::Arc;

use rules::account::Caller;
use rules::external_account::external_wallet::ExternalWallet;
use rules::payout::Payout;
use rules::search::SearchText;
use store::{
    BankAccountFilter, ExternalWalletFilter, KnownRecipient, ListPage, NamedTransaction, PayoutFilter,
    Position, RecipientFilter, TransactionFilter,
};

use crate::external_transfers::MaskedBankAccount;
use crate::platform::Platform;
use crate::platform::failure::Failure;

/// Of each kind. Who wants to see more types more, or uses the list and its filters.
const MAX_FOUND: usize = 10;

/// So many of each kind are looked at, newest first: what a search costs must not depend on how much there is. Each
/// page waits for a turn of its own, like a page of a list.
const MAX_SEARCHED: usize = 5_000;
const AT_ONCE: usize = 500;

pub struct Found<T> {
    pub items: Vec<T>,
    /// Whether there may be more, because enough was found or enough was looked at.
    pub is_cut: bool,
}

pub struct Search {
    platform: Arc<Platform>,
}

impl Search {
    pub(crate) fn new(platform: Arc<Platform>) -> Search {
        Search { platform }
    }

    /// By the name that the person has here, their own name or their email address.
    pub async fn recipients(
        &self,
        caller: &Caller,
        sought: &SearchText,
    ) -> Result<Found<KnownRecipient>, Failure> {
        let (filter, mut reading) = (RecipientFilter::default(), Reading::new());
        while reading.goes_on() {
            let lists = self.platform.lists(caller).await?;
            let page = lists.recipients(caller, &filter, reading.after.as_ref(), AT_ONCE).await?;
            reading.take(page, |known| {
                let person = &known.recipient;
                sought.finds([known.nickname.as_str(), person.display_name(), person.email.as_str()], None)
            });
        }
        Ok(reading.found())
    }

    /// By reference or total.
    pub async fn payouts(&self, caller: &Caller, sought: &SearchText) -> Result<Found<Payout>, Failure> {
        let (filter, mut reading) = (PayoutFilter::default(), Reading::new());
        while reading.goes_on() {
            let lists = self.platform.lists(caller).await?;
            let page = lists.payouts(caller, &filter, reading.after.as_ref(), AT_ONCE).await?;
            reading.take(page, |payout| sought.finds(payout.reference.as_deref(), Some(payout.total_amount)));
        }
        Ok(reading.found())
    }

    /// By name.
    pub async fn bank_accounts(
        &self,
        caller: &Caller,
        sought: &SearchText,
    ) -> Result<Found<MaskedBankAccount>, Failure> {
        let (filter, mut reading) = (BankAccountFilter::default(), Reading::new());
        while reading.goes_on() {
            let lists = self.platform.lists(caller).await?;
            let page = lists.bank_accounts(caller, &filter, reading.after.as_ref(), AT_ONCE).await?;
            reading.take(page, |known| sought.finds([known.name.as_str()], None));
        }
        let Found { items, is_cut } = reading.found();
        let masked = items.into_iter().map(|known| MaskedBankAccount::of(&self.platform.vault, known));
        Ok(Found { items: masked.collect::<Result<_, _>>()?, is_cut })
    }

    /// By name or address.
    pub async fn external_wallets(
        &self,
        caller: &Caller,
        sought: &SearchText,
    ) -> Result<Found<ExternalWallet>, Failure> {
        let (filter, mut reading) = (ExternalWalletFilter::default(), Reading::new());
        while reading.goes_on() {
            let lists = self.platform.lists(caller).await?;
            let page = lists.external_wallets(caller, &filter, reading.after.as_ref(), AT_ONCE).await?;
            reading.take(page, |known| sought.finds([known.name.as_str(), known.address.as_str()], None));
        }
        Ok(reading.found())
    }

    /// By the other side, reference or amount. Deposits and withdrawals have the bank's references as well.
    pub async fn transactions(
        &self,
        caller: &Caller,
        sought: &SearchText,
    ) -> Result<Found<NamedTransaction>, Failure> {
        let (filter, mut reading) = (TransactionFilter::default(), Reading::new());
        while reading.goes_on() {
            let lists = self.platform.lists(caller).await?;
            let page = lists.named_transactions(caller, &filter, reading.after.as_ref(), AT_ONCE).await?;
            reading.take(page, |row| {
                let external_transfer = row.transaction.external_transfer.as_deref();
                let texts = [
                    external_transfer.map(|transfer| transfer.reference.as_str()),
                    external_transfer.and_then(|transfer| transfer.bank_reference.as_deref()),
                    row.transaction.reference.as_deref(),
                    row.email.as_ref().map(|email| email.as_str()),
                    row.bank_account.as_deref(),
                    row.external_wallet.as_deref(),
                    row.sender.as_deref(),
                    row.senders_reference.as_deref(),
                ];
                sought.finds(texts.into_iter().flatten(), Some(row.transaction.amount))
            });
        }
        Ok(reading.found())
    }
}

/// A list that is read page by page until enough was found.
struct Reading<T> {
    items: Vec<T>,
    read: usize,
    after: Option<Position>,
    is_at_end: bool,
}

impl<T> Reading<T> {
    const fn new() -> Reading<T> {
        Reading { items: Vec::new(), read: 0, after: None, is_at_end: false }
    }

    fn goes_on(&self) -> bool {
        !self.is_at_end && self.items.len() <= MAX_FOUND && self.read < MAX_SEARCHED
    }

    fn take(&mut self, page: ListPage<T>, is_sought: impl Fn(&T) -> bool) {
        self.read += page.items.len();
        self.items.extend(page.items.into_iter().filter(is_sought));
        self.is_at_end = page.next.is_none();
        self.after = page.next;
    }

    fn found(mut self) -> Found<T> {
        let is_cut = !self.is_at_end || self.items.len() > MAX_FOUND;
        self.items.truncate(MAX_FOUND);
        Found { items: self.items, is_cut }
    }
}
