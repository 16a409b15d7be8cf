//! A receiver that wants no more: the endpoint is off, and the email that says so can be read.

use std::io::{Read, Write};
use std::net::TcpListener;

use super::{add, kind};
use crate::support::pages::{demo, open, says, test_email};
use crate::support::{Engine, Server, eventually, unescaped};

testkit::on_sqlite_daily!(a_receiver_that_is_gone_turns_its_endpoint_off_and_its_owner_reads_why);

/// Answers everything that it is gone, and says so with markup.
fn gone() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let _ = stream.read(&mut [0; 4096]);
            let body = "<h1>gone</h1>";
            let head = "HTTP/1.1 410 Gone\r\nConnection: close\r\nContent-Length: 13\r\n\r\n";
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        }
    });
    format!("http://{address}/hook")
}

fn a_receiver_that_is_gone_turns_its_endpoint_off_and_its_owner_reads_why(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add(&owner, &gone());
    let page = eventually("the end", || {
        let page = open(&owner, &place);
        page.body.contains("This endpoint is off").then_some(page)
    });
    says(&page, "Your server responded with 410 Gone");
    says(&page, "1 event is waiting.");
    // The test event that should verify it.
    let page = open(&owner, &super::rows(&page).remove(0));
    says(&page, "410 Gone");
    assert!(page.body.contains("&#60;h1&#62;gone") && !page.body.contains("<h1>gone"), "{}", page.body);
    let email = test_email(&owner, "Webhook endpoint turned off");
    says(&email, "so we've stopped sending events");
    assert!(
        unescaped(&email.body).contains(&format!("href=\"{place}\">View endpoint</a>")),
        "{}",
        email.body
    );
    assert_eq!(kind(&owner, &place, "on"), place);
}
