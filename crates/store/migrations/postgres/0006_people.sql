-- Why: people sign in, allow apps to act for them, and are written to.

-- Counts up to end every session at once.
alter table users add column epoch bigint not null default 0;
-- Browsers that have signed in are numbered; the last few numbers are known.
alter table users add column latest_device bigint not null default 0;
-- The second factor: its secret, the last step of time that was used, and the recovery codes that are left, 32 bytes each.
alter table users add column factor_secret bytea;
alter table users add column factor_step bigint;
alter table users add column factor_recovery bytea;

create table sessions (
    id text collate "C" primary key not null,
    user_id text collate "C" not null references users (id),
    hash bytea not null constraint sessions_hash unique,
    epoch bigint not null,
    stage text collate "C" not null check (stage in ('password', 'full')),
    created_at bigint not null,
    seen_at bigint not null,
    proved_at bigint not null,
    -- Live money paid out without recent authentication, and how much of it when the password was last given.
    paid bigint not null default 0 check (paid >= 0),
    paid_when_proved bigint not null default 0 check (paid_when_proved >= 0),
    address text collate "C" not null,
    agent text collate "C" not null
);
create index sessions_by_user on sessions (user_id, created_at, id);
create index sessions_by_use on sessions (seen_at);

-- How often something was tried that must not be guessed. Ids are keyed hashes of what it is.
create table attempts (
    id bytea primary key not null,
    count bigint not null check (count > 0),
    last_at bigint not null
);
create index attempts_by_age on attempts (last_at);

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
create function security_log_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'the security log is never changed or deleted';
end;
$$;
create trigger security_log_keeps before update or delete or truncate on security_log
    for each statement execute function security_log_refuse();

create table connect_apps (
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

create table grants (
    id text collate "C" primary key not null,
    app_id text collate "C" not null references connect_apps (id),
    user_id text collate "C" not null references users (id),
    account_id text collate "C" not null references accounts (id),
    scopes text collate "C" not null,
    created_at bigint not null,
    code_hash bytea not null constraint grants_code unique,
    redirect_uri text collate "C" not null,
    challenge bytea,
    connected_at bigint,
    last_used_at bigint,
    ended_at bigint,
    refresh_current bytea,
    refresh_previous bytea,
    rotated_at bigint,
    sealed_answer bytea
);
create index grants_by_account on grants (account_id, created_at, id);
create index grants_by_app on grants (app_id);

create table tokens (
    hash bytea primary key not null,
    grant_id text collate "C" not null references grants (id),
    kind text collate "C" not null check (kind in ('access', 'refresh')),
    scopes text collate "C" not null,
    created_at bigint not null,
    expires_at bigint not null
);
create index tokens_by_expiry on tokens (expires_at);

-- More kinds of email, to people who may have no account yet, and how far each has come.
alter table emails alter column account_id drop not null;
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check
    check (kind in ('claim', 'reminder', 'join', 'known', 'reset', 'security'));
alter table emails drop constraint emails_status_check;
-- Email of a test account is kept to be looked at, and never sent.
alter table emails add constraint emails_status_check
    check (status in ('queued', 'kept', 'sending', 'sent', 'failed', 'unclear'));
alter table emails add column next_at bigint not null default 0;
alter table emails add column tries bigint not null default 0;
update emails set next_at = created_at;
create index emails_by_due on emails (next_at) where status = 'queued' or status = 'sending';
create index emails_by_account on emails (account_id, created_at, id);

-- Columns that Florin never changes stay as they were written, and so do rows that it never deletes.
create function identity_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception '%', tg_argv[0];
end;
$$;
create trigger users_keep before update of id, email, email_key, created_at, verified_at on users
    for each statement execute function identity_refuse('a user keeps the verified address');
create trigger users_stay before delete or truncate on users
    for each statement execute function identity_refuse('a row of users is never deleted');
create trigger accounts_keep before update of id, user_id, mode, own_app_id, created_at, sponsor_id on accounts
    for each statement execute function identity_refuse('an account keeps its owner and its mode');
create trigger accounts_clock before update of clock_ahead on accounts for each row
    when (new.clock_ahead < old.clock_ahead or new.mode <> 'test')
    execute function identity_refuse('a clock goes forward, and only in the sandbox');
create trigger accounts_count before update of simulated_in on accounts for each row
    when (new.simulated_in < old.simulated_in or new.mode <> 'test')
    execute function identity_refuse('test money that was created stays counted');
create trigger accounts_stay before delete or truncate on accounts
    for each statement execute function identity_refuse('a row of accounts is never deleted');
create trigger api_keys_keep before update of id, account_id, app_id, name, scopes, hint, created_at on api_keys
    for each statement execute function identity_refuse('an API key keeps its account and its permissions');
create trigger api_keys_hash before update of hash, secret_version on api_keys for each row
    when (new.hash <> old.hash and new.secret_version <= old.secret_version)
    execute function identity_refuse('the hash of a key changes with the secret of the server only');
create trigger api_keys_end before update of revoked_at on api_keys for each row
    when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    execute function identity_refuse('a key is revoked for good');
create trigger api_keys_stay before delete or truncate on api_keys
    for each statement execute function identity_refuse('a row of api_keys is never deleted');
create trigger sessions_keep before update of id, user_id, hash, stage, created_at, address, agent on sessions
    for each statement execute function identity_refuse('a session keeps its user and its stage');
create trigger grants_keep before update of id, app_id, user_id, account_id, scopes, created_at, code_hash, redirect_uri, challenge on grants
    for each statement execute function identity_refuse('a grant keeps its app, its account and its permissions');
create trigger grants_end before update of ended_at on grants for each row
    when (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
    execute function identity_refuse('a grant ends for good');
create trigger grants_stay before delete or truncate on grants
    for each statement execute function identity_refuse('a row of grants is never deleted');
create trigger tokens_keep before update on tokens
    for each statement execute function identity_refuse('a token never changes');
create trigger connect_apps_keep before update on connect_apps for each row
    when (new.id <> old.id or new.user_id <> old.user_id or new.created_at <> old.created_at
        or (old.archived_at is not null and new.archived_at is distinct from old.archived_at))
    execute function identity_refuse('an app keeps its owner, and is archived for good');
create trigger connect_apps_stay before delete or truncate on connect_apps
    for each statement execute function identity_refuse('a row of connect_apps is never deleted');
