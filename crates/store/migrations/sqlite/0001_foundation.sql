-- Why: the first tables. People and their accounts, keys, bank accounts, recipients, the ledger, stored answers.

create table users (
    id text primary key not null,
    email text not null,
    email_key text not null constraint users_email_key unique,
    name text not null,
    password_hash text not null,
    created_at integer not null,
    verified_at integer
) strict, without rowid;

create table accounts (
    id text primary key not null,
    user_id text not null references users (id),
    mode text not null check (mode in ('live', 'test')),
    own_app_id text not null unique,
    created_at integer not null,
    unique (user_id, mode)
) strict, without rowid;

create table api_keys (
    id text primary key not null,
    account_id text not null references accounts (id),
    app_id text not null,
    name text not null,
    scopes text not null,
    hash blob not null constraint api_keys_hash unique,
    secret_version integer not null,
    hint text not null,
    created_at integer not null,
    last_used_at integer,
    revoked_at integer
) strict, without rowid;
create index api_keys_by_account on api_keys (account_id, created_at, id);
create index api_keys_active on api_keys (account_id) where revoked_at is null;

create table bank_accounts (
    id text primary key not null,
    account_id text not null references accounts (id),
    app_id text not null,
    name text not null,
    status text not null check (status in ('active', 'archived')),
    rail text not null,
    details blob not null,
    created_at integer not null
) strict, without rowid;
create index bank_accounts_by_age on bank_accounts (account_id, app_id, created_at, id);
-- The owner of an account sees those of all apps.
create index bank_accounts_of_owner on bank_accounts (account_id, created_at, id);

create table recipients (
    id text primary key not null,
    account_id text not null references accounts (id),
    email text not null,
    email_key text not null,
    created_at integer not null,
    constraint recipients_email unique (account_id, email_key)
) strict, without rowid;
create index recipients_by_age on recipients (account_id, created_at, id);

create table recipient_nicknames (
    app_id text not null,
    recipient_id text not null references recipients (id),
    nickname text not null,
    primary key (app_id, recipient_id)
) strict, without rowid;

create table ledger_accounts (
    id text primary key not null,
    mode text not null check (mode in ('live', 'test')),
    account_id text references accounts (id),
    balance integer not null default 0,
    updated_at integer not null,
    -- Only what lies outside may be below zero.
    constraint ledger_accounts_not_overdrawn check (balance >= 0 or account_id is null)
) strict, without rowid;

create table transactions (
    id text primary key not null,
    account_id text not null references accounts (id),
    type text not null,
    status text not null,
    amount integer not null check (amount > 0),
    currency text not null,
    created_at integer not null,
    completed_at integer
) strict, without rowid;
create index transactions_by_age on transactions (account_id, created_at, id);

create table transfers (
    operation text primary key not null,
    debit_id text not null references ledger_accounts (id),
    credit_id text not null references ledger_accounts (id),
    amount integer not null check (amount > 0),
    created_at integer not null,
    check (debit_id <> credit_id)
) strict, without rowid;

create trigger transfers_never_change before update on transfers
begin
    select raise(abort, 'a transfer is never changed: correct it with a new one');
end;
create trigger transfers_never_go before delete on transfers
begin
    select raise(abort, 'a transfer is never deleted: correct it with a new one');
end;

create table stored_responses (
    account_id text not null references accounts (id),
    app_id text not null,
    path text not null,
    key text not null,
    fingerprint blob not null,
    object text not null,
    body blob not null,
    created_at integer not null,
    expires_at integer,
    primary key (account_id, app_id, path, key)
) strict, without rowid;
create index stored_responses_by_expiry on stored_responses (expires_at) where expires_at is not null;

-- Something sealed under each version of the server's secrets, to recognise the wrong ones.
create table secret_marks (
    version integer primary key not null,
    sealed blob not null
) strict, without rowid;

-- Here for the other engine, where a connection can break while it commits.
create table writers (
    id text primary key not null,
    commits integer not null
) strict, without rowid;

insert into ledger_accounts (id, mode, account_id, updated_at) values
    ('live:world:chain', 'live', null, 0),
    ('test:world:chain', 'test', null, 0);
