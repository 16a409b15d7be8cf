//! Pix keys as people type and paste them into forms. A wrong guess pays a stranger, so a text that may be two keys is
//! a question, and a text is taken for a phone number without its country code only if Brazil has such numbers.

use super::{check_key, is_random_key};
use crate::bank_identifiers::typed::{is_dash, trimmed};
use crate::bank_identifiers::{cnpj, cpf};

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypedPixKey {
    /// In the spelling of DICT if it is a key, and otherwise in whichever lets [`check_key`] say what is wrong.
    Key(String),
    /// The number of a person or company, or a phone number without `+55`: each in a spelling that is unmistakable.
    Either { document: String, phone: String },
}

/// Where the Anatel has area codes (Plano Geral de Códigos Nacionais).
const AREA_CODES: [&str; 67] = [
    "11", "12", "13", "14", "15", "16", "17", "18", "19", "21", "22", "24", "27", "28", "31", "32", "33",
    "34", "35", "37", "38", "41", "42", "43", "44", "45", "46", "47", "48", "49", "51", "53", "54", "55",
    "61", "62", "63", "64", "65", "66", "67", "68", "69", "71", "73", "74", "75", "77", "79", "81", "82",
    "83", "84", "85", "86", "87", "88", "89", "91", "92", "93", "94", "95", "96", "97", "98", "99",
];

pub fn typed_key(typed: &str) -> TypedPixKey {
    let text = trimmed(typed);
    if text.contains('@') {
        // A blank inside is a mistake: without it, the address could be another person's.
        return TypedPixKey::Key(text.to_ascii_lowercase());
    }
    if let Some(key) = random_key(text) {
        return TypedPixKey::Key(key);
    }
    let Some(groups) = Groups::of(text) else { return TypedPixKey::Key(text.to_owned()) };
    if text.starts_with('+') {
        let phone = groups.is_phone().then(|| format!("+{}", groups.all));
        return TypedPixKey::Key(phone.unwrap_or_else(|| text.to_owned()));
    }
    match (groups.document(), groups.phone()) {
        (Some(document), Some(phone)) => TypedPixKey::Either { document, phone: spaced_phone(&phone) },
        (None, Some(phone)) => TypedPixKey::Key(phone),
        (Some(_) | None, None) if groups.is_written_as_document() => TypedPixKey::Key(groups.all),
        (Some(_) | None, None) => TypedPixKey::Key(text.to_owned()),
    }
}

/// A UUID in any case, with any dashes, broken over lines, or without its dashes.
fn random_key(text: &str) -> Option<String> {
    let plain = |character: char| if is_dash(character) { '-' } else { character.to_ascii_lowercase() };
    let key: String = text.chars().filter(|character| !character.is_whitespace()).map(plain).collect();
    if key.len() == 36 && is_random_key(&key) {
        return Some(key);
    }
    if key.len() != 32 || !key.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    Some(format!("{}-{}-{}-{}-{}", &key[..8], &key[8..12], &key[12..16], &key[16..20], &key[20..]))
}

/// Letters and digits, and how they were grouped.
struct Groups {
    /// In upper case.
    all: String,
    lengths: Vec<usize>,
    has_dot_or_slash: bool,
    has_bracket: bool,
}

impl Groups {
    /// None of a text with any other sign than those between the groups of documents and phone numbers.
    fn of(text: &str) -> Option<Groups> {
        let is_separator = |character: char| {
            character.is_whitespace() || is_dash(character) || matches!(character, '.' | '/' | '(' | ')')
        };
        let grouped = text.strip_prefix('+').unwrap_or(text);
        let runs: Vec<&str> = grouped.split(is_separator).filter(|run| !run.is_empty()).collect();
        let all = runs.concat().to_ascii_uppercase();
        all.bytes().all(|byte| byte.is_ascii_alphanumeric()).then(|| Groups {
            all,
            lengths: runs.iter().map(|run| run.len()).collect(),
            has_dot_or_slash: text.contains(['.', '/']),
            has_bracket: text.contains(['(', ')']),
        })
    }

    fn has_digits_only(&self) -> bool {
        !self.all.is_empty() && self.all.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether nothing but digits is left of how a number was written.
    fn is_one_run(&self) -> bool {
        self.lengths.len() == 1
    }

    /// Grouped as CPF and CNPJ are, or not at all.
    fn is_written_as_document(&self) -> bool {
        let is_cpf = matches!(self.lengths[..], [11] | [9, 2] | [3, 3, 3, 2]) && self.has_digits_only();
        let is_cnpj = matches!(self.lengths[..], [14] | [12, 2] | [8, 6] | [8, 4, 2] | [2, 3, 3, 4, 2]);
        (is_cpf || is_cnpj) && !self.has_bracket
    }

    /// A CPF or CNPJ whose check digits are right. Spreadsheets take the zeros off the front of a number.
    fn document(&self) -> Option<String> {
        if self.is_written_as_document() {
            return punctuated(&self.all);
        }
        let has_lost_zeros = self.is_one_run() && self.has_digits_only();
        let width = match self.all.len() {
            9 | 10 => 11,
            12 | 13 => 14,
            _ => return None,
        };
        if has_lost_zeros { punctuated(&format!("{:0>width$}", self.all)) } else { None }
    }

    /// Digits, and no sign that phone numbers don't have.
    fn is_phone(&self) -> bool {
        self.has_digits_only() && !self.has_dot_or_slash
    }

    /// A number of Brazil as a key, if this is one without its `+`, or without its country code.
    fn phone(&self) -> Option<String> {
        let is_punctuated_document = self.is_written_as_document() && !self.is_one_run();
        if !self.is_phone() || is_punctuated_document {
            return None;
        }
        let national = match self.all.len() {
            10 | 11 => self.all.as_str(),
            12 | 13 => self.all.strip_prefix("55")?,
            _ => return None,
        };
        is_national_number(national).then(|| format!("+55{national}")).filter(|key| check_key(key).is_ok())
    }
}

/// An area code, and a mobile number (nine digits that begin with 9) or a fixed one (eight that begin with 2 to 5).
fn is_national_number(digits: &str) -> bool {
    let (area, number) = digits.split_at(2);
    let is_known = AREA_CODES.contains(&area);
    let is_mobile = number.len() == 9 && number.starts_with('9');
    let is_fixed = number.len() == 8 && matches!(number.as_bytes()[0], b'2'..=b'5');
    is_known && (is_mobile || is_fixed)
}

/// `123.456.789-09`, `12.345.678/0001-95`, if it is a CPF or CNPJ.
fn punctuated(document: &str) -> Option<String> {
    let part = |from: usize, to: usize| &document[from..to];
    if cpf::check(document).is_ok() {
        return Some(format!("{}.{}.{}-{}", part(0, 3), part(3, 6), part(6, 9), part(9, 11)));
    }
    cnpj::check(document)
        .is_ok()
        .then(|| format!("{}.{}.{}/{}-{}", part(0, 2), part(2, 5), part(5, 8), part(8, 12), part(12, 14)))
}

/// `+55 11 98765-4321`
fn spaced_phone(key: &str) -> String {
    let (front, line) = key.split_at(key.len() - 4);
    let (country, rest) = front.split_at(3);
    let (area, exchange) = rest.split_at(2);
    format!("{country} {area} {exchange}-{line}")
}
