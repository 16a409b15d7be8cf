//! Grants: what a user allowed a Connect App, from the code to the last refresh token.
//!
//! A code is good once and for a minute. A refresh token is replaced whenever it is used; the one before works until
//! the new one is first used, because an answer can get lost on its way. Whatever is older than that, or was used
//! before, may have been stolen: the whole grant ends.

use crate::change::{Change, Outcome, Row};
use crate::grant::{
    ACCESS_SECONDS, AuthorizationCode, CODE_SECONDS, Grant, IDLE_SECONDS, OAuthToken, RETRY_SECONDS, Refresh,
    TokenKind,
};
use crate::id::{AccountId, AppId, GrantId, UserId};
use crate::refusal::{Noun, Refusal};
use crate::scope::Scopes;
use crate::time::Timestamp;
use crate::world::World;

/// The user said yes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consent {
    pub id: GrantId,
    pub app: AppId,
    pub user: UserId,
    pub account: AccountId,
    pub scopes: Scopes,
    pub code: AuthorizationCode,
}

pub fn consent(world: &World, consent: &Consent, now: Timestamp) -> Result<Change, Refusal> {
    let app = world.connect_apps.get(&consent.app).filter(|app| app.archived_at.is_none());
    let app = app.ok_or(Refusal::NotFound(Noun::ConnectApp))?;
    // Both may have changed while the user was looking at the question.
    if !app.redirect_uris.contains(&consent.code.redirect_uri) {
        return Err(Refusal::NotFound(Noun::ConnectApp));
    }
    let account = world.account(consent.account)?;
    if account.user != consent.user {
        return Err(Refusal::NotFound(Noun::Account));
    }
    let grant = Grant {
        id: consent.id,
        app: consent.app,
        user: consent.user,
        account: consent.account,
        scopes: consent.scopes,
        created_at: now,
        code: consent.code.clone(),
        connected_at: None,
        last_used_at: None,
        ended_at: None,
        refresh: None,
    };
    Ok(Change { outcome: Outcome::Grant(grant.clone()), rows: vec![Row::Grant(grant)] })
}

/// Tokens that may be given, by their hashes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTokens {
    pub access: [u8; 32],
    pub refresh: [u8; 32],
    /// The answer that holds them.
    pub sealed_answer: Vec<u8>,
}

/// A client's wish to exchange a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    pub grant: GrantId,
    pub account: AccountId,
    /// The client that presents it, which has proved who it is.
    pub app: AppId,
    pub redirect_uri: String,
    /// The SHA-256 of the verifier of PKCE, if one was sent.
    pub verifier_hash: Option<[u8; 32]>,
    pub fresh: NewTokens,
}

/// A code that is used twice, by another client, for another address or without its proof is burned, with everything
/// that it gave.
pub fn exchange(world: &World, exchange: &Exchange, now: Timestamp) -> Result<Change, Refusal> {
    let grant = open(world, exchange.account, exchange.grant)?;
    if grant.connected_at.is_some() {
        return Ok(end(grant, now));
    }
    if grant.created_at.plus_seconds(CODE_SECONDS) <= now {
        return Err(Refusal::InvalidGrant);
    }
    let is_theirs = grant.app == exchange.app
        && grant.code.redirect_uri.as_str() == exchange.redirect_uri
        && grant.code.challenge == exchange.verifier_hash;
    if !is_theirs {
        return Ok(end(grant, now));
    }
    Ok(give(grant, &exchange.fresh, grant.scopes, None, now))
}

/// A client's wish to have new tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefreshGrant {
    pub grant: GrantId,
    pub account: AccountId,
    pub app: AppId,
    pub presented: [u8; 32],
    /// Fewer than were granted, if the client asks for fewer.
    pub scopes: Option<Scopes>,
    pub fresh: NewTokens,
}

pub fn refresh(world: &World, wish: &RefreshGrant, now: Timestamp) -> Result<Change, Refusal> {
    let grant = open(world, wish.account, wish.grant)?;
    let Some(refresh) = grant.refresh.as_ref().filter(|_| grant.app == wish.app) else {
        return Err(Refusal::InvalidGrant);
    };
    if refresh.rotated_at.plus_seconds(IDLE_SECONDS) <= now {
        return Err(Refusal::InvalidGrant);
    }
    let is_previous = refresh.previous == Some(wish.presented);
    if !is_previous && refresh.current != wish.presented {
        return Ok(end(grant, now));
    }
    let scopes = wish.scopes.unwrap_or(grant.scopes);
    if !scopes.is_within(grant.scopes) {
        return Err(Refusal::ScopeNotGranted);
    }
    if is_previous && now < refresh.rotated_at.plus_seconds(RETRY_SECONDS) {
        let outcome = Outcome::SameTokens(refresh.sealed_answer.clone());
        return Ok(Change { outcome, rows: Vec::new() });
    }
    Ok(give(grant, &wish.fresh, scopes, Some(wish.presented), now))
}

fn give(
    grant: &Grant,
    fresh: &NewTokens,
    scopes: Scopes,
    previous: Option<[u8; 32]>,
    now: Timestamp,
) -> Change {
    let refresh = Refresh {
        current: fresh.refresh,
        previous,
        rotated_at: now,
        sealed_answer: fresh.sealed_answer.clone(),
    };
    let token = |hash, kind, scopes, lifetime| {
        let expires_at = now.plus_seconds(lifetime);
        Row::Token(OAuthToken { hash, grant: grant.id, kind, scopes, created_at: now, expires_at })
    };
    let connected_at = Some(grant.connected_at.unwrap_or(now));
    let grant = Grant { connected_at, last_used_at: Some(now), refresh: Some(refresh), ..grant.clone() };
    let rows = vec![
        token(fresh.access, TokenKind::Access, scopes, ACCESS_SECONDS),
        token(fresh.refresh, TokenKind::Refresh, grant.scopes, IDLE_SECONDS),
        Row::Grant(grant.clone()),
    ];
    Change { outcome: Outcome::Grant(grant), rows }
}

/// Ends grants of an account, for any caller. What has ended stays so.
pub fn end_all(world: &World, account: AccountId, grants: &[GrantId], now: Timestamp) -> Change {
    let open = grants.iter().filter_map(|id| open(world, account, *id).ok());
    let rows = open.map(|grant| Row::Grant(ended(grant, now)));
    Change { outcome: Outcome::Done, rows: rows.collect() }
}

/// Notes when grants were last used.
pub fn note_uses(world: &World, uses: &[(GrantId, Timestamp)]) -> Change {
    let noted = uses.iter().filter_map(|(id, at)| {
        let grant = world.grants.get(id)?;
        Some(Row::Grant(Grant { last_used_at: grant.last_used_at.max(Some(*at)), ..grant.clone() }))
    });
    Change { outcome: Outcome::Done, rows: noted.collect() }
}

fn open(world: &World, account: AccountId, id: GrantId) -> Result<&Grant, Refusal> {
    let grant = world.grants.get(&id).filter(|grant| grant.account == account);
    grant.filter(|grant| grant.ended_at.is_none()).ok_or(Refusal::InvalidGrant)
}

/// Something that was used before was used again, or by another client.
fn end(grant: &Grant, now: Timestamp) -> Change {
    let grant = ended(grant, now);
    Change { outcome: Outcome::GrantEnded(grant.clone()), rows: vec![Row::Grant(grant)] }
}

fn ended(grant: &Grant, now: Timestamp) -> Grant {
    Grant { ended_at: Some(now), refresh: None, ..grant.clone() }
}
