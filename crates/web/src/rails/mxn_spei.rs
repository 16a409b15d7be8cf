//! SPEI in Mexico.

use rules::bank_identifiers::clabe;
use serde_json::json;

use super::form::{FormField, RailForm};
use super::owner::{self, name};
use super::view::{RailExample, RailView};
use crate::shape::{Field, Object, number};

pub const VIEW: RailView = RailView {
    about: "The details of a bank account on `mxn_spei`, in MXN.",
    details: &DETAILS,
    dependent: None,
    pitch: |locale| locale.text("rail-pitch-mxn-spei"),
    form: RailForm {
        account: &[FormField::number("spei_clabe", |_| "CLABE").hint(|locale| locale.text("bank-clabe-hint"))],
        holder: &[owner::BENEFICIARY_NAME_INPUT],
        address: &[],
    },
    example: RailExample {
        name: "Mexico City office",
        details: || json!({ "beneficiary_name": "Ada Lovelace", "spei_clabe": "032180000118359719" }),
    },
};

static DETAILS: Object = Object {
    name: "MxnSpeiInfo",
    about: "A bank account in Mexico.",
    closed: true,
    fields: &[
        name("beneficiary_name", "The name of the account holder.", "Ada Lovelace"),
        Field::required(
            "spei_clabe",
            "The CLABE: 18 digits with a valid check digit.",
            number(18, 18, clabe::PATTERN, clabe::check, "032180000118359719"),
        )
        .sensitive(),
    ],
};
