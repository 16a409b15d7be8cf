//! Registering and changing Connect Apps.

use crate::change::{Change, Outcome, Row};
use crate::connect_app::{ClientSecret, ConnectApp, MAX_CONNECT_APPS};
use crate::id::{AppId, UserId};
use crate::redirect_uri::RedirectUri;
use crate::refusal::{Limit, Noun, Refusal};
use crate::time::Timestamp;
use crate::world::World;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateConnectApp {
    pub id: AppId,
    pub owner: UserId,
    pub name: String,
    pub redirect_uris: Vec<RedirectUri>,
    pub secret: ClientSecret,
}

pub fn create(world: &World, new: &CreateConnectApp, now: Timestamp) -> Result<Change, Refusal> {
    if world.open_connect_apps(new.owner) >= MAX_CONNECT_APPS {
        return Err(Refusal::LimitExceeded(Limit::ConnectApps));
    }
    let new = new.clone();
    Ok(changed(ConnectApp {
        id: new.id,
        owner: new.owner,
        name: new.name,
        redirect_uris: new.redirect_uris,
        secret: new.secret,
        created_at: now,
        archived_at: None,
    }))
}

/// What its owner changes about an app.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AppEdit {
    Describe {
        name: String,
        redirect_uris: Vec<RedirectUri>,
    },
    /// The old secret stops working at once.
    Secret(ClientSecret),
    /// For good: everything it was allowed ends.
    Archive,
}

pub fn edit(
    world: &World,
    owner: UserId,
    id: AppId,
    edit: &AppEdit,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let known = world.connect_apps.get(&id).filter(|app| app.owner == owner && app.archived_at.is_none());
    let mut app = known.ok_or(Refusal::NotFound(Noun::ConnectApp))?.clone();
    match edit {
        AppEdit::Describe { name, redirect_uris } => {
            app.name.clone_from(name);
            app.redirect_uris.clone_from(redirect_uris);
        }
        AppEdit::Secret(secret) => app.secret = secret.clone(),
        AppEdit::Archive => app.archived_at = Some(now),
    }
    Ok(changed(app))
}

fn changed(app: ConnectApp) -> Change {
    Change { outcome: Outcome::ConnectApp(app.clone()), rows: vec![Row::ConnectApp(app)] }
}
