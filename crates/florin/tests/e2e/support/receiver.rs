//! A webhook receiver: a real HTTP server on this machine that keeps what it is sent, and answers as the
//! test wants.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;

/// One request, as it arrived.
#[derive(Clone, Debug)]
pub struct Received {
    pub path: String,
    /// By name in lower case.
    pub headers: HashMap<String, String>,
    pub body: String,
}

impl Received {
    pub fn event(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    pub fn kind(&self) -> String {
        self.event()["type"].as_str().expect("a type").to_owned()
    }

    /// Whether it is the test event that every new endpoint must accept before it gets anything else.
    fn verifies(&self) -> bool {
        let event: Option<Value> = serde_json::from_str(&self.body).ok();
        event.is_some_and(|event| event["type"] == "webhook.test" && event["sequence"] == 1)
    }
}

/// What a receiver does with a request.
#[derive(Clone, Debug)]
pub enum Does {
    Answer(u16),
    /// With these header lines, and this body.
    Say(u16, Vec<String>, Vec<u8>),
    /// This and nothing else, whatever it is; then the connection is closed.
    Blurt(Vec<u8>),
    /// This head, and a body that ends when the other side has had enough.
    Pour(String),
    /// Nothing, for as long as the other side waits.
    Hang,
}

type Manner = Arc<dyn Fn(&Received) -> Does + Send + Sync>;

/// What verifies a new endpoint is accepted whatever the test wants, and not kept.
pub struct Receiver {
    address: SocketAddr,
    /// How often a client connected, whether or not it said anything, but not only to verify an endpoint.
    connections: Arc<AtomicUsize>,
    received: Arc<Mutex<Vec<Received>>>,
    manner: Arc<Mutex<Manner>>,
}

impl Receiver {
    /// One that takes everything.
    pub fn start() -> Receiver {
        Receiver::that(|_| Does::Answer(204))
    }

    pub fn that(does: impl Fn(&Received) -> Does + Send + Sync + 'static) -> Receiver {
        Receiver::at("127.0.0.1:0".parse().expect("an address"), does)
    }

    /// At an address that is free.
    pub fn at(address: SocketAddr, does: impl Fn(&Received) -> Does + Send + Sync + 'static) -> Receiver {
        let listener = TcpListener::bind(address).expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (received, manner) = (Arc::default(), Arc::new(Mutex::new(Arc::new(does) as Manner)));
        let connections = Arc::default();
        let receiver = Receiver { address, connections, received, manner };
        let (received, manner) = (receiver.received.clone(), receiver.manner.clone());
        let connections = receiver.connections.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                connections.fetch_add(1, Ordering::Relaxed);
                let (received, manner) = (received.clone(), manner.clone());
                let connections = connections.clone();
                std::thread::spawn(move || serve(&stream, &received, &manner, &connections));
            }
        });
        receiver
    }

    /// From now on it does something else.
    pub fn now_does(&self, does: impl Fn(&Received) -> Does + Send + Sync + 'static) {
        *self.manner.lock().expect("its manner") = Arc::new(does);
    }

    pub fn url(&self) -> String {
        format!("http://{}/hooks", self.address)
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    /// Everything so far, in the order in which it came.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().expect("what it received").clone()
    }

    pub fn kinds(&self) -> Vec<String> {
        self.received().iter().map(Received::kind).collect()
    }
}

fn serve(
    stream: &TcpStream,
    received: &Mutex<Vec<Received>>,
    manner: &Mutex<Manner>,
    connections: &AtomicUsize,
) {
    let (mut reader, mut is_counted) = (BufReader::new(stream), true);
    while let Some(request) = read(&mut reader) {
        if request.verifies() {
            if std::mem::take(&mut is_counted) {
                connections.fetch_sub(1, Ordering::Relaxed);
            }
            let mut stream = stream;
            if stream.write_all(b"HTTP/1.1 204 .\r\ncontent-length: 0\r\n\r\n").is_err() {
                return;
            }
            continue;
        }
        if !std::mem::replace(&mut is_counted, true) {
            connections.fetch_add(1, Ordering::Relaxed);
        }
        let does = manner.lock().expect("its manner").clone();
        let does = does(&request);
        received.lock().expect("what it received").push(request);
        let (code, headers, body) = match does {
            Does::Answer(code) => (code, Vec::new(), Vec::new()),
            Does::Say(code, headers, body) => (code, headers, body),
            Does::Hang => {
                // Until the client has gone.
                let _ = reader.read(&mut [0]);
                return;
            }
            Does::Blurt(bytes) => {
                let mut stream = stream;
                let _ = stream.write_all(&bytes);
                return;
            }
            Does::Pour(head) => return pour(stream, &head),
        };
        let lines: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
        let head = format!("HTTP/1.1 {code} .\r\ncontent-length: {}\r\n{lines}\r\n", body.len());
        let mut stream = stream;
        if stream.write_all(&[head.as_bytes(), &body].concat()).is_err() {
            return;
        }
    }
}

fn pour(mut stream: &TcpStream, head: &str) {
    let mut sent = stream.write_all(head.as_bytes());
    while sent.is_ok() {
        sent = stream.write_all(&[b'x'; 4096]);
    }
}

fn read(reader: &mut BufReader<&TcpStream>) -> Option<Received> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let path = lines.first()?.split(' ').nth(1)?.to_owned();
    let pair = |line: &String| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_ascii_lowercase(), value.trim().to_owned()))
    };
    let headers: HashMap<String, String> = lines[1..].iter().filter_map(pair).collect();
    let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(Received { path, headers, body: String::from_utf8(body).ok()? })
}
