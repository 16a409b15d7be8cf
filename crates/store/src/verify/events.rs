//! Events: each one tells of a change that happened, in its place in the order of its object.
//!
//! What happens to money follows from the rows, so every event of it is due. Names can change at any time; recipients,
//! bank accounts and external wallets count their events instead, and the first tells of their creation.

use rules::event_type::EventType;

use super::facts::{ById, Fact, FactKey, FactKind, Sink};
use super::finding::Finding;
use super::{Books, TableReader};
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

const EVENTS: &str = "select type, object_id, sequence, account_id, created_at from events";
const RECIPIENTS: &str = "select id, account_id, created_at, events from recipients";
const BANK_ACCOUNTS: &str = "select id, account_id, created_at, events from bank_accounts";
const EXTERNAL_WALLETS: &str = "select id, account_id, created_at, events from external_wallets";

/// Everything about an event that follows from its object.
pub fn told(key: &FactKey, kind: &str, sequence: i64, owner: u64, at: i64) -> u64 {
    key.with(key.with(key.text(kind) ^ owner.rotate_left(17), sequence), at)
}

/// What the events said, for the objects to agree with.
struct EventSummary {
    count: u64,
    /// When the first was.
    oldest: i64,
    /// The first event of each bank account and external wallet: whether it tells of a creation, and when it was.
    first: ById<(bool, i64)>,
}

/// Says how many there are.
pub async fn read(
    connection: &Connection,
    books: &Books,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<u64, Error> {
    let mut said = EventSummary { count: 0, oldest: i64::MAX, first: ById::default() };
    let take = |row: &SqlRow<'_>| {
        reading.row();
        said.take(&books.key, row, sink)
    };
    reading.scan(connection, "events", EVENTS, take).await?;
    for (noun, sql) in
        [("recipient", RECIPIENTS), ("bank_account", BANK_ACCOUNTS), ("external_wallet", EXTERNAL_WALLETS)]
    {
        let take = |row: &SqlRow<'_>| {
            reading.row();
            said.compare(&books.key, noun, row, sink)
        };
        reading.scan(connection, noun, sql, take).await?;
    }
    Ok(said.count)
}

impl EventSummary {
    fn take(&mut self, key: &FactKey, row: &SqlRow<'_>, sink: &mut impl Sink) -> Result<(), Error> {
        let mut columns = Columns::of(row);
        let (name, subject, sequence) = (columns.text()?, columns.text()?, columns.read()?);
        let (account, at) = (columns.text()?, columns.read()?);
        self.count += 1;
        self.oldest = self.oldest.min(at);
        let (id, owner) = (key.text(subject), key.text(account));
        let Some(kind) = EventType::parse(name) else {
            let there = name.to_owned();
            sink.wrong(|| Finding::new(format!("events of {subject}"), "a known event type", there));
            return Ok(());
        };
        let is_counted = ["recipient", "bank_account", "external_wallet"].contains(&kind.noun());
        if is_counted {
            let details = numbered(key, kind.noun(), owner, sequence);
            let fact = Fact { kind: FactKind::Number, subject, id, details, times: -1 };
            sink.tell(fact, || format!("{} event {sequence} of {account}", kind.noun()));
        }
        match kind {
            // A user asked for it; nothing happened.
            EventType::WebhookTest => {}
            EventType::BankAccountCreated | EventType::ExternalWalletCreated if sequence != 1 => {
                let there = format!("{name} as event {sequence}");
                sink.wrong(|| Finding::new(format!("events of {subject}"), "the creation as event 1", there));
            }
            EventType::BankAccountCreated | EventType::ExternalWalletCreated => {
                self.first.insert(id, (true, at));
            }
            _ if is_counted && kind != EventType::RecipientCreated => {
                if sequence == 1 && kind.noun() != "recipient" {
                    self.first.insert(id, (false, at));
                }
            }
            _ => {
                let details = told(key, name, sequence, owner, at);
                let fact = Fact { kind: FactKind::Event, subject, id, details, times: -1 };
                sink.tell(fact, || format!("{name} {sequence} of {account} at {at}"));
            }
        }
        Ok(())
    }

    /// One object and its events.
    fn compare(
        &self,
        key: &FactKey,
        noun: &str,
        row: &SqlRow<'_>,
        sink: &mut impl Sink,
    ) -> Result<(), Error> {
        let mut columns = Columns::of(row);
        let (subject, account) = (columns.text()?, columns.text()?);
        let (at, events): (i64, i64) = (columns.read()?, columns.read()?);
        let (id, owner) = (key.text(subject), key.text(account));
        if events < 0 || events as u64 > self.count {
            let there = events.to_string();
            sink.wrong(|| {
                Finding::new(format!("{noun}s {subject}"), "at most as many events as exist", there)
            });
            return Ok(());
        }
        for sequence in 1..=events {
            let details = numbered(key, noun, owner, sequence);
            let fact = Fact { kind: FactKind::Number, subject, id, details, times: 1 };
            sink.tell(fact, || format!("{noun} event {sequence} of {account}"));
        }
        // Recipients that are older than all events come from a time that had none.
        if noun == "recipient" && at >= self.oldest {
            let details = told(key, "recipient.created", 1, owner, at);
            let fact = Fact { kind: FactKind::Event, subject, id, details, times: 1 };
            sink.tell(fact, || format!("recipient.created 1 of {account} at {at}"));
        }
        // So do bank accounts and wallets whose first event is of a later day.
        if let Some((tells_of_creation, first_at)) = self.first.get(&id)
            && *tells_of_creation != (*first_at == at)
        {
            let there =
                format!("{} event at {first_at}", if *tells_of_creation { "a creation" } else { "another" });
            let expected = format!("a creation event at {at}");
            sink.wrong(|| Finding::new(format!("events of {subject}"), expected, there));
        }
        Ok(())
    }
}

fn numbered(key: &FactKey, noun: &str, owner: u64, sequence: i64) -> u64 {
    key.with(key.text(noun) ^ owner.rotate_left(17), sequence)
}
