//! Emails to recipients who haven't claimed yet, sent again at the sender's or at their own request.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join_all;
use rules::account::{Account, Caller};
use rules::claim_email::{EmailScope, REMINDER_PAUSE_SECONDS};
use rules::command::PeopleCommand;
use rules::decisions::claim_email;
use rules::email::{Email, EmailKind, EmailQueue};
use rules::email_address::EmailAddress;
use rules::id::{AccountId, TransactionId};
use rules::payout::MAX_ITEMS;
use rules::refusal::{Noun, Refusal};
use rules::time::Timestamp;
use rules::transaction::TransactionStatus;
use store::{ClaimedItem, ItemFilter, NamedTransaction, ShownItem};

use crate::identity::SignInClient;
use crate::platform::cursor::Paging;
use crate::platform::failure::Failure;

use super::ClaimPages;

/// No recipient needs more reminders.
const MAX_REMINDERS: i64 = 5;
/// How many recipients of a payout are reminded concurrently.
const REMINDED_AT_ONCE: usize = 20;

/// Who wants an email to be sent once more. Each may so often, whatever the other did.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EmailRequester {
    Sender,
    Recipient,
}

impl EmailRequester {
    const fn name(self) -> char {
        match self {
            EmailRequester::Sender => 's',
            EmailRequester::Recipient => 'r',
        }
    }
}

/// How many recipients of a payout a bulk reminder reached, and why it left out the others.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ReminderTally {
    pub reminded: usize,
    /// Reminded in the last 24 hours.
    pub recent: usize,
    /// Left out, because a limit of claim emails is reached.
    pub limited: usize,
    /// Claimed, cancelled or expired in the meantime.
    pub closed: usize,
}

impl ClaimPages {
    /// Sends a recipient a reminder, at the sender's request.
    pub async fn remind(&self, account: AccountId, item: &str) -> Result<(), Failure> {
        let item = TransactionId::parse(item).ok_or(Refusal::NotFound(Noun::PayoutItem))?;
        self.remind_recipient(account, item).await
    }

    async fn remind_recipient(&self, account: AccountId, item: TransactionId) -> Result<(), Failure> {
        let row = self.platform.store.claimed_item(item).await?.filter(|row| row.account == account);
        let row = row.ok_or(Refusal::NotFound(Noun::PayoutItem))?;
        self.remind_of(item, &row, EmailRequester::Sender).await
    }

    /// Sends a reminder to every recipient of a payout who hasn't claimed. An address gets one email.
    pub async fn remind_all(
        &self,
        caller: &Caller,
        account: &Account,
        payout: &str,
    ) -> Result<ReminderTally, Failure> {
        let waiting = ItemFilter { statuses: vec![TransactionStatus::PendingClaim], ..ItemFilter::default() };
        let all = Paging { cursor: None, size: MAX_ITEMS, filters: String::new() };
        let waiting = self.payouts.payout_items_shown(caller, payout, &waiting, &all).await?.items;
        self.remind_each(caller, account, waiting).await
    }

    /// Writes once more to the recipients of these items of the account. An address gets one email.
    pub async fn remind_each(
        &self,
        caller: &Caller,
        account: &Account,
        mut waiting: Vec<ShownItem>,
    ) -> Result<ReminderTally, Failure> {
        let mut tally = ReminderTally { closed: waiting.len(), ..ReminderTally::default() };
        waiting.retain(|row| row.transaction.status == TransactionStatus::PendingClaim);
        tally.closed -= waiting.len();
        let mut addresses = BTreeSet::new();
        waiting.retain(|row| addresses.insert(row.email.lookup_key()));
        // The commit would refuse these reminders too. Leaving them out here costs no write.
        let reminded = self.last_reminders(caller, waiting.iter().map(|row| &row.email)).await?;
        let pause_over = self.platform.time_of(account).plus_seconds(-REMINDER_PAUSE_SECONDS);
        waiting.retain(|row| {
            let is_recent = reminded.get(&row.email.lookup_key()).is_some_and(|at| *at > pause_over);
            tally.recent += usize::from(is_recent);
            !is_recent
        });
        for some in waiting.chunks(REMINDED_AT_ONCE) {
            let reminding = some.iter().map(|row| self.remind_recipient(caller.account, row.transaction.id));
            for reminded in join_all(reminding).await {
                match reminded {
                    Ok(()) => tally.reminded += 1,
                    Err(Failure::Refused(Refusal::RemindedRecently { .. })) => tally.recent += 1,
                    Err(Failure::Refused(Refusal::TooManyAttempts { .. })) => tally.limited += 1,
                    Err(Failure::Refused(Refusal::NothingToClaim)) => tally.closed += 1,
                    Err(failure) => return Err(failure),
                }
            }
        }
        Ok(tally)
    }

    /// When an account last reminded each of these addresses, by the account's clock and the key of the address. The
    /// map has no entry for an address without a reminder.
    pub async fn last_reminders<'e>(
        &self,
        caller: &Caller,
        addresses: impl Iterator<Item = &'e EmailAddress>,
    ) -> Result<BTreeMap<String, Timestamp>, Failure> {
        let scope = EmailScope::of(caller.account, caller.mode);
        let name = |email: &EmailAddress| claim_email::reminder_name(scope, email, caller.account);
        let mut keys: BTreeMap<String, String> =
            addresses.map(|email| (name(email), email.lookup_key())).collect();
        let names: Vec<String> = keys.keys().cloned().collect();
        let known = self.platform.store.email_counts_since(&names).await?;
        Ok(known.into_iter().filter_map(|(name, at)| Some((keys.remove(&name)?, at))).collect())
    }

    /// When an account last reminded the recipient of an unclaimed item, since it exists.
    pub async fn last_reminder(
        &self,
        caller: &Caller,
        item: &NamedTransaction,
    ) -> Result<Option<Timestamp>, Failure> {
        let waits = item.transaction.status == TransactionStatus::PendingClaim;
        let known = self.last_reminders(caller, item.email.iter().filter(|_| waits)).await?;
        Ok(known.into_values().next().filter(|at| *at > item.transaction.created_at))
    }

    /// Resends a claim email at the recipient's request. The response is the same in every case.
    pub async fn ask_for_claims(&self, email: &EmailAddress, visitor: &SignInClient) -> Result<(), Failure> {
        self.identity.count_asker(&visitor.client_info).await?;
        let (email_key, now) = (email.lookup_key(), self.platform.clock.now());
        let waiting = self.platform.store.claims_for(EmailScope::Live, &email_key, now, 1).await?;
        let item = waiting.into_iter().next().map(|(_, item)| item);
        let row = match item {
            Some(item) => self.platform.store.claimed_item(item).await?,
            None => None,
        };
        let Some((item, row)) = item.zip(row) else {
            // Takes about as long as if something were waiting.
            let guard = self.identity.unsent_guard(email);
            let _ = self.platform.writer.submit(PeopleCommand::Attempt(vec![guard]).into(), None).await;
            return Ok(());
        };
        match self.remind_of(item, &row, EmailRequester::Recipient).await {
            Ok(()) | Err(Failure::Refused(_)) => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    async fn remind_of(
        &self,
        item: TransactionId,
        row: &ClaimedItem,
        asker: EmailRequester,
    ) -> Result<(), Failure> {
        if row.status != TransactionStatus::PendingClaim || !row.link_works(self.platform.clock.now()) {
            return Err(Refusal::NothingToClaim.into());
        }
        let (mode, _) = self.platform.store.owner_of(row.account).await?.ok_or(Refusal::NothingToClaim)?;
        let about = format!("{item}:{}", asker.name());
        let number = self.platform.store.reminders_of(&about).await? + 1;
        // What the recipient asks for is limited by the day, and not for good: any stranger can ask in their name.
        if number > MAX_REMINDERS && asker == EmailRequester::Sender {
            return Err(Refusal::TooManyAttempts { seconds: rules::claim::CLAIM_SECONDS }.into());
        }
        let now = self.platform.clock.now();
        let cause = format!("{about}{number}");
        let message =
            Email::new(self.platform.dice.id(now), EmailKind::Reminder, row.email.clone(), cause, now);
        let message = message.caused_by(row.account, mode);
        // Sandbox emails are never sent, so they use up none of those that are.
        let guard = match (message.queue, asker) {
            (EmailQueue::Sandbox, _) => self.identity.unsent_guard(&row.email),
            (_, EmailRequester::Sender) => self.identity.reminder_guard(&row.email),
            (_, EmailRequester::Recipient) => self.identity.request_guard(&row.email),
        };
        let (scope, limits) = (EmailScope::of(row.account, mode), self.platform.settings.email_limits);
        let remind = PeopleCommand::Remind(vec![guard], message, scope, limits);
        self.platform.writer.submit(remind.into(), None).await?;
        Ok(())
    }
}
