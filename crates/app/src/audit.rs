//! The audit: proves the books again and again while the server runs, and stops outgoing money when they are broken.
//!
//! It reads one moment of the database at a time, so what others write meanwhile is no break. Every few seconds it
//! proves what is new; everything is proved again from time to time, and at once if what is new does not add up.
//! Reading is cut into small pieces with pauses between, so that customers do not notice it.

use std::sync::Arc;
use std::time::Duration;

use rules::freeze::Cause;
use store::{Error, Finding, News, Progress, Proof, Report, Store};

use crate::App;

/// Between two rounds.
const REST: Duration = Duration::from_secs(10);
/// Everything is proved again after this many times as long as it took the last time.
const REST_OF_ALL: u32 = 50;
/// After each piece of reading, which takes about a millisecond.
const PAUSE: Duration = Duration::from_millis(3);
/// A moment that is looked at for long is a burden on the database; a round that takes longer goes on without pauses.
const LONGEST_PAUSED: Duration = Duration::from_secs(30);
/// Findings that are written into the reason of a stop.
const MOST_REASONS: usize = 5;

/// What the rounds so far have found.
#[derive(Default)]
pub struct Known {
    books: Books,
    /// Where the proof of what is new goes on.
    news: Option<News>,
    /// When everything is proved again.
    all_again: Duration,
}

/// How the last round over everything found the books.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Books {
    #[default]
    Whole,
    Broken,
    /// Broken, and an operator let money leave knowing all of it.
    Accepted,
}

impl App {
    /// Audits until it is dropped.
    pub(crate) async fn run_audit(&self) {
        metrics::gauge!("florin_books_broken").set(0.0);
        let mut known = Known::default();
        loop {
            let is_due = known.news.is_none()
                || self.clock.elapsed() >= known.all_again
                || (known.books == Books::Broken && self.money_flows().await);
            if is_due || self.audit_news(&mut known).await == Some(false) {
                let started = self.clock.elapsed();
                self.audit(&mut known).await;
                let ended = self.clock.elapsed();
                // Money flows, and what is new cannot be proved alone.
                let rests = if known.books == Books::Accepted { 1 } else { REST_OF_ALL };
                known.all_again = ended + ended.saturating_sub(started) * rests;
            }
            tokio::time::sleep(REST).await;
        }
    }

    /// A round over what is new. Says whether that is whole, if it was found out. Books that are known to be broken
    /// cannot get any better by what is new.
    pub async fn audit_news(&self, known: &mut Known) -> Option<bool> {
        if self.is_outdated().await {
            return None;
        }
        let news = known.news.clone().filter(|_| known.books == Books::Whole)?;
        let (proof, progress) = self.paced_proof();
        let outcome = self.store.verify_news(news, &proof).await;
        metrics::counter!("florin_audit_rows_total").increment(progress.rows());
        match outcome {
            Ok(Some((is_whole, news))) => {
                metrics::counter!("florin_audit_rounds_total").increment(1);
                known.news = Some(news);
                Some(is_whole)
            }
            // Another server does it.
            Ok(None) => None,
            // What cannot be read is looked at with everything else.
            Err(_) => Some(false),
        }
    }

    /// A round over everything. Says whether the books are whole, if that was found out.
    pub async fn audit(&self, known: &mut Known) -> Option<bool> {
        if self.is_outdated().await {
            return None;
        }
        let (proof, progress) = self.paced_proof();
        let outcome = self.store.verify_alone(&proof).await;
        metrics::counter!("florin_audit_rows_total").increment(progress.rows());
        match outcome {
            Ok(Some((report, news))) => {
                metrics::counter!("florin_audit_rounds_total").increment(1);
                known.news = Some(news);
                self.judge(report, known).await;
                Some(known.books == Books::Whole)
            }
            // Another server does it.
            Ok(None) => None,
            Err(error) => {
                metrics::counter!("florin_audit_failures_total").increment(1);
                self.cannot_read(error, known).await;
                None
            }
        }
    }

    /// Whether a newer Florin has changed the tables. It may write rows that this one would take for a break, so the
    /// audit is left to it.
    async fn is_outdated(&self) -> bool {
        self.store.migrations().await.is_ok_and(|migrations| migrations.newer > 0)
    }

    /// A proof that pauses often, and tells how much it read.
    fn paced_proof(&self) -> (Proof, Arc<Progress>) {
        let progress = Arc::new(Progress::default());
        let (clock, started) = (self.clock.clone(), self.clock.elapsed());
        let pause = move || {
            if clock.elapsed().saturating_sub(started) < LONGEST_PAUSED {
                std::thread::sleep(PAUSE);
            }
        };
        let proof = Proof {
            key: self.dice.bytes(),
            readers: 1,
            under_way: Proof::UNDER_WAY,
            progress: progress.clone(),
            pause: Arc::new(pause),
        };
        (proof, progress)
    }

    async fn judge(&self, report: Report, known: &mut Known) {
        let is_broken = !report.findings.is_empty();
        metrics::gauge!("florin_books_broken").set(if is_broken { 1.0 } else { 0.0 });
        for finding in &report.findings {
            tracing::error!(found = report.found, "the books are broken: {finding}");
        }
        known.books = if is_broken { Books::Broken } else { Books::Whole };
        if !is_broken {
            return;
        }
        let accepted = match self.accepted_rows().await {
            Ok(accepted) => accepted,
            Err(failure) => {
                return tracing::warn!(?failure, "accepted rows not read; will retry");
            }
        };
        let news: Vec<&Finding> =
            report.findings.iter().filter(|finding| !accepted.contains(&finding.row)).collect();
        // Not all of them may be listed.
        if news.is_empty() && report.found == report.findings.len() {
            known.books = Books::Accepted;
        } else {
            let shown = if news.is_empty() { report.findings.iter().collect() } else { news };
            let reasons: Vec<String> =
                shown.into_iter().take(MOST_REASONS).map(ToString::to_string).collect();
            self.stop_for_audit(reasons.join(" | ")).await;
        }
    }

    /// A row that cannot be read at all is a break, too. A database that is away is not.
    async fn cannot_read(&self, error: Error, known: &mut Known) {
        match error {
            Error::Corrupt(_) => {
                tracing::error!(%error, "the books cannot be read");
                metrics::gauge!("florin_books_broken").set(1.0);
                known.books = Books::Broken;
                self.stop_for_audit(error.to_string()).await;
            }
            Error::Unavailable(_)
            | Error::Conflict(_)
            | Error::Refused(_)
            | Error::Unknown(_)
            | Error::NotMigrated(_) => {
                tracing::warn!(%error, "the books could not be audited; it will be tried again")
            }
        }
    }

    /// Whether no stop is in force. What is not known counts as a stop: the next round asks again.
    async fn money_flows(&self) -> bool {
        matches!(self.store.freeze().await, Ok(None))
    }

    /// Stops money unless a stop is in force.
    async fn stop_for_audit(&self, reason: String) {
        if !self.money_flows().await {
            return;
        }
        match self.stop_money(Cause::Books, format!("audit: {reason}")).await {
            Ok(()) => {
                tracing::error!("outgoing money is stopped; look with: florin verify, florin money status")
            }
            Err(failure) => {
                tracing::error!(?failure, "outgoing money could not be stopped; it will be tried again")
            }
        }
    }

    /// Where the books are, to be proved.
    pub fn store(&self) -> &Store {
        &self.store
    }
}
