//! Authorizations that the books have forgotten, because they were restored from a backup: the nonce of an
//! authorization follows from its withdrawal, so a withdrawal that waits in the books can be found on the chain.

use std::collections::HashMap;

use rules::account::Mode;
use rules::chain::{Authorization, ChainNetwork, ChainPayment, Hash};
use rules::time::SECONDS_PER_DAY;
use store::DueTransferRow;

use super::authorizations::{is_for_the_chain, payee_of};
use super::{LiveChain, Pause, authorization_of};
use crate::chain::ChainWorker;

const AT_ONCE: usize = 1_000;
/// Beyond the moment at which anything that waits now will be due.
const FAR_SECONDS: i64 = 365 * SECONDS_PER_DAY;

/// What was authorized for each withdrawal that waits, if it was. Known once it was asked for, which is rare.
#[derive(Default)]
pub(super) struct ForgottenAuthorizations(Option<HashMap<Hash, Authorization>>);

impl ForgottenAuthorizations {
    pub(super) fn has(&self, nonce: Hash) -> bool {
        self.0.as_ref().is_some_and(|known| known.contains_key(&nonce))
    }
}

impl ChainWorker {
    /// The authorization of this name, if a withdrawal that waits would have it.
    pub(super) async fn forgotten(
        &self,
        chain: &LiveChain,
        network: &ChainNetwork,
        nonce: Hash,
        forgotten: &mut ForgottenAuthorizations,
    ) -> Result<Option<Authorization>, Pause> {
        if forgotten.0.is_none() {
            forgotten.0 = Some(self.all_that_waits(chain, network).await?);
        }
        Ok(forgotten.0.as_ref().and_then(|known| known.get(&nonce)).cloned())
    }

    async fn all_that_waits(
        &self,
        chain: &LiveChain,
        network: &ChainNetwork,
    ) -> Result<HashMap<Hash, Authorization>, Pause> {
        let (far, mut last) = (self.platform.clock.now().plus_seconds(FAR_SECONDS), None);
        let mut all = HashMap::new();
        loop {
            let some =
                self.platform.store.due_external_transfers(Mode::Live, far, last.as_ref(), AT_ONCE).await?;
            last = some.last().cloned();
            if last.is_none() {
                return Ok(all);
            }
            let waiting = some.iter().filter(|found| is_for_the_chain(found));
            all.extend(waiting.filter_map(|found| self.would_be(chain, network, found)));
        }
    }

    /// How it was signed is unknown and does not matter: it was used.
    fn would_be(
        &self,
        chain: &LiveChain,
        network: &ChainNetwork,
        found: &DueTransferRow,
    ) -> Option<(Hash, Authorization)> {
        let withdrawal = &found.transaction;
        let (to, amount) = payee_of(withdrawal, network)?;
        let nonce = authorization_of(withdrawal.id);
        let authorization = Authorization {
            nonce,
            payment: ChainPayment::Withdrawal(withdrawal.account, withdrawal.id),
            from: chain.treasury(),
            to,
            amount,
            valid_before: network.last.at,
            call: Vec::new(),
            created_at: self.platform.clock.now(),
            end: None,
            ended_at: None,
            transaction: None,
        };
        Some((nonce, authorization))
    }
}
