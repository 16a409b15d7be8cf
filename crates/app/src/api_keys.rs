//! Use-cases of API keys: the operator's bootstrap now, the dashboard's later.

use rules::account::Mode;
use rules::api_key::{ApiKey, CreateApiKey};
use rules::change::Outcome;
use rules::command::Command;
use rules::email::Email;
use rules::id::ApiKeyId;
use rules::refusal::{Noun, Refusal};
use rules::scope::Scopes;
use store::KnownKey;

use crate::failure::Failure;
use crate::writer::Answered;
use crate::{App, credential};

/// A new key's record, and the key itself: the only time anybody sees it.
pub struct CreatedKey {
    pub record: ApiKey,
    pub key: String,
}

impl App {
    pub async fn create_api_key(
        &self,
        email: &Email,
        mode: Mode,
        name: &str,
        scopes: Scopes,
    ) -> Result<CreatedKey, Failure> {
        let account = self.account_of(email, mode).await?;
        let key = credential::generate(&self.dice, &self.settings.key_prefix, mode);
        let (hash, secret_version) = self.vault.hash_credential(&key);
        let create = CreateApiKey {
            id: self.dice.id(self.clock.now()),
            account: account.id,
            name: name.to_owned(),
            scopes,
            hash,
            secret_version,
            hint: credential::hint(&key),
        };
        let record = self.key_command(Command::CreateApiKey(create)).await?;
        Ok(CreatedKey { record, key })
    }

    /// Both modes' keys of a user, revoked ones too.
    pub async fn api_keys(&self, email: &Email) -> Result<Vec<KnownKey>, Failure> {
        let mut keys = Vec::new();
        for mode in Mode::ALL {
            let account = self.account_of(email, mode).await?;
            keys.extend(self.store.api_keys_of(account.id).await?);
        }
        Ok(keys)
    }

    pub async fn revoke_api_key(&self, id: &str) -> Result<ApiKey, Failure> {
        let id = ApiKeyId::parse(id).ok_or(Refusal::NotFound(Noun::ApiKey))?;
        let revoked = self.key_command(Command::RevokeApiKey(id)).await?;
        self.key_ring.forget(&revoked.hash);
        Ok(revoked)
    }

    async fn key_command(&self, command: Command) -> Result<ApiKey, Failure> {
        match self.writer.submit(command, None).await? {
            Answered::Now(Outcome::ApiKey(key), _) => Ok(key),
            other => panic!("commands on keys answer with the key, not with {other:?}"),
        }
    }
}
