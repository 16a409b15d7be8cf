//! Where settings come from: flags, then `FLORIN_…` variables, then the config file.
//!
//! The only module that reads the environment. A complaint names the setting and never repeats its value,
//! because some are secret.

mod chain;
mod email;
mod origin;
mod reader;
mod sandbox;
mod server;
mod storage;
pub mod tariff;
#[cfg(test)]
mod tests;
mod toml_file;
mod webhooks;

pub use chain::{ChainSetup, KeySources};
pub use email::{EmailSettings, email_room};
pub use origin::{origin, public_origin};
pub use reader::Reader;
pub use sandbox::SandboxSettings;
pub use server::{ServerKind, ServerSettings, app_settings, on_chain, operator_socket, yes_or_no};
pub use storage::{SecretsFrom, StorageSettings, operator_data};
pub use webhooks::reach;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;

use crate::command_error::CommandError;
use crate::flags::FlagValues;

/// What the config file may set. The flag and the variable of a setting follow from its name.
const IN_FILE: [&str; 46] = [
    "accent",
    "account_rate_limit",
    "admin_listen",
    "alert_after_minutes",
    "alert_email",
    "backup_folder",
    "behind_proxy",
    "brand_name",
    "chain",
    "chain_file",
    "claim_emails_per_sender",
    "confirm_payouts_above",
    "data",
    "database_url",
    "email_from",
    "emails_per_recipient",
    "external_wallet_wait_seconds",
    "key_prefix",
    "listen",
    "log",
    "log_format",
    "max_connections",
    "max_connections_per_address",
    "max_per_item",
    "max_per_payout",
    "max_per_transfer",
    "max_test_money",
    "max_webhook_connections",
    "min_per_item",
    "no_migrate",
    "operator_socket",
    "public_dev_email",
    "public_url",
    "rate_limit",
    "request_memory_mib",
    "require_idempotency_key",
    "sandbox_writes_per_day",
    "secrets_file",
    "sign_up",
    "smtp_url",
    "support_email",
    "tariff_file",
    "webhook_host_rate",
    "webhook_networks",
    "write_timeout_seconds",
    "writes_per_day",
];

/// Where the config file is cannot be said in it. The texts of secrets and keys are accepted from the environment
/// alone: a flag would show it to every user who can list processes, and a config file gets copied around. The others
/// are those of an integrator, who has no config file of a server.
const NOT_IN_FILE: [&str; 8] =
    ["config", "deposit_keys", "gas_key", "key_password", "secrets", "server", "test_key", "treasury_key"];

/// Where `florin init` puts the config file of a system.
pub const SYSTEM_CONFIG: &str = "/etc/florin/florin.toml";

/// Settings that select the server that an operator's command is about.
const SELECTING: [&str; 6] = ["config", "data", "database_url", "operator_socket", "secrets", "secrets_file"];

pub fn flag(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}

pub fn variable(name: &str) -> String {
    format!("FLORIN_{}", name.to_ascii_uppercase())
}

/// All settings as given, before they are parsed.
pub struct Sources {
    flags: BTreeMap<&'static str, String>,
    variables: BTreeMap<&'static str, String>,
    file: BTreeMap<String, String>,
    file_name: String,
}

/// A value and where it comes from, for complaints.
pub struct SettingValue<'a> {
    pub text: &'a str,
    pub source: String,
}

impl Sources {
    /// Asks this process's environment.
    #[allow(clippy::disallowed_methods, reason = "this is the module that asks")]
    pub fn gather(flags: FlagValues) -> Result<Sources, CommandError> {
        Sources::from(flags, |name| std::env::var_os(name))
    }

    /// The same for an operator's command. If nothing selects a server, the command is about the one that the system's
    /// config file describes.
    #[allow(clippy::disallowed_methods, reason = "this is the module that asks")]
    pub fn gather_for_operator(flags: FlagValues) -> Result<Sources, CommandError> {
        Sources::for_operator(flags, |name| std::env::var_os(name), SYSTEM_CONFIG)
    }

    fn from(
        flags: FlagValues,
        environment: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Sources, CommandError> {
        let mut sources = Sources::without_file(flags, environment)?;
        if let Some((path, source)) = sources.config() {
            sources
                .read(&path)
                .map_err(|problem| CommandError::Usage(format!("{source}: {}", problem.text(&path))))?;
        }
        Ok(sources)
    }

    fn for_operator(
        flags: FlagValues,
        environment: impl Fn(&str) -> Option<OsString>,
        system: &str,
    ) -> Result<Sources, CommandError> {
        let mut sources = Sources::without_file(flags, environment)?;
        let is_selected = SELECTING.iter().any(|name| sources.has(name) && !sources.is_off(name));
        let (path, source) = match sources.config() {
            Some(config) => config,
            None if is_selected => return Ok(sources),
            None => (system.to_owned(), "no flag or variable selects a server".to_owned()),
        };
        let names_socket = sources.has("operator_socket") && !sources.is_off("operator_socket");
        let dev = storage::dev_database(&sources);
        match sources.read(&path) {
            Ok(()) if !is_selected && dev.exists() => Err(CommandError::Usage(format!(
                "this could be about the server of {path} or about florin dev in this folder. Choose one: --config \
                 {path} or --data DIR"
            ))),
            Ok(()) => Ok(sources),
            // An operator who has the socket needs no access to the server's files.
            Err(ConfigProblem::Unreadable(_)) if names_socket => Ok(sources),
            Err(ConfigProblem::Unreadable(error)) if !is_selected && error.kind() == ErrorKind::NotFound => {
                Ok(sources)
            }
            Err(ConfigProblem::Unreadable(_)) if !is_selected && dev.exists() => Ok(sources),
            Err(problem) => {
                Err(CommandError::Usage(format!("{source}: {}{}", problem.text(&path), problem.remedy())))
            }
        }
    }

    fn without_file(
        flags: FlagValues,
        environment: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Sources, CommandError> {
        let flags = flags.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let variables = read_variables(environment)?;
        Ok(Sources { flags, variables, file: BTreeMap::new(), file_name: String::new() })
    }

    /// The path of the config file, and where it is set.
    fn config(&self) -> Option<(String, String)> {
        self.find("config").map(|found| (found.text.to_owned(), found.source))
    }

    fn is_off(&self, name: &str) -> bool {
        self.find(name).is_some_and(|found| found.text == "off")
    }

    fn read(&mut self, path: &str) -> Result<(), ConfigProblem> {
        self.file = read_file(path)?;
        self.file_name = path.to_owned();
        Ok(())
    }

    /// The value with the highest precedence.
    pub fn find(&self, name: &str) -> Option<SettingValue<'_>> {
        if let Some(text) = self.flags.get(name) {
            return Some(SettingValue { text, source: flag(name) });
        }
        if let Some(text) = self.variables.get(name) {
            return Some(SettingValue { text, source: variable(name) });
        }
        let text = self.file.get(name)?;
        Some(SettingValue { text, source: format!("{name} in {}", self.file_name) })
    }

    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }
}

/// An empty variable counts as not set: that is how container tools spell "nothing".
fn read_variables(
    environment: impl Fn(&str) -> Option<OsString>,
) -> Result<BTreeMap<&'static str, String>, CommandError> {
    let mut variables = BTreeMap::new();
    for name in IN_FILE.into_iter().chain(NOT_IN_FILE) {
        match environment(&variable(name)).map(OsString::into_string) {
            None => {}
            Some(Ok(text)) if text.is_empty() => {}
            Some(Ok(text)) => _ = variables.insert(name, text),
            Some(Err(_)) => return Err(CommandError::Usage(format!("{} is not UTF-8", variable(name)))),
        }
    }
    Ok(variables)
}

/// The public URL in a config file; `None` if the file can't be read or doesn't set it.
pub fn public_url_in(path: &Path) -> Option<String> {
    read_file(path.to_str()?).ok()?.remove("public_url")
}

/// Why the settings of a config file are unknown.
enum ConfigProblem {
    Unreadable(std::io::Error),
    Invalid(String),
}

impl ConfigProblem {
    fn text(&self, path: &str) -> String {
        match self {
            ConfigProblem::Unreadable(error) => format!("can't read {path}: {error}"),
            ConfigProblem::Invalid(problem) => format!("{path}: {problem}"),
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            ConfigProblem::Unreadable(error) if matches!(error.kind(), ErrorKind::PermissionDenied) => {
                ". Operators use the server's socket: --operator-socket PATH or FLORIN_OPERATOR_SOCKET. Administrators \
                 run commands as the server's user: runuser -u florin -- florin …"
            }
            ConfigProblem::Unreadable(_) | ConfigProblem::Invalid(_) => "",
        }
    }
}

fn read_file(path: &str) -> Result<BTreeMap<String, String>, ConfigProblem> {
    let text = std::fs::read_to_string(path).map_err(ConfigProblem::Unreadable)?;
    parse_file(&text).map_err(ConfigProblem::Invalid)
}

fn parse_file(text: &str) -> Result<BTreeMap<String, String>, String> {
    toml_file::parse(text)?.into_iter().map(file_entry).collect()
}

fn file_entry((name, value): (String, toml::Value)) -> Result<(String, String), String> {
    if !IN_FILE.contains(&name.as_str()) {
        let known = IN_FILE.join(", ");
        return Err(format!("unknown setting {name:?}. The settings are: {known}"));
    }
    let text = match value {
        toml::Value::String(text) => text,
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Boolean(choice) => choice.to_string(),
        toml::Value::Float(_) | toml::Value::Datetime(_) | toml::Value::Array(_) | toml::Value::Table(_) => {
            return Err(format!("{name} must be a string, a whole number, true or false"));
        }
    };
    Ok((name, text))
}
