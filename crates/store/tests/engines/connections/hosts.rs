//! Several hosts: one that is away, silent or a standby never keeps Florin from the one that writes.

use std::net::TcpListener;

use testkit::cluster::Cluster;
use testkit::database::admin_url;

use super::{ask, assert_refused};

/// The host, port and rest of the shared server's URL.
fn shared() -> (String, String) {
    let url = admin_url();
    let (server, database) = url.rsplit_once('/').expect("the URL names a database");
    let (_, host) = server.rsplit_once('@').expect("the URL names a user");
    (host.to_owned(), format!("{database}?connect_timeout=4"))
}

/// Accepts connections, and never says a word.
fn silent() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its address").to_string();
    (listener, address)
}

#[test]
fn a_host_that_is_silent_or_refuses_does_not_keep_florin_from_the_next() {
    let ((host, rest), (_one, first), (_two, second)) = (shared(), silent(), silent());
    let closed = { silent().1 };
    for hosts in [
        format!("{first},{host}"),
        format!("{first},{second},{host}"),
        format!("{closed},{host}"),
        format!("no-such-host.invalid,{host}"),
        format!("{host},{first}"),
    ] {
        let answer = ask(&format!("postgres://postgres@{hosts}/{rest}"));
        assert!(answer.is_ok(), "{hosts}: {answer:?}");
    }
}

#[test]
fn one_deadline_covers_all_hosts_and_every_reason_is_named() {
    let (_one, first) = silent();
    let closed = { silent().1 };
    let url = format!("postgres://postgres@{closed},{first},no-such-host.invalid/x?connect_timeout=1");
    let error = ask(&url).expect_err("no host works");
    for words in [closed.as_str(), "can't be resolved", "in 1 seconds"] {
        assert!(error.contains(words), "{words}: {error}");
    }
}

#[test]
fn a_standby_or_a_server_that_only_reads_is_passed_over_unless_the_url_accepts_it() {
    let primary = Cluster::start();
    let standby = primary.standby();
    let address = |cluster: &Cluster| format!("127.0.0.1:{}", cluster.port());
    let (first, second) = (address(&standby), address(&primary));
    let url =
        |hosts: &str, more: &str| format!("postgres://postgres@{hosts}/postgres?connect_timeout=4{more}");
    assert_refused(&url(&first, ""), "is a standby");
    assert!(ask(&url(&first, "&target_session_attrs=any")).is_ok());
    assert!(ask(&url(&format!("{first},{second}"), "")).is_ok());
    primary.alter(&[("default_transaction_read_only", "on")]);
    assert_refused(&url(&second, ""), "only accepts reads");
    standby.promote();
    let both = url(&format!("{second},{first}"), "");
    testkit::patience::eventually("the new primary is found", || ask(&both).ok());
}

/// The kernel's table of connections shows the timer that notices a silent network.
#[test]
fn an_idle_connection_is_probed_within_two_seconds() {
    let (host, rest) = shared();
    let url = store::DatabaseUrl::parse(&format!("postgres://postgres@{host}/{rest}")).expect("a URL");
    let port = host.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok()).expect("a port");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let store = store::Store::new(url);
    runtime.block_on(store.facts()).expect("it answers");
    testkit::patience::eventually("a probe is due", || {
        let table = std::fs::read_to_string("/proc/self/net/tcp").expect("the kernel's table");
        let own = own_sockets();
        table.lines().skip(1).any(|line| is_probed(line, port, &own)).then_some(())
    });
}

/// Whether a connection of this process to that port has a keepalive timer of at most two seconds.
fn is_probed(line: &str, port: u16, own: &[String]) -> bool {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let to_port = fields[2].ends_with(&format!(":{port:04X}"));
    let (timer, left) = fields[5].split_once(':').expect("a timer");
    let left = u64::from_str_radix(left, 16).expect("hundredths of a second");
    to_port && own.contains(&fields[9].to_owned()) && timer == "02" && left <= 200
}

fn own_sockets() -> Vec<String> {
    let files = std::fs::read_dir("/proc/self/fd").expect("open files").filter_map(Result::ok);
    let links = files.filter_map(|file| std::fs::read_link(file.path()).ok());
    let names = links.filter_map(|link| {
        let name = link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?;
        Some(name.to_owned())
    });
    names.collect()
}
