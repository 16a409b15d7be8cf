-- What operators do by hand. Above a limit, a second operator must confirm it.

-- A row is a limit on what one operator may move alone. The limit in force is the one that no other row replaces.
create table operator_limits (
    id text primary key not null,
    replaces text constraint operator_limits_replaces unique references operator_limits (id),
    -- With one action, and with all actions of 24 hours.
    alone_up_to integer not null check (alone_up_to >= 0),
    alone_per_day integer not null check (alone_per_day >= alone_up_to),
    created_at integer not null
) strict, without rowid;
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at)
values ('act_00000000000000000000000000', null, 10000000000, 50000000000, 0);
-- Operators change a limit by an action on record, never in place.
create trigger operator_limits_keep before update on operator_limits
begin
    select raise(rollback, 'an operator limit cannot be changed: add a new one');
end;
create trigger operator_limits_stay before delete on operator_limits
begin
    select raise(rollback, 'an operator limit cannot be deleted: add a new one');
end;
create trigger operator_limits_new before insert on operator_limits
when new.replaces is null
    or not exists (select 1 from operator_actions a where a.id = new.id and a.kind in ('done', 'confirmed'))
    or exists (select 1 from operator_limits where id = new.id or replaces = new.replaces)
begin
    select raise(rollback, 'an operator limit must replace another, and belong to an operator action');
end;

-- A row is what one operator proposed and a second operator has to confirm. It is deleted when that is decided.
create table proposals (
    -- The name of the notice that it becomes.
    name text primary key not null,
    operator text not null,
    -- The account on the operator's machine: the second operator must have another one.
    machine_user text not null,
    facts text not null,
    amount integer not null check (amount >= 0),
    created_at integer not null,
    -- The prices at the time of the proposal, which also hold when it is confirmed later. Null if it needs none.
    exchange_rate integer,
    fixed_fee integer,
    percentage_points integer,
    spread_points integer
) strict, without rowid;
-- The second operator confirms what the first one wrote.
create trigger proposals_keep before update on proposals
begin
    select raise(rollback, 'a proposal cannot be changed');
end;
create trigger proposals_new before insert on proposals when exists (select 1 from proposals where name = new.name)
begin
    select raise(rollback, 'a proposal cannot be replaced');
end;

-- A row is an action of an operator: the log that an auditor reads.
create table operator_actions (
    id text primary key not null,
    kind text not null check (kind in ('proposed', 'done', 'confirmed', 'rejected')),
    name text not null,
    facts text not null,
    operator text not null,
    machine_user text not null,
    evidence text not null,
    amount integer not null check (amount >= 0),
    -- The limit that was in force.
    alone_up_to integer not null,
    alone_per_day integer not null,
    created_at integer not null
) strict, without rowid;
-- What operators did alone is added up over 24 hours.
create index operator_actions_alone on operator_actions (created_at) where kind = 'done' and amount > 0;
-- An operator must not cover the traces.
create trigger operator_actions_keep before update on operator_actions
begin
    select raise(rollback, 'an operator action cannot be changed');
end;
create trigger operator_actions_stay before delete on operator_actions
begin
    select raise(rollback, 'an operator action cannot be deleted');
end;
create trigger operator_actions_new before insert on operator_actions
when exists (select 1 from operator_actions where id = new.id)
begin
    select raise(rollback, 'an operator action cannot be replaced');
end;
