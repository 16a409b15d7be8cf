//! A quote is used once, in time, for what it says; its terms hold whatever the tariff says by then.

use serde_json::{Value, json};

use super::quote;
use crate::support::{
    Client, Engine, Reply, Server, TARIFF, accepted, advance, at_once, balance, deposit, eventually,
    external_transfers_seen, external_wallet, register, text, withdraw,
};

testkit::on_both_engines!(of_many_who_use_one_quote_at_once_one_gets_it);

testkit::on_sqlite_daily!(
    a_quote_is_used_once_for_exactly_what_it_says,
    a_quote_is_good_for_five_minutes,
    an_unknown_quote_is_like_an_expired_one,
    a_quote_for_something_else_is_refused_and_stays_good,
    the_terms_of_a_quote_hold_when_the_tariff_has_changed,
);

fn use_it(client: &Client, path: &str, account: &str, amount: &str, quote: &str) -> Reply {
    client.post(path, &json!({ "bank_account_id": account, "amount": amount, "quote_id": quote }))
}

#[track_caller]
fn assert_stale(client: &Client, path: &str, account: &str, quote: &str) {
    let before = external_transfers_seen(client);
    let reply = use_it(client, path, account, "100.00", quote);
    reply.assert_problem(422, "quote_expired");
    assert_eq!(reply.locations(), ["body.quote_id"]);
    assert_eq!(external_transfers_seen(client), before);
}

fn a_quote_is_used_once_for_exactly_what_it_says(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let account = register(&sandbox, "brl_pix");
    for (direction, path) in [("deposit", "/deposits"), ("withdrawal", "/withdrawals")] {
        let quoted = quote(&sandbox, direction, "BRL", "100.00");
        let id = text(&quoted, "id");
        let made = accepted(&use_it(&sandbox, path, &account, "100.00", id));
        assert_eq!(made["fee_breakdown"], quoted["fee_breakdown"]);
        assert_stale(&sandbox, path, &account, id);
        // With the key of the first it is the first again.
        let quoted = quote(&sandbox, direction, "BRL", "100.00");
        let body = json!({ "bank_account_id": account, "amount": "100.00", "quote_id": quoted["id"] });
        let [first, again] = [(); 2].map(|()| sandbox.post_once(path, "once", &body));
        assert_eq!((first.status, &first.body), (200, &again.body), "{again:?}");
    }
    server.assert_books();
}

fn a_quote_is_good_for_five_minutes(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let account = register(&sandbox, "brl_pix");
    let [early, late] = [(); 2].map(|()| quote(&sandbox, "deposit", "BRL", "100.00"));
    advance(&sandbox, 200);
    accepted(&use_it(&sandbox, "/deposits", &account, "100.00", text(&early, "id")));
    advance(&sandbox, 100);
    assert_stale(&sandbox, "/deposits", &account, text(&late, "id"));
}

fn an_unknown_quote_is_like_an_expired_one(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    let theirs = quote(&other, "deposit", "BRL", "100.00");
    let account = register(&sandbox, "brl_pix");
    for id in [text(&theirs, "id"), "qt_01kdvq3y5cf2ab6ngnm3hcrkve", "rubbish", &account] {
        assert_stale(&sandbox, "/deposits", &account, id);
        assert_stale(&sandbox, "/withdrawals", &account, id);
    }
    // To its owner it is still good.
    let account = register(&other, "brl_pix");
    accepted(&use_it(&other, "/deposits", &account, "100.00", text(&theirs, "id")));
}

fn a_quote_for_something_else_is_refused_and_stays_good(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (reais, pesos) = (register(&sandbox, "brl_pix"), register(&sandbox, "mxn_spei"));
    let wallet = sandbox.post("/external_wallets", &external_wallet(rules::account::Mode::Test)).id();
    let (coming, going) =
        (quote(&sandbox, "deposit", "BRL", "100.00"), quote(&sandbox, "withdrawal", "BRL", "100.00"));
    let before = external_transfers_seen(&sandbox);
    let to_wallet = json!({ "external_wallet_id": wallet, "amount": "100.00", "quote_id": going["id"] });
    let with = |path: &str, account: &str, amount: &str, quote: &Value| {
        use_it(&sandbox, path, account, amount, text(quote, "id"))
    };
    for reply in [
        with("/withdrawals", &reais, "100.00", &coming),
        with("/deposits", &reais, "100.00", &going),
        with("/deposits", &pesos, "100.00", &coming),
        with("/withdrawals", &pesos, "100.00", &going),
        with("/deposits", &reais, "100.01", &coming),
        with("/withdrawals", &reais, "99.999999", &going),
        sandbox.post("/withdrawals", &to_wallet),
    ] {
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), ["body.quote_id"], "{reply:?}");
    }
    assert_eq!(external_transfers_seen(&sandbox), before);
    accepted(&with("/deposits", &reais, "100", &coming));
    accepted(&with("/withdrawals", &reais, "100.0", &going));
}

fn of_many_who_use_one_quote_at_once_one_gets_it(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let account = register(&sandbox, "usd_ach");
    let quoted = quote(&sandbox, "withdrawal", "USD", "100.00");
    let answers = at_once(20, |_| use_it(&sandbox, "/withdrawals", &account, "100.00", text(&quoted, "id")));
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        answer.assert_problem(422, "quote_expired");
    }
    assert_eq!(balance(&sandbox), "9900.00");
    server.assert_books();
}

fn the_terms_of_a_quote_hold_when_the_tariff_has_changed(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tariff.toml");
    let tariff = std::fs::read_to_string(TARIFF).expect("the tariff of the tests");
    std::fs::write(&file, &tariff).expect("a copy");
    let server = Server::start_with(engine, &["--tariff-file", file.to_str().expect("a path")]);
    server.fund_live(server.info("email"), 1_000_000_000);
    let live = server.live();
    let account = register(&live, "brl_pix");
    let [coming, going] = ["deposit", "withdrawal"].map(|direction| quote(&live, direction, "BRL", "100.00"));
    let open = deposit(&live, &account, "100.00");
    std::fs::write(&file, tariff.replace("5.43", "6.00")).expect("a new rate");
    eventually("the new rate is quoted", || {
        let now = quote(&live, "deposit", "BRL", "100.00");
        (now["exchange_rate"] == "6.00").then_some(())
    });
    for (path, quoted) in [("/deposits", &coming), ("/withdrawals", &going)] {
        let made = accepted(&use_it(&live, path, &account, "100.00", text(quoted, "id")));
        assert_eq!(
            (&made["exchange_rate"], &made["fee_breakdown"]),
            (&json!("5.43"), &quoted["fee_breakdown"])
        );
    }
    assert_eq!(deposit(&live, &account, "100.00")["exchange_rate"], "6.00");
    assert_eq!(withdraw(&live, &account, "100.00")["exchange_rate"], "6.00");
    // What was announced before stays as it was announced.
    assert_eq!(live.get(&format!("/deposits/{}", text(&open, "id"))).json(), open);
    // A file that cannot be read changes nothing.
    std::fs::write(&file, "rates = 5").expect("nonsense");
    assert_eq!(quote(&live, "deposit", "BRL", "100.00")["exchange_rate"], "6.00");
    server.assert_books();
}
