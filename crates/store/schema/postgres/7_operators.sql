-- What operators do by hand. Above a limit, a second operator must confirm it.

-- A row is a limit on what one operator may move alone. The limit in force is the one that no other row replaces.
create table operator_limits (
    id text collate "C" primary key not null,
    replaces text collate "C" constraint operator_limits_replaces unique references operator_limits (id),
    -- With one action, and with all actions of 24 hours.
    alone_up_to bigint not null check (alone_up_to >= 0),
    alone_per_day bigint not null check (alone_per_day >= alone_up_to),
    created_at bigint not null
);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at)
values ('act_00000000000000000000000000', null, 10000000000, 50000000000, 0);
-- Operators change a limit by an action on record, never in place.
create trigger operator_limits_stay before update or delete or truncate on operator_limits
    for each statement execute function on_record();
create function operator_limits_check() returns trigger language plpgsql set search_path from current as $$
begin
    if new.replaces is null
        or not exists (select 1 from operator_actions a where a.id = new.id and a.kind in ('done', 'confirmed')) then
        raise exception 'an operator limit must replace another, and belong to an operator action';
    end if;
    return new;
end;
$$;
create trigger operator_limits_new before insert on operator_limits
    for each row execute function operator_limits_check();

-- A row is what one operator proposed and a second operator has to confirm. It is deleted when that is decided.
create table proposals (
    -- The name of the notice that it becomes.
    name text collate "C" primary key not null,
    operator text collate "C" not null,
    -- The account on the operator's machine: the second operator must have another one.
    machine_user text collate "C" not null,
    facts text collate "C" not null,
    amount bigint not null check (amount >= 0),
    created_at bigint not null,
    -- The prices at the time of the proposal, which also hold when it is confirmed later. Null if it needs none.
    exchange_rate bigint,
    fixed_fee bigint,
    percentage_points bigint,
    spread_points bigint
);
-- The second operator confirms what the first one wrote.
create trigger proposals_keep before update on proposals for each statement execute function on_record();

-- A row is an action of an operator: the log that an auditor reads.
create table operator_actions (
    id text collate "C" primary key not null,
    kind text collate "C" not null check (kind in ('proposed', 'done', 'confirmed', 'rejected')),
    name text collate "C" not null,
    facts text collate "C" not null,
    operator text collate "C" not null,
    machine_user text collate "C" not null,
    evidence text collate "C" not null,
    amount bigint not null check (amount >= 0),
    -- The limit that was in force.
    alone_up_to bigint not null,
    alone_per_day bigint not null,
    created_at bigint not null
);
-- What operators did alone is added up over 24 hours.
create index operator_actions_alone on operator_actions (created_at) where kind = 'done' and amount > 0;
alter table operator_actions alter column kind set statistics 0, alter column amount set statistics 0;
-- An operator must not cover the traces.
create trigger operator_actions_stay before update or delete or truncate on operator_actions
    for each statement execute function on_record();
