//! Automatic withdrawals beside the database: every payment is collected once, no withdrawal takes more than its
//! payments brought, and in the end nothing that is enough is left.

use std::collections::{BTreeMap, BTreeSet};

use app::{App, Failure, NewAutomaticWithdrawals, NewDestination};
use rules::account::Caller;

use crate::database::Entry;
use crate::intent::{Reply, Wish, whole};
use crate::rng::Rng;
use crate::run::Run;
use crate::shadow::Shadow;

struct Payment {
    account: String,
    amount: i64,
    status: String,
    withdrawal: Option<String>,
}

#[derive(Default)]
struct Setting {
    is_on: bool,
    minimum: i64,
    collected: i64,
    /// The withdrawals that were, or will be, made of what is collected.
    chosen: BTreeSet<String>,
}

#[derive(Default)]
pub struct Payments {
    all: BTreeMap<String, Payment>,
    /// The automatic withdrawals, and whose they are.
    withdrawals: BTreeMap<String, String>,
    settings: BTreeMap<String, Setting>,
}

impl Payments {
    /// Takes in a line of the journal if it is about payments that are withdrawn.
    pub fn apply(&mut self, entry: &Entry) {
        match entry.what.as_str() {
            "payment" => {
                assert_eq!(entry.text(2), "pending", "{} begins at the beginning", entry.id);
                let (account, amount, status) = (entry.text(0), entry.int(1), entry.text(2));
                assert!(self.settings.contains_key(&account), "{account} never wanted {}", entry.id);
                let payment = Payment { account, amount, status, withdrawal: None };
                assert!(self.all.insert(entry.id.clone(), payment).is_none(), "{} is new", entry.id);
            }
            "collected" => {
                let payment = self.all.get_mut(&entry.id).expect("a payment");
                assert_eq!(payment.status, "pending", "{} is collected twice", entry.id);
                (payment.status, payment.withdrawal) = (entry.text(0), entry.optional_text(1));
                let is_made = payment.withdrawal.as_ref().is_some_and(|id| self.withdrawals.contains_key(id));
                assert!(!is_made, "{} comes too late for {:?}", entry.id, payment.withdrawal);
            }
            "automatic" => {
                let before = self.withdrawals.insert(entry.id.clone(), entry.text(0));
                assert!(before.is_none(), "{} is made twice", entry.id);
            }
            "setting" => {
                let setting = self.settings.entry(entry.id.clone()).or_default();
                setting.is_on = entry.optional_text(0).is_none();
                (setting.minimum, setting.collected) = (entry.int(1), entry.int(2));
                setting.chosen.insert(entry.text(3));
            }
            _ => {}
        }
    }

    /// What the payments brought that a withdrawal was made of.
    fn brought(&self, withdrawal: &str) -> i64 {
        let own = self.all.values().filter(|payment| payment.withdrawal.as_deref() == Some(withdrawal));
        own.map(|payment| payment.amount).sum()
    }

    pub fn check(&self, shadow: &Shadow) {
        for (id, account) in &self.withdrawals {
            let withdrawal = &shadow.external_transfers[id];
            assert_eq!(withdrawal.account, *account, "{id}");
            assert!(withdrawal.amount <= self.brought(id), "{id} takes more than came in");
        }
        for payment in self.all.values() {
            assert_eq!(payment.withdrawal.is_some(), payment.status == "collected");
            let Some(withdrawal) = &payment.withdrawal else { continue };
            // One that is chosen and made in one step is never seen to be chosen.
            let is_known = self.settings[&payment.account].chosen.contains(withdrawal)
                || self.withdrawals.get(withdrawal) == Some(&payment.account);
            assert!(is_known, "{withdrawal} was never chosen");
        }
    }

    fn is_pending(&self) -> bool {
        self.all.values().any(|payment| payment.status == "pending")
    }
}

/// Somewhere that payments of this account, or of another, could be withdrawn to.
pub fn destination(rng: &mut Rng, shadow: &Shadow, account: &str) -> Option<String> {
    let own = shadow.bank_accounts.get(account);
    match own.filter(|_| rng.chance(60)) {
        Some(own) => Some(own.clone()),
        None => shadow.labels.destination(rng, account),
    }
}

pub async fn ask(app: &App, caller: &Caller, wish: Wish) -> Result<Reply, Failure> {
    match wish {
        Wish::Automatic { to, units } => {
            let to = match to.starts_with("ba_") {
                true => NewDestination::BankAccount(to),
                false => NewDestination::ExternalWallet(to),
            };
            let new = NewAutomaticWithdrawals { to, minimum: whole(units) };
            app.withdraw_automatically(caller, &new).await?;
        }
        _ => _ = app.stop_withdrawing_automatically(caller).await?,
    }
    Ok(Reply::Count)
}

impl Run<'_> {
    /// Most people with test money have their payments withdrawn from the start.
    pub fn turn_automatic_withdrawals_on(&mut self) {
        let accounts: Vec<(String, String)> = self.shadow.bank_accounts.clone().into_iter().collect();
        for (account, to) in accounts {
            if self.rng.chance(70) {
                let number = self.intents.len();
                let units = self.rng.between(1, 60);
                self.intend(account, Wish::Automatic { to, units });
                self.say(number, false);
            }
        }
        self.drive();
    }

    /// What came in is withdrawn, unless it is not enough.
    pub fn withdraw_everything(&mut self) {
        for _ in 0..1_000 {
            let at = self.rng.below(2);
            let app = self.processes[at].app.clone();
            self.spawn(
                at,
                Box::pin(async move {
                    Ok(app.external_transfers.withdraw_payments().await).map(|_| Reply::Count)
                }),
            );
            self.drive();
            if !self.shadow.payments.is_pending() {
                break;
            }
        }
        assert!(!self.shadow.payments.is_pending(), "payments wait for ever");
        for (account, setting) in &self.shadow.payments.settings {
            let is_enough = setting.is_on && setting.collected >= setting.minimum;
            assert!(!is_enough, "{account} waits for {} that are collected", setting.collected);
        }
    }
}
