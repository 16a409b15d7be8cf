//! One run of the bench: its options, its folder, its databases, and the servers it starts.
//! It must never leave anything behind, however the run ends.

use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use clap::Args;
use tempfile::TempDir;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::contender::Contender;
use crate::database::Database;
use crate::load::Pace;
use crate::server::{Server, find_florin};

pub const WARM_UP: Duration = Duration::from_secs(1);

#[derive(Args, Clone)]
pub struct Options {
    /// How long each figure is measured in each round
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub seconds: u64,
    /// How many rounds; the medians are reported
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=100))]
    pub rounds: u64,
    /// Kept-alive connections, each with one request under way
    #[arg(long, default_value = "64")]
    pub connections: NonZeroUsize,
    /// Threads of the load generator, if not half the cores
    #[arg(long)]
    pub threads: Option<NonZeroUsize>,
    /// A PostgreSQL server; fresh databases are made on it and dropped at the end
    #[arg(long, value_name = "URL")]
    pub postgres_url: Option<String>,
    /// SQL files of pgledger, in the order in which they are loaded, to measure it on the same server
    #[arg(long, value_name = "FILE")]
    pub pgledger: Vec<PathBuf>,
    /// Leave SQLite out
    #[arg(long, requires = "postgres_url")]
    pub no_sqlite: bool,
    /// The florin to measure, if not the one beside this program
    #[arg(long, value_name = "PATH")]
    pub florin: Option<PathBuf>,
    /// Where to draw the bars
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

pub struct Run {
    pub options: Options,
    pub florin: PathBuf,
    /// Every request of the run has a number of its own.
    pub numbers: Arc<AtomicU64>,
    folder: TempDir,
    places: Cell<u32>,
    databases: RefCell<Vec<Database>>,
}

/// A started server, and who it is in the table.
pub struct Entrant {
    pub contender: Contender,
    pub server: Server,
    /// Where its data is.
    pub place: Place,
}

/// A data folder and, on PostgreSQL, a database, that no other server uses.
#[derive(Clone)]
pub struct Place {
    pub folder: PathBuf,
    pub database_url: Option<String>,
}

impl Place {
    /// The file of SQLite, once `florin dev` has made it.
    pub fn sqlite_file(&self) -> PathBuf {
        self.folder.join("data").join("florin.db")
    }
}

/// Measures with everything a run needs, and takes it all away again.
pub fn conduct<T>(
    options: Options,
    measure: impl AsyncFnOnce(&Run) -> Result<T, String>,
) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|problem| format!("no runtime: {problem}"))?.block_on(async {
        // Before anything is started, so that whatever is started will also be ended.
        let mut stop = Stop::listen()?;
        let run = Run::new(options)?;
        let measured = tokio::select! {
            measured = measure(&run) => measured,
            () = stop.asked() => Err("stopped before the end".to_owned()),
        };
        for database in run.databases.into_inner() {
            if let Err(problem) = database.remove().await {
                // Said and no more: the figures are good all the same.
                eprintln!("bench: {problem}");
            }
        }
        measured
    })
}

impl Run {
    fn new(options: Options) -> Result<Run, String> {
        let florin = find_florin(options.florin.as_deref())?;
        // Beside the program and not in the system's temporary folder, which may be memory: a commit there
        // would cost nothing and the figures would be too good.
        let program = std::env::current_exe().map_err(|p| format!("cannot find this program: {p}"))?;
        let beside = program.parent().expect("a running program lies in a folder");
        let folder = tempfile::Builder::new().prefix("bench-").tempdir_in(beside);
        let folder = folder.map_err(|problem| format!("no folder for the data: {problem}"))?;
        let (numbers, places, databases) = Default::default();
        Ok(Run { options, florin, numbers, folder, places, databases })
    }

    /// The engines to measure Florin on.
    pub fn engines(&self) -> Vec<Contender> {
        let sqlite = (!self.options.no_sqlite).then_some(Contender::Sqlite);
        let postgres = self.options.postgres_url.as_ref().map(|_| Contender::Postgres);
        sqlite.into_iter().chain(postgres).collect()
    }

    /// A fresh folder and, for PostgreSQL, a fresh database.
    pub async fn place(&self, contender: Contender) -> Result<Place, String> {
        self.places.set(self.places.get() + 1);
        let folder = self.folder.path().join(self.places.get().to_string());
        std::fs::create_dir(&folder).map_err(|p| format!("no folder for the data: {p}"))?;
        let on_postgres =
            matches!(contender, Contender::Postgres | Contender::BarePostgres | Contender::Pgledger);
        let database_url = if on_postgres { Some(self.database().await?) } else { None };
        Ok(Place { folder, database_url })
    }

    async fn database(&self) -> Result<String, String> {
        let server = self.options.postgres_url.as_ref();
        let database = Database::create(server.ok_or("this needs --postgres-url")?).await?;
        let url = database.url.clone();
        self.databases.borrow_mut().push(database);
        Ok(url)
    }

    pub async fn start_constant(&self) -> Result<Entrant, String> {
        let place = self.place(Contender::Constant).await?;
        let server = Server::start_constant(&place.folder).await?;
        Ok(Entrant { contender: Contender::Constant, server, place })
    }

    /// A Florin with nothing in it.
    pub async fn start_florin(&self, contender: Contender) -> Result<Entrant, String> {
        let place = self.place(contender).await?;
        self.start_florin_in(contender, place).await
    }

    pub async fn start_florin_in(&self, contender: Contender, place: Place) -> Result<Entrant, String> {
        // What was measured before may have left gigabytes on their way to the disk.
        let synced = tokio::process::Command::new("sync").status().await;
        synced.map_err(|problem| format!("cannot run sync: {problem}"))?;
        let server = Server::start_florin(&self.florin, &place.folder, place.database_url.as_deref()).await?;
        Ok(Entrant { contender, server, place })
    }

    /// As hard as the options say, without a warm-up.
    pub fn pace(&self) -> Pace {
        let connections = self.options.connections.get();
        let threads = self.options.threads.map_or(cores() / 2, NonZeroUsize::get).clamp(1, connections);
        let measured = Duration::from_secs(self.options.seconds);
        Pace { connections, threads, interval: None, warm_up: Duration::ZERO, measured }
    }

    /// How and on what was measured, a line each.
    pub fn head(&self) -> Vec<String> {
        let Options { seconds, rounds, connections, .. } = &self.options;
        let how = format!("{connections} connections, median of {rounds} rounds of {seconds} s");
        let mut head = vec![format!("{} cores for load and server, {how}", cores())];
        head.push(match self.databases.borrow().first() {
            Some(database) => format!("{}; memory and CPU are Florin's own", database.about),
            None => "PostgreSQL was not measured: no --postgres-url".to_owned(),
        });
        if cfg!(debug_assertions) {
            head.push("This is a debug build, so the figures mean nothing. Use --release".to_owned());
        }
        head
    }
}

impl Entrant {
    /// What went wrong, and what the server said about it.
    pub fn failed(&self, what: &str, problem: &str) -> String {
        let (name, log) = (self.contender.name(), self.server.last_words());
        format!("{name}, {what}: {problem}\nThe end of its log:\n{log}")
    }
}

/// Writes a drawing where the options say.
pub fn draw(file: &Path, svg: &str) -> Result<(), String> {
    std::fs::write(file, svg).map_err(|problem| format!("cannot write {}: {problem}", file.display()))
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The middle value, or what lies between the two middle ones.
pub fn median(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    let (low, high) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
    low.midpoint(high)
}

/// The wish to end early, from the keyboard or from another program.
struct Stop {
    interrupt: Signal,
    terminate: Signal,
}

impl Stop {
    fn listen() -> Result<Stop, String> {
        let listen = |kind| signal(kind).map_err(|problem| format!("cannot listen for signals: {problem}"));
        Ok(Stop { interrupt: listen(SignalKind::interrupt())?, terminate: listen(SignalKind::terminate())? })
    }

    async fn asked(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_the_middle_of_the_rounds() {
        let check = |values: &[u64], expected| assert_eq!(median(values.to_vec()), expected);
        check(&[7], 7);
        check(&[9, 1], 5);
        check(&[9, 1, 5], 5);
        check(&[40, 10, 30, 20], 25);
        check(&[u64::MAX, u64::MAX], u64::MAX);
    }
}
