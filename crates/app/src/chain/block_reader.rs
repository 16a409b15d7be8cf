//! Reads final blocks and books their transfers.

use std::collections::HashMap;

use evm::{LARGEST_RANGE_BLOCKS, Scan, TokenEvent, TokenLogEvent, micro_units};
use rules::chain::{ChainNetwork, FinalBlock, Hash, LogEntry, LogMeaning, LogReading, WatchList, read};
use rules::command::ChainCommand;
use rules::decisions::chain::{AuthorizationOutcome, Blocks, ChainEvent, IncomingTokenTransfer};
use rules::id::TransactionId;
use rules::money::Amount;
use rules::refusal::{Noun, Refusal};

use super::crash_points::CrashPoint;
use super::handshake::known_block;
use super::restore::ForgottenAuthorizations;
use super::{LiveChain, Pause, authorization_of, convert};
use crate::chain::ChainWorker;
use crate::platform::failure::Failure;

/// As much as one commit books; more only if one block says more.
const SAID_AT_ONCE: usize = 500;
const ADDRESSES_AT_ONCE: usize = 10_000;

/// How many blocks are asked for at once: fewer where that was too much.
pub(super) struct Range {
    blocks: u64,
}

impl Default for Range {
    fn default() -> Range {
        Range { blocks: LARGEST_RANGE_BLOCKS }
    }
}

impl Range {
    /// To half of what was asked for, given that it was one more than this.
    fn shrink(&mut self, asked: u64) {
        self.blocks = asked.div_ceil(2).max(1);
    }

    /// Slowly, because it may have been too much before.
    fn grow(&mut self) {
        self.blocks = (self.blocks + self.blocks / 8 + 1).min(LARGEST_RANGE_BLOCKS);
    }
}

impl ChainWorker {
    /// Books everything that was final when it began and is not in the books yet. What becomes final meanwhile is read
    /// in the next round: blocks may come faster than slow nodes show them, and payments must not wait for that to end.
    pub(super) async fn read_chain(&self, chain: &LiveChain) -> Result<(), Pause> {
        let known = known_block(&self.known_network().await?);
        let head = chain.nodes.finalized(Some(known)).await?;
        loop {
            let network = self.known_network().await?;
            let first = known_block(&network).number + 1;
            if head.number < first {
                return Ok(());
            }
            let most = chain.remember().range.blocks;
            let last = head.number.min(first + most - 1);
            let scan = match chain.nodes.scan(first..=last).await {
                Ok(scan) => scan,
                // Perhaps it was too much for the nodes at once.
                Err(trouble) if last > first && !trouble.needs_somebody() => {
                    chain.remember().range.shrink(last - first);
                    continue;
                }
                Err(trouble) => return Err(trouble.into()),
            };
            chain.crash_points.pass(CrashPoint::BlocksRead).await;
            let said = self.understand(chain, &network, &scan.events).await?;
            if said.len() > SAID_AT_ONCE && last > first {
                chain.remember().range.shrink(last - first);
                continue;
            }
            self.book(chain, &network, &scan, said).await?;
            chain.remember().range.grow();
            chain.crash_points.pass(CrashPoint::BlocksBooked).await;
        }
    }

    pub(super) async fn known_network(&self) -> Result<ChainNetwork, Pause> {
        let known = self.platform.store.network().await?;
        Ok(known.ok_or(Failure::Refused(Refusal::NotFound(Noun::Network)))?)
    }

    async fn book(
        &self,
        chain: &LiveChain,
        network: &ChainNetwork,
        scan: &Scan,
        said: Vec<ChainEvent>,
    ) -> Result<(), Pause> {
        let (first, last) = (scan.blocks.first(), scan.blocks.last());
        let (first, last) = first.zip(last).expect("a scan is never empty");
        // The nodes agree that it is final, and it follows another block than the books end with.
        if convert::hash(first.parent) != network.last.hash {
            let number = known_block(network).number;
            let was = convert::b256(network.last.hash);
            return Err(evm::ChainError::FinalizedChanged { number, was, is: first.parent }.into());
        }
        for said in &said {
            if let ChainEvent::Strange(words) = said {
                tracing::error!(reason = words, "the chain contradicts the books");
            }
        }
        let blocks = Blocks {
            parent: network.last.hash,
            last: FinalBlock {
                number: convert::number(last.number),
                hash: convert::hash(last.hash),
                at: convert::time(last.timestamp),
            },
            said,
            least: chain.settings.min_arrival,
            freeze: self.platform.dice.id(self.platform.clock.now()),
        };
        match self.chain_command(ChainCommand::Take(blocks)).await {
            Ok(_) => Ok(()),
            // Another process has booked them, if any has.
            Err(Failure::Refused(Refusal::ChainMoved))
                if self.known_network().await?.last.hash != network.last.hash =>
            {
                Ok(())
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// What events mean for the books.
    async fn understand(
        &self,
        chain: &LiveChain,
        network: &ChainNetwork,
        events: &[TokenLogEvent],
    ) -> Result<Vec<ChainEvent>, Pause> {
        self.learn_addresses(chain).await?;
        let (logged, mut ours) = chain.about_us(events);
        let (mut booked, mut forgotten) = (HashMap::new(), ForgottenAuthorizations::default());
        for entry in &logged {
            let (LogMeaning::Used { nonce, .. } | LogMeaning::Cancelled { nonce, .. }) = entry.meaning else {
                continue;
            };
            // Whatever is on the chain was kept here before it could be sent, unless that was forgotten.
            let authorization = match self.platform.store.authorization(nonce).await? {
                Some(authorization) => Some(authorization),
                None => self.forgotten(chain, network, nonce, &mut forgotten).await?,
            };
            if let Some(authorization) = authorization {
                ours.authorizations.insert(
                    nonce,
                    (authorization.from.clone(), authorization.to.clone(), authorization.amount),
                );
                booked.insert(nonce, authorization);
            }
        }
        let mut said = Vec::new();
        for reading in read(&logged, &ours) {
            said.push(match reading {
                LogReading::Came { transaction, ordinal, account, address, amount } => {
                    let name = format!("{}:{transaction}:{ordinal}", network.name);
                    let (notice, fresh) =
                        (self.platform.dice.id(self.platform.clock.now()), self.platform.fresh());
                    ChainEvent::Came(IncomingTokenTransfer {
                        account,
                        address,
                        amount,
                        transaction,
                        name,
                        notice,
                        fresh,
                    })
                }
                LogReading::CameToTreasury { amount } => ChainEvent::CameToTreasury(amount),
                LogReading::Kept { nonce, transaction } => {
                    let authorization = &booked[&nonce];
                    let kept = self.booked(authorization, Some(transaction));
                    match forgotten.has(nonce) {
                        true => ChainEvent::Recalled(Box::new(authorization.clone()), kept),
                        false => ChainEvent::Kept(kept),
                    }
                }
                LogReading::Withdrawn { nonce } => ChainEvent::Withdrawn(self.booked(&booked[&nonce], None)),
                LogReading::Strange(words) => ChainEvent::Strange(words),
            });
        }
        Ok(said)
    }

    pub(super) fn booked(
        &self,
        authorization: &rules::chain::Authorization,
        transaction: Option<Hash>,
    ) -> AuthorizationOutcome {
        AuthorizationOutcome {
            nonce: authorization.nonce,
            payment: authorization.payment,
            from: authorization.from.clone(),
            reference: authorization.payment.id(),
            transaction,
            notice: self.platform.dice.id(self.platform.clock.now()),
            fresh: self.platform.fresh(),
        }
    }

    /// A withdrawal that was never authorized.
    pub(super) fn unauthorized(
        &self,
        chain: &LiveChain,
        account: rules::id::AccountId,
        id: TransactionId,
    ) -> AuthorizationOutcome {
        AuthorizationOutcome {
            nonce: authorization_of(id),
            payment: rules::chain::ChainPayment::Withdrawal(account, id),
            from: chain.treasury(),
            reference: id.to_string(),
            transaction: None,
            notice: self.platform.dice.id(self.platform.clock.now()),
            fresh: self.platform.fresh(),
        }
    }

    /// Addresses are only ever added, and each is in the books before it is shown to a user.
    async fn learn_addresses(&self, chain: &LiveChain) -> Result<(), Pause> {
        loop {
            let from = chain.remember().next_index;
            let new = self.platform.store.deposit_addresses(from, ADDRESSES_AT_ONCE).await?;
            let mut memory = chain.remember();
            for known in &new {
                memory.next_index = memory.next_index.max(known.index + 1);
                let owner = (known.address.clone(), known.account);
                memory.addresses.insert(convert::parsed(&known.address), owner);
            }
            if new.len() < ADDRESSES_AT_ONCE {
                return Ok(());
            }
        }
    }
}

impl LiveChain {
    /// The events that name one of our addresses, which are few among many.
    fn about_us(&self, events: &[TokenLogEvent]) -> (Vec<LogEntry>, WatchList) {
        let memory = self.remember();
        let is_ours = |address| address == self.treasury || memory.addresses.contains_key(&address);
        let mut ours = WatchList { treasury: Some(self.treasury()), ..WatchList::default() };
        let mut logged = Vec::new();
        for TokenLogEvent { transaction, ordinal, token_event, .. } in events {
            let named = match *token_event {
                TokenEvent::Transfer { from, to, .. } => [from, to],
                TokenEvent::AuthorizationUsed { authorizer, .. }
                | TokenEvent::AuthorizationCanceled { authorizer, .. } => [authorizer; 2],
            };
            if !named.into_iter().any(is_ours) {
                continue;
            }
            for (address, account) in named.iter().filter_map(|address| memory.addresses.get(address)) {
                ours.addresses.insert(address.clone(), *account);
            }
            let (transaction, ordinal) = (convert::hash(*transaction), *ordinal);
            logged.push(LogEntry { transaction, ordinal, meaning: meaning(token_event) });
        }
        (logged, ours)
    }
}

fn meaning(token_event: &TokenEvent) -> LogMeaning {
    match *token_event {
        TokenEvent::Transfer { from, to, value } => LogMeaning::Moved {
            from: convert::address(from),
            to: convert::address(to),
            amount: micro_units(value).ok().map(Amount::from_micros),
        },
        TokenEvent::AuthorizationUsed { authorizer, nonce } => {
            LogMeaning::Used { by: convert::address(authorizer), nonce: convert::hash(nonce) }
        }
        TokenEvent::AuthorizationCanceled { authorizer, nonce } => {
            LogMeaning::Cancelled { by: convert::address(authorizer), nonce: convert::hash(nonce) }
        }
    }
}
