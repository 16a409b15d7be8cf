//! The commands about Connect Apps and what users allow them.

use crate::change::{Change, Outcome, Row};
use crate::decisions::connect_app::{self, AppEdit, CreateConnectApp};
use crate::decisions::grant::{self, Consent, Exchange, RefreshGrant};
use crate::id::{AccountId, AppId, GrantId, UserId};
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::{Needs, World};

use super::Command;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConnectCommand {
    CreateApp(CreateConnectApp),
    EditApp(UserId, AppId, AppEdit),
    Consent(Consent),
    Exchange(Exchange),
    Refresh(RefreshGrant),
    EndGrants(AccountId, Vec<GrantId>),
    /// When grants were last used.
    NoteUses(Vec<(GrantId, Timestamp)>),
    /// Tokens whose time is over.
    ForgetTokens(Vec<[u8; 32]>),
}

impl From<ConnectCommand> for Command {
    fn from(command: ConnectCommand) -> Command {
        Command::Connect(Box::new(command))
    }
}

impl ConnectCommand {
    /// The account that this is for, if it is for one.
    pub(super) fn account(&self) -> Option<AccountId> {
        match self {
            ConnectCommand::Consent(consent) => Some(consent.account),
            ConnectCommand::Exchange(exchange) => Some(exchange.account),
            ConnectCommand::Refresh(refresh) => Some(refresh.account),
            ConnectCommand::EndGrants(account, _) => Some(*account),
            ConnectCommand::CreateApp(_)
            | ConnectCommand::EditApp(..)
            | ConnectCommand::ForgetTokens(_)
            | ConnectCommand::NoteUses(_) => None,
        }
    }

    pub(super) fn needs(&self, needs: &mut Needs) {
        match self {
            ConnectCommand::CreateApp(new) => {
                needs.connect_apps_of.insert(new.owner);
            }
            ConnectCommand::ForgetTokens(_) => {}
            ConnectCommand::EditApp(_, id, _) => {
                needs.connect_apps.insert(*id);
            }
            ConnectCommand::Consent(consent) => {
                needs.accounts.insert(consent.account);
                needs.connect_apps.insert(consent.app);
            }
            ConnectCommand::Exchange(exchange) => {
                needs.accounts.insert(exchange.account);
                needs.grants.insert(exchange.grant);
            }
            ConnectCommand::Refresh(refresh) => {
                needs.accounts.insert(refresh.account);
                needs.grants.insert(refresh.grant);
            }
            ConnectCommand::EndGrants(account, grants) => {
                needs.accounts.insert(*account);
                needs.grants.extend(grants);
            }
            ConnectCommand::NoteUses(uses) => needs.grants.extend(uses.iter().map(|(id, _)| *id)),
        }
    }

    pub(super) fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        match self {
            ConnectCommand::CreateApp(new) => connect_app::create(world, new, now),
            ConnectCommand::EditApp(owner, id, edit) => connect_app::edit(world, *owner, *id, edit, now),
            ConnectCommand::Consent(consent) => grant::consent(world, consent, now),
            ConnectCommand::Exchange(exchange) => grant::exchange(world, exchange, now),
            ConnectCommand::Refresh(refresh) => grant::refresh(world, refresh, now),
            ConnectCommand::EndGrants(account, grants) => Ok(grant::end_all(world, *account, grants, now)),
            ConnectCommand::NoteUses(uses) => Ok(grant::note_uses(world, uses)),
            ConnectCommand::ForgetTokens(hashes) => {
                let rows = hashes.iter().map(|hash| Row::ForgottenToken(*hash));
                Ok(Change { outcome: Outcome::Done, rows: rows.collect() })
            }
        }
    }
}
