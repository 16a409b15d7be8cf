//! Mails: written from what caused them, sent by whoever has marked them, and shown to people. Each queue is sent by
//! itself, over connections of its own.

use futures_util::StreamExt;
use rules::account::{Account, Mode};
use rules::change::Outcome;
use rules::command::PeopleCommand;
use rules::id::{EndpointId, MailId, SecurityId};
use rules::mail::{EmailQueue, Lost, Mail, MailKind, MailStatus, Posted, lost_before};
use rules::refusal::{Noun, Refusal};
use rules::security::{SecurityEntry, SecurityKind};
use rules::time::{SECONDS_PER_DAY, Timestamp};
use tokio::sync::{Mutex, MutexGuard};

use crate::App;
use crate::cursor::{Paging, Shown};
use crate::failure::Failure;
use crate::mail::words::{
    JoinFacts, KnownFacts, ResetFacts, SecurityFact, SecurityFacts, WebhookOffFacts, join, known, reset,
    security, webhook_off,
};
use crate::mail::{Letter, NotSent};
use crate::people::{JOIN_SECONDS, RESET_SECONDS};
use crate::writer::Answered;

/// Each has a connection of its own, and so has each queue.
const SENT_AT_ONCE: usize = 8;
const LOST_AT_ONCE: usize = 100;

/// Held by whoever sends the mails of a queue.
#[derive(Default)]
pub(crate) struct MailTurns {
    sign_in: Mutex<()>,
    account: Mutex<()>,
    claims: Mutex<()>,
    sandbox: Mutex<()>,
}

impl MailTurns {
    pub(crate) const fn of(&self, queue: EmailQueue) -> &Mutex<()> {
        match queue {
            EmailQueue::SignIn => &self.sign_in,
            EmailQueue::Account => &self.account,
            EmailQueue::Claims => &self.claims,
            EmailQueue::Sandbox => &self.sandbox,
        }
    }
}

/// A mail as its recipient sees it.
pub struct ShownMail {
    pub mail: Mail,
    pub subject: String,
    pub text: String,
    pub html: String,
}

impl App {
    /// Sends some of what is due in a queue, and says how much it found.
    pub async fn send_due_mails(&self, queue: EmailQueue) -> usize {
        if self.mail_room.post.is_off() {
            return 0;
        }
        let _turn = self.mail_turns.of(queue).lock().await;
        let sending = async {
            let (taken, found) = self.take_due_mails(queue).await?;
            // A mailbox may have several.
            let sending = futures_util::stream::iter(taken).map(|mail| self.send_mail(mail));
            sending.buffer_unordered(SENT_AT_ONCE).collect::<()>().await;
            Ok::<usize, Failure>(found)
        };
        sending.await.unwrap_or_else(|failure| {
            tracing::warn!(?failure, "mails could not be looked up");
            0
        })
    }

    /// Lets mails that are being sent be sent, and begins no other while what is returned is held.
    pub async fn stop_mails(&self) -> [MutexGuard<'_, ()>; 3] {
        let MailTurns { sign_in, account, claims, .. } = &self.mail_turns;
        let (sign_in, account, claims) = tokio::join!(sign_in.lock(), account.lock(), claims.lock());
        [sign_in, account, claims]
    }

    /// Marks what is due, to be sent by this process, and says how much was found.
    async fn take_due_mails(&self, queue: EmailQueue) -> Result<(Vec<Mail>, usize), Failure> {
        match queue {
            EmailQueue::SignIn | EmailQueue::Account => {
                let now = self.clock.now();
                let due = self.store.due_mails(queue, MailStatus::Queued, now, SENT_AT_ONCE).await?;
                let taken = self.take_mails(due).await?;
                let found = taken.len();
                Ok((taken, found))
            }
            EmailQueue::Claims => self.take_claim_emails(SENT_AT_ONCE).await,
            // Nothing in it is ever sent.
            EmailQueue::Sandbox => Ok((Vec::new(), 0)),
        }
    }

    /// Whoever was sending these has died. Nobody knows whether they were sent.
    pub(crate) async fn give_up_lost_mails(&self) {
        let giving_up = async {
            let now = self.clock.now();
            let before = lost_before(now);
            let mut lost = Vec::new();
            for queue in [EmailQueue::SignIn, EmailQueue::Account, EmailQueue::Claims] {
                let found = self.store.due_mails(queue, MailStatus::Sending, before, LOST_AT_ONCE).await?;
                lost.extend(found.into_iter().map(|mail| Lost { mail, follow_up: self.dice.id(now) }));
            }
            if !lost.is_empty() {
                tracing::warn!(
                    mails = lost.len(),
                    "it is unclear whether these mails were sent; they are not sent again"
                );
                self.writer.submit_in_background(PeopleCommand::GiveUpMails(lost).into()).await?;
            }
            Ok::<(), Failure>(())
        };
        if let Err(failure) = giving_up.await {
            tracing::warn!(?failure, "lost mails could not be looked up");
        }
    }

    async fn take_mails(&self, due: Vec<MailId>) -> Result<Vec<Mail>, Failure> {
        if due.is_empty() {
            return Ok(Vec::new());
        }
        // Somebody waits for these: they do not go behind the settlement of payouts.
        match self.writer.submit(PeopleCommand::TakeMails(due).into(), None).await? {
            Answered::Now(Outcome::Mails(taken), _) => Ok(taken),
            other => panic!("taking mails answers with the mails, not with {other:?}"),
        }
    }

    async fn send_mail(&self, mail: Mail) {
        let posted = match self.needed_letter(&mail).await {
            Ok(Some(letter)) => match self.mail_room.send(&letter).await {
                Ok(()) => Posted::Sent,
                Err(NotSent::Later(why)) => reported(&mail, why, Posted::Later),
                Err(NotSent::Never(why)) => reported(&mail, why, Posted::Never),
                Err(NotSent::Unclear(why)) => reported(&mail, why, Posted::Unclear),
            },
            Ok(None) => reported(&mail, "there is no reason for it any more".to_owned(), Posted::Obsolete),
            Err(failure) => reported(&mail, failure.to_string(), Posted::Later),
        };
        let labels = [("outcome", outcome(posted)), ("queue", mail.queue.name())];
        metrics::counter!("florin_mails_total", &labels).increment(1);
        let note = PeopleCommand::NoteMail(mail.id, posted, self.dice.id(self.clock.now()));
        if let Err(failure) = self.writer.submit_in_background(note.into()).await {
            tracing::error!(?failure, mail = %mail.id, "email outcome not stored");
        }
    }

    /// Nobody is told of money that is not there any more, or sent a link that does not work.
    async fn needed_letter(&self, mail: &Mail) -> Result<Option<Letter>, Failure> {
        let now = self.clock.now();
        let is_older = |seconds: i64| mail.created_at.plus_seconds(seconds) <= now;
        let is_moot = match mail.kind {
            MailKind::Claim | MailKind::Reminder => return self.needed_claim_letter(mail).await,
            MailKind::Join => {
                is_older(JOIN_SECONDS) || self.store.user_by_email(&mail.email.lookup_key()).await?.is_some()
            }
            MailKind::Reset => is_older(RESET_SECONDS),
            // Whoever turns it on only to have it turned off again is told once a day.
            MailKind::WebhookOff => {
                let endpoint = mail.cause.split(':').next().unwrap_or(&mail.cause);
                let since = now.plus_seconds(-SECONDS_PER_DAY);
                self.store.sent_about(&format!("{endpoint}:"), since).await? > 0
            }
            MailKind::Known | MailKind::Security => false,
        };
        if is_moot { Ok(None) } else { self.letter(mail).await }
    }

    /// What a mail says, from what is true now; nothing, if what caused it is gone.
    async fn letter(&self, mail: &Mail) -> Result<Option<Letter>, Failure> {
        let room = &self.mail_room;
        let cover = room.cover(mail.id, mail.email.clone(), mail.created_at);
        Ok(match mail.kind {
            MailKind::Claim | MailKind::Reminder => self.claim_letter(mail).await?,
            MailKind::Join => {
                let link = room.link("/dashboard/join/", &self.join_link(mail));
                Some(join(&cover, &JoinFacts { link, valid_seconds: JOIN_SECONDS }))
            }
            MailKind::Known => {
                let (sign_in, reset) = (room.page("/dashboard/sign-in"), room.page("/dashboard/reset"));
                Some(known(&cover, &KnownFacts { sign_in, reset }))
            }
            MailKind::Reset => self.store.user_by_email(&mail.email.lookup_key()).await?.map(|user| {
                let link = room.link("/dashboard/reset/", &self.reset_link(mail, &user));
                reset(&cover, &ResetFacts { link, valid_seconds: RESET_SECONDS })
            }),
            MailKind::WebhookOff => self.webhook_off_letter(mail).await?,
            MailKind::Security => {
                let id = SecurityId::parse(&mail.cause);
                let entry = match id {
                    Some(id) => self.store.security_entry(id).await?,
                    None => None,
                };
                entry.and_then(|entry| {
                    let facts = SecurityFacts {
                        fact: fact(&entry)?,
                        at: entry.created_at,
                        address: &entry.whence.address,
                        browser: &entry.whence.agent,
                        reset: room.page("/dashboard/reset"),
                    };
                    Some(security(&cover, &facts))
                })
            }
        })
    }

    /// Nothing, if it is on again.
    async fn webhook_off_letter(&self, mail: &Mail) -> Result<Option<Letter>, Failure> {
        let id = mail.cause.split(':').next().and_then(EndpointId::parse).ok_or(Failure::Internal)?;
        let account = mail.account.ok_or(Failure::Internal)?;
        let Some((mode, _)) = self.store.owner_of(account).await? else { return Ok(None) };
        let endpoint = self.store.endpoint(account, id).await?;
        let off = endpoint.and_then(|endpoint| Some((endpoint.off?, endpoint.url)));
        Ok(off.map(|(off, url)| {
            let list =
                if mode == Mode::Live { "/dashboard/live/webhooks/" } else { "/dashboard/test/webhooks/" };
            let page = self.mail_room.link(list, &id.to_string());
            let cover = self.mail_room.cover(mail.id, mail.email.clone(), mail.created_at);
            webhook_off(&cover, &WebhookOffFacts { url: &url, off, page })
        }))
    }

    /// The mails that an account has caused, newest first.
    pub async fn mails(&self, account: &Account, paging: &Paging) -> Result<Shown<Mail>, Failure> {
        let list = format!("mails {}", account.id);
        let after = self.open_own_cursor(&list, paging)?;
        let page = self.owner_lists(account.mode).mails_of(account.id, after.as_ref(), paging.size).await?;
        Ok(self.own_shown(&list, paging, page))
    }

    /// One mail that an account has caused, as its recipient sees it.
    pub async fn mail_shown(&self, account: &Account, id: &str) -> Result<ShownMail, Failure> {
        let mail = self.stored_mail(id).await?;
        if mail.account != Some(account.id) || account.mode == Mode::Live {
            return Err(Refusal::NotFound(Noun::Mail).into());
        }
        self.show_mail(mail).await
    }

    /// Any mail, newest first. For whoever develops on their own machine, and nobody else.
    pub async fn every_mail(&self, before: Option<Timestamp>, limit: usize) -> Result<Vec<Mail>, Failure> {
        Ok(self.store.newest_mails(before, limit).await?)
    }

    /// The same, for one.
    pub async fn any_mail(&self, id: &str) -> Result<ShownMail, Failure> {
        let mail = self.stored_mail(id).await?;
        self.show_mail(mail).await
    }

    async fn stored_mail(&self, id: &str) -> Result<Mail, Failure> {
        let id = MailId::parse(id).ok_or(Refusal::NotFound(Noun::Mail))?;
        Ok(self.store.mail(id).await?.ok_or(Refusal::NotFound(Noun::Mail))?)
    }

    async fn show_mail(&self, mail: Mail) -> Result<ShownMail, Failure> {
        let letter = self.letter(&mail).await?.ok_or(Refusal::NotFound(Noun::Mail))?;
        Ok(ShownMail { mail, subject: letter.subject, text: letter.text, html: letter.html })
    }
}

fn reported(mail: &Mail, why: String, posted: Posted) -> Posted {
    tracing::warn!(mail = %mail.id, tries = mail.tries, why, outcome = outcome(posted), "a mail was not sent");
    posted
}

const fn outcome(posted: Posted) -> &'static str {
    match posted {
        Posted::Sent => "sent",
        Posted::Later => "later",
        Posted::Never => "never",
        Posted::Unclear => "unclear",
        Posted::Obsolete => "obsolete",
    }
}

/// What a line of the security log says in a mail; nothing, if there is no mail about it.
fn fact(entry: &SecurityEntry) -> Option<SecurityFact<'_>> {
    let name = entry.about.as_str();
    Some(match entry.kind {
        SecurityKind::SignedInAnew => SecurityFact::SignedInAnew,
        SecurityKind::CodesGuessed => SecurityFact::CodesGuessed,
        SecurityKind::PasswordChanged => SecurityFact::PasswordChanged { access: name },
        SecurityKind::SecondFactorOn => SecurityFact::SecondFactorOn,
        SecurityKind::SecondFactorOff => SecurityFact::SecondFactorOff,
        SecurityKind::RecoveryCodesMade => SecurityFact::RecoveryCodesMade,
        SecurityKind::RecoveryCodeUsed => SecurityFact::RecoveryCodeUsed,
        SecurityKind::KeyCreated => SecurityFact::KeyCreated { name },
        SecurityKind::BankAccountAdded => SecurityFact::BankAccountAdded { name },
        SecurityKind::ExternalWalletAdded => SecurityFact::ExternalWalletAdded { name },
        SecurityKind::AppCreated => SecurityFact::AppCreated { name },
        SecurityKind::AppSecretRotated => SecurityFact::AppSecretRotated { name },
        SecurityKind::AppAuthorized => {
            let (name, scopes) = name.rsplit_once(": ").unwrap_or((name, ""));
            SecurityFact::AppAuthorized { name, scopes }
        }
        SecurityKind::AppReplayed => SecurityFact::AppReplayed { name },
        SecurityKind::WebhookAdded => SecurityFact::WebhookAdded { name },
        SecurityKind::WebhookSecretRotated => SecurityFact::WebhookSecretRotated { name },
        SecurityKind::Joined
        | SecurityKind::SignedIn
        | SecurityKind::SignInFailed
        | SecurityKind::SignedOut
        | SecurityKind::SignedOutEverywhere
        | SecurityKind::NameChanged
        | SecurityKind::KeyRevoked
        | SecurityKind::AppChanged
        | SecurityKind::AppArchived
        | SecurityKind::AppDisconnected
        | SecurityKind::WebhookChanged
        | SecurityKind::WebhookSecretShown
        | SecurityKind::WebhookRemoved => return None,
    })
}
