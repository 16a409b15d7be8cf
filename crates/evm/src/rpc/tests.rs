//! Nodes at https:// are believed by their certificates, and by nothing else.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::*;

const DEADLINE: Duration = Duration::from_secs(5);

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority() -> Authority {
    let mut params = CertificateParams::new(Vec::new()).expect("no names");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("signed")
}

fn trusting(authority: &Authority) -> Line {
    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).expect("an authority");
    Line::trusting(roots)
}

/// A node with a certificate for this name, which answers everything with 0x7. Answers with its port.
async fn node(authority: &Authority, name: &str) -> u16 {
    let key = KeyPair::generate().expect("a key");
    let params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
    let certificate = params.signed_by(&key, authority).expect("signed").der().clone();
    let key: PrivateKeyDer<'static> = key.serialize_der().try_into().expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("a certificate and its key");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // Who does not believe the certificate goes away.
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let body = r#"{"jsonrpc":"2.0","id":1,"result":"0x7"}"#;
            let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len());
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    port
}

async fn ask(port: u16, line: Line) -> Result<Value, Trouble> {
    let url = RpcUrl::parse(&format!("https://localhost:{port}/key")).expect("an address");
    Rpc::new(url, line, DEADLINE).call("eth_chainId", json!([])).await
}

#[tokio::test]
async fn a_node_with_a_certificate_that_is_trusted_is_asked() {
    let ours = authority();
    let port = node(&ours, "localhost").await;
    assert_eq!(ask(port, trusting(&ours)).await, Ok(json!("0x7")));
}

#[tokio::test]
async fn a_node_that_cannot_prove_who_it_is_is_not_asked() {
    let (ours, theirs) = (authority(), authority());
    let elsewhere = node(&ours, "node.example").await;
    let strange = node(&theirs, "localhost").await;
    for port in [elsewhere, strange] {
        let trouble = ask(port, trusting(&ours)).await.expect_err("nobody believes it");
        assert!(trouble.to_string().contains("certificate"), "{trouble}");
    }
}

#[tokio::test]
async fn an_answer_to_another_question_is_none() {
    let ours = authority();
    let port = node(&ours, "localhost").await;
    let url = RpcUrl::parse(&format!("https://localhost:{port}")).expect("an address");
    let rpc = Rpc::new(url, trusting(&ours), DEADLINE);
    assert!(rpc.call("eth_chainId", json!([])).await.is_ok());
    let second = rpc.call("eth_chainId", json!([])).await;
    assert!(matches!(second, Err(Trouble::Garbled { .. })), "{second:?}");
}
