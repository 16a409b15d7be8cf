//! Recipients: one per account and lower-cased e-mail, seen by every app of the account; the nickname is per app.

use crate::account::Caller;
use crate::change::{Change, Outcome, Row};
use crate::email::Email;
use crate::event::{Event, Happening};
use crate::id::{AccountId, AppId, EventId, RecipientId};
use crate::refusal::{Noun, Refusal};
use crate::time::Timestamp;
use crate::world::World;

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
}

impl Recipient {
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
    /// The id of the event of its creation.
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
    let now = world.account(caller.account)?.time(now);
    let email_key = new.email.lookup_key();
    let known = world.recipient_by_email(caller.account, &email_key);
    let recipient = known.cloned().unwrap_or_else(|| Recipient {
        id: new.id,
        account: caller.account,
        email: new.email.clone(),
        created_at: now,
        person: world.person_named(&email_key).map(str::to_owned),
        wallet: None,
    });
    let mut rows = Vec::with_capacity(3);
    if known.is_none() {
        rows.push(Row::Recipient(recipient.clone()));
        let happening = Happening::RecipientCreated(recipient.clone());
        rows.push(Row::Event(Event {
            id: new.event,
            account: caller.account,
            happening,
            sequence: 1,
            at: now,
        }));
    }
    Ok(with_nickname(world, caller, recipient, new.nickname.as_deref(), rows))
}

pub fn update(
    world: &World,
    caller: &Caller,
    id: RecipientId,
    nickname: Option<&str>,
) -> Result<Change, Refusal> {
    let known = world.recipients.get(&id).filter(|known| known.account == caller.account);
    let recipient = known.ok_or(Refusal::NotFound(Noun::Recipient))?.clone();
    Ok(with_nickname(world, caller, recipient, nickname, Vec::new()))
}

/// Sets the caller's nickname if one was sent; keeps the one it has otherwise.
fn with_nickname(
    world: &World,
    caller: &Caller,
    recipient: Recipient,
    nickname: Option<&str>,
    mut rows: Vec<Row>,
) -> Change {
    let known = world.nickname(caller.app, recipient.id);
    let text = nickname.unwrap_or(known).to_owned();
    if text != known {
        rows.push(Row::Nickname(Nickname { app: caller.app, recipient: recipient.id, text: text.clone() }));
    }
    Change { outcome: Outcome::Recipient { recipient, nickname: text }, rows }
}
