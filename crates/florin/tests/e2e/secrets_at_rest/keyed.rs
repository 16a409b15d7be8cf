//! What is stored of a request or a key in order to recognize it again must be of no use to a thief who guesses: bank
//! details have so few possible values that a plain hash of them is as good as the details.

use crate::support::{Engine, Server, bank_account};

testkit::on_both_engines!(
    what_recognizes_a_request_differs_between_installations,
    a_request_is_recognized_after_the_secrets_were_renewed,
);

fn what_recognizes_a_request_differs_between_installations(engine: Engine) {
    let print = || {
        let server = Server::start(engine);
        let made = server.sandbox().post_once("/bank_accounts", "same", &bank_account("brl_pix"));
        assert_eq!(made.status, 200);
        let prints = server.database().bytes(server.data(), "select fingerprint from stored_responses");
        assert_eq!(prints.len(), 1);
        prints
    };
    assert_ne!(print(), print(), "anyone could compute it, and so try every Pix key");
}

fn a_request_is_recognized_after_the_secrets_were_renewed(engine: Engine) {
    let mut server = Server::start(engine);
    let ask = |server: &Server, name: &str| {
        let mut body = bank_account("brl_pix");
        body["name"] = name.into();
        server.sandbox().post_once("/bank_accounts", "same", &body)
    };
    let first = ask(&server, "First");
    assert_eq!(server.terminate(), Some(0));
    // Another installation's secret serves as the new one.
    let new = std::fs::read_to_string(Server::start(engine).data().join("secrets")).expect("a secret");
    let file = server.data().join("secrets");
    let old = std::fs::read_to_string(&file).expect("the secret");
    let new = new.trim().replacen("1:", "2:", 1);
    std::fs::write(&file, format!("{},{new}", old.trim())).expect("both secrets");
    server.restart();
    let again = ask(&server, "First");
    assert_eq!((again.header("Idempotent-Replayed"), &again.body), (Some("true"), &first.body), "{again:?}");
    ask(&server, "Other").assert_problem(422, "idempotency_key_reused");
}
