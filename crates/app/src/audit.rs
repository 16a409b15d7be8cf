//! The audit: proves the books again and again while the server runs, and stops outgoing money when they are broken.
//!
//! It reads one moment of the database at a time, so what others write meanwhile is no break. Every few seconds it
//! proves what is new; everything is proved again from time to time, and at once if what is new does not add up.
//! Reading is cut into small pieces with pauses between, so that customers do not notice it.
//!
//! It must not be switched off by what the database says. Who audits is decided in `rules::audit`, from rounds on
//! record whose proof only servers can make.

use std::sync::Arc;
use std::time::Duration;

use rules::audit::{AuditDuty, AuditRound, AuditState, ProvedRound, Rounds};
use rules::command::Command;
use rules::freeze::Cause;
use rules::time::Timestamp;
use store::{Error, Finding, News, Proof, SCHEMA_VERSION, Store, VerifyProgress, VerifyReport};

use crate::platform::Platform;
use crate::stops::Stops;

/// Between two rounds.
const REST: Duration = Duration::from_secs(10);
/// Everything is proved again after this many times as long as it took the last time.
const REST_OF_ALL: u32 = 50;
/// After each piece of reading, which takes about a millisecond.
const PAUSE: Duration = Duration::from_millis(3);
/// A moment that is looked at for long is a burden on the database; a round that takes longer goes on without pauses.
const LONGEST_PAUSED: Duration = Duration::from_secs(30);
/// A round that succeeded is put on record when the one on record is older than this.
const RECORDED_EVERY_SECONDS: i64 = 60;
/// What the proof of a round on record is made for.
const ROUND: &str = "audit round";
/// Findings that are written into the reason of a stop.
const MAX_REASONS: usize = 5;

/// What the rounds so far have found.
#[derive(Default)]
pub struct AuditProgress {
    books: Books,
    /// Where the proof of what is new goes on.
    news: Option<News>,
    /// When everything is proved again.
    all_again: Duration,
    /// Whether the last round over everything failed. Then rounds over what is new don't count as an audit.
    has_failed: bool,
    /// When this server last succeeded, or began to audit.
    own: Option<Timestamp>,
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

/// Proves the books while the server runs.
pub struct Audit {
    platform: Arc<Platform>,
    stops: Arc<Stops>,
}

impl Audit {
    pub(crate) fn new(platform: Arc<Platform>, stops: Arc<Stops>) -> Audit {
        Audit { platform, stops }
    }

    /// Audits until it is dropped.
    pub(crate) async fn run_audit(&self) {
        metrics::gauge!("florin_books_broken").set(0.0);
        metrics::gauge!("florin_audit_overdue").set(0.0);
        let mut known = AuditProgress::default();
        loop {
            let is_due = known.news.is_none()
                || self.platform.clock.elapsed() >= known.all_again
                || (known.books == Books::Broken && !self.stops.is_stopped_for(Cause::Books).await);
            if is_due || self.audit_news(&mut known).await == Some(false) {
                let started = self.platform.clock.elapsed();
                self.audit(&mut known).await;
                let ended = self.platform.clock.elapsed();
                // Money flows, and what is new cannot be proved alone.
                let rests = if known.books == Books::Accepted { 1 } else { REST_OF_ALL };
                let rest =
                    if known.has_failed { Duration::ZERO } else { ended.saturating_sub(started) * rests };
                known.all_again = ended + rest;
            }
            self.watch_audit(&mut known).await;
            tokio::time::sleep(REST).await;
        }
    }

    /// A round over what is new. Says whether that is whole, if it was found out. Books that are known to be broken
    /// cannot get any better by what is new.
    pub async fn audit_news(&self, known: &mut AuditProgress) -> Option<bool> {
        let rounds = self.rounds(known).await;
        match rounds.duty(self.platform.clock.now()) {
            AuditDuty::LeaveToNewer => return None,
            AuditDuty::TakeTurns => {}
            // What kept servers from it may have hidden something older.
            AuditDuty::AuditAnyway => return Some(false),
        }
        let news = known.news.clone().filter(|_| known.books == Books::Whole)?;
        let (proof, progress) = self.paced_proof();
        let outcome = self.platform.store.verify_news(news, &proof).await;
        metrics::counter!("florin_audit_rows_total").increment(progress.rows());
        match outcome {
            Ok(Some((is_whole, news))) => {
                if !known.has_failed {
                    self.succeeded(&rounds, known).await;
                }
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
    pub async fn audit(&self, known: &mut AuditProgress) -> Option<bool> {
        let rounds = self.rounds(known).await;
        let (proof, progress) = self.paced_proof();
        let outcome = match rounds.duty(self.platform.clock.now()) {
            AuditDuty::LeaveToNewer => return None,
            AuditDuty::TakeTurns => self.platform.store.verify_alone(&proof).await,
            AuditDuty::AuditAnyway => {
                let since = rounds.latest(self.platform.clock.now());
                tracing::warn!(%since, rounds.is_outdated, "no audit has succeeded for too long; auditing despite \
                                                            other work");
                self.platform.store.verify_anyway(&proof).await.map(Some)
            }
        };
        metrics::counter!("florin_audit_rows_total").increment(progress.rows());
        match outcome {
            Ok(Some((report, news))) => {
                known.has_failed = false;
                self.judge(report, known).await;
                self.succeeded(&rounds, known).await;
                known.news = Some(news);
                Some(known.books == Books::Whole)
            }
            // Another server does it.
            Ok(None) => None,
            Err(error) => {
                metrics::counter!("florin_audit_failures_total").increment(1);
                known.has_failed = true;
                self.cannot_read(error, known).await;
                None
            }
        }
    }

    /// Raises an alarm while no round succeeds, of whatever server, and in the end stops outgoing money.
    pub async fn watch_audit(&self, known: &mut AuditProgress) {
        let rounds = self.rounds(known).await;
        let now = self.platform.clock.now();
        let (state, since) = (rounds.state(now), rounds.latest(now));
        metrics::gauge!("florin_audit_overdue").set(f64::from(u8::from(state != AuditState::Recent)));
        match state {
            AuditState::Recent => {}
            AuditState::Overdue => tracing::error!(%since, "no audit of the books has succeeded"),
            AuditState::Missing => {
                tracing::error!(%since, "no audit of the books has succeeded; outgoing money must stay stopped");
                let reason =
                    format!("no audit of the books has succeeded since {since}; the log has the reason");
                self.stop_unless_stopped(Cause::AuditMissing, reason).await;
            }
        }
    }

    /// The rounds of all servers. What cannot be read counts as nothing.
    async fn rounds(&self, known: &mut AuditProgress) -> Rounds {
        let own = *known.own.get_or_insert(self.platform.clock.now());
        let is_outdated = self.platform.store.migrations().await.is_ok_and(|migrations| migrations.newer > 0);
        let recorded = self.platform.store.last_audit_round().await.ok().flatten();
        let recorded =
            recorded.filter(|proved| self.platform.vault.proves(ROUND, &words(&proved.round), &proved.proof));
        Rounds {
            schema_version: SCHEMA_VERSION,
            is_outdated,
            own,
            recorded: recorded.map(|proved| proved.round),
        }
    }

    async fn succeeded(&self, rounds: &Rounds, known: &mut AuditProgress) {
        metrics::counter!("florin_audit_rounds_total").increment(1);
        let now = self.platform.clock.now();
        known.own = Some(now);
        let is_on_record = rounds.recorded.is_some_and(|round| {
            round.schema_version >= SCHEMA_VERSION
                && now < round.succeeded_at.plus_seconds(RECORDED_EVERY_SECONDS)
        });
        if !is_on_record {
            self.record_audit_round(now).await;
        }
    }

    /// Puts on record, for other servers, that the books were audited.
    async fn record_audit_round(&self, succeeded_at: Timestamp) {
        let round = AuditRound { schema_version: SCHEMA_VERSION, succeeded_at };
        let proof = self.platform.vault.prove(ROUND, &words(&round));
        let record = Command::RecordAuditRound(ProvedRound { round, proof });
        if let Err(failure) = self.platform.writer.submit_in_background(record).await {
            tracing::warn!(?failure, "audit round not recorded; will retry");
        }
    }

    /// A proof that pauses often, and tells how much it read.
    fn paced_proof(&self) -> (Proof, Arc<VerifyProgress>) {
        let progress = Arc::new(VerifyProgress::default());
        let (clock, started) = (self.platform.clock.clone(), self.platform.clock.elapsed());
        let pause = move || {
            if clock.elapsed().saturating_sub(started) < LONGEST_PAUSED {
                std::thread::sleep(PAUSE);
            }
        };
        let proof = Proof {
            key: self.platform.dice.bytes(),
            readers: 1,
            under_way: Proof::UNDER_WAY,
            progress: progress.clone(),
            pause: Arc::new(pause),
        };
        (proof, progress)
    }

    async fn judge(&self, report: VerifyReport, known: &mut AuditProgress) {
        let is_broken = !report.findings.is_empty();
        metrics::gauge!("florin_books_broken").set(if is_broken { 1.0 } else { 0.0 });
        for finding in &report.findings {
            tracing::error!(found = report.found, "the books are broken: {finding}");
        }
        known.books = if is_broken { Books::Broken } else { Books::Whole };
        if !is_broken {
            return self.platform.writer.set_halted(false);
        }
        let accepted = self.stops.accepted_findings().await.unwrap_or_else(|failure| {
            tracing::warn!(?failure, "accepted findings not read; none is accepted");
            Vec::new()
        });
        let news: Vec<&Finding> =
            report.findings.iter().filter(|finding| !accepted.contains(&finding.fingerprint())).collect();
        // Not all of them may be listed.
        if news.is_empty() && report.found == report.findings.len() {
            known.books = Books::Accepted;
            self.platform.writer.set_halted(false);
        } else {
            let shown = if news.is_empty() { report.findings.iter().collect() } else { news };
            let reasons: Vec<String> = shown.into_iter().take(MAX_REASONS).map(ToString::to_string).collect();
            self.stop_unless_stopped(Cause::Books, format!("audit: {}", reasons.join(" | "))).await;
        }
    }

    /// A row that cannot be read at all is a break, too, and so is one that the database cannot calculate with. A
    /// database that is away is not.
    async fn cannot_read(&self, error: Error, known: &mut AuditProgress) {
        match error {
            Error::Corrupt(_) | Error::OutOfRange(_) => {
                tracing::error!(%error, "books not readable");
                metrics::gauge!("florin_books_broken").set(1.0);
                known.books = Books::Broken;
                self.stop_unless_stopped(Cause::Books, format!("audit: {error}")).await;
            }
            Error::Unavailable(_)
            | Error::Conflict(_)
            | Error::TimedOut(_)
            | Error::Refused(_)
            | Error::Unknown(_)
            | Error::NotMigrated(_) => {
                tracing::warn!(%error, "books not audited; will retry")
            }
        }
    }

    /// Stops money unless it is stopped for the same cause. Until the stop is in the database, this server lets no
    /// money leave.
    async fn stop_unless_stopped(&self, cause: Cause, reason: String) {
        self.platform.writer.set_halted(true);
        if self.stops.is_stopped_for(cause).await {
            return;
        }
        match self.stops.stop_money(cause, reason).await {
            Ok(()) => {
                self.platform.writer.set_halted(false);
                tracing::error!("outgoing money is stopped; inspect with: florin verify, florin money status")
            }
            Err(failure) => {
                tracing::error!(?failure, "outgoing money not stopped; will retry")
            }
        }
    }

    /// An operator has proved the books by a command, which counts as a round.
    pub async fn books_were_proved(&self) {
        self.record_audit_round(self.platform.clock.now()).await;
    }

    /// Where the books are, to be proved.
    pub fn store(&self) -> &Store {
        &self.platform.store
    }
}

/// What the proof of a round is about.
fn words(round: &AuditRound) -> String {
    format!("{} {}", round.schema_version, round.succeeded_at.micros())
}
