//! The addresses at which accounts are paid.

use rules::chain::{DepositAddress, GiveAddress};
use rules::change::Outcome;
use rules::command::ChainCommand;
use rules::id::AccountId;
use rules::refusal::Refusal;

use super::{LiveChain, words};
use crate::App;
use crate::failure::Failure;
use crate::writer::Answered;

/// Others may be given one at the same moment.
const TRIES: usize = 20;

impl App {
    /// Where a live account is paid: always the same address, until it asks for another. None where live money is on
    /// no chain.
    pub async fn deposit_address(&self, account: AccountId) -> Result<Option<DepositAddress>, Failure> {
        let Some(chain) = &self.chain else { return Ok(None) };
        match self.store.deposit_address(account).await? {
            Some(known) => Ok(Some(known)),
            // Before the network was met for the first time there are none.
            None if self.store.network().await?.is_none() => Ok(None),
            None => self.give_address(chain, account, false).await.map(Some),
        }
    }

    /// Another address in place of the one that the account has. That one is watched for ever, too.
    pub async fn another_address(&self, account: AccountId) -> Result<Option<DepositAddress>, Failure> {
        match &self.chain {
            Some(chain) => self.give_address(chain, account, true).await.map(Some),
            None => Ok(None),
        }
    }

    async fn give_address(
        &self,
        chain: &LiveChain,
        account: AccountId,
        another: bool,
    ) -> Result<DepositAddress, Failure> {
        for _ in 0..TRIES {
            let Some(network) = self.store.network().await? else { break };
            let index = network.next_index;
            let key = u32::try_from(index).ok().and_then(|index| chain.deposits.address(index).ok());
            let Some(key) = key else { break };
            let give = GiveAddress { account, index, address: words::address(key), another };
            match self.chain_command(ChainCommand::GiveAddress(give)).await {
                Ok(Answered::Now(Outcome::DepositAddress(given), _)) => return Ok(*given),
                Ok(other) => panic!("it answers with an address, not with {other:?}"),
                Err(Failure::Refused(Refusal::ChainMoved)) => {}
                Err(failure) => return Err(failure),
            }
        }
        Err(Failure::Refused(Refusal::ChainMoved))
    }
}
