-- Why: payouts. The ledger guards itself, items are transactions, and what waits for somebody is a row.

-- How far a test account's own clock is ahead, in microseconds.
alter table accounts add column clock_ahead integer not null default 0 check (clock_ahead >= 0);
-- How much test money it has created in all.
alter table accounts add column simulated_in integer not null default 0 check (simulated_in >= 0);
-- The account that a simulated person was made up for: what the person creates counts there.
alter table accounts add column sponsor_id text references accounts (id);
create index accounts_ahead on accounts (id) where clock_ahead > 0;

-- The account that is credited when the recipient is paid, once that is known.
alter table recipients add column wallet_id text;

-- The ledger, again: balances are moved by the database itself, and only by transfers.
create table new_ledger_accounts (
    id text primary key not null,
    mode text not null check (mode in ('live', 'test')),
    kind text not null check (kind in ('available', 'held', 'world', 'fees', 'rounding')),
    account_id text references accounts (id),
    balance integer not null default 0,
    updated_at integer not null,
    -- The last transfer that moved the balance.
    moved_by integer not null default 0,
    constraint ledger_accounts_owner check ((account_id is not null) = (kind in ('available', 'held'))),
    -- Only what lies outside, and what rounding left over, may be below zero.
    constraint ledger_accounts_not_overdrawn check (balance >= 0 or kind in ('world', 'rounding'))
) strict, without rowid;
insert into new_ledger_accounts (id, mode, kind, account_id, balance, updated_at)
    select id, mode, case when id like '%:available' then 'available' when id like '%:held' then 'held' else 'world' end,
        account_id, balance, updated_at from ledger_accounts;
insert into new_ledger_accounts (id, mode, kind, updated_at) values
    ('live:fees', 'live', 'fees', 0), ('test:fees', 'test', 'fees', 0),
    ('live:rounding', 'live', 'rounding', 0), ('test:rounding', 'test', 'rounding', 0);

create table new_transfers (
    seq integer primary key not null,
    operation text not null constraint transfers_operation unique,
    step text not null,
    debit_id text not null,
    credit_id text not null,
    amount integer not null check (amount > 0),
    created_at integer not null,
    constraint transfers_two_sides check (debit_id <> credit_id),
    constraint transfers_step check (operation = substr(operation, 1, instr(operation, ':') - 1) || ':' || step)
) strict;
insert into new_transfers (operation, step, debit_id, credit_id, amount, created_at)
    select operation, 'credit', debit_id, credit_id, amount, created_at from transfers order by created_at, operation;
update new_ledger_accounts set moved_by = coalesce(
    (select max(seq) from new_transfers t where new_ledger_accounts.id in (t.debit_id, t.credit_id)), 0);

drop table transfers;
drop table ledger_accounts;
alter table new_ledger_accounts rename to ledger_accounts;
alter table new_transfers rename to transfers;

-- Which step may move money between which kinds of account.
create table ledger_rules (
    step text not null,
    debit_kind text not null,
    credit_kind text not null,
    same_owner integer not null,
    primary key (step, debit_kind, credit_kind)
) strict, without rowid;
insert into ledger_rules (step, debit_kind, credit_kind, same_owner) values
    ('credit', 'world', 'available', 0),
    ('hold', 'available', 'held', 1),
    ('resolve', 'held', 'available', 0);
create trigger ledger_rules_new before insert on ledger_rules
begin
    select raise(rollback, 'the rules of the ledger come with a migration');
end;
create trigger ledger_rules_keep before update on ledger_rules
begin
    select raise(rollback, 'the rules of the ledger come with a migration');
end;
create trigger ledger_rules_stay before delete on ledger_rules
begin
    select raise(rollback, 'the rules of the ledger come with a migration');
end;

-- Transactions, again: a payout item is a transaction, and so is what its recipient receives.
create table new_transactions (
    id text primary key not null,
    account_id text not null,
    -- Compared one by one: SQLite makes a small table of a list, again for every row.
    type text not null check (type = 'payout' or type = 'inbound_transfer' or type = 'deposit' or type = 'withdrawal'),
    status text not null check (status = 'queued' or status = 'completed' or status = 'pending_claim'
        or status = 'processing' or status = 'awaiting_transfer' or status = 'failed' or status = 'cancelled'
        or status = 'expired'),
    amount integer not null check (amount > 0),
    currency text not null check (currency = 'USDC'),
    created_at integer not null,
    completed_at integer,
    payout_id text,
    recipient_id text,
    bank_account_id text,
    reference text,
    failure_reason text,
    claim_expires_at integer,
    -- The item this money came from, or the name of what happened outside.
    source_id text,
    external_reference text,
    constraint transactions_item check ((type = 'payout') = (payout_id is not null and recipient_id is not null)),
    constraint transactions_source check (
        (type = 'inbound_transfer') = ((source_id is not null) <> (external_reference is not null)))
) strict, without rowid;
insert into new_transactions (id, account_id, type, status, amount, currency, created_at, completed_at, external_reference)
    select id, account_id, type, status, amount, currency, created_at, completed_at, 'founding:' || id from transactions;
drop table transactions;
alter table new_transactions rename to transactions;
create index transactions_by_age on transactions (account_id, created_at, id);
create index transactions_by_recipient on transactions (recipient_id, created_at, id) where recipient_id is not null;
create unique index transactions_by_external_reference on transactions (external_reference)
    where external_reference is not null;

create trigger transactions_keep before update of
    id, account_id, type, amount, currency, created_at, payout_id, recipient_id, source_id, external_reference
on transactions
begin
    select raise(rollback, 'what a transaction is about never changes');
end;
create trigger transactions_end before update on transactions
when (old.status = 'completed' or old.status = 'failed' or old.status = 'cancelled' or old.status = 'expired')
    and not (old.type = 'withdrawal' and old.status = 'completed' and new.status = 'failed')
begin
    select raise(rollback, 'a transaction that has ended stays as it is');
end;
create trigger transactions_stay before delete on transactions
begin
    select raise(rollback, 'a transaction is never deleted');
end;
create trigger transactions_new before insert on transactions
when exists (select 1 from transactions where id = new.id) or (new.external_reference is not null
    and exists (select 1 from transactions where external_reference = new.external_reference))
begin
    select raise(rollback, 'a transaction is never replaced');
end;

-- A transfer is checked against the rules and moves both balances, or it is refused.
create trigger transfers_allowed before insert on transfers
begin
    select raise(rollback, 'a transfer is never replaced')
    where exists (select 1 from transfers where operation = new.operation)
        or exists (select 1 from transfers where seq = new.seq);
    select raise(rollback, 'this transfer breaks the rules of the ledger') where not exists (
        select 1 from ledger_accounts d join ledger_accounts c on c.id = new.credit_id
        join ledger_rules r on r.step = new.step and r.debit_kind = d.kind and r.credit_kind = c.kind
        where d.id = new.debit_id and d.mode = c.mode and (r.same_owner = 0 or d.account_id = c.account_id));
    select raise(rollback, 'money from outside needs the transaction of its arrival')
    where new.step = 'credit' and not exists (
        select 1 from transactions t where t.id = substr(new.operation, 1, instr(new.operation, ':') - 1)
        and t.type = 'inbound_transfer' and t.external_reference is not null and t.amount = new.amount
        and t.account_id || ':available' = new.credit_id);
end;
create trigger transfers_move after insert on transfers
begin
    update ledger_accounts set balance = balance - new.amount, updated_at = new.created_at, moved_by = new.seq
        where id = new.debit_id;
    select raise(rollback, 'a transfer moves both balances') where changes() <> 1;
    update ledger_accounts set balance = balance + new.amount, updated_at = new.created_at, moved_by = new.seq
        where id = new.credit_id;
    select raise(rollback, 'a transfer moves both balances') where changes() <> 1;
end;
create trigger transfers_never_change before update on transfers
begin
    select raise(rollback, 'a transfer is never changed: correct it with a new one');
end;
create trigger transfers_never_go before delete on transfers
begin
    select raise(rollback, 'a transfer is never deleted: correct it with a new one');
end;

-- A balance moves by a transfer that has not moved it before, and by nothing else.
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
create trigger ledger_accounts_start before insert on ledger_accounts
begin
    select raise(rollback, 'a ledger account starts at zero') where new.balance <> 0 or new.moved_by <> 0;
    select raise(rollback, 'a ledger account is never replaced')
    where exists (select 1 from ledger_accounts where id = new.id);
end;
create trigger ledger_accounts_stay before delete on ledger_accounts
begin
    select raise(rollback, 'a ledger account is never deleted');
end;

create table payouts (
    id text primary key not null,
    account_id text not null,
    -- The mode of its account: workers look for live payouts first.
    mode text not null check (mode = 'live' or mode = 'test'),
    status text not null check (status = 'processing' or status = 'completed' or status = 'failed'
        or status = 'cancelled'),
    currency text not null check (currency = 'USDC'),
    total_amount integer not null check (total_amount > 0),
    total_items integer not null check (total_items between 1 and 100),
    processing integer not null check (processing >= 0),
    pending_claim integer not null check (pending_claim >= 0),
    completed integer not null check (completed >= 0),
    failed integer not null check (failed >= 0),
    cancelled integer not null check (cancelled >= 0),
    reference text,
    idempotency_key text,
    created_at integer not null,
    completed_at integer,
    -- When a worker should look at it again: somebody has it until then.
    next_at integer,
    constraint payouts_counters check (processing + pending_claim + completed + failed + cancelled = total_items),
    constraint payouts_open check ((status = 'processing') = (processing + pending_claim > 0)),
    constraint payouts_ended check ((status = 'processing') = (completed_at is null))
) strict, without rowid;
create index payouts_by_age on payouts (account_id, created_at, id);
create index payouts_by_reference on payouts (account_id, reference, created_at, id) where reference is not null;
create index payouts_by_idempotency_key on payouts (account_id, idempotency_key, created_at, id)
    where idempotency_key is not null;
create index payouts_due on payouts (mode, next_at) where next_at is not null;
create trigger payouts_keep before update on payouts
when new.id <> old.id or new.account_id <> old.account_id or new.mode <> old.mode or new.currency <> old.currency
    or new.total_amount <> old.total_amount or new.total_items <> old.total_items or new.created_at <> old.created_at
begin
    select raise(rollback, 'what a payout is about never changes');
end;
create trigger payouts_end before update on payouts when old.status <> 'processing'
begin
    select raise(rollback, 'a payout that has ended stays as it is');
end;
create trigger payouts_stay before delete on payouts
begin
    select raise(rollback, 'a payout is never deleted');
end;
create trigger payouts_new before insert on payouts when exists (select 1 from payouts where id = new.id)
begin
    select raise(rollback, 'a payout is never replaced');
end;
create trigger payouts_of_an_account before insert on payouts
when not exists (select 1 from accounts where id = new.account_id and mode = new.mode)
begin
    select raise(rollback, 'a payout has an account, and its mode');
end;

-- Items that wait for somebody to come and claim them.
create table claims (
    item_id text primary key not null,
    account_id text not null,
    mode text not null check (mode in ('live', 'test')),
    email_key text not null,
    expires_at integer not null,
    -- The email that announces it.
    email_id text not null
) strict, without rowid;
create index claims_by_email on claims (mode, email_key, item_id);
create index claims_by_expiry on claims (mode, expires_at);
create index claims_by_account on claims (account_id, expires_at);
create index claims_by_email_id on claims (email_id);

-- Emails to send. One cause, one email.
create table emails (
    id text primary key not null,
    account_id text not null references accounts (id),
    kind text not null check (kind in ('claim')),
    email text not null,
    cause text not null constraint emails_cause unique,
    -- Email of a test account is kept to be looked at, and never sent.
    status text not null check (status in ('queued', 'kept')),
    created_at integer not null
) strict, without rowid;

-- What happened, as it was shown at that moment.
create table events (
    id text primary key not null,
    account_id text not null,
    type text not null,
    object_id text not null,
    sequence integer not null check (sequence > 0),
    data text not null,
    created_at integer not null
) strict, without rowid;

-- Outgoing money is stopped while a row here is not lifted. Stops are only added, and each is lifted once, by somebody,
-- for a reason.
create table freezes (
    id text primary key not null,
    reason text not null,
    created_at integer not null,
    lifted_at integer,
    lifted_by text,
    lift_reason text,
    -- Broken rows that whoever lifted it accepted, one in a line: the audit does not stop money again for these alone.
    lifted_despite text,
    constraint freezes_lifted check ((lifted_at is null) = (lifted_by is null)
        and (lifted_at is null) = (lift_reason is null) and (lifted_at is null) = (lifted_despite is null)),
    constraint freezes_words check (lifted_by <> '' and lift_reason <> '')
) strict, without rowid;
