//! A fresh database for one test, on either engine.

mod queries;

use std::sync::atomic::{AtomicU32, Ordering};

use postgres::{Client, NoTls};

use crate::engine::Engine;

/// Gone when it is dropped.
pub enum Database {
    /// In the data folder, which goes with the test.
    Sqlite,
    Postgres {
        url: String,
        /// The database to drop; none if its cluster is dropped.
        name: Option<String>,
    },
}

impl Database {
    /// One that a server or a store can be started on. Where the test command has made a template, it is a copy with
    /// all tables, which takes a third of the time of making them.
    pub fn create(engine: Engine) -> Database {
        match engine {
            Engine::Sqlite => Database::Sqlite,
            Engine::Postgres => create_postgres(template().as_deref()),
        }
    }

    /// One without tables.
    pub fn empty(engine: Engine) -> Database {
        match engine {
            Engine::Sqlite => Database::Sqlite,
            Engine::Postgres => create_postgres(None),
        }
    }

    pub fn url(&self) -> Option<&str> {
        match self {
            Database::Sqlite => None,
            Database::Postgres { url, .. } => Some(url),
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Database::Postgres { name: Some(name), .. } = self
            && let Ok(mut admin) = Client::connect(&admin_url(), NoTls)
        {
            let _ = admin.batch_execute(&format!("drop database if exists {name} with (force)"));
        }
    }
}

fn create_postgres(template: Option<&str>) -> Database {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("florin_test_{}_{number}", std::process::id());
    let mut admin = connect(&admin_url());
    let mut execute = |sql: String| admin.batch_execute(&sql).expect("a new database");
    // One that a run which was killed left behind.
    execute(format!("drop database if exists {name} with (force)"));
    match template {
        None => execute(format!("create database {name}")),
        Some(template) => {
            execute(format!("create database {name} template {template}"));
            // Rights on the database itself are not copied.
            execute(format!("revoke temporary on database {name} from public"));
        }
    }
    let (server, _) = admin_url().rsplit_once('/').map(own).expect("the URL names a database");
    Database::Postgres { url: format!("{server}/{name}"), name: Some(name) }
}

fn own((left, right): (&str, &str)) -> (String, String) {
    (left.to_owned(), right.to_owned())
}

fn connect(url: &str) -> Client {
    Client::connect(url, NoTls).expect("the throw-away PostgreSQL answers")
}

/// A database of that cluster with all tables, that no test changes.
#[allow(clippy::disallowed_methods, reason = "the test command says whether there is one")]
fn template() -> Option<String> {
    std::env::var("FLORIN_TEST_POSTGRES_TEMPLATE").ok()
}

/// The cluster that all tests share.
#[allow(clippy::disallowed_methods, reason = "the test command passes the address of its throw-away cluster")]
pub fn admin_url() -> String {
    std::env::var("FLORIN_TEST_POSTGRES_URL").expect(
        "FLORIN_TEST_POSTGRES_URL names a PostgreSQL server for tests, such as \
         postgres://postgres@127.0.0.1:5433/postgres; scripts/test starts one",
    )
}
