//! One process, step by step, for simulations: nothing happens in it but what its driver polls.
//! Only tests turn this on.

use std::sync::Arc;

use rules::account::{Mode, NewAccount};
use rules::attempt::Guard;
use rules::command::{Command, PeopleCommand, WebhookCommand};
use rules::delivery::ReplayKind;
use rules::email_address::EmailAddress;
use rules::endpoint::{EndpointEdit, NewTest, Wants};
use rules::id::{AccountId, EndpointId};
use rules::refusal::{Noun, Refusal};
use rules::security::{Actor, ClientInfo, NewEntry};
use rules::user::{CreateUser, Edit};
use store::{Faults, Period, Store};

use crate::clock::Clock;
use crate::dice::Dice;
use crate::failure::Failure;
use crate::settings::Settings;
use crate::vault::Vault;
use crate::writer::steps::Steps;
use crate::writer::{Answered, WriterHandle};
use crate::{App, assemble};

impl App {
    /// A process whose writer does a batch when it is told to, and meets these faults.
    pub fn stepped(
        store: Store,
        faults: Faults,
        vault: Vault,
        settings: Settings,
        clock: Clock,
        dice: Dice,
    ) -> (App, Steps) {
        let (vault, dice) = (Arc::new(vault), Arc::new(dice));
        let writer = store.writer().meeting(faults);
        let (writer, steps) = WriterHandle::stepped(writer, clock.clone(), dice.clone(), vault.clone());
        (assemble(store, writer, clock, dice, vault, settings), steps)
    }

    /// Settles what this process has accepted, until it is dropped.
    pub async fn settle_own(&self) {
        self.settle_handed_over().await;
    }

    /// An endpoint, without anybody who is signed in.
    pub async fn add_endpoint(
        &self,
        account: AccountId,
        url: &str,
        wants: Wants,
    ) -> Result<Answered, Failure> {
        let what = (url.to_owned(), String::new(), wants);
        let create = self.new_webhook(account, what, self.uncounted_test());
        self.command(WebhookCommand::Create(create).into()).await
    }

    pub async fn turn_endpoint_on(&self, account: AccountId, id: EndpointId) -> Result<Answered, Failure> {
        let edit = EndpointEdit::TurnOn { test: self.uncounted_test() };
        self.command(WebhookCommand::Edit(account, id, edit).into()).await
    }

    /// The simulation tests more often than an account may.
    fn uncounted_test(&self) -> NewTest {
        NewTest { event: self.event_id(), counted: (Guard::EndpointTest, self.dice.bytes()) }
    }

    /// Sends again what was given up.
    pub async fn replay_failed(&self, account: AccountId, endpoint: EndpointId) -> Result<Answered, Failure> {
        let replay = self.new_replay(account, endpoint, ReplayKind::Failed, Period::default());
        self.command(WebhookCommand::StartReplay(replay).into()).await
    }

    /// A command as it is.
    pub async fn command(&self, command: Command) -> Result<Answered, Failure> {
        self.writer.submit(command, None).await
    }

    /// A new user, without the time that hashing a password takes.
    pub async fn join_at_once(&self, email: EmailAddress) -> Result<Answered, Failure> {
        let now = self.clock.now();
        let account = || NewAccount {
            id: self.dice.id(now),
            own_app: self.dice.id(now),
            funding: self.dice.id(now),
            funding_event: self.dice.id(now),
        };
        let name = email.local_part().to_owned();
        let (id, live, test) = (self.dice.id(now), account(), account());
        let new = CreateUser { id, email, name, password_hash: String::new(), live, test };
        self.command(PeopleCommand::CreateUser(new).into()).await
    }

    /// Somebody who is signed in takes another name.
    pub async fn rename_at_once(&self, email: EmailAddress, name: String) -> Result<Answered, Failure> {
        let user =
            self.store.user_by_email(&email.lookup_key()).await?.ok_or(Refusal::NotFound(Noun::User))?;
        let now = self.clock.now();
        let actor = Actor {
            user: user.id,
            home: self.account_of(&email, Mode::Live).await?.id,
            email,
            client_info: ClientInfo { address: String::new(), agent: String::new() },
            entry: NewEntry { id: self.dice.id(now), message: self.dice.id(now) },
        };
        // The simulation renames more often than people may.
        let counted = (Guard::Rename, self.dice.bytes());
        let edit = Edit::Name(name, self.dice.long_series(now), counted);
        self.command(PeopleCommand::Edit(actor, edit, None).into()).await
    }
}
