//! A mail server in this process. It records the recipients of the messages it takes, and can be told to fail.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// Every recipient is refused for now.
    Busy,
    /// The connection closes after a message, without an answer.
    LostAnswer,
}

#[derive(Clone)]
pub struct Relay {
    pub url: String,
    taken: Arc<Mutex<Vec<String>>>,
    fault: Arc<Mutex<Fault>>,
}

impl Relay {
    pub fn start() -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("smtp://{}/?tls=none", listener.local_addr().expect("an address"));
        let relay = Relay { url, taken: Arc::default(), fault: Arc::new(Mutex::new(Fault::None)) };
        let served = relay.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let served = served.clone();
                std::thread::spawn(move || served.converse(client).is_ok());
            }
        });
        relay
    }

    pub fn set_fault(&self, fault: Fault) {
        *self.fault.lock().expect("no panic") = fault;
    }

    /// How many messages were taken for this address.
    pub fn taken(&self, to: &str) -> usize {
        self.taken.lock().expect("no panic").iter().filter(|taken| *taken == to).count()
    }

    /// How many messages were taken for addresses that begin like this.
    pub fn taken_for_all(&self, start: &str) -> usize {
        self.taken.lock().expect("no panic").iter().filter(|taken| taken.starts_with(start)).count()
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
                    "250 ok\r\n"
                }
                "DATA" => {
                    out.write_all(b"354 go\r\n")?;
                    lines.by_ref().map_while(Result::ok).find(|line| line == ".");
                    if fault == Fault::LostAnswer {
                        return Ok(());
                    }
                    self.taken.lock().expect("no panic").push(to.clone());
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
