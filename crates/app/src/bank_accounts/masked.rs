//! Bank accounts as people see them once they are stored: enough of every number to know it again, and no more. What
//! is masked here is never sent to a page in full.

use rules::archive_status::ArchiveStatus;
use rules::bank_account::BankAccount;
use rules::id::{AppId, BankAccountId};
use rules::rail::Rail;
use rules::time::Timestamp;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::vault::Vault;
use crate::wire;

/// What is shown of a number at most.
const MOST_DIGITS: usize = 4;

/// The fields that are shown as they are: names of people and banks, places, and choices. Everything else is a number
/// by which money could be sent, or somebody found.
const PLAIN: [&str; 18] = [
    "account_type",
    "bank_account_holder_type",
    "bank_account_type",
    "bank_code",
    "beneficiary_first_name",
    "beneficiary_last_name",
    "beneficiary_name",
    "city",
    "country",
    "document_type",
    "institution_number",
    "line1",
    "line2",
    "owner_business_name",
    "owner_first_name",
    "owner_last_name",
    "postal_code",
    "state",
];

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
        let object: Map<String, Value> = serde_json::from_str(plain.get()).unwrap_or_default();
        let mut details = Vec::new();
        collect(&object, "", &mut details);
        let known_by = details.iter().find(|detail| detail.field == known_by(row.rail));
        let number = known_by.map(|detail| detail.value.clone()).unwrap_or_default();
        let BankAccount { id, app, name, status, rail, created_at, .. } = row;
        Ok(MaskedBankAccount { id, app, name, status, rail, created_at, number, details })
    }
}

/// The field by which people know an account on this rail.
const fn known_by(rail: Rail) -> &'static str {
    match rail {
        Rail::UsdAch | Rail::UsdFedwire | Rail::CadEft => "account_number",
        Rail::BrlPix => "pix_key",
        Rail::ArsTransfers => "account_value",
        Rail::CopPse => "bank_account",
        Rail::MxnSpei => "spei_clabe",
        Rail::EurSepa => "iban",
    }
}

fn collect(object: &Map<String, Value>, before: &str, details: &mut Vec<MaskedDetail>) {
    for (name, value) in object {
        let field = format!("{before}{name}");
        match value {
            Value::Object(inner) => collect(inner, &format!("{field}."), details),
            Value::String(text) => {
                let value = if PLAIN.contains(&name.as_str()) { text.clone() } else { masked(text) };
                details.push(MaskedDetail { field, value });
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {}
        }
    }
}

/// The end of a number: four characters, and never more than half of it. Of an address, the first letter and where it
/// leads.
fn masked(text: &str) -> String {
    if let Some((mailbox, domain)) = text.split_once('@') {
        let first: String = mailbox.chars().take(usize::from(mailbox.len() > 1)).collect();
        return format!("{first}•••@{domain}");
    }
    let length = text.chars().count();
    let shown = MOST_DIGITS.min(length / 2);
    format!("•••• {}", text.chars().skip(length - shown).collect::<String>())
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::{collect, masked};

    #[test]
    fn a_number_shows_its_end_and_never_more_than_half() {
        for (text, shown) in [
            ("DE89370400440532013000", "•••• 3000"),
            ("12345678", "•••• 5678"),
            ("1234", "•••• 34"),
            ("12345", "•••• 45"),
            ("", "•••• "),
            ("ada.l@example.com", "a•••@example.com"),
            ("a@b.co", "•••@b.co"),
            ("añö.çé", "•••• .çé"),
        ] {
            assert_eq!(masked(text), shown, "{text}");
        }
    }

    #[test]
    fn what_nobody_thought_of_is_masked() {
        let object: Map<String, Value> = match json!({
            "owner_first_name": "Ada", "tax_number": "123456789", "owner_address": { "city": "Springfield" },
        }) {
            Value::Object(object) => object,
            other => panic!("{other}"),
        };
        let mut details = Vec::new();
        collect(&object, "", &mut details);
        let mut shown: Vec<_> =
            details.iter().map(|detail| (detail.field.as_str(), detail.value.as_str())).collect();
        shown.sort_unstable();
        assert_eq!(
            shown,
            [("owner_address.city", "Springfield"), ("owner_first_name", "Ada"), ("tax_number", "•••• 6789")]
        );
    }
}
