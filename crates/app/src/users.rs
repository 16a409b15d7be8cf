//! Users and their balances.

use argon2::{Argon2, PasswordHasher};
use bytes::Bytes;
use rails::Chain;
use rules::account::{Account, Caller, CreateUser, Mode, NewAccount, User};
use rules::change::Outcome;
use rules::command::Command;
use rules::email::Email;
use rules::refusal::{Noun, Refusal};

use crate::failure::Failure;
use crate::writer::Answered;
use crate::{App, wire};

pub struct NewUser {
    pub email: Email,
    pub name: String,
    pub password: String,
}

impl App {
    pub async fn balance(&self, caller: &Caller) -> Result<Bytes, Failure> {
        let balance = self.store.balance(caller.account).await?.ok_or(Refusal::NotFound(Noun::Account))?;
        let chain = Chain::of(caller.mode, &self.settings.live_chain);
        Ok(wire::balance(&balance, chain).into())
    }

    /// A user whom the operator vouches for, with a live and a funded test account.
    pub async fn create_user(&self, new: NewUser) -> Result<User, Failure> {
        let now = self.clock.now();
        let account = || NewAccount {
            id: self.dice.id(now),
            own_app: self.dice.id(now),
            funding: self.dice.id(now),
            funding_event: self.dice.id(now),
        };
        let create = CreateUser {
            id: self.dice.id(now),
            email: new.email,
            name: new.name,
            password_hash: self.hash_password(new.password).await?,
            live: account(),
            test: account(),
        };
        match self.writer.submit(Command::CreateUser(create), None).await? {
            Answered::Now(Outcome::User(user), _) => Ok(user),
            other => panic!("creating a user answers with the user, not with {other:?}"),
        }
    }

    /// The account of the user with this e-mail in one mode.
    pub async fn account_of(&self, email: &Email, mode: Mode) -> Result<Account, Failure> {
        let account = self.store.account_of(&email.lookup_key(), mode).await?;
        Ok(account.ok_or(Refusal::NotFound(Noun::User))?)
    }

    /// argon2id takes tens of milliseconds on purpose, so it runs aside.
    async fn hash_password(&self, password: String) -> Result<String, Failure> {
        let salt: [u8; 16] = self.dice.bytes();
        let hashing = tokio::task::spawn_blocking(move || {
            Argon2::default().hash_password_with_salt(password.as_bytes(), &salt).map(|hash| hash.to_string())
        });
        match hashing.await {
            Ok(Ok(hash)) => Ok(hash),
            Ok(Err(error)) => {
                tracing::error!(%error, "a password cannot be hashed");
                Err(Failure::Internal)
            }
            Err(error) => {
                tracing::error!(%error, "hashing a password was interrupted");
                Err(Failure::Internal)
            }
        }
    }
}
