//! What a payment becomes, on any terms: the agreed terms reach as far as the rate lock, and every cent is somewhere.

use proptest::prelude::*;
use rules::account::Mode;
use rules::allocation::{Allocation, BankPayment, allocate};
use rules::external_transfer::{Counterparty, ExternalTransfer, Route};
use rules::id::{AccountId, TransactionId};
use rules::money::Amount;
use rules::pricing::{BasisPoints, PriceError, Rate, Terms};
use rules::rail::Rail;
use rules::rate_lock::RateLockPolicy;
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

const NOW: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);
const HOUR: i64 = 3_600;

fn amount(cents: i64) -> Amount {
    Amount::from_micros(cents * 10_000)
}

fn usdc(units: i64) -> Amount {
    Amount::from_micros(units * 1_000_000)
}

fn terms(rate: i64, fixed: i64, percentage: u16) -> Terms {
    Terms {
        rate: Rate::from_micros(rate),
        fixed: Amount::from_micros(fixed),
        percentage: BasisPoints::new(percentage).expect("a share"),
        spread: BasisPoints::default(),
    }
}

/// A deposit that was announced now, and the policy's lock.
fn deposit(announced: Amount, agreed: Terms, status: TransactionStatus) -> Transaction {
    let route = Route::Bank(Rail::ArsTransfers);
    let external_transfer = ExternalTransfer {
        rate_lock: Some(RateLockPolicy::DEFAULT.lock(announced, NOW)),
        ..ExternalTransfer::new(Mode::Live, route, Counterparty::Unknown, agreed, announced, "FL1".to_owned())
    };
    let (id, account) = (TransactionId::new(1, [1; 10]), AccountId::new(1, [1; 10]));
    let inside = agreed.deposit(announced).map_or(Amount::ZERO, |price| price.inside);
    Transaction {
        status,
        external_transfer: Some(Box::new(external_transfer)),
        ..Transaction::new(id, account, TransactionType::Deposit, inside, NOW)
    }
}

fn payment(amount: Amount, after: i64, terms_today: Option<Terms>, most: Option<Amount>) -> BankPayment {
    BankPayment { amount, received_at: NOW.plus_seconds(after), terms_today, most }
}

/// Of the deposit, beside it, and parked: outside, and credited or worth.
fn shown(parts: &Allocation) -> [Option<(String, String)>; 3] {
    let part = |part: Option<rules::allocation::Part>| {
        part.map(|part| (part.price.outside.to_string(), part.price.inside.to_string()))
    };
    let parked = parts.parked.map(|parked| (parked.amount.to_string(), parked.worth.to_string()));
    [part(parts.deposit), part(parts.beside), parked]
}

fn some(outside: &str, inside: &str) -> Option<(String, String)> {
    Some((outside.to_owned(), inside.to_owned()))
}

const AWAITED: TransactionStatus = TransactionStatus::AwaitingTransfer;

/// Ten pesos were announced, the peso fell by a third, and two billion came.
#[test]
fn a_small_announcement_is_no_option_on_the_rate() {
    let (old, new) = (terms(1_180_250_000, 0, 25), terms(1_770_375_000, 0, 25));
    let announced = deposit(amount(1_000), old, AWAITED);
    let pay = |after, today, most| {
        allocate(&announced, &payment(amount(200_000_000_000), after, today, most)).expect("parts")
    };
    let limit = Some(usdc(1_000_000));
    // 10.10 at the agreed rate, one million in all, and the rest waits for an operator.
    assert_eq!(
        shown(&pay(60, Some(new), limit)),
        [
            some("10.10", "0.008536"),
            some("1770374984.85", "997499.991464"),
            some("229625005.05", "129704.161575")
        ]
    );
    // An hour later nothing is agreed any more.
    assert_eq!(
        shown(&pay(HOUR + 1, Some(new), limit)),
        [some("1770375000.00", "997500.00"), None, some("229625000.00", "129704.158723")]
    );
    // Two operators may decide that the limit does not count.
    assert_eq!(shown(&pay(60, Some(new), None))[1..], [some("1999999989.90", "1126879.892636"), None]);
    // Without terms today, what was not agreed waits.
    assert_eq!(
        shown(&pay(60, None, limit)),
        [some("10.10", "0.008536"), None, some("1999999989.90", "1694556.229527")]
    );
    assert_eq!(shown(&pay(HOUR + 1, None, limit)), [None, None, some("2000000000.00", "1694556.238085")]);
}

#[test]
fn the_lock_holds_to_its_end_and_for_one_payment() {
    let (old, new) = (terms(5_000_000, 500_000, 0), terms(10_000_000, 250_000, 0));
    let today = Some(new);
    let awaited = deposit(amount(10_000), old, AWAITED);
    let pay = |cents, after| {
        shown(&allocate(&awaited, &payment(amount(cents), after, today, None)).expect("parts"))
    };
    assert_eq!(pay(10_000, HOUR), [some("100.00", "19.50"), None, None]);
    assert_eq!(pay(9_000, 0), [some("90.00", "17.50"), None, None]);
    assert_eq!(pay(10_100, 0), [some("101.00", "19.70"), None, None]);
    // The fixed fee is taken once.
    assert_eq!(pay(11_100, 0), [some("101.00", "19.70"), some("10.00", "1.00"), None]);
    assert_eq!(pay(11_100, HOUR + 1), [some("111.00", "10.85"), None, None]);
    // The fees leave nothing of it: it waits.
    assert_eq!(pay(100, 0), [None, None, some("1.00", "0.10")]);
    for ended in [
        TransactionStatus::Processing,
        TransactionStatus::Completed,
        TransactionStatus::Expired,
        TransactionStatus::Cancelled,
        TransactionStatus::Failed,
    ] {
        let ended = deposit(amount(10_000), old, ended);
        let late = |today| shown(&allocate(&ended, &payment(amount(10_000), 0, today, None)).expect("parts"));
        assert_eq!(late(today), [None, some("100.00", "9.75"), None]);
        assert_eq!(late(None), [None, None, some("100.00", "20.00")], "never on terms of the past");
    }
}

#[test]
fn what_is_worth_nothing_has_no_parts() {
    let dear = terms(1_000_000_000_000, 0, 0);
    let awaited = deposit(amount(100_000_000), dear, AWAITED);
    let pay = |cents| allocate(&awaited, &payment(amount(cents), HOUR + 1, Some(dear), None));
    assert_eq!(pay(99), Err(PriceError::TooSmall));
    assert_eq!(pay(100).map(|parts| parts.worth().micros()), Ok(1));
}

fn any_terms() -> impl Strategy<Value = Terms> {
    let rate = prop_oneof![1..=Rate::HIGHEST, 100_000..=10_000_000_000_i64];
    (rate, 0..2_000_000_i64, 0..=5_000_u16)
        .prop_map(|(rate, fixed, percentage)| terms(rate, fixed, percentage))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8_192))]

    #[test]
    fn every_cent_is_somewhere_and_nothing_is_worth_more_than_it_may_be(
        (agreed, today) in (any_terms(), proptest::option::of(any_terms())),
        (announced, came) in (1..10_000_000_000_i64, 1..10_000_000_000_i64),
        after in 0..2 * HOUR,
        most in proptest::option::of(0..2_000_000_000_000_i64),
        is_awaited: bool,
    ) {
        let status = if is_awaited { AWAITED } else { TransactionStatus::Completed };
        let row = deposit(amount(announced), agreed, status);
        let lock = row.external_transfer.as_ref().and_then(|terms| terms.rate_lock).expect("a lock");
        let most = most.map(Amount::from_micros);
        let Ok(parts) = allocate(&row, &payment(amount(came), after, today, most)) else { return Ok(()) };
        let priced = [parts.deposit, parts.beside].into_iter().flatten();
        let mut outside = parts.parked.map_or(0, |parked| parked.amount.micros());
        let mut worth = parts.parked.map_or(0, |parked| parked.worth.micros());
        let mut credited = 0;
        for part in priced {
            prop_assert_eq!(part.terms.deposit(part.price.outside), Ok(part.price), "priced by its terms");
            let (crossed, fees) = (part.price.crossed.micros(), part.price.fees.total().micros());
            prop_assert_eq!(crossed, part.price.inside.micros() + fees);
            outside += part.price.outside.micros();
            worth += crossed;
            credited += crossed;
        }
        prop_assert_eq!(outside, came * 10_000, "in = out, to the cent");
        prop_assert_eq!(parts.worth().micros(), worth);
        prop_assert!(parts.parked.is_none_or(|parked| parked.worth > Amount::ZERO));
        // What is worth less than a micro-unit may be folded in.
        prop_assert!(most.is_none_or(|most| credited <= most.micros() + 1), "{} of {:?}", credited, most);
        let is_locked = is_awaited && after <= HOUR;
        if let Some(part) = parts.deposit {
            prop_assert!(is_awaited);
            let over = part.price.outside.micros() - lock.max_amount.micros();
            let dust = agreed.rate.map_or(0, Rate::micros) / 1_000_000;
            if is_locked {
                prop_assert_eq!(part.terms, agreed);
                prop_assert!(over <= dust, "{} more than was promised", over);
            } else {
                prop_assert_eq!(Some(part.terms), today);
            }
        }
        if let Some(part) = parts.beside {
            let fixed = if is_awaited { Amount::ZERO } else { part.terms.fixed };
            prop_assert_eq!(Some(part.terms), today.map(|today| Terms { fixed, ..today }));
        }
    }
}
