//! Claim links, claiming, and what happens to unclaimed money.

use std::collections::BTreeMap;

use rules::account::Mode;
use rules::claim_email::EmailScope;
use rules::command::Command;
use rules::decisions::payout::ClaimItems;
use rules::id::{AccountId, TransactionId};
use rules::refusal::{Noun, Refusal};
use rules::time::Timestamp;
use rules::user::User;
use store::ClaimPosition;

use crate::payouts::Payouts;
use crate::platform::failure::Failure;

/// As many as one command takes.
pub(crate) const CLAIMED_AT_ONCE: usize = 100;
const EXPIRED_AT_ONCE: usize = 500;
/// Reading them takes about a millisecond.
const LOOKED_AT_ONCE: usize = 2_000;

impl Payouts {
    /// The secret part of the link that claims an item, and everything else that waits for the same address. It is
    /// made from the item and the server's secret, so it need not be stored anywhere.
    pub fn claim_token(&self, item: TransactionId) -> String {
        self.platform.vault.claim_token(item)
    }

    /// Credits everything that waits for the token's address to this wallet, and says how many items that were.
    /// Live money goes only to a user who has proved its address. The link stands for all of it, so it works until
    /// its own item would have gone back, even if the sender has cancelled that one.
    pub async fn claim(&self, token: &str, wallet: AccountId) -> Result<usize, Failure> {
        let item = self.platform.vault.read_claim_token(token).ok_or(Refusal::NothingToClaim)?;
        let row = self.platform.store.claimed_item(item).await?.ok_or(Refusal::NothingToClaim)?;
        let (mode, _) = self.platform.store.owner_of(row.account).await?.ok_or(Refusal::NothingToClaim)?;
        if !row.link_works(self.platform.clock.now()) {
            return Err(Refusal::NothingToClaim.into());
        }
        let (_, holder) =
            self.platform.store.owner_of(wallet).await?.ok_or(Refusal::NotFound(Noun::Account))?;
        if mode == Mode::Live && holder.email.lookup_key() != row.email.lookup_key() {
            return Err(Refusal::NotFound(Noun::Account).into());
        }
        let scope = EmailScope::of(row.account, mode);
        let now = row.now(self.platform.clock.now());
        let credited = self.claim_all(scope, &row.email.lookup_key(), now, wallet).await?;
        if credited == 0 { Err(Refusal::NothingToClaim.into()) } else { Ok(credited) }
    }

    /// Credits everything that waits for an address to the wallet of the user who has proved that it is theirs; in
    /// the sandbox, everything from one sender. `now` is the time in that scope.
    pub(crate) async fn claim_all(
        &self,
        scope: EmailScope,
        email_key: &str,
        now: Timestamp,
        wallet: AccountId,
    ) -> Result<usize, Failure> {
        let mut credited = 0;
        loop {
            let items = self.platform.store.claims_for(scope, email_key, now, CLAIMED_AT_ONCE).await?;
            let asked = items.len();
            if asked == 0 {
                break;
            }
            let claim = ClaimItems { wallet, items, fresh: self.platform.fresh() };
            match self.platform.writer.submit_of(scope.mode(), Command::ClaimItems(claim), None).await {
                Ok(claimed) => credited += claimed.outcome::<usize>(),
                // Another request was faster with all of them.
                Err(Failure::Refused(Refusal::NothingToClaim)) => break,
                Err(failure) => return Err(failure),
            }
            if asked < CLAIMED_AT_ONCE {
                break;
            }
        }
        Ok(credited)
    }

    /// Claims the live money that waits for a user who has just proved their address, and says how many items that
    /// were. What fails now is claimed by `claim_for_users`. Test money is only claimed by its link: its sender must
    /// not learn who has joined.
    pub(crate) async fn claim_what_waits(&self, user: &User) -> usize {
        let claiming = async {
            match self.platform.accounts_of(user.id).await? {
                (Some(account), _) if user.verified_at.is_some() => {
                    self.claim_live(&user.email.lookup_key(), account.id).await
                }
                _ => Ok(0),
            }
        };
        claiming.await.unwrap_or_else(not_claimed)
    }

    async fn claim_live(&self, email_key: &str, wallet: AccountId) -> Result<usize, Failure> {
        self.claim_all(EmailScope::Live, email_key, self.platform.clock.now(), wallet).await
    }

    /// Claims live money that waits for users who have proved their address: when they joined, money was stopped or
    /// the database was busy, or they joined while the payout was being settled. Looks at some of what waits, goes on
    /// from there when it is called again, and says how many items it has credited.
    pub async fn claim_for_users(&self, from: &mut Option<ClaimPosition>) -> usize {
        let now = self.platform.clock.now();
        let found = self.platform.store.claims_of_users(from.as_ref(), now, LOOKED_AT_ONCE).await;
        let (users, next) = found.map_err(Failure::from).unwrap_or_else(not_claimed);
        *from = next;
        let mut credited = 0;
        for (email_key, wallet) in users {
            match self.claim_live(&email_key, wallet).await {
                // The same would happen to all others.
                Err(Failure::Refused(Refusal::MoneyStopped)) => break,
                claimed => credited += claimed.unwrap_or_else(not_claimed),
            }
        }
        credited
    }

    /// Gives back some of what was not claimed in time, live first, and says how many items that were.
    pub async fn expire_claims(&self) -> usize {
        self.expire_claims_of(Mode::Live).await + self.expire_claims_of(Mode::Test).await
    }

    pub(crate) async fn expire_claims_of(&self, mode: Mode) -> usize {
        let expiring = async {
            let overdue =
                self.platform.store.expired_claims(mode, self.platform.clock.now(), EXPIRED_AT_ONCE).await?;
            self.give_back(mode, &overdue).await
        };
        expiring.await.unwrap_or_else(not_given_back)
    }

    /// Gives back the expired claims of one test account. If the worker is giving some of them back at this moment,
    /// this waits for it.
    pub(crate) async fn expire_test_claims_of(&self, account: AccountId) {
        let mut last = Vec::new();
        loop {
            let expiring = async {
                let overdue = self
                    .platform
                    .store
                    .expired_claims_of(account, self.platform.clock.now(), EXPIRED_AT_ONCE)
                    .await?;
                self.give_back(Mode::Test, &overdue).await?;
                Ok(overdue)
            };
            let overdue = expiring.await.unwrap_or_else(not_given_back);
            // An item that is found a second time can't be refunded, and a retry would not help.
            if overdue.is_empty() || overdue == last {
                return;
            }
            last = overdue;
        }
    }

    /// Refunds these items, and returns how many were not refunded in the meantime.
    async fn give_back(&self, mode: Mode, overdue: &[(AccountId, TransactionId)]) -> Result<usize, Failure> {
        let mut by_account: BTreeMap<AccountId, Vec<TransactionId>> = BTreeMap::new();
        for (account, item) in overdue {
            by_account.entry(*account).or_default().push(*item);
        }
        let mut expired = 0;
        for (account, items) in by_account {
            for some in items.chunks(CLAIMED_AT_ONCE) {
                let command = Command::ExpireClaims(account, some.to_vec(), self.platform.fresh());
                expired += self.platform.writer.submit_background_of(mode, command).await?.outcome::<usize>();
            }
        }
        Ok(expired)
    }
}

/// It keeps waiting, and is tried again.
fn not_claimed<T: Default>(failure: Failure) -> T {
    tracing::warn!(?failure, "claims of new users not settled");
    T::default()
}

/// It stays overdue, and is tried again.
fn not_given_back<T: Default>(failure: Failure) -> T {
    tracing::warn!(?failure, "expired claims not refunded");
    T::default()
}
