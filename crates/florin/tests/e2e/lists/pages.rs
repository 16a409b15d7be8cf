//! Pages: their order, their size, and that together they hold every row once.

use super::{List, fund_live, ids, newest_first, page, text, walk, with_live_rails};
use crate::support::{Engine, Server};

testkit::on_both_engines!(rows_of_the_same_moment_are_ordered_by_id_and_none_is_lost);

testkit::on_sqlite_daily!(
    an_empty_list_is_one_page_without_a_cursor,
    pages_of_every_size_hold_every_row_once_newest_first,
    a_page_has_100_rows_unless_it_is_told_otherwise,
    other_accounts_and_the_other_mode_have_lists_of_their_own,
);

testkit::on_one_engine!(a_page_size_is_a_whole_number_from_1_to_100_sent_once);

fn an_empty_list_is_one_page_without_a_cursor(engine: Engine) {
    let server = Server::start(engine);
    for list in List::ALL {
        for query in ["", "page_size=1", "page_size=100", "&", "&&page_size=7&"] {
            assert_eq!(page(&server.sandbox(), list, query), (Vec::new(), None), "{query}");
        }
        let expected = "{\"data\":[],\"next_cursor\":null}";
        assert_eq!(server.sandbox().get(list.path()).body, expected);
    }
}

fn pages_of_every_size_hold_every_row_once_newest_first(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for list in List::ALL {
        // Whole pages of 7 and of 1, and not of 2 and of 100.
        let rows = newest_first(list.add_many(&sandbox, 0..105));
        for page_size in [1, 2, 7, 99, 100] {
            assert_eq!(walk(&sandbox, list, "", page_size), rows, "{list:?} by {page_size}");
        }
        // The size may change on the way.
        let (mut found, mut cursor) = page(&sandbox, list, "page_size=3");
        for page_size in [1, 50, 2, 100] {
            let after = cursor.expect("more rows");
            let (more, next) = page(&sandbox, list, &format!("cursor={after}&page_size={page_size}"));
            found.extend(more);
            cursor = next;
        }
        assert_eq!((found, cursor), (rows, None));
    }
}

fn rows_of_the_same_moment_are_ordered_by_id_and_none_is_lost(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for list in MOVABLE {
        list.add_many(&sandbox, 0..23);
    }
    set_all_to_one_moment(&server);
    for list in MOVABLE {
        let rows = walk(&sandbox, list, "", 100);
        assert_eq!(rows.len(), 23);
        assert!(rows.iter().all(|row| row["created_at"] == rows[0]["created_at"]), "{rows:?}");
        let mut sorted = ids(&rows);
        sorted.sort_by(|left, right| right.cmp(left));
        assert_eq!(ids(&rows), sorted);
        for page_size in [1, 2, 7, 22, 23] {
            assert_eq!(walk(&sandbox, list, "", page_size), rows, "{list:?} by {page_size}");
        }
    }
}

/// Lists whose rows are easily moved to another moment: other rows follow from when a payout was.
const MOVABLE: [List; 2] = [List::BankAccounts, List::Recipients];

/// A batch writes many rows with one time; here all have the same, which no request could ask for.
fn set_all_to_one_moment(server: &Server) {
    for table in ["bank_accounts", "recipients"] {
        let update = format!("update {table} set created_at = 1700000000000000");
        server.execute_unguarded(&format!("{table}_keep"), table, &update);
    }
}

fn a_page_has_100_rows_unless_it_is_told_otherwise(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for list in List::ALL {
        list.add_many(&sandbox, 0..100);
        let (rows, cursor) = page(&sandbox, list, "");
        assert_eq!((rows.len(), cursor), (100, None));
        let newest = list.add(&sandbox, 100);
        let (rows, cursor) = page(&sandbox, list, "");
        assert_eq!((rows.len(), &rows[0]), (100, &newest));
        let (rest, end) = page(&sandbox, list, &format!("cursor={}", cursor.expect("one more row")));
        assert_eq!((rest.len(), end), (1, None));
        assert!(text(&rest[0], "created_at") <= text(&rows[99], "created_at"));
    }
}

fn a_page_size_is_a_whole_number_from_1_to_100_sent_once(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let wrong = [
        "0",
        "-1",
        "101",
        "1000",
        "1e9",
        "1e1",
        "99999999999999999999",
        "-9223372036854775809",
        "abc",
        "",
        "%20",
        "5%20",
        "%205",
        "+5",
        "%2B5",
        "005",
        "5.0",
        "5,0",
        "0x5",
        "%D9%A5",
        "NaN",
        "null",
        "true",
        "5%00",
        "5;6",
        "%zz",
    ];
    for list in List::ALL {
        for (value, query) in wrong.iter().map(|value| (*value, format!("page_size={value}"))) {
            let reply = sandbox.get(&format!("{}?{query}", list.path()));
            reply.assert_problem(400, "invalid_request");
            assert_eq!(reply.locations(), ["query.page_size"], "{value:?}");
            assert!(reply.body.contains("from 1 to 100"), "{reply:?}");
        }
        for query in
            ["page_size=5&page_size=5", "page_size=5&page_size=6", "page_size", "page_size=5&page%5Fsize=5"]
        {
            let reply = sandbox.get(&format!("{}?{query}", list.path()));
            reply.assert_problem(400, "invalid_request");
            assert_eq!(reply.locations(), ["query.page_size"], "{query}");
        }
        for right in ["1", "2", "99", "100", "%31", "1%30%30"] {
            page(&sandbox, list, &format!("page_size={right}"));
        }
    }
}

fn other_accounts_and_the_other_mode_have_lists_of_their_own(engine: Engine) {
    let server = with_live_rails(engine);
    server.new_user("other@example.org");
    fund_live(&server, &[server.info("email"), "other@example.org"]);
    let sandbox = server.sandbox();
    let others = [("test", server.info("test_api")), ("live", server.info("live_api"))]
        .map(|(mode, base)| sandbox.at(base).with_key(&server.new_key("other@example.org", mode, "all")));
    let clients = [vec![sandbox, server.live()], others.into()].concat();
    for list in List::ALL {
        // In turns, so that the rows of all accounts are interleaved.
        let mut own = vec![Vec::new(); clients.len()];
        for number in 0..5 {
            for (client, own) in clients.iter().zip(&mut own) {
                own.insert(0, list.add(client, number));
            }
        }
        for (client, own) in clients.iter().zip(&own) {
            for page_size in [1, 2, 100] {
                assert_eq!(walk(client, list, "", page_size), *own, "{list:?} by {page_size}");
            }
        }
    }
}
