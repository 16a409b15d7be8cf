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

/// The most results of each kind. A user who needs others enters a longer text, or uses the list and its filters.
const MAX_FOUND: usize = 10;

/// A search compares at most this many rows of each kind, newest first, so that its cost doesn't depend on the size of
/// the account. Each page waits for its own turn, like a page of a list.
pub const MAX_SEARCHED: usize = 5_000;
const AT_ONCE: usize = 500;

pub struct Found<T> {
    pub items: Vec<T>,
    /// Whether older rows may match too, because the search stopped at one of its limits.
    pub is_cut: bool,
}

impl<T> Found<T> {
    /// Whether the search found nothing among the newest rows, and older ones may match.
    pub const fn may_match_only_older(&self) -> bool {
        self.is_cut && self.items.is_empty()
    }
}

pub struct Search {
    platform: Arc<Platform>,
}

impl Search {
    pub(crate) fn new(platform: Arc<Platform>) -> Search {
        Search { platform }
    }

    /// Compares the nickname, the person's own name and the email address.
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

    /// Compares the reference and the total.
    pub async fn payouts(&self, caller: &Caller, sought: &SearchText) -> Result<Found<Payout>, Failure> {
        let (filter, mut reading) = (PayoutFilter::default(), Reading::new());
        while reading.goes_on() {
            let lists = self.platform.lists(caller).await?;
            let page = lists.payouts(caller, &filter, reading.after.as_ref(), AT_ONCE).await?;
            reading.take(page, |payout| sought.finds(payout.reference.as_deref(), Some(payout.total_amount)));
        }
        Ok(reading.found())
    }

    /// Compares the name.
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

    /// Compares the name and the address.
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

    /// Compares the counterparty, the reference, the amount and, of deposits and withdrawals, the bank's references.
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

/// Reads a list page by page until it has enough results.
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

#[cfg(test)]
mod tests {
    use rules::time::Timestamp;
    use store::{ListPage, Position};

    use super::{AT_ONCE, MAX_SEARCHED, Reading};

    #[test]
    fn a_search_that_stops_at_its_limit_says_that_older_rows_may_match() {
        let may_match_only_older = |rows: usize, matching_row: usize| {
            let mut reading = Reading::new();
            while reading.goes_on() {
                let items: Vec<usize> = (reading.read..rows.min(reading.read + AT_ONCE)).collect();
                let is_last = reading.read + items.len() == rows;
                let next = (!is_last).then(|| Position::of(Timestamp::from_micros(1), "id"));
                reading.take(ListPage { items, next, previous: None }, |row| *row == matching_row);
            }
            reading.found().may_match_only_older()
        };
        assert!(!may_match_only_older(0, 0), "an empty list");
        assert!(!may_match_only_older(MAX_SEARCHED, MAX_SEARCHED), "every row was compared");
        assert!(!may_match_only_older(MAX_SEARCHED + 1, 3), "a newer row matches");
        assert!(may_match_only_older(MAX_SEARCHED + 1, MAX_SEARCHED));
    }
}
