//! Creating users, signing them in, and everything they can change about that.

use crate::account::{Account, Mode};
use crate::attempt::GuardKey;
use crate::change::{Change, Outcome, Row};
use crate::decisions::account::{NewAccount, lock_accounts, test_funds};
use crate::decisions::{attempt, recipient, session};
use crate::device::FIRST_DEVICE;
use crate::email_address::EmailAddress;
use crate::id::{AccountId, EventKind, LongSeries, SessionId, UserId};
use crate::language::Language;
use crate::ledger;
use crate::refusal::{Noun, Refusal};
use crate::security::{Actor, SecurityKind};
use crate::session::{NewSession, Session, Stage};
use crate::time::Timestamp;
use crate::user::{AccountType, SecondFactor, User};
use crate::world::World;
use crate::zone::Zone;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateUser {
    pub id: UserId,
    pub email: EmailAddress,
    pub name: String,
    pub account_type: AccountType,
    pub password_hash: String,
    pub language: Option<Language>,
    pub live: NewAccount,
    pub test: NewAccount,
}

/// A new user, whose address was proved, with both accounts and test funds.
pub fn create(world: &World, new: &CreateUser, now: Timestamp) -> Result<Change, Refusal> {
    if world.users.contains(&new.email.lookup_key()) {
        return Err(Refusal::EmailTaken);
    }
    let user = User {
        id: new.id,
        email: new.email.clone(),
        name: new.name.clone(),
        account_type: new.account_type,
        password_hash: new.password_hash.clone(),
        created_at: now,
        verified_at: Some(now),
        epoch: 0,
        latest_device: FIRST_DEVICE,
        second_factor: None,
        language: new.language,
        zone: None,
        locked_at: None,
    };
    let mut rows = vec![Row::User(user.clone())];
    for (mode, ids) in [(Mode::Live, new.live), (Mode::Test, new.test)] {
        let account = Account {
            id: ids.id,
            user: new.id,
            mode,
            own_app: ids.own_app,
            created_at: now,
            clock_ahead: 0,
            withdraws_automatically: false,
            sponsor: None,
            recipient_language: None,
            locked_at: None,
        };
        rows.push(Row::Account(account));
        rows.extend(ledger::accounts_of(ids.id, mode, now).map(Row::LedgerAccount));
        if mode == Mode::Test {
            rows.extend(test_funds(&account, &ids, now));
        }
    }
    Ok(Change { outcome: Outcome::User(user), rows })
}

/// A visitor who gave the right password. A user without a language, such as one that an operator created, gets that of
/// the browser, so that emails are in it, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignIn {
    pub actor: Actor,
    /// The hash that the password was checked against.
    pub password_hash: String,
    pub session: NewSession,
    /// The browser's number, if it has signed in before.
    pub device: Option<i64>,
    pub forgiven: Vec<GuardKey>,
    /// What counts that the password was right.
    pub successes: Vec<GuardKey>,
    /// The language of the browser.
    pub language: Option<Language>,
}

pub fn sign_in(world: &World, sign_in: &SignIn, now: Timestamp) -> Result<Change, Refusal> {
    let user = known(world, &sign_in.actor)?;
    if user.password_hash != sign_in.password_hash {
        return Err(Refusal::SignInFailed);
    }
    // Only who knows the password is told.
    check_not_locked(user)?;
    let stage = if user.second_factor.is_some() { Stage::Password } else { Stage::Full };
    let session = Session::begin(sign_in.session, user, stage, sign_in.actor.client_info.clone(), now);
    let mut rows: Vec<Row> = session::make_room(world, user, stage, now).collect();
    rows.push(Row::Session(session.clone()));
    let mut device = None;
    if stage == Stage::Full {
        let mut entered = user.clone();
        let remembered = entered.remember_device(sign_in.device);
        entered.language = user.language.or(sign_in.language);
        rows.extend(attempt::succeed(world, &sign_in.forgiven, &sign_in.successes, now)?);
        rows.extend(signed_in(&sign_in.actor, sign_in.device != Some(remembered), now));
        rows.extend((entered != *user).then_some(Row::User(entered)));
        device = Some(remembered);
    }
    Ok(Change { outcome: Outcome::SignedIn(session, device), rows })
}

fn signed_in(actor: &Actor, is_new_device: bool, now: Timestamp) -> Vec<Row> {
    let kind = if is_new_device { SecurityKind::SignedInAnew } else { SecurityKind::SignedIn };
    actor.note(kind, "", now)
}

/// What was given as second factor, already checked against the secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Factor {
    /// A code of the authenticator, and the step of time it belongs to.
    Step(i64),
    /// The hash of a recovery code.
    Recovery([u8; 32]),
}

/// The second half of signing in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishSignIn {
    pub actor: Actor,
    pub factor: Factor,
    /// Where only the password was given.
    pub half: SessionId,
    pub session: NewSession,
    pub device: Option<i64>,
    pub forgiven: Vec<GuardKey>,
    /// What counts that the password was right.
    pub successes: Vec<GuardKey>,
    /// The language of the browser.
    pub language: Option<Language>,
}

/// The session gets a new name, as whenever a user becomes able to do more.
pub fn finish_sign_in(world: &World, finish: &FinishSignIn, now: Timestamp) -> Result<Change, Refusal> {
    let user = known(world, &finish.actor)?;
    check_not_locked(user)?;
    let half = world.sessions.get(&finish.half).filter(|half| half.is_alive(user, now));
    if half.is_none_or(|half| half.stage != Stage::Password) {
        return Err(Refusal::SignInFailed);
    }
    let (mut user, mut rows) = spend(user, &finish.actor, finish.factor, now)?;
    let device = user.remember_device(finish.device);
    user.language = user.language.or(finish.language);
    let session = Session::begin(finish.session, &user, Stage::Full, finish.actor.client_info.clone(), now);
    rows.push(Row::EndedSession(finish.half));
    rows.extend(session::make_room(world, &user, Stage::Full, now));
    rows.push(Row::Session(session.clone()));
    rows.extend(attempt::succeed(world, &finish.forgiven, &finish.successes, now)?);
    if !matches!(finish.factor, Factor::Recovery(_)) {
        rows.extend(signed_in(&finish.actor, finish.device != Some(device), now));
    }
    rows.push(Row::User(user));
    Ok(Change { outcome: Outcome::SignedIn(session, Some(device)), rows })
}

/// So many wrong codes in a row are an alert.
const ALERTING_CODES: i64 = 3;

/// A wrong code after the right password is for the log, and when there are several, for an email: at most one a day.
pub fn note_wrong_code(
    world: &World,
    actor: &Actor,
    (codes, alerts): (&GuardKey, &GuardKey),
    now: Timestamp,
) -> Change {
    let is_repeated = attempt::so_far(world, codes, now) >= ALERTING_CODES;
    let alert = if is_repeated { attempt::count(world, &[*alerts], now).ok() } else { None };
    let kind = if alert.is_some() { SecurityKind::CodesGuessed } else { SecurityKind::SignInFailed };
    let mut rows = alert.map_or_else(Vec::new, |counted| counted.rows);
    rows.extend(actor.note(kind, "", now));
    Change { outcome: Outcome::Done, rows }
}

/// Uses up a code: it never counts again. The caller writes the user.
fn spend(user: &User, actor: &Actor, factor: Factor, now: Timestamp) -> Result<(User, Vec<Row>), Refusal> {
    let mut second = user.second_factor.clone().ok_or(Refusal::SignInFailed)?;
    let mut rows = Vec::new();
    match factor {
        Factor::Step(step) if step > second.last_step => second.last_step = step,
        Factor::Recovery(hash) if second.recovery.contains(&hash) => {
            second.recovery.retain(|known| *known != hash);
            let left = second.recovery.len().to_string();
            rows.extend(actor.note(SecurityKind::RecoveryCodeUsed, &left, now));
        }
        Factor::Step(_) | Factor::Recovery(_) => return Err(Refusal::SignInFailed),
    }
    Ok((User { second_factor: Some(second), ..user.clone() }, rows))
}

/// A signed-in user gave their password once more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirm {
    pub actor: Actor,
    pub session: SessionId,
    pub password_hash: String,
    /// Needed where the user has one.
    pub factor: Option<Factor>,
    pub forgiven: Vec<GuardKey>,
    /// What counts that the password was right.
    pub successes: Vec<GuardKey>,
}

pub fn confirm(world: &World, confirm: &Confirm, now: Timestamp) -> Result<Change, Refusal> {
    let user = known(world, &confirm.actor)?;
    if user.password_hash != confirm.password_hash {
        return Err(Refusal::SignInFailed);
    }
    let (user, mut rows) = match (&user.second_factor, confirm.factor) {
        (None, _) => (user.clone(), Vec::new()),
        (Some(_), Some(factor)) => {
            let (user, mut rows) = spend(user, &confirm.actor, factor, now)?;
            rows.push(Row::User(user.clone()));
            (user, rows)
        }
        (Some(_), None) => return Err(Refusal::SignInFailed),
    };
    let session = world.sessions.get(&confirm.session).filter(|session| session.is_alive(&user, now));
    let session = session.filter(|session| session.stage == Stage::Full).ok_or(Refusal::SignInFailed)?;
    rows.push(Row::Session(session.proved(now)));
    rows.extend(attempt::succeed(world, &confirm.forgiven, &confirm.successes, now)?);
    Ok(Change { outcome: Outcome::Done, rows })
}

/// What a user changes about themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// With ids for what those who know the user are told, and with what counts new names.
    Name(String, LongSeries<EventKind>, GuardKey),
    Language(Language),
    /// None to follow the browser.
    Zone(Option<Zone>),
    /// To a business account, which only adds features. There is no way back.
    Upgrade,
    /// Also ends every other session.
    Password {
        hash: String,
        /// The hash that the old password, or the link that allows to choose a new one, was checked against.
        was: String,
        /// What acts for the user without the password, and what was revoked of it, for the log and the email.
        access: String,
    },
    SecondFactor(SecondFactor),
    NoSecondFactor,
    RecoveryCodes(Vec<[u8; 32]>),
    SignOutEverywhere,
    /// An operator's reason, and the accounts of the user, which are locked too.
    Lock(String, Vec<AccountId>),
    Unlock(String, Vec<AccountId>),
}

impl Edit {
    /// What the user will read about it.
    pub const fn kind(&self) -> SecurityKind {
        match self {
            Edit::Name(..) => SecurityKind::NameChanged,
            Edit::Language(_) => SecurityKind::LanguageChanged,
            Edit::Zone(_) => SecurityKind::TimeZoneChanged,
            Edit::Upgrade => SecurityKind::UpgradedToBusiness,
            Edit::Password { .. } => SecurityKind::PasswordChanged,
            Edit::SecondFactor(_) => SecurityKind::SecondFactorOn,
            Edit::NoSecondFactor => SecurityKind::SecondFactorOff,
            Edit::RecoveryCodes(_) => SecurityKind::RecoveryCodesMade,
            Edit::SignOutEverywhere => SecurityKind::SignedOutEverywhere,
            Edit::Lock(..) => SecurityKind::Locked,
            Edit::Unlock(..) => SecurityKind::Unlocked,
        }
    }
}

impl Edit {
    /// Whether every session ends, but for the one that is kept.
    const fn ends_sessions(&self) -> bool {
        match self {
            Edit::Password { .. } | Edit::SecondFactor(_) | Edit::SignOutEverywhere | Edit::Lock(..) => true,
            Edit::Name(..)
            | Edit::Language(_)
            | Edit::Zone(_)
            | Edit::Upgrade
            | Edit::NoSecondFactor
            | Edit::RecoveryCodes(_)
            | Edit::Unlock(..) => false,
        }
    }

    /// Whether the user is already as they should be, so that there is nothing to log.
    fn is_done(&self, user: &User) -> bool {
        match self {
            Edit::Name(name, ..) => user.name == *name,
            Edit::Language(language) => user.language == Some(*language),
            Edit::Zone(zone) => user.zone == *zone,
            Edit::Upgrade => user.account_type == AccountType::Business,
            Edit::NoSecondFactor => user.second_factor.is_none(),
            Edit::Lock(..) => user.locked_at.is_some(),
            Edit::Unlock(..) => user.locked_at.is_none(),
            Edit::Password { .. }
            | Edit::SecondFactor(_)
            | Edit::RecoveryCodes(_)
            | Edit::SignOutEverywhere => false,
        }
    }
}

/// Changes the user. `kept` is the session that goes on where all others end.
pub fn edit(
    world: &World,
    actor: &Actor,
    edit: &Edit,
    kept: Option<SessionId>,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let mut user = known(world, actor)?.clone();
    let mut rows = Vec::new();
    let mut about = "";
    if edit.is_done(&user) {
        return Ok(Change { outcome: Outcome::User(user), rows });
    }
    match edit {
        Edit::Name(name, events, counted) => {
            rows = count_name(world, *counted, now)?;
            user.name.clone_from(name);
            if user.verified_at.is_some() {
                rows.extend(recipient::rename(world, &user.email.lookup_key(), name, *events, now)?);
            }
        }
        Edit::Language(language) => user.language = Some(*language),
        Edit::Zone(zone) => user.zone = *zone,
        Edit::Upgrade => user.account_type = AccountType::Business,
        Edit::Password { hash, was, access } => {
            about = access.as_str();
            if user.password_hash != *was {
                return Err(Refusal::SignInFailed);
            }
            user.password_hash.clone_from(hash);
        }
        Edit::SecondFactor(second) => {
            user.second_factor = Some(second.clone());
        }
        Edit::NoSecondFactor => {
            user.second_factor = None;
        }
        Edit::RecoveryCodes(hashes) => {
            let second = user.second_factor.as_mut().ok_or(Refusal::SignInFailed)?;
            second.recovery.clone_from(hashes);
        }
        Edit::SignOutEverywhere => {}
        Edit::Lock(reason, accounts) | Edit::Unlock(reason, accounts) => {
            about = reason.as_str();
            user.locked_at = matches!(edit, Edit::Lock(..)).then_some(now);
            rows = lock_accounts(world, &user, accounts);
        }
    }
    if edit.ends_sessions() {
        let session = kept.and_then(|id| world.sessions.get(&id)).filter(|kept| kept.is_alive(&user, now));
        user.epoch += 1;
        rows.extend(session.map(|kept| Row::Session(Session { epoch: user.epoch, ..kept.clone() })));
    }
    // A person who knew the old password or the old second factor may have collected devices.
    if !matches!(edit, Edit::Name(..) | Edit::Language(_) | Edit::Zone(_) | Edit::Upgrade) {
        user.forget_devices();
    }
    rows.extend(actor.count(world, edit.kind(), now)?);
    rows.extend(actor.note(edit.kind(), about, now));
    rows.push(Row::User(user.clone()));
    Ok(Change { outcome: Outcome::User(user), rows })
}

fn check_not_locked(user: &User) -> Result<(), Refusal> {
    if user.locked_at.is_some() { Err(Refusal::UserLocked) } else { Ok(()) }
}

/// Every account that knows a user is told of a new name, so there are only so many.
fn count_name(world: &World, counted: GuardKey, now: Timestamp) -> Result<Vec<Row>, Refusal> {
    match attempt::count(world, &[counted], now) {
        Ok(change) => Ok(change.rows),
        Err(Refusal::TooManyAttempts { seconds }) => Err(Refusal::RenamedTooOften { seconds }),
        Err(refusal) => Err(refusal),
    }
}

fn known<'w>(world: &'w World, actor: &Actor) -> Result<&'w User, Refusal> {
    let user = world.users.get(&actor.email.lookup_key()).filter(|user| user.id == actor.user);
    user.ok_or(Refusal::NotFound(Noun::User))
}
