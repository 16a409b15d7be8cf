//! Creating and renaming recipients, and what they and their senders are told.

use crate::account::Caller;
use crate::change::{Change, Outcome, Row};
use crate::email_address::EmailAddress;
use crate::event::{Event, EventPayload, RecipientChangeKind};
use crate::id::{AccountId, EventId, EventKind, LongSeries, RecipientId};
use crate::recipient::{Nickname, Recipient};
use crate::refusal::{Noun, Refusal};
use crate::time::Timestamp;
use crate::world::World;

/// So many accounts are told of a new name: those that learned of the person last. All see it when they ask.
pub const MAX_TOLD: usize = 1_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateRecipient {
    /// The id it gets if the address is new.
    pub id: RecipientId,
    /// The id of the event of its creation, or of its new nickname.
    pub event: EventId,
    pub email: EmailAddress,
    pub nickname: Option<String>,
}

/// A known address answers with the recipient it already has.
pub fn create(
    world: &World,
    caller: &Caller,
    new: &CreateRecipient,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let account = world.account(caller.account)?;
    let email_key = new.email.lookup_key();
    if let Some(known) = world.recipient_by_email(account.id, &email_key) {
        return Ok(with_nickname(world, caller, known, new.nickname.as_deref(), (new.event, now)));
    }
    let recipient = Recipient::new(new.id, account, &new.email, now);
    let nickname = new.nickname.clone().unwrap_or_default();
    let shown = if caller.app == account.own_app { nickname.as_str() } else { "" };
    let mut rows = vec![Row::Event(recipient.created(shown, new.event)), Row::Recipient(recipient.clone())];
    if !nickname.is_empty() {
        let text = nickname.clone();
        rows.push(Row::Nickname(Nickname { app: caller.app, recipient: recipient.id, text }));
    }
    Ok(Change { outcome: Outcome::Recipient { recipient, nickname }, rows })
}

pub fn update(
    world: &World,
    caller: &Caller,
    id: RecipientId,
    (nickname, event): (Option<&str>, EventId),
    now: Timestamp,
) -> Result<Change, Refusal> {
    let known = world.recipients.get(&id).filter(|known| known.account == caller.account);
    let known = known.ok_or(Refusal::NotFound(Noun::Recipient))?;
    Ok(with_nickname(world, caller, known, nickname, (event, now)))
}

/// Sets the caller's nickname if one was sent; keeps the one it has otherwise. What another app calls a recipient is
/// not the business of the account's owner, so no event tells of it.
fn with_nickname(
    world: &World,
    caller: &Caller,
    known: &Recipient,
    nickname: Option<&str>,
    (event, now): (EventId, Timestamp),
) -> Change {
    let before = world.nickname(caller.app, known.id);
    let text = nickname.unwrap_or(before).to_owned();
    if text == before {
        return Change {
            outcome: Outcome::Recipient { recipient: known.clone(), nickname: text },
            rows: vec![],
        };
    }
    let row = Row::Nickname(Nickname { app: caller.app, recipient: known.id, text: text.clone() });
    let own = world.accounts.get(&known.account).filter(|account| account.own_app == caller.app);
    let (recipient, mut rows) = match own {
        Some(account) => {
            let at = account.time(now);
            happened(known.clone(), RecipientChangeKind::Updated, &text, (event, at))
        }
        None => (known.clone(), Vec::new()),
    };
    rows.push(row);
    Change { outcome: Outcome::Recipient { recipient, nickname: text }, rows }
}

/// The user with this address has this name from now on: every account that has paid them, and so sees it, is told.
pub(crate) fn rename(
    world: &World,
    email_key: &str,
    name: &str,
    events: LongSeries<EventKind>,
    now: Timestamp,
) -> Result<Vec<Row>, Refusal> {
    let mut rows = Vec::new();
    let mut told = 0;
    for known in world.recipients_with(email_key) {
        if !known.on_platform() || known.person.is_none() || known.display_name() == name {
            continue;
        }
        let renamed = Recipient { person: Some(name.to_owned()), ..known.clone() };
        let account = world.account(known.account)?;
        let nickname = world.nickname(account.own_app, known.id);
        let at = account.time(now);
        rows.extend(happened(renamed, RecipientChangeKind::Updated, nickname, (events.nth(told), at)).1);
        told += 1;
    }
    Ok(rows)
}

/// A recipient is paid into this wallet from now on. The first time, the account learns who they are.
pub(crate) fn settle_in(
    world: &World,
    recipient: RecipientId,
    wallet: AccountId,
    event: EventId,
    now: Timestamp,
) -> Result<Vec<Row>, Refusal> {
    let known = world.recipients.get(&recipient).ok_or(Refusal::NotFound(Noun::Recipient))?;
    let mut rows = vec![Row::Wallet { recipient, wallet }];
    if !known.on_platform() {
        let account = world.account(known.account)?;
        let nickname = world.nickname(account.own_app, recipient);
        let joined = Recipient { person: name_now(world, known), wallet: Some(wallet), ..known.clone() };
        rows.extend(happened(joined, RecipientChangeKind::Joined, nickname, (event, account.time(now))).1);
    }
    Ok(rows)
}

/// What a user is called, if that may be shown: an earlier command of the same batch may have changed it.
fn name_now(world: &World, known: &Recipient) -> Option<String> {
    let user = world.users.get(&known.email.lookup_key()).filter(|user| user.verified_at.is_some());
    known.person.as_ref().map(|gathered| user.map_or(gathered, |user| &user.name).clone())
}

/// It is so from now on, and an event tells of it.
fn happened(
    recipient: Recipient,
    turn: RecipientChangeKind,
    nickname: &str,
    (event, at): (EventId, Timestamp),
) -> (Recipient, Vec<Row>) {
    let recipient = Recipient { events: recipient.events + 1, ..recipient };
    let event = recipient.event(turn, nickname, event, at);
    (recipient.clone(), vec![Row::Recipient(recipient), Row::Event(event)])
}

impl Recipient {
    /// The event of its creation.
    pub(crate) fn created(&self, nickname: &str, event: EventId) -> Event {
        self.event(RecipientChangeKind::Created, nickname, event, self.created_at)
    }

    fn event(&self, turn: RecipientChangeKind, nickname: &str, id: EventId, at: Timestamp) -> Event {
        let nickname = nickname.to_owned();
        let payload = EventPayload::RecipientChanged { turn, recipient: self.clone(), nickname };
        Event { id, account: self.account, payload, sequence: self.events, at }
    }
}
