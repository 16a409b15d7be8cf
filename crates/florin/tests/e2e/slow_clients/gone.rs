//! Clients that send a request and are gone before the answer: all of it happens or nothing, and once.

use std::io::Read;
use std::net::{Shutdown, TcpStream};

use ::postgres::NoTls;
use serde_json::{Value, json};

use super::{post, send};
use crate::support::{Client, Database, Engine, Server, bank_account, eventually, own_ip, raw_reply};

testkit::on_sqlite_daily!(
    a_client_that_leaves_before_the_response_can_retry_and_acts_once,
    leaving_does_not_cancel_what_the_writer_has_taken,
);

const LEAVING: usize = 60;

/// The ways of being gone.
fn leave(stream: TcpStream, number: usize) {
    match number % 3 {
        0 => drop(stream),
        1 => stream.shutdown(Shutdown::Both).expect("a socket"),
        _ => {
            // Gone in the middle of the answer's first line.
            let _ = (&stream).read_exact(&mut [0; 5]);
        }
    }
}

fn a_client_that_leaves_before_the_response_can_retry_and_acts_once(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let body = |number: usize| named(&format!("Gone {number}"));
    for number in 0..LEAVING {
        let key = format!("Idempotency-Key: gone-{number}\r\n");
        leave(send(server.origin(), &post(&server, "/bank_accounts", &key, &body(number))), number);
    }
    for number in 0..LEAVING {
        sandbox.post_once("/bank_accounts", &format!("gone-{number}"), &body(number)).id();
    }
    let (mut made, mut wanted) =
        (names(&sandbox), Vec::from_iter((0..LEAVING).map(|number| format!("Gone {number}"))));
    made.sort();
    wanted.sort();
    assert_eq!(made, wanted, "one for each key");
}

/// While another process holds the database, one command is in the writer's hands and others wait behind it; then
/// their clients leave.
fn leaving_does_not_cancel_what_the_writer_has_taken(engine: Engine) {
    let admin = format!("{}:9464", own_ip());
    let server = Server::start_with(engine, &["--admin-listen", &admin]);
    let sandbox = server.sandbox();
    assert_eq!(sandbox.get("/bank_accounts").json()["data"], json!([]));

    // Counted before the database is held: if some work of Florin's own gets in between, the command waits behind it.
    let before = batches(&admin);
    let held = Held::hold(&server);
    let taken = send(server.origin(), &post(&server, "/bank_accounts", "", &named("Taken")));
    eventually("the writer is at work", || (batches(&admin) > before).then_some(()));
    let waiting: Vec<TcpStream> = (0..LEAVING)
        .map(|number| {
            let body = named(&format!("Waiting {number}"));
            send(server.origin(), &post(&server, "/bank_accounts", "", &body))
        })
        .collect();
    // A later client was answered, so they are in the queue by now, or nearly all of them.
    for _ in 0..10 {
        assert_eq!(sandbox.get("/balance").status, 200);
    }
    drop((taken, waiting));
    held.release();

    let made = eventually("it is done although its client left", || {
        let made = names(&sandbox);
        (made.iter().any(|name| name == "Taken") && made.len() > 1).then_some(made)
    });
    let once: std::collections::BTreeSet<&String> = made.iter().collect();
    assert_eq!(once.len(), made.len(), "{made:?}");
}

fn named(name: &str) -> Value {
    let mut body = bank_account("mxn_spei");
    body["name"] = json!(name);
    body
}

fn names(client: &Client) -> Vec<String> {
    let page = client.get("/bank_accounts").json();
    let all = page["data"].as_array().expect("a list").iter();
    all.map(|account| account["name"].as_str().expect("a name").to_owned()).collect()
}

/// How many batches the writer has taken.
fn batches(admin: &str) -> u64 {
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {admin}\r\nConnection: close\r\n\r\n");
    let metrics = raw_reply(&format!("http://{admin}"), request.as_bytes()).body;
    let count = metrics.lines().find_map(|line| line.strip_prefix("florin_batch_commands_count "));
    count.map_or(0, |count| count.parse().expect("a number"))
}

/// The test's own lock on what every write needs.
enum Held {
    Sqlite(rusqlite::Connection),
    Postgres(::postgres::Client),
}

impl Held {
    fn hold(server: &Server) -> Held {
        match server.database() {
            Database::Sqlite => {
                let file = rusqlite::Connection::open(server.data().join("florin.db")).expect("the database");
                file.busy_timeout(super::PATIENCE).expect("a timeout");
                file.execute_batch("begin immediate").expect("the write lock");
                Held::Sqlite(file)
            }
            Database::Postgres { url, .. } => {
                let mut client = ::postgres::Client::connect(url, NoTls).expect("the database");
                client.batch_execute("begin; lock table bank_accounts in exclusive mode").expect("the lock");
                Held::Postgres(client)
            }
        }
    }

    fn release(self) {
        match self {
            Held::Sqlite(file) => file.execute_batch("rollback").expect("the lock is let go"),
            Held::Postgres(mut client) => client.batch_execute("rollback").expect("the lock is let go"),
        }
    }
}
