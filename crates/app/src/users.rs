//! Users and their balances.

use bytes::Bytes;
use rails::Chain;
use rules::account::{Account, Caller, Mode};
use rules::command::PeopleCommand;
use rules::email::Email;
use rules::refusal::{Noun, Refusal};
use rules::user::User;
use store::Balance;

use crate::failure::Failure;
use crate::{App, wire};

pub struct NewUser {
    pub email: Email,
    pub name: String,
    pub password: String,
}

impl App {
    pub async fn balance(&self, caller: &Caller) -> Result<Bytes, Failure> {
        Ok(wire::balance(&self.balance_of(caller).await?, self.chain_of(caller.mode)).into())
    }

    pub async fn balance_of(&self, caller: &Caller) -> Result<Balance, Failure> {
        Ok(self.store.balance(caller.account).await?.ok_or(Refusal::NotFound(Noun::Account))?)
    }

    pub fn chain_of(&self, mode: Mode) -> &Chain {
        Chain::of(mode, &self.settings.live_chain)
    }

    /// A user whom the operator vouches for, with a live and a funded test account.
    pub async fn create_user(&self, new: NewUser) -> Result<User, Failure> {
        let create = self.new_user(new).await?;
        self.user_command(PeopleCommand::CreateUser(create).into()).await
    }

    /// The account of the user with this e-mail in one mode.
    pub async fn account_of(&self, email: &Email, mode: Mode) -> Result<Account, Failure> {
        let account = self.store.account_of(&email.lookup_key(), mode).await?;
        Ok(account.ok_or(Refusal::NotFound(Noun::User))?)
    }
}
