-- Why: people sign in, allow apps to act for them, and are written to.

-- Counts up to end every session at once.
alter table users add column epoch integer not null default 0;
-- Browsers that have signed in are numbered; the last few numbers are known.
alter table users add column latest_device integer not null default 0;
-- The second factor: its secret, the last step of time that was used, and the recovery codes that are left, 32 bytes each.
alter table users add column factor_secret blob;
alter table users add column factor_step integer;
alter table users add column factor_recovery blob;

create table sessions (
    id text primary key not null,
    user_id text not null references users (id),
    hash blob not null constraint sessions_hash unique,
    epoch integer not null,
    stage text not null check (stage in ('password', 'full')),
    created_at integer not null,
    seen_at integer not null,
    proved_at integer not null,
    -- Live money paid out without recent authentication, and how much of it when the password was last given.
    paid integer not null default 0 check (paid >= 0),
    paid_when_proved integer not null default 0 check (paid_when_proved >= 0),
    address text not null,
    agent text not null
) strict, without rowid;
create index sessions_by_user on sessions (user_id, created_at, id);
create index sessions_by_use on sessions (seen_at);

-- How often something was tried that must not be guessed. Ids are keyed hashes of what it is.
create table attempts (
    id blob primary key not null,
    count integer not null check (count > 0),
    last_at integer not null
) strict, without rowid;
create index attempts_by_age on attempts (last_at);

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
create trigger security_log_keeps before update on security_log
begin
    select raise(abort, 'the security log is never changed');
end;
create trigger security_log_stays before delete on security_log
begin
    select raise(abort, 'the security log is never deleted');
end;
create trigger security_log_new before insert on security_log
when exists (select 1 from security_log where id = new.id)
begin
    select raise(abort, 'an entry of the security log is never replaced');
end;

create table connect_apps (
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

create table grants (
    id text primary key not null,
    app_id text not null references connect_apps (id),
    user_id text not null references users (id),
    account_id text not null references accounts (id),
    scopes text not null,
    created_at integer not null,
    code_hash blob not null constraint grants_code unique,
    redirect_uri text not null,
    challenge blob,
    connected_at integer,
    last_used_at integer,
    ended_at integer,
    refresh_current blob,
    refresh_previous blob,
    rotated_at integer,
    sealed_answer blob
) strict, without rowid;
create index grants_by_account on grants (account_id, created_at, id);
create index grants_by_app on grants (app_id);

create table tokens (
    hash blob primary key not null,
    grant_id text not null references grants (id),
    kind text not null check (kind in ('access', 'refresh')),
    scopes text not null,
    created_at integer not null,
    expires_at integer not null
) strict, without rowid;
create index tokens_by_expiry on tokens (expires_at);

-- More kinds of email, to people who may have no account yet, and how far each has come.
create table new_emails (
    id text primary key not null,
    account_id text references accounts (id),
    kind text not null check (kind in ('claim', 'reminder', 'join', 'known', 'reset', 'security')),
    email text not null,
    cause text not null constraint emails_cause unique,
    -- Email of a test account is kept to be looked at, and never sent.
    status text not null check (status in ('queued', 'kept', 'sending', 'sent', 'failed', 'unclear')),
    created_at integer not null,
    next_at integer not null default 0,
    tries integer not null default 0
) strict, without rowid;
insert into new_emails (id, account_id, kind, email, cause, status, created_at, next_at)
select id, account_id, kind, email, cause, status, created_at, created_at from emails;
drop table emails;
alter table new_emails rename to emails;
create index emails_by_due on emails (next_at) where status = 'queued' or status = 'sending';
create index emails_by_account on emails (account_id, created_at, id);

-- Columns that Florin never changes stay as they were written, and so do rows that it never deletes.
create trigger users_keep before update of id, email, email_key, created_at, verified_at on users
begin
    select raise(rollback, 'a user keeps the verified address');
end;
create trigger users_stay before delete on users
begin
    select raise(rollback, 'a row of users is never deleted');
end;
create trigger users_new before insert on users
when exists (select 1 from users where id = new.id)
    or exists (select 1 from users where email_key = new.email_key)
begin
    select raise(rollback, 'a row of users is never replaced');
end;
create trigger accounts_keep before update of id, user_id, mode, own_app_id, created_at, sponsor_id on accounts
begin
    select raise(rollback, 'an account keeps its owner and its mode');
end;
create trigger accounts_clock before update of clock_ahead on accounts
when new.clock_ahead < old.clock_ahead or new.mode <> 'test'
begin
    select raise(rollback, 'a clock goes forward, and only in the sandbox');
end;
create trigger accounts_count before update of simulated_in on accounts
when new.simulated_in < old.simulated_in or new.mode <> 'test'
begin
    select raise(rollback, 'test money that was created stays counted');
end;
create trigger accounts_stay before delete on accounts
begin
    select raise(rollback, 'a row of accounts is never deleted');
end;
create trigger accounts_new before insert on accounts
when exists (select 1 from accounts where id = new.id)
    or exists (select 1 from accounts where own_app_id = new.own_app_id)
    or exists (select 1 from accounts where user_id = new.user_id and mode = new.mode)
begin
    select raise(rollback, 'a row of accounts is never replaced');
end;
create trigger api_keys_keep before update of id, account_id, app_id, name, scopes, hint, created_at on api_keys
begin
    select raise(rollback, 'an API key keeps its account and its permissions');
end;
create trigger api_keys_hash before update of hash, secret_version on api_keys
when new.hash <> old.hash and new.secret_version <= old.secret_version
begin
    select raise(rollback, 'the hash of a key changes with the secret of the server only');
end;
create trigger api_keys_end before update of revoked_at on api_keys
when old.revoked_at is not null and new.revoked_at is not old.revoked_at
begin
    select raise(rollback, 'a key is revoked for good');
end;
create trigger api_keys_stay before delete on api_keys
begin
    select raise(rollback, 'a row of api_keys is never deleted');
end;
create trigger api_keys_new before insert on api_keys
when exists (select 1 from api_keys where id = new.id)
    or exists (select 1 from api_keys where hash = new.hash)
begin
    select raise(rollback, 'a row of api_keys is never replaced');
end;
create trigger sessions_keep before update of id, user_id, hash, stage, created_at, address, agent on sessions
begin
    select raise(rollback, 'a session keeps its user and its stage');
end;
create trigger sessions_new before insert on sessions
when exists (select 1 from sessions where id = new.id)
    or exists (select 1 from sessions where hash = new.hash)
begin
    select raise(rollback, 'a row of sessions is never replaced');
end;
create trigger grants_keep before update of id, app_id, user_id, account_id, scopes, created_at, code_hash, redirect_uri, challenge on grants
begin
    select raise(rollback, 'a grant keeps its app, its account and its permissions');
end;
create trigger grants_end before update of ended_at on grants
when old.ended_at is not null and new.ended_at is not old.ended_at
begin
    select raise(rollback, 'a grant ends for good');
end;
create trigger grants_stay before delete on grants
begin
    select raise(rollback, 'a row of grants is never deleted');
end;
create trigger grants_new before insert on grants
when exists (select 1 from grants where id = new.id)
    or exists (select 1 from grants where code_hash = new.code_hash)
begin
    select raise(rollback, 'a row of grants is never replaced');
end;
create trigger tokens_keep before update on tokens
begin
    select raise(rollback, 'a token never changes');
end;
create trigger tokens_new before insert on tokens
when exists (select 1 from tokens where hash = new.hash)
begin
    select raise(rollback, 'a row of tokens is never replaced');
end;
create trigger connect_apps_keep before update on connect_apps
when new.id <> old.id or new.user_id <> old.user_id or new.created_at <> old.created_at
    or (old.archived_at is not null and new.archived_at is not old.archived_at)
begin
    select raise(rollback, 'an app keeps its owner, and is archived for good');
end;
create trigger connect_apps_stay before delete on connect_apps
begin
    select raise(rollback, 'a row of connect_apps is never deleted');
end;
create trigger connect_apps_new before insert on connect_apps
when exists (select 1 from connect_apps where id = new.id)
begin
    select raise(rollback, 'a row of connect_apps is never replaced');
end;
