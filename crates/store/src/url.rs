//! Where the database is: `sqlite:PATH` or `postgres://…`.

use std::fmt;
use std::path::PathBuf;

use crate::password::PasswordSource;
use crate::postgres_url::PostgresUrl;

#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    Sqlite(PathBuf),
    Postgres(Box<PostgresUrl>),
}

impl DatabaseUrl {
    pub fn parse(text: &str) -> Result<DatabaseUrl, String> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return match path {
                "" | ":memory:" => {
                    Err("sqlite: must be followed by a file path, such as sqlite:florin.db".to_owned())
                }
                path => Ok(DatabaseUrl::Sqlite(PathBuf::from(path))),
            };
        }
        let postgres = ["postgres://", "postgresql://"].iter().find_map(|scheme| text.strip_prefix(scheme));
        if let Some(rest) = postgres {
            let url = PostgresUrl::parse(rest).map_err(|problem| {
                format!(
                    "{problem} (expected postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=verify-full)"
                )
            })?;
            return Ok(DatabaseUrl::Postgres(Box::new(url)));
        }
        Err("a database URL must start with sqlite: or postgres://".to_owned())
    }

    /// The same database, with its password from elsewhere.
    pub fn with_password(self, password: PasswordSource) -> Result<DatabaseUrl, &'static str> {
        match self {
            DatabaseUrl::Sqlite(_) => Err("SQLite has no passwords"),
            DatabaseUrl::Postgres(url) if url.has_password() => {
                Err("the database URL has a password, too; set only one of them")
            }
            DatabaseUrl::Postgres(mut url) => {
                url.password = password;
                Ok(DatabaseUrl::Postgres(url))
            }
        }
    }
}

/// Without the password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseUrl::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            DatabaseUrl::Postgres(url) => f.write_str(url.shown()),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::DatabaseUrl;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let shown = |text| DatabaseUrl::parse(text).map(|url| url.to_string());
        assert_eq!(shown("sqlite:data/florin.db").as_deref(), Ok("sqlite:data/florin.db"));
        assert_eq!(
            shown("postgres://me:s3cr3t@db.example:5432/florin?password=s3cr3t").as_deref(),
            Ok("postgres://db.example:5432/florin")
        );
    }

    #[test]
    fn what_is_no_address_is_refused_without_repeating_it() {
        for wrong in
            ["", "florin.db", "mysql://x", "sqlite:", "sqlite::memory:", "postgres://me:s3cr3t@h:port/x"]
        {
            let error = DatabaseUrl::parse(wrong).expect_err(wrong);
            assert!(!error.contains("s3cr3t"), "{error}");
        }
    }
}
