//! Bank accounts as people see them once they are stored: enough of every number to know it again, and no more. What
//! is masked here is never sent to a page in full.

use rules::archive_status::ArchiveStatus;
use rules::external_account::bank_account::BankAccount;
use rules::id::{AppId, BankAccountId};
use rules::rail::Rail;
use rules::time::Timestamp;
use serde_json::{Map, Value};

use crate::platform::failure::Failure;
use crate::platform::vault::Vault;
use crate::platform::wire;

/// What is shown of a number at most.
const MOST_DIGITS: usize = 4;

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
        let object: Map<String, Value> =
            serde_json::from_str(plain.get()).expect("bank details are sealed as an object");
        let mut details = Vec::new();
        collect(&object, "", row.rail.spec().unmasked_fields, &mut details);
        let account = details.iter().find(|detail| detail.field == row.rail.spec().account_field);
        let number = account.map(|detail| detail.value.clone()).unwrap_or_default();
        let BankAccount { id, app, name, status, rail, created_at, .. } = row;
        Ok(MaskedBankAccount { id, app, name, status, rail, created_at, number, details })
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
    use rules::rail::Rail;

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
