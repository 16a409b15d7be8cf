//! What acts for a user without their password: API keys, connected apps and webhook endpoints. A new password ends
//! none of them by itself, and all of them if the user wants.

use std::collections::BTreeSet;

use i18n::Locale;
use rules::account::Account;
use rules::api_key::ApiKey;
use rules::command::{Command, ConnectCommand, WebhookCommand};
use rules::decisions::endpoint::EndpointEdit;
use rules::grant::CODE_SECONDS;
use rules::id::{AccountId, AppId, EndpointId, GrantId, UserId};

use crate::identity::Identity;
use crate::platform::failure::Failure;

/// How many of each are active, in both modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActiveAccess {
    pub api_keys: usize,
    pub apps: usize,
    pub endpoints: usize,
}

/// What is to be revoked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Revoke {
    pub api_keys: bool,
    pub apps: bool,
    pub endpoints: bool,
}

impl ActiveAccess {
    /// What is left after this was revoked.
    fn after(self, revoke: Revoke) -> ActiveAccess {
        let left = |count: usize, is_revoked: bool| if is_revoked { 0 } else { count };
        ActiveAccess {
            api_keys: left(self.api_keys, revoke.api_keys),
            apps: left(self.apps, revoke.apps),
            endpoints: left(self.endpoints, revoke.endpoints),
        }
    }

    fn without(self, left: ActiveAccess) -> ActiveAccess {
        ActiveAccess {
            api_keys: self.api_keys - left.api_keys,
            apps: self.apps - left.apps,
            endpoints: self.endpoints - left.endpoints,
        }
    }

    /// Reads its [`words`](ActiveAccess::words).
    fn parse(words: &str) -> ActiveAccess {
        let count = |one: &str| {
            let counted = words.split(", ").filter_map(|counted| counted.split_once(' '));
            let mut of_kind = counted.filter(|(_, kind)| kind.strip_suffix('s').unwrap_or(kind) == one);
            of_kind.find_map(|(count, _)| count.parse().ok()).unwrap_or(0)
        };
        ActiveAccess {
            api_keys: count("API key"),
            apps: count("connected app"),
            endpoints: count("webhook endpoint"),
        }
    }

    /// `2 API keys and 1 connected app`, in the reader's language; nothing, if there is nothing.
    pub fn text(self, locale: Locale) -> String {
        let ActiveAccess { api_keys, apps, endpoints } = self;
        let all = [
            (api_keys, locale.text_with("email-security-api-keys", &[("count", &api_keys)])),
            (apps, locale.text_with("email-security-apps", &[("count", &apps)])),
            (endpoints, locale.text_with("email-security-endpoints", &[("count", &endpoints)])),
        ];
        let some: Vec<String> =
            all.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect();
        locale.list(&some)
    }

    /// As the security log stores it: `2 API keys, 1 connected app`; nothing, if there is nothing.
    fn words(self) -> String {
        let counted = |count: usize, one: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            many => Some(format!("{many} {one}s")),
        };
        let all = [
            counted(self.api_keys, "API key"),
            counted(self.apps, "connected app"),
            counted(self.endpoints, "webhook endpoint"),
        ];
        all.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// What became of all that was active when a password was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AccessOutcome {
    pub revoked: ActiveAccess,
    pub left: ActiveAccess,
}

const REVOKED: &str = "Revoked";
const STILL_ACTIVE: &str = "Still active";

impl AccessOutcome {
    /// For the security log: `Revoked: 2 API keys. Still active: 1 connected app`.
    fn words(self) -> String {
        let told = [(REVOKED, self.revoked.words()), (STILL_ACTIVE, self.left.words())];
        let told = told.into_iter().filter(|(_, words)| !words.is_empty());
        told.map(|(what, words)| format!("{what}: {words}")).collect::<Vec<_>>().join(". ")
    }

    /// Reads a line of the security log, for the email about it.
    pub fn parse(words: &str) -> AccessOutcome {
        let part = |name: &str| {
            let mut parts = words.split(". ").filter_map(|part| part.split_once(": "));
            let words = parts.find(|(what, _)| *what == name).map_or("", |(_, words)| words);
            ActiveAccess::parse(words)
        };
        AccessOutcome { revoked: part(REVOKED), left: part(STILL_ACTIVE) }
    }
}

/// Everything that is active.
#[derive(Default)]
pub(super) struct AccessSnapshot {
    keys: Vec<ApiKey>,
    /// Grants of each account, also by codes that are still on their way.
    grants: Vec<(AccountId, Vec<GrantId>)>,
    apps: BTreeSet<(AccountId, AppId)>,
    endpoints: Vec<(AccountId, EndpointId)>,
}

impl AccessSnapshot {
    fn count(&self) -> ActiveAccess {
        let (api_keys, endpoints) = (self.keys.len(), self.endpoints.len());
        ActiveAccess { api_keys, apps: self.apps.len(), endpoints }
    }

    /// What becomes of it, for the log and the email.
    pub(super) fn outcome(&self, revoke: Revoke) -> String {
        let (all, left) = (self.count(), self.count().after(revoke));
        AccessOutcome { revoked: all.without(left), left }.words()
    }

    /// What ends the chosen ones.
    pub(super) fn revocations(&self, revoke: Revoke) -> Vec<Command> {
        let mut commands: Vec<Command> = Vec::new();
        if revoke.api_keys {
            let end = |key: &ApiKey| Command::RevokeApiKey(key.id, Some(key.account));
            commands.extend(self.keys.iter().map(end));
        }
        if revoke.apps {
            let end = |(account, ids): &(AccountId, Vec<GrantId>)| {
                Command::from(ConnectCommand::EndGrants(*account, ids.clone()))
            };
            commands.extend(self.grants.iter().filter(|(_, ids)| !ids.is_empty()).map(end));
        }
        if revoke.endpoints {
            let end = |(account, id): &(AccountId, EndpointId)| {
                Command::from(WebhookCommand::Edit(*account, *id, EndpointEdit::TurnOff))
            };
            commands.extend(self.endpoints.iter().map(end));
        }
        commands
    }
}

impl Identity {
    /// How much acts for a user without their password.
    pub async fn active_access(&self, user: UserId) -> Result<ActiveAccess, Failure> {
        Ok(self.access_of(user).await?.count())
    }

    pub(super) async fn access_of(&self, user: UserId) -> Result<AccessSnapshot, Failure> {
        let (live, test) = self.platform.accounts_of(user).await?;
        let mut access = AccessSnapshot::default();
        for account in live.iter().chain([&test]) {
            self.add_access(account, &mut access).await?;
        }
        Ok(access)
    }

    async fn add_access(&self, account: &Account, access: &mut AccessSnapshot) -> Result<(), Failure> {
        let keys = self.auth.api_keys_of(account).await?;
        access.keys.extend(keys.into_iter().filter(|key| key.revoked_at.is_none()));
        let connections = self.connect.connections(account).await?;
        access.apps.extend(connections.iter().map(|connection| (account.id, connection.app)));
        let codes_since = self.platform.clock.now().plus_seconds(-CODE_SECONDS);
        access.grants.push((account.id, self.platform.store.all_open_grants(account.id, codes_since).await?));
        let endpoints = self.webhooks.endpoints(account).await?;
        let on = endpoints.iter().filter(|endpoint| endpoint.is_on());
        access.endpoints.extend(on.map(|endpoint| (account.id, endpoint.id)));
        Ok(())
    }

    /// Once the sessions are over nothing can be added, so what was added while they ended is found now. The
    /// password is changed by then, and what was there before is revoked: if this fails, it is only reported.
    pub(super) async fn finish_revoking(&self, user: UserId, before: &AccessSnapshot, revoke: Revoke) {
        if revoke == Revoke::default() {
            return;
        }
        self.distrust(before, revoke);
        let revoking = async {
            let late = self.access_of(user).await?;
            let mut outcome = Ok(());
            for command in late.revocations(revoke) {
                outcome = outcome.and(self.platform.writer.submit(command, None).await.map(|_| ()));
            }
            self.distrust(&late, revoke);
            outcome
        };
        if let Err(failure) = revoking.await {
            tracing::warn!(?failure, %user, "access added during a password change may not have been revoked");
        }
        self.webhooks.posting.nudge();
    }

    /// This process forgets what it has trusted; the others do within a second.
    fn distrust(&self, access: &AccessSnapshot, revoke: Revoke) {
        if revoke.api_keys {
            access.keys.iter().for_each(|key| self.auth.key_ring.forget(&key.hash));
        }
        if revoke.apps {
            let ids = access.grants.iter().flat_map(|(_, ids)| ids);
            ids.for_each(|id| self.auth.key_ring.forget_grant(*id));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AccessOutcome, ActiveAccess};

    #[test]
    fn the_log_can_be_read_again() {
        let some = ActiveAccess { api_keys: 2, apps: 1, endpoints: 0 };
        let other = ActiveAccess { api_keys: 0, apps: 0, endpoints: 12 };
        let none = ActiveAccess::default();
        for (revoked, left, words) in [
            (some, other, "Revoked: 2 API keys, 1 connected app. Still active: 12 webhook endpoints"),
            (none, other, "Still active: 12 webhook endpoints"),
            (some, none, "Revoked: 2 API keys, 1 connected app"),
            (none, none, ""),
        ] {
            let outcome = AccessOutcome { revoked, left };
            assert_eq!(outcome.words(), words);
            assert_eq!(AccessOutcome::parse(words), outcome);
        }
    }
}
