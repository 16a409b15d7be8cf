//! Notices: what was said to have happened outside. Each did what it is said to have done.

use rules::account::Mode;
use rules::external_transfer::Route;

use super::external_transfers::{APPLIED, CREDITED, ENDED, RETURNED};
use super::facts::{Fact, Kind, Sink};
use super::finding::Finding;
use super::transfers::cost;
use super::{Books, Reading};
use crate::engine::{Connection, Row};
use crate::error::Error;

const RAIL_NOTICES: &str =
    "select n.id, n.outcome, n.amount, n.transaction_id, n.effect, n.worth, n.created_at, n.route,
        n.mode, t.type, t.status, t.failure_reason, n.booked_amount,
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
    reading: &Reading<'_>,
    sink: &mut impl Sink,
) -> Result<u64, Error> {
    let mut count = 0;
    let take = |row: &Row<'_>| {
        reading.row();
        count += 1;
        let (id, outcome, effect, worth) = (row.text(0)?, row.text(1)?, row.text(4)?, row.int(5)?);
        let (amount, about) = (row.optional_int(2)?, row.optional_text(3)?);
        let words = || format!("{id} {outcome}, {effect}");
        let ends = row.int(15)?;
        if ends != 1 {
            let expected = "one notice that says where parked money went";
            sink.wrong(|| Finding::new(format!("notices {id}"), expected, ends.to_string()));
        }
        let mut tell = |kind, subject: &str, details, times| {
            let fact = Fact { kind, subject, id: books.key.text(subject), details, times };
            sink.tell(fact, words);
        };
        if worth > 0 {
            let route = Route::parse(row.text(7)?).unwrap_or(Route::Chain);
            let mode = Mode::parse(row.text(8)?).unwrap_or(Mode::Test);
            tell(Kind::Parked, id, cost(books, "park", 0, worth, row.int(6)?), 1);
            tell(Kind::World, id, books.world_of(mode, route), 1);
            if effect == "applied" {
                tell(Kind::Parked, id, cost(books, "unpark", 0, worth, 0), 1);
                tell(Kind::World, id, books.world_of(mode, route), 1);
            }
        }
        let has_moved = matches!(effect, "applied" | "credited") && worth == 0;
        match (about, outcome) {
            (Some(about), "received") if has_moved => {
                let effect = if effect == "applied" { APPLIED } else { CREDITED };
                let booked = row.optional_int(12)?.unwrap_or(0);
                tell(Kind::RailNotice, about, books.key.with(effect, booked), -1);
                // What the transaction did not get is credited beside it, or parked: all of it is somewhere.
                let (amount, surplus, excess) = (amount.unwrap_or(0), row.int(13)?, row.int(14)?);
                let sum = booked.checked_add(surplus).and_then(|sum| sum.checked_add(excess));
                if sum != Some(amount) {
                    let expected = format!("parts that add up to {amount}");
                    let found = format!("{booked}, {surplus} and {excess}");
                    sink.wrong(|| Finding::new(format!("notices {id}"), expected, found));
                }
            }
            (Some(about), "completed" | "failed" | "returned")
                if has_moved && row.optional_text(9)? == Some("withdrawal") =>
            {
                let is_back = row.optional_text(11)? == Some("returned_by_bank");
                match (is_back, outcome) {
                    (false, _) => tell(Kind::RailNotice, about, books.key.with(ENDED, 0), -1),
                    // A bank may return what it never said to have paid.
                    (true, "completed") => {}
                    (true, _) => tell(Kind::RailNotice, about, books.key.with(RETURNED, 0), -1),
                }
            }
            // What was parked may have found nobody, and gone back.
            (None, "returned") => {}
            (None, _) if effect != "parked" && worth == 0 => {
                sink.wrong(|| Finding::new(format!("notices {id}"), "something that it is about", "nothing"));
            }
            _ => {}
        }
        Ok(())
    };
    reading.scan(connection, "rail_notices", RAIL_NOTICES, take).await?;
    Ok(count)
}
