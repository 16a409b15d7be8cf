-- Why: the first tables. People and their accounts, keys, bank accounts, recipients, the ledger, stored answers.

-- Every function below keeps the search path of the migration: the schema of these tables, and temporary tables last.
-- Otherwise the caller's temporary tables would take the place of those that a guard reads.

-- Only the owner needs temporary tables here. Where somebody else owns the database, `florin doctor` says so.
do $$
begin
    if (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database()) then
        execute format('revoke temporary on database %I from public', current_database());
    end if;
end;
$$;

create table users (
    id text collate "C" primary key not null,
    email text collate "C" not null,
    email_key text collate "C" not null constraint users_email_key unique,
    name text collate "C" not null,
    password_hash text collate "C" not null,
    created_at bigint not null,
    verified_at bigint
);

create table accounts (
    id text collate "C" primary key not null,
    user_id text collate "C" not null references users (id),
    mode text collate "C" not null check (mode in ('live', 'test')),
    own_app_id text collate "C" not null unique,
    created_at bigint not null,
    unique (user_id, mode)
);

create table api_keys (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    app_id text collate "C" not null,
    name text collate "C" not null,
    scopes text collate "C" not null,
    hash bytea not null constraint api_keys_hash unique,
    secret_version bigint not null,
    hint text collate "C" not null,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint
);
create index api_keys_by_account on api_keys (account_id, created_at, id);
create index api_keys_active on api_keys (account_id) where revoked_at is null;

create table bank_accounts (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    app_id text collate "C" not null,
    name text collate "C" not null,
    status text collate "C" not null check (status in ('active', 'archived')),
    rail text collate "C" not null,
    details bytea not null,
    created_at bigint not null
);
create index bank_accounts_by_age on bank_accounts (account_id, app_id, created_at, id);
-- The owner of an account sees those of all apps.
create index bank_accounts_of_owner on bank_accounts (account_id, created_at, id);

create table recipients (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    email text collate "C" not null,
    email_key text collate "C" not null,
    created_at bigint not null,
    constraint recipients_email unique (account_id, email_key)
);
create index recipients_by_age on recipients (account_id, created_at, id);

create table recipient_nicknames (
    app_id text collate "C" not null,
    recipient_id text collate "C" not null references recipients (id),
    nickname text collate "C" not null,
    primary key (app_id, recipient_id)
);

create table ledger_accounts (
    id text collate "C" primary key not null,
    mode text collate "C" not null check (mode in ('live', 'test')),
    account_id text collate "C" references accounts (id),
    balance bigint not null default 0,
    updated_at bigint not null,
    -- Only what lies outside may be below zero.
    constraint ledger_accounts_not_overdrawn check (balance >= 0 or account_id is null)
);

create table transactions (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    type text collate "C" not null,
    status text collate "C" not null,
    amount bigint not null check (amount > 0),
    currency text collate "C" not null,
    created_at bigint not null,
    completed_at bigint
);
create index transactions_by_age on transactions (account_id, created_at, id);

create table transfers (
    operation text collate "C" primary key not null,
    debit_id text collate "C" not null references ledger_accounts (id),
    credit_id text collate "C" not null references ledger_accounts (id),
    amount bigint not null check (amount > 0),
    created_at bigint not null,
    check (debit_id <> credit_id)
);

create function transfers_refuse_change() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a transfer is never changed or deleted: correct it with a new one';
end;
$$;
create trigger transfers_never_change before update or delete or truncate on transfers
    for each statement execute function transfers_refuse_change();

create table stored_responses (
    account_id text collate "C" not null references accounts (id),
    app_id text collate "C" not null,
    path text collate "C" not null,
    key text collate "C" not null,
    fingerprint bytea not null,
    object text collate "C" not null,
    body bytea not null,
    created_at bigint not null,
    expires_at bigint,
    primary key (account_id, app_id, path, key)
);
create index stored_responses_by_expiry on stored_responses (expires_at) where expires_at is not null;

-- Something sealed under each version of the server's secrets, to recognise the wrong ones.
create table secret_marks (
    version bigint primary key not null,
    sealed bytea not null
);

-- One row for each process that writes, counted up by its every commit: it tells what became of a commit whose
-- connection broke.
create table writers (
    id text collate "C" primary key not null,
    commits bigint not null
);

insert into ledger_accounts (id, mode, account_id, updated_at) values
    ('live:world:chain', 'live', null, 0),
    ('test:world:chain', 'test', null, 0);
