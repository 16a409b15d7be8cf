-- Why: the first schema. The files in this folder are one migration, applied in the order of their numbers.
--
-- Times are microseconds since 1970, amounts are micro-units (1,000,000 make one USDC), both in 64-bit integers.
-- The triggers are guards: each refuses a write that Florin never makes, so that neither a bug nor a stolen database
-- password can move money unnoticed. Guards with the same ending have the same purpose:
--   _keep  columns that Florin never changes stay as they were written
--   _stay  rows that Florin never deletes are not deleted
--   _end   a row that has reached its final state stays in it
--   _new   what must be true of a new row
-- Every function below keeps the search path of the migration: the schema of these tables, then temporary tables.
-- With the caller's search path, a guard could be made to read the caller's temporary tables instead of the real ones.
-- Text is compared byte by byte (`collate "C"`), as SQLite does.
-- Columns that say what still waits have no statistics (`set statistics 0`). If few rows waited when PostgreSQL last
-- counted them, it would think that reading all that wait is as good as looking for one of them, until it counts again.
-- Such a condition is taken for one row in 200, or for one in three if it is a range, so the index of a queue has only
-- one of the former: two would be taken for one row in 40,000.

-- Only the owner needs temporary tables here. If another role owns the database, `florin doctor` reports it.
do $$
begin
    if (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database()) then
        execute format('revoke temporary on database %I from public', current_database());
    end if;
end;
$$;

-- Guards that several tables share. The first two refuse with the message that the trigger passes.
create function identity_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception '%', tg_argv[0];
end;
$$;
create function chain_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception '%', tg_argv[0];
end;
$$;
create function on_record() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a row of % cannot be changed in this way, or deleted', tg_table_name;
end;
$$;
create function events_only_grow() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'the event counter of an object can only grow';
end;
$$;

-- Stand in for foreign keys to accounts in tables that grow by many rows at a time: they look the accounts up once per
-- statement, where a foreign key would do it for each row, which costs more than the row itself.
create function of_an_account() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from inserted n where not exists (select 1 from accounts a where a.id = n.account_id)) then
        raise exception 'the account does not exist';
    end if;
    return null;
end;
$$;
create function of_an_account_in_its_mode() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from inserted n where not exists (
        select 1 from accounts a where a.id = n.account_id and a.mode = n.mode)) then
        raise exception 'the account does not exist, or has another mode';
    end if;
    return null;
end;
$$;

-- The table `migrations` has a row for each migration that was applied. Florin creates it before the first migration.
-- A server that finds a migration it doesn't know leaves the audit to a newer Florin, so a forged row would stop the
-- audit.
-- Only the owner of the tables can change this one.
create function migrations_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    if not (select pg_has_role(relowner, 'usage') from pg_class where oid = tg_relid) then
        raise exception 'only the owner of the tables can apply migrations';
    end if;
    return null;
end;
$$;
create trigger migrations_keep before insert or update or delete or truncate on migrations
    for each statement execute function migrations_refuse();

-- A row is a known text, sealed under one version of the server's secrets. A server that starts with other secrets
-- can't open it and refuses to run.
create table secret_marks (
    version bigint primary key not null,
    sealed bytea not null
);

-- A row is a process that writes, and counts its commits. If the connection breaks during a commit, the process reads
-- here whether the commit happened. Only PostgreSQL needs it: a connection to SQLite can't break.
create table writers (
    id text collate "C" primary key not null,
    commits bigint not null
);

-- The single row is the latest audit that succeeded. Servers read it to stop outgoing money when audits are missing.
create table last_audit_round (
    id bigint primary key not null check (id = 1),
    -- The newest migration that the auditing server knew.
    schema_version bigint not null,
    succeeded_at bigint not null,
    -- Made from the server's secrets, so that database access alone can't fake an audit.
    proof text collate "C" not null
);

-- A row is a stop: no money leaves while one row is not lifted. Stops are only added, and an operator lifts each of
-- them once, with a reason.
create table freezes (
    id text collate "C" primary key not null,
    -- The kind of problem, which everyone may know. The reason is for operators: it can name accounts.
    cause text collate "C" not null check (cause in
        ('books', 'audit_missing', 'chain_differs', 'unexplained', 'token_changed', 'chain_rewritten', 'settings',
        'commits_lost', 'operator')),
    reason text collate "C" not null,
    created_at bigint not null,
    lifted_at bigint,
    lifted_by text collate "C",
    lift_reason text collate "C",
    -- Broken rows that the operator accepted, one per line: the audit doesn't stop money again for these alone.
    lifted_despite text collate "C",
    constraint freezes_lifted check ((lifted_at is null) = (lifted_by is null)
        and (lifted_at is null) = (lift_reason is null) and (lifted_at is null) = (lifted_despite is null)),
    constraint freezes_words check (lifted_by <> '' and lift_reason <> '')
);
-- The only change to a stop is to lift it.
create trigger freezes_keep before update on freezes for each row
    when (old.lifted_at is not null or new.lifted_at is null or new.id <> old.id or new.cause <> old.cause
        or new.reason <> old.reason or new.created_at <> old.created_at)
    execute function chain_refuse('a stop of money can only be lifted, once');
create trigger freezes_stay before delete or truncate on freezes
    for each statement execute function chain_refuse('a stop of money cannot be deleted');
-- A stop that is lifted from the start would hide a problem.
create trigger freezes_new before insert on freezes for each row when (new.lifted_at is not null)
    execute function chain_refuse('a new stop of money must be in force');
