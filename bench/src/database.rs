//! A fresh PostgreSQL database for one run, on the server the person named.
//! It must never touch a database it did not create.

use std::time::{SystemTime, UNIX_EPOCH};

use tokio_postgres::{Client, NoTls};

pub struct Database {
    /// The address of the fresh database. It may hold a password: never print it.
    pub url: String,
    /// Version and durability of the server, for the head of the report.
    pub about: String,
    name: String,
    admin: Client,
}

impl Database {
    pub async fn create(server_url: &str) -> Result<Database, String> {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_err(|_| "the clock is before 1970".to_owned())?;
        let name = format!("florin_bench_{}_{}", std::process::id(), since.as_micros());
        let url = with_database(server_url, &name)?;
        let admin = connect(server_url).await?;
        let about = about(&admin).await.map_err(|p| told("cannot ask", &p))?;
        admin
            .batch_execute(&format!("create database {name}"))
            .await
            .map_err(|p| told("no database on", &p))?;
        Ok(Database { url, about, name, admin })
    }

    /// Drops it, together with connections that a killed server may have left open.
    pub async fn remove(self) -> Result<(), String> {
        let Database { name, admin, .. } = self;
        let dropped = admin.batch_execute(&format!("drop database {name} with (force)")).await;
        dropped.map_err(|problem| format!("{} (left behind: {name})", told("cannot clean up on", &problem)))
    }
}

/// A connection of its own to a database that this run made.
pub async fn connect(url: &str) -> Result<Client, String> {
    let connected = tokio_postgres::connect(url, NoTls).await;
    let (client, connection) = connected.map_err(|p| told("cannot connect to", &p))?;
    // Ends with the client; what goes wrong shows up in the queries.
    tokio::spawn(connection);
    Ok(client)
}

async fn about(admin: &Client) -> Result<String, tokio_postgres::Error> {
    let mut settings = Vec::new();
    for setting in ["server_version", "fsync", "synchronous_commit"] {
        let row = admin.query_one(&format!("show {setting}"), &[]).await?;
        settings.push(row.get::<_, String>(0));
    }
    // Distributions add their own name behind the version.
    let [version, fsync, commit] = &settings[..] else { unreachable!("three settings were asked for") };
    let version = version.split(' ').next().unwrap_or_default();
    Ok(format!("PostgreSQL {version}, fsync {fsync}, synchronous_commit {commit}"))
}

/// The driver hides the server's own message one level down.
pub fn told(what: &str, problem: &tokio_postgres::Error) -> String {
    let reason =
        std::error::Error::source(problem).map_or_else(|| problem.to_string(), |source| source.to_string());
    format!("{what} the PostgreSQL server: {reason}")
}

/// The same server and parameters, another database.
fn with_database(server_url: &str, name: &str) -> Result<String, String> {
    let (scheme, rest) = server_url
        .split_once("://")
        .filter(|(scheme, _)| matches!(*scheme, "postgres" | "postgresql"))
        .ok_or_else(|| "the PostgreSQL address must look like postgres://user@host/database".to_owned())?;
    let (address, parameters) = match rest.split_once('?') {
        Some((address, parameters)) => (address, format!("?{parameters}")),
        None => (rest, String::new()),
    };
    let authority = address.split_once('/').map_or(address, |(authority, _)| authority);
    Ok(format!("{scheme}://{authority}/{name}{parameters}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_database_of_an_address_is_replaced() {
        let check = |url: &str, expected: &str| assert_eq!(with_database(url, "b").unwrap(), expected);
        check("postgres://u:p@127.0.0.1:5432/app", "postgres://u:p@127.0.0.1:5432/b");
        check("postgresql://u@h", "postgresql://u@h/b");
        check("postgres://u@h/?connect_timeout=3", "postgres://u@h/b?connect_timeout=3");
        check("postgres://u@h?application_name=a/c", "postgres://u@h/b?application_name=a/c");
        check("postgres:///app?host=/run/postgresql", "postgres:///b?host=/run/postgresql");
        check("postgres://%2Frun%2Fpg/app", "postgres://%2Frun%2Fpg/b");
    }

    #[test]
    fn another_kind_of_address_is_refused_without_being_shown() {
        for url in ["host=h password=secret", "sqlite:florin.db", "mysql://u:secret@h/d"] {
            assert!(!with_database(url, "b").unwrap_err().contains("secret"));
        }
    }
}
