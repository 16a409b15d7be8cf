//! The chain of live money: a private TOML file that names the network, its nodes, the limits and the key files. Keys
//! may come from the environment instead. Nothing here repeats a secret: the address of a node may hold one, too.

mod rpc;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use app::{ChainKeys, ChainSettings};
use evm::{Address, DepositKeys, EvmNetwork, Finality, LocalSigner, Nodes, SigningLimits};
use rails::Chain;
use rules::evm_address::EvmAddress;
use rules::money::{Amount, AmountError, Currency};
use toml::{Table, Value};
use zeroize::Zeroizing;

use super::toml_file::{self, known, section, text};
use super::{Reader, Sources};
use crate::{failure_text, private};

/// How long one node is waited for.
const DEADLINE: Duration = Duration::from_secs(10);
const WEI_PER_GWEI: u128 = 1_000_000_000;

/// Networks on which Circle issues USDC: the id of the chain, and the token.
const KNOWN: [(&str, u64, &str); 6] = [
    ("ethereum", 1, "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"),
    ("base", 8_453, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
    ("polygon", 137, "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"),
    ("arbitrum", 42_161, "0xaf88d065e77c8cC2239327C5EDb3A432268e5831"),
    ("ethereum-sepolia", 11_155_111, "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238"),
    ("base-sepolia", 84_532, "0x036CbD53842c5426634e7929541eC2318f3dCF7e"),
];

/// Everything that the settings say about the chain.
#[derive(Clone, Debug)]
pub struct ChainSetup {
    pub network: EvmNetwork,
    pub settings: ChainSettings,
    keys: KeyFiles,
}

#[derive(Clone, Debug, Default)]
struct KeyFiles {
    treasury: Option<PathBuf>,
    gas: Option<PathBuf>,
    deposits: Option<PathBuf>,
    password: Option<PathBuf>,
}

impl ChainSetup {
    /// None if live money is on no chain yet.
    pub fn read(reader: &mut Reader<'_>) -> Option<ChainSetup> {
        reader.optional("chain_file", |path| read(Path::new(path)))
    }

    pub fn chain(&self) -> Chain {
        Chain::Network(self.network.name.clone())
    }

    pub fn nodes(&self) -> Result<Nodes, String> {
        Nodes::new(self.network.clone(), DEADLINE).map_err(|problem| problem.to_string())
    }

    /// Opens the keys. With files that are made as they should be, this takes a second for each.
    pub fn keys(&self, sources: &KeySources) -> Result<ChainKeys, String> {
        let password = self.password(sources)?;
        let open =
            |what: &str, variable: &str, text: &Option<Zeroizing<String>>, file: &Option<PathBuf>| match (
                text, file,
            ) {
                (Some(_), Some(_)) => {
                    Err(format!("{variable} and keys.{what} are both set; set only one of them"))
                }
                (Some(text), None) => Ok(KeySource::Text(text.clone())),
                (None, Some(file)) => {
                    let shown = file.display();
                    let text =
                        private::read_if_there(file)?.ok_or_else(|| format!("there is no file {shown}"))?;
                    let password = password.clone();
                    let password = password.ok_or_else(|| {
                        format!(
                            "the password of {shown} is missing: set keys.password_file or \
                                 FLORIN_KEY_PASSWORD"
                        )
                    })?;
                    Ok(KeySource::File(text, password))
                }
                (None, None) => {
                    Err(format!("the key is missing: set keys.{what} in the chain file, or {variable}"))
                }
            };
        let signer = |what: &str, opened: KeySource| {
            let key = match &opened {
                KeySource::Text(text) => LocalSigner::from_hex(text.trim()),
                KeySource::File(file, password) => LocalSigner::from_key_file(file, password),
            };
            key.map(Box::new).map_err(|bad| format!("the {what} key: {bad}"))
        };
        let funds = signer(
            "treasury",
            open("treasury", "FLORIN_TREASURY_KEY", &sources.treasury, &self.keys.treasury)?,
        )?;
        let gas = signer("gas", open("gas", "FLORIN_GAS_KEY", &sources.gas, &self.keys.gas)?)?;
        let deposits = match open("deposits", "FLORIN_DEPOSIT_KEYS", &sources.deposits, &self.keys.deposits)?
        {
            KeySource::Text(text) => DepositKeys::from_text(&text),
            KeySource::File(file, password) => DepositKeys::from_key_file(&file, &password),
        };
        let deposits = deposits.map_err(|bad| format!("the deposit keys: {bad}"))?;
        let keys = ChainKeys { funds, gas, deposits };
        distinct(&keys)?;
        Ok(keys)
    }

    fn password(&self, sources: &KeySources) -> Result<Option<Zeroizing<String>>, String> {
        match (&sources.password, &self.keys.password) {
            (Some(text), _) => Ok(Some(text.clone())),
            (None, None) => Ok(None),
            (None, Some(file)) => {
                let text = private::read_if_there(file)?;
                let text = text.ok_or_else(|| format!("there is no file {}", file.display()))?;
                Ok(Some(Zeroizing::new(text.trim_end_matches('\n').to_owned())))
            }
        }
    }
}

/// One key for two things would do for one of them what only the other may.
fn distinct(keys: &ChainKeys) -> Result<(), String> {
    const REMEDY: &str = "florin chain keys --out DIR creates three different keys";
    let (treasury, gas) = (keys.funds.address(), keys.gas.address());
    if treasury == gas {
        return Err(format!("the treasury and the gas account have the same key, of {gas}; {REMEDY}"));
    }
    Ok(())
}

enum KeySource {
    Text(Zeroizing<String>),
    File(Zeroizing<String>, Zeroizing<String>),
}

/// Keys that stand in the environment.
#[derive(Default)]
pub struct KeySources {
    treasury: Option<Zeroizing<String>>,
    gas: Option<Zeroizing<String>>,
    deposits: Option<Zeroizing<String>>,
    pub password: Option<Zeroizing<String>>,
}

impl KeySources {
    pub fn read(sources: &Sources) -> KeySources {
        let text = |name: &str| sources.find(name).map(|found| Zeroizing::new(found.text.to_owned()));
        KeySources {
            treasury: text("treasury_key"),
            gas: text("gas_key"),
            deposits: text("deposit_keys"),
            password: text("key_password"),
        }
    }
}

fn read(path: &Path) -> Result<ChainSetup, String> {
    let shown = path.display();
    let text = private::read_if_there(path)?.ok_or_else(|| format!("there is no file {shown}"))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    parse(&text, folder).map_err(|problem| format!("{shown}: {problem}"))
}

fn parse(text: &str, folder: &Path) -> Result<ChainSetup, String> {
    let file = toml_file::parse(text)?;
    const FIELDS: [&str; 11] = [
        "network",
        "chain_id",
        "token",
        "rpc",
        "quorum",
        "finality",
        "min_arrival",
        "sweep_above",
        "max_gas_price_gwei",
        "limits",
        "keys",
    ];
    known(&file, "the file", &FIELDS)?;
    let network = network(&file)?;
    network.check().map_err(|problem| problem.to_string())?;
    let gwei = whole(&file, "max_gas_price_gwei")?.unwrap_or(100);
    let settings = ChainSettings {
        limits: limits(&file)?,
        min_arrival: amount(&file, "min_arrival", "0.01")?,
        sweep_above: amount(&file, "sweep_above", "100")?,
        max_gas_price: u128::from(gwei) * WEI_PER_GWEI,
    };
    Ok(ChainSetup { network, settings, keys: key_files(&file, folder)? })
}

fn network(file: &Table) -> Result<EvmNetwork, String> {
    let name = text(file, "network")?.ok_or("network is missing: set it to a name, such as base")?;
    let Chain::Network(name) = Chain::parse_network(name).map_err(|problem| format!("network: {problem}"))?
    else {
        return Err(
            "network: live money can't be on the simulated network; use a real one, such as base".to_owned()
        );
    };
    let preset = KNOWN.iter().find(|(known, ..)| *known == name);
    let chain_id = whole(file, "chain_id")?;
    let token =
        text(file, "token")?.map(address).transpose().map_err(|problem| format!("token {problem}"))?;
    let (chain_id, token) = match (preset, chain_id, token) {
        (Some((_, id, _)), Some(other), _) if *id != other => {
            return Err(format!("chain_id: the chain ID of {name} is {id}, not {other}"));
        }
        (Some((_, id, own)), _, token) => (*id, usdc(&name, address(own)?, token)?),
        (None, Some(id), Some(token)) => (id, token),
        (None, ..) => {
            let names: Vec<&str> = KNOWN.iter().map(|(known, ..)| *known).collect();
            let names = names.join(", ");
            return Err(format!(
                "{name} requires chain_id and token; only these networks are known: {names}"
            ));
        }
    };
    let rpc = rpc::read(file)?;
    let finality = match file.get("finality") {
        None => Finality::Tag,
        Some(Value::String(tag)) if tag == "finalized" => Finality::Tag,
        Some(Value::Integer(blocks)) if *blocks > 0 => Finality::Depth(blocks.unsigned_abs()),
        Some(_) => return Err("finality must be \"finalized\" or a number of blocks above 0".to_owned()),
    };
    let quorum = whole(file, "quorum")?.map_or(rpc.len() / 2 + 1, |count| count as usize);
    Ok(EvmNetwork { name, chain_id, rpc, token, finality, quorum })
}

/// Other tokens look just like it: EURC has the same program.
fn usdc(network: &str, own: Address, given: Option<Address>) -> Result<Address, String> {
    match given {
        Some(other) if other != own => {
            Err(format!("token: USDC on {network} is {own}, not {other}; omit token"))
        }
        Some(_) | None => Ok(own),
    }
}

fn limits(file: &Table) -> Result<SigningLimits, String> {
    let empty = Table::new();
    let on = section(file, "limits")?.unwrap_or(&empty);
    known(on, "limits", &["per_payment", "per_hour", "per_day", "denied_addresses"])?;
    let micros = |field: &str, default: &str| {
        amount(on, field, default)
            .map(|amount| amount.micros().unsigned_abs())
            .map_err(|problem| format!("limits.{problem}"))
    };
    let mut denied = BTreeSet::new();
    for value in on
        .get("denied_addresses")
        .map_or(Ok(&Vec::new()), |list| list.as_array().ok_or("limits.denied_addresses must be a list"))?
    {
        let text = value.as_str().ok_or("limits.denied_addresses must be a list of addresses")?;
        denied.insert(address(text).map_err(|problem| format!("limits.denied_addresses: {text} {problem}"))?);
    }
    let limits = SigningLimits {
        per_payment: micros("per_payment", "10000")?,
        per_hour: micros("per_hour", "50000")?,
        per_day: micros("per_day", "200000")?,
        denied,
    };
    in_order(&limits)?;
    Ok(limits)
}

/// A payment that never fits into an hour or a day would wait for ever.
fn in_order(limits: &SigningLimits) -> Result<(), String> {
    let shown = |micros: u64| failure_text::units(i128::from(micros));
    let rows = [
        ("per_payment", limits.per_payment, "per_hour", limits.per_hour),
        ("per_hour", limits.per_hour, "per_day", limits.per_day),
    ];
    for (small, less, large, more) in rows {
        if less > more {
            let (less, more) = (shown(less), shown(more));
            return Err(format!(
                "limits.{small} is {less}, and limits.{large} is {more}: a payment between them would wait \
                 forever. Lower {small}, or raise {large}"
            ));
        }
    }
    Ok(())
}

/// Beside the chain file, unless they say where.
fn key_files(file: &Table, folder: &Path) -> Result<KeyFiles, String> {
    let Some(on) = section(file, "keys")? else { return Ok(KeyFiles::default()) };
    known(on, "keys", &["treasury", "gas", "deposits", "password_file"])?;
    let path = |field: &str| {
        let text = text(on, field).map_err(|problem| format!("keys.{problem}"))?;
        Ok::<_, String>(text.map(|text| folder.join(text)))
    };
    Ok(KeyFiles {
        treasury: path("treasury")?,
        gas: path("gas")?,
        deposits: path("deposits")?,
        password: path("password_file")?,
    })
}

fn address(text: &str) -> Result<Address, String> {
    let checked = EvmAddress::parse(text).map_err(str::to_owned)?;
    checked.as_str().parse().map_err(|_| "is not an address".to_owned())
}

fn whole(table: &Table, field: &str) -> Result<Option<u64>, String> {
    let Some(value) = table.get(field) else { return Ok(None) };
    let number =
        value.as_integer().and_then(|number| u64::try_from(number).ok()).filter(|number| *number > 0);
    number.map(Some).ok_or_else(|| format!("{field} must be a whole number above 0"))
}

fn amount(table: &Table, field: &str, default: &str) -> Result<Amount, String> {
    let text = text(table, field)?.unwrap_or(default);
    Amount::parse(text, Currency::Usdc).map_err(|error: AmountError| format!("{field}: {}", error.message()))
}

#[cfg(test)]
mod tests;
