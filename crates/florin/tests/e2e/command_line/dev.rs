//! `florin dev`: nothing but the program, and it works.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{assert_refused, fields};
use crate::support::{
    Database, Dev, Ended, Engine, Process, Server, canary, florin, pay_and_settle, raw_reply,
};

testkit::on_both_engines!(every_start_shows_the_same_key_and_password_while_they_work);

testkit::on_sqlite_daily!(
    the_json_line_has_the_promised_fields_and_they_work,
    what_it_keeps_is_for_its_owner_alone,
);

testkit::on_one_engine!(the_banner_has_a_curl_line_that_works_when_pasted);

fn the_json_line_has_the_promised_fields_and_they_work(engine: Engine) {
    let (data, database) = (tempfile::tempdir().expect("a folder"), Database::create(engine));
    // It makes the folder itself, and those above it.
    let data = data.path().join("a/b");
    let mut process = Process::start(Dev::command(&data, database.url()));
    let line = process.line();
    let info: Value = serde_json::from_str(&line).expect("one line of JSON");
    let promised = ["auth_url", "base_url", "dashboard_url", "email", "password", "sandbox_url", "test_key"];
    assert_eq!(fields(&info), promised);
    assert!(info.as_object().expect("an object").values().all(|value| value.is_string()), "{info}");
    let text = |name: &str| info[name].as_str().expect("text").to_owned();
    [text("password"), text("test_key")].iter().for_each(|secret| canary(secret));

    let origin = text("base_url");
    assert!(origin.starts_with("http://127.0.0.1:") && !origin.ends_with(":0"), "{origin}");
    assert_eq!(text("sandbox_url"), format!("{origin}/sandbox"));
    assert_eq!(text("auth_url"), format!("{origin}/oauth"));
    assert_eq!(text("dashboard_url"), format!("{origin}/dashboard"));
    // It accepts requests as soon as the line is there, so nothing is waited for.
    let sandbox =
        crate::support::Client::new(&format!("{origin}/sandbox/v1"), None).with_key(&text("test_key"));
    assert_eq!(sandbox.get("/balance").json()["amount"], "10000.00");
    assert_eq!(sandbox.at(&format!("{origin}/v1")).get("/balance").status, 401);
    assert!(text("password").len() >= 16);

    let ended = process.end("TERM");
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""), "one line is all: {ended:?}");
    assert_eq!(ended.stderr, "", "a quiet day has no log");
}

fn the_banner_has_a_curl_line_that_works_when_pasted(engine: Engine) {
    let (data, database) = (tempfile::tempdir().expect("a folder"), Database::create(engine));
    let mut command = florin(&["dev", "--listen", "127.0.0.1:0"]);
    command.current_dir(data.path());
    if let Some(url) = database.url() {
        command.args(["--database-url", url]);
    }
    let mut process = Process::start(command);
    let mut banner = String::new();
    let curl = loop {
        let line = process.line();
        banner.push_str(&line);
        if line.trim_start().starts_with("curl ") {
            break line;
        }
    };
    let pasted = Ended::from(Command::new("sh").arg("-c").arg(&curl).output().expect("sh runs"));
    let balance: Value =
        serde_json::from_str(&pasted.stdout).unwrap_or_else(|error| panic!("{error}: {pasted:?}"));
    assert_eq!((pasted.code, &balance["amount"]), (Some(0), &"10000.00".into()));

    let value = |name: &str| {
        let line = banner.lines().find_map(|line| line.trim().strip_prefix(name));
        line.unwrap_or_else(|| panic!("no {name} in {banner}")).trim().to_owned()
    };
    let (key, origin) = (value("Test key"), value("Live API").replace("/v1", ""));
    [key.clone(), value("Password")].iter().for_each(|secret| canary(secret));
    assert!(curl.contains(&key) && curl.contains(&origin), "{banner}");
    assert_eq!(value("Sandbox"), format!("{origin}/sandbox/v1"));
    assert_eq!(crate::support::Client::new("", None).get(&value("Docs")).status, 200);
    assert!(value("Sign in").contains('@'));
    assert!(data.path().join("florin-data").is_dir(), "the data is where the banner says");
    assert!(banner.contains("florin-data") && banner.contains("Ctrl-C"), "{banner}");
    assert_eq!(process.end("INT").code, Some(0), "Ctrl-C is a good end");
}

fn every_start_shows_the_same_key_and_password_while_they_work(engine: Engine) {
    let mut server = Server::start(engine);
    let shown = |server: &Server| ["email", "password", "test_key"].map(|name| server.info(name).to_owned());
    let first = shown(&server);
    assert_eq!(server.terminate(), Some(0));
    server.restart();
    assert_eq!(shown(&server), first);
    server.kill();
    server.restart();
    assert_eq!(shown(&server), first);

    // A key that was revoked is of no use, so the next start shows another.
    let keys = server.florin_json(&["key", "list", "--email", &first[0]]);
    let [key] = keys["data"].as_array().expect("keys").as_slice() else { panic!("one key: {keys}") };
    server.florin_json(&["key", "revoke", key["id"].as_str().expect("an id")]);
    assert_eq!(server.terminate(), Some(0));
    server.restart();
    let [email, password, test_key] = shown(&server);
    canary(&test_key);
    assert_eq!([&email, &password], [&first[0], &first[1]]);
    assert_ne!(test_key, first[2]);
    assert_eq!(server.sandbox().get("/balance").status, 200);
}

fn mode(path: &Path) -> u32 {
    path.metadata().expect("a file").permissions().mode() & 0o777
}

fn what_it_keeps_is_for_its_owner_alone(engine: Engine) {
    let (data, database) = (tempfile::tempdir().expect("a folder"), Database::create(engine));
    let data = data.path().join("data");
    // However careless the surroundings are.
    let florin = Dev::command(&data, database.url());
    let mut careless = Command::new("sh");
    careless.args(["-c", "umask 000; exec \"$@\"", "sh"]).arg(florin.get_program()).args(florin.get_args());
    let dev = Dev::start(careless);
    assert_eq!(dev.sandbox().get("/balance").status, 200);
    assert_eq!(mode(&data), 0o700);
    let kept: Vec<_> =
        data.read_dir().expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    assert!(kept.contains(&data.join("secrets")), "{kept:?}");
    for path in &kept {
        assert_eq!(mode(path) & 0o077, 0, "{} is accessible to other users", path.display());
    }
    drop(dev);

    let secrets = data.join("secrets");
    std::fs::set_permissions(&secrets, std::fs::Permissions::from_mode(0o644)).expect("careless again");
    let refused = Process::start(Dev::command(&data, database.url())).ends();
    assert_refused(&refused, 1, &["chmod 600", "secrets"]);
}

#[test]
fn data_without_its_secrets_is_not_given_new_ones() {
    let mut server = Server::start(Engine::Sqlite);
    assert_eq!(server.terminate(), Some(0));
    let secrets = server.data().join("secrets");
    std::fs::remove_file(&secrets).expect("the secrets are lost");
    let refused = Process::start(Dev::command(server.data(), None)).ends();
    assert_refused(&refused, 1, &["florin.db", "secrets", "--data"]);
    assert!(!secrets.exists(), "new secrets beside old data would hide the loss");
}

#[test]
fn an_address_that_is_taken_is_refused_with_the_flag_that_helps() {
    let other = std::net::TcpListener::bind("127.0.0.1:0").expect("an address");
    let taken = other.local_addr().expect("an address").to_string();
    let data = tempfile::tempdir().expect("a folder");
    for flag in ["--listen", "--admin-listen"] {
        let mut command = florin(&["dev", "--json", flag, &taken, "--data"]);
        command.arg(data.path());
        if flag != "--listen" {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let refused = Process::start(command).ends();
        assert_refused(&refused, 1, &[&taken, "already in use", &format!("{flag} ")]);
        let error: Value = serde_json::from_str(&refused.stderr).expect("an error is JSON when asked for");
        assert_eq!(fields(&error), ["error"]);
    }
}

/// Captured email signs people in, so a server that others can reach shows it to this machine alone.
#[test]
fn captured_email_is_for_this_machine_alone() {
    let data = tempfile::tempdir().expect("a folder");
    let start = |arguments: &[&str]| {
        let mut command = florin(&["dev", "--listen", "0.0.0.0:0", "--json", "--data"]);
        command.arg(data.path()).args(arguments);
        Dev::start(command)
    };
    let ask = |origin: &str, path: &str, headers: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
        raw_reply(origin, request.as_bytes())
    };
    let is_shown = |origin: &str, headers: &str| {
        let list = ask(origin, "/dev/emails", headers);
        let one = ask(origin, "/dev/emails/email_01kdvq3y5cf2ab6ngnm3hcrkve", headers);
        let html = ask(origin, "/dev/emails/email_01kdvq3y5cf2ab6ngnm3hcrkve/html", headers);
        let steps = ask(origin, "/dev", headers);
        assert_eq!(html.status, one.status, "{html:?}");
        match (list.status, one.status, steps.status) {
            (200, 404, 200) => true,
            (403, 403, 403) => {
                assert!(list.body.contains("--public-dev-email"), "{}", list.body);
                assert!(!list.body.contains("@example.com"), "{}", list.body);
                false
            }
            other => panic!("{other:?}: {}", list.body),
        }
    };
    let strangers = [
        "Host: evil.example\r\n",
        "Host: 127.0.0.1.evil.example\r\n",
        "Host: localhost\r\nX-Forwarded-For: 127.0.0.1\r\n",
        "Host: localhost\r\nForwarded: for=127.0.0.1\r\n",
        "Host: localhost\r\nVia: 1.1 proxy\r\n",
    ];
    let dev = start(&[]);
    pay_and_settle(&dev.sandbox(), &[("ada@example.com", "1")]);
    assert!(ask(dev.origin(), "/dev/emails", "Host: localhost\r\n").body.contains("ada@example.com"));
    for host in ["127.0.0.1", "localhost:8080", "[::1]"] {
        assert!(is_shown(dev.origin(), &format!("Host: {host}\r\n")), "{host}");
    }
    for headers in strangers {
        assert!(!is_shown(dev.origin(), headers), "{headers:?}");
    }
    let port = dev.origin().rsplit(':').next().expect("a port").to_owned();
    let outside = outside_address().map(|ip| format!("http://{ip}:{port}"));
    if let Some(outside) = &outside {
        assert!(!is_shown(outside, "Host: localhost\r\n"), "not to a peer that is not loopback");
        assert_eq!(ask(outside, "/healthz", "Host: localhost\r\n").status, 200, "the rest is");
    }
    drop(dev);

    let dev = start(&["--public-dev-email", "true"]);
    for headers in strangers {
        assert!(is_shown(dev.origin(), headers), "the operator allows it: {headers:?}");
    }
    // The demo user's password and key stay on this machine.
    for secret in ["password", "test_key"] {
        let shows = |headers: &str| ask(dev.origin(), "/dev", headers).body.contains(dev.info(secret));
        assert!(shows("Host: localhost\r\n"), "{secret}");
        assert!(!strangers.into_iter().any(shows), "{secret}");
    }
}

/// An address of this machine that is not loopback, if it has one. Nothing is sent.
fn outside_address() -> Option<std::net::IpAddr> {
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

/// The error about a wrong address recommends this form.
#[test]
fn it_listens_on_ipv6_addresses_and_says_where() {
    for (listen, starts) in [("[::1]:0", "http://[::1]:"), ("[::]:0", "http://[::1]:")] {
        let data = tempfile::tempdir().expect("a folder");
        let mut command =
            florin(&["dev", "--listen", listen, "--admin-listen", "[::1]:0", "--json", "--data"]);
        command.arg(data.path());
        let dev = Dev::start(command);
        assert!(dev.origin().starts_with(starts), "{}", dev.origin());
        assert_eq!(dev.sandbox().get("/balance").status, 200);
        assert_eq!(dev.anyone().get("/dev/emails").status, 200, "::1 is this machine");
        if listen == "[::]:0" {
            // IPv4 clients of such a server have IPv4-mapped addresses.
            let port = dev.origin().rsplit(':').next().expect("a port");
            let client = crate::support::Client::new(&format!("http://127.0.0.1:{port}"), None);
            assert_eq!(client.get("/dev/emails").status, 200);
        }
    }
    for wrong in ["localhost:8080", "::1:8080", "[::1]", "8080", ":8080"] {
        let refused = Process::start(florin(&["dev", "--listen", wrong])).ends();
        assert_refused(&refused, 2, &["--listen", "127.0.0.1:8080 or [::1]:8080"]);
    }
}
