//! The background workers. A tick takes no input, is bounded, and can run twice.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use rules::account::Mode;
use rules::command::Command;
use rules::email::EmailQueue;
use tokio::task::JoinSet;
use tokio::time::{Interval, MissedTickBehavior};

use crate::platform::FORGOTTEN_AT_ONCE;
use crate::wiring::App;

const NOTE_KEY_USES_EVERY: Duration = Duration::from_secs(5);
const EXPIRE_CLAIMS_EVERY: Duration = Duration::from_secs(1);
const LOOK_AFTER_EXTERNAL_TRANSFERS_EVERY: Duration = Duration::from_secs(1);
const WITHDRAW_PAYMENTS_EVERY: Duration = Duration::from_secs(1);
const READ_CHAIN_EVERY: Duration = Duration::from_secs(2);
const SEND_EMAILS_EVERY: Duration = Duration::from_millis(500);
const REMIND_OF_EXPIRY_EVERY: Duration = Duration::from_secs(60);
const KEEP_SANDBOX_EMAILS_EVERY: Duration = Duration::from_secs(5);
const LOG_REQUESTS_EVERY: Duration = Duration::from_secs(1);
const FOLD_LOG_EVERY: Duration = Duration::from_millis(250);
const LOOK_AT_NOTICES_EVERY: Duration = Duration::from_secs(15);
const CLOSE_LISTENERS_EVERY: Duration = Duration::from_secs(40);
const CLAIM_FOR_USERS_EVERY: Duration = Duration::from_secs(2);
const PAUSE_AFTER_PANIC: Duration = Duration::from_secs(1);
const FORGET_ANSWERS_EVERY: Duration = Duration::from_secs(600);

/// One kind of work, until it is dropped.
type Worker = for<'a> fn(&'a App) -> BoxFuture<'a, ()>;

/// Each worker with a queue of work of accounts is here once for each mode: a backlog of test work never stands before
/// live work, and live work never starves test work.
const WORKERS: [(&str, Worker); 20] = [
    ("settlement", |app| Box::pin(app.payouts.run_settling())),
    ("expiry of live claims", |app| Box::pin(app.run_expiry(Mode::Live))),
    ("expiry of test claims", |app| Box::pin(app.run_expiry(Mode::Test))),
    ("claims of users", |app| Box::pin(app.run_claims_of_users())),
    ("live deposits and withdrawals", |app| Box::pin(app.run_external_transfers(Mode::Live))),
    ("test deposits and withdrawals", |app| Box::pin(app.run_external_transfers(Mode::Test))),
    ("automatic live withdrawals", |app| Box::pin(app.run_automatic_withdrawals(Mode::Live))),
    ("automatic test withdrawals", |app| Box::pin(app.run_automatic_withdrawals(Mode::Test))),
    ("chain", |app| Box::pin(app.run_chain())),
    ("webhooks", |app| Box::pin(app.webhooks.run_deliveries())),
    ("sign-in emails", |app| Box::pin(app.run_emails(EmailQueue::SignIn))),
    ("account emails", |app| Box::pin(app.run_emails(EmailQueue::Account))),
    ("activity emails", |app| Box::pin(app.run_emails(EmailQueue::Activity))),
    ("claim emails", |app| Box::pin(app.run_emails(EmailQueue::Claims))),
    ("claim reminders", |app| Box::pin(app.run_expiry_reminders())),
    ("sandbox emails", |app| Box::pin(app.run_sandbox_emails())),
    ("cleanup", |app| Box::pin(app.keep_house())),
    ("request log", |app| Box::pin(app.run_request_log())),
    ("database log", |app| Box::pin(app.run_folding())),
    ("audit", |app| Box::pin(app.audit.run_audit())),
];

/// Runs all workers until it is dropped. Each worker is a task, so a worker that computes or
/// reads for long delays no other.
pub fn run_workers(app: Arc<App>) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        let mut workers = JoinSet::new();
        for (name, worker) in WORKERS {
            let app = app.clone();
            workers.spawn(async move { keep_running(name, || worker(&app)).await });
        }
        while workers.join_next().await.is_some() {}
    })
}

/// A worker that panics starts again, and the others notice nothing.
async fn keep_running<'a>(name: &'static str, work: impl Fn() -> BoxFuture<'a, ()>) {
    loop {
        // What a panic left half done is in the database, or it is as if it had not begun.
        if AssertUnwindSafe(work()).catch_unwind().await.is_err() {
            tracing::error!(worker = name, "worker panicked; restarting it");
        }
        tokio::time::sleep(PAUSE_AFTER_PANIC).await;
    }
}

impl App {
    async fn run_request_log(&self) {
        let mut often = every(LOG_REQUESTS_EVERY);
        loop {
            often.tick().await;
            self.request_log.write().await;
        }
    }

    async fn run_folding(&self) {
        let mut often = every(FOLD_LOG_EVERY);
        loop {
            often.tick().await;
            if let Err(error) = self.platform.store.fold_log().await {
                tracing::warn!(%error, "database log not checkpointed; will retry");
            }
        }
    }

    async fn run_expiry(&self, mode: Mode) {
        let mut often = tokio::time::interval(EXPIRE_CLAIMS_EVERY);
        loop {
            often.tick().await;
            while self.payouts.expire_claims_of(mode).await > 0 {}
        }
    }

    async fn run_claims_of_users(&self) {
        let mut often = every(CLAIM_FOR_USERS_EVERY);
        let mut from = None;
        loop {
            often.tick().await;
            self.payouts.claim_for_users(&mut from).await;
        }
    }

    async fn run_external_transfers(&self, mode: Mode) {
        let mut often = every(LOOK_AFTER_EXTERNAL_TRANSFERS_EVERY);
        loop {
            often.tick().await;
            self.external_transfers.look_after_all_external_transfers(mode).await;
        }
    }

    async fn run_automatic_withdrawals(&self, mode: Mode) {
        let mut often = every(WITHDRAW_PAYMENTS_EVERY);
        loop {
            often.tick().await;
            while self.external_transfers.withdraw_payments_of(mode).await > 0 {}
        }
    }

    async fn run_chain(&self) {
        let mut often = every(READ_CHAIN_EVERY);
        loop {
            often.tick().await;
            self.chain.chain_round().await;
        }
    }

    /// Each queue runs by itself: a mail server that is slow with bulk email delays no reset email.
    async fn run_emails(&self, queue: EmailQueue) {
        let mut often = every(SEND_EMAILS_EVERY);
        loop {
            often.tick().await;
            while self.emails.send_due_emails(queue).await > 0 {}
        }
    }

    async fn run_expiry_reminders(&self) {
        let mut often = every(REMIND_OF_EXPIRY_EVERY);
        loop {
            often.tick().await;
            while self.emails.remind_of_expiry().await > 0 {}
        }
    }

    async fn run_sandbox_emails(&self) {
        let mut often = every(KEEP_SANDBOX_EMAILS_EVERY);
        loop {
            often.tick().await;
            while self.emails.keep_due_sandbox_emails().await > 0 {}
        }
    }

    async fn keep_house(&self) {
        let mut note = tokio::time::interval(NOTE_KEY_USES_EVERY);
        let mut forget = tokio::time::interval(FORGET_ANSWERS_EVERY);
        let mut look = tokio::time::interval(LOOK_AT_NOTICES_EVERY);
        let mut close = tokio::time::interval(CLOSE_LISTENERS_EVERY);
        // Not at once: while no server was there, no client could listen.
        close.reset();
        loop {
            tokio::select! {
                _ = note.tick() => {
                    self.auth.note_key_uses().await;
                    self.identity.note_sessions().await;
                }
                _ = look.tick() => {
                    self.external_transfers.show_notices().await;
                    self.operators.watch_waiting().await;
                    self.stops.show_stop().await;
                    self.emails.give_up_lost_emails().await;
                }
                _ = close.tick() => {
                    self.webhooks.abandon_listeners().await;
                }
                _ = forget.tick() => {
                    while self.forget_expired_answers().await == FORGOTTEN_AT_ONCE {}
                    while self.identity.forget_sessions().await == FORGOTTEN_AT_ONCE {}
                    while self.identity.forget_attempts().await == FORGOTTEN_AT_ONCE {}
                    while self.emails.forget_email_counts().await >= FORGOTTEN_AT_ONCE {}
                    while self.connect.forget_tokens().await == FORGOTTEN_AT_ONCE {}
                    while self.payouts.forget_drafts().await > 0 {}
                    while self.request_log.forget_old().await == FORGOTTEN_AT_ONCE {}
                    self.webhooks.forget_deliveries().await;
                }
            }
        }
    }

    /// Deletes some answers whose time is over, and says how many it found.
    pub async fn forget_expired_answers(&self) -> usize {
        let expired = self.platform.store.expired_answers(self.platform.clock.now(), FORGOTTEN_AT_ONCE);
        self.platform.forget("expired stored responses", expired, Command::ForgetAnswers).await
    }
}

/// Ticks with this pause in between at least, however long the work takes.
fn every(pause: Duration) -> Interval {
    let mut interval = tokio::time::interval(pause);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_worker_that_panics_starts_again_after_a_pause() {
        let started = Cell::new(0);
        let work = || -> BoxFuture<'_, ()> {
            started.set(started.get() + 1);
            let is_first = started.get() == 1;
            Box::pin(async move {
                assert!(!is_first, "the first one breaks");
                std::future::pending().await
            })
        };
        let running = tokio::time::timeout(PAUSE_AFTER_PANIC * 10, keep_running("test", work));
        assert!(running.await.is_err(), "it ended");
        assert_eq!(started.get(), 2);
    }
}
