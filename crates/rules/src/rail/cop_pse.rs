//! PSE and ACH in Colombia: the holder's document, the bank's code and the account number.
//!
//! Only the NIT has a check digit. For the others the lengths are those in circulation, with some room: a
//! length that no document has is a typing error, but a document is never refused for its number.

use super::spec::{NEXT_DAY, RailSpec, SandboxSpec};
use crate::arrival::TransferTime;
use crate::bank_identifiers::digits::is_digits;
use crate::bank_identifiers::{BankDetailProblem, nit, typed};
use crate::money::Currency;
use crate::named_enum;

pub const SPEC: RailSpec = RailSpec {
    property: "cop_ach",
    currency: Currency::Cop,
    label: "ACH, Colombia",
    transfer_time: TransferTime::BusinessDays(1),
    zone: "America/Bogota",
    account_field: "bank_account",
    unmasked_fields: &[
        "account_type",
        "bank_code",
        "beneficiary_first_name",
        "beneficiary_last_name",
        "document_type",
    ],
    sandbox: SandboxSpec {
        transfer_seconds: NEXT_DAY,
        rate_micros: 4_105_500_000,
        withdrawal_fee_micros: SandboxSpec::USUAL_FEE_MICROS,
        beneficiary: r#"{"bank_code":"1007","bank_account":"00012345678"}"#,
    },
};

named_enum! {
    /// What a person or company in Colombia shows to say who they are.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum CopDocumentType {
        /// Cédula de ciudadanía, of citizens: 5 to 10 digits.
        Cc = "cc",
        /// Cédula de extranjería, of foreign residents: 3 to 7 digits.
        Ce = "ce",
        /// Número de identificación tributaria, of companies: see [`nit`].
        Nit = "nit",
        /// A passport of any country: 4 to 16 capital letters and digits.
        Pass = "pass",
        /// Permiso especial de permanencia: 5 to 15 digits.
        Pep = "pep",
    }
}

impl CopDocumentType {
    pub const fn pattern(self) -> &'static str {
        match self {
            CopDocumentType::Cc => "^[0-9]{5,10}$",
            CopDocumentType::Ce => "^[0-9]{3,7}$",
            CopDocumentType::Nit => nit::PATTERN,
            CopDocumentType::Pass => "^[0-9A-Z]{4,16}$",
            CopDocumentType::Pep => "^[0-9]{5,15}$",
        }
    }
}

/// The document number of any type; which of its shapes applies depends on the type.
pub const DOCUMENT_PATTERN: &str = "^(?:[0-9]{3}|[0-9A-Z]{4,16}|[0-9]{9}-[0-9])$";
pub const BANK_CODE_PATTERN: &str = "^[0-9]{3,4}$";
pub const ACCOUNT_PATTERN: &str = "^[0-9]{6,20}$";

pub fn check_document(document_type: CopDocumentType, text: &str) -> Result<(), BankDetailProblem> {
    let digits = |lengths, problem| if is_digits(text, lengths) { Ok(()) } else { Err(problem) };
    match document_type {
        CopDocumentType::Cc => digits(5..=10, BankDetailProblem::CitizenCardLength),
        CopDocumentType::Ce => digits(3..=7, BankDetailProblem::ForeignerCardLength),
        CopDocumentType::Nit => nit::check(text),
        CopDocumentType::Pass => check_passport(text),
        CopDocumentType::Pep => digits(5..=15, BankDetailProblem::StayPermitLength),
    }
}

/// A number as people type it into a form: with dots between thousands, in lower case.
pub fn typed_document(document_type: Option<CopDocumentType>, text: &str) -> String {
    let text = typed::trimmed(text);
    let Some(document_type) = document_type else { return text.to_owned() };
    if check_document(document_type, text).is_ok() {
        return text.to_owned();
    }
    match document_type {
        CopDocumentType::Pass => typed::ungrouped(text).to_ascii_uppercase(),
        CopDocumentType::Cc | CopDocumentType::Ce | CopDocumentType::Nit | CopDocumentType::Pep => {
            typed::ungrouped(text).replace('.', "")
        }
    }
}

fn check_passport(text: &str) -> Result<(), BankDetailProblem> {
    let is_allowed = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
    if !(4..=16).contains(&text.len()) || !text.bytes().all(is_allowed) {
        return Err(BankDetailProblem::PassportShape);
    }
    Ok(())
}

pub fn check_bank_code(text: &str) -> Result<(), BankDetailProblem> {
    if !is_digits(text, 3..=4) {
        return Err(BankDetailProblem::BankCodeLength);
    }
    Ok(())
}

pub fn check_account(text: &str) -> Result<(), BankDetailProblem> {
    if !is_digits(text, 6..=20) {
        return Err(BankDetailProblem::ColombianAccountLength);
    }
    Ok(())
}
