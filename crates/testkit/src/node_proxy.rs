//! A node that lies, lags, breaks off or keeps silent: it stands in front of an honest one and changes what it wants.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::anvil::post;

/// Longer than any client in a test waits for a response, and short enough for threads to end.
const SILENCE: Duration = Duration::from_secs(20);
const LATE: Duration = Duration::from_millis(1200);

/// What becomes of a call.
#[derive(Clone)]
pub enum ProxyReply {
    /// The honest node's answer.
    Honest,
    /// The honest node's answer, later than others are waited for once enough have answered. It is not even asked
    /// if the connection was given up by then.
    Late,
    /// The honest node does it, and this is said instead of its answer.
    Changed(fn(Value) -> Value),
    /// The honest node is not asked.
    Result(Value),
    Error(i64, &'static str),
    /// The honest node does it, and nothing is said.
    SilentAfter,
    Status(u16),
    /// The connection ends in the middle of an answer.
    BreakOff,
    /// The answer never ends.
    Endless,
    /// Somewhere else, says HTTP.
    Redirect(String),
}

type Judge = dyn Fn(&str, &Value) -> ProxyReply + Send + Sync;

pub struct Proxy {
    address: SocketAddr,
    judge: Arc<Mutex<Arc<Judge>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Proxy {
    pub fn to(node: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let honest: Arc<Judge> = Arc::new(|_, _| ProxyReply::Honest);
        let proxy = Proxy {
            address: listener.local_addr().expect("an address"),
            judge: Arc::new(Mutex::new(honest)),
            asked: Arc::default(),
        };
        let (judge, asked) = (proxy.judge.clone(), proxy.asked.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (judge, asked) = (judge.clone(), asked.clone());
                std::thread::spawn(move || serve(stream, node, &judge, &asked));
            }
        });
        proxy
    }

    /// From now on this function, given the method and its parameters, says what becomes of a call.
    pub fn judge(&self, judge: impl Fn(&str, &Value) -> ProxyReply + Send + Sync + 'static) {
        *self.judge.lock().expect("no thread panics with it") = Arc::new(judge);
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The methods that were called so far.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("no thread panics with it").clone()
    }
}

/// One connection, whichever side ends it.
fn serve(stream: TcpStream, node: SocketAddr, judge: &Mutex<Arc<Judge>>, asked: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a copy"));
    while let Some(body) = read_request(&mut reader) {
        let request: Value = serde_json::from_str(&body).expect("JSON");
        let method = request["method"].as_str().expect("a method").to_owned();
        asked.lock().expect("no thread panics with it").push(method.clone());
        let judge = judge.lock().expect("no thread panics with it").clone();
        if answer(&stream, node, &body, &request, judge(&method, &request["params"])).is_none() {
            return;
        }
    }
}

/// None if the connection is over.
fn answer(
    stream: &TcpStream,
    node: SocketAddr,
    body: &str,
    request: &Value,
    reply: ProxyReply,
) -> Option<()> {
    let with =
        |key: &str, value: Value| json!({ "jsonrpc": "2.0", "id": request["id"], key: value }).to_string();
    match reply {
        ProxyReply::Honest => write(stream, 200, &post(node, body)),
        ProxyReply::Late => {
            std::thread::sleep(LATE);
            // Servers in front of nodes drop what no client waits for any more.
            if is_over(stream) {
                return None;
            }
            write(stream, 200, &post(node, body))
        }
        ProxyReply::Changed(change) => {
            let mut answer: Value = serde_json::from_str(&post(node, body)).expect("JSON");
            let result = answer["result"].take();
            write(stream, 200, &with("result", change(result)))
        }
        ProxyReply::Result(result) => write(stream, 200, &with("result", result)),
        ProxyReply::Error(code, message) => {
            write(stream, 200, &with("error", json!({ "code": code, "message": message })))
        }
        ProxyReply::SilentAfter => {
            post(node, body);
            wait_until_closed(stream);
            None
        }
        ProxyReply::Status(status) => write(stream, status, "<html>something is wrong</html>"),
        ProxyReply::BreakOff => {
            let _ = (&*stream).write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{\"jsonrpc\"");
            None
        }
        ProxyReply::Endless => {
            let _ = (&*stream).write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n\"");
            let piece = [b'x'; 64 * 1024];
            while (&*stream).write_all(&piece).is_ok() {}
            None
        }
        ProxyReply::Redirect(to) => {
            let head = format!("HTTP/1.1 307 Elsewhere\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n");
            (&*stream).write_all(head.as_bytes()).ok()
        }
    }
}

/// Until the client has given up, or for as long as [`SILENCE`].
fn wait_until_closed(stream: &TcpStream) {
    stream.set_read_timeout(Some(SILENCE)).expect("a timeout");
    let _ = stream.peek(&mut [0]);
}

fn is_over(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a setting");
    let is_over = matches!(stream.peek(&mut [0]), Ok(0));
    stream.set_nonblocking(false).expect("a setting");
    is_over
}

fn write(mut stream: &TcpStream, status: u16, body: &str) -> Option<()> {
    let head = format!("HTTP/1.1 {status} So\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice()).ok()
}

fn read_request(reader: &mut BufReader<TcpStream>) -> Option<String> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end().to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    String::from_utf8(body).ok()
}
