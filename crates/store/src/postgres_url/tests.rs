//! What a URL means, and what is refused without repeating it.

use std::time::Duration;

use super::{HostPlace, PostgresUrl, SessionTarget, SslMode};

fn parse(rest: &str) -> Result<PostgresUrl, String> {
    PostgresUrl::parse(rest)
}

fn hosts(rest: &str) -> Vec<String> {
    parse(rest).expect(rest).hosts.iter().map(|host| host.shown()).collect()
}

#[test]
fn a_url_names_hosts_ports_and_a_database_as_in_libpq() {
    for (rest, expected, shown) in [
        ("db/florin", vec!["db:5432"], "postgres://db/florin"),
        ("me:pw@db:6000/florin", vec!["db:6000"], "postgres://db:6000/florin"),
        ("a,b:2,[::1],[fe80::1]:4/x", vec!["a:5432", "b:2", "[::1]:5432", "[fe80::1]:4"], ""),
        ("%2Frun%2Fpostgresql/x", vec!["/run/postgresql/.s.PGSQL.5432"], ""),
        ("/x?host=a,b&port=1,2", vec!["a:1", "b:2"], "postgres:///x"),
        ("/x?host=a,b&port=7", vec!["a:7", "b:7"], ""),
        ("/x?host=/run/postgresql", vec!["/run/postgresql/.s.PGSQL.5432"], ""),
        ("?hostaddr=10.0.0.1", vec!["10.0.0.1:5432"], ""),
        ("me@db?user=other", vec!["db:5432"], "postgres://db"),
    ] {
        assert_eq!(hosts(rest), expected, "{rest}");
        assert!(shown.is_empty() || parse(rest).expect(rest).shown() == shown, "{rest}");
    }
    let url = parse("m%40e:p%2Fw?d@db/fl%20orin?hostaddr=10.0.0.1").expect("a URL");
    assert_eq!(url.config.get_user(), Some("m@e"));
    assert_eq!(url.config.get_password(), Some(&b"p/w?d"[..]));
    assert_eq!(url.config.get_dbname(), Some("fl orin"));
    let expected = HostPlace::Tcp { name: "db".to_owned(), address: Some([10, 0, 0, 1].into()) };
    assert_eq!(url.hosts[0].place, expected);
}

#[test]
fn tls_is_at_least_what_was_asked_for() {
    for (query, mode) in [
        ("", SslMode::Prefer),
        ("sslmode=disable", SslMode::Disable),
        ("sslmode=require", SslMode::Require),
        ("sslmode=require&sslrootcert=ca.crt", SslMode::VerifyCa),
        ("sslmode=verify-ca&sslrootcert=ca.crt", SslMode::VerifyCa),
        ("sslmode=verify-full", SslMode::VerifyFull),
        ("sslrootcert=system", SslMode::VerifyFull),
    ] {
        assert_eq!(parse(&format!("db/x?{query}")).expect(query).tls.mode, mode, "{query}");
    }
    let url = parse("db/x?sslrootcert=a%20b.crt&sslcert=c.crt&sslkey=c.key").expect("a URL");
    assert_eq!(url.tls.root_file.as_deref().and_then(|path| path.to_str()), Some("a b.crt"));
    assert!(url.tls.client.is_some());
}

#[test]
fn a_session_is_for_writing_and_a_silent_network_is_noticed_unless_the_url_says_otherwise() {
    let usual = parse("db/x").expect("a URL");
    assert_eq!((usual.target, usual.connect_timeout), (SessionTarget::ReadWrite, Duration::from_secs(5)));
    assert_eq!(usual.config.get_application_name(), Some("florin"));
    assert_eq!(usual.config.get_tcp_user_timeout(), Some(&Duration::from_secs(4)));
    assert_eq!(usual.config.get_keepalives_idle(), Duration::from_secs(2));
    let other = parse(
        "db/x?target_session_attrs=any&connect_timeout=9&application_name=pay&tcp_user_timeout=1500&keepalives=0\
         &keepalives_idle=60&keepalives_interval=10&keepalives_count=2",
    );
    let other = other.expect("a URL");
    assert_eq!((other.target, other.connect_timeout), (SessionTarget::Any, Duration::from_secs(9)));
    assert_eq!(other.config.get_application_name(), Some("pay"));
    assert_eq!(other.config.get_tcp_user_timeout(), Some(&Duration::from_millis(1_500)));
    assert!(!other.config.get_keepalives());
    assert_eq!(other.config.get_keepalives_retries(), Some(2));
}

#[test]
fn options_are_settings_of_the_session() {
    let settings = |options: &str| parse(&format!("db/x?options={options}")).map(|url| url.settings);
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(settings("-c%20search_path=pay"), Ok(vec![pair("search_path", "pay")]));
    assert_eq!(
        settings("-csynchronous_commit=remote_apply%20--work-mem=8MB%20%20-c%20a.b=two%5C%20words"),
        Ok(vec![
            pair("synchronous_commit", "remote_apply"),
            pair("work_mem", "8MB"),
            pair("a.b", "two words")
        ])
    );
    for wrong in ["-d", "-c", "-c%20work_mem", "work_mem=8MB", "--work-mem"] {
        assert!(settings(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_wrong_or_not_supported_is_refused_and_no_value_repeated() {
    for (rest, words) in [
        ("", "no host"),
        ("db:s3cr3t/x", "a port"),
        ("db:0/x", "a port"),
        ("[::1/x", "a host"),
        ("a,,b/x", "a host"),
        ("me:12/s3cr3t@db/x", "%2F"),
        ("me:p@s3cr3t@db/x", "%40"),
        ("db/x?s3cr3t", "no value"),
        ("db/x?s3cr3t=1", "a parameter"),
        ("db/x?sslmode=s3cr3t", "sslmode: use"),
        ("db/x?sslmode=allow", "sslmode=allow"),
        ("db/x?sslmode=verify-ca", "sslrootcert"),
        ("db/x?sslmode=require&sslrootcert=system", "verify-full"),
        ("db/x?sslcert=s3cr3t", "sslkey"),
        ("db/x?sslkey=s3cr3t", "sslcert"),
        ("db/x?sslcrl=s3cr3t", "sslcrl"),
        ("db/x?passfile=s3cr3t", "passfile"),
        ("db/x?channel_binding=s3cr3t", "channel_binding"),
        ("db/x?channel_binding=require&sslmode=disable", "needs TLS"),
        ("db/x?target_session_attrs=standby", "Florin writes"),
        ("db/x?connect_timeout=0", "connect_timeout"),
        ("db/x?hostaddr=s3cr3t", "hostaddr"),
        ("/x?host=a,b&port=1,2,3", "same number"),
        ("/x?host=a,b&hostaddr=10.0.0.1", "same number"),
        ("db/x?application_name=%00", "zero"),
        ("db/x?application_name=%ff", "UTF-8"),
    ] {
        let problem = parse(rest).err().unwrap_or_else(|| panic!("{rest} was accepted"));
        assert!(problem.contains(words) && !problem.contains("s3cr3t"), "{rest}: {problem}");
    }
}
