-- What moves the balances of `ledger_accounts`, and what guards them.

-- Only a transfer moves a balance.
-- The trigger of the transfers does it and runs as its owner, so a role that doesn't own it can't update a balance,
-- whatever it was granted. The depth refuses mistakes of the owner; another trigger could raise it.
create function ledger_accounts_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    if tg_op <> 'UPDATE' then
        raise exception 'a ledger account cannot be deleted';
    elsif pg_trigger_depth() < 2 or current_user <> (
        select pg_get_userbyid(proowner) from pg_proc where oid = 'transfers_move()'::regprocedure) then
        raise exception 'only a transfer can change a balance';
    end if;
    return null;
end;
$$;
create trigger ledger_accounts_move before update or delete or truncate on ledger_accounts
    for each statement execute function ledger_accounts_refuse();
-- New ledger accounts are those of a new account. All others come with a migration.
-- Each has its first statement. Only the owner may open one, so the function runs as its owner.
create function ledger_accounts_start() returns trigger language plpgsql security definer
set search_path from current as $$
begin
    if exists (select 1 from inserted where balance <> 0) then
        raise exception 'a new ledger account must start at zero';
    end if;
    if exists (select 1 from inserted n where not exists (
        select 1 from accounts a where a.id = n.account_id and a.mode = n.mode
        and n.id = a.id || ':' || n.kind)) then
        raise exception 'a new ledger account must be a wallet with the name and mode of its account';
    end if;
    insert into statements (account_id, starts_at, first_transfer, available, held)
        select i.account_id, cast(extract(epoch from date_trunc('month',
            timestamp '1970-01-01' + i.updated_at / 1000000 * interval '1 second')) as bigint) * 1000000, 0, 0, 0
        from inserted i where i.kind = 'available'
            and not exists (select 1 from statements s where s.account_id = i.account_id);
    return null;
end;
$$;
revoke execute on function ledger_accounts_start() from public;
create trigger ledger_accounts_start after insert on ledger_accounts
    referencing new table as inserted for each statement execute function ledger_accounts_start();

-- A row is a rule: this step may move money between these kinds of ledger account.
create table ledger_rules (
    step text collate "C" not null,
    debit_kind text collate "C" not null,
    credit_kind text collate "C" not null,
    -- 1 if both ledger accounts must belong to the same account.
    same_owner bigint not null,
    primary key (step, debit_kind, credit_kind)
);
insert into ledger_rules (step, debit_kind, credit_kind, same_owner) values
    ('credit', 'world', 'available', 0),
    ('hold', 'available', 'held', 1),
    ('resolve', 'held', 'available', 0),
    ('resolve', 'held', 'world', 0),
    ('fee', 'held', 'fees', 0),
    ('fee', 'world', 'fees', 0),
    ('rounding', 'held', 'rounding', 0),
    ('return', 'world', 'available', 0),
    ('return_fee', 'fees', 'available', 0),
    ('return_rounding', 'rounding', 'available', 0),
    ('park', 'world', 'suspense', 0),
    ('unpark', 'suspense', 'world', 0);
-- Rules change with a migration only: a new rule would allow new ways to move money.
create function ledger_rules_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'only a migration can change the ledger rules';
end;
$$;
create trigger ledger_rules_stay before insert or update or delete or truncate on ledger_rules
    for each statement execute function ledger_rules_refuse();

-- A row is money that an account sends or receives: a deposit, a withdrawal, an item of a payout, or what a recipient
-- gets. It has no foreign keys: a payout inserts up to a hundred rows, and the audit checks what they refer to.
create table transactions (
    id text collate "C" primary key not null,
    account_id text collate "C" not null,
    type text collate "C" not null check (type in ('deposit', 'withdrawal', 'payout', 'inbound_transfer')),
    status text collate "C" not null check (status in
        ('queued', 'awaiting_transfer', 'processing', 'completed', 'failed', 'cancelled', 'expired', 'pending_claim')),
    amount bigint not null check (amount > 0),
    currency text collate "C" not null check (currency = 'USDC'),
    created_at bigint not null,
    completed_at bigint,
    payout_id text collate "C",
    recipient_id text collate "C",
    bank_account_id text collate "C",
    reference text collate "C",
    failure_reason text collate "C",
    claim_expires_at bigint,
    -- Where the money of an inbound transfer came from: the payout item, or the name of the payment from outside.
    source_id text collate "C",
    external_reference text collate "C",
    constraint transactions_item check ((type = 'payout') = (payout_id is not null and recipient_id is not null)),
    constraint transactions_source check (
        (type = 'inbound_transfer') = ((source_id is not null) <> (external_reference is not null)))
-- Room for the update that settles an item, on the same page.
) with (fillfactor = 60);
create index transactions_by_age on transactions (account_id, created_at, id);
-- It has queued items, too: a condition on the status would make every change of the status write to every index.
create index transactions_by_recipient on transactions (recipient_id, created_at, id) where recipient_id is not null;
-- Statements find the entry of a recipient by the item that paid it.
create index transactions_by_source on transactions (source_id) where source_id is not null;
-- A payment from outside is credited once.
create unique index transactions_by_external_reference on transactions (external_reference)
    where external_reference is not null;
-- Only the amount of a deposit can change: it may turn out to be more or less than announced, until it has arrived.
create function transactions_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a transaction cannot be deleted, and only its progress can change until it is final';
end;
$$;
create trigger transactions_keep before update of
    id, account_id, type, currency, created_at, payout_id, recipient_id, source_id, external_reference, bank_account_id
on transactions for each statement execute function transactions_refuse();
create trigger transactions_amount before update of amount on transactions for each row
when (new.amount <> old.amount and not (old.type = 'deposit' and old.status = 'awaiting_transfer'))
execute function transactions_refuse();
-- One exception: a bank can return a withdrawal after it was completed.
create trigger transactions_end before update on transactions for each row
when (old.status in ('completed', 'failed', 'cancelled', 'expired')
    and not (old.type = 'withdrawal' and old.status = 'completed' and new.status = 'failed'))
execute function transactions_refuse();
create trigger transactions_stay before delete or truncate on transactions
    for each statement execute function transactions_refuse();

-- A row is a movement of money from one ledger account to another.
create table transfers (
    seq bigint generated always as identity primary key,
    -- The id of the payout, transaction or notice that explains the transfer, and the step: no step is done twice.
    operation text collate "C" not null constraint transfers_operation unique,
    step text collate "C" not null,
    -- The guard below looks both ledger accounts up. Foreign keys would cost too much.
    debit_id text collate "C" not null,
    credit_id text collate "C" not null,
    amount bigint not null check (amount > 0),
    created_at bigint not null,
    constraint transfers_two_sides check (debit_id <> credit_id),
    constraint transfers_step check (operation = split_part(operation, ':', 1) || ':' || step)
);
-- The movements of a statement: what left an account, and what came to it. Each is one of these steps; fees and leftovers
-- are found by the operation of the movement that they belong to.
create index transfers_out on transfers (debit_id, seq) where step = 'resolve';
create index transfers_in on transfers (credit_id, seq) where step = 'resolve' or step = 'credit' or step = 'return';
alter table transfers alter column step set statistics 0;
-- Checks a transfer against the rules and moves both balances, or refuses it. A row must explain the transfer: a
-- payout, an item, a deposit, a withdrawal, an arrival or a notice, of the same account and amount. A completed item
-- pays the wallet of its recipient. In the sandbox, where anyone can use a claim link, it may pay any wallet.
-- All rows of a statement are done at once. The function runs as its owner, so only the owner may attach it to a
-- table, and it refuses to work for any other table.
create function transfers_move() returns trigger language plpgsql security definer set search_path from current as $$
declare
    wanted bigint;
    done bigint;
    is_new_day boolean;
begin
    if tg_relid <> 'transfers'::regclass then
        raise exception 'only a transfer can change a balance';
    end if;
    select count(*) into wanted from inserted;
    select sum(g.count), bool_or(g.is_new_day) into done, is_new_day from (
            select n.step, d.kind as debit_kind, c.kind as credit_kind, d.account_id = c.account_id as is_same_owner,
                count(*) as count, bool_or(n.created_at / 86400000000 > d.updated_at / 86400000000
                    or n.created_at / 86400000000 > c.updated_at / 86400000000) as is_new_day
            from inserted n join ledger_accounts d on d.id = n.debit_id join ledger_accounts c on c.id = n.credit_id
            where d.mode = c.mode group by 1, 2, 3, 4) g
        join ledger_rules r on r.step = g.step and r.debit_kind = g.debit_kind and r.credit_kind = g.credit_kind
        where r.same_owner = 0 or g.is_same_owner;
    if done is distinct from wanted then
        raise exception 'this transfer breaks the ledger rules';
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
    if is_new_day then
        insert into statements (account_id, starts_at, first_transfer, available, held)
            select f.account_id, f.starts_at, f.seq, f.available, f.held from (
                select s.account_id, s.starts_at, s.seq,
                    max(s.starts_at) over earlier as earlier_start,
                    w.balance + coalesce(cast(sum(s.available) over earlier as bigint), 0) as available,
                    h.balance + coalesce(cast(sum(s.held) over earlier as bigint), 0) as held
                from (
                    select a.account_id, n.seq, cast(extract(epoch from date_trunc('month',
                            timestamp '1970-01-01' + n.created_at / 1000000 * interval '1 second')) as bigint)
                            * 1000000 as starts_at,
                        sum(case a.kind when 'available' then n.difference else 0 end) as available,
                        sum(case a.kind when 'held' then n.difference else 0 end) as held
                    from (select debit_id as id, -amount as difference, seq, created_at from inserted
                        union all select credit_id, amount, seq, created_at from inserted) n
                    join ledger_accounts a on a.id = n.id and a.account_id is not null
                    group by a.account_id, n.seq, n.created_at) s
                join ledger_accounts w on w.id = s.account_id || ':available'
                join ledger_accounts h on h.id = s.account_id || ':held'
                window earlier as (
                    partition by s.account_id order by s.seq rows between unbounded preceding and 1 preceding)) f
            where (f.earlier_start is null or f.earlier_start < f.starts_at) and not exists (
                select 1 from statements x where x.account_id = f.account_id and x.starts_at >= f.starts_at);
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
-- History is never rewritten: an error is corrected with a new transfer.
create function transfers_refuse_change() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a transfer cannot be changed or deleted: correct it with a new one';
end;
$$;
create trigger transfers_never_change before update or delete or truncate on transfers
    for each statement execute function transfers_refuse_change();

-- A row opens the statement of an account for a calendar month (UTC), in which its money moved. The database writes it
-- as it takes in the first transfer of that month. The statement ends where the account's next one begins. The first one
-- of an account begins with it, at zero.
create table statements (
    account_id text collate "C" not null,
    -- The start of the month.
    starts_at bigint not null,
    -- The account's first transfer in it; 0 for the first statement.
    first_transfer bigint not null,
    -- The opening balance: what the account could spend, and what was reserved.
    available bigint not null,
    held bigint not null,
    primary key (account_id, starts_at)
);
-- A transfer that is dated before the account's latest statement, by a clock that was behind, belongs to that statement.
-- Statements are opened by what opens an account and by what moves its balances, which both run as their owner.
create function statements_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    if tg_op <> 'INSERT' then
        raise exception 'an opening balance cannot be changed or deleted';
    elsif pg_trigger_depth() < 2 or current_user <> (
        select pg_get_userbyid(proowner) from pg_proc where oid = 'transfers_move()'::regprocedure) then
        raise exception 'only the first transfer of a month can open a statement';
    end if;
    return null;
end;
$$;
create trigger statements_stay before insert or update or delete or truncate on statements
    for each statement execute function statements_refuse();
