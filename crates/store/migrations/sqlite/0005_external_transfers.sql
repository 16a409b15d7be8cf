-- Why: money comes in from banks and goes out to them, and to wallets elsewhere.

-- The ledger accounts of the outside, and of money that nobody could be found for. A kind is added, so the table and
-- what guards it are made again.
drop trigger transfers_allowed;
drop trigger transfers_move;
create table new_ledger_accounts (
    id text primary key not null,
    mode text not null check (mode in ('live', 'test')),
    kind text not null check (kind in ('available', 'held', 'world', 'fees', 'rounding', 'suspense')),
    account_id text references accounts (id),
    balance integer not null default 0,
    updated_at integer not null,
    -- The last transfer that moved the balance.
    moved_by integer not null default 0,
    constraint ledger_accounts_owner check ((account_id is not null) = (kind in ('available', 'held'))),
    -- Only what lies outside, and what rounding left over, may be below zero.
    constraint ledger_accounts_not_overdrawn check (balance >= 0 or kind in ('world', 'rounding'))
) strict, without rowid;
insert into new_ledger_accounts (id, mode, kind, account_id, balance, updated_at, moved_by)
    select id, mode, kind, account_id, balance, updated_at, moved_by from ledger_accounts;
insert into new_ledger_accounts (id, mode, kind, updated_at) values
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
drop table ledger_accounts;
alter table new_ledger_accounts rename to ledger_accounts;
create trigger ledger_accounts_keep before update of id, mode, kind, account_id on ledger_accounts
begin
    select raise(rollback, 'what a ledger account is never changes');
end;
create trigger ledger_accounts_move before update of balance, updated_at, moved_by on ledger_accounts
begin
    select raise(rollback, 'only a transfer moves a balance') where new.moved_by <= old.moved_by
        or not exists (select 1 from transfers t where t.seq = new.moved_by and t.created_at = new.updated_at
            and ((t.debit_id = old.id and new.balance = old.balance - t.amount)
                or (t.credit_id = old.id and new.balance = old.balance + t.amount)));
end;
-- Ledger accounts of the outside, of fees, of rounding and of suspense come with a migration only.
create trigger ledger_accounts_start before insert on ledger_accounts
begin
    select raise(rollback, 'a ledger account starts at zero') where new.balance <> 0 or new.moved_by <> 0;
    select raise(rollback, 'a ledger account is never replaced')
    where exists (select 1 from ledger_accounts where id = new.id);
    select raise(rollback, 'a new ledger account is a wallet of an account, named after it and in its mode')
    where not exists (select 1 from accounts a where a.id = new.account_id and a.mode = new.mode
        and new.id = a.id || ':' || new.kind);
end;
create trigger ledger_accounts_stay before delete on ledger_accounts
begin
    select raise(rollback, 'a ledger account is never deleted');
end;

drop trigger ledger_rules_new;
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
create trigger ledger_rules_new before insert on ledger_rules
begin
    select raise(rollback, 'the rules of the ledger come with a migration');
end;

-- What a deposit or a withdrawal has beyond other transactions.
create table external_transfers (
    id text primary key not null,
    account_id text not null,
    -- The mode of its account: workers look for live ones first.
    mode text not null check (mode = 'live' or mode = 'test'),
    type text not null check (type = 'deposit' or type = 'withdrawal' or type = 'inbound_transfer'),
    created_at integer not null,
    route text not null,
    bank_account_id text,
    external_wallet_id text,
    -- Where the money is to go, as it was when the transaction was made.
    beneficiary_name text,
    beneficiary_details text,
    sealed_details blob,
    chain text,
    address text,
    -- The terms: fiat micro-units for one USDC, and what is taken.
    exchange_rate integer check (exchange_rate > 0),
    fixed_fee integer not null check (fixed_fee >= 0),
    percentage_points integer not null check (percentage_points >= 0),
    spread_points integer not null check (spread_points >= 0),
    outside_amount integer not null check (outside_amount > 0),
    -- What was asked for; what comes may be more or less.
    announced_amount integer not null check (announced_amount > 0),
    reference text not null constraint external_transfers_reference unique,
    quote_id text,
    submission text not null check (submission in ('none', 'sent', 'taken', 'unclear')),
    expires_at integer,
    -- When it should be looked at again, by the clock of its account.
    next_at integer,
    processing_at integer,
    returned_at integer,
    hash text,
    events integer not null check (events > 0),
    -- Until when, and up to what amount, the terms of a deposit were promised.
    rate_expires_at integer,
    rate_max_amount integer,
    -- When the bank received the money of a deposit, by the clock of its account.
    received_at integer,
    -- The most that one payment for a deposit may be worth.
    max_worth integer
) strict, without rowid;
create index external_transfers_by_age on external_transfers (account_id, type, created_at, id);
create index external_transfers_by_bank_account on external_transfers (bank_account_id, created_at, id) where bank_account_id is not null;
create index external_transfers_due on external_transfers (mode, next_at, id) where next_at is not null;
create index external_transfers_by_account on external_transfers (account_id, next_at) where next_at is not null;

-- What was said to have happened outside. Each is said once.
create table rail_notices (
    id text primary key not null,
    name text not null constraint rail_notices_name unique,
    mode text not null check (mode in ('live', 'test')),
    route text not null,
    outcome text not null check (outcome in ('received', 'completed', 'failed', 'returned', 'expired')),
    reference text not null,
    amount integer check (amount > 0),
    transaction_id text,
    effect text not null check (effect in ('applied', 'credited', 'ignored', 'contradicted', 'parked')),
    worth integer not null check (worth >= 0),
    created_at integer not null,
    -- How much of the amount its transaction got, and when the bank received it.
    booked_amount integer check (booked_amount > 0 and booked_amount <= amount),
    received_at integer
) strict, without rowid;
create index rail_notices_by_transaction on rail_notices (transaction_id) where transaction_id is not null;
-- What somebody has to look at.
create index rail_notices_to_look_at on rail_notices (mode, effect, created_at)
    where effect in ('parked', 'contradicted');

-- Prices that are good for a while, and once.
create table quotes (
    id text primary key not null,
    account_id text not null references accounts (id),
    app_id text not null,
    direction text not null check (direction in ('deposit', 'withdrawal')),
    route text not null,
    exchange_rate integer not null check (exchange_rate > 0),
    fixed_fee integer not null check (fixed_fee >= 0),
    percentage_points integer not null check (percentage_points >= 0),
    spread_points integer not null check (spread_points >= 0),
    inside_amount integer not null check (inside_amount > 0),
    outside_amount integer not null check (outside_amount > 0),
    created_at integer not null,
    expires_at integer not null,
    used_by text
) strict, without rowid;

-- What one operator said and a second must confirm.
create table proposals (
    name text primary key not null,
    operator text not null,
    machine_user text not null,
    facts text not null,
    amount integer not null check (amount >= 0),
    created_at integer not null,
    -- The prices of when it was proposed, whoever confirms it when; null if it needs none.
    exchange_rate integer,
    fixed_fee integer,
    percentage_points integer,
    spread_points integer
) strict, without rowid;

-- What operators did by hand.
create table operator_actions (
    id text primary key not null,
    kind text not null check (kind in ('proposed', 'done', 'confirmed', 'rejected')),
    name text not null,
    facts text not null,
    operator text not null,
    machine_user text not null,
    evidence text not null,
    amount integer not null check (amount >= 0),
    -- The limit that held.
    alone_up_to integer not null,
    alone_per_day integer not null,
    created_at integer not null
) strict, without rowid;

-- What operators did alone is added up over 24 hours.
create index operator_actions_alone on operator_actions (created_at) where kind = 'done' and amount > 0;

-- What one operator may move alone: the limit that counts is the one that nothing has replaced.
create table operator_limits (
    id text primary key not null,
    replaces text constraint operator_limits_replaces unique references operator_limits (id),
    -- With one action, and with all of 24 hours.
    alone_up_to integer not null check (alone_up_to >= 0),
    alone_per_day integer not null check (alone_per_day >= alone_up_to),
    created_at integer not null
) strict, without rowid;
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at)
values ('act_00000000000000000000000000', null, 10000000000, 50000000000, 0);

-- The prices of live money as the last server has read them, for commands that work on its books.
create table published_tariff (
    id integer primary key not null check (id = 1),
    body text not null,
    published_at integer not null
) strict, without rowid;

-- What the simulated banks and the simulated chain were told to pay, and when.
create table simulated_orders (
    reference text primary key not null,
    account_id text not null,
    taken_at integer not null
) strict, without rowid;

-- What each of them is about never changes, and none is ever deleted.
create trigger external_transfers_keep before update of id, account_id, mode, type, created_at, route, bank_account_id,
    external_wallet_id, beneficiary_name, beneficiary_details, sealed_details, chain, address, announced_amount,
    reference, quote_id, expires_at, rate_expires_at, rate_max_amount, max_worth on external_transfers
begin
    select raise(rollback, 'where a deposit or withdrawal goes, and on what terms, never changes');
end;
create trigger external_transfers_amount before update of outside_amount, received_at, exchange_rate, fixed_fee,
    percentage_points, spread_points on external_transfers
when (new.outside_amount <> old.outside_amount or new.received_at is not old.received_at
        or new.exchange_rate is not old.exchange_rate or new.fixed_fee <> old.fixed_fee
        or new.percentage_points <> old.percentage_points or new.spread_points <> old.spread_points)
    and (old.type <> 'deposit' or old.processing_at is not null or new.processing_at is null
        or new.received_at is null)
begin
    select raise(rollback, 'only money that is awaited may turn out to be more or less');
end;
-- What came in time has the terms that were agreed, up to the amount that was agreed, and less than a micro-unit.
create trigger external_transfers_rate before update of outside_amount, received_at, exchange_rate, fixed_fee,
    percentage_points, spread_points on external_transfers
when new.received_at is not null and old.received_at is null
    and (old.rate_expires_at is null
        or (new.received_at between old.created_at and old.rate_expires_at and (new.exchange_rate is not old.exchange_rate
            or new.fixed_fee <> old.fixed_fee or new.percentage_points <> old.percentage_points
            or new.spread_points <> old.spread_points
            or new.outside_amount - old.rate_max_amount > old.exchange_rate / 1000000)))
begin
    select raise(rollback, 'agreed terms hold for an agreed time and amount');
end;
create trigger external_transfers_stay before delete on external_transfers
begin
    select raise(rollback, 'a deposit or withdrawal is never deleted');
end;
create trigger external_transfers_new before insert on external_transfers
when exists (select 1 from external_transfers where id = new.id or reference = new.reference)
begin
    select raise(rollback, 'a deposit or withdrawal is never replaced');
end;
create trigger external_transfers_of_an_account before insert on external_transfers
when not exists (select 1 from accounts where id = new.account_id and mode = new.mode)
begin
    select raise(rollback, 'a deposit or withdrawal has an account, and its mode');
end;
create trigger rail_notices_keep before update on rail_notices
when old.effect <> 'parked' or new.effect <> 'applied' or new.id <> old.id or new.name <> old.name
    or new.mode <> old.mode or new.route <> old.route or new.outcome <> old.outcome
    or new.reference <> old.reference or new.amount is not old.amount or new.worth <> old.worth
    or new.created_at <> old.created_at or new.booked_amount is not old.booked_amount
    or new.received_at is not old.received_at
begin
    select raise(rollback, 'what was said stays on record');
end;
create trigger rail_notices_stay before delete on rail_notices
begin
    select raise(rollback, 'what was said stays on record');
end;
create trigger rail_notices_new before insert on rail_notices
when exists (select 1 from rail_notices where id = new.id or name = new.name)
begin
    select raise(rollback, 'the same is not said twice');
end;
create trigger quotes_keep before update on quotes
when old.used_by is not null or new.used_by is null or new.id <> old.id or new.account_id <> old.account_id
    or new.app_id <> old.app_id or new.direction <> old.direction or new.route <> old.route
    or new.exchange_rate <> old.exchange_rate or new.fixed_fee <> old.fixed_fee
    or new.percentage_points <> old.percentage_points or new.spread_points <> old.spread_points
    or new.inside_amount <> old.inside_amount or new.outside_amount <> old.outside_amount
    or new.created_at <> old.created_at or new.expires_at <> old.expires_at
begin
    select raise(rollback, 'a quote is used once, and otherwise stays as it is');
end;
create trigger quotes_stay before delete on quotes
begin
    select raise(rollback, 'a quote is never deleted');
end;
create trigger quotes_new before insert on quotes when exists (select 1 from quotes where id = new.id)
begin
    select raise(rollback, 'a quote is never replaced');
end;
create trigger operator_actions_keep before update on operator_actions
begin
    select raise(rollback, 'what operators did stays on record');
end;
create trigger operator_actions_stay before delete on operator_actions
begin
    select raise(rollback, 'what operators did stays on record');
end;
create trigger operator_actions_new before insert on operator_actions
when exists (select 1 from operator_actions where id = new.id)
begin
    select raise(rollback, 'what operators did stays on record');
end;

create trigger proposals_keep before update on proposals
begin
    select raise(rollback, 'what an operator proposed never changes');
end;
create trigger proposals_new before insert on proposals when exists (select 1 from proposals where name = new.name)
begin
    select raise(rollback, 'what an operator proposed is never replaced');
end;

create trigger operator_limits_keep before update on operator_limits
begin
    select raise(rollback, 'a limit of operators is replaced, and never changed');
end;
create trigger operator_limits_stay before delete on operator_limits
begin
    select raise(rollback, 'a limit of operators is replaced, and never deleted');
end;
create trigger operator_limits_new before insert on operator_limits
when new.replaces is null or not exists (select 1 from operator_actions a where a.id = new.id and a.kind in ('done', 'confirmed'))
    or exists (select 1 from operator_limits where id = new.id or replaces = new.replaces)
begin
    select raise(rollback, 'a limit of operators replaces another, by an action on record');
end;

-- A deposit may turn out to be more or less than was announced, until it has come.
drop trigger transactions_keep;
create trigger transactions_keep before update of
    id, account_id, type, currency, created_at, payout_id, recipient_id, source_id, external_reference, bank_account_id
on transactions
begin
    select raise(rollback, 'what a transaction is about never changes');
end;
create trigger transactions_amount before update of amount on transactions
when new.amount <> old.amount and not (old.type = 'deposit' and old.status = 'awaiting_transfer')
begin
    select raise(rollback, 'what a transaction is about never changes');
end;

-- A transfer is checked against the rules and moves both balances, or it is refused. A row must explain it: a
-- payout, an item, a deposit, a withdrawal, an arrival or a notice, of the same account and amount. A completed item pays
-- the wallet of its recipient. In the sandbox, a claim link pays any wallet.
create trigger transfers_allowed before insert on transfers
begin
    select raise(rollback, 'a transfer is never replaced')
    where exists (select 1 from transfers where operation = new.operation)
        or (new.seq > 0 and exists (select 1 from transfers where seq = new.seq));
    select raise(rollback, 'this transfer breaks the rules of the ledger') where not exists (
        select 1 from ledger_accounts d join ledger_accounts c on c.id = new.credit_id
        join ledger_rules r on r.step = new.step and r.debit_kind = d.kind and r.credit_kind = c.kind
        where d.id = new.debit_id and d.mode = c.mode and (r.same_owner = 0 or d.account_id = c.account_id));
    select raise(rollback, 'no payout, transaction or notice explains this transfer') where not exists (
        select 1 from transactions t where t.id = substr(new.operation, 1, instr(new.operation, ':') - 1) and (
            (new.step = 'resolve' and t.type = 'payout' and t.amount = new.amount
                and t.account_id || ':held' = new.debit_id
                and ((t.status = 'completed' and (
                        exists (select 1 from recipients r where r.id = t.recipient_id
                            and r.wallet_id || ':available' = new.credit_id)
                        or exists (select 1 from ledger_accounts c where c.id = new.credit_id
                            and c.mode = 'test' and c.kind = 'available')))
                    or ((t.status = 'failed' or t.status = 'cancelled' or t.status = 'expired')
                        and t.account_id || ':available' = new.credit_id)))
            or (new.step = 'hold' and t.type = 'withdrawal' and t.amount = new.amount
                and t.account_id || ':held' = new.credit_id)
            or (new.step = 'resolve' and t.type = 'withdrawal' and t.amount = new.amount
                and (t.status = 'cancelled' or (t.status = 'failed' and t.failure_reason <> 'returned_by_bank'))
                and t.account_id || ':held' = new.debit_id and t.account_id || ':available' = new.credit_id)
            or (new.step = 'credit' and t.type = 'inbound_transfer' and t.external_reference is not null
                and t.amount = new.amount and t.account_id || ':available' = new.credit_id)
            or (new.step = 'credit' and t.type = 'deposit' and t.status = 'completed' and t.amount = new.amount
                and t.account_id || ':available' = new.credit_id
                and exists (select 1 from rail_notices o where o.transaction_id = t.id and o.outcome = 'received'))
            or (new.step = 'fee' and ((t.type = 'deposit' and t.status = 'completed')
                    or (t.type = 'inbound_transfer' and t.external_reference is not null))
                and exists (select 1 from ledger_accounts d where d.id = new.debit_id and d.kind = 'world'))
            or (t.type = 'withdrawal' and (t.status = 'completed' or t.failure_reason = 'returned_by_bank')
                and new.amount <= t.amount and t.account_id || ':held' = new.debit_id
                and (new.step = 'fee' or new.step = 'rounding' or (new.step = 'resolve'
                    and exists (select 1 from external_transfers x where x.id = t.id and new.credit_id = x.mode ||
                        case x.route when 'chain' then ':world:chain' else ':world:bank:' || x.route end))))
            or (t.type = 'withdrawal' and t.failure_reason = 'returned_by_bank'
                and t.account_id || ':available' = new.credit_id
                and exists (select 1 from transfers o where o.operation = t.id || case new.step
                        when 'return' then ':resolve' when 'return_fee' then ':fee'
                        when 'return_rounding' then ':rounding' end
                    and o.amount = new.amount and o.credit_id = new.debit_id)))
        union all select 1 from payouts p where new.step = 'hold' and p.id = substr(new.operation, 1, instr(new.operation, ':') - 1)
            and p.total_amount = new.amount and p.account_id || ':held' = new.credit_id
        union all select 1 from rail_notices o where o.id = substr(new.operation, 1, instr(new.operation, ':') - 1) and o.worth = new.amount
            and ((new.step = 'park' and o.effect = 'parked') or (new.step = 'unpark' and o.effect = 'applied')));
end;
-- `insert or ignore` would skip an update that breaks a constraint, and so would a temporary trigger: each update must
-- have changed its row.
create trigger transfers_move after insert on transfers
begin
    update ledger_accounts set balance = balance - new.amount, updated_at = new.created_at, moved_by = new.seq
        where id = new.debit_id;
    select raise(rollback, 'a transfer moves both balances') where changes() <> 1;
    update ledger_accounts set balance = balance + new.amount, updated_at = new.created_at, moved_by = new.seq
        where id = new.credit_id;
    select raise(rollback, 'a transfer moves both balances') where changes() <> 1;
end;
