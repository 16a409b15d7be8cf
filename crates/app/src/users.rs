//! Users and their balances.

use bytes::Bytes;
use rails::Chain;
use rules::account::{Account, Caller, Mode};
use rules::command::PeopleCommand;
use rules::email_address::EmailAddress;
use rules::evm_address::EvmAddress;
use rules::password_queue::{Client, Lane};
use rules::refusal::{Noun, Refusal};
use rules::user::User;
use store::Balance;

use crate::failure::Failure;
use crate::{App, wire};

pub struct NewUser {
    pub email: EmailAddress,
    pub name: String,
    pub password: String,
}

impl App {
    pub async fn balance(&self, caller: &Caller) -> Result<Bytes, Failure> {
        let balance = self.balance_of(caller).await?;
        let address = self.address_of(caller).await;
        Ok(wire::balance(&balance, self.chain_of(caller.mode), address.as_ref()).into())
    }

    pub async fn balance_of(&self, caller: &Caller) -> Result<Balance, Failure> {
        Ok(self.store.balance(caller.account).await?.ok_or(Refusal::NotFound(Noun::Account))?)
    }

    /// Where the account is paid over the chain. One that cannot be had now is left out: the balance is more urgent.
    pub async fn address_of(&self, caller: &Caller) -> Option<EvmAddress> {
        if caller.mode == Mode::Test {
            return None;
        }
        match self.deposit_address(caller.account).await {
            Ok(given) => given.map(|given| given.address),
            Err(failure) => {
                tracing::warn!(?failure, "a deposit address could not be given");
                None
            }
        }
    }

    pub fn chain_of(&self, mode: Mode) -> &Chain {
        Chain::of(mode, &self.settings.live_chain)
    }

    /// A user whom the operator vouches for, with a live and a funded test account.
    pub async fn create_user(&self, new: NewUser) -> Result<User, Failure> {
        let place = self.enter_password_queue(Lane::Join, Client::default())?;
        let create = self.new_user(new, place).await?;
        self.user_command(PeopleCommand::CreateUser(create).into()).await
    }

    /// The account of the user with this email in one mode.
    pub async fn account_of(&self, email: &EmailAddress, mode: Mode) -> Result<Account, Failure> {
        let account = self.store.account_of(&email.lookup_key(), mode).await?;
        Ok(account.ok_or(Refusal::NotFound(Noun::User))?)
    }
}
