//! Transferencias 3.0 in Argentina.

use rules::rail::ars_transfers::{ACCOUNT_PATTERN, ArsAccountType, check_account};
use serde_json::json;

use super::form::{FormField, RailForm};
use super::owner::name;
use super::view::{DependentField, RailExample, RailView};
use crate::shape::{Field, FieldKind, Object, number};

pub const VIEW: RailView = RailView {
    about: "Details on `ars_transfers_3_0`, in ARS.",
    details: &DETAILS,
    dependent: Some(DependentField {
        name: "account_value",
        depends_on: "account_type",
        check: |choice, value| {
            ArsAccountType::parse(choice).map_or(Ok(()), |account_type| check_account(account_type, value))
        },
        patterns: || ArsAccountType::ALL.map(|choice| (choice.name(), choice.pattern())).into(),
    }),
    pitch: "Argentine pesos, by CBU, CVU or alias.",
    form: RailForm {
        account: &[
            FormField::choice(
                "account_type",
                "Kind of account",
                &[("cvu", "CVU (wallet)"), ("cbu", "CBU (bank)"), ("alias", "Alias")],
            ),
            FormField::text("account_value", "CBU, CVU or alias")
                .hint("22 digits, or an alias such as mate.sol.luna."),
        ],
        holder: &[FormField::text("beneficiary_name", "Name of the holder").hint("As the bank knows it.")],
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
        name("beneficiary_name", "Who holds the account.", "Ada Lovelace"),
        Field::required(
            "account_type",
            "What `account_value` is.",
            FieldKind::Choice(&ArsAccountType::NAMES),
        ),
        Field::required(
            "account_value",
            "22 digits with valid check digits, or an alias of 6 to 20 letters, digits, dots and hyphens.",
            number(6, 22, ACCOUNT_PATTERN, |_| Ok(()), "2850590940090418135201"),
        )
        .sensitive(),
    ],
};
