//! What a deposit, a withdrawal or a transfer on the chain has beside the transaction itself: for its page and its
//! receipt.

use i18n::Locale;
use rules::external_transfer::{Counterparty, ExternalTransfer, Route};

use crate::dashboard::external_transfers::rate;

pub struct TransferFact {
    pub name: &'static str,
    pub value: String,
    /// Whether people copy it letter by letter.
    pub is_code: bool,
}

pub fn transfer_facts(locale: Locale, transfer: &ExternalTransfer) -> Vec<TransferFact> {
    let mut facts = Vec::new();
    let mut add = |name, value: Option<String>, is_code| {
        facts.extend(value.map(|value| TransferFact { name, value, is_code }));
    };
    if let Route::Bank(rail) = transfer.route {
        let rate = rate(locale, transfer.terms.rate, rail.currency());
        let outside = locale.money(transfer.outside, rail.currency());
        add(locale.text("receipt-payment-method"), Some(locale.rail_name(rail).to_owned()), false);
        add(locale.text("receipt-local-amount"), Some(outside), false);
        add(locale.text("label-exchange-rate"), rate, false);
    }
    if let Counterparty::Address { chain, address, .. } | Counterparty::DepositAddress { chain, address } =
        &transfer.counterparty
    {
        add(locale.text("label-network"), Some(chain.clone()), false);
        add(locale.text("label-address"), Some(address.clone()), true);
    }
    let reference = Some(transfer.reference.clone()).filter(|reference| !reference.is_empty());
    add(locale.text("receipt-transfer-reference"), reference, true);
    add(locale.text("withdrawal-bank-reference"), transfer.bank_reference.clone(), true);
    add(locale.text("receipt-transaction-hash"), transfer.hash.clone(), true);
    facts
}
