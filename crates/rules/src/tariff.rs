//! The tariff: on what terms money crosses which rail, and where deposits are to be sent. The operator sets it.

use std::collections::BTreeMap;

use crate::arrival::TransferTime;
use crate::external_transfer::Route;
use crate::pricing::Terms;
use crate::rail::Rail;
use crate::rate_lock::RateLockPolicy;
use crate::refusal::Refusal;
use crate::time::Timestamp;

/// The operator's own account on a rail, which deposits are sent to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beneficiary {
    pub name: String,
    /// A JSON object of texts.
    pub details: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RailTariff {
    pub deposit: Option<Terms>,
    /// Without one, deposits on this rail are closed.
    pub beneficiary: Option<Beneficiary>,
    pub withdrawal: Option<Terms>,
    /// How long a withdrawal takes at most.
    pub withdrawal_time: TransferTime,
    /// The time and amount up to which a deposit keeps its rate.
    pub rate_lock: RateLockPolicy,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tariff {
    pub rails: BTreeMap<Rail, RailTariff>,
    /// For withdrawals to external wallets.
    pub chain: Option<Terms>,
}

/// The prices of live money as a server has them, for commands that work on its books: the operator who runs such a
/// command must not choose the prices. The text is the tariff file; without one it is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublishedTariff {
    pub text: String,
    pub published_at: Timestamp,
}

impl Tariff {
    pub fn deposit(&self, rail: Rail) -> Result<(Terms, &Beneficiary), Refusal> {
        let on = self.rails.get(&rail);
        let both = on.and_then(|on| Some((on.deposit?, on.beneficiary.as_ref()?)));
        both.ok_or(Refusal::RouteClosed { what: "deposits", route: rail.payment_rail() })
    }

    /// The terms of money that arrives on this rail, even if it takes no new deposits.
    pub fn deposit_terms(&self, rail: Rail) -> Option<Terms> {
        self.rails.get(&rail).and_then(|on| on.deposit)
    }

    /// The rate lock of deposits on this rail.
    pub fn rate_lock(&self, rail: Rail) -> RateLockPolicy {
        self.rails.get(&rail).map_or(RateLockPolicy::DEFAULT, |on| on.rate_lock)
    }

    pub fn withdrawal(&self, rail: Rail) -> Result<Terms, Refusal> {
        let terms = self.rails.get(&rail).and_then(|on| on.withdrawal);
        terms.ok_or(Refusal::RouteClosed { what: "withdrawals", route: rail.payment_rail() })
    }

    /// How long a withdrawal takes at most on this route.
    pub fn withdrawal_time(&self, route: Route) -> TransferTime {
        let on = match route {
            Route::Bank(rail) => self.rails.get(&rail),
            Route::Chain => None,
        };
        on.map_or(route.transfer_time(), |on| on.withdrawal_time)
    }

    pub fn chain(&self) -> Result<Terms, Refusal> {
        self.chain.ok_or(Refusal::RouteClosed { what: "withdrawals", route: "chain" })
    }
}
