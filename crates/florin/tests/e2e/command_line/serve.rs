//! `florin serve`: explicit about everything, or it does not start.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use super::assert_refused;
use super::production::Production;
use crate::support::{Client, Engine, Process, eventually, florin, run};

testkit::on_sqlite_daily!(
    a_production_server_lives_from_start_to_finish,
    it_takes_its_settings_from_variables_as_well,
    broken_secrets_are_refused_without_being_shown,
    without_migrating_it_refuses_a_database_that_needs_it,
);

testkit::on_one_engine!(
    it_listens_on_ipv6_addresses,
    browsers_are_told_to_stay_with_https_where_the_public_address_has_it,
);

/// Each setting that `serve` cannot do without, and every word by which its absence is reported.
const NEEDED: [(&str, &str, &[&str]); 3] = [
    ("--database-url", "sqlite:x.db", &["--database-url", "FLORIN_DATABASE_URL", "database_url"]),
    ("--secrets-file", "x", &["--secrets-file", "FLORIN_SECRETS_FILE", "secrets_file", "FLORIN_SECRETS"]),
    ("--public-url", "https://pay.example.com", &["--public-url", "FLORIN_PUBLIC_URL", "public_url"]),
];

#[test]
fn everything_that_is_missing_is_named_at_once_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    for given in 0..1 << NEEDED.len() {
        let (there, missing): (Vec<_>, Vec<_>) = (0..NEEDED.len()).partition(|index| given & 1 << index != 0);
        if missing.is_empty() {
            continue;
        }
        let mut command = florin(&["serve"]);
        command.current_dir(folder.path());
        for index in &there {
            command.args([NEEDED[*index].0, NEEDED[*index].1]);
        }
        let refused = Process::start(command).ends();
        for index in missing {
            assert_refused(&refused, 2, NEEDED[index].2);
        }
        for index in there {
            assert!(
                !refused.stderr.contains(NEEDED[index].0),
                "{} is there: {}",
                NEEDED[index].0,
                refused.stderr
            );
        }
    }
    let made = folder.path().read_dir().expect("a folder").count();
    assert_eq!(made, 0, "a server that did not start left something behind");
}

#[test]
fn a_public_url_at_which_nobody_can_sign_in_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in ["serve", "dev", "doctor"] {
        let mut command = florin(&[command, "--public-url", "http://pay.example.com"]);
        let refused = run(command.current_dir(folder.path()));
        assert_ne!(refused.code, Some(0), "{refused:?}");
        assert!(format!("{refused:?}").contains("--public-url: use https"), "{refused:?}");
    }
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
}

fn a_production_server_lives_from_start_to_finish(engine: Engine) {
    let production = Production::prepare(engine);
    let process = production.start(&[]);
    let user = production.new_user("treasurer@example.com");
    let (live, test) = (
        production.new_key("treasurer@example.com", "live"),
        production.new_key("treasurer@example.com", "test"),
    );

    let anyone = production.anyone();
    let balance = anyone.with_key(&live).get("/v1/balance").json();
    assert_eq!([&balance["amount"], &balance["chain"]], ["0.00", "base"]);
    let balance = anyone.with_key(&test).get("/sandbox/v1/balance").json();
    assert_eq!([&balance["amount"], &balance["chain"]], ["10000.00", "simulated"]);
    // What it says about itself is what callers type, not where it listens.
    let refused = anyone.with_key(&test).get("/v1/balance");
    refused.assert_problem(401, "unauthorized");
    assert_eq!(refused.json()["type"], "https://pay.example.com/errors/unauthorized");
    let detail = refused.json()["detail"].to_string();
    assert!(detail.contains("https://pay.example.com/sandbox/v1"), "{detail}");
    assert_eq!(refused.header("ratelimit-policy"), Some("\"default\";q=100;w=1"), "limits are on by default");

    let ended = process.end("TERM");
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""));
    let lines: Vec<Value> = ended
        .stderr
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    let ready = lines.iter().find(|line| line["message"] == "ready").expect("it says when it is ready");
    assert_eq!(ready["origin"], "https://pay.example.com");
    assert!(lines.iter().all(|line| line["level"].is_string() && line["timestamp"].is_string()), "{lines:?}");
    assert!(
        lines.iter().any(|line| line["message"].as_str().is_some_and(|text| text.starts_with("stopping")))
    );
    let secrets = fs::read_to_string(production.secrets_file()).expect("the secrets");
    for secret in [&live, &test, secrets.trim(), user["password"].as_str().expect("a password")] {
        assert!(!ended.stderr.contains(secret), "the log holds a secret");
    }
    assert_eq!(
        production.elsewhere().read_dir().expect("a folder").count(),
        0,
        "it writes only where it is told to"
    );

    // The next one finds everything as it was.
    let process = production.start(&[]);
    assert_eq!(production.anyone().with_key(&live).get("/v1/balance").status, 200);
    assert_eq!(process.end("TERM").code, Some(0));
}

fn it_takes_its_settings_from_variables_as_well(engine: Engine) {
    let production = Production::prepare(engine);
    let listen = production.origin().replace("http://", "");
    let mut command = florin(&["serve"]);
    command.current_dir(production.elsewhere());
    command.env("FLORIN_DATABASE_URL", production.database_url());
    command.env("FLORIN_SECRETS", fs::read_to_string(production.secrets_file()).expect("the secrets"));
    command.env("FLORIN_PUBLIC_URL", "https://pay.example.com").env("FLORIN_LISTEN", listen);
    command
        .env("FLORIN_ADMIN_LISTEN", "off")
        .env("FLORIN_RATE_LIMIT", "0")
        .env("FLORIN_LOG_FORMAT", "pretty");
    let mut process = Process::start(command);
    super::await_ready(&mut process, &production.origin());
    let reply = production.anyone().get("/v1/balance");
    reply.assert_problem(401, "unauthorized");
    assert_eq!(reply.header("ratelimit"), None, "0 is no limit");
    assert!(production.admin().try_send("GET", "/healthz", &[], None).is_err(), "off is off");
    let ended = process.end("TERM");
    assert_eq!(ended.code, Some(0));
    assert!(!ended.stderr.contains('{') && ended.stderr.contains(" INFO "), "{}", ended.stderr);
}

fn broken_secrets_are_refused_without_being_shown(engine: Engine) {
    let production = Production::prepare(engine);
    let file = production.secrets_file();
    let good = fs::read_to_string(&file).expect("the secrets");
    let secret = good.trim().trim_start_matches("1:");
    let refuse = |words: &[&str]| {
        let command = production.serve(&["--public-url", "https://pay.example.com"]);
        let refused = Process::start(command).ends();
        assert_refused(&refused, 2, words);
        assert!(!refused.stderr.contains(&secret[..16]), "the complaint shows the secret");
    };
    for wrong in [secret, &format!("0:{secret}"), &format!("1:{}", &secret[..20]), "", "1:not base64 at all"]
    {
        fs::write(&file, wrong).expect("broken secrets");
        refuse(&["secret"]);
    }
    fs::write(&file, &good).expect("good secrets");
    for open in [0o644, 0o640, 0o604] {
        fs::set_permissions(&file, Permissions::from_mode(open)).expect("careless");
        refuse(&["chmod 600"]);
    }
    fs::remove_file(&file).expect("gone");
    refuse(&["there is no file"]);
}

fn without_migrating_it_refuses_a_database_that_needs_it(engine: Engine) {
    let production = Production::prepare(engine);
    let arguments = ["--public-url", "https://pay.example.com", "--no-migrate"];
    let refused = Process::start(production.serve(&arguments)).ends();
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stderr.contains("florin migrate"), "{refused:?}");
    let mut migrate = florin(&["migrate", "--database-url", &production.database_url()]);
    assert_eq!(crate::support::run(&mut migrate).code, Some(0));
    let process = production.start(&["--no-migrate"]);
    assert_eq!(process.end("TERM").code, Some(0));
}

/// Before it knew how to write such a host, it panicked at start.
fn it_listens_on_ipv6_addresses(engine: Engine) {
    let production = Production::prepare(engine);
    for listen in ["[::1]:0", "[::]:0"] {
        let mut command = production.command(&["serve", "--public-url", "https://pay.example.com"]);
        command.args(["--listen", listen, "--admin-listen", "[::1]:0"]);
        let mut process = Process::start(command);
        let ready = eventually("the server is ready", || {
            assert!(process.is_running(), "the server ended: {}", process.log());
            let log = process.log();
            let line = log.lines().find(|line| line.contains("\"ready\""))?;
            serde_json::from_str::<Value>(line).ok()
        });
        let address = ready["listen"].as_str().expect("an address");
        let port = address.rsplit(':').next().expect("a port");
        assert!(address.starts_with(listen.strip_suffix(":0").expect("port 0")), "{address}");
        let client = Client::new(&format!("http://[::1]:{port}"), None);
        assert_eq!(client.get("/readyz").status, 200);
        assert_eq!(process.end("TERM").code, Some(0));
    }
}

/// On every answer, whatever it is: a browser may meet any of them first.
fn browsers_are_told_to_stay_with_https_where_the_public_address_has_it(engine: Engine) {
    let production = Production::prepare(engine);
    let asked = [
        ("GET", "/healthz", 200),
        ("GET", "/docs", 200),
        ("GET", "/v1/balance", 401),
        ("GET", "/nothing/here", 404),
        ("GET", "/dashboard", 303),
        ("GET", "/dashboard/sign-in", 200),
        ("POST", "/dashboard/sign-in", 403),
        ("POST", "/oauth/token", 400),
        ("PATCH", "/v1/balance", 405),
        ("GET", "/assets/style.css", 200),
    ];
    for (public, expected) in
        [("https://pay.example.com", Some("max-age=31536000")), ("http://localhost:8080", None)]
    {
        let mut process = Process::start(production.serve(&["--public-url", public]));
        super::await_ready(&mut process, &production.origin());
        for (method, path, status) in asked {
            let reply = production.anyone().send(method, path, &[], (method != "GET").then_some(""));
            assert_eq!(reply.status, status, "{method} {path}: {reply:?}");
            assert_eq!(reply.header("strict-transport-security"), expected, "{method} {path}");
        }
        assert_eq!(process.end("TERM").code, Some(0));
    }
}
