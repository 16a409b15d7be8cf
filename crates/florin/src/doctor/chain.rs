//! Whether the nodes, the token and the keys of the chain file fit together, and fit the books. It reads, and neither
//! meets a network nor sends anything.

use app::{ChainKeys, as_configured};
use evm::Chain;
use store::{DatabaseUrl, Store};

use super::Check;
use crate::settings::{ChainSetup, KeySources};

pub async fn examine(setup: &ChainSetup, sources: &KeySources, database: &DatabaseUrl) -> Vec<Check> {
    let keys = setup.keys(sources);
    let shown = match &keys {
        Ok(keys) => {
            Ok(format!("the treasury is {}, the gas account {}", keys.funds.address(), keys.gas.address()))
        }
        Err(problem) => Err(problem.clone()),
    };
    let mut checks = vec![Check::of("nodes", nodes(setup).await), Check::of("keys", shown)];
    if let Ok(keys) = &keys {
        checks.extend(books(setup, keys, database).await);
    }
    checks
}

/// Every node that answers must be on the network, and see the token.
async fn nodes(setup: &ChainSetup) -> Result<String, String> {
    let token = setup.nodes()?.verify().await.map_err(|unfit| unfit.to_string())?;
    let evm::EvmNetwork { name, chain_id, token: address, .. } = &setup.network;
    Ok(format!("all are on {name} (chain ID {chain_id}), and the token at {address} is {}", token.name))
}

/// A database keeps its network and its keys for ever. None if it has met no network, or does not answer, which
/// another check says.
async fn books(setup: &ChainSetup, keys: &ChainKeys, database: &DatabaseUrl) -> Option<Check> {
    if matches!(database, DatabaseUrl::Sqlite(path) if !path.exists()) {
        return None;
    }
    let known = Store::new(database.clone()).network().await.ok()??;
    let configured = as_configured(&setup.network, keys.funds.address(), keys.gas.address(), &known);
    Some(match configured.differs_from(&known) {
        None => Check::good(
            "chain",
            format!(
                "the books belong to {} and have been read up to block {}",
                known.name, known.last.number
            ),
        ),
        Some(why) => Check::bad(
            "chain",
            format!("the database belongs to another network or other keys: {why}; correct the chain file"),
        ),
    })
}
