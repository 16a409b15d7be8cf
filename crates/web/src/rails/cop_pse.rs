//! PSE and ACH in Colombia.

use rules::external_account::bank_account::BankAccountType;
use rules::rail::cop_pse::{self, CopDocumentType};
use serde_json::json;

use super::form::{FormField, RailForm};
use super::owner::{ACCOUNT_TYPE_CHOICES, name};
use super::view::{DependentField, RailExample, RailView};
use crate::shape::{Field, FieldKind, Object, email, number};

pub const VIEW: RailView = RailView {
    about: "Details on `cop_pse`, in COP.",
    details: &DETAILS,
    dependent: Some(DependentField {
        name: "document_id",
        depends_on: "document_type",
        check: |choice, value| {
            CopDocumentType::parse(choice)
                .map_or(Ok(()), |document_type| cop_pse::check_document(document_type, value))
        },
        patterns: || CopDocumentType::ALL.map(|choice| (choice.name(), choice.pattern())).into(),
    }),
    pitch: "Colombian pesos. Takes about a day.",
    form: FORM,
    example: RailExample {
        name: "Bogotá office",
        details: || {
            json!({
                "beneficiary_first_name": "Ada",
                "beneficiary_last_name": "Lovelace",
                "document_id": "1020304050",
                "document_type": "cc",
                "email": "ada@example.com",
                "bank_code": "007",
                "bank_account": "12345678901",
                "account_type": "savings",
            })
        },
    },
};

static DETAILS: Object = Object {
    name: "CopAchInfo",
    about: "A bank account in Colombia.",
    closed: true,
    fields: &[
        name("beneficiary_first_name", "First name of who holds the account.", "Ada"),
        name("beneficiary_last_name", "Last name of who holds the account.", "Lovelace"),
        Field::required(
            "document_id",
            "Without dots or spaces.",
            number(3, 16, cop_pse::DOCUMENT_PATTERN, |_| Ok(()), "1020304050"),
        )
        .sensitive(),
        Field::required(
            "document_type",
            "What `document_id` is.",
            FieldKind::Choice(&CopDocumentType::NAMES),
        ),
        Field::required("email", "Where the bank reaches the beneficiary.", email()).sensitive(),
        Field::required(
            "bank_code",
            "3 or 4 digits.",
            number(3, 4, cop_pse::BANK_CODE_PATTERN, cop_pse::check_bank_code, "007"),
        ),
        Field::required(
            "bank_account",
            "6 to 20 digits.",
            number(6, 20, cop_pse::ACCOUNT_PATTERN, cop_pse::check_account, "12345678901"),
        )
        .sensitive(),
        Field::required("account_type", "The kind of account.", FieldKind::Choice(&BankAccountType::NAMES)),
    ],
};

const FORM: RailForm = RailForm {
    account: &[
        FormField::number("bank_code", "Bank code").hint("3 or 4 digits, such as 007."),
        FormField::number("bank_account", "Account number").hint("6 to 20 digits."),
        FormField::choice("account_type", "Kind of account", ACCOUNT_TYPE_CHOICES),
    ],
    holder: &[
        FormField::text("beneficiary_first_name", "First name of the holder"),
        FormField::text("beneficiary_last_name", "Last name of the holder"),
        FormField::choice(
            "document_type",
            "Document",
            &[
                ("cc", "Cédula de ciudadanía"),
                ("ce", "Cédula de extranjería"),
                ("nit", "NIT"),
                ("pass", "Passport"),
                ("pep", "PEP"),
            ],
        ),
        FormField::text("document_id", "Document number").hint("Without dots or spaces."),
        FormField::text("email", "Email of the holder").hint("The bank writes to this address."),
    ],
    address: &[],
};
