//! What bank accounts and external wallets share: a name that is only a label, an end that is final, and an event for
//! every change.

pub mod bank_account;
pub mod external_wallet;

use crate::account::Caller;
use crate::archive_status::ArchiveStatus;
use crate::automatic_withdrawal::OffReason;
use crate::change::{Change, Outcome, Row};
use crate::decisions::switch_off::{self, SwitchOff};
use crate::event::{ChangeKind, Event, EventPayload};
use crate::external_account::Destination;
use crate::id::{AccountId, AppId, EmailId, EventId};
use crate::refusal::{Noun, Refusal};
use crate::time::Timestamp;
use crate::world::{Needs, World};

/// A place outside Florin that money comes from or goes to.
pub trait ExternalAccount: Clone {
    type Id: Copy;
    const NOUN: Noun;

    fn get(world: &World, id: Self::Id) -> Option<&Self>;
    fn account(&self) -> AccountId;
    /// Only the app that registered it sees it.
    fn app(&self) -> AppId;
    fn name(&self) -> &str;
    fn status(&self) -> ArchiveStatus;

    fn with_name(self, name: &str) -> Self;
    fn with_status(self, status: ArchiveStatus) -> Self;
    /// One event more, and how many there are.
    fn with_event(self) -> (Self, i64);

    fn payload(self, change: ChangeKind) -> EventPayload;
    fn row(self) -> Row;
    fn outcome(self) -> Outcome;
    fn destination(id: Self::Id) -> Destination;
    fn archived(id: Self::Id) -> Outcome;
}

/// Both structs have these fields; only the variants they are wrapped in differ.
macro_rules! external_account {
    ($type:ident, $id:ty, $world:ident, $changed:ident, $archived:ident) => {
        impl $crate::decisions::external_account::ExternalAccount for $type {
            type Id = $id;
            const NOUN: $crate::refusal::Noun = $crate::refusal::Noun::$type;

            fn get(world: &$crate::world::World, id: $id) -> Option<&$type> {
                world.$world.get(&id)
            }
            fn account(&self) -> $crate::id::AccountId {
                self.account
            }
            fn app(&self) -> $crate::id::AppId {
                self.app
            }
            fn name(&self) -> &str {
                &self.name
            }
            fn status(&self) -> $crate::archive_status::ArchiveStatus {
                self.status
            }
            fn with_name(self, name: &str) -> $type {
                $type { name: name.to_owned(), ..self }
            }
            fn with_status(self, status: $crate::archive_status::ArchiveStatus) -> $type {
                $type { status, ..self }
            }
            fn with_event(self) -> ($type, i64) {
                let events = self.events + 1;
                ($type { events, ..self }, events)
            }
            fn payload(self, change: $crate::event::ChangeKind) -> $crate::event::EventPayload {
                $crate::event::EventPayload::$changed(change, self)
            }
            fn row(self) -> $crate::change::Row {
                $crate::change::Row::$type(self)
            }
            fn outcome(self) -> $crate::change::Outcome {
                $crate::change::Outcome::$type(self)
            }
            fn destination(id: $id) -> $crate::external_account::Destination {
                $crate::external_account::Destination::$type(id)
            }
            fn archived(id: $id) -> $crate::change::Outcome {
                $crate::change::Outcome::$archived(id)
            }
        }
    };
}

pub(crate) use external_account;

/// Adds one that was just put together.
pub fn create<A: ExternalAccount>(new: A, event: EventId, now: Timestamp) -> Change {
    let (created, rows) = changed(new, ChangeKind::Created, event, now);
    Change { outcome: created.outcome(), rows }
}

/// What is archived can still be renamed.
pub fn rename<A: ExternalAccount>(
    world: &World,
    caller: &Caller,
    id: A::Id,
    (name, event): (&str, EventId),
    now: Timestamp,
) -> Result<Change, Refusal> {
    let known = find::<A>(world, caller, id)?.clone();
    if known.name() == name {
        return Ok(Change { outcome: known.outcome(), rows: Vec::new() });
    }
    let now = world.account(caller.account)?.time(now);
    let (renamed, rows) = changed(known.with_name(name), ChangeKind::Updated, event, now);
    Ok(Change { outcome: renamed.outcome(), rows })
}

/// The fresh ids that archiving may need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArchiveIds {
    pub event: EventId,
    /// Of the email that says that payments are not withdrawn there any more.
    pub email: EmailId,
}

/// Archiving also depends on whether payments are withdrawn there.
pub(crate) fn needs(needs: &mut Needs, caller: &Caller, known: Destination) {
    needs.accounts.insert(caller.account);
    needs.destination(caller.account, known);
    needs.automatic_withdrawals.insert(caller.account);
}

/// Archiving is final and repeatable. Payments that are withdrawn there automatically stay in the balance from now on.
pub fn archive<A: ExternalAccount>(
    world: &World,
    caller: &Caller,
    id: A::Id,
    fresh: ArchiveIds,
    real_now: Timestamp,
) -> Result<Change, Refusal> {
    let known = find::<A>(world, caller, id)?;
    let account = world.account(caller.account)?;
    let now = account.time(real_now);
    let rows = match known.status() {
        ArchiveStatus::Archived => Vec::new(),
        ArchiveStatus::Active => {
            let archived = known.clone().with_status(ArchiveStatus::Archived);
            let mut rows = changed(archived, ChangeKind::Archived, fresh.event, now).1;
            let (destination, reason) = (A::destination(id), OffReason::DestinationArchived);
            let off = SwitchOff { account, destination, reason, email: fresh.email };
            rows.extend(switch_off::switch_off(world, &off, real_now));
            rows
        }
    };
    Ok(Change { outcome: A::archived(id), rows })
}

/// What belongs to another account or app is as unknown as what never was.
pub fn visible<'a, A: ExternalAccount>(world: &'a World, caller: &Caller, id: A::Id) -> Option<&'a A> {
    A::get(world, id).filter(|known| known.account() == caller.account && caller.reaches(known.app()))
}

fn find<'a, A: ExternalAccount>(world: &'a World, caller: &Caller, id: A::Id) -> Result<&'a A, Refusal> {
    visible(world, caller, id).ok_or(Refusal::NotFound(A::NOUN))
}

/// The row as it is from now on, and the event of the change.
fn changed<A: ExternalAccount>(row: A, change: ChangeKind, event: EventId, at: Timestamp) -> (A, Vec<Row>) {
    let (row, sequence) = row.with_event();
    let payload = row.clone().payload(change);
    let event = Event { id: event, account: row.account(), payload, sequence, at };
    let rows = vec![row.clone().row(), Row::Event(event)];
    (row, rows)
}
