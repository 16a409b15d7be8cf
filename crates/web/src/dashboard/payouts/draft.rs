//! A payout that a user is writing: its rows as they were typed or uploaded, and what is wrong with each.

use app::NewPayout;
use i18n::Locale;
use rules::decisions::payout::{NewItem, PayoutLimits, PayoutTarget};
use rules::email_address::EmailAddress;
use rules::money::{Amount, Currency};
use rules::payout::MAX_ITEMS;
use serde::{Deserialize, Serialize};

use super::currency;
use crate::page::{FormFields, email_problem, pasted_email, typed_amount, wrong_text};

/// A reference may be as long as the API's.
const LONGEST_REFERENCE: usize = 255;
/// Longer than anything that is right: what is wrong is shown again, and takes several times as much there.
const LONGEST_TYPED: usize = 400;
/// What recipients' ids begin with; no address does without an `@` behind it.
const RECIPIENT: &str = "rcp_";

/// Behind an amount of a file that may be another amount, or in another currency.
pub const AMBIGUOUS: &str = "?";
/// Behind the cells of a line that has too many: one of them may be what is left of an amount.
pub const SPLIT: &str = " | ";

/// Where the rows of a payout come from.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum DraftOrigin {
    #[default]
    Form,
    File,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Draft {
    pub rows: Vec<DraftRow>,
    pub origin: DraftOrigin,
    /// How the file was understood, if it was read just now.
    pub file: Option<FileSummary>,
    /// Of the whole payout.
    pub reference: String,
    /// What is wrong apart from the rows: the field, if it is one, and the words.
    pub mistakes: Vec<(&'static str, String)>,
}

/// What a file has besides its rows.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileSummary {
    /// Which columns were found, in the reader's words and in the order of the file.
    pub columns: Vec<String>,
    /// Columns that mean nothing here; the first of them.
    pub unused: Vec<String>,
    /// The sheet of a workbook that has several.
    pub sheet: Option<String>,
    /// Rows of a workbook that its reader doesn't see.
    pub hidden_rows: usize,
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

    fn check(&mut self, locale: Locale, limits: &PayoutLimits) {
        if let Err(text) = target(locale, &self.to) {
            self.mistakes.push(("to", text));
        }
        if let Err(text) = amount(locale, &self.amount, limits) {
            self.mistakes.push(("amount", text));
        }
        if let Err(text) = reference(locale, &self.reference) {
            self.mistakes.push(("reference", text));
        }
    }

    fn item(&self, locale: Locale, limits: &PayoutLimits) -> Option<NewItem> {
        Some(NewItem {
            target: target(locale, &self.to).ok()?,
            amount: amount(locale, &self.amount, limits).ok()?,
            reference: reference(locale, &self.reference).ok()?,
        })
    }
}

impl Draft {
    /// What a form holds. What is far too much is not even read.
    pub fn typed(fields: &FormFields) -> Draft {
        let origin = if fields.get("origin") == "file" { DraftOrigin::File } else { DraftOrigin::Form };
        let texts =
            |name: &str| -> Vec<String> { fields.all(name).take(MAX_ITEMS + 1).map(shortened).collect() };
        let (mut amounts, mut references) = (texts("amount").into_iter(), texts("reference").into_iter());
        let mut lines = fields.all("line").map(|line| line.parse().ok());
        let row = |(index, to): (usize, String)| DraftRow {
            number: lines.next().flatten().unwrap_or(index + 1),
            to: pasted_email(&to).to_owned(),
            amount: amounts.next().unwrap_or_default(),
            reference: references.next().unwrap_or_default(),
            mistakes: Vec::new(),
        };
        let rows = texts("to").into_iter().enumerate().map(row).collect();
        let reference = shortened(fields.get("payout_reference"));
        let mut draft = Draft { rows, origin, file: None, reference, mistakes: Vec::new() };
        draft.number_rows();
        draft
    }

    /// Rows have a number by their place; those of a file keep their lines.
    pub fn number_rows(&mut self) {
        if self.origin == DraftOrigin::Form {
            for (index, row) in self.rows.iter_mut().enumerate() {
                row.number = index + 1;
            }
        }
    }

    /// Rows without anything in them don't count; the others keep their number.
    pub fn without_blanks(mut self) -> Draft {
        self.rows.retain(|row| !row.is_blank());
        self
    }

    /// Finds everything that is wrong without asking the app, and says it in the reader's language.
    pub fn check(&mut self, locale: Locale, limits: &PayoutLimits) {
        if self.rows.iter().all(DraftRow::is_blank) {
            self.mistakes.push(("", locale.text("payout-no-recipients").to_owned()));
        }
        if self.rows.len() > MAX_ITEMS {
            let text = locale.text_with("payout-too-many-recipients", &[("count", &MAX_ITEMS)]);
            self.mistakes.push(("", text));
        }
        if let Err(text) = reference(locale, &self.reference) {
            self.mistakes.push(("payout_reference", text));
        }
        for row in self.rows.iter_mut().filter(|row| !row.is_blank()) {
            row.check(locale, limits);
        }
    }

    pub fn is_right(&self) -> bool {
        self.mistakes.is_empty() && self.rows.iter().all(DraftRow::is_right)
    }

    /// The payout of the rows that are right. `locale` says how amounts were typed.
    pub fn payout(&self, locale: Locale, limits: &PayoutLimits) -> NewPayout {
        let rows = self.rows.iter().filter(|row| row.is_right() && !row.is_blank());
        NewPayout {
            items: rows.filter_map(|row| row.item(locale, limits)).collect(),
            reference: reference(locale, &self.reference).unwrap_or_default(),
        }
    }
}

/// A text as it was written, without the blanks around it. What is cut ends with a sign that makes it wrong.
pub fn shortened(text: &str) -> String {
    crate::shorten::shortened(text.trim(), LONGEST_TYPED)
}

fn target(locale: Locale, text: &str) -> Result<PayoutTarget, String> {
    match text {
        "" => Err(locale.text("validation-email-empty").to_owned()),
        // From a file with a column for each.
        both if both.split_whitespace().any(|part| part.starts_with(RECIPIENT)) && both.contains(' ') => {
            Err(locale.text("payout-line-two-recipients").to_owned())
        }
        id if id.starts_with(RECIPIENT) && !id.contains('@') => Ok(PayoutTarget::recipient(id)),
        email => match EmailAddress::check(email) {
            Ok(email) => Ok(PayoutTarget::EmailAddress(email)),
            Err(problem) => Err(email_problem(locale, problem).to_owned()),
        },
    }
}

/// The amount that a thousands separator has split into two columns, written without it: `1000.00` for `1,000.00`. Only
/// with decimals: other digits in the next column can mean anything, such as a currency by its number.
fn split_amount(text: &str) -> Option<String> {
    let text = text.trim_end_matches(|end: char| SPLIT.contains(end));
    let (first, rest) = text.split_once(SPLIT)?;
    let first = first.trim_start_matches('$');
    let groups: Vec<&str> = rest.split(SPLIT).collect();
    let (last, middle) = groups.split_last()?;
    let (last, decimals) = last.split_once('.').filter(|(_, decimals)| !decimals.is_empty())?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let are_groups = middle.iter().chain([&last]).all(|group| group.len() == 3 && is_number(group));
    let is_first = (1..=3).contains(&first.len()) && is_number(first) && !first.starts_with('0');
    (are_groups && is_first && is_number(decimals))
        .then(|| format!("{first}{}{last}.{decimals}", middle.concat()))
}

/// An amount in USDC, or why it is none.
pub fn read_amount(locale: Locale, text: &str) -> Result<Amount, String> {
    if let Some(amount) = split_amount(text) {
        return Err(locale.text_with("payout-line-split-amount", &[("amount", &amount)]));
    }
    if text.contains(SPLIT.trim_end()) {
        return Err(locale.text("payout-line-too-many-columns").to_owned());
    }
    if let Some(other) = currency::named_in(text).filter(|code| *code != currency::OURS) {
        return Err(locale.text_with("payout-line-currency", &[("currency", &other)]));
    }
    if let Some(amount) = text.strip_suffix(AMBIGUOUS) {
        return Err(locale.text_with("payout-line-ambiguous", &[("amount", &amount.trim_end())]));
    }
    typed_amount(locale, text, Currency::Usdc)
}

fn amount(locale: Locale, text: &str, limits: &PayoutLimits) -> Result<Amount, String> {
    let amount = read_amount(locale, text)?;
    let usdc = |limit: Amount| locale.money(limit, Currency::Usdc);
    if amount > limits.item {
        return Err(locale.text_with("refusal-item-too-large", &[("amount", &usdc(limits.item))]));
    }
    if amount < limits.least {
        return Err(locale.text_with("refusal-item-too-small", &[("amount", &usdc(limits.least))]));
    }
    Ok(amount)
}

fn reference(locale: Locale, text: &str) -> Result<Option<String>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    match wrong_text(locale, text, 1, LONGEST_REFERENCE) {
        None => Ok(Some(text.to_owned())),
        Some(wrong) => Err(wrong),
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::decisions::payout::PayoutLimits;
    use rules::language::Language;
    use rules::money::Amount;

    use super::Draft;
    use crate::page::FormFields;

    const LIMITS: PayoutLimits = PayoutLimits {
        least: Amount::from_micros(1),
        item: Amount::from_micros(1_500_500_000),
        payout: Amount::from_micros(i64::MAX),
    };

    fn draft(form: &str) -> Draft {
        written(Language::English, form)
    }

    /// What a reader of the language wrote.
    fn written(language: Language, form: &str) -> Draft {
        let mut draft = Draft::typed(&FormFields::parse(form.as_bytes())).without_blanks();
        draft.check(language.into(), &LIMITS);
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
    fn an_address_may_be_pasted_with_the_name_of_its_owner() {
        let to = |typed: &str| draft(&format!("to={typed}&amount=1&reference=")).rows[0].to.clone();
        assert_eq!(to("Ana+Souza+<ana@acme.com>"), "ana@acme.com");
        assert_eq!(to("<ana@acme.com>"), "ana@acme.com");
        // Which of two addresses is meant is not guessed.
        assert_eq!(to("eve@x.com+<ana@acme.com>"), "eve@x.com <ana@acme.com>");
        assert_eq!(to("<ana@acme.com>+<eve@x.com>"), "<ana@acme.com> <eve@x.com>");
        assert_eq!(to("Ana+<ana@acme.com"), "Ana <ana@acme.com");
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
        for amount in
            ["", "0", "-1", "1,500", "1e3", "1.2345678", "1500.51", "%E2%82%AC5", "1000000000000000"]
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
            let mut draft = Draft::typed(&FormFields::parse(form.as_bytes())).without_blanks();
            draft.check(Locale::ENGLISH, limits);
            draft.rows[0].mistake("amount").map(str::to_owned)
        };
        let text = "A payment must be at least 0.01\u{a0}USDC.".to_owned();
        assert_eq!(checked("to=ada@example.com&amount=0.009999&reference=", &limits), Some(text));
        assert_eq!(checked("to=ada@example.com&amount=0.01&reference=", &limits), None);
        let in_test = limits.in_mode(rules::account::Mode::Test);
        assert_eq!(checked("to=ada@example.com&amount=0.000001&reference=", &in_test), None);
    }

    #[test]
    fn amounts_are_read_and_mistakes_told_in_the_readers_language() {
        let paid = |language, amount: &str| {
            let draft = written(language, &format!("to=ada@example.com&amount={amount}&reference="));
            match draft.rows[0].mistake("amount") {
                Some(text) => text.replace('\u{a0}', " "),
                None => draft.payout(language.into(), &LIMITS).items[0].amount.to_string(),
            }
        };
        let question = "Você quis dizer 1.250,00 ou 1,25?";
        for (language, amount, read) in [
            (Language::English, "1250.5", "1250.50"),
            (Language::English, "1250,5", "1250.50"),
            (Language::Portuguese, "1250,5", "1250.50"),
            (Language::Portuguese, "1250.5", "1250.50"),
            (Language::Portuguese, "1.250", question),
            (Language::Portuguese, "1.250,50", "1250.50"),
            (Language::Portuguese, "mil", "Digite o valor em números, como 1.250,50."),
            (Language::Portuguese, "1500,51", "Um pagamento pode ser de no máximo 1.500,50 USDC."),
            (Language::Spanish, "", "Ingresa un monto."),
            (Language::French, "0", "Saisissez un montant supérieur à zéro."),
        ] {
            assert_eq!(paid(language, amount), read, "{language:?} {amount}");
        }
        let nobody = written(Language::Portuguese, "to=ada&amount=1&reference=");
        assert_eq!(nobody.rows[0].mistake("to"), Some("Digite um e-mail com @, como nome@example.com."));
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
