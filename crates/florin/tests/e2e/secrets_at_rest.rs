//! What Florin writes down, anywhere: no bank detail, key, token or password may be readable in its database, its log,
//! its metrics or to another user of the machine.

mod canaries;
mod connecting;
mod files;
mod keyed;
mod scan;
mod traffic;

use testkit::patience::eventually;
use traffic::Installation;

use crate::oauth::world::URI;
use crate::support::{Browser, Engine, Reply, dump};

testkit::on_both_engines!(
    a_dump_of_the_database_shows_no_bank_detail_key_token_or_password,
    the_chattiest_log_and_the_metrics_show_nothing_of_what_people_sent,
    the_request_log_shows_its_reader_nothing_of_what_people_sent,
);

fn a_dump_of_the_database_shows_no_bank_detail_key_token_or_password(engine: Engine) {
    let installation = Installation::start(engine);
    let mut secrets = installation.traffic();
    secrets.extend(connecting::connect(&installation));
    secrets.extend(canaries::detail_names());
    let stored = dump(installation.database(), &installation.data());
    scan::assert_shows(&stored, &[canaries::ACCOUNT_NAME, canaries::RECIPIENT, connecting::APP, URI]);
    scan::assert_hides("the database", &stored, &secrets);
    // Events leave the house: not even the account that a deposit is sent to is in them.
    installation.deposits();
    let events =
        installation.database().texts(&installation.data(), "select type || data from events").join("\n");
    let told =
        ["bank_account.created", "bank_account.updated", "bank_account.archived", "deposit.processing"];
    scan::assert_shows(events.as_bytes(), &told);
    scan::assert_shows(events.as_bytes(), &[canaries::ACCOUNT_NAME, "\"payment_rail\":\"eur_sepa\""]);
    scan::assert_hides("an event", events.as_bytes(), &secrets);
}

/// Its bodies are encrypted, so only its pages can show what is in them.
fn the_request_log_shows_its_reader_nothing_of_what_people_sent(engine: Engine) {
    let installation = Installation::start(engine);
    let mut secrets = installation.traffic();
    let open = [canaries::RECIPIENT, canaries::NICKNAME, canaries::ACCOUNT_NAME, canaries::REFERENCE];
    secrets.extend(open.map(str::to_owned));
    let florin = installation.florin();
    let owner = Browser::signed_in(florin.origin(), florin.info("email"), florin.info("password"));
    let list = "/dashboard/test/api_requests";
    let written = |reply: &Reply| {
        let id = reply.header("x-request-id").expect("a request ID");
        eventually("the request is written", || {
            (owner.get(&format!("{list}/{id}")).status == 200).then_some(())
        });
    };
    // Of so many requests at once, only some are written; what is refused later is.
    written(&florin.sandbox().get("/balance"));
    for body in canaries::refused_bodies().iter().take(5) {
        written(&florin.sandbox().send("POST", "/bank_accounts", &[], Some(body)));
    }
    let ids = installation.database().texts(&installation.data(), "select id from api_requests");
    let pages = ids.iter().map(|id| owner.get(&format!("{list}/{id}"))).filter(|page| page.status == 200);
    let shown: Vec<String> = pages.map(|page| page.body).collect();
    assert!(shown.len() > 20, "{}", shown.len());
    let shown = shown.join("\n");
    scan::assert_shows(
        shown.as_bytes(),
        &["[redacted]", "mxn_spei", "/errors/invalid_request", "@aviary.example"],
    );
    scan::assert_hides("the request log", shown.as_bytes(), &secrets);
}

fn the_chattiest_log_and_the_metrics_show_nothing_of_what_people_sent(engine: Engine) {
    let installation = Installation::start(engine);
    let mut secrets = installation.traffic();
    secrets.extend(connecting::connect(&installation));
    installation.deposits();
    // People's addresses are stored, because they are mailed to; they are not for a reader of logs.
    let open = [canaries::RECIPIENT, canaries::NICKNAME, canaries::ACCOUNT_NAME, canaries::REFERENCE];
    secrets.extend(open.map(str::to_owned));

    let metrics = installation.metrics();
    scan::assert_shows(metrics.as_bytes(), &["florin_requests_total", "/bank_accounts/{id}", "/oauth/token"]);
    scan::assert_hides("the metrics", metrics.as_bytes(), &secrets);

    let log = installation.stop_and_read_log();
    scan::assert_shows(log.as_bytes(), &["DEBUG", "stopping", "was used twice"]);
    scan::assert_hides("the log", log.as_bytes(), &secrets);
}
