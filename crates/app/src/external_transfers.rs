//! Deposits and withdrawals, the accounts and wallets that they come from and go to, and what rails say of them.

mod automatic_withdrawals;
mod bank_accounts;
mod deposits;
mod external_wallets;
mod turns;
mod withdrawals;
mod worker;

pub use automatic_withdrawals::NewAutomaticWithdrawals;
pub use bank_accounts::{MaskedBankAccount, MaskedDetail, NewBankAccount};
pub(crate) use deposits::noun;
pub use deposits::{NewDeposit, NewQuote};
pub use external_wallets::NewExternalWallet;
pub use withdrawals::{NewDestination, NewWithdrawal};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rules::account::Mode;
use rules::decisions::external_account::ArchiveIds;
use rules::decisions::rail_notice::TakeRailNotice;
use rules::external_transfer::Route;
use rules::money::Amount;
use rules::rail_notice::RailOutcome;
use rules::time::Timestamp;
use rules::transaction::Transaction;

use crate::chain::ChainWorker;
use crate::platform::Platform;
use turns::Turns;

/// Deposits, withdrawals, and the bank accounts and wallets on the other side.
pub struct ExternalTransfers {
    platform: Arc<Platform>,
    chain: Arc<ChainWorker>,
    turns: Turns,
    is_stopping: AtomicBool,
}

impl ExternalTransfers {
    pub(crate) fn new(platform: Arc<Platform>, chain: Arc<ChainWorker>) -> ExternalTransfers {
        ExternalTransfers { platform, chain, turns: Turns::default(), is_stopping: AtomicBool::new(false) }
    }

    fn archive_ids(&self) -> ArchiveIds {
        ArchiveIds {
            event: self.platform.event_id(),
            email: self.platform.dice.id(self.platform.clock.now()),
        }
    }

    fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    pub(crate) fn notice(
        &self,
        about: &Transaction,
        mode: Mode,
        name: String,
        outcome: RailOutcome,
        look_again_at: Option<Timestamp>,
    ) -> TakeRailNotice {
        let external_transfer = about.external_transfer.as_deref().expect("notices are about what crosses");
        TakeRailNotice {
            id: self.platform.dice.id(self.platform.clock.now()),
            parts: self.platform.dice.series(self.platform.clock.now()),
            name,
            account: about.account,
            transaction: about.id,
            mode,
            route: external_transfer.route,
            reference: external_transfer.reference.clone(),
            outcome,
            look_again_at,
            received_at: None,
            most: Some(self.platform.settings.max_per_external_transfer),
            max_test_money: self.platform.settings.max_test_money,
            terms_today: match external_transfer.route {
                Route::Bank(rail) => self.platform.tariff(mode).deposit_terms(rail),
                Route::Chain => None,
            },
            unless_authorized: None,
            fresh: self.platform.fresh(),
        }
    }

    /// The most that one deposit or withdrawal may be worth.
    pub fn max_per_transfer(&self) -> Amount {
        self.platform.settings.max_per_external_transfer
    }

    /// What waits for an operator, also if another process took it in.
    pub(crate) async fn show_notices(&self) {
        match self.platform.store.to_look_at().await {
            Ok((parked, contradicted)) => {
                metrics::gauge!("florin_rail_notices_parked").set(parked as f64);
                metrics::gauge!("florin_rail_notices_contradicted").set(contradicted as f64);
            }
            Err(error) => tracing::warn!(%error, "rail notices not counted"),
        }
    }
}

/// What a rail says of one transaction: the same, however often it says so.
pub(crate) fn rail_notice(about: &Transaction, outcome: &str) -> String {
    format!("{}:{outcome}", about.id)
}
