//! Transferencias 3.0 in Argentina.

use rules::rail::ars_transfers::{ACCOUNT_PATTERN, ArsAccountType, check_account};
use serde_json::json;

use super::form::{FormField, RailForm, Reading};
use super::owner::{self, name};
use super::view::{DependentField, RailExample, RailView};
use crate::shape::{Field, FieldKind, Object, code};

pub const VIEW: RailView = RailView {
    about: "The details of a bank account on `ars_transfers_3_0`, in ARS.",
    details: &DETAILS,
    dependent: Some(DependentField {
        name: "account_value",
        depends_on: "account_type",
        check: |choice, value| {
            ArsAccountType::parse(choice).map_or(Ok(()), |account_type| check_account(account_type, value))
        },
        patterns: || ArsAccountType::ALL.map(|choice| (choice.name(), choice.pattern())).into(),
    }),
    pitch: |locale| locale.text("rail-pitch-ars-transfers"),
    form: RailForm {
        account: &[
            FormField::choice(
                "account_type",
                |locale| locale.text("bank-ars-account-type"),
                &[
                    ("cvu", |locale| locale.text("bank-ars-cvu")),
                    ("cbu", |locale| locale.text("bank-ars-cbu")),
                    ("alias", |_| "Alias"),
                ],
            ),
            FormField::text("account_value", |locale| locale.text("bank-ars-account"))
                .hint(|locale| locale.text("bank-ars-account-hint"))
                .reading(Reading::ArgentineAccount),
        ],
        holder: &[owner::BENEFICIARY_NAME_INPUT],
        address: &[],
    },
    example: RailExample {
        name: "Buenos Aires office",
        details: || {
            json!({
                "beneficiary_name": "Ada Lovelace",
                "account_type": "cbu",
                "account_value": "2850590940090418135201",
            })
        },
    },
};

static DETAILS: Object = Object {
    name: "ArsTransfersInfo",
    about: "An account in Argentina, by CBU, CVU or alias.",
    closed: true,
    fields: &[
        name("beneficiary_name", "The name of the account holder.", "Ada Lovelace"),
        Field::required(
            "account_type",
            "The type of `account_value`.",
            FieldKind::Choice(&ArsAccountType::NAMES),
        ),
        Field::required(
            "account_value",
            "22 digits with valid check digits, or an alias of 6 to 20 letters, digits, dots and hyphens.",
            code(6, 22, ACCOUNT_PATTERN, "2850590940090418135201"),
        )
        .sensitive(),
    ],
};
