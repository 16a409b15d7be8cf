//! What subscribers receive: an event with its object as the API shows it at that moment, without bank details. A bank
//! account is reduced to its name and rail.

use rules::account::Mode;
use rules::event::EventPayload;
use rules::event_type::EventType;
use rules::external_account::bank_account::BankAccount;
use rules::id::{BankAccountId, EventId};
use rules::time::Timestamp;
use serde::Serialize;
use store::StoredEvent;

use super::{endpoint, external_wallet, item, json, payout, recipient, shown, told_transaction};

#[derive(Serialize)]
struct ThinBankAccount<'a> {
    #[serde(serialize_with = "shown")]
    id: BankAccountId,
    name: &'a str,
    status: &'static str,
    payment_rail: &'static str,
    currency: &'static str,
    #[serde(serialize_with = "shown")]
    created_at: Timestamp,
}

fn thin_bank_account(row: &BankAccount) -> Vec<u8> {
    json(&ThinBankAccount {
        id: row.id,
        name: &row.name,
        status: row.status.name(),
        payment_rail: row.rail.payment_rail(),
        currency: row.rail.currency().code(),
        created_at: row.created_at,
    })
}

/// The object of an event.
pub(crate) fn event_data(payload: &EventPayload) -> String {
    let body = match payload {
        EventPayload::PayoutCreated(row) | EventPayload::PayoutEnded(row) => payout(row),
        EventPayload::ItemChanged { item: row, email } => item(row, email),
        EventPayload::InboundTransferCompleted(row) | EventPayload::ExternalTransferChanged(row) => {
            told_transaction(row)
        }
        EventPayload::RecipientChanged { recipient: row, nickname, .. } => recipient(row, nickname),
        EventPayload::BankAccountChanged(_, row) => thin_bank_account(row),
        EventPayload::ExternalWalletChanged(_, row) => external_wallet(row),
        EventPayload::WebhookTest(row) => endpoint(row),
    };
    String::from_utf8(body).expect("JSON is UTF-8")
}

/// What is sent of an event: the same bytes every time.
pub(crate) fn delivery_body(event: &StoredEvent, mode: Mode) -> String {
    event_body(event.id, event.kind, event.at, mode, event.sequence, &event.data)
}

/// The body of a delivery, from the columns of an event's row. `data` is JSON, and is sent as it was stored.
pub fn event_body(
    id: EventId,
    kind: EventType,
    at: Timestamp,
    mode: Mode,
    sequence: i64,
    data: &str,
) -> String {
    let (kind, environment) = (kind.name(), mode.name());
    let happened = format!(r#""id":"{id}","type":"{kind}","timestamp":"{at}""#);
    format!(r#"{{{happened},"environment":"{environment}","sequence":{sequence},"data":{data}}}"#)
}
