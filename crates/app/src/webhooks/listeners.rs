//! Listeners: developers who stream the events of a test account to their terminal. A listener is an endpoint for as
//! long as its client is connected; due deliveries go to the stream instead of a POST.

use std::time::Duration;

use rules::account::{Caller, Mode};
use rules::command::WebhookCommand;
use rules::decisions::delivery::DeliveryReport;
use rules::decisions::endpoint::{CreateEndpoint, Owner};
use rules::delivery::{AttemptReport, AttemptResponse};
use rules::endpoint::{EnabledEvents, Endpoint, EndpointKind, LONGEST_LEASE_SECONDS};
use rules::event_type::EventType;
use rules::id::EndpointId;
use rules::refusal::{Noun, Refusal};
use store::DuePosition;
use tokio::sync::watch;

use super::event_streams::EventStream;
use super::secret::{self, WebhookKey};
use crate::platform::failure::Failure;
use crate::platform::wire;
use crate::webhooks::Webhooks;

/// Nothing for so long, and the listener is told that we are still there.
const LONGEST_SILENCE: Duration = Duration::from_secs(1);
const SHORTEST_SILENCE: Duration = Duration::from_millis(100);
const TOLD_AT_ONCE: usize = 32;
const RENEW_SECONDS: i64 = 30;

/// One connected listener.
pub struct Listener {
    endpoint: Endpoint,
    owner: Owner,
    keys: Vec<WebhookKey>,
    /// Handed over, and not yet noted.
    told: Vec<AttemptReport>,
    news: watch::Receiver<()>,
    stream: EventStream,
}

/// One event, as it would have been posted.
pub struct ListenerEvent {
    pub headers: [(&'static str, String); 3],
    pub body: String,
}

impl Listener {
    /// What deliveries are signed with: the same for all listeners of this account.
    pub fn secret(&self) -> String {
        secret::spelled(&self.keys[0])
    }
}

impl Webhooks {
    /// Begins to listen, or goes on where the same session broke off. A key hears what it could read, and no more.
    pub async fn open_listener(
        &self,
        caller: &Caller,
        session: Option<&str>,
        asked: Option<Vec<EventType>>,
    ) -> Result<Listener, Failure> {
        let id = match session {
            Some(session) => EndpointId::parse(session).ok_or(Refusal::NotFound(Noun::Endpoint))?,
            None => self.platform.dice.id(self.platform.clock.now()),
        };
        let (mode, user) =
            self.platform.store.owner_of(caller.account).await?.ok_or(Refusal::NotFound(Noun::Account))?;
        let create = CreateEndpoint {
            id,
            account: caller.account,
            kind: EndpointKind::Listener,
            url: String::new(),
            description: String::new(),
            wants: EnabledEvents::readable(caller.scopes, asked),
            secret: self.listening_secret(caller.account, id),
            test: self.new_test(caller.account),
        };
        let create = WebhookCommand::Create(create).into();
        let endpoint: Endpoint = self.platform.writer.submit_of(caller.mode, create, None).await?.outcome();
        let keys = self.webhook_keys(&endpoint)?;
        let stream = self.streams.open(endpoint.id)?;
        let owner =
            Owner { email: user.email, mode, email_id: self.platform.dice.id(self.platform.clock.now()) };
        let news = self.posting.news();
        Ok(Listener { endpoint, owner, keys, told: Vec::new(), news, stream })
    }

    /// What has happened since it was last asked, as soon as something has; nothing after a while without. To ask again
    /// says that what was told before has arrived. A session that was opened again elsewhere hears no more here.
    pub async fn hear(&self, listener: &mut Listener) -> Result<Vec<ListenerEvent>, Failure> {
        if !listener.stream.is_latest() {
            return Err(Refusal::NotFound(Noun::Endpoint).into());
        }
        self.note_told(listener).await?;
        self.keep_listener(listener).await?;
        listener.news.mark_unchanged();
        let due = self.due_for(listener).await?;
        if !due.is_empty() {
            return Ok(due);
        }
        // Most news is for others, so listeners look only so often.
        tokio::time::sleep(SHORTEST_SILENCE).await;
        let _ = tokio::time::timeout(LONGEST_SILENCE, listener.news.changed()).await;
        self.due_for(listener).await
    }

    async fn due_for(&self, listener: &mut Listener) -> Result<Vec<ListenerEvent>, Failure> {
        let now = self.platform.clock.now();
        let due = self
            .platform
            .owner_lists(Mode::Test, listener.endpoint.account)
            .await?
            .due_deliveries(listener.endpoint.id, now, DuePosition::default(), TOLD_AT_ONCE)
            .await?;
        let answer = AttemptResponse::Status { code: 200, excerpt: String::new(), retry_after: None };
        listener.told = due
            .iter()
            .map(|due| AttemptReport {
                event: due.event.id,
                before: due.attempts,
                took_millis: 0,
                answer: answer.clone(),
                jitter: 0,
            })
            .collect();
        // What waited since the session broke off may be more than this key can read.
        let is_wanted = |due: &store::DueDelivery| listener.endpoint.wants.includes(due.event.kind);
        let tell = |due: store::DueDelivery| {
            let body = wire::delivery_body(&due.event, listener.owner.mode);
            ListenerEvent {
                headers: secret::headers(&listener.keys, due.event.id, now, body.as_bytes()),
                body,
            }
        };
        Ok(due.into_iter().filter(is_wanted).map(tell).collect())
    }

    async fn note_told(&self, listener: &mut Listener) -> Result<(), Failure> {
        if listener.told.is_empty() {
            return Ok(());
        }
        let report = DeliveryReport {
            account: listener.endpoint.account,
            endpoint: listener.endpoint.id,
            attempted: std::mem::take(&mut listener.told),
            owner: listener.owner.clone(),
        };
        self.platform.writer.submit_background_of(Mode::Test, WebhookCommand::Note(report).into()).await?;
        Ok(())
    }

    /// As long as its lease is renewed, a client listens.
    async fn keep_listener(&self, listener: &mut Listener) -> Result<(), Failure> {
        let now = self.platform.clock.now();
        if now.plus_seconds(RENEW_SECONDS) < listener.endpoint.lease.until {
            return Ok(());
        }
        let until = now.plus_seconds(LONGEST_LEASE_SECONDS);
        let lease = WebhookCommand::Lease {
            endpoints: vec![listener.endpoint.id],
            owner: self.posting.owner().to_owned(),
            until,
        };
        listener.endpoint.lease.until = until;
        self.platform.writer.submit_background_of(Mode::Test, lease.into()).await?;
        Ok(())
    }
}
