//! Nodes at https:// are believed by their certificates, and by nothing else. Answers are read as they are meant.

use testkit::certificates::{Authority, for_name, server_config};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::*;

const DEADLINE: Duration = Duration::from_secs(5);

fn trusting(authority: &Authority) -> RpcConnection {
    RpcConnection::trusting(authority.roots())
}

/// A node with a certificate for this name, which answers everything with 0x7. Answers with its port.
async fn node(authority: &Authority, name: &str) -> u16 {
    let config = server_config(authority.issue(for_name(name)));
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

async fn ask(port: u16, line: RpcConnection) -> Result<Value, ChainError> {
    let url = RpcUrl::parse(&format!("https://localhost:{port}/key")).expect("an address");
    Rpc::new(url, line, DEADLINE).call("eth_chainId", json!([])).await
}

#[tokio::test]
async fn a_node_with_a_certificate_that_is_trusted_is_asked() {
    let ours = Authority::new("one");
    let port = node(&ours, "localhost").await;
    assert_eq!(ask(port, trusting(&ours)).await, Ok(json!("0x7")));
}

#[tokio::test]
async fn a_node_that_cannot_prove_who_it_is_is_not_asked() {
    let (ours, theirs) = (Authority::new("one"), Authority::new("one"));
    let elsewhere = node(&ours, "node.example").await;
    let strange = node(&theirs, "localhost").await;
    for port in [elsewhere, strange] {
        let trouble = ask(port, trusting(&ours)).await.expect_err("it is not trusted");
        assert!(trouble.to_string().contains("certificate"), "{trouble}");
    }
}

#[tokio::test]
async fn an_answer_to_another_question_is_none() {
    let ours = Authority::new("one");
    let port = node(&ours, "localhost").await;
    let url = RpcUrl::parse(&format!("https://localhost:{port}")).expect("an address");
    let rpc = Rpc::new(url, trusting(&ours), DEADLINE);
    assert!(rpc.call::<Value>("eth_chainId", json!([])).await.is_ok());
    let second = rpc.call::<Value>("eth_chainId", json!([])).await;
    assert!(matches!(second, Err(ChainError::Garbled { .. })), "{second:?}");
}

fn read(status: u16, body: &str) -> Result<Option<String>, ChainError> {
    let url = RpcUrl::parse("http://localhost:1").expect("an address");
    let rpc = Rpc::new(url, RpcConnection::trusting(RootCertStore::empty()), DEADLINE);
    rpc.read("eth_call", 7, (status, Bytes::copy_from_slice(body.as_bytes())))
}

#[test]
fn a_result_is_read_if_it_answers_the_question() {
    let rows = [
        (r#"{"jsonrpc":"2.0","id":7,"result":"0x1"}"#, Ok(Some("0x1"))),
        (r#"{ "result" : "0x1" , "id" : 7 , "more" : [[[{}]]] }"#, Ok(Some("0x1"))),
        (r#"{"id":7,"result":"0x1","error":null}"#, Ok(Some("0x1"))),
        (r#"{"id":7,"result":null}"#, Ok(None)),
        (r#"{"id":7,"result":null,"error":{"code":-1,"message":"no"}}"#, Err("error -1: no")),
        (r#"{"id":null,"error":{"code":-1}}"#, Err("error -1: ")),
        (r#"{"id":8,"result":"0x1"}"#, Err("another request")),
        (r#"{"id":"7","result":"0x1"}"#, Err("another request")),
        (r#"{"result":"0x1"}"#, Err("another request")),
        (r#"{"id":7}"#, Err("neither a result nor an error")),
        (r#"{"id":7,"result":[]}"#, Err("to eth_call: invalid type")),
        (r#"{"id":7,"result":"0x1"} more"#, Err("not JSON-RPC")),
        (r#"{"id":7,"error":"no"}"#, Err("not JSON-RPC")),
        ("", Err("not JSON-RPC")),
    ];
    for (body, expected) in rows {
        match (read(200, body), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found.as_deref(), expected, "{body}"),
            (Err(trouble), Err(words)) => assert!(trouble.to_string().contains(words), "{body}: {trouble}"),
            (found, _) => panic!("{body}: {found:?}"),
        }
    }
}

#[test]
fn what_nobody_reads_is_not_taken_apart() {
    // As a tree this would be too deep.
    let (open, close) = ("[".repeat(1000), "]".repeat(1000));
    let body = format!(r#"{{"id":7,"more":{open}{close},"result":"0x1"}}"#);
    assert_eq!(read(200, &body), Ok(Some("0x1".to_owned())));
}

#[test]
fn what_a_call_reverted_with_is_found_where_nodes_put_it() {
    let rows = [
        (r#""0x0102""#, Some(&[1, 2][..])),
        (r#""0x""#, Some(&[])),
        (r#"{"message":"no","data":"0x0102"}"#, Some(&[1, 2])),
        (r#""Reverted 0x0102""#, Some(&[1, 2])),
        (r#""revert""#, None),
        (r#"{"data":[]}"#, None),
        ("[[],[]]", None),
        ("null", None),
        ("5", None),
    ];
    for (written, expected) in rows {
        let body = format!(r#"{{"id":7,"error":{{"code":3,"message":"no","data":{written}}}}}"#);
        let Err(ChainError::Refused { code: 3, data, .. }) = read(200, &body) else { panic!("{written}") };
        assert_eq!(data.map(|data| data.to_vec()), expected.map(<[u8]>::to_vec), "{written}");
    }
}

#[test]
fn of_what_is_not_understood_little_is_said() {
    let long = "x".repeat(10_000);
    let url = RpcUrl::parse("http://localhost:1").expect("an address");
    let rpc = Rpc::new(url, RpcConnection::trusting(RootCertStore::empty()), DEADLINE);
    let bodies = [
        format!(r#"{{"id":7,"result":"{long}"}}"#),
        format!(r#"{{"id":7,"error":{{"code":3,"message":"{long}"}}}}"#),
        format!(r#"{{"id":7,"error":"{long}"}}"#),
    ];
    for body in bodies {
        let trouble = rpc.read::<u64>("eth_call", 7, (200, body.into())).expect_err("it is no number");
        assert!(trouble.to_string().len() < 2 * MAX_WORDS, "{trouble}");
    }
}

#[test]
fn a_server_in_trouble_is_not_listened_to() {
    let good = r#"{"id":7,"result":"0x1"}"#;
    for status in [429, 500, 503] {
        assert!(matches!(read(status, good), Err(ChainError::Unreachable { .. })), "{status}");
    }
    assert!(matches!(read(404, "<html>"), Err(ChainError::Unreachable { .. })));
    // Some say no with a status of their own, and in JSON-RPC.
    let refused = read(403, r#"{"id":7,"error":{"code":-32600,"message":"Must be authenticated!"}}"#);
    assert!(matches!(refused, Err(ChainError::Refused { .. })), "{refused:?}");
}
