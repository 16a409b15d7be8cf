//! The operator's commands, and starts that are refused.

use serde_json::json;
use testkit::anvil::OUTSIDER;

use super::world::{FLOAT, KEY_PASSWORD, Node, USDC, address_of, is_stopped_for, treasury, until_balance_is};
use crate::support::pages::{demo, says};
use crate::support::{Ended, Engine, Server, canary, florin, run};

testkit::on_both_engines!(
    the_operator_sees_addresses_gas_and_how_it_stands,
    people_see_their_address_and_can_have_another,
    an_address_that_cannot_be_given_now_is_not_the_lack_of_a_chain,
    while_money_is_stopped_the_operator_is_told_in_words_and_by_the_exit_code,
    broken_books_are_not_resumed_over_the_chain,
);

/// The same as words.
fn told(node: &Node, server: &Server, words: &[&str]) -> Ended {
    let file = node.path("chain.toml");
    server.florin(&[&["chain"], words, &["--chain-file", file.to_str().expect("UTF-8")]].concat()).into()
}

fn while_money_is_stopped_the_operator_is_told_in_words_and_by_the_exit_code(engine: Engine) {
    let node = Node::start();
    let server = node.server(engine);
    let live = server.live();
    node.pay(&address_of(&live), 3 * USDC);
    until_balance_is(&live, "3.00");
    let well = told(&node, &server, &["status"]);
    assert_eq!(well.code, Some(0), "{well:?}");
    for line in ["network      local (chain ID 31337)", "owed         3.00 USDC", "books and chain match"] {
        assert!(well.stdout.contains(line), "{line}: {}", well.stdout);
    }
    let gas = told(&node, &server, &["gas"]);
    assert!(gas.code == Some(0) && gas.stdout.contains("payments at today's price"), "{gas:?}");

    // The treasury's key moves money by itself.
    node.anvil.set_gas_balance(&treasury(), 10_u128.pow(18));
    node.anvil.call("anvil_impersonateAccount", json!([treasury()]));
    node.usd.transfer(&node.anvil, &treasury(), OUTSIDER, USDC);
    crate::support::eventually("money is stopped", || {
        (server.florin_json(&["money", "status"])["stopped"] == json!(true)).then_some(())
    });
    assert!(is_stopped_for(&server.florin_json(&["money", "status"]), "unexplained"));
    let stopped = told(&node, &server, &["status"]);
    assert_eq!(stopped.code, Some(1), "{stopped:?}");
    assert!(stopped.stdout.contains("DIFFERENCE   "), "{}", stopped.stdout);
    assert!(stopped.stdout.contains("(unexplained): "), "{}", stopped.stdout);
    let refused = told(&node, &server, &["resume"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stderr.contains("florin chain resume --accept"), "{}", refused.stderr);
    let resumed = told(&node, &server, &["resume", "--accept"]);
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    assert!(resumed.stdout.contains("999.00 USDC is your own"), "{}", resumed.stdout);
}

fn broken_books_are_not_resumed_over_the_chain(engine: Engine) {
    let node = Node::start();
    let server = node.server(engine);
    let made = server.sandbox().post("/recipients", &json!({ "email": "ada@example.com" }));
    assert_eq!(made.status, 200, "{made:?}");
    let stopped = server.florin(&["money", "stop", "--reason", "a drill"]);
    assert!(stopped.status.success(), "{stopped:?}");
    assert_eq!(told(&node, &server, &["resume"]).code, Some(0), "the books are whole");
    server.execute("update recipients set events = events + 1");
    let stopped = server.florin(&["money", "stop", "--reason", "a drill"]);
    assert!(stopped.status.success(), "{stopped:?}");
    for words in [&["resume"][..], &["resume", "--accept"]] {
        let refused = told(&node, &server, words);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(
            refused.stderr.contains("because the books are broken: events of rcp_"),
            "{}",
            refused.stderr
        );
    }
    assert_eq!(server.florin_json(&["money", "status"])["stopped"], json!(true));
}

fn an_address_that_cannot_be_given_now_is_not_the_lack_of_a_chain(engine: Engine) {
    let node = Node::start();
    let server = node.server(engine);
    let browser = demo(&server);
    server.hold("deposit_addresses");
    let place = "/dashboard/live/deposits/address";
    let page = browser.get(place);
    assert_eq!(page.status, 500, "{page:?}");
    assert!(!page.body.contains("not on a chain here yet"), "{page:?}");
    server.release();
    says(&browser.get(place), &address_of(&server.live()));
}

fn people_see_their_address_and_can_have_another(engine: Engine) {
    let node = Node::start();
    let server = node.server(engine);
    let live = server.live();
    let address = address_of(&live);
    let browser = demo(&server);
    let page = browser.get("/dashboard/live/deposits/address");
    says(&page, &address);
    says(&page, "Transfers below 0.01\u{a0}USDC aren't credited.");
    assert!(page.body.contains("<svg class=\"qr\""), "with its QR code");
    let place = "/dashboard/live/deposits/address";
    let led = browser.fill(place, place, &[]);
    assert_eq!(led.header("location"), Some(place), "{led:?}");
    let another = address_of(&live);
    assert_ne!(another, address);
    says(&browser.get(place), &another);
    node.pay(&address, USDC);
    node.pay(&another, 2 * USDC);
    until_balance_is(&live, "3.00");
    says(&browser.get("/dashboard/test/deposits/address"), "No address in test mode");
    let stopped = server.florin(&["money", "stop", "--reason", "a drill"]);
    assert!(stopped.status.success(), "{stopped:?}");
    let overview = browser.get("/dashboard/live");
    says(&overview, "Outgoing payments are paused");
    says(&overview, "An operator paused them.");
    assert!(!overview.body.contains("a drill"), "the operator's words may name others");
}

fn the_operator_sees_addresses_gas_and_how_it_stands(engine: Engine) {
    let node = Node::start();
    let server = node.server(engine);
    let live = server.live();
    let address = address_of(&live);
    node.pay(&address, 3 * USDC);
    until_balance_is(&live, "3.00");
    let chain = |words: &[&str]| node.chain(&server, words);
    let listed = chain(&["addresses"]);
    assert_eq!(listed["treasury"], treasury());
    assert_eq!(listed["deposit_addresses"][0]["address"], address);
    assert_eq!(listed["deposit_addresses"][0]["holds"], "3.00");
    let gas = chain(&["gas"]);
    assert!(gas["payments"].as_str().expect("a number").parse::<u64>().expect("a number") > 1_000, "{gas}");
    let status = chain(&["status"]);
    assert_eq!((&status["owed"], &status["own"]), (&json!("3.00"), &json!("1000.00")));
    chain(&["sweep"]);
    crate::support::eventually("it is swept", || (node.has(&address) == 0).then_some(()));
    assert_eq!(node.has(&treasury()), FLOAT + 3 * USDC);
    let resumed = chain(&["resume"]);
    assert_eq!((&resumed["stopped"], &resumed["stops"]), (&json!(false), &json!([])));
}

#[test]
fn keys_are_made_once_and_never_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("keys");
    let made = run(florin(&["chain", "keys", "--out"]).arg(&out).arg("--json"));
    assert_eq!(made.code, Some(0), "{made:?}");
    let addresses: serde_json::Value = serde_json::from_str(&made.stdout).expect("JSON");
    let password = std::fs::read_to_string(out.join("password")).expect("a password");
    canary(&password);
    let file = std::fs::read_to_string(out.join("treasury.json")).expect("a file");
    let key = evm::LocalSigner::from_key_file(&file, &password).expect("it opens");
    assert_eq!(addresses["treasury"], evm::Signer::address(&key).to_string());
    let again = run(florin(&["chain", "keys", "--out"]).arg(&out));
    assert_eq!(again.code, Some(1));
    assert!(again.stderr.contains("never replaced"), "{again:?}");
    assert_eq!(std::fs::read_to_string(out.join("treasury.json")).expect("a file"), file);
    // Wherever the chain file is, it finds them.
    let relative = run(florin(&["chain", "keys", "--out", "more"]).current_dir(folder.path()));
    assert_eq!(relative.code, Some(0), "{relative:?}");
    let path = folder.path().canonicalize().expect("a folder").join("more/treasury.json");
    assert!(relative.stdout.contains(&format!("treasury = \"{}\"", path.display())), "{}", relative.stdout);
    canary(&std::fs::read_to_string(folder.path().join("more/password")).expect("a password"));
}

#[test]
fn a_server_that_is_set_up_wrongly_does_not_start_and_says_why() {
    let node = Node::start();
    let good = node.chain_file();
    let data = tempfile::tempdir().expect("a folder");
    let tell = |name: &str, text: &str| {
        let file = node.write(name, text);
        let mut command = florin(&["dev", "--listen", "127.0.0.1:0", "--json", "--chain-file"]);
        command.arg(&file).arg("--data").arg(data.path().join(name));
        let ended = run(&mut command);
        assert!(!ended.stderr.contains(KEY_PASSWORD), "{ended:?}");
        (ended.code, ended.stderr)
    };
    for (name, change, complaint) in [
        ("other-chain", ("chain_id = 31337", "chain_id = 1"), "31337"),
        (
            "no-token",
            (
                &good[good.find("token").expect("a token")..][..52],
                "token = \"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\"",
            ),
            "no contract at the token's address",
        ),
        ("no-node", ("rpc = [\"http://127.0.0.1:", "rpc = [\"http://127.0.0.9:"), "is unreachable"),
        ("no-key", ("gas = \"gas.json\"", ""), "set keys.gas"),
        ("no-file", ("gas.json", "gone.json"), "there is no file"),
        ("one-key", ("gas.json", "treasury.json"), "the treasury and the gas account have the same key"),
        ("limits", ("per_payment = \"500\"", "per_payment = \"60000\""), "Lower per_payment"),
        ("in-clear", ("http://127.0.0.1:", "http://node.example:"), "use https://"),
        ("no-password", ("password_file = \"password\"", ""), "is missing"),
    ] {
        let (code, said) = tell(name, &good.replacen(change.0, change.1, 1));
        assert_ne!(code, Some(0), "{name}");
        assert!(said.contains(complaint), "{name}: {said}");
    }
    let readable = node.write("readable", &good);
    std::fs::set_permissions(&readable, std::os::unix::fs::PermissionsExt::from_mode(0o644)).expect("a mode");
    let mut command = florin(&["dev", "--listen", "127.0.0.1:0", "--chain-file"]);
    let ended = run(command.arg(&readable).arg("--data").arg(data.path().join("readable")));
    assert!(ended.stderr.contains("chmod 600"), "{ended:?}");
}

#[test]
fn the_doctor_looks_at_nodes_keys_and_books_of_the_chain() {
    let node = Node::start();
    let server = node.server(Engine::Sqlite);
    let good = node.chain_file();
    let examine = |text: &str| {
        let file = node.write("examined.toml", text);
        let file = file.to_str().expect("UTF-8");
        let ended: Ended = server.florin(&["doctor", "--json", "--chain-file", file]).into();
        let all: serde_json::Value = serde_json::from_str(&ended.stdout).expect("JSON");
        let checks = all["checks"].as_array().expect("checks").clone().into_iter();
        let ours = checks
            .filter(|check| ["nodes", "keys", "chain"].contains(&check["name"].as_str().expect("text")));
        ours.map(|check| (check["ok"] == true, check["detail"].as_str().expect("text").to_owned()))
            .collect::<Vec<_>>()
    };
    let well = examine(&good);
    assert!(well.len() == 3 && well.iter().all(|(ok, _)| *ok), "{well:?}");
    assert!(well[1].1.contains(&treasury()), "{well:?}");
    for (change, place, complaint) in [
        (("http://127.0.0.1:", "http://127.0.0.9:"), 0, "is unreachable"),
        (("gas.json", "treasury.json"), 1, "have the same key"),
        (("\"local\"", "\"other\""), 2, "the name is local in the books, but other in the settings"),
    ] {
        let found = examine(&good.replacen(change.0, change.1, 1));
        assert!(!found[place].0 && found[place].1.contains(complaint), "{complaint}: {found:?}");
    }
}

#[test]
fn a_server_starts_on_its_known_chain_while_nodes_are_away() {
    let node = Node::start();
    let mut server: Server = node.server(Engine::Sqlite);
    let live = server.live();
    node.pay(&address_of(&live), USDC);
    until_balance_is(&live, "1.00");
    server.kill();
    let good = node.chain_file();
    node.write("chain.toml", &good.replacen("http://127.0.0.1:", "http://127.0.0.9:", 1));
    server.restart();
    assert_eq!(server.sandbox().get("/balance").status, 200);
    until_balance_is(&server.live(), "1.00");
    let status = told(&node, &server, &["status"]);
    assert_eq!(status.code, Some(1), "{status:?}");
    let troubled = status.stdout.lines().filter(|line| line.contains("is unreachable")).count();
    assert_eq!(troubled, 3, "how far, gas and the comparison: {}", status.stdout);
    let gas = told(&node, &server, &["gas"]);
    assert!(gas.stdout.contains("unknown: ") && gas.stdout.contains("is unreachable"), "{gas:?}");
    for (command, said) in [
        ("sweep", "some addresses can't be swept: "),
        ("resume", "money was not stopped, but books and chain were not compared: "),
    ] {
        let refused = told(&node, &server, &[command]);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.stderr.contains(said) && refused.stderr.contains("is unreachable"), "{refused:?}");
        assert!(!refused.stderr.contains("stays stopped"), "{refused:?}");
    }
    node.write("chain.toml", &good);
}
