//! The commands about people: who they are, where they are signed in, and what is written to them.

use crate::account::Mode;
use crate::attempt::GuardKey;
use crate::change::{Change, Outcome, Row};
use crate::claim_email::{EmailLimits, EmailScope, ExpiryReminder};
use crate::decisions::attempt;
use crate::decisions::claim_email::{self, CountKey, MailboxTurn};
use crate::decisions::email::{self, AbandonedEmail, SendOutcome};
use crate::decisions::user::{self, Confirm, CreateUser, Edit, FinishSignIn, SignIn};
use crate::email::Email;
use crate::email_preferences::EmailPreferenceChange;
use crate::id::{AccountId, EmailId, SessionId};
use crate::refusal::Refusal;
use crate::security::{Actor, SecurityKind};
use crate::session::Session;
use crate::time::Timestamp;
use crate::world::{Needs, World};

use super::Command;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleCommand {
    CreateUser(CreateUser),
    /// Something that is counted is about to be tried.
    Attempt(Vec<GuardKey>),
    SignIn(SignIn),
    FinishSignIn(FinishSignIn),
    Confirm(Confirm),
    /// Also says which session goes on where all others end.
    Edit(Actor, Edit, Option<SessionId>),
    /// A new password, with all that is revoked together with it.
    ChangePassword(ChangePassword),
    SignOut(Actor, SessionId),
    /// When sessions were last used.
    NoteSessions(Vec<(SessionId, Timestamp)>),
    ForgetSessions(Vec<SessionId>),
    /// Counts that are old.
    ForgetAttempts(Vec<[u8; 32]>),
    /// Something for the user's log that changes nothing else.
    Note(Actor, SecurityKind, String),
    /// A visitor gave the right password and a wrong code. Says what counts codes, and what counts alerts.
    NoteWrongCode(Actor, GuardKey, GuardKey),
    /// An email that a user asked for.
    Ask(Vec<GuardKey>, Email),
    /// A reminder that money waits. Also says whose limits it counts for.
    Remind(Vec<GuardKey>, Email, EmailScope, EmailLimits),
    TakeEmails(Vec<EmailId>),
    /// The same for claim emails and reminders, whose number is limited.
    TakeClaimEmails(Vec<MailboxTurn>, EmailLimits),
    /// Counts of emails that are over.
    ForgetEmailCounts(Vec<CountKey>),
    /// How sending went. Also names the reminder that follows an email that may not have arrived.
    NoteEmail(EmailId, SendOutcome, EmailId),
    GiveUpEmails(Vec<AbandonedEmail>),
    /// Recipients of what goes back soon. Whether they need it is known when the rows are written.
    RemindOfExpiry(Vec<ExpiryReminder>),
    /// Which emails the owner of an address wants.
    SetEmailPreferences(EmailPreferenceChange),
}

impl From<PeopleCommand> for Command {
    fn from(command: PeopleCommand) -> Command {
        Command::People(Box::new(command))
    }
}

impl PeopleCommand {
    /// People have no mode, so most of these commands count as live.
    pub(super) const fn mode(&self) -> Mode {
        match self {
            PeopleCommand::Remind(_, _, scope, _) => scope.mode(),
            _ => Mode::Live,
        }
    }

    /// The sender whose turn in the writer's queue a reminder takes.
    pub(super) const fn account(&self) -> Option<AccountId> {
        match self {
            PeopleCommand::Remind(_, message, ..) => message.account,
            _ => None,
        }
    }

    pub(super) fn needs(&self, needs: &mut Needs) {
        match self {
            PeopleCommand::CreateUser(new) => {
                needs.users.insert(new.email.lookup_key());
            }
            PeopleCommand::Attempt(guarded) => needs.attempts.extend(names(guarded)),
            PeopleCommand::Ask(guarded, message) => {
                needs.attempts.extend(names(guarded));
                needs.email_causes.insert(message.cause.clone());
            }
            PeopleCommand::Remind(guarded, message, scope, _) => {
                needs.attempts.extend(names(guarded));
                needs.email_causes.insert(message.cause.clone());
                claim_email::remind_needs(needs, message, *scope);
            }
            PeopleCommand::SignIn(sign_in) => {
                self::actor(needs, &sign_in.actor);
                needs.sessions_of.insert(sign_in.actor.user);
                needs.attempts.extend(names(&sign_in.forgiven).chain(names(&sign_in.successes)));
            }
            PeopleCommand::FinishSignIn(finish) => {
                self::actor(needs, &finish.actor);
                needs.sessions.insert(finish.half);
                needs.sessions_of.insert(finish.actor.user);
                needs.attempts.extend(names(&finish.forgiven).chain(names(&finish.successes)));
            }
            PeopleCommand::Confirm(confirm) => {
                self::actor(needs, &confirm.actor);
                needs.sessions.insert(confirm.session);
                needs.attempts.extend(names(&confirm.forgiven).chain(names(&confirm.successes)));
            }
            PeopleCommand::Edit(actor, edit, kept) => {
                self::actor(needs, actor);
                needs.attempts.extend(actor.counted(edit.kind()).map(|(_, name)| name));
                if let Edit::Name(_, _, counted) = edit {
                    needs.attempts.insert(counted.1);
                    needs.some_who_know(actor.email.lookup_key());
                }
                if let Edit::Lock(_, accounts) | Edit::Unlock(_, accounts) = edit {
                    needs.accounts.extend(accounts);
                }
                needs.sessions.extend(kept);
            }
            PeopleCommand::ChangePassword(change) => {
                self::actor(needs, &change.actor);
                needs.sessions.extend(change.kept);
                needs.attempts.extend(names(&change.forgiven));
                change.revoked.iter().for_each(|command| command.needs(needs));
            }
            PeopleCommand::SignOut(_, id) => {
                needs.sessions.insert(*id);
            }
            PeopleCommand::NoteSessions(uses) => needs.sessions.extend(uses.iter().map(|(id, _)| *id)),
            PeopleCommand::ForgetSessions(ids) => needs.sessions.extend(ids),
            PeopleCommand::ForgetAttempts(names) => needs.attempts.extend(names),
            PeopleCommand::Note(..)
            | PeopleCommand::RemindOfExpiry(_)
            | PeopleCommand::SetEmailPreferences(_) => {}
            PeopleCommand::NoteWrongCode(_, codes, alerts) => needs.attempts.extend([codes.1, alerts.1]),
            PeopleCommand::TakeEmails(ids) => needs.emails.extend(ids),
            PeopleCommand::GiveUpEmails(lost) => needs.emails.extend(lost.iter().map(|lost| lost.email_id)),
            PeopleCommand::TakeClaimEmails(turns, _) => claim_email::turn_needs(needs, turns),
            PeopleCommand::ForgetEmailCounts(counts) => claim_email::forget_needs(needs, counts),
            PeopleCommand::NoteEmail(id, ..) => {
                needs.emails.insert(*id);
            }
        }
    }

    pub(super) fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        match self {
            PeopleCommand::CreateUser(new) => user::create(world, new, now),
            PeopleCommand::Attempt(names) => attempt::count(world, names, now),
            PeopleCommand::SignIn(sign_in) => user::sign_in(world, sign_in, now),
            PeopleCommand::FinishSignIn(finish) => user::finish_sign_in(world, finish, now),
            PeopleCommand::Confirm(confirm) => user::confirm(world, confirm, now),
            PeopleCommand::Edit(actor, edit, kept) => user::edit(world, actor, edit, *kept, now),
            PeopleCommand::ChangePassword(change) => change.decide(world, now),
            PeopleCommand::SignOut(actor, id) => Ok(sign_out(world, actor, *id, now)),
            PeopleCommand::NoteSessions(uses) => Ok(note_sessions(world, uses)),
            PeopleCommand::ForgetSessions(ids) => Ok(forget_sessions(world, ids)),
            PeopleCommand::ForgetAttempts(names) => Ok(attempt::clear(world, names, now)),
            PeopleCommand::Note(actor, kind, about) => {
                Ok(Change { outcome: Outcome::Done, rows: actor.note(*kind, about, now) })
            }
            PeopleCommand::NoteWrongCode(actor, codes, alerts) => {
                Ok(user::note_wrong_code(world, actor, (codes, alerts), now))
            }
            // Another request has asked for the same, a moment before.
            PeopleCommand::Ask(_, message) if world.has_email_about(&message.cause) => {
                Ok(Change { outcome: Outcome::Done, rows: Vec::new() })
            }
            PeopleCommand::Ask(names, message) => {
                let mut change = attempt::count(world, names, now)?;
                change.rows.push(Row::Email(message.clone()));
                Ok(change)
            }
            PeopleCommand::Remind(_, message, ..) if world.has_email_about(&message.cause) => {
                Ok(Change { outcome: Outcome::Done, rows: Vec::new() })
            }
            PeopleCommand::Remind(names, message, scope, limits) => {
                let mut change = attempt::count(world, names, now)?;
                change.rows.extend(claim_email::remind(world, message, *scope, *limits, now)?);
                Ok(change)
            }
            PeopleCommand::TakeClaimEmails(turns, limits) => claim_email::take(world, turns, *limits, now),
            PeopleCommand::ForgetEmailCounts(counts) => claim_email::forget(world, counts, now),
            PeopleCommand::TakeEmails(ids) => Ok(email::take(world, ids, now)),
            PeopleCommand::NoteEmail(id, posted, follow_up) => {
                Ok(email::note(world, *id, *posted, *follow_up, now))
            }
            PeopleCommand::GiveUpEmails(lost) => Ok(email::give_up(world, lost, now)),
            PeopleCommand::RemindOfExpiry(reminders) => {
                let rows = reminders.iter().copied().map(Row::ExpiryReminder).collect();
                Ok(Change { outcome: Outcome::Done, rows })
            }
            PeopleCommand::SetEmailPreferences(change) => {
                let rows = vec![Row::EmailPreferences(change.clone())];
                Ok(Change { outcome: Outcome::Done, rows })
            }
        }
    }
}

/// A new password, with all that is revoked together with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangePassword {
    pub actor: Actor,
    /// An [`Edit::Password`].
    pub edit: Edit,
    /// The session that goes on where all others end.
    pub kept: Option<SessionId>,
    /// Each ends something that acts for the user.
    pub revoked: Vec<Command>,
    pub forgiven: Vec<GuardKey>,
}

impl ChangePassword {
    fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        let mut change = user::edit(world, &self.actor, &self.edit, self.kept, now)?;
        // What has ended by itself meanwhile needs no end.
        let ended = self.revoked.iter().filter_map(|command| command.decide(world, now).ok());
        change.rows.extend(ended.flat_map(|ended| ended.rows));
        change.rows.extend(attempt::forgive(world, &self.forgiven));
        Ok(change)
    }
}

fn names(guarded: &[GuardKey]) -> impl Iterator<Item = [u8; 32]> {
    guarded.iter().map(|(_, name)| *name)
}

/// What changes a user is serialized by the lock of one of their accounts.
pub(super) fn actor(needs: &mut Needs, actor: &Actor) {
    needs.accounts.insert(actor.home);
    needs.users.insert(actor.email.lookup_key());
}

fn sign_out(world: &World, actor: &Actor, id: SessionId, now: Timestamp) -> Change {
    let session = world.sessions.get(&id).filter(|session| session.user == actor.user);
    let rows = session.map_or_else(Vec::new, |session| {
        let mut rows = actor.note(SecurityKind::SignedOut, "", now);
        rows.push(Row::EndedSession(session.id));
        rows
    });
    Change { outcome: Outcome::Done, rows }
}

fn note_sessions(world: &World, uses: &[(SessionId, Timestamp)]) -> Change {
    let noted = uses.iter().filter_map(|(id, at)| {
        let session = world.sessions.get(id)?;
        Some(Row::Session(Session { seen_at: session.seen_at.max(*at), ..session.clone() }))
    });
    Change { outcome: Outcome::Done, rows: noted.collect() }
}

fn forget_sessions(world: &World, ids: &[SessionId]) -> Change {
    let known = ids.iter().filter(|id| world.sessions.contains(id));
    Change { outcome: Outcome::Done, rows: known.map(|id| Row::EndedSession(*id)).collect() }
}
