//! A mail server on this machine. It takes every email, remembers whom it was for, and can be told to leave some
//! recipients without an answer.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// An email that was taken.
#[derive(Clone, Debug)]
pub struct Delivered {
    pub to: String,
    pub message: String,
}

#[derive(Clone)]
pub struct EmailServer {
    url: String,
    taken: Arc<Mutex<Vec<Delivered>>>,
    /// Recipients that were named and never got an answer.
    unanswered: Arc<Mutex<Vec<String>>>,
}

impl EmailServer {
    /// One that answers every command, except those about recipients that begin with `silent_about`.
    pub fn start(silent_about: &'static str) -> EmailServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("smtp://{}/?tls=none", listener.local_addr().expect("an address"));
        let server = EmailServer { url, taken: Arc::default(), unanswered: Arc::default() };
        let served = server.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let served = served.clone();
                // A client that goes away in the middle ends its conversation.
                std::thread::spawn(move || served.converse(client, silent_about).is_ok());
            }
        });
        server
    }

    /// The arguments that make `florin dev` send to it.
    pub fn arguments(&self) -> [&str; 4] {
        ["--smtp-url", &self.url, "--email-from", "mail@pay.example.com"]
    }

    /// What was taken for this address.
    pub fn taken(&self, to: &str) -> Vec<Delivered> {
        let taken = self.taken.lock().expect("no panic");
        taken.iter().filter(|email| email.to == to).cloned().collect()
    }

    pub fn all_taken(&self) -> Vec<Delivered> {
        self.taken.lock().expect("no panic").clone()
    }

    pub fn unanswered(&self) -> Vec<String> {
        self.unanswered.lock().expect("no panic").clone()
    }

    fn converse(&self, client: TcpStream, silent_about: &str) -> std::io::Result<()> {
        let mut out = client.try_clone()?;
        let mut lines = BufReader::new(client).lines();
        let mut to = String::new();
        out.write_all(b"220 ready\r\n")?;
        while let Some(line) = lines.next().transpose()? {
            let word = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            let answer = match word.as_str() {
                "RCPT" => {
                    to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    if !silent_about.is_empty() && to.starts_with(silent_about) {
                        self.unanswered.lock().expect("no panic").push(to.clone());
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
