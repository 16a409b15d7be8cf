//! A proxy in front of PostgreSQL that breaks a connection at the one moment that matters: its commit.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use super::Database;

/// Where the connection breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// PostgreSQL never sees the commit.
    BeforeCommit,
    /// PostgreSQL has committed, and no client hears of it.
    AfterCommit,
}

/// Passes everything on, except for one commit that it was told to break. It ends with the test's process.
pub struct Proxy {
    address: SocketAddr,
    plan: Arc<Plan>,
}

#[derive(Default)]
struct Plan {
    /// What to do with the next transaction that mentions this text.
    cut: Mutex<Option<(Cut, String)>>,
    /// Whether the gate closes with the cut.
    closing: AtomicBool,
    /// New connections are dropped, and counted.
    closed: AtomicBool,
    dropped: AtomicUsize,
}

impl Proxy {
    /// In front of the server at this address.
    fn start(server: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let plan = Arc::new(Plan::default());
        let kept = plan.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if plan.closed.load(Ordering::SeqCst) {
                    plan.dropped.fetch_add(1, Ordering::SeqCst);
                    continue;
                }
                // A server that is down refuses, and so does the proxy, by dropping the client.
                let Ok(server) = TcpStream::connect(server) else { continue };
                let plan = plan.clone();
                thread::spawn(move || pass(client, server, &plan));
            }
        });
        Proxy { address, plan: kept }
    }

    /// In front of the PostgreSQL at this URL, with the URL that leads through it.
    pub fn before(url: &str) -> (Proxy, String) {
        let config: ::postgres::Config = url.parse().expect("an address");
        let proxy = Proxy::start(SocketAddr::from(([127, 0, 0, 1], config.get_ports()[0])));
        let database = config.get_dbname().expect("a database");
        // It reads along, from the first message on.
        let through = format!("postgres://postgres@{}/{database}?sslmode=disable", proxy.address);
        (proxy, through)
    }

    /// From now on this database is reached through a proxy.
    pub fn before_database(database: &mut Database) -> Proxy {
        let Database::Postgres { url, .. } = database else {
            panic!("a file is not reached through anything")
        };
        let (proxy, through) = Proxy::before(url);
        *url = through;
        proxy
    }

    /// Breaks the next commit of a transaction that mentions this text.
    pub fn cut_next(&self, cut: Cut, mention: &str) {
        *self.plan.cut.lock().expect("no panic") = Some((cut, mention.to_owned()));
    }

    /// The same, and no client can connect from then on until [`Proxy::open`].
    pub fn cut_next_and_close(&self, cut: Cut, mention: &str) {
        self.plan.closing.store(true, Ordering::SeqCst);
        self.cut_next(cut, mention);
    }

    pub fn open(&self) {
        self.plan.closed.store(false, Ordering::SeqCst);
    }

    /// How many connections have come while the proxy was closed.
    pub fn dropped(&self) -> usize {
        self.plan.dropped.load(Ordering::SeqCst)
    }

    /// Whether what was planned has happened.
    pub fn has_cut(&self) -> bool {
        self.plan.cut.lock().expect("no panic").is_none()
    }
}

impl Plan {
    /// The cut that is due if this transaction mentions what it waits for; it happens once.
    fn take(&self, transaction: &[u8]) -> Option<Cut> {
        let mut plan = self.cut.lock().expect("no panic");
        let due = plan.as_ref().is_some_and(|(_, mention)| contains(transaction, mention.as_bytes()));
        if !due {
            return None;
        }
        if self.closing.swap(false, Ordering::SeqCst) {
            self.closed.store(true, Ordering::SeqCst);
        }
        plan.take().map(|(cut, _)| cut)
    }
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// Passes one connection's messages on until either side ends it, or the plan does.
fn pass(client: TcpStream, server: TcpStream, plan: &Plan) {
    for stream in [&client, &server] {
        let _ = stream.set_nodelay(true);
    }
    let deaf = Arc::new(AtomicBool::new(false));
    let (from_server, to_client, is_deaf) = (copy(&server), copy(&client), deaf.clone());
    let answers = thread::spawn(move || pass_answers(&from_server, &to_client, &is_deaf));
    let _ = pass_requests(&client, &server, plan, &deaf);
    if deaf.load(Ordering::SeqCst) {
        answers.join().expect("no panic");
    }
    for stream in [&client, &server] {
        let _ = stream.shutdown(Shutdown::Both);
    }
}

/// Ends with the server, or once it has committed what no client shall hear of.
fn pass_answers(mut server: &TcpStream, mut client: &TcpStream, deaf: &AtomicBool) {
    let (mut buffer, mut unheard) = ([0; 8192], Vec::new());
    while let Ok(count @ 1..) = server.read(&mut buffer) {
        if deaf.load(Ordering::SeqCst) {
            unheard.extend_from_slice(&buffer[..count]);
            if contains(&unheard, b"COMMIT\0") {
                break;
            }
        } else if client.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _ = client.shutdown(Shutdown::Both);
}

/// Message by message, so that a commit can be told from everything else.
fn pass_requests(
    mut client: &TcpStream,
    mut server: &TcpStream,
    plan: &Plan,
    deaf: &AtomicBool,
) -> std::io::Result<()> {
    // The first message has no type.
    let first = message(client, Vec::new())?;
    server.write_all(&first)?;
    let mut transaction = Vec::new();
    loop {
        let mut kind = vec![0];
        client.read_exact(&mut kind)?;
        let message = message(client, kind)?;
        if !message.starts_with(b"Q") || !contains(&message, b"commit") {
            transaction.extend_from_slice(&message);
            server.write_all(&message)?;
            continue;
        }
        match plan.take(&transaction) {
            None => server.write_all(&message)?,
            Some(Cut::BeforeCommit) => return Ok(()),
            Some(Cut::AfterCommit) => {
                deaf.store(true, Ordering::SeqCst);
                return server.write_all(&message);
            }
        }
        transaction.clear();
    }
}

/// The rest of a message: its length, which counts itself, and its content.
fn message(mut client: &TcpStream, mut begun: Vec<u8>) -> std::io::Result<Vec<u8>> {
    let mut length = [0; 4];
    client.read_exact(&mut length)?;
    begun.extend_from_slice(&length);
    let rest = u32::from_be_bytes(length) as usize - length.len();
    let start = begun.len();
    begun.resize(start + rest, 0);
    client.read_exact(&mut begun[start..])?;
    Ok(begun)
}

fn copy(stream: &TcpStream) -> TcpStream {
    stream.try_clone().expect("one more handle")
}
