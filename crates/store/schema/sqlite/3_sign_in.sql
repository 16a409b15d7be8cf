-- How people sign in, and the apps that they allow to act for them.

-- A row is a browser that is signed in.
create table sessions (
    id text primary key not null,
    user_id text not null references users (id),
    -- The hash of the cookie.
    hash blob not null constraint sessions_hash unique,
    -- The user's epoch at sign-in. When the user's counts up, the session is over.
    epoch integer not null,
    -- `password` while the second factor is still missing.
    stage text not null check (stage in ('password', 'full')),
    created_at integer not null,
    seen_at integer not null,
    -- When the user last entered the password.
    proved_at integer not null,
    -- Live money that the session paid out without recent authentication, and how much of it before `proved_at`.
    paid integer not null default 0 check (paid >= 0),
    paid_when_proved integer not null default 0 check (paid_when_proved >= 0),
    -- The IP address and the user agent at sign-in.
    address text not null,
    agent text not null
) strict, without rowid;
create index sessions_by_user on sessions (user_id, created_at, id);
create index sessions_by_use on sessions (seen_at);
-- A session that changed its user or skipped the second factor would be a sign-in without a password.
create trigger sessions_keep before update of id, user_id, hash, stage, created_at, address, agent on sessions
begin
    select raise(rollback, 'the user and stage of a session cannot be changed');
end;
create trigger sessions_new before insert on sessions
when exists (select 1 from sessions where id = new.id)
    or exists (select 1 from sessions where hash = new.hash)
begin
    select raise(rollback, 'a row of sessions cannot be replaced');
end;

-- A row counts attempts at something that must not be guessed or flooded: passwords, codes, emails on request.
create table attempts (
    -- A keyed hash of what is counted, so that the table names neither people nor networks.
    id blob primary key not null,
    count integer not null check (count > 0),
    last_at integer not null
) strict, without rowid;
create index attempts_by_age on attempts (last_at);

-- A row is something that happened to a user's keys, secrets or sign-ins. Users read it to notice a break-in.
create table security_log (
    id text primary key not null,
    user_id text not null references users (id),
    kind text not null,
    about text not null,
    address text not null,
    agent text not null,
    created_at integer not null
) strict, without rowid;
create index security_log_by_age on security_log (user_id, created_at, id);
-- An intruder must not cover the traces.
create trigger security_log_keeps before update on security_log
begin
    select raise(abort, 'the security log cannot be changed');
end;
create trigger security_log_stays before delete on security_log
begin
    select raise(abort, 'the security log cannot be deleted');
end;
create trigger security_log_new before insert on security_log
when exists (select 1 from security_log where id = new.id)
begin
    select raise(abort, 'an entry of the security log cannot be replaced');
end;

-- A row is an OAuth client: an app that asks users to let it act for their accounts.
create table connect_apps (
    -- Also the `client_id`.
    id text primary key not null,
    user_id text not null references users (id),
    name text not null,
    redirect_uris text not null,
    secret_hash blob not null,
    secret_version integer not null,
    secret_hint text not null,
    created_at integer not null,
    archived_at integer
) strict, without rowid;
create index connect_apps_by_user on connect_apps (user_id, created_at, id);
-- Users trust an app and its owner; another owner would inherit that trust.
create trigger connect_apps_keep before update on connect_apps
when new.id <> old.id or new.user_id <> old.user_id or new.created_at <> old.created_at
    or (old.archived_at is not null and new.archived_at is not old.archived_at)
begin
    select raise(rollback, 'the owner of an app cannot be changed, and an archived app cannot be restored');
end;
create trigger connect_apps_stay before delete on connect_apps
begin
    select raise(rollback, 'a row of connect_apps cannot be deleted');
end;
create trigger connect_apps_new before insert on connect_apps
when exists (select 1 from connect_apps where id = new.id)
begin
    select raise(rollback, 'a row of connect_apps cannot be replaced');
end;

-- A row is a user's consent: this app may act for this account, within these scopes.
create table grants (
    id text primary key not null,
    app_id text not null references connect_apps (id),
    user_id text not null references users (id),
    account_id text not null references accounts (id),
    scopes text not null,
    created_at integer not null,
    -- The authorization code, which works once; where it was sent to; and the PKCE challenge (RFC 7636).
    code_hash blob not null constraint grants_code unique,
    redirect_uri text not null,
    challenge blob,
    -- When the app exchanged the code.
    connected_at integer,
    last_used_at integer,
    ended_at integer,
    -- The hashes of the refresh token that works and of the one before. An app that lost the response to a refresh
    -- repeats the request with the previous token, and gets the same sealed response.
    refresh_current blob,
    refresh_previous blob,
    rotated_at integer,
    sealed_answer blob
) strict, without rowid;
create index grants_by_account on grants (account_id, created_at, id);
create index grants_by_app on grants (app_id);
-- The app gets what the user agreed to, and nothing after the user has ended it.
create trigger grants_keep before update of id, app_id, user_id, account_id, scopes, created_at, code_hash,
    redirect_uri, challenge on grants
begin
    select raise(rollback, 'the app, account or scopes of a grant cannot be changed');
end;
create trigger grants_end before update of ended_at on grants
when old.ended_at is not null and new.ended_at is not old.ended_at
begin
    select raise(rollback, 'a grant that has ended cannot be restored');
end;
create trigger grants_stay before delete on grants
begin
    select raise(rollback, 'a row of grants cannot be deleted');
end;
create trigger grants_new before insert on grants
when exists (select 1 from grants where id = new.id)
    or exists (select 1 from grants where code_hash = new.code_hash)
begin
    select raise(rollback, 'a row of grants cannot be replaced');
end;

-- A row is an access token or a refresh token of a grant, by its hash. A refresh token stays until it
-- expires, even if it was replaced: if it is used again, it may have been stolen, and the grant ends.
create table tokens (
    hash blob primary key not null,
    grant_id text not null references grants (id),
    kind text not null check (kind in ('access', 'refresh')),
    scopes text not null,
    created_at integer not null,
    expires_at integer not null
) strict, without rowid;
create index tokens_by_expiry on tokens (expires_at);
-- A token must not gain permissions or time.
create trigger tokens_keep before update on tokens
begin
    select raise(rollback, 'a token cannot be changed');
end;
create trigger tokens_new before insert on tokens
when exists (select 1 from tokens where hash = new.hash)
begin
    select raise(rollback, 'a row of tokens cannot be replaced');
end;
