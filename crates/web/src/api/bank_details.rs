//! The body that creates a bank account: its name, its rail, and the object with the rail's details.

mod render;
mod together;

pub use render::render_details;
pub use together::check_together;

use rules::money::Currency;
use rules::rail::Rail;

use crate::json_node::JsonNode;
use crate::rails::with_rail_fields;
use crate::shape::{Field, FieldKind, Object, label};

pub const NAME: Field = Field::required("name", "The display name.", label(1, 255, "Payroll account"));

pub static CREATE_BANK_ACCOUNT: Object = Object {
    name: "CreateBankAccount",
    about: "A bank account: its name, its payment rail, and the object that belongs to the rail.",
    closed: true,
    fields: &with_rail_fields::<3, { 3 + Rail::ALL.len() }>([
        NAME,
        Field::required("currency", "The currency of the rail.", FieldKind::Choice(&Currency::NAMES)),
        Field::required(
            "payment_rail",
            "The payment rail. It determines the currency and the object with the details.",
            FieldKind::Choice(&Rail::NAMES),
        ),
    ]),
};

pub fn rail_of(body: &JsonNode<'_>) -> Option<Rail> {
    body.text("payment_rail").and_then(Rail::parse)
}
