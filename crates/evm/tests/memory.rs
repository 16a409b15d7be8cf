//! That an answer takes about as much memory as it has bytes, whatever is in it. Alone in this binary, because it looks
//! at the whole process.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use evm::{Address, B256, Chain, ChainError, EvmNetwork, Finality, Nodes, RpcUrl};

const ANSWER_BYTES: usize = 30 * 1024 * 1024;
/// The answer a few times, and not the hundreds of bytes that each of its millions of values would take.
const MAX_BYTES: usize = 150 * 1024 * 1024;

/// Reads a request, and answers it with a long list of empty lists between these two.
fn answer(mut stream: TcpStream, head: &str, tail: &str) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut length = 0;
    for line in reader.by_ref().lines() {
        let line = line?.to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    reader.read_exact(&mut vec![0; length])?;
    write!(stream, "HTTP/1.1 200 So\r\nconnection: close\r\n\r\n{head}[[]")?;
    let piece = ",[]".repeat(10_000);
    for _ in 0..ANSWER_BYTES / piece.len() {
        stream.write_all(piece.as_bytes())?;
    }
    write!(stream, "]{tail}")
}

/// The most that this process ever had.
fn peak_bytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") * 1024
}

#[tokio::test]
async fn an_answer_of_millions_of_values_takes_as_much_memory_as_its_bytes() {
    let shapes = [
        (r#"{"jsonrpc":"2.0","id":1,"result":"#, "}"),
        (r#"{"jsonrpc":"2.0","result":"0x1","id":"#, "}"),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"no","data":"#, "}}"),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"no","data":{"data":"#, "}}}"),
        (r#"{"jsonrpc":"2.0","id":1,"error":"#, "}"),
    ];
    for (head, tail) in shapes {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let server = std::thread::spawn(move || {
            let (stream, _) = listener.accept().expect("a client");
            answer(stream, head, tail).expect("it is read to its end");
        });
        let network = EvmNetwork {
            name: "local".to_owned(),
            chain_id: 1,
            rpc: vec![RpcUrl::parse(&url).expect("an address")],
            token: Address::repeat_byte(1),
            finality: Finality::Tag,
            quorum: 1,
        };
        let nodes = Nodes::new(network, Duration::from_secs(60)).expect("a network");
        let said = nodes.authorization_state(Address::ZERO, B256::ZERO, B256::ZERO).await;
        let trouble = said.expect_err("it is no answer");
        assert!(matches!(trouble, ChainError::Garbled { .. } | ChainError::Refused { .. }), "{trouble}");
        server.join().expect("it ended");
        assert!(peak_bytes() < MAX_BYTES, "{} MB for {head}", peak_bytes() / 1024 / 1024);
    }
}
