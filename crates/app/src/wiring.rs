//! The one place that knows which use case needs which: it makes all of them, from the bottom up.

use std::num::NonZeroU32;
use std::sync::Arc;

use evm::Nodes;
use rules::webhook_url::Reach;
use store::Store;

use crate::accounts::Accounts;
use crate::audit::Audit;
use crate::auth::Auth;
use crate::chain::{ChainKeys, ChainSettings, ChainWorker, LiveChain};
use crate::claim_pages::ClaimPages;
use crate::connect::Connect;
use crate::email::{EmailRoom, Emails};
use crate::external_transfers::ExternalTransfers;
use crate::first_run::FirstRun;
use crate::identity::Identity;
use crate::operators::Operators;
use crate::payouts::Payouts;
use crate::platform::Platform;
use crate::platform::clock::Clock;
use crate::platform::dice::Dice;
use crate::platform::settings::AppSettings;
use crate::platform::vault::Vault;
use crate::platform::writer::WriterHandle;
use crate::request_log::RequestLog;
use crate::sandbox::Sandbox;
use crate::search::Search;
use crate::stops::Stops;
use crate::webhooks::{MAX_WEBHOOK_CONNECTIONS, WebhookClient, Webhooks};

/// All use cases. One for each process.
pub struct App {
    pub platform: Arc<Platform>,
    pub stops: Arc<Stops>,
    pub chain: Arc<ChainWorker>,
    pub accounts: Arc<Accounts>,
    pub payouts: Arc<Payouts>,
    pub external_transfers: Arc<ExternalTransfers>,
    pub webhooks: Arc<Webhooks>,
    pub auth: Arc<Auth>,
    pub connect: Arc<Connect>,
    pub identity: Arc<Identity>,
    pub emails: Arc<Emails>,
    pub claim_pages: Arc<ClaimPages>,
    pub sandbox: Arc<Sandbox>,
    pub search: Arc<Search>,
    pub request_log: Arc<RequestLog>,
    pub first_run: Arc<FirstRun>,
    pub operators: Arc<Operators>,
    pub audit: Arc<Audit>,
}

impl App {
    /// The database must be migrated before the app starts.
    pub fn builder(
        store: Store,
        vault: Vault,
        settings: AppSettings,
        clock: Clock,
        dice: Dice,
    ) -> AppBuilder {
        AppBuilder {
            store,
            vault: Arc::new(vault),
            settings,
            clock,
            dice: Arc::new(dice),
            live_chain: None,
            email_room: EmailRoom::closed(),
            reach: Reach::default(),
            max_connections: MAX_WEBHOOK_CONNECTIONS,
            webhook_client: None,
            webhook_host_rate: None,
        }
    }

    /// Writes what is still in memory, finishes every command that was accepted, and stops the writer.
    pub async fn stop(&self) {
        self.auth.note_key_uses().await;
        self.identity.note_sessions().await;
        self.request_log.finish().await;
        self.platform.writer.stop().await;
    }
}

/// What an app is made of.
pub struct AppBuilder {
    store: Store,
    vault: Arc<Vault>,
    settings: AppSettings,
    clock: Clock,
    dice: Arc<Dice>,
    live_chain: Option<LiveChain>,
    email_room: EmailRoom,
    reach: Reach,
    max_connections: usize,
    webhook_client: Option<WebhookClient>,
    webhook_host_rate: Option<NonZeroU32>,
}

impl AppBuilder {
    /// Live money is on this network. Without it, on none.
    pub fn with_chain(self, nodes: Nodes, keys: ChainKeys, settings: ChainSettings) -> AppBuilder {
        AppBuilder { live_chain: Some(LiveChain::new(nodes, keys, settings)), ..self }
    }

    /// Sends and shows emails in this way. Without it they stay queued.
    pub fn with_email_room(self, email_room: EmailRoom) -> AppBuilder {
        AppBuilder { email_room, ..self }
    }

    /// Delivers events to the addresses that this allows, over at most so many connections. Without it, to public
    /// addresses only.
    pub fn with_reach(self, reach: Reach, max_connections: usize) -> AppBuilder {
        AppBuilder { reach, max_connections, ..self }
    }

    /// Sends at most so many webhooks a second to one host. Without it there is no limit.
    pub fn with_webhook_host_rate(self, webhook_host_rate: Option<NonZeroU32>) -> AppBuilder {
        AppBuilder { webhook_host_rate, ..self }
    }

    /// Starts the writer, and makes the use cases.
    pub fn start(self) -> App {
        let (clock, dice, vault) = (self.clock.clone(), self.dice.clone(), self.vault.clone());
        let writer = self.store.writer().asking_for(self.settings.commit_outcome_wait);
        let writer = WriterHandle::start(writer, clock, dice, vault);
        self.wire(writer)
    }

    fn wire(self, writer: WriterHandle) -> App {
        let webhook_client = self.webhook_client.unwrap_or_else(|| {
            WebhookClient::new(self.reach.clone(), self.clock.clone(), self.max_connections)
        });
        let clock_and_dice = (self.clock, self.dice);
        let platform = Platform::new(self.store, writer, clock_and_dice, self.vault, self.settings);
        let platform = Arc::new(platform);
        let stops = Arc::new(Stops::new(platform.clone()));
        let chain = Arc::new(ChainWorker::new(platform.clone(), stops.clone(), self.live_chain));
        let payouts = Arc::new(Payouts::new(platform.clone()));
        let external_transfers = Arc::new(ExternalTransfers::new(platform.clone(), chain.clone()));
        let outside = (self.reach, webhook_client);
        let webhooks = Arc::new(Webhooks::new(platform.clone(), outside, self.webhook_host_rate));
        let auth = Arc::new(Auth::new(platform.clone()));
        let connect = Arc::new(Connect::new(platform.clone(), auth.clone()));
        let identity = Arc::new(Identity::new(
            platform.clone(),
            auth.clone(),
            connect.clone(),
            payouts.clone(),
            webhooks.clone(),
        ));
        let emails = Arc::new(Emails::new(platform.clone(), self.email_room));
        App {
            accounts: Arc::new(Accounts::new(platform.clone(), chain.clone())),
            audit: Arc::new(Audit::new(platform.clone(), stops.clone())),
            operators: Arc::new(Operators::new(platform.clone(), external_transfers.clone())),
            first_run: Arc::new(FirstRun::new(platform.clone(), auth.clone())),
            search: Arc::new(Search::new(platform.clone())),
            request_log: Arc::new(RequestLog::new(platform.clone())),
            sandbox: Arc::new(Sandbox::new(
                platform.clone(),
                payouts.clone(),
                external_transfers.clone(),
                emails.clone(),
            )),
            claim_pages: Arc::new(ClaimPages::new(
                platform.clone(),
                auth.clone(),
                identity.clone(),
                payouts.clone(),
            )),
            platform,
            stops,
            chain,
            payouts,
            external_transfers,
            webhooks,
            auth,
            connect,
            identity,
            emails,
        }
    }
}

/// How a simulation makes a process.
#[cfg(feature = "simulated")]
impl AppBuilder {
    /// Live money is on a model of a network, and the process may die at these moments.
    pub fn with_model_chain(
        self,
        model: Arc<dyn evm::Chain>,
        network: evm::EvmNetwork,
        keys: ChainKeys,
        settings: ChainSettings,
        crash_points: crate::chain::CrashPoints,
    ) -> AppBuilder {
        let live_chain = LiveChain::model(model, network, keys, settings, crash_points);
        AppBuilder { live_chain: Some(live_chain), ..self }
    }

    /// Delivers events in this way.
    pub fn with_webhook_client(self, webhook_client: WebhookClient) -> AppBuilder {
        AppBuilder { webhook_client: Some(webhook_client), ..self }
    }

    /// A process whose writer does a batch when it is told to, and meets these faults.
    pub fn stepped(self, faults: store::Faults) -> (App, crate::platform::writer::steps::Steps) {
        let (clock, dice, vault) = (self.clock.clone(), self.dice.clone(), self.vault.clone());
        let writer = self.store.writer().meeting(faults);
        let (writer, steps) = WriterHandle::stepped(writer, clock, dice, vault);
        (self.wire(writer), steps)
    }
}
