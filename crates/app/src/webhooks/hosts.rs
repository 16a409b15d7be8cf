//! How many webhooks a second one host gets from this process, whoever sends them there. What is too early waits for
//! the next look at its endpoint, and is never lost.
//!
//! The tables have a fixed size. Hosts that share an entry, which is rare and which nobody can arrange, share a limit.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use rules::webhook_url::WebhookUrl;

const ENTRIES: usize = 65_536;
/// All hosts of a site together get so many times the rate of one: names below one domain cost nothing.
const RATES_OF_A_SITE: i64 = 4;
const MICROS_PER_SECOND: i64 = 1_000_000;

pub struct HostRates {
    /// Unpredictable, so that nobody can choose a name that shares another's entry.
    seed: u64,
    hosts: Option<Table>,
    sites: Option<Table>,
}

impl HostRates {
    /// Without a rate there is no limit.
    pub fn new(per_second: Option<NonZeroU32>, seed: u64) -> HostRates {
        let rate = per_second.map(|rate| i64::from(rate.get()));
        HostRates {
            seed,
            hosts: rate.map(Table::new),
            sites: rate.map(|rate| Table::new(rate * RATES_OF_A_SITE)),
        }
    }

    /// Counts one webhook that is sent at this moment, or says how long it must wait.
    pub fn send(&self, url: &WebhookUrl, now: Duration) -> Result<(), Duration> {
        let (Some(hosts), Some(sites)) = (&self.hosts, &self.sites) else { return Ok(()) };
        let now = i64::try_from(now.as_micros()).unwrap_or(i64::MAX / 2);
        let host = hosts.entry(self.seed, url.host());
        hosts.take(host, now)?;
        let sent = sites.take(sites.entry(self.seed, &url.site()), now);
        if sent.is_err() {
            hosts.give_back(host);
        }
        sent
    }
}

/// Rates by the generic cell rate algorithm: each entry is the moment at which all that was sent is paid for. A
/// second's worth can be sent at once.
struct Table {
    entries: Box<[AtomicI64]>,
    /// Microseconds that one webhook costs.
    cost: i64,
}

impl Table {
    fn new(per_second: i64) -> Table {
        let entries = std::iter::repeat_with(|| AtomicI64::new(0)).take(ENTRIES).collect();
        Table { entries, cost: (MICROS_PER_SECOND / per_second).max(1) }
    }

    fn entry(&self, seed: u64, name: &str) -> &AtomicI64 {
        let mut hasher = DefaultHasher::new();
        (seed, name).hash(&mut hasher);
        &self.entries[hasher.finish() as usize % ENTRIES]
    }

    fn take(&self, entry: &AtomicI64, now: i64) -> Result<(), Duration> {
        let room = MICROS_PER_SECOND - self.cost;
        let taken = entry.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |paid_at| {
            (paid_at - now <= room).then(|| paid_at.max(now) + self.cost)
        });
        let too_early = |paid_at: i64| Duration::from_micros((paid_at - now - room).unsigned_abs());
        taken.map(drop).map_err(too_early)
    }

    fn give_back(&self, entry: &AtomicI64) {
        entry.fetch_sub(self.cost, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
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
        (0..1_000).filter(|index| rates.send(&url(&text(*index)), now).is_ok()).count()
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
    fn addresses_have_limits_too_and_a_wait_is_long_enough() {
        let rates = HostRates::new(NonZeroU32::new(2), 7);
        let hook = url("http://93.184.215.14/hook");
        let now = Duration::from_secs(10);
        assert_eq!([rates.send(&hook, now), rates.send(&hook, now)], [Ok(()), Ok(())]);
        let wait = rates.send(&hook, now).unwrap_err();
        assert_eq!(wait, Duration::from_millis(500));
        assert!(rates.send(&hook, now + wait - Duration::from_micros(1)).is_err());
        assert_eq!(rates.send(&hook, now + wait), Ok(()));
    }

    #[test]
    fn without_a_rate_there_is_no_limit() {
        let rates = HostRates::new(None, 7);
        assert_eq!(burst(&rates, |_| "https://hooks.example.com/".to_owned(), Duration::ZERO), 1_000);
    }
}
