//! What is right goes through and moves exactly what it says; what is wrong moves nothing. Checked with random
//! transfers beside a model of the ledger that is nothing but additions.

use std::collections::BTreeMap;

use super::scene::Scene;

const STEPS: usize = 250;

/// A small generator of numbers, so that a failure can be repeated.
struct Luck(u64);

impl Luck {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

fn balances(scene: &Scene) -> BTreeMap<String, i64> {
    let rows = scene.fixture.texts("select id || ' ' || cast(balance as text) from ledger_accounts");
    let row = |row: &String| {
        let (id, balance) = row.split_once(' ').expect("two words");
        (id.to_owned(), balance.parse().expect("a number"))
    };
    rows.iter().map(row).collect()
}

pub fn check(scene: &Scene, role: &str) {
    let mut luck = Luck(20_260_101);
    let mut model = balances(scene);
    let wallets = ["{ada}", "{bob}", "{live}"];
    let (mut done, mut refused) = (0, 0);
    for number in 0..STEPS {
        let owner = scene.name(luck.pick(&wallets)).to_owned();
        let other = scene.name(luck.pick(&wallets)).to_owned();
        let amount = luck.below(40) as i64 * luck.pick(&[1, 1_000, 100_000_000]) - 1;
        let mode = |owner: &str| if owner == scene.name("{live}") { "live" } else { "test" };
        let (step, debit, credit) = match luck.below(3) {
            0 => ("credit", format!("{}:world:chain", mode(&owner)), format!("{owner}:available")),
            1 => ("hold", format!("{owner}:available"), format!("{owner}:held")),
            _ => ("resolve", format!("{owner}:held"), format!("{other}:available")),
        };
        let explanation = match step {
            "credit" => format!(
                "insert into transactions
                     (id, account_id, type, status, amount, currency, created_at, external_reference)
                 values ('x_{number}', '{owner}', 'inbound_transfer', 'completed', {amount}, 'USDC', 1, 'x{number}')"
            ),
            "hold" => format!(
                "insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing,
                     pending_claim, completed, failed, cancelled, created_at)
                 values ('x_{number}', '{owner}', '{}', 'processing', 'USDC', {amount}, 1, 1, 0, 0, 0, 0, 1)",
                mode(&owner)
            ),
            _ => format!(
                "insert into transactions
                     (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id)
                 values ('x_{number}', '{owner}', 'payout', '{}', {amount}, 'USDC', 1, 'po_one', '{}')",
                if owner == other { "failed" } else { "completed" },
                scene.name("{recipient}")
            ),
        };
        let sql = format!(
            "begin; {role} {explanation};
             insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
             values ('x_{number}:{step}', '{step}', '{debit}', '{credit}', {amount}, {number}); commit"
        );
        let is_right = amount > 0
            && (step != "resolve" || mode(&owner) == mode(&other))
            && (step == "credit" || model[&debit] >= amount);
        assert_eq!(scene.fixture.sql(&sql).is_ok(), is_right, "{sql}\n{model:?}");
        if is_right {
            *model.get_mut(&debit).expect("an account") -= amount;
            *model.get_mut(&credit).expect("an account") += amount;
            done += 1;
        } else {
            refused += 1;
        }
        if number % 10 == 0 || !is_right {
            assert_eq!(balances(scene), model, "after {sql}");
        }
    }
    assert_eq!(balances(scene), model);
    assert!(done > 50 && refused > 20, "{done} done, {refused} refused");
}
