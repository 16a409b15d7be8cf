//! The page behind a claim link, and how the recipient gets the money.

mod reminders;

pub use reminders::ReminderTally;

use std::sync::Arc;

use rules::account::Mode;
use rules::claim_email::EmailScope;
use rules::command::Command;
use rules::decisions::payout::SimulateClaim;
use rules::decisions::sandbox::{self, NewPerson};
use rules::email_address::EmailAddress;
use rules::id::TransactionId;
use rules::money::Amount;
use rules::password_queue::Lane;
use rules::refusal::{Noun, Refusal};
use rules::transaction::TransactionStatus;
use rules::user::{AccountType, User};
use store::{ClaimedItem, WaitingSum};

use crate::auth::Auth;
use crate::identity::{Identity, Joined, NewUser, SignInClient};
use crate::payouts::Payouts;
use crate::platform::Platform;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

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
}
