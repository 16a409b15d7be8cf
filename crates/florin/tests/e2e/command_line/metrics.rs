//! `/metrics` for the operator: what was asked and answered, under names that do not grow with the data.

use super::production::Production;
use crate::support::{Engine, Reply, raw_reply};

testkit::on_one_engine!(the_admin_address_counts_requests_by_route_and_is_not_the_public_one);

/// The value of the one line with this name and all of these labels.
fn count(metrics: &Reply, name: &str, labels: &[&str]) -> u64 {
    let is_meant = |line: &&str| {
        line.starts_with(&format!("{name}{{")) && labels.iter().all(|label| line.contains(label))
    };
    let mut lines = metrics.body.lines().filter(is_meant);
    let line = lines.next().unwrap_or_else(|| panic!("no {name} {labels:?} in {}", metrics.body));
    assert!(lines.next().is_none(), "{name} {labels:?} is counted twice");
    line.rsplit_once(' ').and_then(|(_, value)| value.parse().ok()).expect("a whole number")
}

/// Checks the text format of Prometheus: each family has a HELP and a TYPE before its samples, is in the table of
/// metrics, and has samples whose names its type allows.
#[track_caller]
fn assert_explained(body: &str) {
    let (mut family, mut families) = (("", ""), Vec::new());
    let mut help = "";
    for line in body.lines().filter(|line| !line.is_empty()) {
        if let Some(words) = line.strip_prefix("# HELP ") {
            let (name, text) = words.split_once(' ').unwrap_or_else(|| panic!("no text: {line}"));
            assert!(text.ends_with('.'), "{line}");
            help = name;
        } else if let Some(words) = line.strip_prefix("# TYPE ") {
            family = words.split_once(' ').unwrap_or_else(|| panic!("no type: {line}"));
            assert_eq!(help, family.0, "no HELP: {line}");
            assert!(!families.contains(&family.0), "twice: {line}");
            families.push(family.0);
            let (name, _, text) = known(family.0);
            assert!(body.contains(&format!("# HELP {name} {text}\n")), "{name}");
        } else {
            let (sample, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("no value: {line}"));
            assert!(value.parse::<f64>().is_ok(), "{line}");
            let name = sample.split('{').next().unwrap_or_default();
            let endings: &[&str] =
                if family.1 == "histogram" { &["_bucket", "_sum", "_count"] } else { &[""] };
            let fits = endings.iter().any(|ending| name.strip_suffix(ending) == Some(family.0));
            assert!(fits, "{line} is of no family, or stands below {family:?}");
        }
    }
    assert!(families.contains(&"florin_waiting_items"), "{body}");
}

fn known(name: &str) -> app::Metric {
    let found = app::METRICS.into_iter().find(|(known, ..)| *known == name);
    found.unwrap_or_else(|| panic!("{name} is not in the table of metrics"))
}

fn the_admin_address_counts_requests_by_route_and_is_not_the_public_one(engine: Engine) {
    let production = Production::prepare(engine);
    let process = production.start(&[]);
    production.new_user("treasurer@example.com");
    let client = production.anyone().with_key(&production.new_key("treasurer@example.com", "live"));
    for _ in 0..3 {
        assert_eq!(client.get("/v1/balance").status, 200);
    }
    assert_eq!(client.anonymous().get("/v1/balance").status, 401);
    for id in ["ba_01kdvq3y5cf2ab6ngnm3hcrkve", "ba_01kdvq3y5cf2ab6ngnm3hcrkvf"] {
        assert_eq!(client.get(&format!("/v1/bank_accounts/{id}")).status, 404);
    }
    assert_eq!(client.get("/v1/made/up").status, 404);
    let brew = "BREW /v1/made/up HTTP/1.1\r\nHost: florin\r\nConnection: close\r\n\r\n";
    assert_eq!(raw_reply(&production.origin(), brew.as_bytes()).status, 404);

    let metrics = production.admin().get("/metrics");
    assert_eq!(metrics.status, 200);
    assert!(metrics.header("content-type").is_some_and(|kind| kind.starts_with("text/plain; version=0.0.4")));
    let requests = |labels: &[&str]| count(&metrics, "florin_requests_total", labels);
    let balance = "route=\"/balance\"";
    assert_eq!(requests(&["method=\"GET\"", balance, "status=\"200\""]), 3);
    assert_eq!(requests(&["method=\"GET\"", balance, "status=\"401\""]), 1);
    assert_eq!(requests(&["method=\"GET\"", "route=\"/bank_accounts/{id}\"", "status=\"404\""]), 2);
    assert_eq!(requests(&["method=\"other\"", "route=\"none\"", "status=\"404\""]), 1);
    assert_eq!(count(&metrics, "florin_request_duration_seconds_bucket", &[balance, "le=\"+Inf\""]), 4);
    assert_explained(&metrics.body);
    for secret in ["ba_01", "made", "BREW", "treasurer", "florin_live_"] {
        assert!(!metrics.body.contains(secret), "{secret} is in the metrics");
    }

    assert_eq!(production.admin().get("/healthz").status, 200);
    assert_eq!(production.admin().get("/v1/balance").status, 404);
    production.anyone().get("/metrics").assert_problem(404, "not_found");
    assert_eq!(process.end("TERM").code, Some(0));
}
