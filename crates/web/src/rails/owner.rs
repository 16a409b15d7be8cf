//! The fields that several rails share: who owns the account, and the owner's address.

use rules::country;
use rules::external_account::bank_account::{BankAccountType, HolderType};

use super::countries::COUNTRIES;
use super::form::FormField;
use crate::shape::{Field, FieldKind, Object, label};

pub const HOLDER_TYPE: &str = "bank_account_holder_type";

pub const fn name(field: &'static str, about: &'static str, example: &'static str) -> Field {
    Field::required(field, about, label(1, 255, example)).sensitive()
}

const fn optional_name(field: &'static str, about: &'static str, example: &'static str) -> Field {
    Field::optional(field, about, label(1, 255, example)).sensitive()
}

pub const ACCOUNT_TYPE_FIELD: Field =
    Field::required("bank_account_type", "The kind of account.", FieldKind::Choice(&BankAccountType::NAMES));
pub const HOLDER_TYPE_FIELD: Field =
    Field::required(HOLDER_TYPE, "Who holds the account.", FieldKind::Choice(&HolderType::NAMES));
pub const OWNER_ADDRESS: Field =
    Field::required("owner_address", "The address of the owner.", FieldKind::Object(&ADDRESS));
pub const OWNER_BUSINESS_NAME: Field = optional_name(
    "owner_business_name",
    "The name of the business. Optional; recommended if a business holds the account.",
    "Lovelace Ltd",
);
const FOR_AN_INDIVIDUAL: &str = "Optional; recommended if an individual holds the account.";
pub const OWNER_FIRST_NAME: Field = optional_name("owner_first_name", FOR_AN_INDIVIDUAL, "Ada");
pub const OWNER_LAST_NAME: Field = optional_name("owner_last_name", FOR_AN_INDIVIDUAL, "Lovelace");

static ADDRESS: Object = Object {
    name: "Address",
    about: "A postal address.",
    closed: true,
    fields: &[
        Field::required("country", "A three-letter country code.", FieldKind::Choice(&country::CODES)),
        name("line1", "Street and number.", "12 Analytical Row"),
        name("city", "City or town.", "Springfield"),
        Field::required(
            "state",
            "State, province or region. May be empty: many countries have none.",
            label(0, 255, "IL"),
        )
        .sensitive(),
        name("postal_code", "Postal or ZIP code.", "62701"),
        optional_name("line2", "Floor, flat or building.", "Floor 2"),
    ],
};

pub const ACCOUNT_TYPE_CHOICES: &[(&str, &str)] = &[("checking", "Checking"), ("savings", "Savings")];

pub const ACCOUNT_TYPE_INPUT: FormField =
    FormField::choice("bank_account_type", "Kind of account", ACCOUNT_TYPE_CHOICES);

pub const HOLDER_FORM: &[FormField] = &[
    FormField::choice(
        HOLDER_TYPE,
        "Who holds the account?",
        &[("business", "A business"), ("individual", "A person")],
    ),
    FormField::text("owner_business_name", "Business name")
        .hint("Recommended. Use the name that the bank has on file.")
        .only_for(HolderType::Business)
        .wide(),
    FormField::text("owner_first_name", "First name").hint("Recommended.").only_for(HolderType::Individual),
    FormField::text("owner_last_name", "Last name").hint("Recommended.").only_for(HolderType::Individual),
];

pub const ADDRESS_FORM: &[FormField] = &[
    FormField::choice("owner_address.country", "Country", &COUNTRIES),
    FormField::text("owner_address.line1", "Street and number").wide(),
    FormField::text("owner_address.line2", "Floor, flat or building"),
    FormField::text("owner_address.city", "City"),
    FormField::text("owner_address.state", "State or region"),
    FormField::text("owner_address.postal_code", "Postal code"),
];
