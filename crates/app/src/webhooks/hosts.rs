//! How many webhooks a second one host gets from this process, whoever sends them there. What is too early waits for
//! the next look at its endpoint, and is never lost.
//!
//! Webhooks are counted by host, by site, and by the addresses behind the host. Live webhooks go first: those of test
//! accounts get what live ones leave.
//!
//! The tables have a fixed size. Hosts that share an entry, which is rare and which nobody can arrange, share a limit.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use rules::account::Mode;
use rules::client_address::{ClientAddress, ClientNetwork};
use rules::webhook_url::WebhookUrl;

const ENTRIES: usize = 65_536;
/// All hosts of a site together get so many times the rate of one: names below one domain cost nothing.
const RATES_OF_A_SITE: i64 = 4;
/// All hosts behind one address get so many: many customers can be behind one address of a CDN.
const RATES_OF_AN_ADDRESS: i64 = 10;
const MICROS_PER_SECOND: i64 = 1_000_000;

pub struct HostRates {
    /// Unpredictable, so that nobody can choose a name that shares another's entry.
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
    pub fn send(&self, url: &WebhookUrl, mode: Mode, now: Duration) -> Result<(), Duration> {
        let Some(tables) = &self.tables else { return Ok(()) };
        let entries = [(&tables.hosts, self.entry(url.host())), (&tables.sites, self.entry(url.site()))];
        take_all(&entries, mode, now)
    }

    /// Takes back one webhook that was counted by [`HostRates::send`] and then not sent.
    pub fn take_back(&self, url: &WebhookUrl, mode: Mode) {
        let Some(tables) = &self.tables else { return };
        tables.hosts.give_back(self.entry(url.host()), mode);
        tables.sites.give_back(self.entry(url.site()), mode);
    }

    /// Counts one webhook to each of the addresses that it may reach, or says how long it must wait.
    pub fn reach(&self, addresses: &[IpAddr], mode: Mode, now: Duration) -> Result<(), Duration> {
        let Some(tables) = &self.tables else { return Ok(()) };
        let networks: HashSet<ClientNetwork> =
            addresses.iter().map(|address| ClientAddress::new(*address).network()).collect();
        let entries: Vec<(&Table, usize)> =
            networks.iter().map(|network| (&tables.addresses, self.entry(network))).collect();
        take_all(&entries, mode, now)
    }

    fn entry(&self, name: impl Hash) -> usize {
        let mut hasher = DefaultHasher::new();
        (self.seed, name).hash(&mut hasher);
        hasher.finish() as usize % ENTRIES
    }
}

/// All of them or none.
fn take_all(entries: &[(&Table, usize)], mode: Mode, now: Duration) -> Result<(), Duration> {
    let now = i64::try_from(now.as_micros()).unwrap_or(i64::MAX / 2);
    for (taken, (table, entry)) in entries.iter().enumerate() {
        if let Err(wait) = table.take(*entry, mode, now) {
            entries[..taken].iter().for_each(|(table, entry)| table.give_back(*entry, mode));
            return Err(wait);
        }
    }
    Ok(())
}

/// Rates by the generic cell rate algorithm: each entry is the moment at which all that was sent is paid for. A
/// second's worth can be sent at once.
struct Table {
    live: Box<[AtomicI64]>,
    /// Live and test webhooks together.
    all: Box<[AtomicI64]>,
    /// Microseconds that one webhook costs.
    cost: i64,
}

impl Table {
    fn new(per_second: i64) -> Table {
        let entries = || std::iter::repeat_with(|| AtomicI64::new(0)).take(ENTRIES).collect();
        Table { live: entries(), all: entries(), cost: (MICROS_PER_SECOND / per_second).max(1) }
    }

    /// Live webhooks wait for live ones only; they count for both.
    fn take(&self, entry: usize, mode: Mode, now: i64) -> Result<(), Duration> {
        match mode {
            Mode::Test => self.pay(&self.all[entry], now),
            Mode::Live => {
                self.pay(&self.live[entry], now)?;
                let later = |paid_at: i64| Some(paid_at.max(now) + self.cost);
                let _ = self.all[entry].fetch_update(Ordering::Relaxed, Ordering::Relaxed, later);
                Ok(())
            }
        }
    }

    fn pay(&self, entry: &AtomicI64, now: i64) -> Result<(), Duration> {
        let room = MICROS_PER_SECOND - self.cost;
        let taken = entry.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |paid_at| {
            (paid_at - now <= room).then(|| paid_at.max(now) + self.cost)
        });
        let too_early = |paid_at: i64| Duration::from_micros((paid_at - now - room).unsigned_abs());
        taken.map(drop).map_err(too_early)
    }

    fn give_back(&self, entry: usize, mode: Mode) {
        self.all[entry].fetch_sub(self.cost, Ordering::Relaxed);
        if mode == Mode::Live {
            self.live[entry].fetch_sub(self.cost, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::num::NonZeroU32;
    use std::time::Duration;

    use rules::account::Mode;
    use rules::webhook_url::{Reach, WebhookUrl};

    use super::HostRates;

    fn url(text: &str) -> WebhookUrl {
        WebhookUrl::parse(text, Mode::Test, &Reach::default()).expect("an address")
    }

    /// How many of 1,000 go through at one moment.
    fn burst(rates: &HostRates, text: impl Fn(usize) -> String, now: Duration) -> usize {
        (0..1_000).filter(|index| rates.send(&url(&text(*index)), Mode::Test, now).is_ok()).count()
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
                assert_eq!(rates.send(&hook, mode, now), Ok(()), "{number}");
                rates.take_back(&hook, mode);
            }
        }
        assert_eq!(burst(&rates, |index| format!("https://a{index}.example.com/"), now), 200);
    }

    #[test]
    fn addresses_have_limits_too_and_a_wait_is_long_enough() {
        let rates = HostRates::new(NonZeroU32::new(2), 7);
        let hook = url("http://93.184.215.14/hook");
        let now = Duration::from_secs(10);
        assert_eq!(
            [rates.send(&hook, Mode::Test, now), rates.send(&hook, Mode::Test, now)],
            [Ok(()), Ok(())]
        );
        let wait = rates.send(&hook, Mode::Test, now).unwrap_err();
        assert_eq!(wait, Duration::from_millis(500));
        assert!(rates.send(&hook, Mode::Test, now + wait - Duration::from_micros(1)).is_err());
        assert_eq!(rates.send(&hook, Mode::Test, now + wait), Ok(()));
    }

    #[test]
    fn live_webhooks_do_not_wait_for_test_ones_which_get_what_is_left() {
        let rates = HostRates::new(NonZeroU32::new(50), 7);
        let hook = url("https://hooks.example.com/");
        let sent = |mode: Mode, now| (0..1_000).filter(|_| rates.send(&hook, mode, now).is_ok()).count();
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
            (0..1_000).filter(|_| rates.reach(&addresses, Mode::Test, now).is_ok()).count()
        };
        assert_eq!(reached(&["198.51.100.1", "198.51.100.2"]), 50);
        assert_eq!(reached(&["198.51.100.3", "198.51.100.2"]), 0, "any of them may be called");
        assert_eq!(reached(&["198.51.100.3"]), 50, "what was refused costs nothing");
        assert_eq!(reached(&["2001:db8::1"]) + reached(&["2001:db8::2"]), 50, "one network");
        assert_eq!(reached(&["2001:db8:0:1::1"]), 50);
    }

    #[test]
    fn without_a_rate_there_is_no_limit() {
        let rates = HostRates::new(None, 7);
        assert_eq!(burst(&rates, |_| "https://hooks.example.com/".to_owned(), Duration::ZERO), 1_000);
    }
}
