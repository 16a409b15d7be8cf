//! The documentation on a real server: its pages, its search, and what it does with addresses that it doesn't have.

use std::collections::BTreeSet;

use crate::support::pages::{demo, says};
use crate::support::{Client, Engine, Reply, Server};

testkit::on_one_engine!(
    every_page_of_the_documentation_leads_only_to_pages_that_exist,
    a_search_finds_pages_and_shows_the_query_as_text,
    an_unknown_page_is_a_page_for_browsers_and_a_problem_for_programs,
    the_pages_show_the_names_of_this_server,
    the_pages_for_developers_lead_to_the_guides,
    searches_count_for_the_network_of_the_visitor,
);

/// The addresses of links on the page that begin like this.
fn links(page: &Reply, start: &str) -> BTreeSet<String> {
    let hrefs = page.body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let paths = hrefs.filter_map(|href| href.split('#').next());
    paths.filter(|path| path.starts_with(start)).map(str::to_owned).collect()
}

fn assert_is_a_page(page: &Reply, path: &str) {
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")), "{path}");
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
    assert!(page.header("cache-control").is_some_and(|cached| cached.contains("max-age")), "{path}");
}

fn every_page_of_the_documentation_leads_only_to_pages_that_exist(engine: Engine) {
    let server = Server::start(engine);
    let anyone = server.anyone();
    let home = anyone.get("/docs");
    assert_is_a_page(&home, "/docs");
    let pages = links(&home, "/docs/");
    assert!(pages.len() > 20, "{pages:?}");
    let mut others = BTreeSet::new();
    for path in &pages {
        let page = anyone.get(path);
        assert_is_a_page(&page, path);
        assert!(page.body.len() < 300_000, "{path} has {} bytes", page.body.len());
        others.extend(links(&page, "/").into_iter().filter(|path| !pages.contains(path)));
    }
    for path in others {
        assert!([200, 303].contains(&anyone.get(&path).status), "{path}");
    }
}

fn a_search_finds_pages_and_shows_the_query_as_text(engine: Engine) {
    let server = Server::start(engine);
    let anyone = server.anyone();
    let search = |query: &str| anyone.get(&format!("/docs/search{query}"));
    for (query, found) in [
        ("?q=whsec_", "href=\"/docs/webhooks#"),
        ("?q=code_challenge", "href=\"/docs/oauth"),
        ("?q=%2Bfail", "href=\"/docs/sandbox"),
        ("?q=insufficient_funds&lang=es", "href=\"/errors/insufficient_funds\""),
        ("?q=create+payout", "href=\"/docs/payouts#createPayout\""),
    ] {
        let page = search(query);
        assert_is_a_page(&page, query);
        assert!(page.body.contains(found), "{query}: {}", page.body);
    }
    for empty in ["", "?", "?q", "?q=", "?q=++", "?p=payout"] {
        says(&search(empty), "Enter a word");
    }
    let long = format!("?q={}", "payout+".repeat(1_000));
    for strange in ["?q=%ff%00", "?q=%E2%80%AE", &long, "?q=a&q=b", "?q=%", "?q=..%2f..%2fetc"] {
        assert_is_a_page(&search(strange), strange);
    }
    let hostile = search("?q=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E");
    assert_is_a_page(&hostile, "hostile");
    assert!(!hostile.body.contains("<script>alert"), "{}", hostile.body);
    says(&hostile, "\"><script>alert(1)</script>");
}

fn an_unknown_page_is_a_page_for_browsers_and_a_problem_for_programs(engine: Engine) {
    let server = Server::start(engine);
    let anyone = server.anyone();
    let browse = |client: &Client, path: &str| client.send("GET", path, &[("Accept", "text/html")], None);
    for path in [
        "/docs/nothing",
        "/docs/Payouts",
        "/docs/payouts/more",
        "/docs/%3Cscript%3E",
        "/docs/search/x",
        "/docs/",
        "/docs/%ff",
    ] {
        anyone.get(path).assert_problem(404, "not_found");
        let page = browse(&anyone, path);
        assert_eq!(
            (page.status, page.header("content-type")),
            (404, Some("text/html; charset=utf-8")),
            "{path}"
        );
        assert!(!page.body.contains("<script>"), "{path}");
        let is_one_of_the_site =
            path.matches('/').count() == 2 && !path.ends_with('/') && !path.contains("%ff");
        if is_one_of_the_site {
            says(&page, "The documentation has no page at this address");
            assert!(
                page.body.contains("action=\"/docs/search\"") && page.body.contains("href=\"/docs\""),
                "{path}"
            );
        }
    }
}

fn the_pages_show_the_names_of_this_server(engine: Engine) {
    let server = Server::start_with(engine, &["--brand-name", "Acme <Pay>", "--key-prefix", "acme"]);
    let anyone = server.anyone();
    let oauth = anyone.get("/docs/oauth");
    says(&oauth, "Acme <Pay> shows");
    says(&oauth, "acme_at_");
    says(&oauth, &format!("{}/oauth/token", server.origin()));
    assert!(!oauth.body.contains("<Pay>") && !oauth.body.contains("florin_at_"), "{}", oauth.body);
    says(&oauth, &format!("export AUTH={}/oauth", server.origin()));
    says(&oauth, "acme_cs_");
    let quickstart = anyone.get("/docs/quickstart");
    says(&quickstart, &format!("export API={}/sandbox/v1", server.origin()));
    // Each command calls this server, and not one on the reader's machine.
    let (webhooks, sandbox) = (anyone.get("/docs/webhooks"), anyone.get("/docs/sandbox"));
    says(&webhooks, &format!("florin listen --server {} --to", server.origin()));
    says(&sandbox, &format!("florin trigger --server {} ", server.origin()));
    for page in [&quickstart, &webhooks, &sandbox] {
        assert!(!page.body.contains("cargo run"), "{}", page.body);
        assert!(
            page.body.contains("href=\"/dashboard\"") && page.body.contains("command-line"),
            "{}",
            page.body
        );
    }
}

fn the_pages_for_developers_lead_to_the_guides(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    for (page, guides) in [
        ("api_keys", &["/docs/quickstart", "/docs/authentication"][..]),
        ("webhooks", &["/docs/webhooks#signature-verification", "/docs/quickstart#command-line"]),
        ("connect", &["/docs/oauth"]),
    ] {
        let page = browser.get(&format!("/dashboard/test/{page}"));
        for guide in guides.iter().chain(&["/docs"]) {
            assert!(page.body.contains(&format!("href=\"{guide}\"")), "{guide}: {}", page.body);
        }
    }
}

fn searches_count_for_the_network_of_the_visitor(engine: Engine) {
    let server = Server::start_with(engine, &["--rate-limit", "5"]);
    let anyone = server.anyone();
    let search = || anyone.get("/docs/search?q=payout");
    let refused = crate::support::eventually("too many searches are refused", || {
        (0..20).map(|_| search()).find(|reply| reply.status == 429)
    });
    assert!(refused.header("retry-after").is_some(), "{refused:?}");
    assert_eq!(anyone.get("/docs").status, 200, "pages that are made once are free");
}
