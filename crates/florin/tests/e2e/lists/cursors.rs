//! Cursors: good for the list, filter, account and mode that gave them, unchanged, and for nothing else.

use testkit::soak::repetitions;

use super::{List, fund_live, page, text, with_live_rails};
use crate::support::{Client, Engine, Server};

testkit::on_both_engines!(
    a_cursor_of_another_filter_is_refused,
    a_cursor_is_good_for_every_key_of_its_account_and_after_a_restart,
);

testkit::on_sqlite_daily!(
    a_cursor_of_another_list_is_refused,
    a_cursor_of_another_account_or_mode_is_refused,
);

testkit::on_one_engine!(
    a_cursor_with_any_character_changed_is_refused,
    a_cursor_that_is_cut_or_grown_is_refused,
    a_cursor_says_nothing,
);

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A cursor of a list that goes on.
fn cursor(client: &Client, list: List, filters: &str) -> String {
    let (_, cursor) = page(client, list, &format!("{filters}&page_size=1"));
    cursor.expect("more rows")
}

#[track_caller]
fn assert_refused(client: &Client, list: List, query: &str) {
    let reply = client.get(&format!("{}?{query}", list.path()));
    reply.assert_problem(400, "invalid_cursor");
    assert_eq!(reply.locations(), ["query.cursor"], "{query}");
}

fn add_two(client: &Client) {
    for list in List::ALL {
        for number in 0..2 {
            list.add(client, number);
        }
    }
}

fn a_cursor_with_any_character_changed_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    add_two(&sandbox);
    for (number, list) in List::ALL.into_iter().enumerate() {
        // All cursors have the same code: every change of one of them, and a sixth of those of the others.
        let step = if number == 0 { 1 } else { repetitions(6, 1) };
        let cursor = cursor(&sandbox, list, "");
        assert!(cursor.bytes().all(|byte| ALPHABET.contains(&byte)), "{cursor} needs no encoding in a URL");
        for (place, known) in cursor.bytes().enumerate() {
            let value = ALPHABET.iter().position(|byte| *byte == known).expect("a known letter");
            // Each bit of the character, the last ones of a cursor included.
            for bit in (place % step..6).step_by(step) {
                let mut changed = cursor.clone().into_bytes();
                changed[place] = ALPHABET[value ^ 1 << bit];
                let changed = String::from_utf8(changed).expect("ASCII");
                assert_refused(&sandbox, list, &format!("cursor={changed}"));
            }
            let (left, right) = (&cursor[..place], &cursor[place + 1..]);
            let odd = ["", "%20", "%00", "%2B", "%2F", "%3D", "%C3%A4", "."];
            for odd in odd.into_iter().skip(place % step).step_by(step) {
                if !(left.is_empty() && right.is_empty()) {
                    assert_refused_somehow(&sandbox, list, &format!("cursor={left}{odd}{right}"));
                }
            }
        }
        page(&sandbox, list, &format!("cursor={cursor}"));
    }
}

/// As a cursor that was changed, or as text that cannot be one.
#[track_caller]
fn assert_refused_somehow(client: &Client, list: List, query: &str) {
    let reply = client.get(&format!("{}?{query}", list.path()));
    let slug = if reply.json()["title"] == "invalid_cursor" { "invalid_cursor" } else { "invalid_request" };
    reply.assert_problem(400, slug);
    assert_eq!(reply.locations(), ["query.cursor"], "{query}");
}

fn a_cursor_that_is_cut_or_grown_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    add_two(&sandbox);
    for list in List::ALL {
        let cursor = cursor(&sandbox, list, "");
        for length in 1..cursor.len() {
            assert_refused(&sandbox, list, &format!("cursor={}", &cursor[..length]));
            assert_refused(&sandbox, list, &format!("cursor={}", &cursor[length..]));
        }
        for grown in
            [format!("{cursor}A"), format!("A{cursor}"), format!("{cursor}%3D"), format!("{cursor}{cursor}")]
        {
            assert_refused(&sandbox, list, &format!("cursor={grown}"));
        }
        for made_up in ["x", "1", "0", "-1", "null", "MQ", "eyJpZCI6MX0", &text(&list.add(&sandbox, 2), "id")]
        {
            assert_refused(&sandbox, list, &format!("cursor={made_up}"));
        }
        for query in [format!("cursor={cursor}&cursor={cursor}"), "cursor=".to_owned(), "cursor".to_owned()] {
            assert_refused_somehow(&sandbox, list, &query);
        }
        assert_refused_somehow(&sandbox, list, &format!("cursor={}", "A".repeat(5_000)));
    }
}

fn a_cursor_of_another_list_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    add_two(&sandbox);
    for from in List::ALL {
        let cursor = cursor(&sandbox, from, "");
        for to in List::ALL.into_iter().filter(|to| *to != from) {
            assert_refused(&sandbox, to, &format!("cursor={cursor}"));
        }
    }
}

fn a_cursor_of_another_filter_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    add_two(&sandbox);
    let filters = |list| match list {
        List::BankAccounts | List::ExternalWallets => vec![
            "",
            "status=active",
            "status=active&status=archived",
            "created_from=2020-01-01T00:00:00Z",
            "created_from=2020-01-02T00:00:00Z",
            "created_to=2999-01-01T00:00:00Z",
            "created_from=2020-01-01T00:00:00Z&created_to=2999-01-01T00:00:00Z",
            "created_from=2020-01-01T00:00:00Z&status=active",
        ],
        List::Deposits => vec![
            "",
            "status=awaiting_transfer",
            "status=awaiting_transfer&status=expired",
            "created_from=2020-01-01T00:00:00Z",
            "created_to=2999-01-01T00:00:00Z&status=awaiting_transfer",
        ],
        List::Withdrawals => vec![
            "",
            "status=cancelled",
            "status=cancelled&status=queued",
            "created_from=2020-01-01T00:00:00Z",
            "created_to=2999-01-01T00:00:00Z&status=cancelled",
        ],
        List::Recipients | List::Payouts => vec![
            "",
            "created_from=2020-01-01T00:00:00Z",
            "created_from=2020-01-02T00:00:00Z",
            "created_to=2999-01-01T00:00:00Z",
            "created_from=2020-01-01T00:00:00Z&created_to=2999-01-01T00:00:00Z",
        ],
    };
    for list in List::ALL {
        for given in filters(list) {
            let cursor = cursor(&sandbox, list, given);
            for used in filters(list) {
                let query = format!("{used}&cursor={cursor}");
                match used == given {
                    true => assert_eq!(page(&sandbox, list, &query).0.len(), 1, "{query}"),
                    false => assert_refused(&sandbox, list, &query),
                }
            }
        }
    }
    // One recipient has one page, so a cursor for an address never exists; one without it is not good for it.
    let cursor_of_all = cursor(&sandbox, List::Recipients, "");
    assert_refused(&sandbox, List::Recipients, &format!("email=n0@example.com&cursor={cursor_of_all}"));
    // The order in which the same filters are sent decides nothing.
    let given = cursor(&sandbox, List::BankAccounts, "status=active&status=archived");
    page(&sandbox, List::BankAccounts, &format!("cursor={given}&status=archived&status=active"));
}

fn a_cursor_of_another_account_or_mode_is_refused(engine: Engine) {
    let server = with_live_rails(engine);
    server.new_user("other@example.org");
    fund_live(&server, &[server.info("email")]);
    let sandbox = server.sandbox();
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    let clients = [sandbox, server.live(), other];
    for client in &clients {
        add_two(client);
    }
    for list in List::ALL {
        for (giver, from) in clients.iter().enumerate() {
            let cursor = cursor(from, list, "");
            for (taker, to) in clients.iter().enumerate() {
                match giver == taker {
                    true => assert_eq!(page(to, list, &format!("cursor={cursor}")).0.len(), 1),
                    false => assert_refused(to, list, &format!("cursor={cursor}")),
                }
            }
        }
    }
}

fn a_cursor_is_good_for_every_key_of_its_account_and_after_a_restart(engine: Engine) {
    let mut server = Server::start(engine);
    add_two(&server.sandbox());
    let second = server.new_key(server.info("email"), "test", "all");
    let cursors = List::ALL.map(|list| (list, cursor(&server.sandbox(), list, "")));
    let rows = |server: &Server, key: &str| {
        cursors
            .each_ref()
            .map(|(list, cursor)| page(&server.sandbox().with_key(key), *list, &format!("cursor={cursor}")).0)
    };
    let expected = rows(&server, server.info("test_key"));
    assert_eq!(rows(&server, &second), expected);
    server.kill();
    server.restart();
    assert_eq!(rows(&server, &second), expected);
}

fn a_cursor_says_nothing(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    add_two(&sandbox);
    for list in List::ALL {
        let (rows, cursor) = page(&sandbox, list, "page_size=1");
        let cursor = cursor.expect("more rows");
        let plain = data_encoding::BASE64URL_NOPAD.decode(cursor.as_bytes()).expect("base64url");
        let shown = String::from_utf8_lossy(&plain);
        let id = text(&rows[0], "id");
        let (prefix, unique) = id.split_once('_').expect("a prefix");
        assert!(!shown.contains(unique) && !shown.contains(&format!("{prefix}_")), "{shown}");
        // Neither can two of them be compared.
        assert_ne!(page(&sandbox, list, "page_size=1").1.as_ref(), Some(&cursor));
    }
}
