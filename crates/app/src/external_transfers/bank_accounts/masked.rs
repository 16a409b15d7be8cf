//! Bank accounts as people see them once they are stored: enough of every number to know it again, and no more. What
//! is masked here is never sent to a page in full.

use i18n::Locale;
use rules::archive_status::ArchiveStatus;
use rules::bank_identifiers::masked::masked;
use rules::external_account::bank_account::BankAccount;
use rules::id::{AppId, BankAccountId};
use rules::rail::Rail;
use rules::rail::brl_pix::MaskedPixKey;
use rules::time::Timestamp;
use serde_json::{Map, Value};

use crate::platform::failure::Failure;
use crate::platform::vault::Vault;
use crate::platform::wire;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaskedBankAccount {
    pub id: BankAccountId,
    /// The app that registered it.
    pub app: AppId,
    pub name: String,
    pub status: ArchiveStatus,
    pub rail: Rail,
    pub created_at: Timestamp,
    /// The number that the account is known by, masked.
    pub number: String,
    /// The same of a Pix key, with what it is.
    pub pix_key: Option<MaskedPixKey>,
    pub details: Vec<MaskedDetail>,
}

/// One field of the details. Those of an address are named like `owner_address.city`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaskedDetail {
    pub field: String,
    pub value: String,
}

impl MaskedBankAccount {
    pub(crate) fn of(vault: &Vault, row: BankAccount) -> Result<MaskedBankAccount, Failure> {
        let plain = wire::bank_details(vault, &row)?;
        let MaskedDetails { number, pix_key, details } = MaskedDetails::of(row.rail, plain.get());
        let BankAccount { id, app, name, status, rail, created_at, .. } = row;
        Ok(MaskedBankAccount { id, app, name, status, rail, created_at, number, pix_key, details })
    }

    /// The number that the account is known by: `CPF ending in 25`, `•••• 3000`.
    pub fn shown_number(&self, locale: Locale) -> String {
        shown(&self.number, self.pix_key.as_ref(), locale)
    }
}

/// The same of details that aren't stored yet: the rail object as JSON.
pub(super) fn shown_number(rail: Rail, details: &str, locale: Locale) -> String {
    let masked = MaskedDetails::of(rail, details);
    shown(&masked.number, masked.pix_key.as_ref(), locale)
}

fn shown(number: &str, pix_key: Option<&MaskedPixKey>, locale: Locale) -> String {
    pix_key.map_or_else(|| number.to_owned(), |key| locale.pix_key(key))
}

struct MaskedDetails {
    number: String,
    pix_key: Option<MaskedPixKey>,
    details: Vec<MaskedDetail>,
}

impl MaskedDetails {
    fn of(rail: Rail, plain: &str) -> MaskedDetails {
        let object: Map<String, Value> = serde_json::from_str(plain).expect("bank details are an object");
        let text = |field: &str| object.get(field).and_then(Value::as_str);
        let pix_key = match rail {
            Rail::BrlPix => text(rail.spec().account_field).and_then(MaskedPixKey::of),
            Rail::UsdAch
            | Rail::UsdFedwire
            | Rail::ArsTransfers
            | Rail::CopPse
            | Rail::MxnSpei
            | Rail::CadEft
            | Rail::EurSepa => None,
        };
        let mut details = Vec::new();
        collect(&object, "", rail.spec().unmasked_fields, &mut details);
        let account = details.iter().find(|detail| detail.field == rail.spec().account_field);
        let number = account.map(|detail| detail.value.clone()).unwrap_or_default();
        MaskedDetails { number, pix_key, details }
    }
}

fn collect(object: &Map<String, Value>, before: &str, unmasked: &[&str], details: &mut Vec<MaskedDetail>) {
    for (name, value) in object {
        let field = format!("{before}{name}");
        match value {
            Value::Object(inner) => collect(inner, &format!("{field}."), unmasked, details),
            Value::String(text) => {
                let value = if unmasked.contains(&name.as_str()) { text.clone() } else { masked(text) };
                details.push(MaskedDetail { field, value });
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::collect;
    use rules::rail::Rail;

    #[test]
    fn a_field_that_the_rail_does_not_name_is_masked() {
        let object: Map<String, Value> = match json!({
            "owner_first_name": "Ada", "tax_number": "123456789", "owner_address": { "city": "Springfield" },
        }) {
            Value::Object(object) => object,
            other => panic!("{other}"),
        };
        let mut details = Vec::new();
        collect(&object, "", Rail::UsdAch.spec().unmasked_fields, &mut details);
        let mut shown: Vec<_> =
            details.iter().map(|detail| (detail.field.as_str(), detail.value.as_str())).collect();
        shown.sort_unstable();
        assert_eq!(
            shown,
            [("owner_address.city", "Springfield"), ("owner_first_name", "Ada"), ("tax_number", "•••• 6789")]
        );
    }
}
