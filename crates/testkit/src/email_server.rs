//! An SMTP server in the test's process. It records every message it accepts, and can be told to fail.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A message that the server accepted.
#[derive(Clone, Debug)]
pub struct Delivered {
    pub to: String,
    pub message: String,
}

/// What the server does wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    None,
    /// Every recipient is refused for now.
    Busy,
    /// The connection closes after a message, without a response.
    LostAnswer,
    /// Recipients that begin like this never get a response.
    SilentAbout(&'static str),
}

#[derive(Clone)]
pub struct EmailServer {
    url: String,
    taken: Arc<Mutex<Vec<Delivered>>>,
    /// Recipients that were named and never got a response.
    unanswered: Arc<Mutex<Vec<String>>>,
    fault: Arc<Mutex<Fault>>,
}

impl EmailServer {
    pub fn start() -> EmailServer {
        EmailServer::start_with(Fault::None)
    }

    pub fn start_with(fault: Fault) -> EmailServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("smtp://{}/?tls=none", listener.local_addr().expect("an address"));
        let fault = Arc::new(Mutex::new(fault));
        let server = EmailServer { url, taken: Arc::default(), unanswered: Arc::default(), fault };
        let served = server.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let served = served.clone();
                // A client that goes away in the middle ends its conversation.
                std::thread::spawn(move || served.converse(client).is_ok());
            }
        });
        server
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// The arguments that make `florin dev` send to this server.
    pub fn arguments(&self) -> [&str; 4] {
        ["--smtp-url", &self.url, "--email-from", "mail@pay.example.com"]
    }

    pub fn set_fault(&self, fault: Fault) {
        *self.fault.lock().expect("no panic") = fault;
    }

    /// The messages accepted for this address.
    pub fn taken(&self, to: &str) -> Vec<Delivered> {
        self.taken.lock().expect("no panic").iter().filter(|email| email.to == to).cloned().collect()
    }

    /// How many messages were accepted for this address.
    pub fn count(&self, to: &str) -> usize {
        self.taken(to).len()
    }

    /// How many messages were accepted before the first for this address.
    pub fn count_before(&self, to: &str) -> Option<usize> {
        self.taken.lock().expect("no panic").iter().position(|email| email.to == to)
    }

    /// How many messages were accepted for addresses that begin like this.
    pub fn count_for_all(&self, start: &str) -> usize {
        self.taken.lock().expect("no panic").iter().filter(|email| email.to.starts_with(start)).count()
    }

    pub fn all_taken(&self) -> Vec<Delivered> {
        self.taken.lock().expect("no panic").clone()
    }

    pub fn unanswered(&self) -> Vec<String> {
        self.unanswered.lock().expect("no panic").clone()
    }

    fn converse(&self, client: TcpStream) -> std::io::Result<()> {
        let mut out = client.try_clone()?;
        let mut lines = BufReader::new(client).lines();
        let mut to = String::new();
        out.write_all(b"220 ready\r\n")?;
        while let Some(line) = lines.next().transpose()? {
            let fault = *self.fault.lock().expect("no panic");
            let word = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            let answer = match word.as_str() {
                "RCPT" if fault == Fault::Busy => "451 later\r\n",
                "RCPT" => {
                    to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    if fault.is_silent_about(&to) {
                        self.unanswered.lock().expect("no panic").push(to);
                        // Until the client has had enough.
                        while lines.next().transpose()?.is_some() {}
                        return Ok(());
                    }
                    "250 ok\r\n"
                }
                "DATA" => {
                    out.write_all(b"354 go\r\n")?;
                    let text = lines.by_ref().map_while(Result::ok).take_while(|line| line != ".");
                    let message = text.collect::<Vec<String>>().join("\n");
                    if fault == Fault::LostAnswer {
                        return Ok(());
                    }
                    self.taken.lock().expect("no panic").push(Delivered { to: to.clone(), message });
                    "250 taken\r\n"
                }
                "QUIT" => {
                    out.write_all(b"221 bye\r\n")?;
                    return Ok(());
                }
                _ => "250 ok\r\n",
            };
            out.write_all(answer.as_bytes())?;
        }
        Ok(())
    }
}

impl Fault {
    fn is_silent_about(self, recipient: &str) -> bool {
        matches!(self, Fault::SilentAbout(start) if recipient.starts_with(start))
    }
}
