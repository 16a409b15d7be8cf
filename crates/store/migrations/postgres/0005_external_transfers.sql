-- Why: money comes in from banks and goes out to them, and to wallets elsewhere.

-- The ledger accounts of the outside, and of money that nobody could be found for.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
    check (kind in ('available', 'held', 'world', 'fees', 'rounding', 'suspense'));
insert into ledger_accounts (id, mode, kind, updated_at) values
    ('live:world:bank:usd_ach', 'live', 'world', 0),
    ('live:world:bank:usd_fedwire', 'live', 'world', 0),
    ('live:world:bank:brl_pix', 'live', 'world', 0),
    ('live:world:bank:ars_transfers_3_0', 'live', 'world', 0),
    ('live:world:bank:cop_pse', 'live', 'world', 0),
    ('live:world:bank:mxn_spei', 'live', 'world', 0),
    ('live:world:bank:cad_eft', 'live', 'world', 0),
    ('live:world:bank:eur_sepa', 'live', 'world', 0),
    ('live:suspense', 'live', 'suspense', 0),
    ('test:world:bank:usd_ach', 'test', 'world', 0),
    ('test:world:bank:usd_fedwire', 'test', 'world', 0),
    ('test:world:bank:brl_pix', 'test', 'world', 0),
    ('test:world:bank:ars_transfers_3_0', 'test', 'world', 0),
    ('test:world:bank:cop_pse', 'test', 'world', 0),
    ('test:world:bank:mxn_spei', 'test', 'world', 0),
    ('test:world:bank:cad_eft', 'test', 'world', 0),
    ('test:world:bank:eur_sepa', 'test', 'world', 0),
    ('test:suspense', 'test', 'suspense', 0);
alter table ledger_rules disable trigger ledger_rules_stay;
insert into ledger_rules (step, debit_kind, credit_kind, same_owner) values
    ('fee', 'held', 'fees', 0),
    ('fee', 'world', 'fees', 0),
    ('park', 'world', 'suspense', 0),
    ('resolve', 'held', 'world', 0),
    ('return', 'world', 'available', 0),
    ('return_fee', 'fees', 'available', 0),
    ('return_rounding', 'rounding', 'available', 0),
    ('rounding', 'held', 'rounding', 0),
    ('unpark', 'suspense', 'world', 0);
alter table ledger_rules enable trigger ledger_rules_stay;

-- What a deposit or a withdrawal has beyond other transactions.
create table external_transfers (
    id text collate "C" primary key not null,
    account_id text collate "C" not null,
    -- The mode of its account: workers look for live ones first.
    mode text collate "C" not null check (mode in ('live', 'test')),
    type text collate "C" not null check (type = 'deposit' or type = 'withdrawal' or type = 'inbound_transfer'),
    created_at bigint not null,
    route text collate "C" not null,
    bank_account_id text collate "C",
    external_wallet_id text collate "C",
    -- Where the money is to go, as it was when the transaction was made.
    beneficiary_name text collate "C",
    beneficiary_details text collate "C",
    sealed_details bytea,
    chain text collate "C",
    address text collate "C",
    -- The terms: fiat micro-units for one USDC, and what is taken.
    exchange_rate bigint check (exchange_rate > 0),
    fixed_fee bigint not null check (fixed_fee >= 0),
    percentage_points bigint not null check (percentage_points >= 0),
    spread_points bigint not null check (spread_points >= 0),
    outside_amount bigint not null check (outside_amount > 0),
    -- What was asked for; what comes may be more or less.
    announced_amount bigint not null check (announced_amount > 0),
    reference text collate "C" not null constraint external_transfers_reference unique,
    quote_id text collate "C",
    submission text collate "C" not null check (submission in ('none', 'sent', 'taken', 'unclear')),
    expires_at bigint,
    -- When it should be looked at again, by the clock of its account.
    next_at bigint,
    processing_at bigint,
    returned_at bigint,
    hash text collate "C",
    events bigint not null check (events > 0),
    -- Until when, and up to what amount, the terms of a deposit were promised.
    rate_expires_at bigint,
    rate_max_amount bigint,
    -- When the bank received the money of a deposit, by the clock of its account.
    received_at bigint,
    -- The most that one payment for a deposit may be worth.
    max_worth bigint
);
create index external_transfers_by_age on external_transfers (account_id, type, created_at, id);
create index external_transfers_by_bank_account on external_transfers (bank_account_id, created_at, id) where bank_account_id is not null;
create index external_transfers_due on external_transfers (mode, next_at, id) where next_at is not null;
create index external_transfers_by_account on external_transfers (account_id, next_at) where next_at is not null;

-- What was said to have happened outside. Each is said once.
create table rail_notices (
    id text collate "C" primary key not null,
    name text collate "C" not null constraint rail_notices_name unique,
    mode text collate "C" not null check (mode in ('live', 'test')),
    route text collate "C" not null,
    outcome text collate "C" not null check (outcome in ('received', 'completed', 'failed', 'returned', 'expired')),
    reference text collate "C" not null,
    amount bigint check (amount > 0),
    transaction_id text collate "C",
    effect text collate "C" not null check (effect in ('applied', 'credited', 'ignored', 'contradicted', 'parked')),
    worth bigint not null check (worth >= 0),
    created_at bigint not null,
    -- How much of the amount its transaction got, and when the bank received it.
    booked_amount bigint check (booked_amount > 0 and booked_amount <= amount),
    received_at bigint
);
create index rail_notices_by_transaction on rail_notices (transaction_id) where transaction_id is not null;
-- What somebody has to look at.
create index rail_notices_to_look_at on rail_notices (mode, effect, created_at)
    where effect in ('parked', 'contradicted');

-- Prices that are good for a while, and once.
create table quotes (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    app_id text collate "C" not null,
    direction text collate "C" not null check (direction in ('deposit', 'withdrawal')),
    route text collate "C" not null,
    exchange_rate bigint not null check (exchange_rate > 0),
    fixed_fee bigint not null check (fixed_fee >= 0),
    percentage_points bigint not null check (percentage_points >= 0),
    spread_points bigint not null check (spread_points >= 0),
    inside_amount bigint not null check (inside_amount > 0),
    outside_amount bigint not null check (outside_amount > 0),
    created_at bigint not null,
    expires_at bigint not null,
    used_by text collate "C"
);

-- What one operator said and a second must confirm.
create table proposals (
    name text collate "C" primary key not null,
    operator text collate "C" not null,
    machine_user text collate "C" not null,
    facts text collate "C" not null,
    amount bigint not null check (amount >= 0),
    created_at bigint not null,
    -- The prices of when it was proposed, whoever confirms it when; null if it needs none.
    exchange_rate bigint,
    fixed_fee bigint,
    percentage_points bigint,
    spread_points bigint
);

-- What operators did by hand.
create table operator_actions (
    id text collate "C" primary key not null,
    kind text collate "C" not null check (kind in ('proposed', 'done', 'confirmed', 'rejected')),
    name text collate "C" not null,
    facts text collate "C" not null,
    operator text collate "C" not null,
    machine_user text collate "C" not null,
    evidence text collate "C" not null,
    amount bigint not null check (amount >= 0),
    -- The limit that held.
    alone_up_to bigint not null,
    alone_per_day bigint not null,
    created_at bigint not null
);

-- What operators did alone is added up over 24 hours.
create index operator_actions_alone on operator_actions (created_at) where kind = 'done' and amount > 0;

-- What one operator may move alone: the limit that counts is the one that nothing has replaced.
create table operator_limits (
    id text collate "C" primary key not null,
    replaces text collate "C" constraint operator_limits_replaces unique references operator_limits (id),
    -- With one action, and with all of 24 hours.
    alone_up_to bigint not null check (alone_up_to >= 0),
    alone_per_day bigint not null check (alone_per_day >= alone_up_to),
    created_at bigint not null
);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at)
values ('act_00000000000000000000000000', null, 10000000000, 50000000000, 0);

-- The prices of live money as the last server has read them, for commands that work on its books.
create table published_tariff (
    id bigint primary key not null check (id = 1),
    body text collate "C" not null,
    published_at bigint not null
);

-- What the simulated banks and the simulated chain were told to pay, and when.
create table simulated_orders (
    reference text collate "C" primary key not null,
    account_id text collate "C" not null,
    taken_at bigint not null
);

-- What each of them is about never changes, and none is ever deleted.
create function external_transfers_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'where a deposit or withdrawal goes, and on what terms, never changes';
end;
$$;
create trigger external_transfers_keep before update of id, account_id, mode, type, created_at, route, bank_account_id,
    external_wallet_id, beneficiary_name, beneficiary_details, sealed_details, chain, address, announced_amount,
    reference, quote_id, expires_at, rate_expires_at, rate_max_amount, max_worth on external_transfers
    for each statement execute function external_transfers_refuse();
create trigger external_transfers_amount before update of outside_amount, received_at, exchange_rate, fixed_fee,
    percentage_points, spread_points on external_transfers for each row
when ((new.outside_amount <> old.outside_amount or new.received_at is distinct from old.received_at
        or new.exchange_rate is distinct from old.exchange_rate or new.fixed_fee <> old.fixed_fee
        or new.percentage_points <> old.percentage_points or new.spread_points <> old.spread_points)
    and (old.type <> 'deposit' or old.processing_at is not null or new.processing_at is null
        or new.received_at is null))
execute function external_transfers_refuse();
-- What came in time has the terms that were agreed, up to the amount that was agreed, and less than a micro-unit.
create trigger external_transfers_rate before update of outside_amount, received_at, exchange_rate, fixed_fee,
    percentage_points, spread_points on external_transfers for each row
when (new.received_at is not null and old.received_at is null
    and (old.rate_expires_at is null
        or (new.received_at between old.created_at and old.rate_expires_at and (new.exchange_rate is distinct from old.exchange_rate
            or new.fixed_fee <> old.fixed_fee or new.percentage_points <> old.percentage_points
            or new.spread_points <> old.spread_points
            or new.outside_amount - old.rate_max_amount > old.exchange_rate / 1000000))))
execute function external_transfers_refuse();
create trigger external_transfers_of_an_account after insert on external_transfers
    referencing new table as inserted for each statement execute function of_an_account_in_its_mode();
create trigger external_transfers_stay before delete or truncate on external_transfers
    for each statement execute function external_transfers_refuse();
create function on_record() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'what was said and done stays on record';
end;
$$;
create trigger rail_notices_keep before update on rail_notices for each row
when (old.effect <> 'parked' or new.effect <> 'applied' or new.id <> old.id or new.name <> old.name
    or new.mode <> old.mode or new.route <> old.route or new.outcome <> old.outcome
    or new.reference <> old.reference or new.amount is distinct from old.amount or new.worth <> old.worth
    or new.created_at <> old.created_at or new.booked_amount is distinct from old.booked_amount
    or new.received_at is distinct from old.received_at)
execute function on_record();
create trigger rail_notices_stay before delete or truncate on rail_notices for each statement execute function on_record();
create trigger quotes_keep before update on quotes for each row
when (old.used_by is not null or new.used_by is null or new.id <> old.id or new.account_id <> old.account_id
    or new.app_id <> old.app_id or new.direction <> old.direction or new.route <> old.route
    or new.exchange_rate <> old.exchange_rate or new.fixed_fee <> old.fixed_fee
    or new.percentage_points <> old.percentage_points or new.spread_points <> old.spread_points
    or new.inside_amount <> old.inside_amount or new.outside_amount <> old.outside_amount
    or new.created_at <> old.created_at or new.expires_at <> old.expires_at)
execute function on_record();
create trigger quotes_stay before delete or truncate on quotes for each statement execute function on_record();
create trigger operator_actions_stay before update or delete or truncate on operator_actions
    for each statement execute function on_record();

create trigger proposals_keep before update on proposals for each statement execute function on_record();

create trigger operator_limits_stay before update or delete or truncate on operator_limits
    for each statement execute function on_record();
create function operator_limits_check() returns trigger language plpgsql set search_path from current as $$
begin
    if new.replaces is null
        or not exists (select 1 from operator_actions a where a.id = new.id and a.kind in ('done', 'confirmed')) then
        raise exception 'a limit of operators replaces another, by an action on record';
    end if;
    return new;
end;
$$;
create trigger operator_limits_new before insert on operator_limits
    for each row execute function operator_limits_check();

-- A deposit may turn out to be more or less than was announced, until it has come.
drop trigger transactions_keep on transactions;
create trigger transactions_keep before update of
    id, account_id, type, currency, created_at, payout_id, recipient_id, source_id, external_reference, bank_account_id
on transactions for each statement execute function transactions_refuse();
create trigger transactions_amount before update of amount on transactions for each row
when (new.amount <> old.amount and not (old.type = 'deposit' and old.status = 'awaiting_transfer'))
execute function transactions_refuse();

-- Transfers are checked against the rules and move the balances, all of one statement at once, or they are refused.
-- A row must explain each: a
-- payout, an item, a deposit, a withdrawal, an arrival or a notice, of the same account and amount. A completed item pays
-- the wallet of its recipient. In the sandbox, a claim link pays any wallet.
create or replace function transfers_move() returns trigger language plpgsql security definer set search_path from current as $$
declare
    wanted bigint;
    done bigint;
begin
    if tg_relid <> 'transfers'::regclass then
        raise exception 'only transfers move balances';
    end if;
    select count(*) into wanted from inserted;
    select sum(g.count) into done from (
            select n.step, d.kind as debit_kind, c.kind as credit_kind, d.account_id = c.account_id as is_same_owner,
                count(*) as count
            from inserted n join ledger_accounts d on d.id = n.debit_id join ledger_accounts c on c.id = n.credit_id
            where d.mode = c.mode group by 1, 2, 3, 4) g
        join ledger_rules r on r.step = g.step and r.debit_kind = g.debit_kind and r.credit_kind = g.credit_kind
        where r.same_owner = 0 or g.is_same_owner;
    if done is distinct from wanted then
        raise exception 'this transfer breaks the rules of the ledger';
    end if;
    if exists (select 1 from inserted n where not exists (
            select 1 from transactions t where t.id = split_part(n.operation, ':', 1) and (
                (n.step = 'resolve' and t.type = 'payout' and t.amount = n.amount
                    and t.account_id || ':held' = n.debit_id
                    and ((t.status = 'completed' and (
                            exists (select 1 from recipients r where r.id = t.recipient_id
                                and r.wallet_id || ':available' = n.credit_id)
                            or exists (select 1 from ledger_accounts c where c.id = n.credit_id
                                and c.mode = 'test' and c.kind = 'available')))
                        or ((t.status = 'failed' or t.status = 'cancelled' or t.status = 'expired')
                            and t.account_id || ':available' = n.credit_id)))
                or (n.step = 'hold' and t.type = 'withdrawal' and t.amount = n.amount
                    and t.account_id || ':held' = n.credit_id)
                or (n.step = 'resolve' and t.type = 'withdrawal' and t.amount = n.amount
                    and (t.status = 'cancelled' or (t.status = 'failed' and t.failure_reason <> 'returned_by_bank'))
                    and t.account_id || ':held' = n.debit_id and t.account_id || ':available' = n.credit_id)
                or (n.step = 'credit' and t.type = 'inbound_transfer' and t.external_reference is not null
                    and t.amount = n.amount and t.account_id || ':available' = n.credit_id)
                or (n.step = 'credit' and t.type = 'deposit' and t.status = 'completed' and t.amount = n.amount
                    and t.account_id || ':available' = n.credit_id
                    and exists (select 1 from rail_notices o where o.transaction_id = t.id and o.outcome = 'received'))
                or (n.step = 'fee' and ((t.type = 'deposit' and t.status = 'completed')
                        or (t.type = 'inbound_transfer' and t.external_reference is not null))
                    and exists (select 1 from ledger_accounts d where d.id = n.debit_id and d.kind = 'world'))
                or (t.type = 'withdrawal' and (t.status = 'completed' or t.failure_reason = 'returned_by_bank')
                    and n.amount <= t.amount and t.account_id || ':held' = n.debit_id
                    and (n.step = 'fee' or n.step = 'rounding' or (n.step = 'resolve'
                        and exists (select 1 from external_transfers x where x.id = t.id and n.credit_id = x.mode ||
                            case x.route when 'chain' then ':world:chain' else ':world:bank:' || x.route end))))
                or (t.type = 'withdrawal' and t.failure_reason = 'returned_by_bank'
                    and t.account_id || ':available' = n.credit_id
                    and exists (select 1 from transfers o where o.operation = t.id || case n.step
                            when 'return' then ':resolve' when 'return_fee' then ':fee'
                            when 'return_rounding' then ':rounding' end
                        and o.amount = n.amount and o.credit_id = n.debit_id)))
            union all select 1 from payouts p where n.step = 'hold' and p.id = split_part(n.operation, ':', 1)
                and p.total_amount = n.amount and p.account_id || ':held' = n.credit_id
            union all select 1 from rail_notices o where o.id = split_part(n.operation, ':', 1) and o.worth = n.amount
                and ((n.step = 'park' and o.effect = 'parked') or (n.step = 'unpark' and o.effect = 'applied')))) then
        raise exception 'no payout, transaction or notice explains this transfer';
    end if;
    update ledger_accounts a set balance = a.balance + m.difference, updated_at = m.updated_at
        from (select id, cast(sum(difference) as bigint) as difference, max(created_at) as updated_at
            from (select debit_id as id, -amount as difference, created_at from inserted
                union all select credit_id, amount, created_at from inserted) sides group by id) m
        where a.id = m.id;
    return null;
end;
$$;

-- Ledger accounts of the outside, of fees, of rounding and of suspense come with a migration only.
create or replace function ledger_accounts_start() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from inserted where balance <> 0) then
        raise exception 'a ledger account starts at zero';
    end if;
    if exists (select 1 from inserted n where not exists (
        select 1 from accounts a where a.id = n.account_id and a.mode = n.mode
        and n.id = a.id || ':' || n.kind)) then
        raise exception 'a new ledger account is a wallet of an account, named after it and in its mode';
    end if;
    return null;
end;
$$;
