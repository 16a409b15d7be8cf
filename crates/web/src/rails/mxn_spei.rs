//! SPEI in Mexico.

use rules::bank_identifiers::clabe;
use serde_json::json;

use super::form::{FormField, RailForm};
use super::owner::name;
use super::view::{RailExample, RailView};
use crate::shape::{Field, Object, number};

pub const VIEW: RailView = RailView {
    about: "Details on `mxn_spei`, in MXN.",
    details: &DETAILS,
    dependent: None,
    pitch: "Mexican pesos. Arrives within seconds.",
    form: RailForm {
        account: &[FormField::number("spei_clabe", "CLABE").hint("18 digits.")],
        holder: &[FormField::text("beneficiary_name", "Name of the holder").hint("As the bank knows it.")],
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
        name("beneficiary_name", "Who holds the account.", "Ada Lovelace"),
        Field::required(
            "spei_clabe",
            "18 digits with a valid check digit.",
            number(18, 18, clabe::PATTERN, clabe::check, "032180000118359719"),
        )
        .sensitive(),
    ],
};
