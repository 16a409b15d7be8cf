//! Deposits whose cents say what becomes of them, a minute after they were announced.

use crate::support::{DAY, Engine, Server, advance, balance, deposit, happens, look, register, text};

testkit::on_sqlite_daily!(
    cents_decide_what_comes_a_minute_later,
    what_comes_by_itself_and_is_told_as_well_comes_once,
    other_amounts_wait_for_a_simulated_report,
);

fn cents_decide_what_comes_a_minute_later(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    let cases = [
        ("100.51", "completed", "100.51", "10100.40949"),
        ("100.52", "completed", "90.52", "10190.83897"),
        // What exceeds the rate lock arrives beside it.
        ("100.53", "completed", "101.53", "10301.25844"),
        ("100.54", "failed", "100.54", "10301.25844"),
    ];
    for (amount, status, came, after) in cases {
        let made = deposit(&sandbox, &from, amount);
        assert_eq!(look(&sandbox, &made), made);
        advance(&sandbox, 60);
        let ended = look(&sandbox, &made);
        assert_eq!((text(&ended, "status"), text(&ended, "counter_amount")), (status, came), "{ended}");
        assert_eq!(ended["transfer_instructions"]["amount"], amount);
        assert_eq!(balance(&sandbox), after, "{amount}");
    }
    server.assert_books();
}

fn what_comes_by_itself_and_is_told_as_well_comes_once(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    let (told, not_told) = (deposit(&sandbox, &from, "10.51"), deposit(&sandbox, &from, "20.51"));
    happens(&sandbox, &told, "received");
    advance(&sandbox, 60);
    happens(&sandbox, &not_told, "received");
    advance(&sandbox, DAY);
    assert_eq!(balance(&sandbox), "10030.98898");
    server.assert_books();
}

fn other_amounts_wait_for_a_simulated_report(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "brl_pix");
    let waiting =
        ["100.50", "100.55", "51.00", "0.50", "100.5"].map(|amount| deposit(&sandbox, &from, amount));
    advance(&sandbox, 6 * DAY);
    for made in waiting {
        assert_eq!(look(&sandbox, &made), made);
    }
    assert_eq!(balance(&sandbox), "10000.00");
}
