//! SEPA credit transfers in euro.

use rules::bank_identifiers::iban;
use serde_json::json;

use super::form::{FormField, RailForm, Reading, Unasked};
use super::owner::{self, HOLDER_FORM, UNASKED_ADDRESS};
use super::view::{RailExample, RailView};
use crate::shape::{Field, Object, number};

pub const VIEW: RailView = RailView {
    about: "The details of a bank account on `eur_sepa`, in EUR.",
    details: &DETAILS,
    dependent: None,
    pitch: |locale| locale.text("rail-pitch-eur-sepa"),
    form: RailForm {
        account: &[
            FormField::text("iban", |_| "IBAN")
                .hint(|locale| locale.text("bank-iban-hint"))
                .wide()
                .reading(Reading::Iban),
            // SEPA knows payment accounts only.
            owner::ACCOUNT_TYPE_INPUT.unasked(Unasked::Value("checking")),
        ],
        holder: HOLDER_FORM,
        address: UNASKED_ADDRESS,
    },
    example: RailExample {
        name: "Berlin office",
        details: || {
            json!({
                "iban": "DE89370400440532013000",
                "bank_account_type": "checking",
                "bank_account_holder_type": "business",
                "owner_address": {
                    "country": "DEU",
                    "line1": "Rechenweg 12",
                    "city": "Berlin",
                    "state": "Berlin",
                    "postal_code": "10115",
                },
                "owner_business_name": "Lovelace GmbH",
            })
        },
    },
};

static DETAILS: Object = Object {
    name: "EurSepaInfo",
    about: "A bank account in a SEPA country.",
    closed: true,
    fields: &[
        Field::required(
            "iban",
            "The IBAN, in upper case and without spaces.",
            number(15, 34, iban::PATTERN, iban::check, "DE89370400440532013000"),
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
