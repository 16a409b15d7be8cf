//! The use cases of the token endpoint: exchange a code, refresh a token, revoke.

use rules::account::Mode;
use rules::change::{FromOutcome, Outcome};
use rules::command::{ConnectCommand, PeopleCommand};
use rules::connect_app::ConnectApp;
use rules::decisions::grant::{Exchange, NewTokens, RefreshGrant};
use rules::grant::{ACCESS_SECONDS, Grant, TokenKind};
use rules::id::{AccountId, AppId};
use rules::refusal::Refusal;
use rules::scope::Scopes;
use rules::security::{ClientInfo, SecurityKind};
use serde::Serialize;
use store::KnownToken;

use crate::auth::Bearer;
use crate::connect::Connect;
use crate::platform::FORGOTTEN_AT_ONCE;
use crate::platform::credential::{self, Credential};
use crate::platform::failure::Failure;
use crate::platform::writer::CommandResponse;

/// A client that has proved who it is.
pub struct AuthenticatedClient(ConnectApp);

impl AuthenticatedClient {
    pub fn app(&self) -> AppId {
        self.0.id
    }
}

/// Why a client gets no tokens, in the words of RFC 6749.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenRefusal {
    InvalidGrant,
    InvalidScope,
    Failed(Failure),
}

/// The answer that holds tokens, as JSON.
pub struct Tokens(pub Vec<u8>);

#[derive(Serialize)]
struct TokenAnswer<'a> {
    access_token: &'a str,
    token_type: &'static str,
    expires_in: i64,
    refresh_token: &'a str,
    scope: String,
}

/// New tokens, and what is kept of them.
struct IssuedTokens {
    answer: Vec<u8>,
    fresh: NewTokens,
}

/// What became of a code or a refresh token that an app presented.
enum UsedGrant {
    NewTokens,
    /// It was used a moment ago, and the answer is the same.
    SameTokens(Vec<u8>),
    Ended(Box<Grant>),
}

impl FromOutcome for UsedGrant {
    fn from_outcome(outcome: Outcome) -> Option<UsedGrant> {
        match outcome {
            Outcome::Grant(_) => Some(UsedGrant::NewTokens),
            Outcome::SameTokens(sealed) => Some(UsedGrant::SameTokens(sealed)),
            Outcome::GrantEnded(grant) => Some(UsedGrant::Ended(Box::new(grant))),
            _ => None,
        }
    }
}

/// A refresh token that its client presented.
pub struct RefreshToken(KnownToken);

impl RefreshToken {
    /// Who uses it, for rate limits.
    pub fn bearer(&self) -> Bearer {
        Bearer::Grant(self.0.grant.id)
    }

    pub fn app(&self) -> AppId {
        self.0.grant.app
    }

    pub fn mode(&self) -> Mode {
        self.0.mode
    }

    /// The account that what it does is charged to.
    pub fn charged(&self) -> AccountId {
        self.0.charged
    }
}

impl Connect {
    /// The client of an id and a secret.
    pub async fn client(&self, id: &str, secret: &str) -> Result<Option<AuthenticatedClient>, Failure> {
        let app = self.open_app(id).await?;
        // Hashes are compared, and both are keyed: how long that takes tells nothing about the secret.
        let mut hashes = self.platform.vault.credential_hashes(secret);
        let fits = |app: &ConnectApp| hashes.any(|hash| hash == app.secret.hash);
        Ok(app.filter(fits).map(AuthenticatedClient))
    }

    /// Exchanges a code. One that was used before ends everything that came of it.
    pub async fn exchange_code(
        &self,
        client: &AuthenticatedClient,
        code: &str,
        redirect_uri: String,
        verifier_hash: Option<[u8; 32]>,
        client_info: &ClientInfo,
    ) -> Result<Tokens, TokenRefusal> {
        let mut found = None;
        for hash in self.platform.vault.credential_hashes(code) {
            found = found.or(self.platform.store.grant_by_code(&hash).await.map_err(Failure::from)?);
        }
        let grant = found.ok_or(TokenRefusal::InvalidGrant)?;
        let minted = self.mint(&grant, grant.scopes);
        let exchange = Exchange {
            grant: grant.id,
            account: grant.account,
            app: client.0.id,
            redirect_uri,
            verifier_hash,
            fresh: minted.fresh,
        };
        let given = self.platform.writer.submit(ConnectCommand::Exchange(exchange).into(), None).await;
        self.give(given, &grant, minted.answer, client_info).await
    }

    /// A refresh token that this client presents, if it is the client's.
    pub async fn refresh_token(
        &self,
        client: &AuthenticatedClient,
        presented: &str,
    ) -> Result<RefreshToken, TokenRefusal> {
        let known = self.known_token(presented, TokenKind::Refresh).await?;
        let known = known.filter(|known| known.grant.app == client.0.id);
        known.map(RefreshToken).ok_or(TokenRefusal::InvalidGrant)
    }

    /// Gives new tokens for a refresh token.
    pub async fn refresh_tokens(
        &self,
        client: &AuthenticatedClient,
        RefreshToken(known): RefreshToken,
        scopes: Option<Scopes>,
        client_info: &ClientInfo,
    ) -> Result<Tokens, TokenRefusal> {
        let grant = &known.grant;
        let minted = self.mint(grant, scopes.unwrap_or(grant.scopes));
        let refresh = RefreshGrant {
            grant: grant.id,
            account: grant.account,
            app: client.0.id,
            presented: known.token.hash,
            scopes,
            fresh: minted.fresh,
        };
        let command = ConnectCommand::Refresh(refresh).into();
        let given = self.platform.writer.submit_of(known.mode, command, None).await;
        self.give(given, grant, minted.answer, client_info).await
    }

    /// Ends a token of this client: a refresh token ends the grant. What is not theirs is left alone, silently.
    pub async fn revoke_token(&self, client: &AuthenticatedClient, presented: &str) -> Result<(), Failure> {
        for kind in [TokenKind::Access, TokenKind::Refresh] {
            let known = self.known_token(presented, kind).await?;
            let Some(known) = known.filter(|known| known.grant.app == client.0.id) else { continue };
            let command = match kind {
                TokenKind::Access => ConnectCommand::ForgetTokens(vec![known.token.hash]),
                TokenKind::Refresh => ConnectCommand::EndGrants(known.grant.account, vec![known.grant.id]),
            };
            self.platform.writer.submit(command.into(), None).await?;
            self.auth.key_ring.forget_grant(known.grant.id);
        }
        Ok(())
    }

    /// Deletes some tokens whose time is over, and says how many it found.
    pub(crate) async fn forget_tokens(&self) -> usize {
        let expired = self.platform.store.expired_tokens(self.platform.clock.now(), FORGOTTEN_AT_ONCE);
        self.platform.forget("expired tokens", expired, ConnectCommand::ForgetTokens).await
    }

    async fn known_token(&self, presented: &str, kind: TokenKind) -> Result<Option<KnownToken>, Failure> {
        for hash in self.platform.vault.credential_hashes(presented) {
            if let Some(known) = self.platform.store.token_by_hash(&hash).await? {
                return Ok(Some(known).filter(|known| known.token.kind == kind));
            }
        }
        Ok(None)
    }

    fn mint(&self, grant: &Grant, scopes: Scopes) -> IssuedTokens {
        let new = |kind| credential::generate(&self.platform.dice, &self.platform.settings.key_prefix, kind);
        let (access, refresh) = (new(Credential::Access), new(Credential::Refresh));
        let answer = TokenAnswer {
            access_token: &access,
            token_type: "Bearer",
            expires_in: ACCESS_SECONDS,
            refresh_token: &refresh,
            scope: scopes.to_string(),
        };
        let answer = serde_json::to_vec(&answer).expect("texts and a number are JSON");
        let fresh = NewTokens {
            access: self.platform.vault.hash_credential(&access).0,
            refresh: self.platform.vault.hash_credential(&refresh).0,
            sealed_answer: self.platform.vault.seal(&self.platform.dice, &answer_place(grant), &answer),
        };
        IssuedTokens { answer, fresh }
    }

    async fn give(
        &self,
        given: Result<CommandResponse, Failure>,
        grant: &Grant,
        answer: Vec<u8>,
        client_info: &ClientInfo,
    ) -> Result<Tokens, TokenRefusal> {
        let used = match given {
            Ok(used) => used.outcome(),
            Err(Failure::Refused(Refusal::InvalidGrant)) => return Err(TokenRefusal::InvalidGrant),
            Err(Failure::Refused(Refusal::ScopeNotGranted)) => return Err(TokenRefusal::InvalidScope),
            Err(failure) => return Err(TokenRefusal::Failed(failure)),
        };
        match used {
            UsedGrant::NewTokens => Ok(Tokens(answer)),
            UsedGrant::SameTokens(sealed) => {
                let same = self.platform.vault.open(&answer_place(grant), &sealed);
                same.map(Tokens).ok_or(TokenRefusal::Failed(Failure::Internal))
            }
            UsedGrant::Ended(grant) => {
                self.auth.key_ring.forget_grant(grant.id);
                self.report_replay(&grant, client_info).await?;
                Err(TokenRefusal::InvalidGrant)
            }
        }
    }

    /// A token may have been stolen: the user should know.
    async fn report_replay(&self, grant: &Grant, client_info: &ClientInfo) -> Result<(), Failure> {
        let words = "a code or refresh token was used twice; the grant was revoked";
        tracing::warn!(grant = %grant.id, app = %grant.app, "{words}");
        if let Some((_, user)) = self.platform.store.owner_of(grant.account).await? {
            let (live, test) = self.platform.accounts_of(user.id).await?;
            let actor = self.platform.actor(&user, live.unwrap_or(test).id, client_info);
            let name =
                self.platform.store.connect_app(grant.app).await?.map(|app| app.name).unwrap_or_default();
            let note = PeopleCommand::Note(actor, SecurityKind::AppReplayed, name);
            self.platform.writer.submit_and_forget(note.into());
        }
        Ok(())
    }
}

impl From<Failure> for TokenRefusal {
    fn from(failure: Failure) -> TokenRefusal {
        TokenRefusal::Failed(failure)
    }
}

fn answer_place(grant: &Grant) -> String {
    format!("grants.sealed_answer {}", grant.id)
}
