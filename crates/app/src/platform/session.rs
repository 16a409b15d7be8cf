//! The signed-in user, and the entry in the security log for what the user does.

use rules::account::{Account, Mode};
use rules::command::{Audited, Command};
use rules::id::{AccountId, UserId};
use rules::security::{Actor, ClientInfo, NewEntry, SecurityKind};
use rules::session::{Session, Stage};
use rules::user::User;

use crate::platform::Platform;
use crate::platform::failure::Failure;

/// A user who has signed in, perhaps only half.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub session: Session,
    pub user: User,
    /// People who exist in the sandbox only have none.
    pub live: Option<Account>,
    pub test: Account,
}

impl SignedIn {
    pub fn is_fully(&self) -> bool {
        self.session.stage == Stage::Full
    }

    pub fn account(&self, mode: Mode) -> Option<&Account> {
        match mode {
            Mode::Live => self.live.as_ref(),
            Mode::Test => Some(&self.test),
        }
    }

    /// The account by whose lock everything is serialized that changes the user.
    fn home(&self) -> AccountId {
        self.live.as_ref().unwrap_or(&self.test).id
    }
}

impl Platform {
    pub(crate) async fn accounts_of(&self, user: UserId) -> Result<(Option<Account>, Account), Failure> {
        let accounts = self.store.accounts_of(user).await?;
        let of = |mode| accounts.iter().find(|account| account.mode == mode).copied();
        match of(Mode::Test) {
            Some(test) => Ok((of(Mode::Live), test)),
            None => {
                tracing::error!("a user has no test account");
                Err(Failure::Internal)
            }
        }
    }

    pub(crate) fn actor(&self, user: &User, home: AccountId, client_info: &ClientInfo) -> Actor {
        let now = self.clock.now();
        let entry = NewEntry { id: self.dice.id(now), message: self.dice.id(now) };
        Actor { user: user.id, email: user.email.clone(), home, client_info: client_info.clone(), entry }
    }

    pub(crate) fn acting(&self, signed_in: &SignedIn, client_info: &ClientInfo) -> Actor {
        self.actor(&signed_in.user, signed_in.home(), client_info)
    }

    /// A command with its line in the log of the user who wants it.
    pub(crate) fn noted(
        &self,
        signed_in: &SignedIn,
        client_info: &ClientInfo,
        (kind, mode): (SecurityKind, Option<Mode>),
        about: String,
        command: Command,
    ) -> Command {
        Command::Audited(Box::new(Audited {
            actor: self.acting(signed_in, client_info),
            kind,
            about,
            mode,
            command,
        }))
    }
}
