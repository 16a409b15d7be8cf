//! Work that goes on by itself. A tick takes no input, is bounded, and may run twice.

use std::time::Duration;

use rules::account::Mode;
use rules::command::Command;
use rules::email::EmailQueue;
use tokio::time::MissedTickBehavior;

use crate::App;
use crate::failure::Failure;

const NOTE_KEY_USES_EVERY: Duration = Duration::from_secs(5);
const EXPIRE_CLAIMS_EVERY: Duration = Duration::from_secs(1);
const LOOK_AFTER_EXTERNAL_TRANSFERS_EVERY: Duration = Duration::from_secs(1);
const READ_CHAIN_EVERY: Duration = Duration::from_secs(2);
const SEND_EMAILS_EVERY: Duration = Duration::from_millis(500);
const KEEP_SANDBOX_EMAILS_EVERY: Duration = Duration::from_secs(5);
const FOLD_LOG_EVERY: Duration = Duration::from_millis(250);
const LOOK_AT_NOTICES_EVERY: Duration = Duration::from_secs(15);
const CLOSE_LISTENERS_EVERY: Duration = Duration::from_secs(40);
const FORGET_ANSWERS_EVERY: Duration = Duration::from_secs(600);
pub(crate) const FORGOTTEN_AT_ONCE: usize = 500;

impl App {
    /// Does everything that goes on by itself, until it is dropped. Each worker with a queue of work of accounts runs
    /// once for each mode: a backlog of test work never stands before live work, and live work never starves test work.
    pub async fn run_ticks(&self) {
        tokio::join!(
            self.run_settling(),
            self.run_expiry(Mode::Live),
            self.run_expiry(Mode::Test),
            self.run_external_transfers(Mode::Live),
            self.run_external_transfers(Mode::Test),
            self.run_chain(),
            self.run_emails(EmailQueue::SignIn),
            self.run_emails(EmailQueue::Account),
            self.run_emails(EmailQueue::Claims),
            self.run_sandbox_emails(),
            self.keep_house(),
            self.run_folding(),
            self.run_audit()
        );
    }

    async fn run_folding(&self) {
        let mut often = tokio::time::interval(FOLD_LOG_EVERY);
        often.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            often.tick().await;
            if let Err(error) = self.store.fold_log().await {
                tracing::warn!(%error, "the database's log could not be folded; it will be tried again");
            }
        }
    }

    async fn run_expiry(&self, mode: Mode) {
        let mut often = tokio::time::interval(EXPIRE_CLAIMS_EVERY);
        loop {
            often.tick().await;
            while self.expire_claims_of(mode).await > 0 {}
        }
    }

    async fn run_external_transfers(&self, mode: Mode) {
        let mut often = tokio::time::interval(LOOK_AFTER_EXTERNAL_TRANSFERS_EVERY);
        often.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            often.tick().await;
            self.look_after_all_external_transfers(mode).await;
        }
    }

    async fn run_chain(&self) {
        let mut often = tokio::time::interval(READ_CHAIN_EVERY);
        often.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            often.tick().await;
            self.chain_round().await;
        }
    }

    /// Each queue runs by itself: a mail server that is slow with bulk email delays no reset email.
    async fn run_emails(&self, queue: EmailQueue) {
        let mut often = tokio::time::interval(SEND_EMAILS_EVERY);
        often.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            often.tick().await;
            while self.send_due_emails(queue).await > 0 {}
        }
    }

    async fn run_sandbox_emails(&self) {
        let mut often = tokio::time::interval(KEEP_SANDBOX_EMAILS_EVERY);
        often.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            often.tick().await;
            while self.keep_due_sandbox_emails().await > 0 {}
        }
    }

    async fn keep_house(&self) {
        let mut note = tokio::time::interval(NOTE_KEY_USES_EVERY);
        let mut forget = tokio::time::interval(FORGET_ANSWERS_EVERY);
        let mut look = tokio::time::interval(LOOK_AT_NOTICES_EVERY);
        let mut close = tokio::time::interval(CLOSE_LISTENERS_EVERY);
        // Not at once: while no server was there, nobody could listen.
        close.reset();
        loop {
            tokio::select! {
                _ = note.tick() => {
                    self.note_key_uses().await;
                    self.note_sessions().await;
                }
                _ = look.tick() => {
                    self.show_notices().await;
                    self.show_stop().await;
                    self.give_up_lost_emails().await;
                }
                _ = close.tick() => {
                    self.abandon_listeners().await;
                }
                _ = forget.tick() => {
                    while self.forget_expired_answers().await == FORGOTTEN_AT_ONCE {}
                    while self.forget_sessions().await == FORGOTTEN_AT_ONCE {}
                    while self.forget_attempts().await == FORGOTTEN_AT_ONCE {}
                    while self.forget_email_counts().await >= FORGOTTEN_AT_ONCE {}
                    while self.forget_tokens().await == FORGOTTEN_AT_ONCE {}
                    while self.forget_deliveries().await == FORGOTTEN_AT_ONCE {}
                }
            }
        }
    }

    /// Deletes some answers whose time is over, and says how many it found.
    pub async fn forget_expired_answers(&self) -> usize {
        let expired = self.store.expired_answers(self.clock.now(), FORGOTTEN_AT_ONCE);
        self.forget("expired answers", expired, Command::ForgetAnswers).await
    }

    /// Deletes what was found, and says how much that was. What cannot be deleted now is found again.
    pub(crate) async fn forget<T, C: Into<Command>>(
        &self,
        what: &'static str,
        finding: impl Future<Output = Result<Vec<T>, store::Error>>,
        command: impl FnOnce(Vec<T>) -> C,
    ) -> usize {
        let forgetting = async {
            let old = finding.await?;
            let found = old.len();
            if found > 0 {
                self.writer.submit_in_background(command(old).into()).await?;
            }
            Ok::<usize, Failure>(found)
        };
        forgetting.await.unwrap_or_else(|failure| {
            tracing::warn!(
                ?failure,
                what,
                "something that is over could not be deleted; it will be tried again"
            );
            0
        })
    }
}
