//! One kept-alive connection: a request goes out, its answer comes back, in turn.
//! It must never send a second request before the first was answered.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::call::Call;
use crate::response::{Answer, Reader};

/// How long a server may take for an answer before the run is given up.
pub const PATIENCE: Duration = Duration::from_secs(15);

pub struct Connection {
    stream: TcpStream,
    request: Vec<u8>,
    reader: Reader,
}

impl Connection {
    pub async fn open(authority: &str) -> Result<Connection, String> {
        let stream = TcpStream::connect(authority).await.map_err(|p| format!("cannot connect: {p}"))?;
        stream.set_nodelay(true).map_err(|p| format!("cannot set up a connection: {p}"))?;
        Ok(Connection { stream, request: Vec::new(), reader: Reader::default() })
    }

    pub async fn exchange(&mut self, call: &Call, number: u64) -> Result<Answer, String> {
        call.write(number, &mut self.request);
        self.stream.write_all(&self.request).await.map_err(|p| format!("cannot send: {p}"))?;
        loop {
            let received = self.stream.read_buf(self.reader.room()).await;
            if received.map_err(|p| format!("cannot receive: {p}"))? == 0 {
                return Err("the server closed the connection without a response".to_owned());
            }
            match self.reader.take()? {
                Some(_) if self.reader.has_leftover() => {
                    return Err("two responses to one request".to_owned());
                }
                Some(answer) => return Ok(answer),
                None => {}
            }
        }
    }

    /// The body of the last answer.
    pub fn body(&self, answer: &Answer) -> &[u8] {
        self.reader.body(answer)
    }

    /// What the head of the last answer says under this name.
    pub fn headers<'a>(&'a self, answer: &Answer, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.reader.headers(answer, name)
    }

    /// What a 200 says, as JSON; anything else is a fault.
    pub async fn ask(&mut self, call: &Call) -> Result<serde_json::Value, String> {
        let asked = tokio::time::timeout(PATIENCE, self.exchange(call, 0)).await;
        let answer = asked.map_err(|_| format!("no response within {} s", PATIENCE.as_secs()))??;
        let body = self.body(&answer);
        if answer.status != 200 {
            return Err(format!("{} {}", answer.status, shortened(body)));
        }
        serde_json::from_slice(body).map_err(|problem| format!("a response that is not JSON: {problem}"))
    }
}

/// The beginning of a body, to explain a fault.
pub fn shortened(body: &[u8]) -> String {
    String::from_utf8_lossy(body).chars().take(300).collect()
}
