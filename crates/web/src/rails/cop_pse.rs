//! PSE and ACH in Colombia.

use rules::external_account::bank_account::BankAccountType;
use rules::rail::cop_pse::{self, CopDocumentType};
use serde_json::json;

use super::form::{FormField, RailForm, Reading};
use super::owner::{ACCOUNT_TYPE_CHOICES, name};
use super::view::{DependentField, RailExample, RailView};
use crate::shape::{Field, FieldKind, Object, code, email, number};

pub const VIEW: RailView = RailView {
    about: "The details of a bank account on `cop_pse`, in COP.",
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
    pitch: |locale| locale.text("rail-pitch-cop-pse"),
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
        name("beneficiary_first_name", "The first name of the account holder.", "Ada"),
        name("beneficiary_last_name", "The last name of the account holder.", "Lovelace"),
        Field::required(
            "document_id",
            "Without dots or spaces.",
            code(3, 16, cop_pse::DOCUMENT_PATTERN, "1020304050"),
        )
        .sensitive(),
        Field::required(
            "document_type",
            "The type of the document.",
            FieldKind::Choice(&CopDocumentType::NAMES),
        ),
        Field::required("email", "The email address at which the bank contacts the beneficiary.", email())
            .sensitive(),
        Field::required(
            "bank_code",
            "The bank code: 3 or 4 digits.",
            number(3, 4, cop_pse::BANK_CODE_PATTERN, cop_pse::check_bank_code, "007"),
        ),
        Field::required(
            "bank_account",
            "The account number: 6 to 20 digits.",
            number(6, 20, cop_pse::ACCOUNT_PATTERN, cop_pse::check_account, "12345678901"),
        )
        .sensitive(),
        Field::required("account_type", "The type of account.", FieldKind::Choice(&BankAccountType::NAMES)),
    ],
};

const FORM: RailForm = RailForm {
    account: &[
        FormField::number("bank_code", |locale| locale.text("bank-code"))
            .hint(|locale| locale.text("bank-code-hint")),
        FormField::number("bank_account", |locale| locale.text("bank-account-number"))
            .hint(|locale| locale.text("bank-colombian-account-hint")),
        FormField::choice("account_type", |locale| locale.text("bank-account-type"), ACCOUNT_TYPE_CHOICES),
    ],
    holder: &[
        FormField::text("beneficiary_first_name", |locale| locale.text("bank-holder-first-name"))
            .autocomplete("given-name"),
        FormField::text("beneficiary_last_name", |locale| locale.text("bank-holder-last-name"))
            .autocomplete("family-name"),
        FormField::choice(
            "document_type",
            |locale| locale.text("bank-document-type"),
            &[
                ("cc", |_| "Cédula de ciudadanía"),
                ("ce", |_| "Cédula de extranjería"),
                ("nit", |_| "NIT"),
                ("pass", |locale| locale.text("bank-document-passport")),
                ("pep", |_| "PEP"),
            ],
        ),
        FormField::text("document_id", |locale| locale.text("bank-document-number"))
            .reading(Reading::ColombianDocument),
        FormField::email("email", |locale| locale.text("bank-holder-email"))
            .hint(|locale| locale.text("bank-holder-email-hint"))
            .autocomplete("email"),
    ],
    address: &[],
};
