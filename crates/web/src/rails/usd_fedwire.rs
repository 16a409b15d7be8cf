//! Domestic wires in the United States.

use serde_json::json;

use super::usd_ach;
use super::view::{RailExample, RailView};

pub const VIEW: RailView = RailView {
    about: "The details of a bank account on `usd_fedwire`, in USD.",
    details: &usd_ach::DETAILS,
    dependent: None,
    pitch: |locale| locale.text("rail-pitch-usd-fedwire"),
    form: usd_ach::FORM,
    example: RailExample {
        name: "Treasury account",
        details: || {
            json!({
                "account_number": "000987654321",
                "routing_number": "026009593",
                "bank_account_type": "checking",
                "bank_account_holder_type": "individual",
                "owner_address": usd_ach::address(),
                "owner_first_name": "Ada",
                "owner_last_name": "Lovelace",
            })
        },
    },
};
