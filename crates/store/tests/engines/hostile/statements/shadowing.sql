-- Tables, views, triggers and operators of the caller that stand in for those that a guard relies on.
-- Each starts with the engine, or with who tries it on PostgreSQL: `role` may only select, insert, update, delete and
-- create temporary tables, `any` is that role and the owner.

-- any: a temporary transaction explains money from outside
create temporary table transactions (like public.transactions);
insert into transactions (id, account_id, type, status, amount, currency, created_at, external_reference)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 5000000000, 'USDC', {now}, 'x');
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{ada}:available', 5000000000, {now});

-- any: a temporary view explains money from outside
create temporary view transactions as select 'txn_x' as id, '{ada}' as account_id, 'inbound_transfer' as type,
    'completed' as status, 5 as amount, 'x' as external_reference, null as failure_reason;
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{ada}:available', 5, {now});

-- postgres: a schema of its own explains money from outside
create schema shadow;
create table shadow.transactions (like public.transactions);
insert into shadow.transactions (id, account_id, type, status, amount, currency, created_at, external_reference)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 5, 'USDC', {now}, 'x');
set local search_path = shadow, public;
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{ada}:available', 5, {now});

-- any: a temporary notice explains what is parked
create temporary table rail_notices (like public.rail_notices);
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'received', 'x', 'parked', 5, 1);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('ntc_x:park', 'park', 'test:world:bank:brl_pix', 'test:suspense', 5, {now});

-- any: a temporary rule allows a gift
create temporary table ledger_rules (like public.ledger_rules);
insert into ledger_rules (step, debit_kind, credit_kind, same_owner) values ('gift', 'available', 'available', 0);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:gift', 'gift', '{ada}:available', '{bob}:available', 5, {now});

-- any: temporary balances move instead of the real ones
create temporary table ledger_accounts (like public.ledger_accounts);
insert into ledger_accounts (id, mode, kind, account_id, balance, updated_at)
select id, mode, kind, account_id, 1000000000000, updated_at from public.ledger_accounts;
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_live:hold', 'hold', '{live}:available', '{live}:held', 1000000000, {now});

-- any: a temporary table takes the name of what was inserted
create temporary table inserted (like public.transfers);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:gift', 'gift', '{ada}:available', '{bob}:available', 5, {now});

-- any: a temporary account has a payout
create temporary table accounts (like public.accounts);
insert into accounts (id, user_id, mode, own_app_id, created_at, clock_ahead, withdraws_automatically, simulated_in)
select 'acct_x', user_id, 'test', 'app_x', created_at, clock_ahead, 0, 0 from public.accounts limit 1;
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at)
values ('po_x', 'acct_x', 'test', 'processing', 'USDC', 5, 1, 1, 0, 0, 0, 0, 1);

-- any: a temporary table hides whose event it is
create temporary table events (like public.events);
insert into deliveries (endpoint_id, event_id, account_id, next_at) values ('we_bob', '{own_event}', '{bob}', 1);

-- any: a temporary network has a later block
create temporary table networks (like public.networks);
insert into networks (only_one, id, chain_id, token, code, treasury, gas_account, block, block_hash, block_at, holds,
    own, next_index, next_nonce, created_at)
select only_one, id, chain_id, token, code, treasury, gas_account, block, block_hash, 1000, holds,
    own, next_index, next_nonce, created_at from public.networks;
update authorizations set ending = 'expired', ended_at = 2 where id = '0xopen';

-- any: a temporary table hides that a nonce was used
create temporary table relay_transactions (like public.relay_transactions);
insert into public.relay_transactions (id, authorization_id, nonce, max_fee, tip, gas_limit, raw, created_at)
values ('0xx', '0xkept', 0, 20, 1, 100, {blob1}, 1);

-- any: a temporary bank account takes payments
create temporary table bank_accounts (like public.bank_accounts);
insert into bank_accounts select 'ba_x', '{ada}', app_id, name, 'active', rail, details, events, created_at
    from public.bank_accounts limit 1;
update automatic_withdrawals set bank_account_id = 'ba_x' where account_id = '{ada}';

-- any: a temporary transaction is a payment
create temporary table transactions (like public.transactions);
insert into transactions (id, account_id, type, status, amount, currency, created_at)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 5, 'USDC', {now});
insert into incoming_payments (transaction_id, account_id, mode, amount, created_at, status)
values ('txn_x', '{ada}', 'test', 5, 1, 'pending');

-- any: a temporary payment explains an automatic withdrawal
create temporary table incoming_payments (like public.incoming_payments);
insert into incoming_payments values ('txn_y', '{ada}', 'test', 5, 1, 'collected', 'txn_x');
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events, automatic)
values ('txn_x', '{ada}', 'test', 'withdrawal', 1, 'brl_pix', 0, 0, 0, 1, 1, 'x', 'none', 1, 1);

-- postgres: an operator of its own lets a wallet start with money
create schema shadow;
create function shadow.never(bigint, integer) returns boolean language sql as 'select false';
create operator shadow.<> (leftarg = bigint, rightarg = integer, function = shadow.never);
set local search_path = shadow, pg_catalog, public;
insert into ledger_accounts (id, mode, kind, account_id, balance, updated_at)
values ('acct_bare:available', 'test', 'available', 'acct_bare', 5, {now});

-- role: a trigger on a temporary table sets a balance
create temporary table lever (pulled bigint);
create function pg_temp.pull() returns trigger language plpgsql as
$$ begin update ledger_accounts set balance = balance + 5000 where id = '{bob}:available'; return null; end; $$;
create trigger pull after insert on lever for each statement execute function pg_temp.pull();
insert into lever values (1);

-- role: triggers inside triggers set a balance
create temporary table lever (pulled bigint);
create function pg_temp.pull() returns trigger language plpgsql as
$$ begin
    if pg_trigger_depth() < 4 then insert into lever values (1); end if;
    update ledger_accounts set balance = balance + 5000 where id = '{bob}:available';
    return null;
end; $$;
create trigger pull after insert on lever for each statement execute function pg_temp.pull();
insert into lever values (1);

-- any: a temporary user has the address of an email
create temporary table users (like public.users);
insert into users (id, email, email_key, name, account_type, password_hash, created_at, verified_at, epoch, latest_device)
select user_id, 'x@example.com', 'x@example.com', '', 'business', '', 1, 1, 0, 0 from accounts where id = '{ada}';
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
values ('email_x', '{ada}', 'paid', 'x@example.com', 'x', 'kept', {now}, {now}, 'sandbox');

-- role: a temporary catalog says that the caller owns the ledger
create temporary table pg_proc as select oid, (select oid from pg_roles where rolname = current_user) as proowner
    from pg_catalog.pg_proc where proname = 'transfers_move';
set local search_path = pg_temp, pg_catalog, public;
create temporary table lever (pulled bigint);
create function pg_temp.pull() returns trigger language plpgsql as
$$ begin update ledger_accounts set balance = balance + 5000 where id = '{bob}:available'; return null; end; $$;
create trigger pull after insert on lever for each statement execute function pg_temp.pull();
insert into lever values (1);

-- any: a temporary table moves balances as transfers do
create temporary table lever (seq bigint, operation text, step text, debit_id text, credit_id text, amount bigint,
    created_at bigint);
create trigger lever after insert on lever referencing new table as inserted
    for each statement execute function transfers_move();
insert into lever values (1, 'txn_paid:rounding', 'rounding', '{ada}:held', 'test:rounding', -1, {now});

-- any: balances are merged
merge into ledger_accounts a using (values (1)) as v (x) on a.id = '{bob}:available'
when matched then update set balance = a.balance + 5;

-- any: a balance is set beside a transfer
with moved as (insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
    values ('po_one:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now}) returning 1)
update ledger_accounts set balance = balance + 5 where id = '{bob}:available';

-- any: a balance is set from another table
update ledger_accounts a set balance = a.balance + t.amount from transfers t where t.credit_id = a.id;

-- role: a session without triggers sets a balance
set local session_replication_role = replica;
update ledger_accounts set balance = balance + 5 where id = '{bob}:available';

-- role: the guards of balances are disabled
alter table ledger_accounts disable trigger user;

-- role: a trigger of the caller skips a balance
create function pg_temp.skip() returns trigger language plpgsql as $$ begin return null; end; $$;
create trigger skip before update on ledger_accounts for each row execute function pg_temp.skip();

-- role: a rule of the caller skips a balance
create rule skip as on update to ledger_accounts do instead nothing;

-- role: transfers inherit a row
create temporary table more () inherits (transfers);

-- sqlite: a temporary transaction explains money from outside
create temporary table transactions as select * from main.transactions where false;
insert into temp.transactions (id, account_id, type, status, amount, currency, created_at, external_reference)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 5, 'USDC', {now}, 'x');
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{ada}:available', 5, {now});

-- sqlite: temporary balances move instead of the real ones
create temporary table ledger_accounts as select id, mode, kind, account_id, 1000000000000 as balance, updated_at, moved_by
    from main.ledger_accounts;
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_live:hold', 'hold', '{live}:available', '{live}:held', 1000000000, {now});

-- sqlite: a temporary trigger skips the debit
create temporary trigger skip before update on main.ledger_accounts when new.id = '{ada}:available'
begin select raise(ignore); end;
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_one:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now});

-- sqlite: a temporary trigger skips the credit
create temporary trigger skip before update on main.ledger_accounts when new.id = '{ada}:held'
begin select raise(ignore); end;
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_one:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now});

-- sqlite: an overdraft skips the debit
insert or ignore into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_live:hold', 'hold', '{live}:available', '{live}:held', 1000000000, {now});

-- sqlite: a balance that cannot be counted skips the credit
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at, external_reference)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 9223372036854775807, 'USDC', {now}, {now}, 'x');
insert or ignore into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{ada}:available', 9223372036854775807, {now});

-- any: a temporary action explains another limit of operators
create temporary table operator_actions (like public.operator_actions);
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_x', 'done', 'x', 'x', 'ann', 'x', 'x', 1, 1, 1, 1);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_x', 'act_00000000000000000000000000', 1, 1, 1);

-- any: a temporary account has a wallet
create temporary table accounts (like public.accounts);
insert into accounts (id, user_id, mode, own_app_id, created_at, clock_ahead, withdraws_automatically, simulated_in)
select id, user_id, 'live', own_app_id, created_at, clock_ahead, 0, 0 from public.accounts where id = 'acct_bare';
insert into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('acct_bare:available', 'live', 'available', 'acct_bare', {now});

-- any: a temporary answer is of an account
create temporary table accounts (like public.accounts);
insert into accounts (id, user_id, mode, own_app_id, created_at, clock_ahead, withdraws_automatically, simulated_in)
values ('acct_x', 'usr_x', 'test', 'app_x', 1, 0, 0, 0);
insert into stored_responses (account_id, app_id, path, key, fingerprint, object, body, created_at)
values ('acct_x', 'app_x', '/x', 'x', {blob1}, 'x', {blob1}, 1);

-- any: a temporary recipient has the address of a claim
create temporary table recipients (like public.recipients);
insert into recipients (id, account_id, email, email_key, created_at, events) values ('{recipient}', '{ada}', 'x@example.com', 'x@example.com', 1, 1);
insert into claims (item_id, account_id, mode, email_key, amount, expires_at, email_id)
values ('txn_waits', '{ada}', 'test', 'x@example.com', 1, 9, '{email}');

-- any: a temporary user has the address of a recipient
create temporary table users (like public.users);
insert into users (id, email, email_key, name, account_type, password_hash, created_at, verified_at, epoch, latest_device)
select user_id, 'bob@example.com', 'bob@example.com', '', 'business', '', 1, 1, 0, 0 from accounts where id = '{live}';
update recipients set wallet_id = '{live}' where id = 'rcp_live';

-- role: a temporary catalog says that the caller owns the migrations
create temporary table pg_class (oid oid, relowner oid);
insert into pg_class select 'public.migrations'::regclass, r.oid from pg_roles r where r.rolname = current_user;
set local search_path = pg_temp, pg_catalog, public;
insert into migrations (version, name, checksum) values (9999, 'x', 'x');
