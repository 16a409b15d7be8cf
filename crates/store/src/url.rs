//! Where the database is: `sqlite:PATH` or `postgres://…`.

use std::fmt;
use std::path::PathBuf;

#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    Sqlite(PathBuf),
    Postgres(String),
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
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return match text.parse::<tokio_postgres::Config>() {
                Ok(_) => Ok(DatabaseUrl::Postgres(text.to_owned())),
                // The parser's message may repeat the password, so it is not passed on.
                Err(_) => Err("this PostgreSQL URL is not valid; expected \
                               postgres://user:password@host:port/database"
                    .to_owned()),
            };
        }
        Err("a database URL must start with sqlite: or postgres://".to_owned())
    }
}

/// Without the password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseUrl::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            DatabaseUrl::Postgres(text) => {
                let rest = text.split_once("://").map_or("", |(_, rest)| rest);
                let address = rest.rsplit_once('@').map_or(rest, |(_, address)| address);
                let address = address.split_once('?').map_or(address, |(address, _)| address);
                write!(f, "postgres://{address}")
            }
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
