//! The checks of `florin doctor`. Each checks one thing and reports its state; none changes anything.

mod chain;
mod completeness;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use app::clock::Clock;
use app::vault::Vault;
use rules::time::Timestamp;
use store::{DatabaseUrl, Privileges, Store};

use crate::database_files;
use crate::operator_commands::check_is_there;
use crate::private;
use crate::process;
use crate::settings::{SecretsFrom, ServerKind, ServerSettings, StorageSettings, email_room};

/// Under load, SQLite's log alone grows to 512 MB.
const MIN_FREE_DISK: u64 = 1_000 * 1_000_000;
/// Beside these a server has files, a log, the database and connections of operators open, and looks up names.
const OTHER_OPEN_FILES: u64 = 800;
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// The years between which this program can run: it was written in the first.
const SANE_YEARS: [&str; 2] = ["2026-01-01T00:00:00Z", "2126-01-01T00:00:00Z"];
const SECONDS_OF_DOUBT: i64 = 60;

/// What a check found, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum State {
    Ok,
    /// The server works, but users or the operator will miss something.
    Incomplete,
    /// The server doesn't start, or doesn't do its work.
    Failed,
}

pub struct Check {
    pub name: &'static str,
    pub state: State,
    pub detail: String,
}

impl Check {
    pub fn good(name: &'static str, detail: impl Into<String>) -> Check {
        Check { name, state: State::Ok, detail: detail.into() }
    }

    pub fn incomplete(name: &'static str, detail: impl Into<String>) -> Check {
        Check { name, state: State::Incomplete, detail: detail.into() }
    }

    pub fn bad(name: &'static str, detail: impl Into<String>) -> Check {
        Check { name, state: State::Failed, detail: detail.into() }
    }

    fn of(name: &'static str, outcome: Result<String, String>) -> Check {
        match outcome {
            Ok(detail) => Check::good(name, detail),
            Err(detail) => Check::bad(name, detail),
        }
    }
}

/// The state of the whole: that of the worst check.
pub fn worst(checks: &[Check]) -> State {
    checks.iter().map(|check| check.state).max().unwrap_or(State::Ok)
}

pub async fn examine(
    place: &StorageSettings,
    settings: &ServerSettings,
    kind: ServerKind,
    backups: Option<&Path>,
) -> Vec<Check> {
    let clock = Clock::system();
    let mut checks = vec![Check::good("settings", format!("complete for {}", kind.command()))];
    if let Some(data) = &place.data {
        let private = private::check(data).map(|()| format!("{} is private", data.display()));
        checks.push(Check::of("data folder", private));
    }
    checks.push(Check::of("secrets", secrets(&place.secrets)));
    checks.extend(database(&place.database, &clock, kind).await);
    if let DatabaseUrl::Sqlite(path) = &place.database
        && path.exists()
    {
        checks.push(Check::of("files", database_files::check_owners(path)));
    }
    if let Some(folder) = local_folder(place) {
        checks.push(Check::of("disk", disk(folder)));
    }
    if let Some(setup) = &settings.chain {
        checks.extend(chain::examine(setup, &settings.chain_keys, &place.database).await);
    }
    checks.push(Check::of("clock", time(clock.now(), &place.database)));
    checks.push(Check::of(
        "open files",
        open_files(process::max_open_files(), settings.max_connections, settings.max_webhook_connections),
    ));
    checks.push(Check::of("address", address(settings.listen)));
    if let Some(admin) = settings.admin_listen {
        checks.push(Check::of("admin", address(admin)));
    }
    checks.push(email(settings).await);
    // What real users need; `florin dev` has none.
    if kind == ServerKind::Serve {
        checks.extend(completeness::examine(settings, backups, clock.now()));
    }
    checks
}

async fn email(settings: &ServerSettings) -> Check {
    let room = email_room(settings, settings.public_url.clone().unwrap_or_default());
    if room.post.is_off() {
        return Check::incomplete(
            "email",
            "smtp_url is not set: live emails stay queued, so users can't sign up, reset a password or claim money",
        );
    }
    Check::of("email", room.post.check().await)
}

fn secrets(from: &SecretsFrom) -> Result<String, String> {
    let newest = Vault::new(&from.read()?).newest_version();
    Ok(match from {
        SecretsFrom::Text(_) => format!("readable, from FLORIN_SECRETS; the newest is version {newest}"),
        SecretsFrom::File(path) => {
            format!("{} is readable and private; the newest is version {newest}", path.display())
        }
    })
}

async fn database(url: &DatabaseUrl, clock: &Clock, kind: ServerKind) -> Vec<Check> {
    let engine = match url {
        DatabaseUrl::Sqlite(path) if !path.exists() => {
            let detail = match (kind, check_is_there(url)) {
                (ServerKind::Dev, Err(problem)) => problem.message().to_owned(),
                _ => format!("{url} doesn't exist yet; the server or florin migrate creates it"),
            };
            return vec![Check::bad("database", detail)];
        }
        DatabaseUrl::Sqlite(_) => "SQLite",
        DatabaseUrl::Postgres(_) => "PostgreSQL",
    };
    let asked = clock.elapsed();
    let store = Store::new(url.clone());
    let known = match store.migrations().await {
        Ok(known) => known,
        Err(error) => return vec![Check::bad("database", format!("{url}: {error}"))],
    };
    let took = clock.elapsed().saturating_sub(asked).as_millis();
    let answers =
        Check::good("database", format!("{engine} at {url} responds ({took} ms, including the connection)"));
    let migrations = if known.missing.is_empty() {
        let newer = if known.newer > 0 { ", plus some from a newer Florin version" } else { "" };
        Check::good("migrations", format!("all {} are applied{newer}", known.applied.len()))
    } else {
        let missing = known.missing.join(", ");
        Check::bad("migrations", format!("missing: {missing}; the server or florin migrate applies them"))
    };
    let durability = match store.facts().await {
        Ok(facts) => durability(&facts),
        Err(error) => Err(error.to_string()),
    };
    let mut checks = vec![answers, migrations, Check::of("durability", durability)];
    match store.privileges().await {
        Ok(None) => {}
        Ok(Some(privileges)) => checks.push(Check::of("privileges", check_privileges(&privileges))),
        Err(error) => checks.push(Check::bad("privileges", error.to_string())),
    }
    checks.push(Check::of("money", money(&store).await));
    checks
}

/// What every role may do must not weaken the guards. That the own role can is common, and only said.
fn check_privileges(privileges: &Privileges) -> Result<String, String> {
    let Privileges { role, database, schema, .. } = privileges;
    if privileges.public_can_create_temporary_tables {
        return Err(format!(
            "every role can create temporary tables; run: revoke temporary on database \"{database}\" from public"
        ));
    }
    if privileges.public_can_create_in_schema {
        return Err(format!(
            "every role can create objects in the tables' schema; run: revoke create on schema \"{schema}\" from \
             public"
        ));
    }
    Ok(match (privileges.is_superuser, privileges.owns_tables) {
        (true, _) => format!("{role} is a superuser and can disable every guard of the database"),
        (false, true) => format!("{role} owns the tables and can disable their guards"),
        (false, false) => format!("{role} doesn't own the tables"),
    })
}

/// Whether it may leave.
async fn money(store: &Store) -> Result<String, String> {
    match store.freeze().await {
        Ok(None) => Ok("not stopped".to_owned()),
        Ok(Some(stop)) => {
            Err(format!("stopped since {}: {} (florin money status)", stop.created_at, stop.reason))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// A commit that was acknowledged must survive a power cut.
fn durability(facts: &[(String, String)]) -> Result<String, String> {
    let shown: Vec<String> = facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let risky = facts.iter().find(|(name, value)| name != "server_version" && value == "off");
    match risky {
        Some((name, _)) => {
            Err(format!("{name} is off, so a power failure can lose acknowledged money; turn it on"))
        }
        None => Ok(shown.join(", ")),
    }
}

/// Where this machine's disk matters: a PostgreSQL server has its own.
fn local_folder(place: &StorageSettings) -> Option<&Path> {
    match &place.database {
        DatabaseUrl::Sqlite(path) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            Some(folder.unwrap_or(Path::new(".")))
        }
        DatabaseUrl::Postgres(_) => place.data.as_deref(),
    }
}

fn disk(folder: &Path) -> Result<String, String> {
    let shown = folder.display();
    let free = process::free_disk(folder).map_err(|error| format!("{shown}: {error}"))?;
    let megabytes = free / 1_000_000;
    if free < MIN_FREE_DISK {
        Err(format!("only {megabytes} MB free for {shown}"))
    } else {
        Ok(format!("{megabytes} MB free for {shown}"))
    }
}

/// A clock that is far off gives ids and times that never come right again.
fn time(now: Timestamp, database: &DatabaseUrl) -> Result<String, String> {
    let [first, last] = SANE_YEARS.map(|year| Timestamp::parse(year).expect("a date"));
    if !(first..last).contains(&now) {
        return Err(format!("this machine's clock shows {now}, which is impossible; set it"));
    }
    if let DatabaseUrl::Sqlite(path) = database
        && let Ok(modified) = path.metadata().and_then(|metadata| metadata.modified())
        && let Ok(since) = modified.duration_since(UNIX_EPOCH)
        && i64::try_from(since.as_micros()).is_ok_and(|at| at > now.plus_seconds(SECONDS_OF_DOUBT).micros())
    {
        return Err(format!(
            "this machine's clock shows {now}, but the database was written later; the clock was set back"
        ));
    }
    Ok(format!("this machine's clock shows {now}"))
}

fn open_files(
    limit: Option<u64>,
    max_connections: usize,
    max_webhook_connections: usize,
) -> Result<String, String> {
    let Some(limit) = limit else { return Ok("unlimited".to_owned()) };
    let needed = max_connections as u64 + max_webhook_connections as u64 + OTHER_OPEN_FILES;
    if limit < needed {
        return Err(format!(
            "{limit} allowed, {needed} needed; raise the limit, or lower --max-connections or \
             --max-webhook-connections"
        ));
    }
    Ok(format!("{limit} allowed, {needed} needed"))
}

/// Free, or taken by a server that answers as Florin does.
fn address(address: SocketAddr) -> Result<String, String> {
    match TcpListener::bind(address) {
        Ok(_) => Ok(format!("{address} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => match is_healthy(address) {
            Ok(true) => Ok(format!("a healthy server runs on {address}")),
            Ok(false) | Err(_) => Err(format!("{address} is used by another program")),
        },
        Err(error) => Err(format!("{address}: {error}")),
    }
}

fn is_healthy(address: SocketAddr) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&address, ANSWER_TIMEOUT)?;
    stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
    stream.set_write_timeout(Some(ANSWER_TIMEOUT))?;
    // One write: a server that answers the first part and closes would reset the connection under the others.
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut status = [0; 12];
    stream.read_exact(&mut status)?;
    Ok(status == *b"HTTP/1.1 200")
}

#[cfg(test)]
mod tests {
    use super::{address, check_privileges, durability, open_files, time};
    use rules::time::Timestamp;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use store::{DatabaseUrl, Privileges};

    #[test]
    fn a_clock_before_this_program_was_written_or_before_the_last_write_is_noticed() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let database = DatabaseUrl::Sqlite(file.path().to_owned());
        let written = file.path().metadata().unwrap().modified().unwrap();
        let written = written.duration_since(std::time::UNIX_EPOCH).unwrap().as_micros();
        let now = Timestamp::from_micros(i64::try_from(written).unwrap());
        assert!(time(now.plus_seconds(5), &database).is_ok());
        assert!(time(now.plus_seconds(-3_600), &database).is_err());
        assert!(time(Timestamp::from_micros(0), &database).is_err());
    }

    #[test]
    fn a_database_that_may_forget_commits_is_noticed() {
        let facts = |fsync: &str| {
            let pairs = [("server_version", "15.1"), ("fsync", fsync), ("synchronous_commit", "on")];
            pairs.map(|(name, value)| (name.to_owned(), value.to_owned()))
        };
        assert!(durability(&facts("on")).is_ok());
        assert!(durability(&facts("off")).unwrap_err().starts_with("fsync is off"));
    }

    #[test]
    fn privileges_of_every_role_that_weaken_the_guards_are_found() {
        let safe = Privileges {
            role: "florin".to_owned(),
            database: "books".to_owned(),
            schema: "public".to_owned(),
            is_superuser: false,
            owns_tables: false,
            public_can_create_temporary_tables: false,
            public_can_create_in_schema: false,
        };
        assert_eq!(check_privileges(&safe).unwrap(), "florin doesn't own the tables");
        let owner = Privileges { owns_tables: true, ..safe.clone() };
        assert!(check_privileges(&owner).unwrap().contains("can disable their guards"));
        let superuser = Privileges { is_superuser: true, ..owner.clone() };
        assert!(check_privileges(&superuser).unwrap().contains("superuser"));
        let temporary = Privileges { public_can_create_temporary_tables: true, ..safe.clone() };
        assert!(check_privileges(&temporary).unwrap_err().ends_with("on database \"books\" from public"));
        let creating = Privileges { public_can_create_in_schema: true, ..safe };
        assert!(check_privileges(&creating).unwrap_err().ends_with("on schema \"public\" from public"));
    }

    #[test]
    fn an_address_is_free_or_ours_or_somebody_elses() {
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        let taken = other.local_addr().unwrap();
        let answering = |answer: &'static [u8]| {
            let other = other.try_clone().unwrap();
            std::thread::spawn(move || {
                let (mut stream, _) = other.accept().unwrap();
                let _ = stream.read(&mut [0; 1024]);
                stream.write_all(answer).unwrap();
            })
        };
        let healthy = answering(b"HTTP/1.1 200 OK\r\n\r\nok");
        assert!(address(taken).is_ok());
        healthy.join().unwrap();
        let something_else = answering(b"220 mail.example ESMTP\r\n");
        assert!(address(taken).is_err());
        something_else.join().unwrap();
        drop(other);
        assert!(address(taken).is_ok());
    }

    #[test]
    fn all_connections_and_other_files_must_fit_into_the_open_files() {
        assert_eq!(open_files(None, 1_000_000, 1_000_000), Ok("unlimited".to_owned()));
        assert_eq!(open_files(Some(12_848), 10_000, 2_048), Ok("12848 allowed, 12848 needed".to_owned()));
        let refused = open_files(Some(12_847), 10_000, 2_048).expect_err("one is missing");
        assert!(refused.starts_with("12847 allowed, 12848 needed;"), "{refused}");
    }
}
