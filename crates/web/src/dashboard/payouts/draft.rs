//! A payout that a user is writing: its rows as they were typed or uploaded, and what is wrong with each.

use app::NewPayout;
use rules::decisions::payout::{NewItem, PayoutLimits, PayoutTarget};
use rules::email_address::EmailAddress;
use rules::money::{Amount, AmountError, Currency};
use rules::payout::MOST_ITEMS;

use crate::dashboard::parts::digits;
use crate::page::FormFields;

/// A reference may be as long as the API's.
const LONGEST_REFERENCE: usize = 255;
/// Longer than anything that is right: what is wrong is shown again, and takes several times as much there.
const LONGEST_TYPED: usize = 400;
/// What recipients' ids begin with; no address does without an `@` behind it.
const RECIPIENT: &str = "rcp_";

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Draft {
    pub rows: Vec<DraftRow>,
    /// Of the whole payout.
    pub reference: String,
    /// What is wrong apart from the rows: the field, if it is one, and the words.
    pub mistakes: Vec<(&'static str, String)>,
}

/// One person and what they get.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct DraftRow {
    /// Its place in the form, or its line in the file.
    pub number: usize,
    /// An address, or the id of a recipient.
    pub to: String,
    pub amount: String,
    pub reference: String,
    /// The field, or nothing if it is about the whole row, and what is wrong with it.
    pub mistakes: Vec<(&'static str, String)>,
}

impl DraftRow {
    pub fn is_blank(&self) -> bool {
        self.to.is_empty() && self.amount.is_empty() && self.reference.is_empty()
    }

    pub fn is_right(&self) -> bool {
        self.mistakes.is_empty()
    }

    pub fn mistake(&self, field: &str) -> Option<&str> {
        self.mistakes.iter().find(|(wrong, _)| *wrong == field).map(|(_, words)| words.as_str())
    }

    fn check(&mut self, limits: &PayoutLimits) {
        if let Err(words) = target(&self.to) {
            self.mistakes.push(("to", words));
        }
        if let Err(words) = amount(&self.amount, limits) {
            self.mistakes.push(("amount", words));
        }
        if let Err(words) = reference(&self.reference) {
            self.mistakes.push(("reference", words));
        }
    }

    fn item(&self, limits: &PayoutLimits) -> Option<NewItem> {
        Some(NewItem {
            target: target(&self.to).ok()?,
            amount: amount(&self.amount, limits).ok()?,
            reference: reference(&self.reference).ok()?,
        })
    }
}

impl Draft {
    /// What a form holds. Rows without anything in them are left out; the others keep their number.
    pub fn of_form(fields: &FormFields) -> Draft {
        let rows = Draft::typed(fields).into_iter().filter(|row| !row.is_blank()).collect();
        Draft { rows, reference: fields.text("payout_reference"), mistakes: Vec::new() }
    }

    /// The same with blank rows. What is far too much is not even read.
    pub fn typed(fields: &FormFields) -> Vec<DraftRow> {
        let texts =
            |name: &str| -> Vec<String> { fields.all(name).take(MOST_ITEMS + 1).map(typed).collect() };
        let (mut amounts, mut references) = (texts("amount").into_iter(), texts("reference").into_iter());
        let row = |(index, to): (usize, String)| DraftRow {
            number: index + 1,
            to,
            amount: amounts.next().unwrap_or_default(),
            reference: references.next().unwrap_or_default(),
            mistakes: Vec::new(),
        };
        texts("to").into_iter().enumerate().map(row).collect()
    }

    /// Finds everything that is wrong without asking the app.
    pub fn check(&mut self, limits: &PayoutLimits) {
        if self.rows.is_empty() {
            self.mistakes.push(("", "Nobody is to be paid yet. Fill in at least one row.".to_owned()));
        }
        if self.rows.len() > MOST_ITEMS {
            self.mistakes.push(("", format!("A payout can pay at most {MOST_ITEMS} people at once.")));
        }
        if let Err(words) = reference(&self.reference) {
            self.mistakes.push(("payout_reference", words));
        }
        for row in &mut self.rows {
            row.check(limits);
        }
    }

    pub fn is_right(&self) -> bool {
        self.mistakes.is_empty() && self.rows.iter().all(DraftRow::is_right)
    }

    /// The payout of the rows that are right.
    pub fn payout(&self, limits: &PayoutLimits) -> NewPayout {
        let rows = self.rows.iter().filter(|row| row.is_right());
        NewPayout {
            items: rows.filter_map(|row| row.item(limits)).collect(),
            reference: reference(&self.reference).unwrap_or_default(),
        }
    }
}

/// A text as it was written, without the blanks around it.
fn typed(text: &str) -> String {
    text.trim().chars().take(LONGEST_TYPED).collect()
}

fn target(text: &str) -> Result<PayoutTarget, String> {
    match text {
        "" => Err("Write the email address.".to_owned()),
        id if id.starts_with(RECIPIENT) && !id.contains('@') => Ok(PayoutTarget::recipient(id)),
        email => EmailAddress::parse(email).map(PayoutTarget::EmailAddress).map_err(sentence),
    }
}

fn amount(text: &str, limits: &PayoutLimits) -> Result<Amount, String> {
    let amount = Amount::parse(text, Currency::Usdc).map_err(|error| match error {
        AmountError::NotPlainDecimal if text.is_empty() => "Write the amount.".to_owned(),
        AmountError::NotPlainDecimal => "Write digits and one point only, such as 1250.50.".to_owned(),
        AmountError::TooLarge => "This is too much: at most 12 digits before the point.".to_owned(),
        AmountError::TooManyDecimals => "USDC has at most 6 digits behind the point.".to_owned(),
        AmountError::Zero => "The amount must be more than zero.".to_owned(),
    })?;
    if amount > limits.item {
        return Err(format!("One person can get at most {} USDC at once.", plain(limits.item)));
    }
    if amount < limits.least {
        return Err(format!("The amount must be at least {} USDC.", plain(limits.least)));
    }
    Ok(amount)
}

/// As people read it: `1,000,000.00`.
fn plain(amount: Amount) -> String {
    let digits = digits(amount);
    digits.whole + &digits.fraction
}

fn reference(text: &str) -> Result<Option<String>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    if text.chars().count() > LONGEST_REFERENCE {
        return Err(format!("A reference has at most {LONGEST_REFERENCE} characters."));
    }
    let checked = rules::text::check(text, 1, LONGEST_REFERENCE);
    checked.map(|()| Some(text.to_owned())).map_err(|_| {
        "A reference is plain text on one line, without characters that cannot be seen.".to_owned()
    })
}

/// What is said in passing, as a sentence of its own.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use rules::decisions::payout::PayoutLimits;
    use rules::money::Amount;

    use super::Draft;
    use crate::page::FormFields;

    fn draft(form: &str) -> Draft {
        let limits = PayoutLimits {
            least: Amount::from_micros(1),
            item: Amount::from_micros(1_000_000_000),
            payout: Amount::from_micros(i64::MAX),
        };
        let mut draft = Draft::of_form(&FormFields::parse(form.as_bytes()));
        draft.check(&limits);
        draft
    }

    #[test]
    fn blank_rows_are_left_out_and_the_others_keep_their_number() {
        let draft =
            draft("to=&amount=&reference=&to=+a@example.com+&amount=1&reference=x&to=&amount=&reference=");
        assert!(draft.is_right(), "{draft:?}");
        assert_eq!(
            (draft.rows.len(), draft.rows[0].number, draft.rows[0].to.as_str()),
            (1, 2, "a@example.com")
        );
    }

    #[test]
    fn every_mistake_is_named_beside_its_field() {
        let check = |row: &str, wrong: &[&str]| {
            let draft = draft(row);
            let fields: Vec<&str> = draft.rows[0].mistakes.iter().map(|(field, _)| *field).collect();
            assert_eq!(fields, wrong, "{row}");
        };
        check("to=ada@example.com&amount=1.5&reference=", &[]);
        check("to=rcp_01kdvq3y5cf2ab6ngnm3hcrkve&amount=0.000001&reference=", &[]);
        check("to=ada&amount=1&reference=", &["to"]);
        check("to=&amount=1&reference=", &["to"]);
        check("to=&amount=&reference=x", &["to", "amount"]);
        for amount in ["", "0", "-1", "1,5", "1e3", "1.2345678", "1000.01", "%E2%82%AC5", "1000000000000000"]
        {
            check(&format!("to=ada@example.com&amount={amount}&reference="), &["amount"]);
        }
        check("to=ada@example.com&amount=1&reference=a%0Ab", &["reference"]);
        check(&format!("to=ada@example.com&amount=1&reference={}", "x".repeat(256)), &["reference"]);
    }

    #[test]
    fn an_amount_below_the_least_is_a_mistake_of_its_row() {
        let limits = PayoutLimits {
            least: Amount::from_micros(10_000),
            item: Amount::from_micros(i64::MAX),
            payout: Amount::from_micros(i64::MAX),
        };
        let checked = |form: &str, limits: &PayoutLimits| {
            let mut draft = Draft::of_form(&FormFields::parse(form.as_bytes()));
            draft.check(limits);
            draft.rows[0].mistake("amount").map(str::to_owned)
        };
        let words = "The amount must be at least 0.01 USDC.".to_owned();
        assert_eq!(checked("to=ada@example.com&amount=0.009999&reference=", &limits), Some(words));
        assert_eq!(checked("to=ada@example.com&amount=0.01&reference=", &limits), None);
        let in_test = limits.in_mode(rules::account::Mode::Test);
        assert_eq!(checked("to=ada@example.com&amount=0.000001&reference=", &in_test), None);
    }

    #[test]
    fn nobody_and_too_many_are_mistakes_of_the_whole() {
        assert!(!draft("").is_right());
        assert!(draft(&"to=a@example.com&amount=1&reference=&".repeat(100)).is_right());
        let too_many = draft(&"to=a@example.com&amount=1&reference=&".repeat(5000));
        assert_eq!((too_many.rows.len(), too_many.mistakes.len()), (101, 1));
        assert_eq!(
            draft("to=a@example.com&amount=1&payout_reference=a%00b").mistakes[0].0,
            "payout_reference"
        );
    }
}
