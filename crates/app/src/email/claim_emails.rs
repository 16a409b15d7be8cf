//! Claim emails: one for everything that waits for an address, within the limits, written from what waits when they
//! are sent.

use std::sync::PoisonError;

use i18n::Locale;
use rules::account::Mode;
use rules::claim_email::EmailScope;
use rules::command::PeopleCommand;
use rules::decisions::claim_email::MailboxTurn;
use rules::email::{Email, EmailKind, EmailQueue};
use rules::email_language::{of_claim_email, zone_of_claim_email};
use rules::id::{AccountId, TransactionId};
use rules::payout::MAX_ITEMS;
use store::{ClaimedItem, DueMailboxes, SenderSum};

use crate::email::templates::{ClaimFacts, MAX_SENDERS, claim, reminder};
use crate::email::{Emails, Letter};
use crate::platform::FORGOTTEN_AT_ONCE;
use crate::platform::failure::Failure;

/// As many emails as are looked at in one round. What waits for the same reasons follows them.
const LOOKED_AT_ONCE: usize = 500;
/// Enough for those of a day that were tried before, and for some senders.
const MIN_OF_MAILBOX: usize = 20;
const SANDBOX_MAILBOXES_AT_ONCE: usize = 50;

impl Emails {
    /// Live emails that may be sent now, and for how many mailboxes it was decided.
    pub(super) async fn take_claim_emails(&self, most: usize) -> Result<(Vec<Email>, usize), Failure> {
        let (store, now) = (&self.platform.store, self.platform.clock.now());
        let due = store.due_mailboxes(self.last_sender(Mode::Live), now, most).await?;
        self.take_turns(Mode::Live, self.note_senders(Mode::Live, due)).await
    }

    /// The round after this one begins with the next sender, so that all of them take turns.
    fn note_senders(&self, mode: Mode, due: DueMailboxes) -> Vec<String> {
        if let Some(last) = due.last_sender {
            self.last_senders.lock().unwrap_or_else(PoisonError::into_inner).insert(mode, last);
        }
        due.mailboxes
    }

    fn last_sender(&self, mode: Mode) -> Option<AccountId> {
        self.last_senders.lock().unwrap_or_else(PoisonError::into_inner).get(&mode).copied()
    }

    /// Shows what sandboxes would have sent by now, and says how many mailboxes it was for.
    pub async fn keep_due_sandbox_emails(&self) -> usize {
        let _turn = self.turns.of(EmailQueue::Sandbox).lock().await;
        let (store, now) = (&self.platform.store, self.platform.clock.now());
        let due = store.due_sandbox_mailboxes(self.last_sender(Mode::Test), now, SANDBOX_MAILBOXES_AT_ONCE);
        self.keep_emails(async { Ok(self.note_senders(Mode::Test, due.await?)) }).await
    }

    /// The same for one sandbox, whose clock was moved. Others' emails don't make it wait.
    pub async fn keep_due_emails_of_sandbox(&self, account: AccountId) -> usize {
        let (store, now) = (&self.platform.store, self.platform.clock.now());
        self.keep_emails(store.due_mailboxes_of_sandbox(account, now, SANDBOX_MAILBOXES_AT_ONCE)).await
    }

    async fn keep_emails(&self, due: impl Future<Output = Result<Vec<String>, store::Error>>) -> usize {
        let keeping = async { self.take_turns(Mode::Test, due.await?).await };
        let kept = keeping.await.map(|(_, decided)| decided);
        kept.unwrap_or_else(|failure| {
            tracing::warn!(?failure, "sandbox emails not processed; will retry");
            0
        })
    }

    /// One commit looks at so many emails at most, shared by the mailboxes; the next finds the rest. Returns the emails
    /// to send, and for how many mailboxes it was decided.
    async fn take_turns(&self, mode: Mode, mailboxes: Vec<String>) -> Result<(Vec<Email>, usize), Failure> {
        let mut turns: Vec<MailboxTurn> = Vec::with_capacity(mailboxes.len());
        let now = self.platform.clock.now();
        let share = (LOOKED_AT_ONCE / mailboxes.len().max(1)).max(MIN_OF_MAILBOX);
        for mailbox in mailboxes {
            turns.extend(self.platform.store.mailbox_turn(&mailbox, now, share).await?);
        }
        let decided = turns.len();
        if decided == 0 {
            return Ok((Vec::new(), 0));
        }
        let take = PeopleCommand::TakeClaimEmails(turns, self.platform.settings.email_limits);
        let taken = self.platform.writer.submit_background_of(mode, take.into()).await?.outcome();
        Ok((taken, decided))
    }

    /// The email that announces an item of this account, while the item waits.
    pub async fn claim_email(
        &self,
        account: AccountId,
        item: TransactionId,
    ) -> Result<Option<Email>, Failure> {
        Ok(self.platform.store.claim_email(account, item).await?)
    }

    /// Deletes some counts that are over, and says how many it found.
    pub async fn forget_email_counts(&self) -> usize {
        let old = self.platform.store.old_email_counts(self.platform.clock.now(), FORGOTTEN_AT_ONCE);
        self.platform.forget("counts of emails", old, PeopleCommand::ForgetEmailCounts).await
    }

    /// What the email says now. Nothing, if nothing waits for the address any more.
    pub(super) async fn needed_claim_letter(&self, message: &Email) -> Result<Option<Letter>, Failure> {
        let Some((item, row, scope)) = self.cause_of(message).await? else { return Ok(None) };
        self.waiting_letter(message, item, &row, scope).await
    }

    /// The same for a reader of the email later: then it is about what it announced.
    pub(super) async fn claim_letter(&self, message: &Email) -> Result<Option<Letter>, Failure> {
        let Some((item, row, scope)) = self.cause_of(message).await? else { return Ok(None) };
        if let Some(letter) = self.waiting_letter(message, item, &row, scope).await? {
            return Ok(Some(letter));
        }
        let Some((_, sender)) = self.platform.store.owner_of(row.account).await? else { return Ok(None) };
        let payout = item.payout();
        let items = (payout.item(0), payout.item(MAX_ITEMS - 1));
        let (count, total) = self.platform.store.announced_items(items, row.recipient).await?;
        let facts = ClaimFacts {
            senders: vec![SenderSum { name: sender.name, count, total }],
            count,
            total,
            is_all: true,
            reference: row.reference.as_deref(),
            until: row.claim_expires_at.unwrap_or_default(),
            link: self.room.link("/claim/", &self.platform.vault.claim_token(item)),
        };
        let (setting, of_sender) = row.email_languages;
        let language = of_claim_email(scope.mode(), setting, of_sender);
        let locale = Locale::from(language).in_zone(zone_of_claim_email(scope.mode(), row.zone));
        Ok(Some(self.claim_text(message, &facts, locale)))
    }

    async fn waiting_letter(
        &self,
        message: &Email,
        item: TransactionId,
        row: &ClaimedItem,
        scope: EmailScope,
    ) -> Result<Option<Letter>, Failure> {
        let (key, now) = (row.email.lookup_key(), row.now(self.platform.clock.now()));
        let Some(waiting) = self.platform.store.waiting_for(scope, &key, now).await? else { return Ok(None) };
        let senders = self.platform.store.waiting_by_sender(scope, &key, now, MAX_SENDERS + 1).await?;
        // Claimed or cancelled, since it was looked at.
        if senders.is_empty() {
            return Ok(None);
        }
        let last = match waiting.last == item {
            true => row.reference.clone(),
            false => self.platform.store.claimed_item(waiting.last).await?.and_then(|last| last.reference),
        };
        let facts = ClaimFacts {
            senders,
            count: waiting.count,
            total: waiting.total,
            is_all: waiting.is_all,
            reference: last.as_deref(),
            until: waiting.until,
            link: self.room.link("/claim/", &self.platform.vault.claim_token(waiting.last)),
        };
        let (setting, _) = row.email_languages;
        let language = of_claim_email(scope.mode(), setting, waiting.sender_language);
        let locale = Locale::from(language).in_zone(zone_of_claim_email(scope.mode(), row.zone));
        Ok(Some(self.claim_text(message, &facts, locale)))
    }

    fn claim_text(&self, message: &Email, facts: &ClaimFacts<'_>, locale: Locale) -> Letter {
        let cover = self.cover(message, locale);
        let write = if message.kind == EmailKind::Reminder { reminder } else { claim };
        write(&cover, facts)
    }

    /// The item that an email is about, and whose emails count with it.
    async fn cause_of(
        &self,
        message: &Email,
    ) -> Result<Option<(TransactionId, ClaimedItem, EmailScope)>, Failure> {
        let item = message.cause.split(':').next().and_then(TransactionId::parse).ok_or(Failure::Internal)?;
        let Some(row) = self.platform.store.claimed_item(item).await? else { return Ok(None) };
        // A link is worth the money behind it, so Florin sends it to the recipient of the item only.
        if row.email.lookup_key() != message.to.lookup_key() {
            tracing::error!(message = %message.id, "email not sent: its address differs from the recipient's");
            return Ok(None);
        }
        let Some((mode, _)) = self.platform.store.owner_of(row.account).await? else { return Ok(None) };
        let scope = EmailScope::of(row.account, mode);
        Ok(Some((item, row, scope)))
    }
}
