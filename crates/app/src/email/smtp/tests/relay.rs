//! A mail server for one conversation, which does one thing wrong, if it is told to. It runs on a thread of
//! its own, and while it does, the clock of the test stands still; when it goes silent, time passes at once.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tokio::task::JoinHandle;

/// What it was just told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Greeting,
    Ehlo,
    StartTls,
    Auth,
    Email,
    Rcpt,
    Data,
    /// Some of the text.
    Text,
    Dot,
    Quit,
}

/// What it does then, instead of what it should.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelayFault {
    Say(&'static str),
    SayAndCut(&'static str),
    Hang,
    Cut,
}

#[derive(Clone)]
pub enum RelayTls {
    No,
    FromTheStart(Arc<ServerConfig>),
    WhenAsked(Arc<ServerConfig>),
}

pub struct SmtpTranscript {
    /// The first word of each command.
    pub commands: Vec<String>,
    /// The lines of the message, as they came.
    pub message: Option<String>,
    /// What is not closed yet.
    _open: Option<TcpStream>,
}

enum SessionEnd {
    Closed,
    StartTls,
    Hang,
}

pub struct TestRelay {
    pub address: SocketAddr,
    heard: JoinHandle<SmtpTranscript>,
}

impl TestRelay {
    /// Waits for a conversation and goes wrong at one point of it.
    pub fn start(wrong: Option<(Phase, RelayFault)>, crypt: RelayTls) -> TestRelay {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let heard = tokio::task::spawn_blocking(move || serve(&listener, wrong, &crypt));
        TestRelay { address, heard }
    }

    pub async fn heard(self) -> SmtpTranscript {
        self.heard.await.expect("the relay does not panic")
    }
}

fn serve(listener: &TcpListener, wrong: Option<(Phase, RelayFault)>, crypt: &RelayTls) -> SmtpTranscript {
    let (tcp, _) = listener.accept().expect("a client");
    tcp.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    let kept = tcp.try_clone().expect("a second handle");
    let mut talk = SmtpSession {
        wrong,
        commands: Vec::new(),
        message: None,
        offers_tls: matches!(crypt, RelayTls::WhenAsked(_)),
    };
    let end = match crypt {
        RelayTls::No => talk.listen(tcp, true),
        RelayTls::FromTheStart(config) => talk.listen(encrypted(config, tcp), true),
        RelayTls::WhenAsked(config) => match talk.listen(&tcp, true) {
            SessionEnd::StartTls => talk.listen(encrypted(config, tcp), false),
            other => other,
        },
    };
    let open = match end {
        SessionEnd::Hang => Some(kept),
        SessionEnd::Closed | SessionEnd::StartTls => None,
    };
    SmtpTranscript { commands: talk.commands, message: talk.message, _open: open }
}

fn encrypted(config: &Arc<ServerConfig>, tcp: TcpStream) -> StreamOwned<ServerConnection, TcpStream> {
    StreamOwned::new(ServerConnection::new(config.clone()).expect("a connection"), tcp)
}

struct SmtpSession {
    wrong: Option<(Phase, RelayFault)>,
    commands: Vec<String>,
    message: Option<String>,
    offers_tls: bool,
}

impl SmtpSession {
    fn listen(&mut self, mut stream: impl Read + Write, greets: bool) -> SessionEnd {
        if greets && let Some(end) = self.answer(&mut stream, Phase::Greeting, "220 relay.example ESMTP") {
            return end;
        }
        while let Some(line) = read_line(&mut stream) {
            let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            self.commands.push(verb.clone());
            let end = match verb.as_str() {
                "EHLO" if self.offers_tls => self.answer(
                    &mut stream,
                    Phase::Ehlo,
                    "250-relay.example\r\n250-AUTH LOGIN\r\n250 STARTTLS",
                ),
                "EHLO" => self.answer(&mut stream, Phase::Ehlo, "250-relay.example\r\n250 AUTH PLAIN LOGIN"),
                "STARTTLS" => {
                    self.offers_tls = false;
                    let end = self.answer(&mut stream, Phase::StartTls, "220 go ahead");
                    return end.unwrap_or(SessionEnd::StartTls);
                }
                "AUTH" => self.answer(&mut stream, Phase::Auth, "235 2.7.0 welcome"),
                "MAIL" => self.answer(&mut stream, Phase::Email, "250 2.1.0 ok"),
                "RCPT" => self.answer(&mut stream, Phase::Rcpt, "250 2.1.5 ok"),
                "DATA" => self.data(&mut stream),
                "QUIT" => self.answer(&mut stream, Phase::Quit, "221 bye").or(Some(SessionEnd::Closed)),
                _ => self.answer(&mut stream, Phase::Quit, "500 what?"),
            };
            if let Some(end) = end {
                return end;
            }
        }
        SessionEnd::Closed
    }

    fn data(&mut self, stream: &mut (impl Read + Write)) -> Option<SessionEnd> {
        if let Some(end) = self.answer(stream, Phase::Data, "354 go ahead") {
            return Some(end);
        }
        if self.wrong.is_some_and(|(phase, _)| phase == Phase::Data) {
            return None;
        }
        let mut lines = Vec::new();
        loop {
            let line = read_line(stream)?;
            if self.wrong.is_some_and(|(phase, _)| phase == Phase::Text) {
                return Some(SessionEnd::Closed);
            }
            if line == "." {
                break;
            }
            // RFC 5321, section 4.5.2.
            lines.push(line.strip_prefix('.').unwrap_or(&line).to_owned());
        }
        self.message = Some(lines.join("\r\n"));
        self.answer(stream, Phase::Dot, "250 2.0.0 taken")
    }

    /// Says what it should or does what it was told to. An end is where the conversation stops.
    fn answer(&mut self, stream: &mut impl Write, phase: Phase, good: &str) -> Option<SessionEnd> {
        let act = self.wrong.filter(|(at, _)| *at == phase).map(|(_, act)| act);
        let mut say = |text: &str| stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
        match act {
            None => say(&format!("{good}\r\n")).err().map(|_| SessionEnd::Closed),
            Some(RelayFault::Say(text)) => say(&format!("{text}\r\n")).err().map(|_| SessionEnd::Closed),
            Some(RelayFault::SayAndCut(text)) => {
                _ = say(text);
                Some(SessionEnd::Closed)
            }
            Some(RelayFault::Hang) => Some(SessionEnd::Hang),
            Some(RelayFault::Cut) => Some(SessionEnd::Closed),
        }
    }
}

/// One byte at a time: what comes behind may be TLS.
fn read_line(stream: &mut impl Read) -> Option<String> {
    let mut line = Vec::new();
    loop {
        let mut byte = [0];
        if stream.read(&mut byte).ok()? == 0 {
            return None;
        }
        if byte == *b"\n" {
            let text = String::from_utf8(line).expect("ASCII");
            return Some(text.trim_end_matches('\r').to_owned());
        }
        line.extend(byte);
    }
}
