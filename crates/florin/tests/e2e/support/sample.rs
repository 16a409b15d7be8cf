//! A valid bank account on every rail, an external wallet, and what live money costs.

use rules::account::Mode;
use serde_json::{Value, json};

/// `payment_rail`, the property of its details, its currency.
pub const RAILS: [(&str, &str, &str); 8] = [
    ("usd_ach", "usd_ach", "USD"),
    ("usd_fedwire", "usd_domestic_wire", "USD"),
    ("brl_pix", "brl_pix", "BRL"),
    ("ars_transfers_3_0", "ars_transfers", "ARS"),
    ("cop_pse", "cop_ach", "COP"),
    ("mxn_spei", "mxn_spei", "MXN"),
    ("cad_eft", "cad_eft", "CAD"),
    ("eur_sepa", "eur_sepa", "EUR"),
];

/// A body that POST /bank_accounts accepts.
pub fn bank_account(payment_rail: &str) -> Value {
    let known = RAILS.into_iter().find(|(rail, _, _)| *rail == payment_rail);
    let (_, property, currency) = known.expect("one of the eight rails");
    let mut body = json!({ "name": "Payroll", "currency": currency, "payment_rail": payment_rail });
    body[property] = details(property);
    body
}

fn details(property: &str) -> Value {
    let address = json!({ "country": "USA", "line1": "12 Analytical Row", "city": "Springfield", "state": "IL",
                          "postal_code": "62701" });
    match property {
        "usd_ach" | "usd_domestic_wire" => json!({
            "account_number": "000123456789", "routing_number": "021000021", "bank_account_type": "checking",
            "bank_account_holder_type": "business", "owner_address": address, "owner_business_name": "Lovelace Ltd" }),
        "brl_pix" => json!({ "pix_key": "12345678909" }),
        "ars_transfers" => json!({ "beneficiary_name": "Ada Lovelace", "account_type": "cbu",
                                   "account_value": "2850590940090418135201" }),
        "cop_ach" => json!({
            "beneficiary_first_name": "Ada", "beneficiary_last_name": "Lovelace", "document_id": "1020304050",
            "document_type": "cc", "email": "ada@example.com", "bank_code": "007", "bank_account": "12345678901",
            "account_type": "savings" }),
        "mxn_spei" => json!({ "beneficiary_name": "Ada Lovelace", "spei_clabe": "032180000118359719" }),
        "cad_eft" => json!({
            "account_number": "1234567", "transit_number": "00022", "institution_number": "003",
            "bank_account_type": "checking", "bank_account_holder_type": "individual", "owner_first_name": "Ada",
            "owner_last_name": "Lovelace" }),
        "eur_sepa" => json!({
            "iban": "DE89370400440532013000", "bank_account_type": "savings", "bank_account_holder_type": "individual",
            "owner_address": address, "owner_first_name": "Ada", "owner_last_name": "Lovelace" }),
        other => panic!("{other} is no rail"),
    }
}

/// An address with its checksum.
pub const ADDRESS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/// A body that POST /external_wallets accepts: on the chain of the account's own USDC.
pub fn external_wallet(mode: Mode) -> Value {
    let chain = match mode {
        Mode::Live => "base",
        Mode::Test => "simulated",
    };
    json!({ "name": "Cold storage", "chain": chain, "address": ADDRESS })
}

/// A file for `--tariff-file`, which opens some rails for live money.
pub const TARIFF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/e2e/support/tariff.toml");
