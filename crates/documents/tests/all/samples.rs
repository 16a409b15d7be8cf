//! Receipts and statements to look at, with figures that add up.

use documents::{Brand, Fact, Holder, Movement, MovementKind, Receipt, Statement};
use i18n::Locale;
use rules::money::Amount;
use rules::time::Timestamp;

pub fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a time")
}

pub fn usdc(text: &str) -> Amount {
    let digits = text.trim_start_matches('-');
    let amount = Amount::parse(digits, rules::money::Currency::Usdc).unwrap_or(Amount::ZERO);
    if text == digits { amount } else { Amount::from_micros(-amount.micros()) }
}

pub fn brand() -> Brand {
    Brand {
        name: "Acme Pay".to_owned(),
        color: [0x0f, 0x76, 0x6e],
        support_email: Some("help@acme.example".to_owned()),
    }
}

pub fn holder() -> Holder {
    Holder {
        name: "Demo Business".to_owned(),
        email: "demo@example.com".to_owned(),
        account: "acct_01kadyxr5pfzbb8mq7w1sqjx2c".to_owned(),
    }
}

pub fn receipt() -> Receipt {
    Receipt {
        locale: Locale::ENGLISH,
        brand: brand(),
        holder: holder(),
        is_test: false,
        id: "txn_01kadyxr5pfzbb8mq7w1sqjx2c".to_owned(),
        title: "Withdrawal to Main account".to_owned(),
        amount: usdc("-1250.5"),
        status: "Completed \u{b7} 5 March 2026, 07:08 UTC".to_owned(),
        note: None,
        details: vec![fact("Type", "Withdrawal"), fact("Reference", "Invoice 12")],
        amounts: vec![
            ("Sent".to_owned(), usdc("1247.25")),
            ("Fee".to_owned(), usdc("3.25")),
            ("Total".to_owned(), usdc("1250.5")),
        ],
    }
}

pub fn fact(name: &str, value: &str) -> Fact {
    Fact { name: name.to_owned(), value: value.to_owned() }
}

/// March 2026.
pub fn statement(movements: &[Movement]) -> Statement {
    let sum = |amounts: &mut dyn Iterator<Item = i64>| Amount::from_micros(amounts.sum());
    let opening = usdc("10000");
    let money_in = sum(&mut movements.iter().map(|movement| movement.amount.micros().max(0)));
    let money_out = sum(&mut movements.iter().map(|movement| -movement.amount.micros().min(0)));
    let fees = sum(&mut movements.iter().map(|movement| movement.fee.micros()));
    Statement {
        locale: Locale::ENGLISH,
        brand: brand(),
        holder: holder(),
        is_test: false,
        starts_at: at("2026-03-01T00:00:00Z"),
        ends_at: at("2026-04-01T00:00:00Z"),
        as_of: None,
        opening,
        money_in,
        money_out,
        fees,
        closing: movements.last().map_or(opening, |movement| movement.balance),
        reserved: usdc("120"),
        movements: movements.len() as u64,
    }
}

pub fn movement(kind: MovementKind, amount: &str, fee: &str, description: &str, reference: &str) -> Movement {
    Movement {
        at: at("2026-03-05T07:08:09.123Z"),
        kind,
        transaction: "txn_01kadyxr5pfzbb8mq7w1sqjx2c".to_owned(),
        description: description.to_owned(),
        reference: reference.to_owned(),
        amount: usdc(amount),
        fee: usdc(fee),
        balance: Amount::ZERO,
    }
}

/// With the balance after each.
pub fn balanced(mut movements: Vec<Movement>) -> Vec<Movement> {
    let mut balance = usdc("10000").micros();
    for movement in &mut movements {
        balance += movement.amount.micros() - movement.fee.micros();
        movement.balance = Amount::from_micros(balance);
    }
    movements
}

pub fn movements() -> Vec<Movement> {
    balanced(vec![
        movement(MovementKind::Deposit, "1000", "5.25", "Deposit from Main account", "FLR-7Q2M"),
        movement(MovementKind::Payout, "-12.345678", "", "Payout to ada@example.com", ""),
        movement(MovementKind::Withdrawal, "-95", "5", "Withdrawal to Main account", "Rent"),
        movement(MovementKind::Return, "95", "-5", "Returned: withdrawal to Main account", "Rent"),
        movement(MovementKind::InboundTransfer, "0.000001", "", "From Zo\u{eb} & S\u{f6}hne", ""),
    ])
}
