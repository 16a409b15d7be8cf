//! Connect Apps: their registration, and what users allow them to do.

mod grants;
mod tokens;

pub use grants::{AuthorizationRequest, ConnectedApp};
pub use tokens::{AuthenticatedClient, RefreshToken, TokenRefusal, Tokens};

use std::sync::Arc;

use rules::command::{Command, ConnectCommand};
use rules::connect_app::{ClientSecret, ConnectApp};
use rules::decisions::connect_app::{AppEdit, CreateConnectApp};
use rules::id::AppId;
use rules::idempotency::IdempotencyRequest;
use rules::redirect_uri::RedirectUri;
use rules::refusal::{Noun, Refusal};
use rules::security::{ClientInfo, SecurityKind};

use crate::auth::Auth;
use crate::platform::Platform;
use crate::platform::credential::{self, Credential};
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

/// A new or changed app, and its secret: the only time it is shown.
pub struct CreatedApp {
    pub app: ConnectApp,
    pub secret: String,
}

/// A checked description.
#[derive(Clone, Debug)]
pub struct NewConnectApp {
    pub name: String,
    pub redirect_uris: Vec<RedirectUri>,
}

/// Connect Apps, and what users let them do.
pub struct Connect {
    platform: Arc<Platform>,
    auth: Arc<Auth>,
}

impl Connect {
    pub(crate) fn new(platform: Arc<Platform>, auth: Arc<Auth>) -> Connect {
        Connect { platform, auth }
    }

    /// Nothing, if the form was sent before: the secret was shown then.
    pub async fn create_connect_app(
        &self,
        signed_in: &SignedIn,
        new: NewConnectApp,
        client_info: &ClientInfo,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<Option<CreatedApp>, Failure> {
        let (secret, stored) = self.client_secret();
        let about = new.name.clone();
        let create = CreateConnectApp {
            id: self.platform.dice.id(self.platform.clock.now()),
            owner: signed_in.user.id,
            name: new.name,
            redirect_uris: new.redirect_uris,
            secret: stored,
        };
        let command = ConnectCommand::CreateApp(create).into();
        let noted =
            self.platform.noted(signed_in, client_info, (SecurityKind::AppCreated, None), about, command);
        let created = self.platform.writer.submit(noted, idempotency).await?;
        Ok(created.new_outcome().map(|app| CreatedApp { app, secret }))
    }

    /// The apps that a user has registered, oldest first, with how many accounts each is connected to.
    pub async fn connect_apps(&self, signed_in: &SignedIn) -> Result<Vec<(ConnectApp, i64)>, Failure> {
        Ok(self.platform.store.connect_apps_of(signed_in.user.id).await?)
    }

    pub async fn own_connect_app(&self, signed_in: &SignedIn, id: &str) -> Result<ConnectApp, Failure> {
        let app = self.open_app(id).await?.filter(|app| app.owner == signed_in.user.id);
        Ok(app.ok_or(Refusal::NotFound(Noun::ConnectApp))?)
    }

    pub async fn describe_connect_app(
        &self,
        signed_in: &SignedIn,
        id: &str,
        new: NewConnectApp,
        client_info: &ClientInfo,
    ) -> Result<ConnectApp, Failure> {
        let edit = AppEdit::Describe { name: new.name, redirect_uris: new.redirect_uris };
        self.edit_app(signed_in, id, edit, SecurityKind::AppChanged, client_info).await
    }

    /// A new secret. The old one stops working at once.
    pub async fn rotate_client_secret(
        &self,
        signed_in: &SignedIn,
        id: &str,
        client_info: &ClientInfo,
    ) -> Result<CreatedApp, Failure> {
        let (secret, stored) = self.client_secret();
        let edit = AppEdit::Secret(stored);
        let app = self.edit_app(signed_in, id, edit, SecurityKind::AppSecretRotated, client_info).await?;
        Ok(CreatedApp { app, secret })
    }

    /// For good: everything it was allowed ends.
    pub async fn archive_connect_app(
        &self,
        signed_in: &SignedIn,
        id: &str,
        client_info: &ClientInfo,
    ) -> Result<ConnectApp, Failure> {
        self.edit_app(signed_in, id, AppEdit::Archive, SecurityKind::AppArchived, client_info).await
    }

    async fn edit_app(
        &self,
        signed_in: &SignedIn,
        id: &str,
        edit: AppEdit,
        kind: SecurityKind,
        client_info: &ClientInfo,
    ) -> Result<ConnectApp, Failure> {
        let app = self.own_connect_app(signed_in, id).await?;
        let command = ConnectCommand::EditApp(signed_in.user.id, app.id, edit).into();
        self.app_command(self.platform.noted(signed_in, client_info, (kind, None), app.name, command)).await
    }

    /// An app that has not been archived, and whose owner is not locked.
    async fn open_app(&self, id: &str) -> Result<Option<ConnectApp>, Failure> {
        let Some(id) = AppId::parse(id) else { return Ok(None) };
        Ok(self.platform.store.open_connect_app(id).await?)
    }

    fn client_secret(&self) -> (String, ClientSecret) {
        let secret =
            credential::generate(&self.platform.dice, &self.platform.settings.key_prefix, Credential::Client);
        let (hash, version) = self.platform.vault.hash_credential(&secret);
        let hint = credential::hint(&secret);
        (secret, ClientSecret { hash, version, hint })
    }

    async fn app_command(&self, command: Command) -> Result<ConnectApp, Failure> {
        Ok(self.platform.writer.submit(command, None).await?.outcome())
    }
}
