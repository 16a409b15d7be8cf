//! The page behind a claim link, and how the recipient gets the money.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures_util::future::join_all;
use rules::account::{Account, Caller, Mode};
use rules::claim_email::{EmailScope, REMINDER_PAUSE_SECONDS};
use rules::command::{Command, PeopleCommand};
use rules::decisions::claim_email;
use rules::decisions::payout::SimulateClaim;
use rules::decisions::sandbox::{self, NewPerson};
use rules::email::{Email, EmailKind, EmailQueue};
use rules::email_address::EmailAddress;
use rules::id::{AccountId, TransactionId};
use rules::money::Amount;
use rules::password_queue::Lane;
use rules::payout::MAX_ITEMS;
use rules::refusal::{Noun, Refusal};
use rules::time::Timestamp;
use rules::transaction::TransactionStatus;
use rules::user::{AccountType, User};
use store::{ClaimedItem, ItemFilter, NamedTransaction, WaitingSum};

use crate::auth::Auth;
use crate::identity::{Identity, Joined, NewUser, SignInClient};
use crate::payouts::Payouts;
use crate::platform::Platform;
use crate::platform::cursor::Paging;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

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

/// What a claim link leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimPage {
    pub mode: Mode,
    pub email: EmailAddress,
    /// Who sent the item of the link.
    pub sender: String,
    pub amount: Amount,
    pub reference: Option<String>,
    pub state: ClaimState,
    /// Whether a user has an account with this address. The sender of test money can read the link, and is not told.
    pub is_known: bool,
    /// Of a test payment that was claimed with this link: the address with which its simulated person signs in. It
    /// belongs to no live user, and the sender, who can read the link, doesn't know the password.
    pub test_sign_in: Option<EmailAddress>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimState {
    /// What waits for the address.
    Waiting(WaitingSum),
    Claimed,
    Cancelled,
    Expired,
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

/// Claim links as their recipients see them.
pub struct ClaimPages {
    platform: Arc<Platform>,
    auth: Arc<Auth>,
    identity: Arc<Identity>,
    payouts: Arc<Payouts>,
}

impl ClaimPages {
    pub(crate) fn new(
        platform: Arc<Platform>,
        auth: Arc<Auth>,
        identity: Arc<Identity>,
        payouts: Arc<Payouts>,
    ) -> ClaimPages {
        ClaimPages { platform, auth, identity, payouts }
    }

    pub async fn claim_page(&self, token: &str) -> Result<ClaimPage, Failure> {
        let (_, row) = self.claimed_item(token).await?;
        let (row, waiting) = match self.what_waits(&row).await? {
            Some((last, waiting)) => (last, Some(waiting)),
            None => (row, None),
        };
        let (mode, owner) = self.platform.store.owner_of(row.account).await?.ok_or(Refusal::LinkDead)?;
        let state = match row.status {
            _ if waiting.is_some() => waiting.expect("it was looked at"),
            TransactionStatus::PendingClaim => ClaimState::Expired,
            TransactionStatus::Completed => ClaimState::Claimed,
            TransactionStatus::Expired => ClaimState::Expired,
            TransactionStatus::Cancelled
            | TransactionStatus::Failed
            | TransactionStatus::Queued
            | TransactionStatus::AwaitingTransfer
            | TransactionStatus::Processing => ClaimState::Cancelled,
        };
        let user = self.platform.store.user_by_email(&row.email.lookup_key()).await?;
        let is_known = mode == Mode::Live && user.is_some();
        let test_sign_in = match (mode, &state) {
            (Mode::Test, ClaimState::Claimed) => self.sign_in_of_person(&row).await?,
            (Mode::Test, ClaimState::Waiting(_) | ClaimState::Cancelled | ClaimState::Expired)
            | (Mode::Live, _) => None,
        };
        let ClaimedItem { email, amount, reference, .. } = row;
        Ok(ClaimPage { mode, email, sender: owner.name, amount, reference, state, is_known, test_sign_in })
    }

    /// A person who was made up by a simulated claim has no password.
    async fn sign_in_of_person(&self, row: &ClaimedItem) -> Result<Option<EmailAddress>, Failure> {
        let email = sandbox::simulated_email(row.recipient);
        let person = self.platform.store.user_by_email(&email.lookup_key()).await?;
        Ok(person.filter(|person| !person.password_hash.is_empty()).map(|_| email))
    }

    async fn claimed_item(&self, token: &str) -> Result<(TransactionId, ClaimedItem), Failure> {
        let item = self.platform.vault.read_claim_token(token).ok_or(Refusal::LinkDead)?;
        let row = self.platform.store.claimed_item(item).await?.ok_or(Refusal::LinkDead)?;
        Ok((item, row))
    }

    /// What a link stands for, while it works.
    async fn waiting_behind(&self, mode: Mode, row: &ClaimedItem) -> Result<Option<WaitingSum>, Failure> {
        let now = self.platform.clock.now();
        if !row.link_works(now) {
            return Ok(None);
        }
        let scope = EmailScope::of(row.account, mode);
        // This reads up to a thousand rows, so it does not compete with API calls.
        Ok(self
            .platform
            .recipient_lists(mode, row.account, &row.email)
            .await?
            .waiting_for(scope, &row.email.lookup_key(), row.now(now))
            .await?)
    }

    /// Everything that waits for the address of a link, with the item that waits longest; in the sandbox, of this
    /// sender.
    async fn what_waits(&self, row: &ClaimedItem) -> Result<Option<(ClaimedItem, ClaimState)>, Failure> {
        let (mode, _) = self.platform.store.owner_of(row.account).await?.ok_or(Refusal::LinkDead)?;
        let Some(waiting) = self.waiting_behind(mode, row).await? else { return Ok(None) };
        let last = self.platform.store.claimed_item(waiting.last).await?.ok_or(Refusal::LinkDead)?;
        Ok(Some((last, ClaimState::Waiting(waiting))))
    }

    /// Claims for a user who is signed in with the address that the link was sent to.
    pub async fn claim_as(&self, token: &str, signed_in: &SignedIn) -> Result<usize, Failure> {
        let (_, row) = self.claimed_item(token).await?;
        let is_theirs = signed_in.user.verified_at.is_some()
            && signed_in.user.email.lookup_key() == row.email.lookup_key();
        let (mode, _) = self.platform.store.owner_of(row.account).await?.ok_or(Refusal::LinkDead)?;
        let account = signed_in.account(mode).filter(|_| is_theirs && signed_in.is_fully());
        self.payouts.claim(token, account.ok_or(Refusal::NotFound(Noun::Account))?.id).await
    }

    /// Opens a wallet for a new user and claims into it. In live mode holding the link proves that the address is
    /// theirs. In test mode it does not, because the sender can read the email: there a person is made up.
    pub async fn claim_and_join(
        &self,
        token: &str,
        name: String,
        password: String,
        visitor: &SignInClient,
    ) -> Result<Joined, Failure> {
        let (item, row) = self.claimed_item(token).await?;
        let (mode, payer) = self.platform.store.owner_of(row.account).await?.ok_or(Refusal::LinkDead)?;
        // Before a password is hashed, which is expensive.
        self.item_for_newcomer(mode, &row).await?;
        let sponsor = match mode {
            Mode::Live => None,
            Mode::Test => Some(self.platform.accounts_of(payer.id).await?.1.charged()),
        };
        let allowed_by = format!("claim {item}");
        let counted =
            self.identity.count_new_password(Lane::Join, &allowed_by, sponsor, &visitor.client_info).await?;
        match mode {
            Mode::Live => {
                let account_type = AccountType::Personal;
                let new = NewUser { email: row.email, name, account_type, password };
                self.identity.open_account(new, visitor, counted).await
            }
            // Any user can make as many test links as they like, so what was counted stays counted.
            Mode::Test => {
                let hash = self.identity.hash_password(password, counted.place).await?;
                let sign_in = (name, hash);
                let user = self.claim_as_somebody(&row, sign_in).await?;
                let sign_in = self.identity.enter(&user, visitor, Vec::new(), Vec::new()).await?;
                Ok(Joined { sign_in, has_claimed: true })
            }
        }
    }

    /// An item that a newcomer can open a wallet for. Refused if nothing waits, or if the recipient has a wallet: the
    /// link stays the same after the claim.
    async fn item_for_newcomer(&self, mode: Mode, row: &ClaimedItem) -> Result<TransactionId, Failure> {
        let item = self.waiting_behind(mode, row).await?.ok_or(Refusal::NothingToClaim)?.last;
        let has_wallet = match mode {
            Mode::Live => self.platform.store.user_by_email(&row.email.lookup_key()).await?.is_some(),
            Mode::Test => self.platform.store.wallet_of(item).await?.is_some(),
        };
        if has_wallet { Err(Refusal::NothingToClaim.into()) } else { Ok(item) }
    }

    async fn claim_as_somebody(&self, row: &ClaimedItem, sign_in: (String, String)) -> Result<User, Failure> {
        let now = self.platform.clock.now();
        // Hashing took a while: another visitor may have claimed meanwhile.
        let item = self.item_for_newcomer(Mode::Test, row).await?;
        let person = NewPerson {
            user: self.platform.dice.id(now),
            account: self.platform.dice.id(now),
            own_app: self.platform.dice.id(now),
        };
        let claim = SimulateClaim {
            item,
            wallet: None,
            person,
            sign_in: Some(sign_in),
            fresh: self.platform.fresh(),
        };
        let caller = self.auth.sandbox_owner(row.account).await?;
        self.platform.writer.submit(Command::SimulateClaim(caller, claim), None).await?;
        // The link stands for everything that this sender has waiting for the address.
        self.payouts
            .claim_all(
                EmailScope::Sandbox(row.account),
                &row.email.lookup_key(),
                row.now(now),
                person.account,
            )
            .await?;
        let email = sandbox::simulated_email(row.recipient);
        Ok(self.platform.store.user_by_email(&email.lookup_key()).await?.ok_or(Refusal::NothingToClaim)?)
    }

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
        let mut waiting = self.payouts.payout_items_shown(caller, payout, &waiting, &all).await?.items;
        let mut addresses = BTreeSet::new();
        waiting.retain(|row| addresses.insert(row.email.lookup_key()));
        let mut tally = ReminderTally::default();
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
