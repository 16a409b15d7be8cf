//! The load of `florin bench`: many concurrent callers. It must only run on a temporary database.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use app::clock::Clock;
use app::{App, Failure, NewPayout, NewUser};
use indicatif::{ProgressBar, ProgressStyle};
use rules::account::{Caller, Mode};
use rules::decisions::payout::{NewItem, PayoutTarget};
use rules::email_address::EmailAddress;
use rules::id::PayoutId;
use rules::money::{Amount, MICROS_PER_UNIT};
use rules::scope::Scopes;
use rules::user::AccountType;
use tokio::task::JoinSet;

const CALLERS: usize = 64;
const ITEMS: usize = 100;
/// People with wallets, who are paid again and again.
const PEOPLE: usize = 500;
const FUNDS: Amount = Amount::from_micros(100_000_000 * MICROS_PER_UNIT);
const POLL: Duration = Duration::from_millis(10);

pub struct Figures {
    pub accepted: u64,
    pub settled: u64,
    pub singles: u64,
    pub reads: u64,
    pub median_micros: u64,
}

/// Runs every part for about this long.
pub async fn measure(app: &Arc<App>, part: Duration) -> Result<Figures, Failure> {
    let caller = payer(app).await?;
    let bar = bar();
    let load = Load { app: app.clone(), caller, clock: Clock::system(), bar, part };
    load.people().await?;
    let (accepted, settled) = load.payouts().await?;
    let (singles, _) = load.many("payouts of one item", 1).await?;
    let reads = load.reads().await;
    let median_micros = load.alone().await?;
    load.bar.finish_and_clear();
    Ok(Figures { accepted, settled, singles: per_second(singles.sent, singles.took), reads, median_micros })
}

fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {percent}% {msg}").expect("the template is right");
    ProgressBar::new(100).with_style(style)
}

async fn payer(app: &App) -> Result<Caller, Failure> {
    let email = EmailAddress::parse("payer@bench.example").expect("an address");
    let new = NewUser {
        email: email.clone(),
        name: "Payer".to_owned(),
        account_type: AccountType::Business,
        password: "not used".to_owned(),
    };
    app.identity.create_user(new).await?;
    let account = app.platform.account_of(&email, Mode::Test).await?;
    let caller = Caller {
        account: account.id,
        app: account.own_app,
        mode: Mode::Test,
        scopes: Scopes::all(),
        is_owner: false,
    };
    app.sandbox.simulate_inbound_transfer(&caller, FUNDS, None).await?;
    Ok(caller)
}

#[derive(Clone)]
struct Load {
    app: Arc<App>,
    caller: Caller,
    clock: Clock,
    bar: ProgressBar,
    part: Duration,
}

/// What many callers did.
struct LoadResult {
    sent: u64,
    took: Duration,
}

impl Load {
    /// Each person is paid once, claims it, and has a wallet from then on.
    async fn people(&self) -> Result<(), Failure> {
        self.bar.set_message("creating wallets");
        for first in (0..PEOPLE).step_by(ITEMS) {
            let payout = self.pay(first, ITEMS).await?;
            self.await_settled(payout, "\"processing\":0").await?;
            let mut claiming = JoinSet::new();
            for index in 0..ITEMS {
                let (app, caller, item) = (self.app.clone(), self.caller, payout.item(index).to_string());
                claiming.spawn(async move { app.sandbox.simulate_claim(&caller, &item, None).await });
            }
            while let Some(claimed) = claiming.join_next().await {
                claimed.expect("a claim does not panic")?;
            }
        }
        Ok(())
    }

    /// How many items were accepted each second, and how many had arrived by the time all had.
    async fn payouts(&self) -> Result<(u64, u64), Failure> {
        let begun = self.clock.elapsed();
        let (sent, last) = self.many("payouts of 100 items", ITEMS).await?;
        self.bar.set_message("waiting for the last payouts");
        for payout in last {
            self.await_settled(payout, "\"status\":\"completed\"").await?;
        }
        let items = sent.sent * ITEMS as u64;
        Ok((per_second(items, sent.took), per_second(items, self.clock.elapsed() - begun)))
    }

    /// Many callers send payouts of this many items. Also says which came last from each of them.
    async fn many(&self, what: &'static str, items: usize) -> Result<(LoadResult, Vec<PayoutId>), Failure> {
        self.bar.set_message(what);
        let begun = self.clock.elapsed();
        let mut callers = JoinSet::new();
        for number in 0..CALLERS {
            let load = self.clone();
            callers.spawn(async move {
                let (mut sent, mut last) = (0_u64, None);
                while load.goes_on(begun) {
                    last = Some(load.pay(number * 7 + sent as usize * items, items).await?);
                    sent += 1;
                }
                Ok::<_, Failure>((sent, last))
            });
        }
        let (mut sent, mut last) = (0, Vec::new());
        while let Some(caller) = callers.join_next().await {
            let (own, own_last) = caller.expect("a caller does not panic")?;
            sent += own;
            last.extend(own_last);
        }
        Ok((LoadResult { sent, took: self.clock.elapsed() - begun }, last))
    }

    async fn reads(&self) -> u64 {
        self.bar.set_message("reading balances");
        let begun = self.clock.elapsed();
        let mut callers = JoinSet::new();
        for _ in 0..CALLERS {
            let load = self.clone();
            callers.spawn(async move {
                let mut read = 0_u64;
                while load.goes_on(begun) {
                    read += u64::from(load.app.accounts.balance(&load.caller).await.is_ok());
                    // Reading is done on the spot where it can be; others want a turn, too.
                    tokio::task::yield_now().await;
                }
                read
            });
        }
        let read: u64 = callers.join_all().await.into_iter().sum();
        per_second(read, self.clock.elapsed() - begun)
    }

    /// How long one caller waits who is alone.
    async fn alone(&self) -> Result<u64, Failure> {
        self.bar.set_message("one payout at a time");
        let mut took = Vec::new();
        for number in 0..200 {
            let begun = self.clock.elapsed();
            self.pay(number, 1).await?;
            took.push(self.clock.elapsed() - begun);
        }
        took.sort();
        Ok(took[took.len() / 2].as_micros() as u64)
    }

    fn goes_on(&self, begun: Duration) -> bool {
        let done = self.clock.elapsed() - begun;
        self.bar.set_position((done.as_millis() * 100 / self.part.as_millis().max(1)).min(100) as u64);
        done < self.part
    }

    async fn pay(&self, first: usize, items: usize) -> Result<PayoutId, Failure> {
        let item = |index: usize| NewItem {
            target: PayoutTarget::EmailAddress(person((first + index) % PEOPLE)),
            amount: Amount::from_micros(1_000),
            reference: None,
        };
        let new = NewPayout { items: (0..items).map(item).collect(), reference: None };
        let payout: rules::payout::Payout =
            self.app.payouts.create_payout(&self.caller, new, None).await?.outcome();
        Ok(payout.id)
    }

    async fn await_settled(&self, payout: PayoutId, shows: &str) -> Result<(), Failure> {
        loop {
            let body = self.app.payouts.payout(&self.caller, &payout.to_string()).await?;
            if String::from_utf8_lossy(&body).contains(shows) {
                return Ok(());
            }
            tokio::time::sleep(POLL).await;
        }
    }
}

fn person(number: usize) -> EmailAddress {
    EmailAddress::parse(&format!("person{number}@bench.example")).expect("an address")
}

fn per_second(count: u64, took: Duration) -> u64 {
    u64::try_from(u128::from(count) * 1_000_000 / took.as_micros().max(1)).unwrap_or(u64::MAX)
}
