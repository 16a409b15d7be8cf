//! Pix in Brazil.

use rules::rail::brl_pix;
use serde_json::json;

use super::form::{FormField, RailForm, Reading};
use super::view::{RailExample, RailView};
use crate::shape::{Field, Object, number};

pub const VIEW: RailView = RailView {
    about: "The details of a bank account on `brl_pix`, in BRL.",
    details: &DETAILS,
    dependent: None,
    pitch: |locale| locale.text("rail-pitch-brl-pix"),
    form: RailForm {
        account: &[FormField::text("pix_key", |locale| locale.text("bank-pix-key"))
            .hint(|locale| locale.text("bank-pix-key-hint"))
            .reading(Reading::PixKey)
            .wide()],
        holder: &[],
        address: &[],
    },
    example: RailExample { name: "São Paulo office", details: || json!({ "pix_key": "12345678909" }) },
};

static DETAILS: Object = Object {
    name: "BrlPixInfo",
    about: "An account in Brazil, by its Pix key.",
    closed: true,
    fields: &[Field::required(
        "pix_key",
        "A CPF or CNPJ, a phone number with +55, an email address or a random key.",
        number(5, 77, brl_pix::KEY_PATTERN, brl_pix::check_key, "12345678909"),
    )
    .sensitive()],
};
