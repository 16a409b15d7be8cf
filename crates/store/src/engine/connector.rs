//! Opens a session: the first of the URL's hosts that accepts one, in one deadline for all of them. Settings of the
//! session are sent after connecting, because poolers and proxies refuse them in the startup message.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::time::timeout;
use tokio_postgres::config::SslMode as DriverSslMode;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Config, NoTls};

use super::tls::PgTls;
use crate::error::Error;
use crate::postgres_url::{HostPlace, PostgresHost, PostgresUrl, SessionTarget, SslMode};

/// A host that has not accepted in this time gets company: the next one is tried beside it.
const NEXT_AFTER: Duration = Duration::from_millis(800);

/// A commit that was acknowledged is on disk, whatever is the default of the role. The URL can ask for more.
const DURABILITY: [(&str, &str); 1] = [("synchronous_commit", "on")];

/// Limits that PostgreSQL enforces even if this process hangs or vanishes.
const SERVER_LIMITS: [(&str, &str); 3] =
    [("statement_timeout", "25s"), ("lock_timeout", "10s"), ("idle_in_transaction_session_timeout", "30s")];

/// A session asks few questions very often, all by key. Their plans are made once, when a table may still be empty or
/// was last counted when it held a handful of rows; a plan that reads a whole table, which is right then, could stay
/// for a minute of growth. So no plan may read everything, and a row that is read costs more than a page. With these
/// prices PostgreSQL would also start processes to share the work of a page of a list, which takes it twenty times as
/// long as the page itself.
const PLANNING: [(&str, &str); 10] = [
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("cpu_tuple_cost", "10"),
    ("cpu_index_tuple_cost", "10"),
    ("max_parallel_workers_per_gather", "0"),
    ("jit", "off"),
    ("work_mem", "32MB"),
];

/// Marks a session as taken. One that is marked before Florin has set anything belongs to another connection: a pooler
/// gives a server's session to several clients, or hands it on with the settings of the client before.
const MARK: (&str, &str) = ("florin.session", "taken");

const INSPECT: &str = "select coalesce(pg_catalog.current_setting('florin.session', true), ''),
    pg_catalog.current_setting('transaction_read_only'),
    cast(cast(pg_catalog.pg_is_in_recovery() as int4) as int8)";

/// With several arrays, `unnest` always is PostgreSQL's own.
const SET: &str = "select pg_catalog.set_config(s.name, s.value, false)
    from unnest($1::text[], $2::text[]) as s(name, value)";

/// A session that accepts what the URL asks for.
pub async fn connect(url: &PostgresUrl) -> Result<Client, Error> {
    let mut failures = Vec::new();
    match timeout(url.connect_timeout, try_hosts(url, &mut failures)).await {
        Ok(connected) => connected?.ok_or_else(|| Error::Unavailable(failures.join("; "))),
        Err(_) => {
            failures
                .push(format!("no connection was established in {} seconds", url.connect_timeout.as_secs()));
            Err(Error::Unavailable(failures.join("; ")))
        }
    }
}

async fn try_hosts(url: &PostgresUrl, failures: &mut Vec<String>) -> Result<Option<Client>, Error> {
    let tls = PgTls::new(&url.tls).map_err(Error::Unavailable)?;
    let mut config = url.config.clone();
    if let Some(password) = url.password.read().await? {
        config.password(password);
    }
    let mut attempts: Vec<Attempt<'_>> = Vec::new();
    for host in &url.hosts {
        attempts.push(Box::pin(try_host(url, &config, tls.as_ref(), host)));
    }
    Ok(first_to_succeed(attempts, failures).await)
}

type Attempt<'a> = BoxFuture<'a, Result<Client, String>>;

/// Starts one attempt after the other: the next one when one has failed, or when none has succeeded for a while. The
/// first that succeeds wins, and the others are dropped.
async fn first_to_succeed(attempts: Vec<Attempt<'_>>, failures: &mut Vec<String>) -> Option<Client> {
    let mut waiting = attempts.into_iter();
    let mut running = FuturesUnordered::new();
    loop {
        running.extend(waiting.next());
        match timeout(NEXT_AFTER, running.next()).await {
            Ok(Some(Ok(client))) => return Some(client),
            Ok(Some(Err(failure))) => failures.push(failure),
            Ok(None) => return None,
            Err(_) => {}
        }
    }
}

async fn try_host(
    url: &PostgresUrl,
    config: &Config,
    tls: Option<&PgTls>,
    host: &PostgresHost,
) -> Result<Client, String> {
    let mut config = config.clone();
    config.port(host.port);
    let named = |failure: String| format!("{}: {failure}", host.shown());
    let (name, address) = match &host.place {
        HostPlace::Unix(folder) => {
            // As in libpq: a socket of this machine has no TLS.
            config.host_path(folder).ssl_mode(DriverSslMode::Disable);
            return open(url, &config, None).await.map_err(named);
        }
        HostPlace::Tcp { name, address } => (name, *address),
    };
    config.host(name).ssl_mode(match url.tls.mode {
        SslMode::Disable => DriverSslMode::Disable,
        SslMode::Prefer => DriverSslMode::Prefer,
        SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => DriverSslMode::Require,
    });
    let addresses = match address {
        Some(address) => vec![address],
        None => resolve(name, host.port).await.map_err(named)?,
    };
    let mut attempts: Vec<Attempt<'_>> = Vec::new();
    for address in addresses {
        let mut config = config.clone();
        config.hostaddr(address);
        attempts.push(Box::pin(async move { open(url, &config, tls).await }));
    }
    let mut failures = Vec::new();
    first_to_succeed(attempts, &mut failures).await.ok_or_else(|| named(failures.join(", ")))
}

async fn resolve(name: &str, port: u16) -> Result<Vec<IpAddr>, String> {
    let found = tokio::net::lookup_host((name, port)).await;
    let found: Vec<IpAddr> = found
        .map_err(|error| format!("the name can't be resolved: {error}"))?
        .map(|at: SocketAddr| at.ip())
        .collect();
    if found.is_empty() { Err("the name has no address".to_owned()) } else { Ok(found) }
}

/// Connects to the one address of the configuration, and makes the session Florin's own.
async fn open(url: &PostgresUrl, config: &Config, tls: Option<&PgTls>) -> Result<Client, String> {
    let client = match tls {
        Some(tls) => {
            config.connect(tls.clone()).await.map(|(client, connection)| (client, drive(connection)))
        }
        None => config.connect(NoTls).await.map(|(client, connection)| (client, drive(connection))),
    };
    let (client, ()) = client.map_err(|error| reason(error.into()))?;
    prepare(url, &client).await?;
    Ok(client)
}

fn drive(connection: impl Future<Output = Result<(), tokio_postgres::Error>> + Send + 'static) {
    tokio::spawn(async move {
        // The error also reaches the caller that waits for an answer, which decides what it means.
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a PostgreSQL connection ended");
        }
    });
}

/// Looks at the session and sets it up, in one round trip.
async fn prepare(url: &PostgresUrl, client: &Client) -> Result<(), String> {
    let given = url.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let settings = DURABILITY.into_iter().chain(given).chain(SERVER_LIMITS).chain(PLANNING).chain([MARK]);
    let (names, values): (Vec<&str>, Vec<&str>) = settings.unzip();
    let arrays = [(&names as _, Type::TEXT_ARRAY), (&values as _, Type::TEXT_ARRAY)];
    let (found, set) =
        futures_util::join!(client.query_typed_one(INSPECT, &[]), client.query_typed(SET, &arrays));
    let found = found.map_err(|error| reason(error.into()))?;
    let text = |column| found.try_get::<_, &str>(column).map_err(|error| reason(error.into()));
    if text(0)? == MARK.1 {
        return Err(SHARED.to_owned());
    }
    if url.target == SessionTarget::ReadWrite && text(1)? == "on" {
        let is_standby = found.try_get::<_, i64>(2).is_ok_and(|recovering| recovering != 0);
        return Err(if is_standby { STANDBY } else { READ_ONLY }.to_owned());
    }
    set.map(|_| ()).map_err(|error| reason(error.into()))
}

const SHARED: &str = "a connection pooler gives one server session to several connections. Florin needs sessions of \
                      its own: use pool_mode = session and server_reset_query = DISCARD ALL in pgbouncer";
const STANDBY: &str = "the server is a standby, which doesn't accept writes";
const READ_ONLY: &str = "the server only accepts reads (transaction_read_only is on)";

/// Without the words that the error gets again from its class.
fn reason(error: Error) -> String {
    match error {
        Error::Unavailable(why)
        | Error::Conflict(why)
        | Error::TimedOut(why)
        | Error::Refused(why)
        | Error::OutOfRange(why)
        | Error::Unknown(why)
        | Error::NotMigrated(why)
        | Error::Corrupt(why) => why,
    }
}

#[cfg(test)]
mod tests {
    use super::PLANNING;

    /// A page of a list took twenty times as long with helpers, and a few hundred of them a second stopped everything.
    #[test]
    fn no_statement_starts_processes_of_its_own() {
        assert!(PLANNING.contains(&("max_parallel_workers_per_gather", "0")));
    }
}
