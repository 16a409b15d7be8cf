//! The rows of a payout as they are reviewed: what will happen to each, or what is wrong with it.

use std::collections::HashMap;

use i18n::Locale;
use rules::account::Mode;
use rules::claim::CLAIM_SECONDS;
use rules::id::PayoutId;
use rules::money::Amount;
use rules::payout::{Preview, PreviewItem};
use rules::transaction::ItemStatus;

use super::draft::{Draft, DraftRow};
use crate::shorten::shortened;

/// As much of what cannot be read as is repeated.
const LONGEST_SHOWN: usize = 40;

pub struct ReviewRow<'a> {
    pub number: usize,
    pub to: String,
    /// What will be paid, where nothing is wrong.
    pub amount: Option<Amount>,
    /// The amount as it was written.
    pub typed: String,
    pub reference: &'a str,
    pub outcome: String,
    pub is_failing: bool,
    pub mistakes: Vec<String>,
    /// The row in which the same recipient was named first.
    pub again: Option<usize>,
    /// A payout with the same payment.
    pub earlier: Option<String>,
}

/// Everything about the rows, in their order.
pub fn lines<'a>(
    locale: Locale,
    draft: &'a Draft,
    preview: Option<&Preview>,
    earlier: &[Option<PayoutId>],
    mode: Mode,
) -> Vec<ReviewRow<'a>> {
    let items = preview.map(|preview| preview.items.as_slice()).unwrap_or_default();
    let again = preview.map(repeats).unwrap_or_default();
    let right: Vec<usize> = draft.rows.iter().filter(|row| row.is_right()).map(|row| row.number).collect();
    let mut position = 0;
    let line = |row: &'a DraftRow| {
        let mut mistakes: Vec<String> = row.mistakes.iter().map(|(_, words)| words.clone()).collect();
        let (mut item, mut first, mut before) = (None, None, None);
        if row.is_right() {
            item = items.get(position).and_then(Option::as_ref);
            first = again.get(position).copied().flatten().map(|index| right[index]);
            before = earlier.get(position).copied().flatten();
            position += 1;
            if item.is_none() {
                mistakes.push(locale.text("payout-unknown-recipient").to_owned());
            }
        }
        ReviewRow {
            number: row.number,
            to: item.map_or_else(|| shortened(&row.to, LONGEST_SHOWN), |item| item.email.to_string()),
            amount: item.map(|item| item.amount),
            typed: shortened(&row.amount, LONGEST_SHOWN),
            reference: &row.reference,
            outcome: item.map(|item| outcome(locale, item, mode)).unwrap_or_default(),
            is_failing: item.is_some_and(|item| item.status == ItemStatus::Failed),
            mistakes,
            again: first,
            earlier: before.map(|payout| payout.to_string()),
        }
    };
    draft.rows.iter().map(line).collect()
}

fn outcome(locale: Locale, item: &PreviewItem, mode: Mode) -> String {
    let duration = locale.duration(CLAIM_SECONDS);
    match (item.status, mode) {
        (ItemStatus::Completed, _) => locale.text("payout-outcome-paid").to_owned(),
        // Whether a recipient has an account is not told before they are paid.
        (ItemStatus::PendingClaim, Mode::Live) => {
            locale.text_with("payout-outcome-paid-or-claim", &[("duration", &duration)])
        }
        (ItemStatus::PendingClaim, Mode::Test) => {
            locale.text_with("payout-outcome-claim", &[("duration", &duration)])
        }
        (ItemStatus::Failed, _) => locale.text("payout-outcome-failed").to_owned(),
        (ItemStatus::Processing, _) => locale.text("payout-outcome-processing").to_owned(),
        (ItemStatus::Cancelled, _) => locale.text("payout-outcome-cancelled").to_owned(),
    }
}

/// For each item, which earlier one pays the same person.
pub fn repeats(preview: &Preview) -> Vec<Option<usize>> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let first = |(index, item): (usize, &Option<PreviewItem>)| {
        let key = item.as_ref()?.email.lookup_key();
        let first = *seen.entry(key).or_insert(index);
        (first != index).then_some(first)
    };
    preview.items.iter().enumerate().map(first).collect()
}

pub fn distinct(lines: &[ReviewRow<'_>]) -> i64 {
    lines.iter().filter(|line| line.again.is_none()).count() as i64
}
