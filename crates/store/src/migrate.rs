//! Forward migrations, applied in one transaction that only one process at a time can hold.

use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::engine::{Connection, Dialect, Store};
use crate::error::Error;

struct Migration {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

/// A migration is written for each engine, in one file or in several that are applied as one; `both` marks a file that
/// suits both engines. The schema is in `schema/`, later migrations are in `migrations/`:
///
/// ```text
/// migration!(2, "0002_invoices", "migrations", ["0002_invoices"]),
/// ```
macro_rules! migration {
    ($version:literal, $name:literal, $folder:literal, [$($($both:ident)? $file:literal),+ $(,)?]) => {
        Migration {
            version: $version,
            name: $name,
            sqlite: concat!($(sql_file!($folder, "sqlite", $($both)? $file), "\n"),+),
            postgres: concat!($(sql_file!($folder, "postgres", $($both)? $file), "\n"),+),
        }
    };
}

macro_rules! sql_file {
    ($folder:literal, $engine:literal, both $file:literal) => {
        sql_file!($folder, "both", $file)
    };
    ($folder:literal, $engine:literal, $file:literal) => {
        include_str!(concat!("../", $folder, "/", $engine, "/", $file, ".sql"))
    };
}

/// A migration that was released is never edited: databases know its checksum.
const MIGRATIONS: &[Migration] = &[migration!(
    1,
    "0001_baseline",
    "schema",
    [
        "1_server",
        "2_accounts",
        "3_sign_in",
        "4_ledger_accounts",
        both "4_system_accounts",
        "4_transfers",
        "5_payouts",
        "6_external_transfers",
        "7_operators",
        "8_notifications",
        "9_chain",
    ]
)];

/// The newest migration that this program brings.
pub const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;

const MAX_TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(100);

/// Any number that all Florin processes agree on and no other program uses.
const LOCK: &str = "select pg_advisory_xact_lock(7044881520)";

/// Until the commit: the schema that tables are made in, with temporary tables behind it instead of before it. Each
/// guard keeps this path, whatever the path of its caller is.
const SEARCH_PATH: &str =
    "select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)";

const CREATE: &str = "create table if not exists migrations (
    version bigint primary key not null, name text not null, checksum text not null)";

/// What the database has, beside what this program brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Migrations {
    pub applied: Vec<String>,
    pub missing: Vec<String>,
    /// Applied by a newer Florin than this one, which may run beside it.
    pub newer: usize,
}

impl Store {
    /// Applies what is missing and says what that was. Safe when several processes start at once.
    pub async fn migrate(&self) -> Result<Vec<String>, Error> {
        let connection = self.connect_patiently().await?;
        connection.begin().await?;
        let applied = apply_missing(&connection).await;
        match applied {
            Ok(names) => {
                connection.execute("commit").await?;
                Ok(names)
            }
            Err(error) => {
                connection.rollback().await?;
                Err(error)
            }
        }
    }

    /// Processes that create a SQLite file at the same time are in each other's way, and SQLite doesn't wait then.
    async fn connect_patiently(&self) -> Result<Connection, Error> {
        for _ in 1..MAX_TRIES {
            match self.connect().await {
                Err(Error::Conflict(_)) => tokio::time::sleep(PAUSE).await,
                connected => return connected,
            }
        }
        self.connect().await
    }

    /// Compares without changing anything.
    pub async fn migrations(&self) -> Result<Migrations, Error> {
        let known =
            match self.query("select version, name, checksum from migrations", &[], read_applied).await {
                Ok(known) => known,
                // The table is made by the first migration.
                Err(Error::NotMigrated(_)) => Vec::new(),
                Err(error) => return Err(error),
            };
        let is_applied = |migration: &&Migration| known.iter().any(|row| row.version == migration.version);
        Ok(Migrations {
            applied: MIGRATIONS.iter().filter(is_applied).map(|m| m.name.to_owned()).collect(),
            missing: MIGRATIONS.iter().filter(|m| !is_applied(m)).map(|m| m.name.to_owned()).collect(),
            newer: known.iter().filter(|row| row.version > SCHEMA_VERSION).count(),
        })
    }
}

struct Applied {
    version: i64,
    checksum: String,
}

fn read_applied(row: &crate::engine::SqlRow<'_>) -> Result<Applied, Error> {
    Ok(Applied { version: row.int(0)?, checksum: row.text(2)?.to_owned() })
}

async fn apply_missing(connection: &Connection) -> Result<Vec<String>, Error> {
    if connection.dialect() == Dialect::Postgres {
        connection.execute(LOCK).await?;
        connection.execute(SEARCH_PATH).await?;
    }
    connection.execute(CREATE).await?;
    let known = connection.query("select version, name, checksum from migrations", &[], read_applied).await?;
    let mut names = Vec::new();
    for migration in MIGRATIONS {
        let sql = match connection.dialect() {
            Dialect::Sqlite => migration.sqlite,
            Dialect::Postgres => migration.postgres,
        };
        let checksum = checksum(sql);
        match known.iter().find(|row| row.version == migration.version) {
            Some(row) if row.checksum == checksum => {}
            Some(_) => return Err(edited(migration.name)),
            None => {
                connection.execute(sql).await?;
                let params = [migration.version.into(), migration.name.into(), checksum.into()];
                let insert = "insert into migrations (version, name, checksum) values ($1, $2, $3)";
                connection.query(insert, &params, |_| Ok(())).await?;
                names.push(migration.name.to_owned());
            }
        }
    }
    Ok(names)
}

fn edited(name: &str) -> Error {
    Error::Refused(format!(
        "migration {name} was applied with other contents than in this version of Florin; this database belongs \
         to another version"
    ))
}

fn checksum(sql: &str) -> String {
    Sha256::digest(sql.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::MIGRATIONS;

    #[test]
    fn migrations_are_numbered_without_gaps_and_named_after_their_number() {
        for (index, migration) in MIGRATIONS.iter().enumerate() {
            assert_eq!(migration.version, index as i64 + 1);
            assert!(migration.name.starts_with(&format!("{:04}_", migration.version)), "{}", migration.name);
        }
    }

    /// A file that is not listed would be missing from new databases.
    #[test]
    fn the_baseline_is_every_file_of_the_schema_in_the_order_of_their_numbers() {
        for (engine, sql) in [("sqlite", MIGRATIONS[0].sqlite), ("postgres", MIGRATIONS[0].postgres)] {
            let files = [engine, "both"].into_iter().flat_map(|folder| {
                let folder = format!("{}/schema/{folder}", env!("CARGO_MANIFEST_DIR"));
                std::fs::read_dir(folder).expect("the schema").map(|file| file.expect("a file").path())
            });
            let mut files: Vec<_> = files.collect();
            files.sort_by_key(|file| file.file_name().map(ToOwned::to_owned));
            let texts = files.iter().map(|file| std::fs::read_to_string(file).expect("SQL") + "\n");
            assert_eq!(sql, texts.collect::<String>(), "{engine}");
        }
    }

    #[test]
    fn every_migration_says_why_in_its_first_line() {
        for migration in MIGRATIONS {
            for sql in [migration.sqlite, migration.postgres] {
                assert!(sql.starts_with("-- Why: "), "{}", migration.name);
            }
        }
    }
}
