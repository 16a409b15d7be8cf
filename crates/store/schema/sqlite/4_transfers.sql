-- What moves the balances of `ledger_accounts`, and what guards them.

-- Only a transfer moves a balance.
-- Each balance accepts a transfer that is newer than the last one that moved it, and by exactly its amount.
create trigger ledger_accounts_move before update of balance, updated_at, moved_by on ledger_accounts
begin
    select raise(rollback, 'only a transfer can change a balance') where new.moved_by <= old.moved_by
        or not exists (select 1 from transfers t where t.seq = new.moved_by and t.created_at = new.updated_at
            and ((t.debit_id = old.id and new.balance = old.balance - t.amount)
                or (t.credit_id = old.id and new.balance = old.balance + t.amount)));
end;
create trigger ledger_accounts_keep before update of id, mode, kind, account_id on ledger_accounts
begin
    select raise(rollback, 'only the balance of a ledger account can be changed');
end;
create trigger ledger_accounts_stay before delete on ledger_accounts
begin
    select raise(rollback, 'a ledger account cannot be deleted');
end;
-- New ledger accounts are those of a new account. All others come with a migration.
create trigger ledger_accounts_start before insert on ledger_accounts
begin
    select raise(rollback, 'a new ledger account must start at zero') where new.balance <> 0 or new.moved_by <> 0;
    select raise(rollback, 'a ledger account cannot be replaced')
    where exists (select 1 from ledger_accounts where id = new.id);
    select raise(rollback, 'a new ledger account must be a wallet with the name and mode of its account')
    where not exists (select 1 from accounts a where a.id = new.account_id and a.mode = new.mode
        and new.id = a.id || ':' || new.kind);
    insert into statements (account_id, starts_at, first_transfer, available, held)
        select new.account_id, unixepoch(new.updated_at / 1000000, 'unixepoch', 'start of month') * 1000000, 0, 0, 0
        where new.kind = 'available'
            and not exists (select 1 from statements where account_id = new.account_id);
end;

-- A row is a rule: this step may move money between these kinds of ledger account.
create table ledger_rules (
    step text not null,
    debit_kind text not null,
    credit_kind text not null,
    -- 1 if both ledger accounts must belong to the same account.
    same_owner integer not null,
    primary key (step, debit_kind, credit_kind)
) strict, without rowid;
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
create trigger ledger_rules_new before insert on ledger_rules
begin
    select raise(rollback, 'only a migration can change the ledger rules');
end;
create trigger ledger_rules_keep before update on ledger_rules
begin
    select raise(rollback, 'only a migration can change the ledger rules');
end;
create trigger ledger_rules_stay before delete on ledger_rules
begin
    select raise(rollback, 'only a migration can change the ledger rules');
end;

-- A row is money that an account sends or receives: a deposit, a withdrawal, an item of a payout, or what a recipient
-- gets. It has no foreign keys: a payout inserts up to a hundred rows, and the audit checks what they refer to.
create table transactions (
    id text primary key not null,
    account_id text not null,
    -- Compared one by one: for a list, SQLite builds a small table again for every row.
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
    -- Where the money of an inbound transfer came from: the payout item, or the name of the payment from outside.
    source_id text,
    external_reference text,
    constraint transactions_item check ((type = 'payout') = (payout_id is not null and recipient_id is not null)),
    constraint transactions_source check (
        (type = 'inbound_transfer') = ((source_id is not null) <> (external_reference is not null)))
) strict, without rowid;
create index transactions_by_age on transactions (account_id, created_at, id);
-- The entries of a payout's recipients are on a page each. Items get them when they are settled, together with
-- thousands of others, so that accepting a payout of a hundred items doesn't write a hundred pages.
create index transactions_by_recipient on transactions (recipient_id, created_at, id)
    where recipient_id is not null and status <> 'queued';
-- Statements find the entry of a recipient by the item that paid it.
create index transactions_by_source on transactions (source_id) where source_id is not null;
-- A payment from outside is credited once.
create unique index transactions_by_external_reference on transactions (external_reference)
    where external_reference is not null;
-- Only the amount of a deposit can change: it may turn out to be more or less than announced, until it has arrived.
create trigger transactions_keep before update of
    id, account_id, type, currency, created_at, payout_id, recipient_id, source_id, external_reference, bank_account_id
on transactions
begin
    select raise(rollback, 'the account, type and counterparty of a transaction cannot be changed');
end;
create trigger transactions_amount before update of amount on transactions
when new.amount <> old.amount and not (old.type = 'deposit' and old.status = 'awaiting_transfer')
begin
    select raise(rollback, 'only the amount of a deposit that awaits its money can be changed');
end;
-- One exception: a bank can return a withdrawal after it was completed.
create trigger transactions_end before update on transactions
when (old.status = 'completed' or old.status = 'failed' or old.status = 'cancelled' or old.status = 'expired')
    and not (old.type = 'withdrawal' and old.status = 'completed' and new.status = 'failed')
begin
    select raise(rollback, 'a final transaction cannot be changed');
end;
create trigger transactions_stay before delete on transactions
begin
    select raise(rollback, 'a transaction cannot be deleted');
end;
create trigger transactions_new before insert on transactions
when exists (select 1 from transactions where id = new.id) or (new.external_reference is not null
    and exists (select 1 from transactions where external_reference = new.external_reference))
begin
    select raise(rollback, 'a transaction cannot be replaced');
end;

-- A row is a movement of money from one ledger account to another.
create table transfers (
    seq integer primary key not null,
    -- The id of the payout, transaction or notice that explains the transfer, and the step: no step is done twice.
    operation text not null constraint transfers_operation unique,
    step text not null,
    -- The guard below looks both ledger accounts up. Foreign keys would cost too much.
    debit_id text not null,
    credit_id text not null,
    amount integer not null check (amount > 0),
    created_at integer not null,
    constraint transfers_two_sides check (debit_id <> credit_id),
    constraint transfers_step check (operation = substr(operation, 1, instr(operation, ':') - 1) || ':' || step)
) strict;
-- The movements of a statement: what left an account, and what came to it. Each is one of these steps; fees and leftovers
-- are found by the operation of the movement that they belong to.
create index transfers_out on transfers (debit_id, seq) where step = 'resolve';
create index transfers_in on transfers (credit_id, seq) where step = 'resolve' or step = 'credit' or step = 'return';
-- Checks a transfer against the rules and moves both balances, or refuses it. A row must explain the transfer: a
-- payout, an item, a deposit, a withdrawal, an arrival or a notice, of the same account and amount. A completed item
-- pays the wallet of its recipient. In the sandbox, where anyone can use a claim link, it may pay any wallet.
create trigger transfers_allowed before insert on transfers
begin
    select raise(rollback, 'a transfer cannot be replaced')
    where exists (select 1 from transfers where operation = new.operation)
        or (new.seq > 0 and exists (select 1 from transfers where seq = new.seq));
    select raise(rollback, 'this transfer breaks the ledger rules') where not exists (
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
        union all select 1 from payouts p
            where new.step = 'hold' and p.id = substr(new.operation, 1, instr(new.operation, ':') - 1)
            and p.total_amount = new.amount and p.account_id || ':held' = new.credit_id
        union all select 1 from rail_notices o
            where o.id = substr(new.operation, 1, instr(new.operation, ':') - 1) and o.worth = new.amount
            and ((new.step = 'park' and o.effect = 'parked') or (new.step = 'unpark' and o.effect = 'applied')));
end;
-- `insert or ignore`, or a temporary trigger, could make SQLite skip one of the updates: each must change its row.
create trigger transfers_move after insert on transfers
begin
    update ledger_accounts set balance = balance - new.amount, updated_at = new.created_at, moved_by = new.seq
        where id = new.debit_id;
    select raise(rollback, 'a transfer must change both balances') where changes() <> 1;
    update ledger_accounts set balance = balance + new.amount, updated_at = new.created_at, moved_by = new.seq
        where id = new.credit_id;
    select raise(rollback, 'a transfer must change both balances') where changes() <> 1;
end;
-- History is never rewritten: an error is corrected with a new transfer.
create trigger transfers_never_change before update on transfers
begin
    select raise(rollback, 'a transfer cannot be changed: correct it with a new one');
end;
create trigger transfers_never_go before delete on transfers
begin
    select raise(rollback, 'a transfer cannot be deleted: correct it with a new one');
end;

-- A row opens the statement of an account for a calendar month (UTC), in which its money moved. The database writes it
-- as it takes in the first transfer of that month. The statement ends where the account's next one begins. The first one
-- of an account begins with it, at zero.
create table statements (
    account_id text not null,
    -- The start of the month.
    starts_at integer not null,
    -- The account's first transfer in it; 0 for the first statement.
    first_transfer integer not null,
    -- The opening balance: what the account could spend, and what was reserved.
    available integer not null,
    held integer not null,
    primary key (account_id, starts_at)
) strict, without rowid;
-- A transfer that is dated before the account's latest statement, by a clock that was behind, belongs to that statement.
-- It asks for another day first: finding out the month takes longer.
create trigger ledger_accounts_open_statement before update of balance on ledger_accounts
when old.account_id is not null and old.updated_at / 86400000000 < new.updated_at / 86400000000
begin
    insert into statements (account_id, starts_at, first_transfer, available, held)
        select m.account_id, m.starts_at, new.moved_by, w.balance, h.balance
        from (select old.account_id as account_id,
                unixepoch(new.updated_at / 1000000, 'unixepoch', 'start of month') * 1000000 as starts_at) m
            join ledger_accounts w on w.id = m.account_id || ':available'
            join ledger_accounts h on h.id = m.account_id || ':held'
        where not exists (
            select 1 from statements s where s.account_id = m.account_id and s.starts_at >= m.starts_at);
end;
create trigger statements_new before insert on statements
begin
    select raise(rollback, 'a statement cannot be replaced')
    where exists (select 1 from statements where account_id = new.account_id and starts_at >= new.starts_at);
    select raise(rollback, 'only the first transfer of a month can open a statement, with the balances before it')
    where not (new.first_transfer = 0 and new.available = 0 and new.held = 0
            and not exists (select 1 from ledger_accounts where id = new.account_id || ':available'))
        and not exists (
            select 1 from transfers t join ledger_accounts w on w.id = new.account_id || ':available'
                join ledger_accounts h on h.id = new.account_id || ':held'
            where t.seq = new.first_transfer and w.moved_by < t.seq and h.moved_by < t.seq
                and new.starts_at = unixepoch(t.created_at / 1000000, 'unixepoch', 'start of month') * 1000000
                and (t.debit_id = w.id or t.debit_id = h.id or t.credit_id = w.id or t.credit_id = h.id)
                and w.balance = new.available and h.balance = new.held);
end;
create trigger statements_keep before update on statements
begin
    select raise(rollback, 'an opening balance cannot be changed');
end;
create trigger statements_stay before delete on statements
begin
    select raise(rollback, 'a statement cannot be deleted');
end;
