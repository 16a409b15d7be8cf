//! Emails: written from what caused them, sent by the process that has marked them, and shown to their readers. Each
//! queue is sent by itself, over connections of its own.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use i18n::Locale;
use rules::account::{Account, Mode};
use rules::command::PeopleCommand;
use rules::decisions::email::{AbandonedEmail, SendOutcome, lost_before};
use rules::email::{Email, EmailKind, EmailQueue, EmailStatus};
use rules::email_language::of_account_email;
use rules::id::{AccountId, EmailId, EndpointId};
use rules::language::Language;
use rules::refusal::{Noun, Refusal};
use rules::sign_up::is_invitation;
use rules::time::{SECONDS_PER_DAY, Timestamp};
use rules::user::User;
use tokio::sync::{Mutex, MutexGuard};

use crate::email::expiry_reminders::ExpiryPositions;
use crate::email::templates::{
    JoinFacts, KnownFacts, ResetFacts, WebhookOffFacts, invitation, join, known, reset, webhook_off,
};
use crate::email::{EmailEnvelope, EmailRoom, Letter, NotSent};
use crate::platform::Platform;
use crate::platform::cursor::{CursorPage, Paging};
use crate::platform::email_links::{JOIN_SECONDS, RESET_SECONDS};
use crate::platform::failure::Failure;

/// Each has a connection of its own, and so has each queue.
const SENT_AT_ONCE: usize = 8;
const LOST_AT_ONCE: usize = 100;
/// Those whose emails are sent.
const QUEUES: [EmailQueue; 4] =
    [EmailQueue::SignIn, EmailQueue::Account, EmailQueue::Activity, EmailQueue::Claims];
/// How soon an email that becomes due is sent while others are on their way.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Held while the emails of a queue are sent.
#[derive(Default)]
pub(crate) struct EmailTurns {
    sign_in: Mutex<()>,
    account: Mutex<()>,
    activity: Mutex<()>,
    claims: Mutex<()>,
    sandbox: Mutex<()>,
}

fn not_looked_up<T: Default>(failure: Failure) -> T {
    tracing::warn!(?failure, "due emails not read");
    T::default()
}

impl EmailTurns {
    pub(crate) const fn of(&self, queue: EmailQueue) -> &Mutex<()> {
        match queue {
            EmailQueue::SignIn => &self.sign_in,
            EmailQueue::Account => &self.account,
            EmailQueue::Activity => &self.activity,
            EmailQueue::Claims => &self.claims,
            EmailQueue::Sandbox => &self.sandbox,
        }
    }
}

/// An email as its recipient sees it.
pub struct ShownEmail {
    pub message: Email,
    /// Of its subject and content (BCP 47).
    pub language: &'static str,
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Emails that are due, and emails that are shown.
pub struct Emails {
    pub(super) platform: Arc<Platform>,
    pub(super) room: EmailRoom,
    /// Held while emails are sent.
    pub(super) turns: EmailTurns,
    /// Whose claim emails were looked at last.
    pub(super) last_senders: std::sync::Mutex<BTreeMap<Mode, AccountId>>,
    pub(super) expiring: ExpiryPositions,
    is_stopping: AtomicBool,
}

/// Of an email to a user about their own account.
pub(super) fn owner_locale(owner: &User) -> Locale {
    Locale::from(of_account_email(owner.language)).in_zone(owner.zone)
}

impl Emails {
    pub(crate) fn new(platform: Arc<Platform>, room: EmailRoom) -> Emails {
        Emails {
            platform,
            room,
            turns: EmailTurns::default(),
            last_senders: Default::default(),
            expiring: ExpiryPositions::default(),
            is_stopping: AtomicBool::new(false),
        }
    }

    /// Sends what is due in a queue, and says how much it found. An email that a mail server is slow to take keeps its
    /// own place, and no other: what becomes due meanwhile is sent in the places that are free.
    pub async fn send_due_emails(&self, queue: EmailQueue) -> usize {
        if self.room.post.is_off() {
            return 0;
        }
        let _turn = self.turns.of(queue).lock().await;
        let (mut sending, mut found) = (FuturesUnordered::new(), 0);
        loop {
            let free = SENT_AT_ONCE.saturating_sub(sending.len());
            if free > 0 && !self.is_stopping.load(Ordering::Relaxed) {
                let (taken, more) = self.take_due_emails(queue, free).await.unwrap_or_else(not_looked_up);
                found += more;
                sending.extend(taken.into_iter().map(|message| self.send_email(message)));
            }
            if sending.is_empty() {
                return found;
            }
            // Until half of the places are free, or for a moment.
            let ending = async {
                while sending.len() > SENT_AT_ONCE / 2 && sending.next().await.is_some() {}
                sending.next().await
            };
            let _ = tokio::time::timeout(LOOK_AGAIN, ending).await;
        }
    }

    /// Lets emails that are being sent be sent, and begins no other while what is returned is held.
    pub async fn stop_emails(&self) -> [MutexGuard<'_, ()>; 4] {
        self.is_stopping.store(true, Ordering::Relaxed);
        let EmailTurns { sign_in, account, activity, claims, .. } = &self.turns;
        let (sign_in, account) = tokio::join!(sign_in.lock(), account.lock());
        let (activity, claims) = tokio::join!(activity.lock(), claims.lock());
        [sign_in, account, activity, claims]
    }

    /// Marks what is due, to be sent by this process, and says how much was found.
    async fn take_due_emails(&self, queue: EmailQueue, most: usize) -> Result<(Vec<Email>, usize), Failure> {
        match queue {
            EmailQueue::SignIn | EmailQueue::Account | EmailQueue::Activity => {
                let now = self.platform.clock.now();
                let due = self.platform.store.due_emails(queue, EmailStatus::Queued, now, most).await?;
                let taken = self.take_emails(due).await?;
                let found = taken.len();
                Ok((taken, found))
            }
            EmailQueue::Claims => self.take_claim_emails(most).await,
            // Nothing in it is ever sent.
            EmailQueue::Sandbox => Ok((Vec::new(), 0)),
        }
    }

    /// The process that was sending these has died. Whether they were sent is unknown.
    pub(crate) async fn give_up_lost_emails(&self) {
        let giving_up = async {
            let now = self.platform.clock.now();
            let before = lost_before(now);
            let mut lost = Vec::new();
            for queue in QUEUES {
                let found =
                    self.platform.store.due_emails(queue, EmailStatus::Sending, before, LOST_AT_ONCE).await?;
                lost.extend(
                    found
                        .into_iter()
                        .map(|email_id| AbandonedEmail { email_id, follow_up: self.platform.dice.id(now) }),
                );
            }
            if !lost.is_empty() {
                tracing::warn!(
                    messages = lost.len(),
                    "outcome of emails unknown; they will not be sent again"
                );
                self.platform.writer.submit_in_background(PeopleCommand::GiveUpEmails(lost).into()).await?;
            }
            Ok::<(), Failure>(())
        };
        if let Err(failure) = giving_up.await {
            tracing::warn!(?failure, "emails with an unknown outcome not processed; will retry");
        }
    }

    async fn take_emails(&self, due: Vec<EmailId>) -> Result<Vec<Email>, Failure> {
        if due.is_empty() {
            return Ok(Vec::new());
        }
        // A user waits for these: they do not go behind the settlement of payouts.
        Ok(self.platform.writer.submit(PeopleCommand::TakeEmails(due).into(), None).await?.outcome())
    }

    async fn send_email(&self, message: Email) {
        let posted = match self.needed_letter(&message).await {
            Ok(Some(letter)) => match self.room.send(&letter).await {
                Ok(()) => SendOutcome::Sent,
                Err(NotSent::Later(why)) => reported(&message, why, SendOutcome::Later),
                Err(NotSent::Never(why)) => reported(&message, why, SendOutcome::Never),
                Err(NotSent::Unclear(why)) => reported(&message, why, SendOutcome::Unclear),
            },
            Ok(None) => reported(&message, "no longer needed".to_owned(), SendOutcome::Obsolete),
            Err(failure) => reported(&message, failure.to_string(), SendOutcome::Later),
        };
        let labels = [("outcome", outcome(posted)), ("queue", message.queue.name())];
        metrics::counter!("florin_emails_total", &labels).increment(1);
        let note =
            PeopleCommand::NoteEmail(message.id, posted, self.platform.dice.id(self.platform.clock.now()));
        if let Err(failure) = self.platform.writer.submit_in_background(note.into()).await {
            tracing::error!(?failure, message = %message.id, "email outcome not stored");
        }
    }

    /// No recipient is told of money that is not there any more, or sent a link that does not work.
    async fn needed_letter(&self, message: &Email) -> Result<Option<Letter>, Failure> {
        let now = self.platform.clock.now();
        let is_older = |seconds: i64| message.created_at.plus_seconds(seconds) <= now;
        let is_moot = match message.kind {
            EmailKind::Claim | EmailKind::Reminder => return self.needed_claim_letter(message).await,
            EmailKind::Join => {
                is_older(JOIN_SECONDS)
                    || !self.platform.settings.sign_up.accepts(message)
                    || self.platform.store.user_by_email(&message.to.lookup_key()).await?.is_some()
            }
            EmailKind::Reset => is_older(RESET_SECONDS),
            // A user whose endpoint is turned off again and again is told once a day.
            EmailKind::WebhookOff => {
                let endpoint = message.cause.split(':').next().unwrap_or(&message.cause);
                let since = now.plus_seconds(-SECONDS_PER_DAY);
                self.platform.store.sent_about(&format!("{endpoint}:"), since).await? > 0
            }
            EmailKind::OperatorAlert => self.is_alert_moot(message).await?,
            EmailKind::Known | EmailKind::Security | EmailKind::AutomaticWithdrawalsOff => false,
            EmailKind::Paid
            | EmailKind::Claimed
            | EmailKind::Refunded
            | EmailKind::WithdrawalSent
            | EmailKind::WithdrawalCompleted
            | EmailKind::WithdrawalFailed
            | EmailKind::WithdrawalReturned
            | EmailKind::DepositCredited
            | EmailKind::DepositFailed
            | EmailKind::DepositExpired => return self.needed_activity_letter(message).await,
        };
        if is_moot { Ok(None) } else { self.letter(message).await }
    }

    /// What an email says, from what is true now; nothing, if what caused it is gone.
    async fn letter(&self, message: &Email) -> Result<Option<Letter>, Failure> {
        let room = &self.room;
        // A visitor asked for those that have a language of their own.
        let cover = self.cover(message, Locale::from(message.language.unwrap_or(Language::English)));
        Ok(match message.kind {
            EmailKind::Claim | EmailKind::Reminder => self.claim_letter(message).await?,
            EmailKind::Join => {
                let link = room.link("/dashboard/join/", &self.platform.join_link(message));
                let facts = JoinFacts { link, valid_seconds: JOIN_SECONDS };
                Some(if is_invitation(message) { invitation(&cover, &facts) } else { join(&cover, &facts) })
            }
            EmailKind::Known => {
                let (sign_in, reset) = (room.page("/dashboard/sign-in"), room.page("/dashboard/reset"));
                Some(known(&cover, &KnownFacts { sign_in, reset }))
            }
            EmailKind::Reset => {
                self.platform.store.user_by_email(&message.to.lookup_key()).await?.map(|user| {
                    let link = room.link("/dashboard/reset/", &self.platform.reset_link(message, &user));
                    reset(&cover, &ResetFacts { link, valid_seconds: RESET_SECONDS })
                })
            }
            EmailKind::WebhookOff => self.webhook_off_letter(message).await?,
            EmailKind::AutomaticWithdrawalsOff => self.automatic_withdrawals_off_letter(message).await?,
            EmailKind::Paid
            | EmailKind::Claimed
            | EmailKind::Refunded
            | EmailKind::WithdrawalSent
            | EmailKind::WithdrawalCompleted
            | EmailKind::WithdrawalFailed
            | EmailKind::WithdrawalReturned
            | EmailKind::DepositCredited
            | EmailKind::DepositFailed
            | EmailKind::DepositExpired => self.activity_letter(message).await?,
            EmailKind::Security => self.security_letter(message).await?,
            EmailKind::OperatorAlert => Some(self.operator_alert_letter(message).await?),
        })
    }

    /// What an email needs whatever it says.
    pub(super) fn cover(&self, message: &Email, locale: Locale) -> EmailEnvelope<'_> {
        let to = message.to.clone();
        let unsubscribe = self.unsubscribe_link(message);
        EmailEnvelope { unsubscribe, ..self.room.cover(message.id, to, message.created_at, locale) }
    }

    /// Nothing, if it is on again.
    async fn webhook_off_letter(&self, message: &Email) -> Result<Option<Letter>, Failure> {
        let id = message.cause.split(':').next().and_then(EndpointId::parse).ok_or(Failure::Internal)?;
        let account = message.account.ok_or(Failure::Internal)?;
        let Some((mode, owner)) = self.platform.store.owner_of(account).await? else { return Ok(None) };
        let endpoint = self.platform.store.endpoint(account, id).await?;
        let off = endpoint.and_then(|endpoint| Some((endpoint.off?, endpoint.url)));
        Ok(off.map(|(off, url)| {
            let list =
                if mode == Mode::Live { "/dashboard/live/webhooks/" } else { "/dashboard/test/webhooks/" };
            let page = self.room.link(list, &id.to_string());
            let cover = self.cover(message, owner_locale(&owner));
            webhook_off(&cover, &WebhookOffFacts { url: &url, off, page })
        }))
    }

    /// The emails that an account has caused, newest first.
    pub async fn messages(&self, account: &Account, paging: &Paging) -> Result<CursorPage<Email>, Failure> {
        let list = format!("emails {}", account.id);
        let after = self.platform.open_own_cursor(&list, paging)?;
        let page = self
            .platform
            .owner_lists(account.mode, account.id)
            .await?
            .emails_of(account.id, after.as_ref(), paging.size)
            .await?;
        Ok(self.platform.own_shown(&list, paging, page))
    }

    /// One email that an account has caused, as its recipient sees it.
    pub async fn email_shown(&self, account: &Account, id: &str) -> Result<ShownEmail, Failure> {
        let message = self.stored_email(id).await?;
        if message.account != Some(account.id) || account.mode == Mode::Live {
            return Err(Refusal::NotFound(Noun::Email).into());
        }
        self.show_email(message).await
    }

    /// Whether emails become files in place of being sent, as they do in `florin dev`.
    pub fn are_saved(&self) -> bool {
        self.room.post.is_folder()
    }

    /// Whether emails leave this server at all. Otherwise they wait until its operator names a mail server.
    pub fn can_leave(&self) -> bool {
        !self.room.post.is_off()
    }

    /// Any email, newest first. For developers on their own machine only.
    pub async fn every_email(&self, before: Option<Timestamp>, limit: usize) -> Result<Vec<Email>, Failure> {
        Ok(self.platform.store.newest_emails(before, limit).await?)
    }

    /// The same, for one.
    pub async fn any_email(&self, id: &str) -> Result<ShownEmail, Failure> {
        let message = self.stored_email(id).await?;
        self.show_email(message).await
    }

    async fn stored_email(&self, id: &str) -> Result<Email, Failure> {
        let id = EmailId::parse(id).ok_or(Refusal::NotFound(Noun::Email))?;
        Ok(self.platform.store.email(id).await?.ok_or(Refusal::NotFound(Noun::Email))?)
    }

    async fn show_email(&self, message: Email) -> Result<ShownEmail, Failure> {
        let letter = self.letter(&message).await?.ok_or(Refusal::NotFound(Noun::Email))?;
        let (language, subject) = (letter.language, letter.subject);
        Ok(ShownEmail { message, language, subject, text: letter.text, html: letter.html })
    }
}

fn reported(message: &Email, why: String, posted: SendOutcome) -> SendOutcome {
    tracing::warn!(email = %message.id, tries = message.tries, why, outcome = outcome(posted), "email not sent");
    posted
}

const fn outcome(posted: SendOutcome) -> &'static str {
    match posted {
        SendOutcome::Sent => "sent",
        SendOutcome::Later => "later",
        SendOutcome::Never => "never",
        SendOutcome::Unclear => "unclear",
        SendOutcome::Obsolete => "obsolete",
    }
}
