//! The settings of a server: where it listens, what it allows, and whose name it bears.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rails::Chain;
use rules::claim_email::EmailLimits;
use rules::decisions::payout::PayoutLimits;
use rules::email_address::EmailAddress;
use rules::money::{Amount, AmountError, Currency};
use rules::sign_up::SignUp;
use rules::webhook_url::IpNetwork;

use super::origin::public_origin;
use super::reader::limit;
use super::webhooks::{host_rate, max_connections as max_webhook_connections, networks};
use super::{ChainSetup, EmailSettings, KeySources, Reader, tariff};

const LISTEN: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8080);
const ADMIN_LISTEN: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 9464);
/// A browser opens several connections, and several people may share an address.
const MIN_PER_ADDRESS: usize = 16;
const REQUEST_MEMORY_MIB: usize = 256;
const RATE_LIMIT: NonZeroU32 = NonZeroU32::new(100).expect("not zero");
const ACCOUNT_RATE_LIMIT: NonZeroU32 = NonZeroU32::new(200).expect("not zero");
const WRITES_PER_DAY: NonZeroU32 = NonZeroU32::new(1_000_000).expect("not zero");
const SANDBOX_WRITES_PER_DAY: NonZeroU32 = NonZeroU32::new(100_000).expect("not zero");

/// The two kinds of server, which differ in what they assume.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ServerKind {
    Dev,
    Serve,
}

impl ServerKind {
    /// The command that starts it.
    pub const fn command(self) -> &'static str {
        match self {
            ServerKind::Dev => "florin dev",
            ServerKind::Serve => "florin serve",
        }
    }
}

pub struct ServerSettings {
    pub listen: SocketAddr,
    pub admin_listen: Option<SocketAddr>,
    pub operator_socket: Option<PathBuf>,
    /// Always there for [`ServerKind::Serve`].
    pub public_url: Option<String>,
    pub app: app::AppSettings,
    /// The chain that live money is on, and what of its keys stands in the environment.
    pub chain: Option<ChainSetup>,
    pub chain_keys: KeySources,
    /// Read again when it changes.
    pub tariff_file: Option<PathBuf>,
    rate_limit: Option<NonZeroU32>,
    account_rate_limit: Option<NonZeroU32>,
    writes_per_day: Option<NonZeroU32>,
    sandbox_writes_per_day: Option<NonZeroU32>,
    require_idempotency_key: bool,
    is_behind_proxy: bool,
    pub max_connections: usize,
    max_connections_per_address: usize,
    pub write_timeout: Duration,
    request_memory_mib: usize,
    pub brand: web::Brand,
    pub email: EmailSettings,
    /// Networks that are not public, and that webhooks may be sent to all the same.
    pub webhook_networks: Vec<IpNetwork>,
    /// Webhooks per second to one host; `None` for no limit.
    pub webhook_host_rate: Option<NonZeroU32>,
    /// Connections to receivers of webhooks that are open at the same time.
    pub max_webhook_connections: usize,
}

impl ServerSettings {
    /// After a complaint the values are placeholders; they are not used.
    pub fn read(reader: &mut Reader<'_>, kind: ServerKind) -> ServerSettings {
        let (admin_listen, is_limited) = match kind {
            ServerKind::Dev => (None, false),
            ServerKind::Serve => (Some(ADMIN_LISTEN), true),
        };
        let public_url = match kind {
            ServerKind::Dev => reader.optional("public_url", public_origin),
            ServerKind::Serve => reader.required(
                "public_url",
                "The server's public URL",
                "for example https://pay.example.com",
                public_origin,
            ),
        };
        let defaults = web::WebSettings::new(String::new());
        let (app, chain) = on_chain(reader);
        let max_connections = reader.optional("max_connections", count).unwrap_or(defaults.max_connections);
        ServerSettings {
            listen: reader.optional("listen", address).unwrap_or(LISTEN),
            admin_listen: reader.optional("admin_listen", address_or_off).unwrap_or(admin_listen),
            operator_socket: operator_socket(reader),
            public_url,
            app,
            chain,
            chain_keys: KeySources::read(reader.sources),
            tariff_file: reader.sources.find("tariff_file").map(|found| PathBuf::from(found.text)),
            rate_limit: limit_or(reader, is_limited, "rate_limit", RATE_LIMIT),
            account_rate_limit: limit_or(reader, is_limited, "account_rate_limit", ACCOUNT_RATE_LIMIT),
            writes_per_day: limit_or(reader, is_limited, "writes_per_day", WRITES_PER_DAY),
            sandbox_writes_per_day: limit_or(
                reader,
                is_limited,
                "sandbox_writes_per_day",
                SANDBOX_WRITES_PER_DAY,
            ),
            require_idempotency_key: reader.optional("require_idempotency_key", yes_or_no).unwrap_or(false),
            is_behind_proxy: reader.optional("behind_proxy", yes_or_no).unwrap_or(false),
            max_connections,
            max_connections_per_address: reader
                .optional("max_connections_per_address", count)
                .unwrap_or((max_connections / 10).max(MIN_PER_ADDRESS)),
            write_timeout: reader
                .optional("write_timeout_seconds", timeout)
                .unwrap_or(defaults.write_timeout),
            request_memory_mib: reader.optional("request_memory_mib", count).unwrap_or(REQUEST_MEMORY_MIB),
            brand: brand(reader, defaults.brand),
            email: EmailSettings::read(reader, kind),
            webhook_networks: networks(reader, kind),
            webhook_host_rate: host_rate(reader, kind),
            max_webhook_connections: max_webhook_connections(reader),
        }
    }

    pub fn web(&self, origin: String) -> web::WebSettings {
        let mut settings = web::WebSettings::new(origin);
        settings.brand = self.brand.clone();
        settings.rate_limit = self.rate_limit;
        settings.account_rate_limit = self.account_rate_limit;
        settings.writes_per_day = self.writes_per_day;
        settings.sandbox_writes_per_day = self.sandbox_writes_per_day;
        settings.require_idempotency_key = self.require_idempotency_key;
        settings.is_behind_proxy = self.is_behind_proxy;
        settings.max_connections = self.max_connections;
        settings.max_connections_per_address = self.max_connections_per_address;
        settings.write_timeout = self.write_timeout;
        settings.max_request_memory = self.request_memory_mib.saturating_mul(1 << 20);
        settings
    }
}

/// A number per second or per day; 0 for no limit. What is not set has its usual limit, but in `florin dev`.
fn limit_or(
    reader: &mut Reader<'_>,
    is_limited: bool,
    name: &'static str,
    usual: NonZeroU32,
) -> Option<NonZeroU32> {
    reader.optional(name, limit).unwrap_or(is_limited.then_some(usual))
}

/// Where operators reach a server.
pub fn operator_socket(reader: &mut Reader<'_>) -> Option<PathBuf> {
    reader.optional("operator_socket", path_or_off).flatten()
}

fn path_or_off(text: &str) -> Result<Option<PathBuf>, &'static str> {
    match text {
        "" => Err("use the path of a socket, such as /run/florin/operators.sock, or off"),
        "off" => Ok(None),
        path => Ok(Some(path.into())),
    }
}

/// The settings of the use-cases, and of the chain that live money is on, if it is on one.
pub fn on_chain(reader: &mut Reader<'_>) -> (app::AppSettings, Option<ChainSetup>) {
    let (named, mut settings) = (reader.sources.has("chain"), app_settings(reader));
    let chain = ChainSetup::read(reader);
    if let Some(setup) = &chain {
        if named && settings.live_chain != setup.chain() {
            let (one, other) = (settings.live_chain.name(), setup.chain());
            reader.complain(format!("chain is {one}, but the chain file is for {}", other.name()));
        }
        settings.live_chain = setup.chain();
    }
    (settings, chain)
}

pub fn app_settings(reader: &mut Reader<'_>) -> app::AppSettings {
    let defaults = app::AppSettings::default();
    app::AppSettings {
        key_prefix: reader.optional("key_prefix", key_prefix).unwrap_or(defaults.key_prefix),
        live_chain: reader.optional("chain", Chain::parse_network).unwrap_or(defaults.live_chain),
        confirm_payouts_above: reader
            .optional("confirm_payouts_above", amount_or_none)
            .unwrap_or(defaults.confirm_payouts_above),
        max_per_external_transfer: reader
            .optional("max_per_transfer", amount)
            .unwrap_or(defaults.max_per_external_transfer),
        max_open_external_transfers: defaults.max_open_external_transfers,
        max_test_money: reader.optional("max_test_money", amount).unwrap_or(defaults.max_test_money),
        external_wallet_waits_seconds: reader
            .optional("external_wallet_wait_seconds", seconds)
            .unwrap_or(defaults.external_wallet_waits_seconds),
        live_tariff: reader
            .optional("tariff_file", |path| tariff::read(Path::new(path)))
            .unwrap_or(defaults.live_tariff),
        sign_up: reader.optional("sign_up", sign_up).unwrap_or(defaults.sign_up),
        alert_email: reader.optional("alert_email", EmailAddress::parse),
        alert_after_seconds: reader
            .optional("alert_after_minutes", minutes)
            .map_or(defaults.alert_after_seconds, |minutes| minutes * 60),
        email_limits: EmailLimits {
            per_recipient: reader
                .optional("emails_per_recipient", daily_per_recipient)
                .unwrap_or(defaults.email_limits.per_recipient),
            per_sender: reader
                .optional("claim_emails_per_sender", daily)
                .unwrap_or(defaults.email_limits.per_sender),
        },
        limits: PayoutLimits {
            least: reader.optional("min_per_item", amount_or_none).unwrap_or(defaults.limits.least),
            item: reader.optional("max_per_item", amount).unwrap_or(defaults.limits.item),
            payout: reader.optional("max_per_payout", amount).unwrap_or(defaults.limits.payout),
        },
    }
}

fn sign_up(text: &str) -> Result<SignUp, &'static str> {
    SignUp::parse(text).ok_or("use open, invitation or closed")
}

/// At most a year: more is a mistake.
fn seconds(text: &str) -> Result<i64, &'static str> {
    let number = text.parse().ok().filter(|number| (0..=366 * 86_400).contains(number));
    number.ok_or("use a whole number of seconds, such as 86400 for a day")
}

/// At most a week: a longer wait needs an operator in any case.
fn minutes(text: &str) -> Result<i64, &'static str> {
    let number = text.parse().ok().filter(|number| (1..=7 * 1_440).contains(number));
    number.ok_or("use a whole number of minutes from 1 to 10080")
}

fn daily(text: &str) -> Result<i64, &'static str> {
    let number = text.parse().ok().filter(|number| (1..=1_000_000_000).contains(number));
    number.ok_or("use a whole number of emails per day, at least 1")
}

/// One for senders, and one for what the recipient asks for.
fn daily_per_recipient(text: &str) -> Result<i64, &'static str> {
    let shared = daily(text).ok().filter(|number| *number >= 2);
    shared.ok_or(
        "use a whole number of emails per day, at least 2: some are reserved for emails that the recipient \
         requests",
    )
}

/// Nothing at all may be said, too.
fn amount_or_none(text: &str) -> Result<Amount, &'static str> {
    if text == "0" { Ok(Amount::ZERO) } else { amount(text) }
}

fn amount(text: &str) -> Result<Amount, &'static str> {
    Amount::parse(text, Currency::Usdc).map_err(AmountError::message)
}

pub fn yes_or_no(text: &str) -> Result<bool, &'static str> {
    text.parse().map_err(|_| "use true or false")
}

fn brand(reader: &mut Reader<'_>, defaults: web::Brand) -> web::Brand {
    let name = |text: &str| rules::text::check(text, 1, 64).map(|()| text.to_owned());
    let email = |text: &str| EmailAddress::parse(text).map(|email| email.to_string());
    web::Brand {
        name: reader.optional("brand_name", name).unwrap_or(defaults.name),
        support_email: reader.optional("support_email", email).or(defaults.support_email),
        accent: reader.optional("accent", colour).unwrap_or(defaults.accent),
    }
}

fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "use an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080")
}

fn address_or_off(text: &str) -> Result<Option<SocketAddr>, &'static str> {
    if text == "off" { Ok(None) } else { address(text).map(Some) }
}

fn count(text: &str) -> Result<usize, &'static str> {
    let number = text.parse().ok().filter(|number| (1..=1_000_000).contains(number));
    number.ok_or("use a whole number from 1 to 1000000")
}

fn timeout(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (1..=3_600).contains(seconds));
    seconds.map(Duration::from_secs).ok_or("use a whole number of seconds from 1 to 3600")
}

fn key_prefix(text: &str) -> Result<String, &'static str> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if !(2..=16).contains(&text.len()) || !text.bytes().all(is_plain) {
        return Err("use 2 to 16 lower-case letters and digits");
    }
    Ok(text.to_owned())
}

fn colour(text: &str) -> Result<String, &'static str> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    if !digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        return Err("use # and six hexadecimal digits, such as #0f766e");
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{address_or_off, colour, key_prefix, limit};

    #[test]
    fn small_settings_take_what_they_say_they_take() {
        assert_eq!(address_or_off("off"), Ok(None));
        assert!(address_or_off("127.0.0.1:9464").is_ok_and(|address| address.is_some()));
        assert!(address_or_off("localhost").is_err());
        assert_eq!(limit("0"), Ok(None));
        assert_eq!(limit("7").map(|limit| limit.map(u32::from)), Ok(Some(7)));
        assert!(limit("-1").is_err() && limit("many").is_err());
        for prefix in ["ab", "acme", "pay2", "abcdefghijklmnop"] {
            assert!(key_prefix(prefix).is_ok(), "{prefix}");
        }
        for prefix in ["", "a", "Acme", "ac_me", "acmé", "abcdefghijklmnopq"] {
            assert!(key_prefix(prefix).is_err(), "{prefix}");
        }
        assert!(colour("#0F766e").is_ok());
        for wrong in ["0f766e", "#0f76", "#0f766g", "red", "#0f766e;"] {
            assert!(colour(wrong).is_err(), "{wrong}");
        }
    }
}
