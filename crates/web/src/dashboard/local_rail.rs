//! The rail, and with it the currency, that a reader most likely uses: that of their region, as their browser names it,
//! or else that of the bank account they added last.

use app::{BankAccountFilter, Paging};
use rules::archive_status::ArchiveStatus;
use rules::rail::Rail;

use crate::page::{PageError, PageRequest};

/// The rail of the reader's region.
pub fn of_reader(request: &PageRequest<'_>) -> Option<Rail> {
    request.locale.region().map(Rail::of_region)
}

pub async fn of_account(request: &PageRequest<'_>) -> Result<Option<Rail>, PageError> {
    if let Some(rail) = of_reader(request) {
        return Ok(Some(rail));
    }
    let filter = BankAccountFilter { status: vec![ArchiveStatus::Active], ..BankAccountFilter::default() };
    let newest = Paging { cursor: None, size: 1, filters: String::new() };
    let caller = request.caller()?;
    let known = request.app().external_transfers.masked_bank_accounts(&caller, &filter, &newest).await?;
    Ok(known.items.first().map(|account| account.rail))
}
