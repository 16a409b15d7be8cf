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

-- More kinds of mail, to people who may have no account yet, and how far each has come.
alter table mails alter column account_id drop not null;
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
    check (kind in ('claim', 'reminder', 'join', 'known', 'reset', 'security'));
alter table mails drop constraint mails_status_check;
-- Mail of a test account is kept to be looked at, and never sent.
alter table mails add constraint mails_status_check
    check (status in ('queued', 'kept', 'sending', 'sent', 'failed', 'unclear'));
alter table mails add column next_at bigint not null default 0;
alter table mails add column tries bigint not null default 0;
update mails set next_at = created_at;
create index mails_by_due on mails (next_at) where status = 'queued' or status = 'sending';
create index mails_by_account on mails (account_id, created_at, id);
