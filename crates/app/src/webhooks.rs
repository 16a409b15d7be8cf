//! Webhooks: the endpoints of accounts, and the deliveries to them.

mod cleanup;
mod dispatcher;
mod event_streams;
mod hosts;
mod listeners;
mod object_deliveries;
mod queue;
mod replays;
mod secret;
mod webhook_client;

pub use listeners::{Listener, ListenerEvent};
pub use webhook_client::{
    EndpointClient, MAX_WEBHOOK_CONNECTIONS, Phase, Undelivered, WebhookClient, WebhookResponse, secure_to,
};

use std::num::NonZeroU32;
use std::sync::Arc;

use rules::account::Account;
use rules::attempt::Guard;
use rules::command::{Command, PeopleCommand, WebhookCommand};
use rules::decisions::delivery::paused_until;
use rules::decisions::endpoint::{CreateEndpoint, EndpointEdit, NewTest};
use rules::delivery::{Attempt, KEPT_ATTEMPTS, Replay, ReplayKind};
use rules::endpoint::{EnabledEvents, Endpoint, EndpointKind};
use rules::id::{AccountId, EndpointId, EventId};
use rules::idempotency::IdempotencyRequest;
use rules::refusal::{Noun, Refusal};
use rules::security::{ClientInfo, SecurityKind};
use rules::time::Timestamp;
use rules::webhook_url::{Reach, UrlFault, WebhookUrl};
use store::{DeliveryFilter, Period, ShownDelivery};
use tokio::sync::Notify;

use crate::platform::cursor::{CursorPage, Paging};
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;
use crate::platform::writer::CommandResponse;
use crate::platform::{Platform, wire};
use dispatcher::DispatcherState;
use event_streams::Streams;
use hosts::HostRates;

/// More deliveries than this are not counted.
pub const MAX_DELIVERIES_COUNTED: usize = 1_000;

/// A checked description of an endpoint.
#[derive(Clone, Debug)]
pub struct NewEndpoint {
    pub url: WebhookUrl,
    pub description: String,
    pub wants: EnabledEvents,
}

/// A signing secret as its owner copies it.
pub struct WebhookSecret {
    pub current: String,
    /// The one before, and until when it signs, too.
    pub old: Option<(String, Timestamp)>,
}

/// Everything about one delivery.
pub struct DeliveryStory {
    pub shown: ShownDelivery,
    /// Newest first.
    pub attempts: Vec<Attempt>,
    /// What is sent, byte for byte.
    pub body: String,
}

/// The endpoints of accounts, and the deliveries to them.
pub struct Webhooks {
    platform: Arc<Platform>,
    webhook_client: WebhookClient,
    /// Which addresses events may be sent to.
    reach: Reach,
    pub(crate) posting: DispatcherState,
    host_rates: Arc<HostRates>,
    streams: Arc<Streams>,
    /// An account wants deliveries replayed.
    replay_news: Notify,
}

impl Webhooks {
    pub(crate) fn new(
        platform: Arc<Platform>,
        (reach, webhook_client): (Reach, WebhookClient),
        host_rate: Option<NonZeroU32>,
    ) -> Webhooks {
        let posting = DispatcherState::new(platform.dice.base62(22), platform.writer.news());
        let host_rates = match host_rate {
            Some(per_second) => HostRates::new(Some(per_second), u64::from_le_bytes(platform.dice.bytes())),
            None => HostRates::new(None, 0),
        };
        Webhooks {
            platform,
            webhook_client,
            reach,
            posting,
            host_rates: Arc::new(host_rates),
            streams: Arc::default(),
            replay_news: Notify::new(),
        }
    }

    /// Whether events may be sent to this address, and how it is really spelled.
    pub fn webhook_url(&self, account: &Account, text: &str) -> Result<WebhookUrl, UrlFault> {
        WebhookUrl::parse(text, account.mode, &self.reach)
    }

    pub async fn create_endpoint(
        &self,
        signed_in: &SignedIn,
        account: &Account,
        new: NewEndpoint,
        client_info: &ClientInfo,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let about = new.url.as_str().to_owned();
        let test = self.new_test(account.charged());
        let create = self.new_webhook(account.id, (about.clone(), new.description, new.wants), test);
        let kind = (SecurityKind::WebhookAdded, Some(account.mode));
        let noted =
            self.platform.noted(signed_in, client_info, kind, about, WebhookCommand::Create(create).into());
        let created = self.platform.writer.submit(noted, idempotency).await?;
        // The test event that verifies it is sent at once.
        self.posting.nudge();
        Ok(created)
    }

    pub(crate) fn new_webhook(
        &self,
        account: AccountId,
        (url, description, wants): (String, String, EnabledEvents),
        test: NewTest,
    ) -> CreateEndpoint {
        let id = self.platform.dice.id(self.platform.clock.now());
        let secret = self.new_webhook_secret(account, id);
        CreateEndpoint { id, account, kind: EndpointKind::Webhook, url, description, wants, secret, test }
    }

    /// Those that are not archived, oldest first.
    pub async fn endpoints(&self, account: &Account) -> Result<Vec<Endpoint>, Failure> {
        Ok(self.platform.store.endpoints_of(account.id).await?)
    }

    pub async fn own_endpoint(&self, account: &Account, id: &str) -> Result<Endpoint, Failure> {
        let found = match EndpointId::parse(id) {
            Some(id) => self.platform.store.endpoint(account.id, id).await?,
            None => None,
        };
        let open = found.filter(|found| found.kind == EndpointKind::Webhook && found.archived_at.is_none());
        Ok(open.ok_or(Refusal::NotFound(Noun::Endpoint))?)
    }

    /// How many deliveries wait and how many have failed, up to [`MAX_DELIVERIES_COUNTED`] of each.
    pub async fn delivery_counts(&self, endpoint: &Endpoint) -> Result<(i64, i64), Failure> {
        Ok(self.platform.store.delivery_counts(endpoint.id, MAX_DELIVERIES_COUNTED).await?)
    }

    pub async fn describe_endpoint(
        &self,
        signed_in: &SignedIn,
        account: &Account,
        id: &str,
        new: NewEndpoint,
        client_info: &ClientInfo,
    ) -> Result<Endpoint, Failure> {
        let NewEndpoint { url, description, wants } = new;
        let (url, test) = (url.as_str().to_owned(), self.new_test(account.charged()));
        let edit = EndpointEdit::Describe { url, description, wants, test };
        self.edit_endpoint(signed_in, account, id, edit, SecurityKind::WebhookChanged, client_info).await
    }

    /// What waits is sent as soon as it is on.
    pub async fn switch_endpoint(
        &self,
        signed_in: &SignedIn,
        account: &Account,
        id: &str,
        on: bool,
        client_info: &ClientInfo,
    ) -> Result<Endpoint, Failure> {
        let edit = match on {
            true => EndpointEdit::TurnOn { test: self.new_test(account.charged()) },
            false => EndpointEdit::TurnOff,
        };
        self.edit_endpoint(signed_in, account, id, edit, SecurityKind::WebhookChanged, client_info).await
    }

    /// A new secret. The old one signs beside it for a day.
    pub async fn rotate_webhook_secret(
        &self,
        signed_in: &SignedIn,
        account: &Account,
        id: &str,
        client_info: &ClientInfo,
    ) -> Result<WebhookSecret, Failure> {
        let endpoint = self.own_endpoint(account, id).await?;
        let edit = EndpointEdit::Rotate(self.new_webhook_secret(account.id, endpoint.id));
        let kind = SecurityKind::WebhookSecretRotated;
        let rotated = self.edit_endpoint(signed_in, account, id, edit, kind, client_info).await?;
        self.spelled_secret(&rotated)
    }

    /// For its owner, who has just given their password.
    pub async fn show_webhook_secret(
        &self,
        signed_in: &SignedIn,
        account: &Account,
        id: &str,
        client_info: &ClientInfo,
    ) -> Result<WebhookSecret, Failure> {
        let endpoint = self.own_endpoint(account, id).await?;
        let note = PeopleCommand::Note(
            self.platform.acting(signed_in, client_info),
            SecurityKind::WebhookSecretShown,
            endpoint.url.clone(),
        );
        self.platform.writer.submit(note.into(), None).await?;
        self.spelled_secret(&endpoint)
    }

    /// For good.
    pub async fn archive_endpoint(
        &self,
        signed_in: &SignedIn,
        account: &Account,
        id: &str,
        client_info: &ClientInfo,
    ) -> Result<Endpoint, Failure> {
        let edit = EndpointEdit::Archive;
        self.edit_endpoint(signed_in, account, id, edit, SecurityKind::WebhookRemoved, client_info).await
    }

    async fn edit_endpoint(
        &self,
        signed_in: &SignedIn,
        account: &Account,
        id: &str,
        edit: EndpointEdit,
        kind: SecurityKind,
        client_info: &ClientInfo,
    ) -> Result<Endpoint, Failure> {
        let known = self.own_endpoint(account, id).await?;
        let command: Command = WebhookCommand::Edit(account.id, known.id, edit).into();
        let noted =
            self.platform.noted(signed_in, client_info, (kind, Some(account.mode)), known.url, command);
        let changed = self.platform.writer.submit(noted, None).await?.outcome();
        self.posting.nudge();
        Ok(changed)
    }

    fn new_test(&self, sponsor: AccountId) -> NewTest {
        let name = self.platform.vault.name(&format!("endpoint tests of {sponsor}"));
        NewTest { event: self.platform.event_id(), counted: (Guard::EndpointTest, name) }
    }

    /// Until when the secret before signs, too, if it still does.
    pub fn old_secret_until(&self, endpoint: &Endpoint) -> Option<Timestamp> {
        let now = self.platform.clock.now();
        endpoint.old_secret.as_ref().map(|(_, until)| *until).filter(|until| now < *until)
    }

    fn spelled_secret(&self, endpoint: &Endpoint) -> Result<WebhookSecret, Failure> {
        let spelled: Vec<String> =
            self.webhook_keys(endpoint)?.iter().map(|key| secret::spelled(key)).collect();
        let mut secrets = spelled.into_iter();
        let current = secrets.next().expect("an endpoint always has a secret");
        let until = self.old_secret_until(endpoint);
        Ok(WebhookSecret { current, old: secrets.next().zip(until) })
    }

    /// Sends an event that is for this endpoint alone. Its id is that of the delivery, too.
    pub async fn send_test_event(
        &self,
        account: &Account,
        id: &str,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let endpoint = self.own_endpoint(account, id).await?;
        let test = self.new_test(account.charged());
        let sent = self
            .platform
            .writer
            .submit_of(account.mode, WebhookCommand::Test(account.id, endpoint.id, test).into(), idempotency)
            .await?;
        self.posting.nudge();
        Ok(sent)
    }

    /// What time it is for an account: its deliveries are due by this clock.
    pub fn time_of(&self, account: &Account) -> Timestamp {
        account.time(self.platform.clock.now())
    }

    /// What was, or will be, delivered to an endpoint.
    pub async fn deliveries(
        &self,
        account: &Account,
        id: &str,
        filter: DeliveryFilter,
        paging: &Paging,
    ) -> Result<CursorPage<ShownDelivery>, Failure> {
        let endpoint = self.own_endpoint(account, id).await?;
        let list = format!("deliveries {}", endpoint.id);
        let after = self.platform.open_own_cursor(&list, paging)?;
        let page = self
            .platform
            .owner_lists(account.mode, account.id)
            .await?
            .deliveries_of(endpoint.id, filter, after.as_ref(), paging.size)
            .await?;
        Ok(self.platform.own_shown(&list, paging, page))
    }

    pub async fn delivery(&self, account: &Account, id: &str, event: &str) -> Result<DeliveryStory, Failure> {
        let endpoint = self.own_endpoint(account, id).await?;
        let event = EventId::parse(event).ok_or(Refusal::NotFound(Noun::Delivery))?;
        let shown = self.platform.store.delivery(endpoint.id, event).await?;
        let shown = shown.ok_or(Refusal::NotFound(Noun::Delivery))?;
        let attempts = self.platform.store.attempts_at(endpoint.id, event, KEPT_ATTEMPTS as usize).await?;
        let body = wire::delivery_body(&shown.event, account.mode);
        Ok(DeliveryStory { shown, attempts, body })
    }

    /// Sends one again, whatever became of it.
    pub async fn replay_delivery(&self, account: &Account, id: &str, event: &str) -> Result<(), Failure> {
        let endpoint = self.own_endpoint(account, id).await?;
        let event = EventId::parse(event).ok_or(Refusal::NotFound(Noun::Delivery))?;
        let command = WebhookCommand::ReplayOne(account.id, endpoint.id, event);
        self.platform.writer.submit_of(account.mode, command.into(), None).await?;
        self.posting.nudge();
        Ok(())
    }

    /// Begins to send many again, or to skip them. It goes on by itself.
    pub async fn start_replay(
        &self,
        account: &Account,
        id: &str,
        kind: ReplayKind,
        period: Period,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<(), Failure> {
        let endpoint = self.own_endpoint(account, id).await?;
        let replay = self.new_replay(account.id, endpoint.id, kind, period);
        self.platform
            .writer
            .submit_of(account.mode, WebhookCommand::StartReplay(replay).into(), idempotency)
            .await?;
        // One for the worker of each mode.
        self.replay_news.notify_one();
        self.replay_news.notify_one();
        Ok(())
    }

    pub(crate) fn new_replay(
        &self,
        account: AccountId,
        endpoint: EndpointId,
        kind: ReplayKind,
        period: Period,
    ) -> Replay {
        Replay {
            id: self.platform.dice.id(self.platform.clock.now()),
            endpoint,
            account,
            kind,
            from: period.from.unwrap_or_default(),
            to: period.to.unwrap_or(Timestamp::from_micros(i64::MAX)),
            position: String::new(),
            done: 0,
            created_at: self.platform.clock.now(),
            ended_at: None,
        }
    }

    /// Until when nothing more can be sent again to an endpoint, if it has used up its daily allowance.
    pub fn replays_paused_until(&self, endpoint: &Endpoint) -> Option<Timestamp> {
        paused_until(endpoint, self.platform.clock.now())
    }

    /// The newest one, if there was any: its end tells whether it still goes on.
    pub async fn newest_replay(&self, endpoint: &Endpoint) -> Result<Option<Replay>, Failure> {
        Ok(self.platform.store.newest_replay(endpoint.id).await?)
    }
}
