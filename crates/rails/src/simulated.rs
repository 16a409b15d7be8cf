//! The banks and the chain of the sandbox. What they do follows from the amount and from the time on the account's own
//! clock, so that it is the same every time; what they were told is kept in tables, so that they survive a restart.

use std::collections::BTreeMap;

use rules::external_transfer::Route;
use rules::money::{Amount, MICROS_PER_UNIT};
use rules::pricing::{BasisPoints, Rate, Terms};
use rules::rail::{Rail as BankRail, SandboxSpec};
use rules::rail_notice::RailOutcome;
use rules::rate_lock::RateLockPolicy;
use rules::tariff::{Beneficiary, RailTariff, Tariff};
use rules::time::{SECONDS_PER_DAY, Timestamp};
use sha2::{Digest, Sha256};

use crate::order::{ExpectedPayment, Order, OrderStatus, RailAdapter, SubmissionResult};

/// Amounts whose cents make something happen that is not the rule.
pub mod cents {
    /// A deposit arrives in full by itself.
    pub const ARRIVES: i64 = 51;
    /// A tenth less arrives.
    pub const ARRIVES_SHORT: i64 = 52;
    /// A tenth more arrives.
    pub const ARRIVES_LARGE: i64 = 53;
    /// The bank says that the deposit failed.
    pub const NEVER_ARRIVES: i64 = 54;

    /// A withdrawal fails.
    pub const FAILS: i64 = 51;
    /// It arrives, and comes back two days later.
    pub const COMES_BACK: i64 = 52;
    /// The bank takes the order, but its answer gets lost.
    pub const ANSWER_LOST: i64 = 53;
    /// The order itself gets lost: its outcome will never be known.
    pub const ORDER_LOST: i64 = 54;
}

/// The time from the creation of a deposit to its arrival, if its amount makes it arrive.
const ARRIVES_AFTER: i64 = 60;
const COMES_BACK_AFTER: i64 = 2 * SECONDS_PER_DAY;
/// How long a transaction on the simulated chain takes.
const CHAIN_SECONDS: i64 = 10;

/// Where the simulated banks keep what they were told.
pub trait SimulatedOrders {
    /// Fails if it cannot be said whether it is remembered.
    fn remember(&self, reference: &str) -> impl Future<Output = Result<(), ()>> + Send;
    /// When the order came, if it did.
    fn recall(&self, reference: &str) -> impl Future<Output = Result<Option<Timestamp>, ()>> + Send;
}

pub struct Simulated<M> {
    pub memory: M,
}

impl<M: SimulatedOrders + Sync> RailAdapter for Simulated<M> {
    async fn submit(&self, order: &Order, now: Timestamp) -> SubmissionResult {
        if magic(order.inside) == cents::ORDER_LOST || self.memory.remember(&order.reference).await.is_err() {
            return SubmissionResult::Unclear;
        }
        if magic(order.inside) == cents::ANSWER_LOST {
            return SubmissionResult::Unclear;
        }
        SubmissionResult::Taken {
            hash: hash(order),
            ask_at: Some(now.plus_seconds(takes_seconds(order.route))),
        }
    }

    async fn status(&self, order: &Order, now: Timestamp) -> OrderStatus {
        match self.memory.recall(&order.reference).await {
            Ok(Some(taken_at)) => became(order, taken_at, now),
            Ok(None) => OrderStatus::Lost,
            Err(()) => OrderStatus::Unclear,
        }
    }

    async fn incoming(&self, awaited: &ExpectedPayment, now: Timestamp) -> Option<RailOutcome> {
        let after = news_after(awaited.amount)?;
        if now < awaited.since.plus_seconds(after) {
            return None;
        }
        let tenth = awaited.amount.micros() / MICROS_PER_UNIT / 10 * MICROS_PER_UNIT;
        let received = |difference: i64| {
            Some(RailOutcome::Received(Amount::from_micros(awaited.amount.micros() + difference)))
        };
        match magic(awaited.amount) {
            cents::ARRIVES => received(0),
            cents::ARRIVES_SHORT => received(-tenth),
            cents::ARRIVES_LARGE => received(tenth),
            _ => Some(RailOutcome::Failed),
        }
    }
}

/// What becomes of an order in time.
fn became(order: &Order, taken_at: Timestamp, now: Timestamp) -> OrderStatus {
    let done_at = taken_at.plus_seconds(takes_seconds(order.route));
    let back_at = done_at.plus_seconds(COMES_BACK_AFTER);
    let comes_back = magic(order.inside) == cents::COMES_BACK;
    if now < done_at {
        return OrderStatus::Pending { ask_at: Some(done_at) };
    }
    let (outcome, look_again_at) = match magic(order.inside) {
        cents::FAILS => (RailOutcome::Failed, None),
        _ if comes_back && now >= back_at => (RailOutcome::Returned, None),
        _ => (RailOutcome::Completed(hash(order)), comes_back.then_some(back_at)),
    };
    OrderStatus::Told { outcome, look_again_at }
}

/// When the simulated bank will have news of a deposit by itself: never, for most.
pub fn news_after(amount: Amount) -> Option<i64> {
    matches!(magic(amount), cents::ARRIVES..=cents::NEVER_ARRIVES).then_some(ARRIVES_AFTER)
}

fn magic(amount: Amount) -> i64 {
    amount.micros() % MICROS_PER_UNIT / 10_000
}

/// How long an order takes.
pub const fn takes_seconds(route: Route) -> i64 {
    match route {
        Route::Bank(rail) => rail.spec().sandbox.transfer_seconds,
        Route::Chain => CHAIN_SECONDS,
    }
}

/// The transaction on the simulated chain; it follows from the order.
fn hash(order: &Order) -> Option<String> {
    transaction_hash(order.route, &order.reference)
}

/// The hash of the simulated transaction that pays an order; banks have none.
pub fn transaction_hash(route: Route, reference: &str) -> Option<String> {
    let digest = || Sha256::digest(reference.as_bytes());
    let hexadecimal = || digest().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    (route == Route::Chain).then(|| format!("0x{}", hexadecimal()))
}

/// The prices of the sandbox: made up, but not far from what such things cost.
pub fn tariff() -> Tariff {
    let terms = |rate: i64, fixed: i64, spread: u16| Terms {
        rate: Rate::from_micros(rate),
        fixed: Amount::from_micros(fixed),
        percentage: points(10),
        spread: points(spread),
    };
    let rails = BankRail::ALL.map(|rail| {
        let SandboxSpec { rate_micros, withdrawal_fee_micros, beneficiary, .. } = rail.spec().sandbox;
        // Dollars need no exchange.
        let spread = if rate_micros == MICROS_PER_UNIT { 0 } else { 25 };
        let on = RailTariff {
            deposit: Some(terms(rate_micros, 0, spread)),
            beneficiary: Some(Beneficiary {
                name: "Sandbox Bank".to_owned(),
                details: beneficiary.to_owned(),
            }),
            withdrawal: Some(terms(rate_micros, withdrawal_fee_micros, spread)),
            withdrawal_time: rail.spec().transfer_time,
            rate_lock: RateLockPolicy::DEFAULT,
        };
        (rail, on)
    });
    let chain = Terms {
        rate: None,
        fixed: Amount::from_micros(MICROS_PER_UNIT),
        percentage: points(0),
        spread: points(0),
    };
    Tariff { rails: BTreeMap::from(rails), chain: Some(chain) }
}

const fn points(points: u16) -> BasisPoints {
    BasisPoints::new(points).expect("a small share")
}

#[cfg(test)]
mod tests {
    use super::{
        ExpectedPayment, Order, OrderStatus, RailAdapter, Simulated, SimulatedOrders, SubmissionResult,
        tariff,
    };
    use rules::external_transfer::Route;
    use rules::money::{Amount, Currency};
    use rules::rail::Rail as BankRail;
    use rules::rail_notice::RailOutcome;
    use rules::time::Timestamp;
    use std::sync::Mutex;

    #[derive(Default)]
    struct RecordedOrders(Mutex<Vec<String>>);

    impl SimulatedOrders for RecordedOrders {
        async fn remember(&self, reference: &str) -> Result<(), ()> {
            self.0.lock().expect("no panic").push(reference.to_owned());
            Ok(())
        }

        async fn recall(&self, reference: &str) -> Result<Option<Timestamp>, ()> {
            let known = self.0.lock().expect("no panic").iter().any(|known| known == reference);
            Ok(known.then(|| Timestamp::from_micros(0)))
        }
    }

    fn usdc(text: &str) -> Amount {
        Amount::parse(text, Currency::Usdc).expect("an amount")
    }

    fn order(amount: &str, route: Route) -> Order {
        Order { reference: amount.to_owned(), route, inside: usdc(amount), outside: usdc(amount) }
    }

    /// The answers to an order, when it is given and after so many seconds each.
    fn course(amount: &str, route: Route, seconds: &[i64]) -> (SubmissionResult, Vec<OrderStatus>) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let (bank, order) = (Simulated { memory: RecordedOrders::default() }, order(amount, route));
        let start = Timestamp::from_micros(0);
        runtime.block_on(async {
            let submitted = bank.submit(&order, start).await;
            let mut answers = Vec::new();
            for after in seconds {
                answers.push(bank.status(&order, start.plus_seconds(*after)).await);
            }
            (submitted, answers)
        })
    }

    fn told(outcome: RailOutcome) -> OrderStatus {
        OrderStatus::Told { outcome, look_again_at: None }
    }

    #[test]
    fn an_order_completes_in_the_time_of_its_rail_unless_its_cents_say_otherwise() {
        let (ach, day) = (Route::Bank(BankRail::UsdAch), 86_400);
        let at = |seconds| Some(Timestamp::from_micros(0).plus_seconds(seconds));
        let taken = SubmissionResult::Taken { hash: None, ask_at: at(day) };
        let pending = OrderStatus::Pending { ask_at: at(day) };
        assert_eq!(
            course("100.00", ach, &[0, day - 1, day]),
            (taken.clone(), vec![pending.clone(), pending.clone(), told(RailOutcome::Completed(None))])
        );
        assert_eq!(course("100.51", ach, &[day]), (taken.clone(), vec![told(RailOutcome::Failed)]));
        let completed =
            OrderStatus::Told { outcome: RailOutcome::Completed(None), look_again_at: at(3 * day) };
        assert_eq!(
            course("100.52", ach, &[day, 3 * day]),
            (taken, vec![completed, told(RailOutcome::Returned)])
        );
        assert_eq!(
            course("100.53", ach, &[0, day]),
            (SubmissionResult::Unclear, vec![pending, told(RailOutcome::Completed(None))])
        );
        assert_eq!(
            course("100.54", ach, &[0, day, 400 * day]),
            (SubmissionResult::Unclear, vec![OrderStatus::Lost, OrderStatus::Lost, OrderStatus::Lost])
        );
    }

    #[test]
    fn an_order_on_the_chain_has_a_hash_of_its_own() {
        let (submitted, statuses) = course("7.00", Route::Chain, &[10]);
        let SubmissionResult::Taken { hash: Some(hash), .. } = submitted else { panic!("{submitted:?}") };
        assert!(hash.len() == 66 && hash.starts_with("0x"), "{hash}");
        assert_eq!(statuses, [told(RailOutcome::Completed(Some(hash.clone())))]);
        let (SubmissionResult::Taken { hash: other, .. }, _) = course("8.00", Route::Chain, &[]) else {
            panic!()
        };
        assert_ne!(other, Some(hash));
    }

    #[test]
    fn a_deposit_waits_for_somebody_to_say_so_unless_its_cents_say_otherwise() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let bank = Simulated { memory: RecordedOrders::default() };
        let after = |amount: &str, seconds: i64| {
            let since = Timestamp::from_micros(0);
            let awaited = ExpectedPayment {
                reference: String::new(),
                route: Route::Bank(BankRail::BrlPix),
                amount: usdc(amount),
                since,
            };
            runtime.block_on(bank.incoming(&awaited, since.plus_seconds(seconds)))
        };
        assert_eq!(after("100.00", 1 << 30), None);
        assert_eq!(after("100.51", 59), None);
        assert_eq!(after("100.51", 60), Some(RailOutcome::Received(usdc("100.51"))));
        assert_eq!(after("100.52", 60), Some(RailOutcome::Received(usdc("90.52"))));
        assert_eq!(after("100.53", 60), Some(RailOutcome::Received(usdc("110.53"))));
        assert_eq!(after("100.54", 60), Some(RailOutcome::Failed));
    }

    #[test]
    fn every_rail_of_the_sandbox_is_open_both_ways_and_names_an_account_as_json() {
        let tariff = tariff();
        for rail in BankRail::ALL {
            let (terms, beneficiary) = tariff.deposit(rail).expect("open");
            assert!(terms.rate.is_some() && tariff.withdrawal(rail).is_ok(), "{rail:?}");
            let details: serde_json::Value = serde_json::from_str(&beneficiary.details).expect("JSON");
            assert!(
                details.as_object().is_some_and(|details| details.values().all(|value| value.is_string()))
            );
        }
    }
}
