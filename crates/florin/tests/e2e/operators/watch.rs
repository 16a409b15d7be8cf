//! `florin ops watch`: the list of waiting items, for people, programs and cron.

use serde_json::{Value, json};

use super::{Desk, text};
use crate::support::{Ended, Engine, Process, florin};

testkit::on_both_engines!(watch_lists_an_item_until_an_operator_has_handled_it);

testkit::on_one_engine!(watch_refreshes_until_it_is_interrupted);

fn look(desk: &Desk, arguments: &[&str]) -> Ended {
    desk.server.florin(&[&["ops", "watch"], arguments].concat()).into()
}

fn kinds(ended: &Ended) -> Vec<(Value, Value)> {
    let shown: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    let rows = shown["data"].as_array().expect("a list").clone();
    let for_operators = rows.into_iter().filter(|row| row["for_operators"] == true);
    for_operators.map(|row| (row["kind"].clone(), row["count"].clone())).collect()
}

fn watch_lists_an_item_until_an_operator_has_handled_it(engine: Engine) {
    let desk = Desk::open_with_money(engine, 150_000_000);
    let idle = look(&desk, &["--once", "--json"]);
    assert_eq!((idle.code, kinds(&idle)), (Some(0), Vec::new()), "{idle:?}");

    let withdrawal = desk.withdrawal("10.00");
    let id = text(&withdrawal, "id");
    desk.receive("ana", "nothing", "20.00", "E1");
    let busy = look(&desk, &["--once", "--json"]);
    assert_eq!(busy.code, Some(1), "{busy:?}");
    let expected = [(json!("withdrawals"), json!(1)), (json!("parked_payments"), json!(1))];
    assert_eq!(kinds(&busy), expected, "the oldest first");
    let words = look(&desk, &["--once"]);
    for word in ["Withdrawals to pay", "Parked payments", "just now", "florin ops withdrawals list"] {
        assert!(words.stdout.contains(word), "no {word:?} in {words:?}");
    }
    assert!(!words.stdout.contains(id), "counts and ages, and nobody's money");

    desk.done("ana", &["withdrawals", "sent", id]);
    let sent = look(&desk, &["--once", "--json"]);
    assert_eq!(kinds(&sent), [(json!("parked_payments"), json!(1))], "the bank has the order");
    desk.done("ana", &["withdrawals", "complete", id]);
    let parked = desk.look(&["deposits", "parked"]);
    desk.done("ana", &["deposits", "return", text(&parked["data"][0], "id")]);
    let done = look(&desk, &["--once", "--json"]);
    assert_eq!((done.code, kinds(&done)), (Some(0), Vec::new()), "{done:?}");
    let both = look(&desk, &["--once", "--every", "5"]);
    assert_eq!(both.code, Some(2), "{both:?}");
}

fn watch_refreshes_until_it_is_interrupted(engine: Engine) {
    let desk = Desk::open(engine);
    let data = desk.server.data().to_str().expect("a path in UTF-8").to_owned();
    for signal in ["INT", "TERM"] {
        let command = florin(&["ops", "watch", "--every", "1", "--json", "--data", &data]);
        let mut watching = Process::start(command);
        for _ in 0..2 {
            let shown: Value = serde_json::from_str(&watching.line()).expect("JSON");
            assert!(shown["data"].is_array(), "{shown}");
        }
        let ended = watching.end(signal);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{ended:?}");
    }
}
