//! Recipients: one per account and lower-cased e-mail, seen by every app of the account; the nickname is per app.

use crate::account::{Account, Caller};
use crate::change::{Change, Outcome, Row};
use crate::email::Email;
use crate::event::{Event, Happening, RecipientTurn};
use crate::id::{AccountId, AppId, EventId, EventKind, LongSeries, RecipientId};
use crate::refusal::{Noun, Refusal};
use crate::time::Timestamp;
use crate::world::World;

/// So many accounts are told of a new name: those that learned of the person last. All see it when they ask.
pub const MOST_TOLD: usize = 1_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipient {
    pub id: RecipientId,
    pub account: AccountId,
    /// As it was first written: the address that mail goes to.
    pub email: Email,
    pub created_at: Timestamp,
    /// The name of the user who verified this address, if one did.
    pub person: Option<String>,
    /// The account that is credited when they are paid, once that was looked up or simulated.
    pub wallet: Option<AccountId>,
    /// How many events it has had.
    pub events: i64,
}

impl Recipient {
    /// One that somebody is about to know, and that has its first event.
    pub(crate) fn new(
        id: RecipientId,
        account: &Account,
        email: &Email,
        person: Option<&str>,
        now: Timestamp,
    ) -> Recipient {
        Recipient {
            id,
            account: account.id,
            email: email.clone(),
            created_at: account.time(now),
            person: person.map(str::to_owned),
            wallet: None,
            events: 1,
        }
    }

    /// The event of its creation.
    pub(crate) fn created(&self, nickname: &str, event: EventId) -> Event {
        self.event(RecipientTurn::Created, nickname, event, self.created_at)
    }

    fn event(&self, turn: RecipientTurn, nickname: &str, id: EventId, at: Timestamp) -> Event {
        let nickname = nickname.to_owned();
        let happening = Happening::RecipientChanged { turn, recipient: self.clone(), nickname };
        Event { id, account: self.account, happening, sequence: self.events, at }
    }

    pub fn on_platform(&self) -> bool {
        self.person.is_some() || self.wallet.is_some()
    }

    /// The person's own name once on the platform, else the part before the `@`.
    pub fn display_name(&self) -> &str {
        self.person.as_deref().unwrap_or_else(|| self.email.local_part())
    }
}

/// What one app calls a recipient. The empty text means no nickname.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nickname {
    pub app: AppId,
    pub recipient: RecipientId,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateRecipient {
    /// The id it gets if the address is new.
    pub id: RecipientId,
    /// The id of the event of its creation, or of its new nickname.
    pub event: EventId,
    pub email: Email,
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
    let person = world.person_named(&email_key);
    let recipient = Recipient::new(new.id, account, &new.email, person, now);
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

/// Sets the caller's nickname if one was sent; keeps the one it has otherwise. What another app calls somebody is not
/// the business of the account's owner, so no event tells of it.
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
            happened(known.clone(), RecipientTurn::Updated, &text, (event, at))
        }
        None => (known.clone(), Vec::new()),
    };
    rows.push(row);
    Change { outcome: Outcome::Recipient { recipient, nickname: text }, rows }
}

/// Somebody with this address has this name from now on: everybody who knows the address sees it. Whoever knew it
/// before there was anybody is told that they have joined, which happens once.
pub(crate) fn meet(
    world: &World,
    email_key: &str,
    name: &str,
    events: LongSeries<EventKind>,
    now: Timestamp,
) -> Result<Vec<Row>, Refusal> {
    let mut rows = Vec::new();
    let mut told = 0;
    for known in world.recipients_with(email_key) {
        let met = Recipient { person: Some(name.to_owned()), ..known.clone() };
        let turn = match known.on_platform() {
            false => RecipientTurn::Joined,
            true if known.display_name() != name => RecipientTurn::Updated,
            true => continue,
        };
        let account = world.account(known.account)?;
        let nickname = world.nickname(account.own_app, known.id);
        rows.extend(happened(met, turn, nickname, (events.nth(told), account.time(now))).1);
        told += 1;
    }
    Ok(rows)
}

/// A recipient is paid into this wallet from now on. If nobody was known behind the address before, they have joined.
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
        let joined = Recipient { wallet: Some(wallet), ..known.clone() };
        rows.extend(happened(joined, RecipientTurn::Joined, nickname, (event, account.time(now))).1);
    }
    Ok(rows)
}

/// It is so from now on, and an event tells of it.
fn happened(
    recipient: Recipient,
    turn: RecipientTurn,
    nickname: &str,
    (event, at): (EventId, Timestamp),
) -> (Recipient, Vec<Row>) {
    let recipient = Recipient { events: recipient.events + 1, ..recipient };
    let event = recipient.event(turn, nickname, event, at);
    (recipient.clone(), vec![Row::Recipient(recipient), Row::Event(event)])
}
