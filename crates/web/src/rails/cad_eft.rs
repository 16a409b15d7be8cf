//! EFT in Canada.

use rules::rail::cad_eft;
use serde_json::json;

use super::form::{FormField, RailForm};
use super::owner::{self, HOLDER_FORM};
use super::view::{RailExample, RailView};
use crate::shape::{Field, Object, number};

pub const VIEW: RailView = RailView {
    about: "The details of a bank account on `cad_eft`, in CAD.",
    details: &DETAILS,
    dependent: None,
    pitch: |locale| locale.text("rail-pitch-cad-eft"),
    form: RailForm {
        account: &[
            FormField::number("account_number", |locale| locale.text("bank-account-number")),
            FormField::number("transit_number", |locale| locale.text("bank-transit-number"))
                .hint(|locale| locale.text("bank-transit-number-hint")),
            FormField::number("institution_number", |locale| locale.text("bank-institution-number"))
                .hint(|locale| locale.text("bank-institution-number-hint")),
            owner::ACCOUNT_TYPE_INPUT,
        ],
        holder: HOLDER_FORM,
        address: &[],
    },
    example: RailExample {
        name: "Toronto office",
        details: || {
            json!({
                "account_number": "1234567",
                "transit_number": "00022",
                "institution_number": "003",
                "bank_account_type": "checking",
                "bank_account_holder_type": "individual",
                "owner_first_name": "Ada",
                "owner_last_name": "Lovelace",
            })
        },
    },
};

static DETAILS: Object = Object {
    name: "CadEftInfo",
    about: "A bank account in Canada.",
    closed: true,
    fields: &[
        Field::required(
            "account_number",
            "The account number: 5 to 12 digits.",
            number(5, 12, cad_eft::ACCOUNT_PATTERN, cad_eft::check_account, "1234567"),
        )
        .sensitive(),
        Field::required(
            "transit_number",
            "The transit number: 5 digits.",
            number(5, 5, cad_eft::TRANSIT_PATTERN, cad_eft::check_transit, "00022"),
        )
        .sensitive(),
        Field::required(
            "institution_number",
            "The institution number: 3 digits.",
            number(3, 3, cad_eft::INSTITUTION_PATTERN, cad_eft::check_institution, "003"),
        )
        .sensitive(),
        owner::ACCOUNT_TYPE_FIELD,
        owner::HOLDER_TYPE_FIELD,
        owner::OWNER_BUSINESS_NAME,
        owner::OWNER_FIRST_NAME,
        owner::OWNER_LAST_NAME,
    ],
};
