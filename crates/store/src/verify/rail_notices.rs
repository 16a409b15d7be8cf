//! Notices: what was said to have happened outside. Each did what it is said to have done.

use rules::account::Mode;
use rules::external_transfer::Route;

use super::external_transfers::{APPLIED, CREDITED, ENDED, RETURNED};
use super::facts::{Fact, FactKind, Sink};
use super::finding::Finding;
use super::transfers::cost;
use super::{Books, TableReader};
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

const RAIL_NOTICES: &str =
    "select n.id, n.outcome, n.amount, n.transaction_id, n.effect, n.worth, n.created_at, n.route,
        n.mode, t.type, t.failure_reason, n.booked_amount,
        case when n.booked_amount < n.amount then
            (select coalesce(max(p.amount), 0) from rail_notices p where p.name = 'surplus:' || n.name)
            else 0 end,
        case when n.booked_amount < n.amount then
            (select coalesce(max(p.amount), 0) from rail_notices p where p.name = 'excess:' || n.name)
            else 0 end,
        case when n.worth > 0 and n.effect = 'applied' then
            (select count(*) from rail_notices p where p.name in (n.name || ':matched', n.name || ':returned'))
            else 1 end
    from rail_notices n left join transactions t on t.id = n.transaction_id";

/// Says how many there are.
pub async fn read(
    connection: &Connection,
    books: &Books,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<u64, Error> {
    let mut count = 0;
    let take = |row: &SqlRow<'_>| {
        reading.row();
        count += 1;
        RailNotice::read(row)?.check(books, sink);
        Ok(())
    };
    reading.scan(connection, "rail_notices", RAIL_NOTICES, take).await?;
    Ok(count)
}

struct RailNotice<'a> {
    id: &'a str,
    outcome: &'a str,
    amount: Option<i64>,
    /// The transaction that it names.
    about: Option<&'a str>,
    effect: &'a str,
    worth: i64,
    created_at: i64,
    route: &'a str,
    mode: &'a str,
    /// Of the transaction that it names.
    kind: Option<&'a str>,
    failure_reason: Option<&'a str>,
    booked: Option<i64>,
    surplus: i64,
    excess: i64,
    /// How many notices say where its parked money went.
    ends: i64,
}

impl<'a> RailNotice<'a> {
    fn read(row: &'a SqlRow<'_>) -> Result<RailNotice<'a>, Error> {
        let mut columns = Columns::of(row);
        Ok(RailNotice {
            id: columns.text()?,
            outcome: columns.text()?,
            amount: columns.read()?,
            about: columns.optional_text()?,
            effect: columns.text()?,
            worth: columns.read()?,
            created_at: columns.read()?,
            route: columns.text()?,
            mode: columns.text()?,
            kind: columns.optional_text()?,
            failure_reason: columns.optional_text()?,
            booked: columns.read()?,
            surplus: columns.read()?,
            excess: columns.read()?,
            ends: columns.read()?,
        })
    }

    fn check(&self, books: &Books, sink: &mut impl Sink) {
        let RailNotice { id, outcome, effect, worth, .. } = *self;
        let words = || format!("{id} {outcome}, {effect}");
        if self.ends != 1 {
            let expected = "one notice that records where the parked money went";
            sink.wrong(|| Finding::new(format!("notices {id}"), expected, self.ends.to_string()));
        }
        let mut tell = |kind, subject: &str, details, times| {
            let fact = Fact { kind, subject, id: books.key.text(subject), details, times };
            sink.tell(fact, words);
        };
        if worth > 0 {
            let route = Route::parse(self.route).unwrap_or(Route::Chain);
            let mode = Mode::parse(self.mode).unwrap_or(Mode::Test);
            tell(FactKind::Parked, id, cost(books, "park", 0, worth, self.created_at), 1);
            tell(FactKind::World, id, books.world_of(mode, route), 1);
            if effect == "applied" {
                tell(FactKind::Parked, id, cost(books, "unpark", 0, worth, 0), 1);
                tell(FactKind::World, id, books.world_of(mode, route), 1);
            }
        }
        let has_moved = matches!(effect, "applied" | "credited") && worth == 0;
        match (self.about, outcome) {
            (Some(about), "received") if has_moved => {
                let effect = if effect == "applied" { APPLIED } else { CREDITED };
                let booked = self.booked.unwrap_or(0);
                tell(FactKind::RailNotice, about, books.key.with(effect, booked), -1);
                // What the transaction did not get is credited beside it, or parked: all of it is somewhere.
                let (amount, surplus, excess) = (self.amount.unwrap_or(0), self.surplus, self.excess);
                let sum = booked.checked_add(surplus).and_then(|sum| sum.checked_add(excess));
                if sum != Some(amount) {
                    let expected = format!("parts that add up to {amount}");
                    let found = format!("{booked}, {surplus} and {excess}");
                    sink.wrong(|| Finding::new(format!("notices {id}"), expected, found));
                }
            }
            (Some(about), "completed" | "failed" | "returned")
                if has_moved && self.kind == Some("withdrawal") =>
            {
                let is_back = self.failure_reason == Some("returned_by_bank");
                match (is_back, outcome) {
                    (false, _) => tell(FactKind::RailNotice, about, books.key.with(ENDED, 0), -1),
                    // A bank may return what it never said to have paid.
                    (true, "completed") => {}
                    (true, _) => tell(FactKind::RailNotice, about, books.key.with(RETURNED, 0), -1),
                }
            }
            // Parked money may never have been matched, and gone back.
            (None, "returned") => {}
            (None, _) if effect != "parked" && worth == 0 => {
                sink.wrong(|| {
                    Finding::new(format!("notices {id}"), "a transaction that the notice is about", "none")
                });
            }
            _ => {}
        }
    }
}
