//! The parts and parameters of the URL, by their names in libpq.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::ChannelBinding;

use super::{HostPlace, PostgresHost, PostgresUrl, SessionTarget, SslMode, TlsParameters, options};
use crate::password::PasswordSource;

const PORT: u16 = 5432;
/// For all hosts together.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// A network that drops packets without a word is noticed within five seconds: by data that stays unacknowledged, or
/// by probes that stay unanswered while no data is on its way.
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(4);
const KEEPALIVES_IDLE: Duration = Duration::from_secs(2);
const KEEPALIVES_INTERVAL: Duration = Duration::from_secs(1);
const KEEPALIVES_COUNT: u32 = 3;

/// As they were given.
#[derive(Default)]
pub struct Parameters {
    /// Hosts and database as they were written.
    shown: String,
    user: Option<String>,
    password: Option<String>,
    dbname: Option<String>,
    hosts: Vec<String>,
    addresses: Vec<IpAddr>,
    ports: Vec<u16>,
    options: Option<String>,
    application_name: Option<String>,
    ssl_mode: Option<SslMode>,
    root_certificate: Option<String>,
    client_certificate: Option<PathBuf>,
    client_key: Option<PathBuf>,
    channel_binding: Option<ChannelBinding>,
    target: Option<SessionTarget>,
    connect_timeout: Option<Duration>,
    tcp_user_timeout: Option<Duration>,
    no_keepalives: bool,
    keepalives_idle: Option<Duration>,
    keepalives_interval: Option<Duration>,
    keepalives_count: Option<u32>,
}

impl Parameters {
    pub fn of_url(rest: &str) -> Result<Parameters, String> {
        // As in libpq, a password may contain a question mark, but no slash.
        let authority = rest.find('/').unwrap_or(rest.len());
        let (credentials, rest) = match rest[..authority].find('@') {
            Some(at) => (Some(&rest[..at]), &rest[at + 1..]),
            None => (None, rest),
        };
        let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (hosts, database) = address.split_once('/').unwrap_or((address, ""));
        if hosts.contains('@') {
            return Err("the user or the password contains an @: write it as %40".to_owned());
        }
        if database.contains('@') {
            return Err("the user or the password contains a slash: write it as %2F".to_owned());
        }
        let mut parameters = Parameters { shown: format!("postgres://{address}"), ..Parameters::default() };
        if let Some(credentials) = credentials {
            let (user, password) =
                credentials.split_once(':').map_or((credentials, None), |(u, p)| (u, Some(p)));
            parameters.user = Some(decode(user)?).filter(|user| !user.is_empty());
            parameters.password = password.map(decode).transpose()?;
        }
        parameters.dbname = Some(decode(database)?).filter(|database| !database.is_empty());
        parameters.take_hosts(hosts)?;
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').ok_or("a parameter of the URL has no value")?;
            parameters.take(&decode(name)?, decode(value)?)?;
        }
        Ok(parameters)
    }

    /// `a:5432,[::1]:5433,%2Frun%2Fpostgresql`.
    fn take_hosts(&mut self, text: &str) -> Result<(), String> {
        for chunk in text.split(',').filter(|_| !text.is_empty()) {
            let (host, port) = match chunk.strip_prefix('[').map(|chunk| chunk.split_once(']')) {
                Some(Some((host, ""))) => (host, None),
                Some(Some((host, rest))) => (host, Some(rest.strip_prefix(':').ok_or(HOST_PROBLEM)?)),
                Some(None) => return Err(HOST_PROBLEM.to_owned()),
                None => chunk.split_once(':').map_or((chunk, None), |(host, port)| (host, Some(port))),
            };
            self.hosts.push(decode(host)?);
            self.ports.push(read_port(port.unwrap_or_default())?);
        }
        Ok(())
    }

    fn take(&mut self, name: &str, value: String) -> Result<(), String> {
        match name {
            "user" => self.user = Some(value),
            "password" => self.password = Some(value),
            "dbname" => self.dbname = Some(value),
            "host" => self.hosts = value.split(',').map(str::to_owned).collect(),
            "hostaddr" => {
                let addresses = value.split(',').map(str::parse).collect::<Result<_, _>>();
                self.addresses = addresses.map_err(|_| "hostaddr: use IP addresses")?;
            }
            "port" => self.ports = value.split(',').map(read_port).collect::<Result<_, _>>()?,
            "options" => self.options = Some(value),
            "application_name" => self.application_name = Some(value),
            "sslmode" => self.ssl_mode = Some(read_ssl_mode(&value)?),
            "sslrootcert" => self.root_certificate = Some(value),
            "sslcert" => self.client_certificate = Some(value.into()),
            "sslkey" => self.client_key = Some(value.into()),
            "channel_binding" => self.channel_binding = Some(read_channel_binding(&value)?),
            "target_session_attrs" => self.target = Some(read_target(&value)?),
            "connect_timeout" => self.connect_timeout = Some(Duration::from_secs(number(name, &value, 600)?)),
            "tcp_user_timeout" => {
                self.tcp_user_timeout = Some(Duration::from_millis(number(name, &value, 600_000)?));
            }
            "keepalives" => match value.as_str() {
                "0" | "1" => self.no_keepalives = value == "0",
                _ => return Err("keepalives: use 0 or 1".to_owned()),
            },
            "keepalives_idle" => {
                self.keepalives_idle = Some(Duration::from_secs(number(name, &value, 7_200)?))
            }
            "keepalives_interval" => {
                self.keepalives_interval = Some(Duration::from_secs(number(name, &value, 600)?));
            }
            "keepalives_count" => self.keepalives_count = Some(number(name, &value, 100)? as u32),
            _ if UNSUPPORTED.contains(&name) => {
                return Err(format!("Florin doesn't support {name} in the URL"));
            }
            _ => return Err("the URL has a parameter that PostgreSQL doesn't know".to_owned()),
        }
        Ok(())
    }

    pub fn finish(self) -> Result<PostgresUrl, String> {
        let mut config = Config::new();
        config.application_name(self.application_name.as_deref().unwrap_or("florin"));
        config.channel_binding(self.channel_binding.unwrap_or(ChannelBinding::Prefer));
        self.user.as_deref().map(|user| config.user(user));
        self.password.as_deref().map(|password| config.password(password));
        self.dbname.as_deref().map(|name| config.dbname(name));
        config.tcp_user_timeout(self.tcp_user_timeout.unwrap_or(TCP_USER_TIMEOUT));
        config.keepalives(!self.no_keepalives);
        config.keepalives_idle(self.keepalives_idle.unwrap_or(KEEPALIVES_IDLE));
        config.keepalives_interval(self.keepalives_interval.unwrap_or(KEEPALIVES_INTERVAL));
        config.keepalives_retries(self.keepalives_count.unwrap_or(KEEPALIVES_COUNT));
        let tls = self.tls()?;
        if self.channel_binding == Some(ChannelBinding::Require) && tls.mode == SslMode::Disable {
            return Err("channel_binding=require needs TLS, but sslmode is disable".to_owned());
        }
        Ok(PostgresUrl {
            hosts: self.places()?,
            tls,
            config,
            target: self.target.unwrap_or(SessionTarget::ReadWrite),
            connect_timeout: self.connect_timeout.unwrap_or(CONNECT_TIMEOUT),
            settings: self.options.as_deref().map_or(Ok(Vec::new()), options::read)?,
            password: PasswordSource::Url,
            shown: self.shown,
        })
    }

    fn places(&self) -> Result<Vec<PostgresHost>, String> {
        let count = self.hosts.len().max(self.addresses.len());
        if count == 0 {
            return Err("the URL names no host".to_owned());
        }
        let fits = |given: usize| given == 0 || given == count;
        if !fits(self.hosts.len())
            || !fits(self.addresses.len())
            || !(fits(self.ports.len()) || self.ports.len() == 1)
        {
            return Err("host, hostaddr and port must have the same number of entries".to_owned());
        }
        let place = |index: usize| {
            let address = self.addresses.get(index).copied();
            let name = self.hosts.get(index).cloned().or_else(|| address.map(|address| address.to_string()));
            let name = name.filter(|name| !name.is_empty()).ok_or(HOST_PROBLEM)?;
            let port = *self.ports.get(index).or(self.ports.first()).unwrap_or(&PORT);
            let place = match name.starts_with('/') {
                true => HostPlace::Unix(name.into()),
                false => HostPlace::Tcp { name, address },
            };
            Ok(PostgresHost { place, port })
        };
        (0..count).map(place).collect()
    }

    fn tls(&self) -> Result<TlsParameters, String> {
        let is_system = self.root_certificate.as_deref() == Some("system");
        let root_file = self.root_certificate.as_ref().filter(|_| !is_system).map(PathBuf::from);
        let mode = match self.ssl_mode {
            None if is_system => SslMode::VerifyFull,
            None => SslMode::Prefer,
            // As in libpq: who names an authority wants it checked.
            Some(SslMode::Require) if root_file.is_some() => SslMode::VerifyCa,
            Some(mode) => mode,
        };
        if is_system && mode != SslMode::VerifyFull {
            return Err(
                "sslrootcert=system needs sslmode=verify-full: any authority would do otherwise".to_owned()
            );
        }
        if mode == SslMode::VerifyCa && root_file.is_none() {
            return Err(
                "sslmode=verify-ca needs sslrootcert, the file with your authority's certificate".to_owned()
            );
        }
        let client = match (&self.client_certificate, &self.client_key) {
            (Some(certificate), Some(key)) => Some((certificate.clone(), key.clone())),
            (None, None) => None,
            (Some(_), None) => return Err("sslcert needs sslkey".to_owned()),
            (None, Some(_)) => return Err("sslkey needs sslcert".to_owned()),
        };
        Ok(TlsParameters { mode, root_file, client })
    }
}

const HOST_PROBLEM: &str = "a host of the URL is not valid";

/// What libpq knows and Florin doesn't. Only these names are repeated.
const UNSUPPORTED: [&str; 26] = [
    "client_encoding",
    "fallback_application_name",
    "gssdelegation",
    "gssencmode",
    "gsslib",
    "keepalives_retries",
    "krbsrvname",
    "load_balance_hosts",
    "passfile",
    "replication",
    "require_auth",
    "requirepeer",
    "requiressl",
    "scram_client_key",
    "scram_server_key",
    "service",
    "servicefile",
    "ssl_max_protocol_version",
    "ssl_min_protocol_version",
    "sslcertmode",
    "sslcompression",
    "sslcrl",
    "sslcrldir",
    "sslnegotiation",
    "sslpassword",
    "sslsni",
];

fn decode(text: &str) -> Result<String, String> {
    let decoded = percent_decode_str(text).decode_utf8().map_err(|_| "a part of the URL is not UTF-8")?;
    // It would end the value where the protocol says so.
    if decoded.contains('\0') {
        return Err("a part of the URL contains a zero byte".to_owned());
    }
    Ok(decoded.into_owned())
}

fn read_port(text: &str) -> Result<u16, String> {
    match text {
        "" => Ok(PORT),
        text => text
            .parse()
            .ok()
            .filter(|port| *port > 0)
            .ok_or_else(|| "a port of the URL is not valid".to_owned()),
    }
}

fn number(name: &str, text: &str, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("{name}: use a whole number from 1 to {most}"))
}

fn read_ssl_mode(text: &str) -> Result<SslMode, String> {
    match text {
        "disable" => Ok(SslMode::Disable),
        "prefer" => Ok(SslMode::Prefer),
        "require" => Ok(SslMode::Require),
        "verify-ca" => Ok(SslMode::VerifyCa),
        "verify-full" => Ok(SslMode::VerifyFull),
        "allow" => Err("Florin doesn't support sslmode=allow; use prefer, or better verify-full".to_owned()),
        _ => Err("sslmode: use disable, prefer, require, verify-ca or verify-full".to_owned()),
    }
}

fn read_channel_binding(text: &str) -> Result<ChannelBinding, String> {
    match text {
        "disable" => Ok(ChannelBinding::Disable),
        "prefer" => Ok(ChannelBinding::Prefer),
        "require" => Ok(ChannelBinding::Require),
        _ => Err("channel_binding: use disable, prefer or require".to_owned()),
    }
}

fn read_target(text: &str) -> Result<SessionTarget, String> {
    match text {
        "any" => Ok(SessionTarget::Any),
        "read-write" | "primary" => Ok(SessionTarget::ReadWrite),
        _ => Err("target_session_attrs: use read-write, primary or any, because Florin writes".to_owned()),
    }
}
