//! How many webhooks a second one host gets from this process, from all senders together. What is too early waits for
//! the next look at its endpoint, and is never lost.
//!
//! Webhooks are counted by host, by site, and by the addresses behind the host. Live webhooks go first: those of test
//! accounts get what live ones leave. An account that has sent much goes behind those that have sent little, so
//! customers with receivers at one host share its rate.
//!
//! The tables have a fixed size. Hosts that share an entry, which is rare and which no sender can arrange, share a
//! limit.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use rules::account::Mode;
use rules::client_address::{ClientAddress, ClientNetwork};
use rules::delivery::Sender;
use rules::webhook_url::WebhookUrl;

const ENTRIES: usize = 65_536;
/// All hosts of a site together get so many times the rate of one: names below one domain cost nothing.
const RATES_OF_A_SITE: i64 = 4;
/// All hosts behind one address get so many: many customers can be behind one address of a CDN.
const RATES_OF_AN_ADDRESS: i64 = 10;
const MICROS_PER_SECOND: i64 = 1_000_000;
/// How much more a webhook counts for its sender than for all.
const WEIGHT_OF_OWN: i64 = 16;

pub struct HostRates {
    /// Unpredictable, so that no sender can choose a name that shares another's entry.
    seed: u64,
    tables: Option<Tables>,
}

struct Tables {
    hosts: Table,
    sites: Table,
    addresses: Table,
}

impl HostRates {
    /// Without a rate there is no limit.
    pub fn new(per_second: Option<NonZeroU32>, seed: u64) -> HostRates {
        let rate = per_second.map(|rate| i64::from(rate.get()));
        let tables = |rate: i64| Tables {
            hosts: Table::new(rate),
            sites: Table::new(rate * RATES_OF_A_SITE),
            addresses: Table::new(rate * RATES_OF_AN_ADDRESS),
        };
        HostRates { seed, tables: rate.map(tables) }
    }

    /// Counts one webhook that is sent to a host at this moment, or says how long it must wait.
    pub fn send(&self, url: &WebhookUrl, sender: Sender, now: Duration) -> Result<HostCharge, Duration> {
        let Some(tables) = &self.tables else { return Ok(HostCharge::default()) };
        take_all(&self.allowances(tables, url, sender), now)
    }

    /// Takes back one webhook that was counted by [`HostRates::send`] and then not sent.
    pub fn take_back(&self, url: &WebhookUrl, sender: Sender, counted: &HostCharge) {
        let Some(tables) = &self.tables else { return };
        give_back_all(&self.allowances(tables, url, sender), &counted.own);
    }

    /// Counts one webhook to each of the addresses that it may reach, or says how long it must wait.
    pub fn reach(&self, addresses: &[IpAddr], sender: Sender, now: Duration) -> Result<(), Duration> {
        let Some(tables) = &self.tables else { return Ok(()) };
        let networks: HashSet<ClientNetwork> =
            addresses.iter().map(|address| ClientAddress::new(*address).network()).collect();
        let allowances: Vec<Allowance<'_>> =
            networks.iter().map(|network| self.allowance(&tables.addresses, network, sender)).collect();
        take_all(&allowances, now).map(drop)
    }

    fn allowances<'t>(&self, tables: &'t Tables, url: &WebhookUrl, sender: Sender) -> [Allowance<'t>; 2] {
        [self.allowance(&tables.hosts, url.host(), sender), self.allowance(&tables.sites, url.site(), sender)]
    }

    fn allowance<'t>(&self, table: &'t Table, name: impl Hash, sender: Sender) -> Allowance<'t> {
        let (entry, own) = (self.entry(&name), &table.own[self.entry((&name, sender))]);
        let (together, all) = match sender.mode {
            Mode::Live => (&table.live[entry], Some(&table.all[entry])),
            Mode::Test => (&table.all[entry], None),
        };
        Allowance { cost: table.cost, own, together, all }
    }

    fn entry(&self, name: impl Hash) -> usize {
        let mut hasher = DefaultHasher::new();
        (self.seed, name).hash(&mut hasher);
        hasher.finish() as usize % ENTRIES
    }
}

/// What a webhook has cost its sender in each table, which is less at the limit.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HostCharge {
    own: Vec<i64>,
}

/// All of them or none.
fn take_all(allowances: &[Allowance<'_>], now: Duration) -> Result<HostCharge, Duration> {
    let now = i64::try_from(now.as_micros()).unwrap_or(i64::MAX / 2);
    let mut own = Vec::with_capacity(allowances.len());
    for allowance in allowances {
        match allowance.take(now) {
            Ok(cost) => own.push(cost),
            Err(wait) => {
                give_back_all(allowances, &own);
                return Err(wait);
            }
        }
    }
    Ok(HostCharge { own })
}

/// As many as were counted.
fn give_back_all(allowances: &[Allowance<'_>], own: &[i64]) {
    allowances.iter().zip(own).for_each(|(allowance, own)| allowance.give_back(*own));
}

/// Rates by the generic cell rate algorithm: each entry is the moment at which all that was sent is paid for. A
/// second's worth can be sent at once.
struct Table {
    live: Box<[AtomicI64]>,
    /// Live and test webhooks together.
    all: Box<[AtomicI64]>,
    /// What each sender has sent.
    own: Box<[AtomicI64]>,
    /// Microseconds that one webhook costs.
    cost: i64,
}

impl Table {
    fn new(per_second: i64) -> Table {
        let entries = || std::iter::repeat_with(|| AtomicI64::new(0)).take(ENTRIES).collect();
        Table {
            live: entries(),
            all: entries(),
            own: entries(),
            cost: (MICROS_PER_SECOND / per_second).max(1),
        }
    }
}

/// The entries that one webhook counts for in a table.
struct Allowance<'t> {
    cost: i64,
    own: &'t AtomicI64,
    /// What the webhook may have to wait for: everything, or for a live webhook what is live.
    together: &'t AtomicI64,
    /// Everything, for a live webhook: it counts there, but does not wait.
    all: Option<&'t AtomicI64>,
}

impl Allowance<'_> {
    /// What a sender has sent must fit into what is left for all. It counts [`WEIGHT_OF_OWN`] times, up to half a
    /// second, so a sender that has more than a small part of the rate stays at the limit. One alone has the whole
    /// rate, but at most half a second's worth at once, and leaves the other half to those that send less.
    fn take(&self, now: i64) -> Result<i64, Duration> {
        let room = MICROS_PER_SECOND - self.cost;
        let unpaid = |entry: &AtomicI64| (entry.load(Ordering::Relaxed) - now).max(0);
        let (own, together) = (unpaid(self.own), unpaid(self.together));
        // Both become less while time passes.
        let too_early = (together - room).max((own + together - room + 1) / 2);
        if too_early > 0 {
            return Err(Duration::from_micros(too_early.unsigned_abs()));
        }
        let max_own = now + MICROS_PER_SECOND / 2;
        let cost = WEIGHT_OF_OWN * self.cost;
        let more = |paid_at: i64| (paid_at.max(now) + cost).min(max_own.max(paid_at));
        let before =
            self.own.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |paid_at| Some(more(paid_at)));
        let before = before.unwrap_or_else(|paid_at| paid_at);
        for entry in std::iter::once(self.together).chain(self.all) {
            let later = |paid_at: i64| Some(paid_at.max(now) + self.cost);
            let _ = entry.fetch_update(Ordering::Relaxed, Ordering::Relaxed, later);
        }
        Ok(more(before) - before.max(now))
    }

    fn give_back(&self, own: i64) {
        self.own.fetch_sub(own, Ordering::Relaxed);
        for entry in std::iter::once(self.together).chain(self.all) {
            entry.fetch_sub(self.cost, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::num::NonZeroU32;
    use std::time::Duration;

    use rules::account::Mode;
    use rules::delivery::Sender;
    use rules::id::AccountId;
    use rules::webhook_url::{Reach, WebhookUrl};

    use super::HostRates;

    fn url(text: &str) -> WebhookUrl {
        WebhookUrl::parse(text, Mode::Test, &Reach::default()).expect("an address")
    }

    fn sender(mode: Mode, number: usize) -> Sender {
        Sender { mode, sponsor: AccountId::new(number as u64, [0; 10]) }
    }

    /// How many of 1,000 go through at one moment, each of another sender.
    fn burst(rates: &HostRates, text: impl Fn(usize) -> String, now: Duration) -> usize {
        let is_sent =
            |index: &usize| rates.send(&url(&text(*index)), sender(Mode::Test, *index), now).is_ok();
        (0..1_000).filter(is_sent).count()
    }

    #[test]
    fn one_host_gets_its_rate_whatever_the_path_and_the_port() {
        let rates = HostRates::new(NonZeroU32::new(50), 7);
        let hook = |index: usize| match index % 3 {
            0 => format!("https://victim.example.com/{index}"),
            1 => format!("http://VICTIM.example.com.:8080/?n={index}"),
            _ => format!("https://victim.example.com:8443/{index}"),
        };
        let start = Duration::from_secs(10);
        assert_eq!(burst(&rates, hook, start), 50);
        assert_eq!(burst(&rates, hook, start + Duration::from_millis(500)), 25);
        assert_eq!(
            burst(&rates, hook, start + Duration::from_secs(60)),
            50,
            "what was not used is not saved up"
        );
        assert_eq!(burst(&rates, |_| "https://other.example.org/".to_owned(), start), 50);
    }

    #[test]
    fn names_below_one_domain_share_a_larger_limit() {
        let rates = HostRates::new(NonZeroU32::new(50), 7);
        let start = Duration::from_secs(10);
        assert_eq!(burst(&rates, |index| format!("https://a{index}.example.com/"), start), 200);
        // What the site refused costs the host nothing.
        let later = start + Duration::from_secs(1);
        assert_eq!(burst(&rates, |_| "https://a999.example.com/".to_owned(), later), 50);
    }

    #[test]
    fn what_is_not_sent_after_all_costs_nothing() {
        let rates = HostRates::new(NonZeroU32::new(50), 7);
        let now = Duration::from_secs(10);
        for mode in [Mode::Live, Mode::Test] {
            for number in 0..1_000 {
                let hook = url(&format!("https://a{}.example.com/", number % 8));
                let counted = rates.send(&hook, sender(mode, 1), now).unwrap_or_else(|_| panic!("{number}"));
                rates.take_back(&hook, sender(mode, 1), &counted);
            }
        }
        assert_eq!(burst(&rates, |index| format!("https://a{index}.example.com/"), now), 200);
    }

    #[test]
    fn addresses_have_limits_too_and_a_wait_is_long_enough() {
        let rates = HostRates::new(NonZeroU32::new(2), 7);
        let hook = url("http://93.184.215.14/hook");
        let now = Duration::from_secs(10);
        let send = |number, now| rates.send(&hook, sender(Mode::Test, number), now).map(drop);
        assert_eq!([send(1, now), send(2, now)], [Ok(()), Ok(())]);
        let wait = send(3, now).unwrap_err();
        assert_eq!(wait, Duration::from_millis(500));
        assert!(send(3, now + wait - Duration::from_micros(1)).is_err());
        assert_eq!(send(3, now + wait), Ok(()));
    }

    #[test]
    fn live_webhooks_do_not_wait_for_test_ones_which_get_what_is_left() {
        let rates = HostRates::new(NonZeroU32::new(50), 7);
        let hook = url("https://hooks.example.com/");
        let sent = |mode: Mode, now| {
            (0..1_000).filter(|number| rates.send(&hook, sender(mode, *number), now).is_ok()).count()
        };
        let start = Duration::from_secs(10);
        assert_eq!((sent(Mode::Test, start), sent(Mode::Live, start)), (50, 50));
        let later = start + Duration::from_secs(60);
        assert_eq!((sent(Mode::Live, later), sent(Mode::Test, later)), (50, 0));
        let half = later + Duration::from_millis(500);
        assert_eq!(sent(Mode::Live, half), 25, "whatever test accounts tried to send");
    }

    #[test]
    fn names_that_lead_to_one_address_share_its_limit() {
        let rates = HostRates::new(NonZeroU32::new(5), 7);
        let now = Duration::from_secs(10);
        let reached = |addresses: &[&str]| {
            let addresses: Vec<IpAddr> = addresses.iter().map(|text| text.parse().expect("one")).collect();
            let is_reached =
                |number: &usize| rates.reach(&addresses, sender(Mode::Test, *number), now).is_ok();
            (0..1_000).filter(is_reached).count()
        };
        assert_eq!(reached(&["198.51.100.1", "198.51.100.2"]), 50);
        assert_eq!(reached(&["198.51.100.3", "198.51.100.2"]), 0, "any of them may be called");
        assert_eq!(reached(&["198.51.100.3"]), 50, "what was refused costs nothing");
        assert_eq!(reached(&["2001:db8::1"]) + reached(&["2001:db8::2"]), 50, "one network");
        assert_eq!(reached(&["2001:db8:0:1::1"]), 50);
    }

    #[test]
    fn an_account_with_much_to_send_leaves_room_for_others_and_alone_has_the_whole_rate() {
        let rates = HostRates::new(NonZeroU32::new(50), 7);
        let hook = url("https://hooks.example.com/");
        let (greedy, modest) = (sender(Mode::Live, 1), sender(Mode::Live, 2));
        let (mut sent, mut waited) = ([0, 0], 0);
        for millis in 10_000..70_000 {
            let now = Duration::from_millis(millis);
            sent[usize::from(millis >= 40_000)] +=
                (0..10).filter(|_| rates.send(&hook, greedy, now).is_ok()).count();
            // From the middle on, the other sends ten a second.
            if millis >= 40_000 && millis % 100 == 0 {
                waited += usize::from(rates.send(&hook, modest, now).is_err());
            }
        }
        assert!((1_500..=1_525).contains(&sent[0]), "50 a second alone: {sent:?}");
        assert!((1_190..=1_225).contains(&sent[1]), "what the other leaves: {sent:?}");
        assert_eq!(waited, 0);
    }

    #[test]
    fn several_greedy_accounts_leave_room_for_a_modest_one() {
        for greedy in 2..8 {
            let rates = HostRates::new(NonZeroU32::new(50), 7);
            let hook = url("https://hooks.example.com/");
            let (mut total, mut waited) = (0, 0);
            for millis in 10_000..40_000 {
                let now = Duration::from_millis(millis);
                let is_sent =
                    |number: &usize| rates.send(&hook, sender(Mode::Live, number % greedy), now).is_ok();
                total += (0..2 * greedy).filter(is_sent).count();
                if millis % 500 == 0 {
                    waited += usize::from(rates.send(&hook, sender(Mode::Live, 99), now).is_err());
                }
            }
            assert_eq!(waited, 0, "{greedy} greedy accounts");
            assert!(total > 30 * 45, "{greedy}: {total}");
        }
    }

    #[test]
    fn without_a_rate_there_is_no_limit() {
        let rates = HostRates::new(None, 7);
        assert_eq!(burst(&rates, |_| "https://hooks.example.com/".to_owned(), Duration::ZERO), 1_000);
    }
}
