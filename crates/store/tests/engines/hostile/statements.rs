//! The statements. Each is wrong in one way only, as far as that can be.

pub mod replacing;

use super::scene::{AS_APPLICATION_ROLE, Scene};

/// What it is, and the SQL.
pub type Statement = (String, String);

const WRITTEN: [&str; 15] = [
    include_str!("statements/transfers.sql"),
    include_str!("statements/unexplained.sql"),
    include_str!("statements/accounts.sql"),
    include_str!("statements/openings.sql"),
    include_str!("statements/transactions.sql"),
    include_str!("statements/payouts.sql"),
    include_str!("statements/external_wallets.sql"),
    include_str!("statements/external_transfers.sql"),
    include_str!("statements/automatic_withdrawals.sql"),
    include_str!("statements/people.sql"),
    include_str!("statements/identity.sql"),
    include_str!("statements/events.sql"),
    include_str!("statements/webhooks.sql"),
    include_str!("statements/chain.sql"),
    include_str!("statements/shadowing.sql"),
];

pub fn all(scene: &Scene) -> Vec<Statement> {
    let own = if scene.fixture.is_postgres() { "postgres" } else { "sqlite" };
    let mut all = Vec::new();
    for written in WRITTEN.iter().flat_map(|file| file.split("\n\n-- ").skip(1)) {
        let (title, sql) = written.split_once('\n').expect("a title and a statement");
        let (engine, name) = title.split_once(": ").expect("an engine and a name");
        assert!(["both", "sqlite", "postgres", "role", "any"].contains(&engine), "{title}");
        let sql = scene.fill(sql.trim_end().trim_end_matches(';'));
        let as_role = (format!("{name}, as the application role"), format!("{AS_APPLICATION_ROLE}{sql}"));
        if own == "postgres" && ["role", "any"].contains(&engine) {
            all.push(as_role);
        }
        if [own, "both"].contains(&engine) || (own == "postgres" && engine == "any") {
            all.push((name.to_owned(), sql));
        }
    }
    all.extend(forbidden_pairs(scene));
    if !scene.fixture.is_postgres() {
        all.extend(replacing::all(scene));
    }
    all
}

const KINDS: [&str; 6] = ["available", "held", "world", "fees", "rounding", "suspense"];
const ALLOWED: [(&str, &str, &str); 12] = [
    ("credit", "world", "available"),
    ("fee", "held", "fees"),
    ("fee", "world", "fees"),
    ("hold", "available", "held"),
    ("park", "world", "suspense"),
    ("resolve", "held", "available"),
    ("resolve", "held", "world"),
    ("return", "world", "available"),
    ("return_fee", "fees", "available"),
    ("return_rounding", "rounding", "available"),
    ("rounding", "held", "rounding"),
    ("unpark", "suspense", "world"),
];
const STEPS: [&str; 11] = [
    "credit",
    "hold",
    "resolve",
    "gift",
    "fee",
    "rounding",
    "return",
    "return_fee",
    "return_rounding",
    "park",
    "unpark",
];

/// Every step between every two kinds of account that the rules do not allow. All else about it is right: there is
/// money, there is an arrival, there are two accounts where there can be.
fn forbidden_pairs(scene: &Scene) -> Vec<Statement> {
    let mut all = Vec::new();
    for step in STEPS {
        for debit in KINDS {
            for credit in KINDS.into_iter().filter(|credit| !ALLOWED.contains(&(step, debit, credit))) {
                let from = account(scene.name("{ada}"), debit);
                let to = account(scene.name(if debit == credit { "{bob}" } else { "{ada}" }), credit);
                let sql = format!(
                    "insert into transactions
                         (id, account_id, type, status, amount, currency, created_at, completed_at, external_reference)
                     values ('txn_x', '{{ada}}', 'inbound_transfer', 'completed', 5, 'USDC', 1, 1, 'x');
                     insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
                     values ('txn_x:{step}', '{step}', '{from}', '{to}', 5, 1)"
                );
                all.push((format!("{step} from {debit} to {credit}"), scene.fill(&sql)));
            }
        }
    }
    all
}

fn account(owner: &str, kind: &str) -> String {
    match kind {
        "world" => "test:world:chain".to_owned(),
        "fees" | "rounding" | "suspense" => format!("test:{kind}"),
        _ => format!("{owner}:{kind}"),
    }
}
