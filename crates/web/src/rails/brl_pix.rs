//! Pix in Brazil.

use rules::rail::brl_pix;
use serde_json::json;

use super::form::{FormField, RailForm};
use super::view::{RailExample, RailView};
use crate::shape::{Field, Object, number};

const KEY_KINDS: &str = "A CPF or CNPJ, a phone number with +55, an email address or a random key.";

pub const VIEW: RailView = RailView {
    about: "Details on `brl_pix`, in BRL.",
    details: &DETAILS,
    dependent: None,
    pitch: "Brazilian reais. Arrives within seconds.",
    form: RailForm {
        account: &[FormField::text("pix_key", "Pix key").hint(KEY_KINDS).wide()],
        holder: &[],
        address: &[],
    },
    example: RailExample { name: "São Paulo office", details: || json!({ "pix_key": "12345678909" }) },
};

static DETAILS: Object = Object {
    name: "BrlPixInfo",
    about: "A Pix key.",
    closed: true,
    fields: &[Field::required(
        "pix_key",
        KEY_KINDS,
        number(5, 77, brl_pix::KEY_PATTERN, brl_pix::check_key, "12345678909"),
    )
    .sensitive()],
};
