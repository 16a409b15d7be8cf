//! Verifies that nodes are on the configured network, and that the token is the configured one.

use alloy_primitives::{Address, keccak256};

use super::{NodeReply, agreed, too_few};
use crate::chain_error::ChainError;
use crate::network::EvmNetwork;
use crate::network_mismatch::{Domains, NetworkMismatch};
use crate::rpc_node::RpcNode;
use crate::token::{self, ContractCode, DECIMALS, Token, TokenIdentity};

/// All that one node says about the token.
pub(super) async fn look_at(node: &RpcNode, network: &EvmNetwork) -> Result<TokenIdentity, NetworkMismatch> {
    let (rpc, token) = (node.host().to_owned(), network.token);
    let found = node.chain_id().await?;
    if found != network.chain_id {
        let (network, expected) = (network.name.clone(), network.chain_id);
        return Err(NetworkMismatch::WrongChain { network, rpc, expected, found });
    }
    let code = node.code(token).await?;
    if code.is_empty() {
        return Err(NetworkMismatch::NoCode { network: network.name.clone(), rpc, token });
    }
    let decimals = answered(node, token, "decimals()", node.read(Token::decimalsCall {}).await)?;
    if decimals != DECIMALS {
        return Err(NetworkMismatch::WrongDecimals { rpc, token, found: decimals });
    }
    let name = answered(node, token, "name()", node.read(Token::nameCall {}).await)?;
    let version = answered(node, token, "version()", node.read(Token::versionCall {}).await)?;
    let found = node.read(Token::DOMAIN_SEPARATORCall {}).await;
    let found = answered(node, token, "DOMAIN_SEPARATOR()", found)?;
    let expected = token::domain(&name, &version, network.chain_id, token);
    if found != expected {
        let calls_itself = format!("{name:?}, version {version:?}");
        let domains = Box::new(Domains { expected, found });
        return Err(NetworkMismatch::WrongDomain { rpc, token, calls_itself, domains });
    }
    let implementation = implementation(node, token).await?;
    Ok(TokenIdentity { name, version, domain: found, code: keccak256(&code), implementation })
}

/// What a proxy runs. The proxy's own code stays the same when that changes.
async fn implementation(node: &RpcNode, token: Address) -> Result<Option<ContractCode>, ChainError> {
    for slot in token::implementation_slots() {
        let address = Address::from_word(node.storage(token, slot).await?);
        if !address.is_zero() {
            let hash = keccak256(node.code(address).await?);
            return Ok(Some(ContractCode { address, hash }));
        }
    }
    Ok(None)
}

/// At the start: every node that answers must be right, because one that is not was not meant; enough must answer.
pub(super) fn all_fit(
    needed: usize,
    answers: Vec<NodeReply<TokenIdentity, NetworkMismatch>>,
) -> Result<TokenIdentity, NetworkMismatch> {
    let mut found: Option<(String, TokenIdentity)> = None;
    let (mut good, mut silent) = (0, Vec::new());
    for (host, answer) in answers {
        match (answer, &found) {
            (Err(NetworkMismatch::ChainError(trouble)), _) => {
                tracing::warn!(node = %host, %trouble, "node unreachable while the token was verified");
                silent.push(trouble);
            }
            (Err(unfit), _) => return Err(unfit),
            (Ok(identity), Some((one, first))) if identity != *first => {
                return Err(NetworkMismatch::Differs { one: one.clone(), other: host });
            }
            (Ok(identity), _) => {
                good += 1;
                found.get_or_insert((host, identity));
            }
        }
    }
    match found {
        Some((_, identity)) if good >= needed => Ok(identity),
        _ => Err(NetworkMismatch::ChainError(too_few("the token", needed, good, silent))),
    }
}

/// Later: what enough nodes say, whatever the others do. That the token is unfit needs as many; nodes that only
/// differ from one another prove nothing.
pub(super) fn enough_fit(
    needed: usize,
    answers: Vec<NodeReply<TokenIdentity, NetworkMismatch>>,
) -> Result<TokenIdentity, NetworkMismatch> {
    let mut unfit = Vec::new();
    let heard = answers.into_iter().map(|(host, answer)| {
        let answer = answer.map_err(|found| match found {
            NetworkMismatch::ChainError(trouble) => trouble,
            found => {
                let what = found.to_string();
                tracing::warn!(node = %host, %what, "node rejected");
                unfit.push(found);
                ChainError::Garbled { rpc: host.clone(), what }
            }
        });
        (host, answer)
    });
    let heard: Vec<NodeReply<TokenIdentity>> = heard.collect();
    agreed("the token", needed, heard).map_err(|trouble| {
        if unfit.len() >= needed { unfit.swap_remove(0) } else { NetworkMismatch::ChainError(trouble) }
    })
}

/// A contract that does not know the function reverts, or returns what is not its type. That is another contract;
/// that the node could not be asked is trouble.
fn answered<T>(
    node: &RpcNode,
    token: Address,
    function: &'static str,
    answer: Result<Result<T, String>, ChainError>,
) -> Result<T, NetworkMismatch> {
    answer?.map_err(|why| NetworkMismatch::NotUsdc { rpc: node.host().to_owned(), token, function, why })
}
