//! ACH transfers in the United States. Domestic wires have the same details.

use rules::bank_identifiers::{aba, us_account};
use serde_json::{Value, json};

use super::form::{FormField, RailForm};
use super::owner::{self, ADDRESS_FORM, HOLDER_FORM};
use super::view::{RailExample, RailView};
use crate::shape::{Field, Object, number};

pub const VIEW: RailView = RailView {
    about: "The details of a bank account on `usd_ach`, in USD.",
    details: &DETAILS,
    dependent: None,
    pitch: |locale| locale.text("rail-pitch-usd-ach"),
    form: FORM,
    example: RailExample {
        name: "Payroll account",
        details: || {
            json!({
                "account_number": "000123456789",
                "routing_number": "021000021",
                "bank_account_type": "checking",
                "bank_account_holder_type": "business",
                "owner_address": address(),
                "owner_business_name": "Lovelace Ltd",
            })
        },
    },
};

pub static DETAILS: Object = Object {
    name: "UsdRailInfo",
    about: "A bank account in the United States.",
    closed: true,
    fields: &[
        Field::required(
            "account_number",
            "The account number: 4 to 17 digits.",
            number(4, 17, us_account::PATTERN, us_account::check, "000123456789"),
        )
        .sensitive(),
        Field::required(
            "routing_number",
            "The ABA routing number: 9 digits with a valid check digit.",
            number(9, 9, aba::PATTERN, aba::check, "021000021"),
        )
        .sensitive(),
        owner::ACCOUNT_TYPE_FIELD,
        owner::HOLDER_TYPE_FIELD,
        owner::OWNER_ADDRESS,
        owner::OWNER_BUSINESS_NAME,
        owner::OWNER_FIRST_NAME,
        owner::OWNER_LAST_NAME,
    ],
};

pub const FORM: RailForm = RailForm {
    account: &[
        FormField::number("account_number", |locale| locale.text("bank-account-number")),
        FormField::number("routing_number", |locale| locale.text("bank-routing-number"))
            .hint(|locale| locale.text("bank-routing-number-hint")),
        owner::ACCOUNT_TYPE_INPUT,
    ],
    holder: HOLDER_FORM,
    address: ADDRESS_FORM,
};

pub fn address() -> Value {
    json!({
        "country": "USA",
        "line1": "12 Analytical Row",
        "city": "Springfield",
        "state": "IL",
        "postal_code": "62701",
    })
}
