//! What operators do with users: find them, lock and unlock them, and have a reset link sent. No operator sees or sets
//! a password.

use std::collections::BTreeMap;

use rules::attempt::Guard;
use rules::command::PeopleCommand;
use rules::decisions::user::Edit;
use rules::email::{Email, EmailKind};
use rules::email_address::EmailAddress;
use rules::email_language::of_requested_email;
use rules::id::{AccountId, UserId};
use rules::language::Language;
use rules::machine_user::MachineUser;
use rules::refusal::{Noun, Refusal};
use rules::security::ClientInfo;
use rules::time::Timestamp;
use rules::user::User;
use store::ListedUser;

use crate::identity::Identity;
use crate::platform::email_links::RESET_SECONDS;
use crate::platform::failure::Failure;

/// How many users a search reads at a time.
const READ_AT_ONCE: usize = 500;

/// An operator who locks or unlocks a user, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockReason {
    pub machine_user: MachineUser,
    pub reason: String,
}

impl LockReason {
    /// As the security log keeps it.
    fn logged(&self) -> String {
        format!("{} ({})", self.reason, self.machine_user)
    }

    /// What the security log keeps.
    fn parse(text: &str) -> Option<LockReason> {
        let (reason, machine_user) = text.strip_suffix(')')?.rsplit_once(" (")?;
        Some(LockReason { machine_user: MachineUser::parse(machine_user)?, reason: reason.to_owned() })
    }
}

/// The lock that keeps a user out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserLock {
    pub since: Timestamp,
    pub by: LockReason,
}

impl Identity {
    /// Users, newest first, from the one that follows `after`.
    pub async fn list_users(&self, after: Option<UserId>, limit: usize) -> Result<Vec<ListedUser>, Failure> {
        Ok(self.platform.store.list_users(after, limit).await?)
    }

    /// The user with this ID or account, or those whose address or name contains the text, newest first, from the one
    /// that follows `after`. Letters of any script are compared without their case, which databases don't do.
    pub async fn find_users(
        &self,
        text: &str,
        mut after: Option<UserId>,
        limit: usize,
    ) -> Result<Vec<ListedUser>, Failure> {
        if let Some(id) = UserId::parse(text) {
            return Ok(self.platform.store.listed_user(id).await?.into_iter().collect());
        }
        if let Some(account) = AccountId::parse(text) {
            return Ok(self.platform.store.listed_owner(account).await?.into_iter().collect());
        }
        let (text, mut found) = (text.to_lowercase(), Vec::new());
        loop {
            let page = self.list_users(after, READ_AT_ONCE).await?;
            after = page.last().map(|listed| listed.user.id);
            let is_end = page.len() < READ_AT_ONCE;
            let contains = |ListedUser { user, .. }: &ListedUser| {
                user.email.lookup_key().contains(&text) || user.name.to_lowercase().contains(&text)
            };
            found.extend(page.into_iter().filter(contains));
            if is_end || found.len() >= limit {
                found.truncate(limit);
                return Ok(found);
            }
        }
    }

    /// By whom and why a user is locked; `None` for a user who isn't.
    pub async fn lock_of(&self, user: &User) -> Result<Option<UserLock>, Failure> {
        let Some(since) = user.locked_at else { return Ok(None) };
        let entry = self.platform.store.lock_entry(user.id, since).await?;
        let Some(by) = entry.as_ref().and_then(|entry| LockReason::parse(&entry.about)) else {
            tracing::error!(user = %user.id, "the security log doesn't say why this user is locked");
            return Ok(None);
        };
        Ok(Some(UserLock { since, by }))
    }

    /// The locks of all of them who are locked.
    pub async fn locks_of<'a>(
        &self,
        users: impl Iterator<Item = &'a User> + Send,
    ) -> Result<BTreeMap<UserId, UserLock>, Failure> {
        let mut locks = BTreeMap::new();
        for user in users {
            if let Some(lock) = self.lock_of(user).await? {
                locks.insert(user.id, lock);
            }
        }
        Ok(locks)
    }

    /// Locks a user: ends every session, refuses passwords, keys and apps, and holds the user's payouts, withdrawals
    /// and webhooks until the user is unlocked. Returns `false` if the user was already locked.
    pub async fn lock_user(&self, email: &EmailAddress, by: &LockReason) -> Result<(User, bool), Failure> {
        let was = self.managed_user(email).await?;
        let user = self.manage_user(&was, Edit::Lock(by.logged(), self.account_ids(&was).await?)).await?;
        Ok((user, was.locked_at.is_none()))
    }

    /// Says whether the user was locked before.
    pub async fn unlock_user(&self, email: &EmailAddress, by: &LockReason) -> Result<(User, bool), Failure> {
        let was = self.managed_user(email).await?;
        let user = self.manage_user(&was, Edit::Unlock(by.logged(), self.account_ids(&was).await?)).await?;
        Ok((user, was.locked_at.is_some()))
    }

    /// Has the link to choose a new password sent to the user's address, and says until when it works.
    pub async fn send_reset(&self, email: &EmailAddress) -> Result<(User, Timestamp), Failure> {
        let user = self.managed_user(email).await?;
        let (live, test) = self.platform.accounts_of(user.id).await?;
        let language = of_requested_email(user.language, Language::English);
        let asked = self.asked_email(EmailKind::Reset, &user.email, language);
        let message = Email { account: Some(live.unwrap_or(test).id), ..asked };
        let until = message.created_at.plus_seconds(RESET_SECONDS);
        // A budget of its own: strangers who have used up theirs don't keep an operator from helping.
        let guard = (Guard::Email, self.platform.vault.name(&format!("reset by operators of {}", user.id)));
        self.platform.writer.submit(PeopleCommand::Ask(vec![guard], message).into(), None).await?;
        Ok((user, until))
    }

    async fn managed_user(&self, email: &EmailAddress) -> Result<User, Failure> {
        let user = self.platform.store.user_by_email(&email.lookup_key()).await?;
        let user = user.filter(|user| user.verified_at.is_some());
        Ok(user.ok_or(Refusal::NotFound(Noun::User))?)
    }

    async fn account_ids(&self, user: &User) -> Result<Vec<AccountId>, Failure> {
        let (live, test) = self.platform.accounts_of(user.id).await?;
        Ok(live.into_iter().chain([test]).map(|account| account.id).collect())
    }

    async fn manage_user(&self, user: &User, edit: Edit) -> Result<User, Failure> {
        let (live, test) = self.platform.accounts_of(user.id).await?;
        let actor = self.platform.actor(user, live.unwrap_or(test).id, &ClientInfo::default());
        let command = PeopleCommand::Edit(actor, edit, None);
        Ok(self.platform.writer.submit(command.into(), None).await?.outcome())
    }
}

#[cfg(test)]
mod tests {
    use rules::machine_user::MachineUser;

    use super::LockReason;

    #[test]
    fn a_reason_is_read_as_it_was_logged() {
        let machine_user = MachineUser { uid: 1_000, login: Some(1_001), is_in_namespace: false };
        for reason in ["stolen laptop, ticket 4711", "fraud (see ticket 1)", ")", " ("] {
            let reason = LockReason { machine_user, reason: reason.to_owned() };
            assert_eq!(LockReason::parse(&reason.logged()), Some(reason));
        }
        for other in ["", "fraud", "fraud (bob)", "(uid 1)"] {
            assert_eq!(LockReason::parse(other), None, "{other}");
        }
    }
}
