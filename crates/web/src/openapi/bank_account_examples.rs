//! A bank account on each rail. The numbers are the well-known ones of the schemes' own documents: their
//! check digits fit, and they are nobody's account.

use rules::rail::Rail;
use serde_json::{Value, json};

use super::examples::{BANK_ACCOUNT_ID, TIME};

/// What the rail reaches, in a few words.
pub fn summary(rail: Rail) -> &'static str {
    match rail {
        Rail::UsdAch => "United States, ACH",
        Rail::UsdFedwire => "United States, domestic wire",
        Rail::BrlPix => "Brazil, Pix",
        Rail::ArsTransfers => "Argentina, Transferencias 3.0",
        Rail::CopPse => "Colombia, PSE",
        Rail::MxnSpei => "Mexico, SPEI",
        Rail::CadEft => "Canada, EFT",
        Rail::EurSepa => "Europe, SEPA",
    }
}

pub fn create_bank_account(rail: Rail) -> Value {
    json!({
        "name": name(rail),
        "currency": rail.currency().code(),
        "payment_rail": rail.payment_rail(),
        rail.property(): details(rail),
    })
}

pub fn bank_account(rail: Rail) -> Value {
    json!({
        "id": BANK_ACCOUNT_ID,
        "name": name(rail),
        "status": "active",
        "created_at": TIME,
        rail.property(): details(rail),
    })
}

fn name(rail: Rail) -> &'static str {
    match rail {
        Rail::UsdAch => "Payroll account",
        Rail::UsdFedwire => "Treasury account",
        Rail::BrlPix => "São Paulo office",
        Rail::ArsTransfers => "Buenos Aires office",
        Rail::CopPse => "Bogotá office",
        Rail::MxnSpei => "Mexico City office",
        Rail::CadEft => "Toronto office",
        Rail::EurSepa => "Berlin office",
    }
}

fn details(rail: Rail) -> Value {
    match rail {
        Rail::UsdAch => json!({
            "account_number": "000123456789",
            "routing_number": "021000021",
            "bank_account_type": "checking",
            "bank_account_holder_type": "business",
            "owner_address": us_address(),
            "owner_business_name": "Lovelace Ltd",
        }),
        Rail::UsdFedwire => json!({
            "account_number": "000987654321",
            "routing_number": "026009593",
            "bank_account_type": "checking",
            "bank_account_holder_type": "individual",
            "owner_address": us_address(),
            "owner_first_name": "Ada",
            "owner_last_name": "Lovelace",
        }),
        Rail::BrlPix => json!({ "pix_key": "12345678909" }),
        Rail::ArsTransfers => json!({
            "beneficiary_name": "Ada Lovelace",
            "account_type": "cbu",
            "account_value": "2850590940090418135201",
        }),
        Rail::CopPse => json!({
            "beneficiary_first_name": "Ada",
            "beneficiary_last_name": "Lovelace",
            "document_id": "1020304050",
            "document_type": "cc",
            "email": "ada@example.com",
            "bank_code": "007",
            "bank_account": "12345678901",
            "account_type": "savings",
        }),
        Rail::MxnSpei => json!({
            "beneficiary_name": "Ada Lovelace",
            "spei_clabe": "032180000118359719",
        }),
        Rail::CadEft => json!({
            "account_number": "1234567",
            "transit_number": "00022",
            "institution_number": "003",
            "bank_account_type": "checking",
            "bank_account_holder_type": "individual",
            "owner_first_name": "Ada",
            "owner_last_name": "Lovelace",
        }),
        Rail::EurSepa => json!({
            "iban": "DE89370400440532013000",
            "bank_account_type": "checking",
            "bank_account_holder_type": "business",
            "owner_address": {
                "country": "DEU",
                "line1": "Rechenweg 12",
                "city": "Berlin",
                "state": "Berlin",
                "postal_code": "10115",
            },
            "owner_business_name": "Lovelace GmbH",
        }),
    }
}

fn us_address() -> Value {
    json!({
        "country": "USA",
        "line1": "12 Analytical Row",
        "city": "Springfield",
        "state": "IL",
        "postal_code": "62701",
    })
}
