//! Pix in Brazil. Its keys are written in the one spelling by which the Banco Central's directory (DICT) knows each
//! kind: CPF and CNPJ without punctuation, a phone in E.164, an email in lower case, a random key as a lower-case UUID.
//!
//! Another spelling is refused, not rewritten: the key that is sent to the bank is the key that was given. Only forms
//! accept more; `typed_key` is what they make of it.

mod typed_key;

pub use typed_key::{TypedPixKey, typed_key};

use super::spec::{RailSpec, SECONDS, SandboxSpec};
use crate::arrival::TransferTime;
use crate::bank_identifiers::digits::is_digits;
use crate::bank_identifiers::masked::{end, masked};
use crate::bank_identifiers::{BankDetailProblem, cnpj, cpf};
use crate::email_address::EmailAddress;
use crate::money::Currency;
use crate::named_enum;

pub const SPEC: RailSpec = RailSpec {
    property: "brl_pix",
    currency: Currency::Brl,
    label: "Pix, Brazil",
    transfer_time: TransferTime::Minutes(30),
    zone: "America/Sao_Paulo",
    account_field: "pix_key",
    unmasked_fields: &[],
    sandbox: SandboxSpec {
        transfer_seconds: SECONDS,
        rate_micros: 5_430_000,
        withdrawal_fee_micros: SandboxSpec::USUAL_FEE_MICROS,
        beneficiary: r#"{"pix_key":"deposits@sandbox.invalid"}"#,
    },
};

/// The five kinds of key: CPF, CNPJ, phone, random key, email.
pub const KEY_PATTERN: &str = concat!(
    r"^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2}|\+55[1-9]{2}[0-9]{8,9}",
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    r"|[a-z0-9!#$%&'*+\/=?^_`\{\|\}~\-]+(?:\.[a-z0-9!#$%&'*+\/=?^_`\{\|\}~\-]+)*@",
    r"(?:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9\-]{0,61}[a-z0-9])$"
);

named_enum! {
    /// What a key is.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum PixKeyKind {
        Cpf = "cpf",
        Cnpj = "cnpj",
        Phone = "phone",
        Email = "email",
        /// Drawn by the bank.
        Random = "random",
    }
}

impl PixKeyKind {
    /// The kind of a key that [`check_key`] accepts. Each kind has a length or a sign of its own.
    pub fn of(key: &str) -> Option<PixKeyKind> {
        match key.len() {
            _ if key.contains('@') => Some(PixKeyKind::Email),
            _ if key.starts_with('+') => Some(PixKeyKind::Phone),
            11 => Some(PixKeyKind::Cpf),
            14 => Some(PixKeyKind::Cnpj),
            36 => Some(PixKeyKind::Random),
            _ => None,
        }
    }
}

/// What is shown of a key: what it is, and how it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaskedPixKey {
    pub kind: PixKeyKind,
    /// The last characters, or an email address with most of its mailbox left out.
    pub end: String,
}

impl MaskedPixKey {
    pub fn of(key: &str) -> Option<MaskedPixKey> {
        let kind = PixKeyKind::of(key)?;
        let end = match kind {
            // As people name a CPF: by its check digits.
            PixKeyKind::Cpf => end(key, 2),
            PixKeyKind::Email => masked(key),
            PixKeyKind::Cnpj | PixKeyKind::Phone | PixKeyKind::Random => end(key, 4),
        };
        Some(MaskedPixKey { kind, end })
    }
}

/// DICT keeps email keys of at most 77 characters.
const MAX_EMAIL_LENGTH: usize = 77;

pub fn check_key(text: &str) -> Result<(), BankDetailProblem> {
    if text.contains('@') {
        return check_email(text);
    }
    if let Some(number) = text.strip_prefix('+') {
        return check_phone(number);
    }
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match text.len() {
        11 if is_plain => cpf::check(text),
        14 if is_plain => cnpj::check(text),
        36 if is_random_key(text) => Ok(()),
        _ => Err(BankDetailProblem::PixKeyKind),
    }
}

fn check_email(text: &str) -> Result<(), BankDetailProblem> {
    EmailAddress::check(text).map_err(|_| BankDetailProblem::PixEmail)?;
    if text.len() > MAX_EMAIL_LENGTH {
        return Err(BankDetailProblem::PixEmailTooLong);
    }
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Err(BankDetailProblem::PixEmailCapitals);
    }
    Ok(())
}

/// `number` is what follows the `+`. A Brazilian area code has two digits, neither of them zero.
fn check_phone(number: &str) -> Result<(), BankDetailProblem> {
    let national = number.strip_prefix("55").filter(|national| is_digits(national, 10..=11));
    let has_area_code = |national: &str| !national.as_bytes()[..2].contains(&b'0');
    if !national.is_some_and(has_area_code) {
        return Err(BankDetailProblem::PixPhone);
    }
    Ok(())
}

fn is_random_key(text: &str) -> bool {
    text.bytes().enumerate().all(|(index, byte)| match index {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    })
}
