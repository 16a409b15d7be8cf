//! EFT in Canada. Its accounts are known by transit (the branch), institution (the bank) and account. None has a check
//! digit, and no code is looked up in a list: a list grows old and would then refuse a real branch.

use super::spec::{NEXT_DAY, RailSpec, SandboxSpec};
use crate::arrival::TransferTime;
use crate::bank_identifiers::BankDetailProblem;
use crate::bank_identifiers::digits::is_digits;
use crate::money::Currency;

pub const SPEC: RailSpec = RailSpec {
    property: "cad_eft",
    currency: Currency::Cad,
    label: "EFT, Canada",
    transfer_time: TransferTime::BusinessDays(2),
    zone: "America/Toronto",
    account_field: "account_number",
    unmasked_fields: &[
        "bank_account_holder_type",
        "bank_account_type",
        "institution_number",
        "owner_business_name",
        "owner_first_name",
        "owner_last_name",
    ],
    sandbox: SandboxSpec {
        transfer_seconds: NEXT_DAY,
        rate_micros: 1_370_000,
        withdrawal_fee_micros: SandboxSpec::USUAL_FEE_MICROS,
        beneficiary: r#"{"institution_number":"001","transit_number":"00011","account_number":"1234567"}"#,
    },
};

pub const TRANSIT_PATTERN: &str = "^[0-9]{5}$";
pub const INSTITUTION_PATTERN: &str = "^[0-9]{3}$";
pub const ACCOUNT_PATTERN: &str = "^[0-9]{5,12}$";

pub fn check_transit(text: &str) -> Result<(), BankDetailProblem> {
    if !is_digits(text, 5..=5) {
        return Err(BankDetailProblem::TransitLength);
    }
    Ok(())
}

pub fn check_institution(text: &str) -> Result<(), BankDetailProblem> {
    if !is_digits(text, 3..=3) {
        return Err(BankDetailProblem::InstitutionLength);
    }
    Ok(())
}

pub fn check_account(text: &str) -> Result<(), BankDetailProblem> {
    if !is_digits(text, 5..=12) {
        return Err(BankDetailProblem::CanadianAccountLength);
    }
    Ok(())
}
