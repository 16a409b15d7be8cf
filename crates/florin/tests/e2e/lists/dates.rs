//! `created_from` and `created_to`: from a moment on, up to but without another.

use super::{List, page, text};
use crate::support::{Engine, Server};
use serde_json::Value;

testkit::on_both_engines!(from_includes_its_moment_and_to_does_not);

testkit::on_sqlite_daily!(a_moment_may_be_written_in_every_way_of_rfc_3339);

testkit::on_one_engine!(what_is_no_moment_is_refused);

/// Five rows, newest first, no two of the same moment.
fn five(server: &Server, list: List) -> Vec<Value> {
    let mut rows: Vec<Value> = (0..5).map(|number| list.add(&server.sandbox(), number)).collect();
    rows.reverse();
    assert!(
        rows.windows(2).all(|pair| text(&pair[0], "created_at") > text(&pair[1], "created_at")),
        "{rows:?}"
    );
    rows
}

fn from_includes_its_moment_and_to_does_not(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for list in List::ALL {
        let rows = five(&server, list);
        let times: Vec<String> = rows.iter().map(|row| text(row, "created_at")).collect();
        for (from, from_time) in times.iter().enumerate() {
            let found = page(&sandbox, list, &format!("created_from={from_time}")).0;
            assert_eq!(found, rows[..=from], "from {from}");
            let found = page(&sandbox, list, &format!("created_to={from_time}")).0;
            assert_eq!(found, rows[from + 1..], "to {from}");
            for (to, to_time) in times.iter().enumerate() {
                let found = page(&sandbox, list, &format!("created_from={from_time}&created_to={to_time}")).0;
                let expected = if to < from { &rows[to + 1..=from] } else { &[] };
                assert_eq!(found, expected, "from {from} to {to}");
            }
        }
        for (query, count) in [
            ("created_from=2000-01-01T00:00:00Z", 5),
            ("created_to=2000-01-01T00:00:00Z", 0),
            ("created_from=2999-12-31T23:59:59Z", 0),
            ("created_to=2999-12-31T23:59:59Z", 5),
            ("created_from=0001-01-01T00:00:00Z&created_to=9999-12-30T00:00:00Z", 5),
        ] {
            assert_eq!(page(&sandbox, list, query).0.len(), count, "{query}");
        }
    }
}

fn a_moment_may_be_written_in_every_way_of_rfc_3339(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for list in List::ALL {
        let rows = five(&server, list);
        let time = text(&rows[2], "created_at");
        let plain = time.strip_suffix('Z').expect("UTC");
        let spellings = [
            time.clone(),
            format!("{plain}%5A"),
            format!("{plain}z"),
            format!("{plain}%2B00:00"),
            format!("{plain}%2b00%3a00"),
            format!("{plain}-00:00"),
            format!("{plain}000Z"),
            time.replace('T', "t"),
            time.replace(':', "%3A").replace('-', "%2D").replace('.', "%2E"),
            shifted(plain, 2, "%2B02:00"),
            shifted(plain, -5, "-05:00"),
        ];
        for spelling in spellings {
            let found = page(&sandbox, list, &format!("created_from={spelling}")).0;
            assert_eq!(found, rows[..=2], "from {spelling}");
            let found = page(&sandbox, list, &format!("created_to={spelling}")).0;
            assert_eq!(found, rows[3..], "to {spelling}");
        }
    }
}

/// The same moment as clocks show it this many hours ahead of UTC.
fn shifted(plain: &str, hours: i64, offset: &str) -> String {
    let utc = rules::time::Timestamp::parse(&format!("{plain}Z")).expect("a time");
    let there = utc.plus_seconds(hours * 3_600).to_string();
    format!("{}{offset}", there.strip_suffix('Z').expect("UTC"))
}

fn what_is_no_moment_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let wrong = [
        "",
        "yesterday",
        "now",
        "0",
        "1700000000",
        "2026",
        "2026-01-31",
        "2026-01-31T12:00:00",
        "2026-01-31T12:00Z",
        "2026-01-31%2012:00:00Z",
        "2026-01-31T12:00:00+02:00",
        "2026-01-31T12:00:00 02:00",
        "2026-01-31T12:00:00Z%5BUTC%5D",
        "2026-01-31T12:00:00%2B02:00%5BEurope/Berlin%5D",
        "2026-02-30T12:00:00Z",
        "2026-13-01T12:00:00Z",
        "2026-00-01T12:00:00Z",
        "2026-01-32T12:00:00Z",
        "2026-01-31T24:00:01Z",
        "2026-01-31T25:00:00Z",
        "2026-01-31T12:60:00Z",
        "2026-01-31T12:00:00%2B99:00",
        "%202026-01-31T12:00:00Z",
        "2026-01-31T12:00:00Z%20",
        "2026-01-31T12:00:00Z%00",
        "26-01-31T12:00:00Z",
        "%2B12026-01-31T12:00:00Z",
        "31.01.2026T12:00:00Z",
        "%D9%A2%D9%A0%D9%A2%D9%A6-01-31T12:00:00Z",
        "P1D",
    ];
    for list in List::ALL {
        for name in ["created_from", "created_to"] {
            for value in wrong {
                let reply = sandbox.get(&format!("{}?{name}={}", list.path(), value.replace(' ', "+")));
                reply.assert_problem(400, "invalid_request");
                assert_eq!(reply.locations(), [format!("query.{name}")], "{value}");
                assert!(reply.json()["errors"][0]["value"].is_string(), "{reply:?}");
            }
            let good = "2026-01-31T12:00:00Z";
            let reply = sandbox.get(&format!("{}?{name}={good}&{name}={good}", list.path()));
            assert_eq!(reply.locations(), [format!("query.{name}")]);
        }
    }
}
