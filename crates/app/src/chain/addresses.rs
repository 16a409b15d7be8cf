//! The addresses at which accounts are paid.

use evm::{LocalSigner, Signer};
use rules::chain::DepositAddress;
use rules::command::ChainCommand;
use rules::decisions::chain::GiveAddress;
use rules::id::AccountId;
use rules::refusal::Refusal;

use super::{LiveChain, convert};
use crate::chain::ChainWorker;
use crate::platform::failure::Failure;

/// Others may be given one at the same moment.
const TRIES: usize = 20;
const GIVEN_AT_ONCE: usize = 1_000;

impl LiveChain {
    /// The key of an account's address, after so many others of its own.
    pub(super) fn deposit_key(&self, account: AccountId, nth: i64) -> Option<LocalSigner> {
        self.deposits.signer(account.number(), u32::try_from(nth).ok()?).ok()
    }

    /// The key of an address of the books, if the settings have it.
    pub(super) fn key_of(&self, known: &DepositAddress) -> Option<LocalSigner> {
        let key = self.deposit_key(known.account, known.nth)?;
        (convert::address(key.address()) == known.address).then_some(key)
    }
}

impl ChainWorker {
    /// Where a live account is paid: always the same address, until it asks for another. None where live money is on
    /// no chain.
    pub async fn deposit_address(&self, account: AccountId) -> Result<Option<DepositAddress>, Failure> {
        let Some(chain) = &self.live else { return Ok(None) };
        match self.platform.store.deposit_address(account).await? {
            Some(known) => Ok(Some(known)),
            // Before the network was met for the first time there are none.
            None if self.platform.store.network().await?.is_none() => Ok(None),
            None => self.give_address(chain, account, false).await.map(Some),
        }
    }

    /// Another address in place of the one that the account has. That one is watched for ever, too.
    pub async fn another_address(&self, account: AccountId) -> Result<Option<DepositAddress>, Failure> {
        match &self.live {
            Some(chain) => self.give_address(chain, account, true).await.map(Some),
            None => Ok(None),
        }
    }

    /// Gives every live account that has none its address, which is the one that it had in books that were lost. Says
    /// how many it gave.
    pub async fn create_missing_addresses(&self) -> Result<usize, Failure> {
        let Some(chain) = &self.live else { return Ok(0) };
        let (mut given, mut last) = (0, None);
        loop {
            let accounts = self.platform.store.accounts_without_address(last, GIVEN_AT_ONCE).await?;
            last = accounts.last().copied();
            if last.is_none() {
                return Ok(given);
            }
            for account in accounts {
                self.give_address(chain, account, false).await?;
                given += 1;
            }
        }
    }

    async fn give_address(
        &self,
        chain: &LiveChain,
        account: AccountId,
        another: bool,
    ) -> Result<DepositAddress, Failure> {
        for _ in 0..TRIES {
            let current = self.platform.store.deposit_address(account).await?;
            let nth = current.map_or(0, |current| current.nth + i64::from(another));
            let Some(key) = chain.deposit_key(account, nth) else { break };
            let give = GiveAddress { account, nth, address: convert::address(key.address()), another };
            match self.chain_command(ChainCommand::GiveAddress(give)).await {
                Ok(given) => return Ok(given.outcome()),
                Err(Failure::Refused(Refusal::ChainMoved)) => {}
                Err(failure) => return Err(failure),
            }
        }
        Err(Failure::Refused(Refusal::ChainMoved))
    }
}
