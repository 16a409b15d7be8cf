//! Every word that documents show, in one place.

/// The language of these words, as BCP 47 names it.
pub const LANGUAGE: &str = "en";

pub const RECEIPT: &str = "Receipt";
pub const STATEMENT: &str = "Statement";
pub const TEST: &str = "TEST";
pub const TEST_NOTE: &str = "Test data. No real money moved.";

pub const ACCOUNT: &str = "Account";
pub const ACCOUNT_HOLDER: &str = "Account holder";
pub const PERIOD: &str = "Period";
pub const TIME_ZONE: &str = "All times are UTC.";
pub const QUESTIONS: &str = "Questions?";

pub const SUMMARY: &str = "Summary";
pub const OPENING_BALANCE: &str = "Opening balance";
pub const MONEY_IN: &str = "Money in";
pub const MONEY_OUT: &str = "Money out";
pub const FEES: &str = "Fees";
pub const CLOSING_BALANCE: &str = "Closing balance";
pub const BALANCE_SO_FAR: &str = "Balance so far";
pub const RESERVED: &str = "Reserved for pending payouts and withdrawals";
pub const AVAILABLE: &str = "Available";

pub const MOVEMENTS: &str = "Movements";
pub const NO_MOVEMENTS: &str = "No money moved in this month.";
pub const DATE: &str = "Date";
pub const DESCRIPTION: &str = "Description";
pub const AMOUNT: &str = "Amount";
pub const FEE: &str = "Fee";
pub const BALANCE: &str = "Balance";
pub const DETAILS: &str = "Details";

/// Above the fold of a statement for a month that has not ended.
pub fn so_far(moment: &str) -> String {
    format!("This month has not ended. The statement shows what was booked by {moment} UTC.")
}

/// In a statement as PDF with more movements than a PDF holds.
pub fn too_many(count: &str, most: &str) -> String {
    format!(
        "This month has {count} movements. A PDF lists at most {most}: download the statement as CSV or OFX for all \
         of them. The figures above include every movement."
    )
}

pub fn page_of(page: usize, pages: usize) -> String {
    format!("Page {page} of {pages}")
}

pub fn receipt_title(brand: &str, id: &str) -> String {
    format!("{brand} receipt {id}")
}

pub fn statement_title(brand: &str, month: &str) -> String {
    format!("{brand} statement {month}")
}

/// In an OFX file, which has room for three letters where the currency stands.
pub const OFX_CURRENCY_NOTE: &str =
    "All amounts are in USDC. OFX has no code for USDC, so the currency is XXX (none).";

pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
