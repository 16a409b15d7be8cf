-- Why: the first schema. The files in this folder are one migration, applied in the order of their numbers.
--
-- Times are microseconds since 1970, amounts are micro-units (1,000,000 make one USDC), both in 64-bit integers.
-- The triggers are guards: each refuses a write that Florin never makes, so that neither a bug nor a stolen database
-- password can move money unnoticed. Guards with the same ending have the same purpose:
--   _keep  columns that Florin never changes stay as they were written
--   _stay  rows that Florin never deletes are not deleted
--   _end   a row that has reached its final state stays in it
--   _new   what must be true of a new row
-- SQLite's `insert or replace` deletes the old row without running its delete triggers, and leaves the rows that refer
-- to it behind. So every guarded table also has a trigger, mostly `_new`, that refuses a key that is taken.

-- The table `migrations` has a row for each migration that was applied. Florin creates it before the first migration.
-- A server that finds a migration it doesn't know leaves the audit to a newer Florin, so a forged row would stop the
-- audit.
-- Migrations are added one after the other, and stay.
create trigger migrations_keep before update on migrations
begin
    select raise(rollback, 'an applied migration cannot be changed');
end;
create trigger migrations_stay before delete on migrations
begin
    select raise(rollback, 'an applied migration cannot be deleted');
end;
create trigger migrations_new before insert on migrations
when new.version <> (select max(version) from migrations) + 1
begin
    select raise(rollback, 'migrations must be applied in order');
end;

-- A row is a known text, sealed under one version of the server's secrets. A server that starts with other secrets
-- can't open it and refuses to run.
create table secret_marks (
    version integer primary key not null,
    sealed blob not null
) strict, without rowid;

-- A row is a process that writes, and counts its commits. If the connection breaks during a commit, the process reads
-- here whether the commit happened. Only PostgreSQL needs it: a connection to SQLite can't break.
create table writers (
    id text primary key not null,
    commits integer not null
) strict, without rowid;

-- The single row is the latest audit that succeeded. Servers read it to stop outgoing money when audits are missing.
create table last_audit_round (
    id integer primary key not null check (id = 1),
    -- The newest migration that the auditing server knew.
    schema_version integer not null,
    succeeded_at integer not null,
    -- Made from the server's secrets, so that database access alone can't fake an audit.
    proof text not null
) strict, without rowid;

-- A row is a stop: no money leaves while one row is not lifted. Stops are only added, and an operator lifts each of
-- them once, with a reason.
create table freezes (
    id text primary key not null,
    -- The kind of problem, which everyone may know. The reason is for operators: it can name accounts.
    cause text not null check (cause in
        ('books', 'audit_missing', 'chain_differs', 'unexplained', 'token_changed', 'chain_rewritten', 'settings',
        'commits_lost', 'operator')),
    reason text not null,
    created_at integer not null,
    lifted_at integer,
    lifted_by text,
    lift_reason text,
    -- Broken rows that the operator accepted, one per line: the audit doesn't stop money again for these alone.
    lifted_despite text,
    constraint freezes_lifted check ((lifted_at is null) = (lifted_by is null)
        and (lifted_at is null) = (lift_reason is null) and (lifted_at is null) = (lifted_despite is null)),
    constraint freezes_words check (lifted_by <> '' and lift_reason <> '')
) strict, without rowid;
-- The only change to a stop is to lift it.
create trigger freezes_keep before update on freezes
when old.lifted_at is not null or new.lifted_at is null or new.id <> old.id or new.cause <> old.cause
    or new.reason <> old.reason or new.created_at <> old.created_at
begin
    select raise(rollback, 'a stop of money can only be lifted, once');
end;
create trigger freezes_stay before delete on freezes
begin
    select raise(rollback, 'a stop of money cannot be deleted');
end;
-- A stop that is lifted from the start would hide a problem.
create trigger freezes_new before insert on freezes
when new.lifted_at is not null or exists (select 1 from freezes where id = new.id)
begin
    select raise(rollback, 'a new stop of money must be in force, and cannot replace another');
end;
