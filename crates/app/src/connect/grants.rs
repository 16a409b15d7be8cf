//! Consent, and what users see of the apps they allowed.

use rules::account::{Account, Mode};
use rules::command::ConnectCommand;
use rules::connect_app::ConnectApp;
use rules::decisions::grant::Consent;
use rules::grant::{AuthorizationCode, CODE_SECONDS, Grant};
use rules::id::AppId;
use rules::redirect_uri::RedirectUri;
use rules::refusal::{Noun, Refusal};
use rules::scope::Scopes;
use rules::security::{ClientInfo, SecurityKind};

use crate::connect::Connect;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

const CODE_LENGTH: usize = 40;

/// A checked wish of an app: which app, where to answer, and with what proof the code must come back.
#[derive(Clone, Debug)]
pub struct AuthorizationRequest {
    pub app: ConnectApp,
    pub redirect_uri: RedirectUri,
    /// Of PKCE: the SHA-256 of a verifier.
    pub challenge: Option<[u8; 32]>,
}

/// An app that acts for an account, with everything it is allowed.
#[derive(Clone, Debug)]
pub struct ConnectedApp {
    pub app: AppId,
    pub name: String,
    pub grants: Vec<Grant>,
}

impl Connect {
    /// The app of a `client_id`, and the address among those it has registered. `None`, if either is not known: then
    /// the browser must not be redirected.
    pub async fn asking_app(
        &self,
        client_id: &str,
        redirect_uri: &str,
    ) -> Result<Option<(ConnectApp, RedirectUri)>, Failure> {
        let Some(app) = self.open_app(client_id).await? else { return Ok(None) };
        let registered = app.redirect_uris.iter().find(|known| known.as_str() == redirect_uri).cloned();
        Ok(registered.map(|uri| (app, uri)))
    }

    /// The user said yes, for one of their accounts. Returns the code.
    pub async fn consent(
        &self,
        signed_in: &SignedIn,
        mode: Mode,
        asked: &AuthorizationRequest,
        scopes: Scopes,
        client_info: &ClientInfo,
    ) -> Result<String, Failure> {
        let account = signed_in.account(mode).ok_or(Refusal::NotFound(Noun::Account))?;
        let code = self.platform.dice.base62(CODE_LENGTH);
        let consent = Consent {
            id: self.platform.dice.id(self.platform.clock.now()),
            app: asked.app.id,
            user: signed_in.user.id,
            account: account.id,
            scopes,
            code: AuthorizationCode {
                hash: self.platform.vault.hash_credential(&code).0,
                redirect_uri: asked.redirect_uri.clone(),
                challenge: asked.challenge,
            },
        };
        let about = format!("{} ({}): {scopes}", asked.app.name, mode.name());
        let command = ConnectCommand::Consent(consent).into();
        let noted = self.platform.noted(
            signed_in,
            client_info,
            (SecurityKind::AppAuthorized, Some(account.mode)),
            about,
            command,
        );
        self.platform.writer.submit(noted, None).await?;
        Ok(code)
    }

    /// The apps that act for an account, the newest first.
    pub async fn connections(&self, account: &Account) -> Result<Vec<ConnectedApp>, Failure> {
        let mut connections: Vec<ConnectedApp> = Vec::new();
        for (grant, name) in self.platform.store.grants_of(account.id).await? {
            match connections.iter_mut().find(|connection| connection.app == grant.app) {
                Some(connection) => connection.grants.push(grant),
                None => connections.push(ConnectedApp { app: grant.app, name, grants: vec![grant] }),
            }
        }
        Ok(connections)
    }

    /// Ends everything an app is allowed on an account, also by a code that is still on its way.
    pub async fn disconnect(
        &self,
        signed_in: &SignedIn,
        account: &Account,
        app: &str,
        client_info: &ClientInfo,
    ) -> Result<ConnectedApp, Failure> {
        let connections = self.connections(account).await?;
        let connection = connections.into_iter().find(|connection| connection.app.to_string() == app);
        let connection = connection.ok_or(Refusal::NotFound(Noun::ConnectApp))?;
        let codes_since = self.platform.clock.now().plus_seconds(-CODE_SECONDS);
        let ids = self.platform.store.open_grants(account.id, connection.app, codes_since).await?;
        let about = format!("{} ({})", connection.name, account.mode.name());
        let command = ConnectCommand::EndGrants(account.id, ids.clone()).into();
        let noted = self.platform.noted(
            signed_in,
            client_info,
            (SecurityKind::AppDisconnected, Some(account.mode)),
            about,
            command,
        );
        self.platform.writer.submit(noted, None).await?;
        ids.into_iter().for_each(|id| self.auth.key_ring.forget_grant(id));
        Ok(connection)
    }
}
