//! A PostgreSQL URL with the parameters of libpq that Florin supports. It never guesses: a parameter that it doesn't
//! know, or can't honor, is refused, because a connection that is less safe than asked for is worse than none.

mod options;
mod parameters;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;

use crate::password::PasswordSource;
use parameters::Parameters;

#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl {
    /// User, database, channel binding and TCP options. Hosts, TLS and the password are beside it.
    pub config: Config,
    pub hosts: Vec<PostgresHost>,
    pub tls: TlsParameters,
    pub target: SessionTarget,
    pub connect_timeout: Duration,
    /// Settings of the session, from `options`.
    pub settings: Vec<(String, String)>,
    pub password: PasswordSource,
    /// Hosts and database as they were written.
    shown: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostgresHost {
    pub place: HostPlace,
    pub port: u16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostPlace {
    /// A name or an address, which the certificate must have, and the address to connect to if that is another.
    Tcp { name: String, address: Option<IpAddr> },
    /// The folder of the server's socket.
    Unix(PathBuf),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionTarget {
    Any,
    ReadWrite,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SslMode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsParameters {
    pub mode: SslMode,
    /// A file of certificates; without one, the authorities that this machine trusts.
    pub root_file: Option<PathBuf>,
    /// The files of a client certificate and its key.
    pub client: Option<(PathBuf, PathBuf)>,
}

impl PostgresUrl {
    /// What follows `postgres://`. A complaint never repeats a value, because a misspelt URL may have its password
    /// anywhere.
    pub fn parse(rest: &str) -> Result<PostgresUrl, String> {
        Parameters::of_url(rest)?.finish()
    }

    /// Without user, password and parameters.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    pub fn has_password(&self) -> bool {
        self.config.get_password().is_some()
    }
}

impl PostgresHost {
    /// For messages.
    pub fn shown(&self) -> String {
        match &self.place {
            HostPlace::Tcp { name, .. } if name.contains(':') => format!("[{name}]:{}", self.port),
            HostPlace::Tcp { name, .. } => format!("{name}:{}", self.port),
            HostPlace::Unix(folder) => format!("{}/.s.PGSQL.{}", folder.display(), self.port),
        }
    }
}

#[cfg(test)]
mod tests;
