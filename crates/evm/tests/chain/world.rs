//! A chain with the token on it, and the keys of a service that pays.

use std::time::Duration;

use evm::{
    Address, AuthorizationForm, B256, BroadcastResult, Bytes, Chain, EvmNetwork, EvmTransaction, Finality,
    GasFees, LocalSigner, Nodes, RpcUrl, SignedAuthorization, SignedTransaction, Signer, TokenIdentity,
    TransferAuthorization, U256, payment_nonce,
};
use serde_json::json;
use testkit::anvil::{Anvil, CHAIN_ID, Contract, GAS_KEY};

/// What a node has for an answer. Silent ones are waited for as long, so it is short.
pub const DEADLINE: Duration = Duration::from_secs(3);
/// Long after the tests.
pub const LATER: u64 = 4_000_000_000;
pub const RECIPIENT: Address = Address::repeat_byte(0xb0);

pub struct World {
    pub anvil: Anvil,
    pub usd: Contract,
    pub funds: LocalSigner,
    pub gas: LocalSigner,
}

/// What became of a transaction, in a block that may still change.
pub struct Receipt {
    pub succeeded: bool,
    pub block_number: u64,
    pub block_hash: B256,
}

impl World {
    /// The funds key has 1,000 USDC.
    pub fn new() -> World {
        let anvil = Anvil::start();
        let usd = anvil.deploy_usd();
        let funds = LocalSigner::from_secret(&[7; 32]).expect("a key");
        let gas = LocalSigner::from_hex(GAS_KEY).expect("a key");
        usd.mint(&anvil, &funds.address().to_string(), 1_000_000_000);
        World { anvil, usd, funds, gas }
    }

    pub fn token(&self) -> Address {
        self.usd.address.parse().expect("an address")
    }

    pub fn network(&self, urls: &[String], quorum: usize) -> EvmNetwork {
        let rpc = urls.iter().map(|url| RpcUrl::parse(url).expect("an address")).collect();
        let (name, token) = ("local".to_owned(), self.token());
        EvmNetwork { name, chain_id: CHAIN_ID, rpc, token, finality: Finality::Tag, quorum }
    }

    /// All of these nodes, so many of which must agree.
    pub fn nodes(&self, urls: &[String], quorum: usize) -> Nodes {
        Nodes::new(self.network(urls, quorum), DEADLINE).expect("a network")
    }

    /// The one honest node.
    pub fn chain(&self) -> Nodes {
        self.nodes(&[self.anvil.url()], 1)
    }

    /// A payment, signed by the funds key.
    pub async fn authorization(&self, id: &str, to: Address, value: u64) -> SignedAuthorization {
        let from = self.funds.address();
        let nonce = payment_nonce(id);
        let payment = TransferAuthorization { from, to, value, valid_after: 0, valid_before: LATER, nonce };
        payment
            .sign(AuthorizationForm::Transfer, self.identity().await.domain, &self.funds)
            .await
            .expect("signed")
    }

    pub async fn identity(&self) -> TokenIdentity {
        self.chain().verify().await.expect("the right token")
    }

    /// A call of the token by the gas key.
    pub fn transaction(&self, nonce: u64, data: Bytes) -> EvmTransaction {
        let fees = GasFees { max_fee: 20_000_000_000, tip: 1_000_000_000 };
        EvmTransaction { chain_id: CHAIN_ID, nonce, fees, gas_limit: 200_000, to: self.token(), data }
    }

    pub async fn signed(&self, nonce: u64, data: Bytes) -> SignedTransaction {
        self.transaction(nonce, data).sign(&self.gas).await.expect("signed")
    }

    /// Sends it, and mines a block, whatever the node said.
    pub async fn submit(&self, chain: &Nodes, sent: &SignedTransaction) -> BroadcastResult {
        let said = chain.send_raw(&sent.raw).await;
        self.anvil.mine(1);
        said.outcome().clone()
    }

    /// As the honest node has it, if the transaction was included.
    pub fn receipt(&self, sent: &SignedTransaction) -> Option<Receipt> {
        let found = self.anvil.call("eth_getTransactionReceipt", json!([sent.hash]));
        let text = |key: &str| found[key].as_str().expect("a text");
        (!found.is_null()).then(|| Receipt {
            succeeded: text("status") == "0x1",
            block_number: u64::from_str_radix(&text("blockNumber")[2..], 16).expect("a number"),
            block_hash: text("blockHash").parse().expect("a hash"),
        })
    }

    pub fn balance(&self, of: Address) -> u128 {
        self.usd.balance(&self.anvil, &of.to_string())
    }
}

pub fn usdc(value: u64) -> U256 {
    U256::from(value)
}
