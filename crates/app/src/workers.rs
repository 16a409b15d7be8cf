//! Work that goes on by itself. A tick takes no input, is bounded, and may run twice.

use std::time::Duration;

use futures_util::future::BoxFuture;
use rules::account::Mode;
use rules::command::Command;
use rules::email::EmailQueue;
use tokio::time::{Interval, MissedTickBehavior};

use crate::platform::FORGOTTEN_AT_ONCE;
use crate::wiring::App;

const NOTE_KEY_USES_EVERY: Duration = Duration::from_secs(5);
const EXPIRE_CLAIMS_EVERY: Duration = Duration::from_secs(1);
const LOOK_AFTER_EXTERNAL_TRANSFERS_EVERY: Duration = Duration::from_secs(1);
const READ_CHAIN_EVERY: Duration = Duration::from_secs(2);
const SEND_EMAILS_EVERY: Duration = Duration::from_millis(500);
const KEEP_SANDBOX_EMAILS_EVERY: Duration = Duration::from_secs(5);
const FOLD_LOG_EVERY: Duration = Duration::from_millis(250);
const LOOK_AT_NOTICES_EVERY: Duration = Duration::from_secs(15);
const CLOSE_LISTENERS_EVERY: Duration = Duration::from_secs(40);
const CLAIM_FOR_USERS_EVERY: Duration = Duration::from_secs(2);
const FORGET_ANSWERS_EVERY: Duration = Duration::from_secs(600);

impl App {
    /// Does everything that goes on by itself, until it is dropped. Each worker with a queue of work of accounts runs
    /// once for each mode: a backlog of test work never stands before live work, and live work never starves test work.
    pub fn run_ticks(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            tokio::join!(
                self.payouts.run_settling(),
                self.run_expiry(Mode::Live),
                self.run_expiry(Mode::Test),
                self.run_claims_of_users(),
                self.run_external_transfers(Mode::Live),
                self.run_external_transfers(Mode::Test),
                self.run_chain(),
                self.run_emails(EmailQueue::SignIn),
                self.run_emails(EmailQueue::Account),
                self.run_emails(EmailQueue::Claims),
                self.run_sandbox_emails(),
                self.keep_house(),
                self.run_folding(),
                self.audit.run_audit()
            );
        })
    }

    async fn run_folding(&self) {
        let mut often = every(FOLD_LOG_EVERY);
        loop {
            often.tick().await;
            if let Err(error) = self.platform.store.fold_log().await {
                tracing::warn!(%error, "the database's log could not be folded; it will be tried again");
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
                    while self.webhooks.forget_deliveries().await == FORGOTTEN_AT_ONCE {}
                }
            }
        }
    }

    /// Deletes some answers whose time is over, and says how many it found.
    pub async fn forget_expired_answers(&self) -> usize {
        let expired = self.platform.store.expired_answers(self.platform.clock.now(), FORGOTTEN_AT_ONCE);
        self.platform.forget("expired answers", expired, Command::ForgetAnswers).await
    }
}

/// Ticks with this pause in between at least, however long the work takes.
fn every(pause: Duration) -> Interval {
    let mut interval = tokio::time::interval(pause);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}
