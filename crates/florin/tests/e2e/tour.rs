//! What newcomers are told to do, as tests: `scripts/tour` and the page about the sandbox against a real server, and
//! the books afterwards.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::json;

use crate::support::pages::{demo, open, silent};
use crate::support::{Engine, Server, balance, pay_and_settle};

testkit::on_one_engine!(the_tour_has_an_account_of_its_own);

testkit::on_both_engines!(
    the_tour_goes_through_and_leaves_whole_books,
    a_tour_that_goes_wrong_says_so,
    the_page_about_the_sandbox_works_line_by_line,
);

const TOUR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/tour");

/// Takes the tour with these arguments, and with this line to read.
fn tour(arguments: &[&str], line: &str) -> Output {
    let mut command = Command::new(TOUR);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut touring = command.spawn().expect("the tour starts");
    // It may not want to read.
    let _ = touring.stdin.take().expect("a pipe").write_all(line.as_bytes());
    touring.wait_with_output().expect("the tour ends")
}

#[track_caller]
fn assert_good(output: &Output) {
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{complained}");
    assert!(said.ends_with("Verify the books with: florin verify\n"), "{said}");
    assert_eq!(complained, "");
}

fn the_tour_goes_through_and_leaves_whole_books(engine: Engine) {
    let server = Server::start(engine);
    let (address, key) = (server.info("sandbox_url"), server.info("test_key"));
    assert_good(&tour(&[address, key], ""));
    assert_eq!(balance(&server.sandbox()), "10169.30");
    server.assert_books();
    // It can be taken again, while other money is under way, and reads what `florin dev --json` prints.
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "12.50"), ("bob@example.com", "7")]);
    let line = json!({ "base_url": server.info("base_url"), "sandbox_url": address, "test_key": key });
    assert_good(&tour(&[], &format!("{line}\n")));
    assert_eq!(balance(&server.sandbox()), "10338.60");
    server.assert_books();
}

fn the_tour_has_an_account_of_its_own(engine: Engine) {
    let server = Server::start(engine);
    let mut command = Command::new(TOUR);
    command.arg(server.info("sandbox_url")).env("FLORIN", env!("CARGO_BIN_EXE_florin"));
    command.env("FLORIN_DATA", server.data());
    if let Some(url) = server.database().url() {
        command.env("FLORIN_DATABASE_URL", url);
    }
    assert_good(&command.output().expect("the tour ends"));
    assert_eq!(balance(&server.sandbox()), "10000.00", "the demo user's money is untouched");
    silent(&open(&demo(&server), "/dashboard/test"), "clock is");
    server.assert_books();
}

fn a_tour_that_goes_wrong_says_so(engine: Engine) {
    let server = Server::start(engine);
    let (address, key) = (server.info("sandbox_url"), server.info("test_key"));
    let narrow = server.new_key(server.info("email"), "test", "balance:read");
    for (arguments, code) in [
        (&[address, "florin_test_wrong"][..], 1),
        (&[address, &narrow], 1),
        (&["http://127.0.0.1:1/sandbox", key], 1),
        (&[address, key, "more"], 2),
        (&[address], 1),
    ] {
        let output = tour(arguments, "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
    // Money that cannot leave is noticed, too.
    let stopped = server.florin(&["money", "stop", "--reason", "a test"]);
    assert!(String::from_utf8_lossy(&stopped.stdout).contains("florin money resume"), "{stopped:?}");
    let output = tour(&[address, key], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("503"), "{output:?}");
}

/// The shell lines of the page, but for those that start a server and say where it is.
fn page() -> String {
    let page = include_str!("../../../../docs/SANDBOX.md");
    let blocks = page.split("```sh\n").skip(1).map(|rest| rest.split("```").next().expect("its lines"));
    let start = ["cargo run", "scripts/tour", "export API="];
    blocks.filter(|block| !start.iter().any(|word| block.contains(word))).collect()
}

fn the_page_about_the_sandbox_works_line_by_line(engine: Engine) {
    let server = Server::start(engine);
    let mut command = Command::new("bash");
    command.args(["-euo", "pipefail", "-c", &page()]);
    command.env("API", server.info("test_api")).env("API_KEY", server.info("test_key"));
    let output = command.output().expect("bash runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    for shown in [
        r#""status":"completed","amount":"199.30""#,
        r#""status":"cancelled""#,
        r#""status":"expired""#,
        r#""failure_reason":"returned_by_bank""#,
        r#""onchain_transactions":[{"chain":"simulated""#,
        r#""counter_amount":"90.52""#,
        r#""failure_reason":"rejected""#,
    ] {
        assert!(said.contains(shown), "{shown}: {said}");
    }
    server.assert_books();
}
