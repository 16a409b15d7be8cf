//! The environment has no say in where messages go.

use std::net::TcpListener;

use testkit::program::run_test_alone;

use super::receiver::Receiver;
use super::{NAME, always, here, http, knowing, post, url};

#[tokio::test(start_paused = true)]
async fn a_message_goes_where_its_url_says() {
    let receiver = Receiver::answering("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    let endpoint_client = knowing(here(), always(&[receiver.address])).endpoint_client();
    for there in [http(receiver.address), url(&format!("http://{NAME}/"))] {
        assert_eq!(post(&endpoint_client, &there).await.expect("a reply").status, 200);
    }
    // One is to a port for TLS, where no server speaks it.
    post(&endpoint_client, &url(&format!("https://{NAME}/"))).await.expect_err("no TLS");
    assert_eq!(receiver.accepted(), 3);
}

/// The test above, in a process of its own whose environment names a proxy in every way there is.
#[test]
fn no_proxy_is_ever_asked() {
    let proxy = TcpListener::bind("127.0.0.1:0").expect("a port");
    proxy.set_nonblocking(true).expect("a listener");
    let place = proxy.local_addr().expect("an address");
    let test = "webhooks::webhook_client::tests::proxies::a_message_goes_where_its_url_says";
    run_test_alone(test, |child| {
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
            child.env(name, format!("http://{place}")).env(name.to_lowercase(), format!("http://{place}"));
        }
        child.env_remove("NO_PROXY").env_remove("no_proxy");
    });
    assert!(proxy.accept().is_err(), "the proxy was called");
}
