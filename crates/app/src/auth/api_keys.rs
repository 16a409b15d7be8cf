//! Use-cases of API keys: the operator's bootstrap, and the dashboard's.

use rules::account::{Account, Mode};
use rules::api_key::ApiKey;
use rules::command::Command;
use rules::decisions::api_key::CreateApiKey;
use rules::email_address::EmailAddress;
use rules::id::ApiKeyId;
use rules::idempotency::IdempotencyRequest;
use rules::refusal::{Noun, Refusal};
use rules::scope::Scopes;
use rules::security::{ClientInfo, SecurityKind};
use store::KnownKey;

use crate::auth::Auth;
use crate::platform::credential;
use crate::platform::credential::Credential;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

/// A new key's record, and the key itself: the only time it is shown.
pub struct CreatedKey {
    pub record: ApiKey,
    pub key: String,
}

impl Auth {
    /// For the operator, who vouches for the user.
    pub async fn create_api_key(
        &self,
        email: &EmailAddress,
        mode: Mode,
        name: &str,
        scopes: Scopes,
    ) -> Result<CreatedKey, Failure> {
        let account = self.platform.account_of(email, mode).await?;
        let (create, key) = self.new_key(&account, name, scopes);
        let record = self.key_command(Command::CreateApiKey(create)).await?;
        Ok(CreatedKey { record, key })
    }

    /// For the user, who has just given their password. Nothing, if the form was sent before: the key was shown then.
    pub async fn create_own_key(
        &self,
        signed_in: &SignedIn,
        account: &Account,
        name: &str,
        scopes: Scopes,
        client_info: &ClientInfo,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<Option<CreatedKey>, Failure> {
        let (create, key) = self.new_key(account, name, scopes);
        let about = format!("{name} …{} ({})", create.hint, account.mode.name());
        let command = Command::CreateApiKey(create);
        let noted = self.platform.noted(
            signed_in,
            client_info,
            (SecurityKind::KeyCreated, Some(account.mode)),
            about,
            command,
        );
        let created = self.platform.writer.submit(noted, idempotency).await?;
        Ok(created.new_outcome().map(|record| CreatedKey { record, key }))
    }

    fn new_key(&self, account: &Account, name: &str, scopes: Scopes) -> (CreateApiKey, String) {
        let kind = Credential::Key(account.mode);
        let key = credential::generate(&self.platform.dice, &self.platform.settings.key_prefix, kind);
        let (hash, secret_version) = self.platform.vault.hash_credential(&key);
        let create = CreateApiKey {
            id: self.platform.dice.id(self.platform.clock.now()),
            account: account.id,
            name: name.to_owned(),
            scopes,
            hash,
            secret_version,
            hint: credential::hint(&key),
        };
        (create, key)
    }

    /// Both modes' keys of a user, the last revoked ones too.
    pub async fn api_keys(&self, email: &EmailAddress) -> Result<Vec<KnownKey>, Failure> {
        let mut keys = Vec::new();
        for mode in Mode::ALL {
            let account = self.platform.account_of(email, mode).await?;
            keys.extend(self.platform.store.api_keys_of(account.id).await?);
        }
        Ok(keys)
    }

    /// One account's keys, oldest first, the last revoked ones too.
    pub async fn api_keys_of(&self, account: &Account) -> Result<Vec<ApiKey>, Failure> {
        let known = self.platform.store.api_keys_of(account.id).await?;
        Ok(known.into_iter().map(|known| known.key).collect())
    }

    pub async fn revoke_api_key(&self, id: &str) -> Result<ApiKey, Failure> {
        let id = ApiKeyId::parse(id).ok_or(Refusal::NotFound(Noun::ApiKey))?;
        self.revoke(Command::RevokeApiKey(id, None)).await
    }

    pub async fn revoke_own_key(
        &self,
        signed_in: &SignedIn,
        account: &Account,
        id: &str,
        client_info: &ClientInfo,
    ) -> Result<ApiKey, Failure> {
        let known = self.api_keys_of(account).await?.into_iter().find(|key| key.id.to_string() == id);
        let known = known.ok_or(Refusal::NotFound(Noun::ApiKey))?;
        let about = format!("{} …{} ({})", known.name, known.hint, account.mode.name());
        let command = Command::RevokeApiKey(known.id, Some(account.id));
        self.revoke(self.platform.noted(
            signed_in,
            client_info,
            (SecurityKind::KeyRevoked, Some(account.mode)),
            about,
            command,
        ))
        .await
    }

    async fn revoke(&self, command: Command) -> Result<ApiKey, Failure> {
        let revoked = self.key_command(command).await?;
        self.key_ring.forget(&revoked.hash);
        Ok(revoked)
    }

    async fn key_command(&self, command: Command) -> Result<ApiKey, Failure> {
        Ok(self.platform.writer.submit(command, None).await?.outcome())
    }
}
