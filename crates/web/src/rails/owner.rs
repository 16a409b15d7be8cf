//! The fields that several rails share: who owns the account, and the owner's address.

use rules::country;
use rules::external_account::bank_account::{BankAccountType, HolderType};

use super::form::{FormField, LocalizedText, Unasked};
use crate::shape::{Field, FieldKind, Object, label};

pub const HOLDER_TYPE: &str = "bank_account_holder_type";

pub const fn name(field: &'static str, about: &'static str, example: &'static str) -> Field {
    Field::required(field, about, label(1, 255, example)).sensitive()
}

const fn optional_name(field: &'static str, about: &'static str, example: &'static str) -> Field {
    Field::optional(field, about, label(1, 255, example)).sensitive()
}

pub const ACCOUNT_TYPE_FIELD: Field =
    Field::required("bank_account_type", "The type of account.", FieldKind::Choice(&BankAccountType::NAMES));
pub const HOLDER_TYPE_FIELD: Field = Field::required(
    HOLDER_TYPE,
    "Whether the holder is a business or an individual.",
    FieldKind::Choice(&HolderType::NAMES),
);
pub const OWNER_ADDRESS: Field =
    Field::required("owner_address", "The owner's address.", FieldKind::Object(&ADDRESS));
pub const OWNER_BUSINESS_NAME: Field = optional_name(
    "owner_business_name",
    "The name of the business. Recommended if the holder is a business.",
    "Lovelace Ltd",
);
const FOR_AN_INDIVIDUAL: &str = "Recommended if the holder is an individual.";
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

pub const ACCOUNT_TYPE_CHOICES: &[(&str, LocalizedText)] = &[
    ("checking", |locale| locale.text("bank-account-type-checking")),
    ("savings", |locale| locale.text("bank-account-type-savings")),
];

pub const ACCOUNT_TYPE_INPUT: FormField =
    FormField::choice("bank_account_type", |locale| locale.text("bank-account-type"), ACCOUNT_TYPE_CHOICES);

pub const BENEFICIARY_NAME_INPUT: FormField =
    FormField::text("beneficiary_name", |locale| locale.text("bank-holder-name"))
        .hint(|locale| locale.text("bank-holder-name-hint"))
        .autocomplete("name");

pub const HOLDER_FORM: &[FormField] = &[
    FormField::choice(
        HOLDER_TYPE,
        |locale| locale.text("bank-holder-type"),
        &[
            ("business", |locale| locale.text("bank-holder-type-business")),
            ("individual", |locale| locale.text("bank-holder-type-individual")),
        ],
    ),
    FormField::text("owner_business_name", |locale| locale.text("bank-business-name"))
        .hint(|locale| locale.text("bank-business-name-hint"))
        .autocomplete("organization")
        .only_for(HolderType::Business)
        .wide(),
    FormField::text("owner_first_name", |locale| locale.text("bank-first-name"))
        .hint(|locale| locale.text("bank-recommended"))
        .autocomplete("given-name")
        .only_for(HolderType::Individual),
    FormField::text("owner_last_name", |locale| locale.text("bank-last-name"))
        .hint(|locale| locale.text("bank-recommended"))
        .autocomplete("family-name")
        .only_for(HolderType::Individual),
];

pub const ADDRESS_FORM: &[FormField] = &[
    // The values of the choice are codes of the API, so a browser finds the country by its name.
    FormField::country("owner_address.country", |locale| locale.text("label-country"))
        .autocomplete("country-name"),
    FormField::text("owner_address.line1", |locale| locale.text("bank-street"))
        .autocomplete("address-line1")
        .wide(),
    FormField::text("owner_address.line2", |locale| locale.text("bank-building"))
        .autocomplete("address-line2"),
    FormField::text("owner_address.city", |locale| locale.text("bank-city")).autocomplete("address-level2"),
    FormField::text("owner_address.state", |locale| locale.text("bank-state")).autocomplete("address-level1"),
    FormField::text("owner_address.postal_code", |locale| locale.text("bank-postal-code"))
        .autocomplete("postal-code"),
];

/// What ISO 20022 messages say where they must say something and nothing is known.
pub const NOT_PROVIDED: &str = "NOTPROVIDED";

/// The same address on rails that pay without it. No part of it is made up: `NOTPROVIDED` says that nothing is known,
/// and the country is that of the bank.
pub const UNASKED_ADDRESS: &[FormField] = &[
    ADDRESS_FORM[0].unasked(Unasked::CountryOfIban),
    ADDRESS_FORM[1].unasked(Unasked::Value(NOT_PROVIDED)),
    // Optional, and therefore left out.
    ADDRESS_FORM[2].unasked(Unasked::Value("")),
    ADDRESS_FORM[3].unasked(Unasked::Value(NOT_PROVIDED)),
    ADDRESS_FORM[4].unasked(Unasked::Value("")),
    ADDRESS_FORM[5].unasked(Unasked::Value(NOT_PROVIDED)),
];
