//! What every use case stands on: the database, the one write path, the clock, the dice, the vault, the prices and the
//! settings, and the small helpers that need nothing else. It knows no use case.

pub mod clock;
pub mod credential;
pub mod cursor;
pub mod dice;
pub mod email_links;
pub mod failure;
pub mod fair_queue;
pub mod list_stores;
pub mod metrics_table;
pub mod secret_marks;
pub mod secrets;
pub mod session;
pub mod settings;
pub mod tariffs;
pub mod turnstile;
pub mod vault;
pub mod wire;
pub mod writer;

use std::sync::Arc;

use rules::account::{Account, Mode};
use rules::command::Command;
use rules::decisions::payout::NewIds;
use rules::email_address::EmailAddress;
use rules::id::EventId;
use rules::refusal::{Noun, Refusal};
use rules::time::Timestamp;
use store::Store;

use clock::Clock;
use dice::Dice;
use failure::Failure;
use list_stores::ListStores;
use settings::AppSettings;
use tariffs::Tariffs;
use vault::Vault;
use writer::WriterHandle;

/// Most rows that one command deletes.
pub(crate) const FORGOTTEN_AT_ONCE: usize = 500;

/// One for each process.
pub struct Platform {
    pub(crate) store: Store,
    list_stores: ListStores,
    pub(crate) writer: WriterHandle,
    pub(crate) clock: Clock,
    pub(crate) dice: Arc<Dice>,
    pub(crate) vault: Arc<Vault>,
    tariffs: Tariffs,
    pub settings: AppSettings,
    /// When this process was started.
    pub(crate) since: Timestamp,
}

impl Platform {
    /// The writer must write to this store.
    pub(crate) fn new(
        store: Store,
        writer: WriterHandle,
        (clock, dice): (Clock, Arc<Dice>),
        vault: Arc<Vault>,
        settings: AppSettings,
    ) -> Platform {
        let list_stores = ListStores::beside(&store);
        let tariffs = Tariffs::new(settings.live_tariff.clone());
        let since = clock.now();
        Platform { store, list_stores, writer, clock, dice, vault, tariffs, settings, since }
    }

    /// A name for one request, by which its log lines and its answer can be found.
    pub fn request_id(&self) -> String {
        self.dice.base62(22)
    }

    /// A fresh id for what is about to happen.
    pub(crate) fn event_id(&self) -> EventId {
        self.dice.id(self.clock.now())
    }

    /// What the clock of an account shows.
    pub fn time_of(&self, account: &Account) -> Timestamp {
        account.time(self.clock.now())
    }

    /// Time since the start, for measuring.
    pub fn elapsed(&self) -> std::time::Duration {
        self.clock.elapsed()
    }

    /// Whether commands are taken, and the database answers and has every table this program needs.
    pub async fn ready(&self) -> Result<(), String> {
        if !self.writer.is_running() {
            return Err("the writer has stopped".to_owned());
        }
        match self.store.migrations().await {
            Ok(migrations) if migrations.missing.is_empty() => {}
            Ok(migrations) => {
                return Err(format!("migrations are missing: {}", migrations.missing.join(", ")));
            }
            Err(_) => return Err("the database is unavailable".to_owned()),
        }
        match self.store.accepts_writes().await {
            Ok(true) => Ok(()),
            Ok(false) => Err("the database only accepts reads".to_owned()),
            Err(_) => Err("the database is unavailable".to_owned()),
        }
    }

    /// Ids for what a command may write.
    pub(crate) fn fresh(&self) -> NewIds {
        let now = self.clock.now();
        NewIds {
            events: self.dice.series(now),
            inbound: self.dice.series(now),
            emails: self.dice.series(now),
        }
    }

    /// The account of the user with this email in one mode.
    pub async fn account_of(&self, email: &EmailAddress, mode: Mode) -> Result<Account, Failure> {
        let account = self.store.account_of(&email.lookup_key(), mode).await?;
        Ok(account.ok_or(Refusal::NotFound(Noun::User))?)
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
            tracing::warn!(?failure, what, "expired rows not deleted; will retry");
            0
        })
    }
}
