//! The use-cases: what each call does, from a checked request to bytes that can be sent, and the work that goes on by
//! itself. It knows neither HTTP nor SQL.

mod api_keys;
mod audit;
pub mod auth;
mod bank_accounts;
mod chain;
mod claim_emails;
mod claim_pages;
mod claims;
pub mod clock;
mod connect;
pub mod credential;
mod cursor;
mod deposits;
pub mod dice;
pub mod email;
mod emails;
mod external_transfers;
mod external_wallets;
mod failure;
mod fair_queue;
mod freezes;
mod list_stores;
mod operators;
mod overview;
mod passwords;
mod payouts;
mod people;
mod recipients;
mod sandbox;
mod secret_marks;
pub mod secrets;
mod settings;
mod settlement_worker;
#[cfg(feature = "simulated")]
mod step_driver;
mod transactions;
mod users;
pub mod vault;
mod webhook_client;
mod webhooks;
pub mod wire;
mod withdrawals;
mod workers;
mod writer;

pub use api_keys::CreatedKey;
pub use audit::Known as AuditKnown;
pub use bank_accounts::{MaskedBankAccount, MaskedDetail, NewBankAccount};
pub use chain::{ChainKeys, ChainProblem, ChainSettings, ChainStatus, StaysStopped, as_configured};
#[cfg(feature = "simulated")]
pub use chain::{CrashPoint, CrashPoints};
pub use claim_pages::{ClaimPage, ClaimState};
pub use connect::{Asked, Client, Connection, CreatedApp, NewConnectApp, TokenRefusal, Tokens};
pub use cursor::{Paging, Shown};
pub use deposits::{NewDeposit, NewQuote};
pub use emails::ShownEmail;
pub use external_wallets::NewExternalWallet;
pub use failure::Failure;
pub use operators::{MOST_LISTED, Operator, Receipt, Told};
pub use overview::{DaySum, MOST_COUNTED, OVERVIEW_DAYS, Overview};
pub use payouts::{NewPayout, NewPayoutItem, NewTarget};
pub use people::{ActiveAccess, Enrolment, Entered, Offer, Revoke, SignedIn, Visitor};
pub use recipients::NewRecipient;
pub use sandbox::{SimulatedEvent, SimulatedRailNotice};
pub use secret_marks::SecretsProblem;
pub use settings::Settings;
pub use store::{
    BankAccountFilter, ExternalTransferFilter, ExternalWalletFilter, ItemFilter, KnownRecipient,
    NamedTransaction, PayoutFilter, Period, RecipientFilter, ShownDelivery, ShownItem, StoredEvent,
    TransactionFilter, UnderWay, WaitingSum,
};
pub use users::NewUser;
pub use webhook_client::{
    EndpointClient, MOST_WEBHOOK_CONNECTIONS, Phase, Reply, Undelivered, WebhookClient, secure_to,
};
pub use webhooks::{DeliveryStory, Heard, Listener, MOST_DELIVERIES_COUNTED, NewEndpoint, WebhookSecret};
pub use withdrawals::{NewDestination, NewWithdrawal};
pub use writer::Answered;
#[cfg(feature = "simulated")]
pub use writer::steps::Steps;

use std::num::NonZeroU32;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, RwLock};

use auth::KeyRing;
use clock::Clock;

use dice::Dice;
use email::EmailRoom;
use list_stores::ListStores;
use passwords::Passwords;
use people::Seen;
use rules::id::EventId;
use rules::tariff::Tariff;
use rules::webhook_url::Reach;
use settlement_worker::Settling;
use store::Store;
use tokio::sync::Notify;
use vault::Vault;
use webhooks::{HostRates, Posting, Streams};
use writer::WriterHandle;

/// Everything a use-case needs. One for each process.
pub struct App {
    pub(crate) store: Store,
    list_stores: ListStores,
    pub(crate) writer: WriterHandle,
    pub(crate) clock: Clock,
    pub(crate) dice: Arc<Dice>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) key_ring: KeyRing,
    pub(crate) settling: Settling,
    pub(crate) passwords: Passwords,
    /// When sessions were last used.
    pub(crate) seen: Seen,
    pub(crate) external_transfers_turns: external_transfers::Turns,
    pub(crate) external_transfers_stopping: AtomicBool,
    /// The network that live money is on, if it is on one.
    pub(crate) chain: Option<chain::LiveChain>,
    pub(crate) email_room: EmailRoom,
    /// Held while emails are sent.
    pub(crate) email_turns: emails::EmailTurns,
    pub(crate) webhook_client: WebhookClient,
    /// Who may be sent events.
    pub(crate) reach: Reach,
    pub(crate) posting: Posting,
    pub(crate) host_rates: Arc<HostRates>,
    pub(crate) streams: Arc<Streams>,
    /// Somebody wants deliveries replayed.
    pub(crate) replay_news: Notify,
    sandbox_tariff: Arc<Tariff>,
    live_tariff: RwLock<Arc<Tariff>>,
    pub settings: Settings,
}

impl App {
    /// Starts the writer. The database must be migrated before.
    pub fn start(store: Store, vault: Vault, settings: Settings, clock: Clock, dice: Dice) -> App {
        let (vault, dice) = (Arc::new(vault), Arc::new(dice));
        let writer = WriterHandle::start(store.writer(), clock.clone(), dice.clone(), vault.clone());
        assemble(store, writer, clock, dice, vault, settings)
    }

    /// Sends and shows emails in this way. Without it they stay queued.
    pub fn with_email_room(mut self, room: EmailRoom) -> App {
        self.email_room = room;
        self
    }

    /// Delivers events to whom this allows, over at most so many connections. Without it, to public addresses only.
    pub fn with_reach(mut self, reach: Reach, most_connections: usize) -> App {
        self.webhook_client = WebhookClient::new(reach.clone(), self.clock.clone(), most_connections);
        self.reach = reach;
        self
    }

    /// Sends at most so many webhooks a second to one host. Without it there is no limit.
    pub fn with_webhook_host_rate(mut self, per_second: Option<NonZeroU32>) -> App {
        let rates = HostRates::new(per_second, u64::from_le_bytes(self.dice.bytes()));
        self.host_rates = Arc::new(rates);
        self
    }

    /// Delivers events in this way.
    #[cfg(feature = "simulated")]
    pub fn with_webhook_client(mut self, webhook_client: WebhookClient) -> App {
        self.webhook_client = webhook_client;
        self
    }

    /// A name for one request, by which its log lines and its answer can be found.
    pub fn request_id(&self) -> String {
        self.dice.base62(22)
    }

    /// A fresh id for what is about to happen.
    pub(crate) fn event_id(&self) -> EventId {
        self.dice.id(self.clock.now())
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
            Ok(migrations) if migrations.missing.is_empty() => Ok(()),
            Ok(migrations) => Err(format!("migrations are missing: {}", migrations.missing.join(", "))),
            Err(_) => Err("the database does not answer".to_owned()),
        }
    }

    /// Writes what is still in memory, finishes every command that was accepted, and stops the writer.
    pub async fn stop(&self) {
        self.note_key_uses().await;
        self.note_sessions().await;
        self.writer.stop().await;
    }
}

fn assemble(
    store: Store,
    writer: WriterHandle,
    clock: Clock,
    dice: Arc<Dice>,
    vault: Arc<Vault>,
    settings: Settings,
) -> App {
    let (key_ring, settling, seen) = (KeyRing::default(), Settling::default(), Seen::default());
    let sandbox_tariff = Arc::new(rails::simulated::tariff());
    let live_tariff = RwLock::new(Arc::new(settings.live_tariff.clone()));
    let webhook_client = WebhookClient::new(Reach::default(), clock.clone(), MOST_WEBHOOK_CONNECTIONS);
    let posting = Posting::new(dice.base62(22), writer.news());
    let list_stores = ListStores::beside(&store);
    App {
        store,
        list_stores,
        writer,
        clock,
        dice,
        vault,
        key_ring,
        settling,
        passwords: Passwords::default(),
        seen,
        external_transfers_turns: external_transfers::Turns::default(),
        external_transfers_stopping: AtomicBool::new(false),
        chain: None,
        email_room: EmailRoom::closed(),
        email_turns: emails::EmailTurns::default(),
        webhook_client,
        reach: Reach::default(),
        posting,
        host_rates: Arc::new(HostRates::new(None, 0)),
        streams: Arc::default(),
        replay_news: Notify::new(),
        sandbox_tariff,
        live_tariff,
        settings,
    }
}
