-- Why: payouts. The ledger guards itself, items are transactions, and what waits for somebody is a row.

-- How far a test account's own clock is ahead, in microseconds.
alter table accounts add column clock_ahead bigint not null default 0 check (clock_ahead >= 0);
-- How much test money it has created in all.
alter table accounts add column simulated_in bigint not null default 0 check (simulated_in >= 0);
-- The account that a simulated person was made up for: what the person creates counts there.
alter table accounts add column sponsor_id text collate "C" references accounts (id);
create index accounts_ahead on accounts (id) where clock_ahead > 0;

-- The account that is credited when the recipient is paid, once that is known.
alter table recipients add column wallet_id text collate "C";

-- The ledger, again: balances are moved by the database itself, and only by transfers. Room is left on each page, so
-- that a moved balance stays where it is.
alter table ledger_accounts add column kind text collate "C"
    check (kind in ('available', 'held', 'world', 'fees', 'rounding'));
update ledger_accounts set kind =
    case when id like '%:available' then 'available' when id like '%:held' then 'held' else 'world' end;
alter table ledger_accounts alter column kind set not null;
alter table ledger_accounts add constraint ledger_accounts_owner
    check ((account_id is not null) = (kind in ('available', 'held')));
-- Only what lies outside, and what rounding left over, may be below zero.
alter table ledger_accounts drop constraint ledger_accounts_not_overdrawn;
alter table ledger_accounts add constraint ledger_accounts_not_overdrawn
    check (balance >= 0 or kind in ('world', 'rounding'));
alter table ledger_accounts set (fillfactor = 50);
insert into ledger_accounts (id, mode, kind, updated_at) values
    ('live:fees', 'live', 'fees', 0), ('test:fees', 'test', 'fees', 0),
    ('live:rounding', 'live', 'rounding', 0), ('test:rounding', 'test', 'rounding', 0);

drop trigger transfers_never_change on transfers;
-- Both sides are looked up by the statement that moves the balances; looking them up row by row costs too much.
alter table transfers drop constraint transfers_debit_id_fkey;
alter table transfers drop constraint transfers_credit_id_fkey;
alter table transfers drop constraint transfers_check;
alter table transfers drop constraint transfers_pkey;
alter table transfers add column seq bigint generated always as identity;
alter table transfers add primary key (seq);
alter table transfers add constraint transfers_operation unique (operation);
alter table transfers add column step text collate "C";
update transfers set step = 'credit';
alter table transfers alter column step set not null;
alter table transfers add constraint transfers_two_sides check (debit_id <> credit_id);
alter table transfers add constraint transfers_step check (operation = split_part(operation, ':', 1) || ':' || step);

-- Which step may move money between which kinds of account.
create table ledger_rules (
    step text collate "C" not null,
    debit_kind text collate "C" not null,
    credit_kind text collate "C" not null,
    same_owner bigint not null,
    primary key (step, debit_kind, credit_kind)
);
insert into ledger_rules (step, debit_kind, credit_kind, same_owner) values
    ('credit', 'world', 'available', 0),
    ('hold', 'available', 'held', 1),
    ('resolve', 'held', 'available', 0);
create function ledger_rules_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'the rules of the ledger come with a migration';
end;
$$;
create trigger ledger_rules_stay before insert or update or delete or truncate on ledger_rules
    for each statement execute function ledger_rules_refuse();

-- Transactions, again: a payout item is a transaction, and so is what its recipient receives.
alter table transactions drop constraint transactions_account_id_fkey;
alter table transactions add column payout_id text collate "C";
alter table transactions add column recipient_id text collate "C";
alter table transactions add column bank_account_id text collate "C";
alter table transactions add column reference text collate "C";
alter table transactions add column failure_reason text collate "C";
alter table transactions add column claim_expires_at bigint;
-- The item this money came from, or the name of what happened outside.
alter table transactions add column source_id text collate "C";
alter table transactions add column external_reference text collate "C";
update transactions set external_reference = 'founding:' || id;
alter table transactions add check (type in ('deposit', 'withdrawal', 'payout', 'inbound_transfer'));
alter table transactions add check (status in
    ('queued', 'awaiting_transfer', 'processing', 'completed', 'failed', 'cancelled', 'expired', 'pending_claim'));
alter table transactions add check (currency = 'USDC');
alter table transactions add constraint transactions_item
    check ((type = 'payout') = (payout_id is not null and recipient_id is not null));
alter table transactions add constraint transactions_source check (
    (type = 'inbound_transfer') = ((source_id is not null) <> (external_reference is not null)));
alter table transactions set (fillfactor = 60);
create index transactions_by_recipient on transactions (recipient_id, created_at, id) where recipient_id is not null;
create unique index transactions_by_external_reference on transactions (external_reference)
    where external_reference is not null;

create function transactions_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a transaction keeps what it is about, stays as it ended, and is never deleted';
end;
$$;
create trigger transactions_keep before update of
    id, account_id, type, amount, currency, created_at, payout_id, recipient_id, source_id, external_reference
on transactions for each statement execute function transactions_refuse();
create trigger transactions_end before update on transactions for each row
when (old.status in ('completed', 'failed', 'cancelled', 'expired')
    and not (old.type = 'withdrawal' and old.status = 'completed' and new.status = 'failed'))
execute function transactions_refuse();
create trigger transactions_stay before delete or truncate on transactions
    for each statement execute function transactions_refuse();

-- Transfers are checked against the rules and move the balances, all of one statement at once, or they are refused.
-- The function runs as its owner, so only the owner may attach it to a table, and it works for no other table.
create function transfers_move() returns trigger language plpgsql security definer set search_path from current as $$
declare
    wanted bigint;
    done bigint;
begin
    if tg_relid <> 'transfers'::regclass then
        raise exception 'only transfers move balances';
    end if;
    select count(*) into wanted from inserted;
    select count(*) into done from inserted n
        join ledger_accounts d on d.id = n.debit_id
        join ledger_accounts c on c.id = n.credit_id
        join ledger_rules r on r.step = n.step and r.debit_kind = d.kind and r.credit_kind = c.kind
        where d.mode = c.mode and (r.same_owner = 0 or d.account_id = c.account_id);
    if done <> wanted then
        raise exception 'this transfer breaks the rules of the ledger';
    end if;
    if exists (select 1 from inserted n where n.step = 'credit' and not exists (
        select 1 from transactions t where t.id = split_part(n.operation, ':', 1)
        and t.type = 'inbound_transfer' and t.external_reference is not null and t.amount = n.amount
        and t.account_id || ':available' = n.credit_id)) then
        raise exception 'money from outside needs the transaction of its arrival';
    end if;
    update ledger_accounts a set balance = a.balance + m.difference, updated_at = m.updated_at
        from (select id, cast(sum(difference) as bigint) as difference, max(created_at) as updated_at
            from (select debit_id as id, -amount as difference, created_at from inserted
                union all select credit_id, amount, created_at from inserted) sides group by id) m
        where a.id = m.id;
    return null;
end;
$$;
revoke execute on function transfers_move() from public;
create trigger transfers_move after insert on transfers
    referencing new table as inserted for each statement execute function transfers_move();
create trigger transfers_never_change before update or delete or truncate on transfers
    for each statement execute function transfers_refuse_change();

-- A balance is moved by the trigger above, and by nothing else. That trigger runs as its owner, so a role that does not
-- own it cannot update a balance, whatever it was granted. The depth refuses what the owner does by mistake; another
-- trigger can raise it.
create function ledger_accounts_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    if tg_op <> 'UPDATE' then
        raise exception 'a ledger account is never deleted';
    elsif pg_trigger_depth() < 2 or current_user <> (
        select pg_get_userbyid(proowner) from pg_proc where oid = 'transfers_move()'::regprocedure) then
        raise exception 'only a transfer moves a balance';
    end if;
    return null;
end;
$$;
create trigger ledger_accounts_move before update or delete or truncate on ledger_accounts
    for each statement execute function ledger_accounts_refuse();
create function ledger_accounts_start() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from inserted where balance <> 0) then
        raise exception 'a ledger account starts at zero';
    end if;
    return null;
end;
$$;
create trigger ledger_accounts_start after insert on ledger_accounts
    referencing new table as inserted for each statement execute function ledger_accounts_start();

create table payouts (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    -- The mode of its account: workers look for live payouts first.
    mode text collate "C" not null check (mode in ('live', 'test')),
    status text collate "C" not null check (status in ('processing', 'completed', 'failed', 'cancelled')),
    currency text collate "C" not null check (currency = 'USDC'),
    total_amount bigint not null check (total_amount > 0),
    total_items bigint not null check (total_items between 1 and 100),
    processing bigint not null check (processing >= 0),
    pending_claim bigint not null check (pending_claim >= 0),
    completed bigint not null check (completed >= 0),
    failed bigint not null check (failed >= 0),
    cancelled bigint not null check (cancelled >= 0),
    reference text collate "C",
    idempotency_key text collate "C",
    created_at bigint not null,
    completed_at bigint,
    -- When a worker should look at it again: somebody has it until then.
    next_at bigint,
    constraint payouts_counters check (processing + pending_claim + completed + failed + cancelled = total_items),
    constraint payouts_open check ((status = 'processing') = (processing + pending_claim > 0)),
    constraint payouts_ended check ((status = 'processing') = (completed_at is null))
) with (fillfactor = 60);
create index payouts_by_age on payouts (account_id, created_at, id);
create index payouts_by_reference on payouts (account_id, reference, created_at, id) where reference is not null;
create index payouts_by_idempotency_key on payouts (account_id, idempotency_key, created_at, id)
    where idempotency_key is not null;
create index payouts_due on payouts (mode, next_at) where next_at is not null;
create function payouts_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a payout keeps what it is about, stays as it ended, and is never deleted';
end;
$$;
create trigger payouts_keep before update on payouts for each row
when (new.id <> old.id or new.account_id <> old.account_id or new.mode <> old.mode or new.currency <> old.currency
    or new.total_amount <> old.total_amount or new.total_items <> old.total_items
    or new.created_at <> old.created_at)
execute function payouts_refuse();
create trigger payouts_end before update on payouts for each row when (old.status <> 'processing')
    execute function payouts_refuse();
create trigger payouts_stay before delete or truncate on payouts
    for each statement execute function payouts_refuse();

-- Items that wait for somebody to come and claim them.
create table claims (
    item_id text collate "C" primary key not null,
    account_id text collate "C" not null,
    mode text collate "C" not null check (mode in ('live', 'test')),
    email_key text collate "C" not null,
    expires_at bigint not null,
    -- The email that announces it.
    email_id text collate "C" not null
);
create index claims_by_email on claims (mode, email_key, item_id);
create index claims_by_expiry on claims (mode, expires_at);
create index claims_by_account on claims (account_id, expires_at);
create index claims_by_email_id on claims (email_id);

-- Emails to send. One cause, one email.
create table emails (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    kind text collate "C" not null check (kind in ('claim')),
    email text collate "C" not null,
    cause text collate "C" not null constraint emails_cause unique,
    -- Email of a test account is kept to be looked at, and never sent.
    status text collate "C" not null check (status in ('queued', 'kept')),
    created_at bigint not null
);

-- What happened, as it was shown at that moment.
create table events (
    id text collate "C" primary key not null,
    account_id text collate "C" not null,
    type text collate "C" not null,
    object_id text collate "C" not null,
    sequence bigint not null check (sequence > 0),
    data text collate "C" not null,
    created_at bigint not null
);

-- Outgoing money is stopped while a row here is not lifted. Stops are only added, and each is lifted once, by somebody,
-- for a reason.
create table freezes (
    id text collate "C" primary key not null,
    reason text collate "C" not null,
    created_at bigint not null,
    lifted_at bigint,
    lifted_by text collate "C",
    lift_reason text collate "C",
    -- Broken rows that whoever lifted it accepted, one in a line: the audit does not stop money again for these alone.
    lifted_despite text collate "C",
    constraint freezes_lifted check ((lifted_at is null) = (lifted_by is null)
        and (lifted_at is null) = (lift_reason is null) and (lifted_at is null) = (lifted_despite is null)),
    constraint freezes_words check (lifted_by <> '' and lift_reason <> '')
);
