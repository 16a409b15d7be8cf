-- How people sign in, and the apps that they allow to act for them.

-- A row is a browser that is signed in.
create table sessions (
    id text collate "C" primary key not null,
    user_id text collate "C" not null references users (id),
    -- The hash of the cookie.
    hash bytea not null constraint sessions_hash unique,
    -- The user's epoch at sign-in. When the user's counts up, the session is over.
    epoch bigint not null,
    -- `password` while the second factor is still missing.
    stage text collate "C" not null check (stage in ('password', 'full')),
    created_at bigint not null,
    seen_at bigint not null,
    -- When the user last entered the password.
    proved_at bigint not null,
    -- Live money that the session paid out without recent authentication, and how much of it before `proved_at`.
    paid bigint not null default 0 check (paid >= 0),
    paid_when_proved bigint not null default 0 check (paid_when_proved >= 0),
    -- The IP address and the user agent at sign-in.
    address text collate "C" not null,
    agent text collate "C" not null
);
create index sessions_by_user on sessions (user_id, created_at, id);
create index sessions_by_use on sessions (seen_at);
-- A session that changed its user or skipped the second factor would be a sign-in without a password.
create trigger sessions_keep before update of id, user_id, hash, stage, created_at, address, agent on sessions
    for each statement execute function identity_refuse('the user and stage of a session cannot be changed');

-- A row counts attempts at something that must not be guessed or flooded: passwords, codes, emails on request.
create table attempts (
    -- A keyed hash of what is counted, so that the table names neither people nor networks.
    id bytea primary key not null,
    count bigint not null check (count > 0),
    last_at bigint not null
);
create index attempts_by_age on attempts (last_at);

-- A row is something that happened to a user's keys, secrets or sign-ins. Users read it to notice a break-in.
create table security_log (
    id text collate "C" primary key not null,
    user_id text collate "C" not null references users (id),
    kind text collate "C" not null,
    about text collate "C" not null,
    address text collate "C" not null,
    agent text collate "C" not null,
    created_at bigint not null
);
create index security_log_by_age on security_log (user_id, created_at, id);
-- An intruder must not cover the traces.
create function security_log_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'the security log cannot be changed or deleted';
end;
$$;
create trigger security_log_keeps before update or delete or truncate on security_log
    for each statement execute function security_log_refuse();

-- A row is an OAuth client: an app that asks users to let it act for their accounts.
create table connect_apps (
    -- Also the `client_id`.
    id text collate "C" primary key not null,
    user_id text collate "C" not null references users (id),
    name text collate "C" not null,
    redirect_uris text collate "C" not null,
    secret_hash bytea not null,
    secret_version bigint not null,
    secret_hint text collate "C" not null,
    created_at bigint not null,
    archived_at bigint
);
create index connect_apps_by_user on connect_apps (user_id, created_at, id);
-- Users trust an app and its owner; another owner would inherit that trust.
create trigger connect_apps_keep before update on connect_apps for each row
    when (new.id <> old.id or new.user_id <> old.user_id or new.created_at <> old.created_at
        or (old.archived_at is not null and new.archived_at is distinct from old.archived_at))
    execute function identity_refuse('the owner of an app cannot be changed, and an archived app cannot be restored');
create trigger connect_apps_stay before delete or truncate on connect_apps
    for each statement execute function identity_refuse('a row of connect_apps cannot be deleted');

-- A row is a user's consent: this app may act for this account, within these scopes.
create table grants (
    id text collate "C" primary key not null,
    app_id text collate "C" not null references connect_apps (id),
    user_id text collate "C" not null references users (id),
    account_id text collate "C" not null references accounts (id),
    scopes text collate "C" not null,
    created_at bigint not null,
    -- The authorization code, which works once; where it was sent to; and the PKCE challenge (RFC 7636).
    code_hash bytea not null constraint grants_code unique,
    redirect_uri text collate "C" not null,
    challenge bytea,
    -- When the app exchanged the code.
    connected_at bigint,
    last_used_at bigint,
    ended_at bigint,
    -- The hashes of the refresh token that works and of the one before. An app that lost the response to a refresh
    -- repeats the request with the previous token, and gets the same sealed response.
    refresh_current bytea,
    refresh_previous bytea,
    rotated_at bigint,
    sealed_answer bytea
);
create index grants_by_account on grants (account_id, created_at, id);
create index grants_by_app on grants (app_id);
-- The app gets what the user agreed to, and nothing after the user has ended it.
create trigger grants_keep before update of id, app_id, user_id, account_id, scopes, created_at, code_hash,
    redirect_uri, challenge on grants
    for each statement execute function identity_refuse('the app, account or scopes of a grant cannot be changed');
create trigger grants_end before update of ended_at on grants for each row
    when (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
    execute function identity_refuse('a grant that has ended cannot be restored');
create trigger grants_stay before delete or truncate on grants
    for each statement execute function identity_refuse('a row of grants cannot be deleted');

-- A row is an access token or a refresh token of a grant, by its hash. A refresh token stays until it
-- expires, even if it was replaced: if it is used again, it may have been stolen, and the grant ends.
create table tokens (
    hash bytea primary key not null,
    grant_id text collate "C" not null references grants (id),
    kind text collate "C" not null check (kind in ('access', 'refresh')),
    scopes text collate "C" not null,
    created_at bigint not null,
    expires_at bigint not null
);
create index tokens_by_expiry on tokens (expires_at);
-- A token must not gain permissions or time.
create trigger tokens_keep before update on tokens
    for each statement execute function identity_refuse('a token cannot be changed');
