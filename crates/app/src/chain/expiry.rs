//! Returns the money of authorizations that expired unused.

use futures_util::future::join_all;
use rules::chain::{Authorization, Hash};
use rules::command::ChainCommand;
use rules::decisions::chain::GiveUp;
use rules::freeze::Cause;

use super::crash_points::CrashPoint;
use super::relay::{AT_ONCE, SIDE_BY_SIDE};
use super::{LiveChain, Pause, convert};
use crate::chain::ChainWorker;

/// A round that has given up so many goes on with other work.
const ENOUGH_GIVEN_UP: usize = 64;

impl ChainWorker {
    /// Gives back what can never be taken any more: some of it in each round, because blocks are read in between.
    pub(super) async fn give_up_authorizations(&self, chain: &LiveChain) -> Result<(), Pause> {
        let network = self.known_network().await?;
        let (mut given_up, mut unexplained) = (0, Ok(()));
        let late = self.platform.store.late_authorizations(network.last.at, AT_ONCE).await?;
        for some in late.chunks(SIDE_BY_SIDE) {
            let used = some.iter().map(|authorization| chain.is_used(authorization, network.last.hash));
            for (authorization, is_used) in some.iter().zip(join_all(used).await) {
                if is_used? {
                    let words = format!(
                        "the authorization of {} was used on the chain, but not in the books",
                        authorization.payment.id()
                    );
                    unexplained = Err(Pause::Unfit(Cause::Unexplained, words));
                    continue;
                }
                self.give_up(chain, authorization, network.last.hash).await?;
                given_up += 1;
            }
            if given_up >= ENOUGH_GIVEN_UP {
                break;
            }
        }
        unexplained
    }

    async fn give_up(&self, chain: &LiveChain, authorization: &Authorization, at: Hash) -> Result<(), Pause> {
        chain.crash_points.pass(CrashPoint::FoundOver).await;
        let booked = self.booked(authorization, None);
        self.chain_command(ChainCommand::GiveUp(GiveUp { at, booked })).await?;
        chain.crash_points.pass(CrashPoint::GivenUp).await;
        tracing::warn!(
            payment = authorization.payment.id(),
            "authorization expired before it was sent; its money is returned to the balance"
        );
        Ok(())
    }
}

impl LiveChain {
    async fn is_used(&self, authorization: &Authorization, at: Hash) -> Result<bool, evm::ChainError> {
        let (from, nonce) = (convert::parsed(&authorization.from), convert::b256(authorization.nonce));
        self.nodes.authorization_state(from, nonce, convert::b256(at)).await
    }
}
