//! Icons and the manifest: what a browser needs to put the service on a home screen.

use crate::support::{Browser, Client, Engine, Server};

testkit::on_one_engine!(every_icon_of_the_manifest_is_there_in_the_colour_of_the_operator);

fn every_icon_of_the_manifest_is_there_in_the_colour_of_the_operator(engine: Engine) {
    let server = Server::start_with(engine, &["--brand-name", "Acme Pay", "--accent", "#cc0044"]);
    let client = Client::new(server.origin(), None);
    let manifest = client.get("/manifest.webmanifest");
    assert_eq!(manifest.header("content-type"), Some("application/manifest+json"));
    let manifest = manifest.json();
    assert_eq!((&manifest["name"], &manifest["theme_color"]), (&"Acme Pay".into(), &"#cc0044".into()));
    assert_eq!(
        Browser::new(server.origin()).open(manifest["start_url"].as_str().expect("a path")).status,
        200
    );
    let icons = manifest["icons"].as_array().expect("icons");
    assert!(icons.len() >= 4, "{icons:?}");
    for icon in icons {
        let reply = client.get(icon["src"].as_str().expect("a path"));
        assert_eq!((reply.status, reply.header("content-type")), (200, icon["type"].as_str()), "{icon}");
        assert!(reply.header("cache-control").is_some_and(|cached| cached.contains("max-age")), "{icon}");
    }
    let page = Browser::new(server.origin()).get("/dashboard/sign-in");
    for link in ["/manifest.webmanifest", "/favicon.ico", "/favicon.svg", "/assets/icon-180.png"] {
        assert!(page.body.contains(&format!("href=\"{link}\"")), "{link}: {page:?}");
        assert_eq!(client.get(link).status, 200, "{link}");
    }
    assert!(page.body.contains("<meta name=\"theme-color\" content=\"#cc0044\">"), "{page:?}");
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("manifest-src 'self'"), "{policy}");
}
