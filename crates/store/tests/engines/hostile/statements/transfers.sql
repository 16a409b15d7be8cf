-- Transfers that must not be, changes of those that are, and of the rules that they follow.
-- Each starts with the engines that can be asked it, and what it is.

-- both: a transfer's amount is changed
update transfers set amount = amount + 1;

-- both: one transfer's amount is changed
update transfers set amount = 1 where operation = '{ended}:hold';

-- both: a transfer's debit is changed
update transfers set debit_id = '{bob}:held' where operation = '{completed}:resolve';

-- both: a transfer's credit is changed
update transfers set credit_id = '{ada}:available' where operation = '{completed}:resolve';

-- both: a transfer's operation is changed
update transfers set operation = '{open}x:hold' where operation = '{open}:hold';

-- both: a transfer's time is changed
update transfers set created_at = 0;

-- both: a transfer is deleted
delete from transfers where operation = '{completed}:resolve';

-- both: all transfers are deleted
delete from transfers;

-- postgres: transfers are truncated
truncate transfers;

-- both: a payout is held once more under a longer name
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
select '{open}:2:hold', step, debit_id, credit_id, amount, created_at from transfers where operation = '{open}:hold';

-- both: a transfer is copied under its operation
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
select '{open}:hold', 'hold', '{ada}:available', '{ada}:held', total_amount, {now} from payouts where id = '{open}';

-- both: an item is resolved a second time
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{completed}:resolve', 'resolve', '{ada}:held', '{ada}:available', 1, {now});

-- sqlite: a transfer is replaced
insert or replace into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{open}:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now});

-- sqlite: a transfer is replaced by its number
insert or replace into transfers (seq, operation, step, debit_id, credit_id, amount, created_at)
values (1, 'po_one:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now});

-- postgres: a transfer takes a number that is taken
insert into transfers (seq, operation, step, debit_id, credit_id, amount, created_at) overriding system value select min(seq), 'po_one:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now} from transfers;

-- postgres: a transfer chooses its number
insert into transfers (seq, operation, step, debit_id, credit_id, amount, created_at)
values (999, 'po_one:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now});

-- both: a transfer is changed by an upsert
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{open}:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now}) on conflict (operation) do update set amount = 1;

-- both: nothing is moved
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', '{ada}:held', 0, {now});

-- both: less than nothing is moved
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_paid:rounding', 'rounding', '{ada}:held', 'test:rounding', -1, {now});

-- both: less than nothing is taken back
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_paid:rounding', 'rounding', '{ada}:held', 'test:rounding', -1000, {now});

-- both: less than one unit is moved
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', '{ada}:held', 0.4, {now});

-- both: what is no number is moved
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', '{ada}:held', 'NaN', {now});

-- both: an unknown amount is moved
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', '{ada}:held', null, {now});

-- both: more than can be counted is moved
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', '{ada}:held', 9223372036854775808, {now});

-- both: endlessly much is moved
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', '{ada}:held', 1e999, {now});

-- both: a wallet is overdrawn
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_large:hold', 'hold', '{ada}:available', '{ada}:held', 10000000001, {now});

-- both: a live wallet is overdrawn
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_live:hold', 'hold', '{live}:available', '{live}:held', 1000000000, {now});

-- both: more than what is held is given away
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_large:resolve', 'resolve', '{ada}:held', '{ada}:available', 10000000000, {now});

-- both: a balance grows beyond what can be counted
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at, external_reference)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 9223372036854775807, 'USDC', {now}, {now}, 'x');
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{ada}:available', 9223372036854775807, {now});

-- both: money goes in a circle
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', '{ada}:available', 1, {now});

-- both: money comes from an unknown account
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', 'nobody:available', '{ada}:held', 1, {now});

-- both: money goes to an unknown account
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', 'nobody:held', 1, {now});

-- both: money goes to the unknown
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:resolve', 'resolve', '{ada}:held', '{ada}', 1, {now});

-- both: test money becomes live money
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:resolve', 'resolve', '{ada}:held', '{live}:available', 1, {now});

-- both: live accounts are held for test accounts
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', '{live}:held', 1, {now});

-- both: live money comes from the test chain
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at, external_reference)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 5, 'USDC', {now}, {now}, 'x');
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'live:world:chain', '{ada}:available', 5, {now});

-- both: another account's wallet is held
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_bob:hold', 'hold', '{ada}:available', '{bob}:held', 1, {now});

-- both: a step is not that of the operation
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_one:resolve', 'hold', '{ada}:available', '{ada}:held', 1, {now});

-- both: a step is made up
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:gift', 'gift', '{ada}:available', '{bob}:available', 1, {now});

-- both: an operation has no step
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_one', 'hold', '{ada}:available', '{ada}:held', 1, {now});

-- both: money comes from outside without an arrival
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{ada}:available', 5, {now});

-- both: more comes from outside than arrived
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at, external_reference)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 5, 'USDC', {now}, {now}, 'x');
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{ada}:available', 6, {now});

-- both: what arrived goes to another account
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at, external_reference)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 5, 'USDC', {now}, {now}, 'x');
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{bob}:available', 5, {now});

-- both: what an item pays comes from outside once more
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at, source_id)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 5, 'USDC', {now}, {now}, '{failed}');
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{ada}:available', 5, {now});

-- both: an item is an arrival from outside
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at, reference)
values ('txn_x', '{ada}', 'deposit', 'completed', 5, 'USDC', {now}, {now}, 'x');
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:chain', '{ada}:available', 5, {now});

-- both: an arrival is credited twice
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{funding}:credit', 'credit', 'test:world:chain', '{ada}:available', 10000000000, {now});

-- both: good and bad transfers come together
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_one:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now}), ('po_bob:hold', 'hold', '{ada}:available', '{bob}:held', 1, {now});

-- both: together they overdraw
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_half:hold', 'hold', '{ada}:available', '{ada}:held', 9000000000, {now}), ('po_other_half:hold', 'hold', '{ada}:available', '{ada}:held', 9000000000, {now});

-- both: a rule of the ledger is added
insert into ledger_rules (step, debit_kind, credit_kind, same_owner) values ('gift', 'world', 'available', 0);

-- both: a rule of the ledger is doubled
insert into ledger_rules (step, debit_kind, credit_kind, same_owner) values ('hold', 'available', 'held', 0);

-- both: a rule of the ledger is loosened
update ledger_rules set same_owner = 0;

-- both: a rule of the ledger is deleted
delete from ledger_rules where step = 'hold';

-- sqlite: a rule of the ledger is replaced
insert or replace into ledger_rules (step, debit_kind, credit_kind, same_owner)
values ('hold', 'available', 'held', 0);

-- postgres: the rules of the ledger are truncated
truncate ledger_rules;
