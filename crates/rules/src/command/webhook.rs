//! The commands about endpoints and what is delivered to them.

use crate::change::{Change, Outcome, Row};
use crate::decisions::delivery::{self, DeliveryReport};
use crate::decisions::endpoint::{self, CreateEndpoint, EndpointEdit, NewTest};
use crate::delivery::Replay;
use crate::id::{AccountId, EndpointId, EventId, ReplayId};
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::{Needs, World};

use super::Command;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WebhookCommand {
    Create(CreateEndpoint),
    Edit(AccountId, EndpointId, EndpointEdit),
    Test(AccountId, EndpointId, NewTest),
    /// Takes endpoints, or keeps them, for the calling process until a moment.
    Lease {
        endpoints: Vec<EndpointId>,
        owner: String,
        until: Timestamp,
    },
    /// If no owner is named, for any owner.
    Release {
        endpoints: Vec<EndpointId>,
        owner: Option<String>,
    },
    /// Abandoned listeners.
    Abandon(Vec<EndpointId>),
    Note(DeliveryReport),
    ReplayOne(AccountId, EndpointId, EventId),
    StartReplay(Replay),
    /// The next part: where it begins, the events in it, and the last that was looked at.
    StepReplay {
        account: AccountId,
        endpoint: EndpointId,
        replay: ReplayId,
        from: String,
        events: Vec<EventId>,
        seen: Option<EventId>,
    },
    /// Deliveries that are old.
    Forget(Vec<(EndpointId, EventId)>),
}

impl From<WebhookCommand> for Command {
    fn from(command: WebhookCommand) -> Command {
        Command::Webhook(Box::new(command))
    }
}

impl WebhookCommand {
    pub(super) fn needs(&self, needs: &mut Needs) {
        match self {
            WebhookCommand::Create(new) => {
                needs.accounts.insert(new.account);
                needs.endpoints.insert(new.id);
                needs.endpoints_of.insert(new.account);
                needs.attempts.insert(new.test.counted.1);
            }
            WebhookCommand::Edit(account, id, edit) => {
                needs.accounts.insert(*account);
                needs.endpoints.insert(*id);
                if matches!(edit, EndpointEdit::Describe { .. }) {
                    needs.endpoints_of.insert(*account);
                }
                if let EndpointEdit::Describe { test, .. } | EndpointEdit::TurnOn { test } = edit {
                    needs.attempts.insert(test.counted.1);
                }
            }
            WebhookCommand::Test(account, id, test) => {
                needs.accounts.insert(*account);
                needs.endpoints.insert(*id);
                needs.attempts.insert(test.counted.1);
            }
            WebhookCommand::Lease { endpoints, .. }
            | WebhookCommand::Release { endpoints, .. }
            | WebhookCommand::Abandon(endpoints) => needs.endpoints.extend(endpoints),
            WebhookCommand::Note(report) => {
                needs.accounts.insert(report.account);
                needs.endpoints.insert(report.endpoint);
                let events = report.attempted.iter().map(|attempted| attempted.event);
                needs.deliveries.extend(events.map(|event| (report.endpoint, event)));
            }
            WebhookCommand::ReplayOne(account, endpoint, event) => {
                needs.accounts.insert(*account);
                needs.endpoints.insert(*endpoint);
                needs.deliveries.insert((*endpoint, *event));
            }
            WebhookCommand::StartReplay(replay) => {
                needs.accounts.insert(replay.account);
                needs.endpoints.insert(replay.endpoint);
            }
            WebhookCommand::StepReplay { account, endpoint, replay, events, .. } => {
                needs.accounts.insert(*account);
                needs.endpoints.insert(*endpoint);
                needs.replays.insert(*replay);
                needs.deliveries.extend(events.iter().map(|event| (*endpoint, *event)));
            }
            WebhookCommand::Forget(deliveries) => {
                needs.endpoints.extend(deliveries.iter().map(|(endpoint, _)| endpoint));
            }
        }
    }

    pub(super) fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        match self {
            WebhookCommand::Create(new) => endpoint::create(world, new, now),
            WebhookCommand::Edit(account, id, edit) => endpoint::edit(world, *account, *id, edit, now),
            WebhookCommand::Test(account, id, test) => endpoint::test(world, *account, *id, *test, now),
            WebhookCommand::Lease { endpoints, owner, until } => {
                Ok(endpoint::lease(world, endpoints, owner, *until, now))
            }
            WebhookCommand::Release { endpoints, owner } => {
                Ok(endpoint::release(world, endpoints, owner.as_deref()))
            }
            WebhookCommand::Abandon(endpoints) => Ok(endpoint::abandon(world, endpoints, now)),
            WebhookCommand::Note(report) => delivery::note(world, report, now),
            WebhookCommand::ReplayOne(account, endpoint, event) => {
                delivery::replay(world, *account, *endpoint, *event, now)
            }
            WebhookCommand::StartReplay(replay) => delivery::start_replay(world, replay, now),
            WebhookCommand::StepReplay { replay, from, events, seen, .. } => {
                delivery::step_replay(world, *replay, from, events, *seen, now)
            }
            WebhookCommand::Forget(deliveries) => {
                let rows =
                    deliveries.iter().map(|(endpoint, event)| Row::ForgottenDelivery(*endpoint, *event));
                Ok(Change { outcome: Outcome::Done, rows: rows.collect() })
            }
        }
    }
}
