//! One process, step by step, for simulations: nothing happens in it but what its driver polls.
//! Only tests turn this on.

use rules::account::{Caller, Mode};
use rules::attempt::Guard;
use rules::command::{AutomaticWithdrawalCommand, Command, PeopleCommand, WebhookCommand};
use rules::decisions::endpoint::{EndpointEdit, NewTest};
use rules::decisions::user::Edit;
use rules::delivery::ReplayKind;
use rules::email_address::EmailAddress;
use rules::endpoint::EnabledEvents;
use rules::id::{AccountId, EndpointId};
use rules::refusal::{Noun, Refusal};
use rules::security::{Actor, ClientInfo, NewEntry};
use store::Period;

use crate::external_transfers::NewAutomaticWithdrawals;
use crate::platform::failure::Failure;
use crate::platform::writer::CommandResponse;
use crate::wiring::App;

impl App {
    /// Settles what this process has accepted, until it is dropped.
    pub async fn settle_own(&self) {
        self.payouts.settle_handed_over().await;
    }

    /// An endpoint, without a signed-in user.
    pub async fn add_endpoint(
        &self,
        account: AccountId,
        url: &str,
        wants: EnabledEvents,
    ) -> Result<CommandResponse, Failure> {
        let what = (url.to_owned(), String::new(), wants);
        let create = self.webhooks.new_webhook(account, what, self.uncounted_test());
        self.command(WebhookCommand::Create(create).into()).await
    }

    pub async fn turn_endpoint_on(
        &self,
        account: AccountId,
        id: EndpointId,
    ) -> Result<CommandResponse, Failure> {
        let edit = EndpointEdit::TurnOn { test: self.uncounted_test() };
        self.command(WebhookCommand::Edit(account, id, edit).into()).await
    }

    /// The simulation tests more often than an account may.
    fn uncounted_test(&self) -> NewTest {
        NewTest {
            event: self.platform.event_id(),
            counted: (Guard::EndpointTest, self.platform.dice.bytes()),
        }
    }

    /// Sends again what was given up.
    pub async fn replay_failed(
        &self,
        account: AccountId,
        endpoint: EndpointId,
    ) -> Result<CommandResponse, Failure> {
        let replay = self.webhooks.new_replay(account, endpoint, ReplayKind::Failed, Period::default());
        self.command(WebhookCommand::StartReplay(replay).into()).await
    }

    /// Has payments withdrawn automatically, without a signed-in owner.
    pub async fn withdraw_automatically(
        &self,
        caller: &Caller,
        new: &NewAutomaticWithdrawals,
    ) -> Result<CommandResponse, Failure> {
        let (set, _) = self.external_transfers.new_automatic_withdrawals(caller, new).await?;
        self.command(AutomaticWithdrawalCommand::Set(*caller, set).into()).await
    }

    pub async fn stop_withdrawing_automatically(&self, caller: &Caller) -> Result<CommandResponse, Failure> {
        self.command(AutomaticWithdrawalCommand::TurnOff(*caller).into()).await
    }

    /// A command as it is.
    pub async fn command(&self, command: Command) -> Result<CommandResponse, Failure> {
        self.platform.writer.submit(command, None).await
    }

    /// A new user, without the time that hashing a password takes.
    pub async fn join_at_once(&self, email: EmailAddress) -> Result<CommandResponse, Failure> {
        let name = email.local_part().to_owned();
        let new = self.identity.user_with(email, name, String::new());
        self.command(PeopleCommand::CreateUser(new).into()).await
    }

    /// A signed-in user takes another name.
    pub async fn rename_at_once(
        &self,
        email: EmailAddress,
        name: String,
    ) -> Result<CommandResponse, Failure> {
        let user = self
            .platform
            .store
            .user_by_email(&email.lookup_key())
            .await?
            .ok_or(Refusal::NotFound(Noun::User))?;
        let now = self.platform.clock.now();
        let actor = Actor {
            user: user.id,
            home: self.platform.account_of(&email, Mode::Live).await?.id,
            email,
            client_info: ClientInfo { address: String::new(), agent: String::new() },
            entry: NewEntry { id: self.platform.dice.id(now), message: self.platform.dice.id(now) },
        };
        // The simulation renames more often than people may.
        let counted = (Guard::Rename, self.platform.dice.bytes());
        let edit = Edit::Name(name, self.platform.dice.long_series(now), counted);
        self.command(PeopleCommand::Edit(actor, edit, None).into()).await
    }
}
