-- Transactions that are edited, replaced, deleted or made up.
-- Each starts with the engines that can be asked it, and what it is.

-- both: an item changes its id
update transactions set id = 'txn_x' where id = '{queued}';

-- both: an item changes its account
update transactions set account_id = '{bob}' where id = '{queued}';

-- both: an item changes its type
update transactions set type = 'deposit', payout_id = null where id = '{queued}';

-- both: an item changes only its type
update transactions set type = 'deposit' where id = '{queued}';

-- both: an item changes its amount
update transactions set amount = amount + 1 where id = '{queued}';

-- both: an arrival changes its amount
update transactions set amount = amount + 1 where id = '{arrived}';

-- both: an item changes its currency
update transactions set currency = 'EUR' where id = '{queued}';

-- both: an item changes its age
update transactions set created_at = 0 where id = '{queued}';

-- both: an item changes its payout
update transactions set payout_id = '{ended}' where id = '{queued}';

-- both: an item changes its recipient
update transactions set recipient_id = 'rcp_x' where id = '{queued}';

-- both: an item comes from another one
update transactions set source_id = '{failed}' where id = '{queued}';

-- both: an item comes from outside
update transactions set external_reference = 'x' where id = '{queued}';

-- both: an arrival changes its source
update transactions set source_id = '{failed}' where id = '{arrived}';

-- both: an arrival changes its name outside
update transactions set external_reference = 'x' where id = '{funding}';

-- both: a completed item fails
update transactions set status = 'failed' where id = '{completed}';

-- both: a completed item is queued again
update transactions set status = 'queued', completed_at = null where id = '{completed}';

-- both: a failed item completes
update transactions set status = 'completed' where id = '{failed}';

-- both: an arrival is cancelled
update transactions set status = 'cancelled' where id = '{arrived}';

-- both: an ended item is said to have ended earlier
update transactions set completed_at = 0 where id = '{completed}';

-- both: an ended item changes its reason
update transactions set failure_reason = null where id = '{failed}';

-- both: an ended item can be claimed
update transactions set claim_expires_at = {now} where id = '{failed}';

-- both: an item is in a state that there is not
update transactions set status = 'lost' where id = '{queued}';

-- both: a transaction is deleted
delete from transactions where id = '{queued}';

-- both: all transactions are deleted
delete from transactions;

-- postgres: transactions are truncated
truncate transactions;

-- both: a transaction comes twice
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('{queued}', '{ada}', 'payout', 'queued', 5, 'USDC', {now}, '{open}', '{recipient}', null, null);

-- sqlite: a transaction is replaced
insert or replace into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id)
values ('{queued}', '{ada}', 'payout', 'queued', 5, 'USDC', {now}, '{open}', '{recipient}');

-- both: a transaction is changed by an upsert
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('{queued}', '{ada}', 'payout', 'queued', 5, 'USDC', {now}, '{open}', '{recipient}', null, null) on conflict (id) do update set amount = 5;

-- both: an arrival has the name of another one
insert into transactions (id, account_id, type, status, amount, currency, created_at, external_reference)
select 'txn_x', account_id, type, status, amount, currency, created_at, external_reference from transactions
where id = '{funding}';

-- sqlite: an arrival replaces another one
insert or replace into transactions (id, account_id, type, status, amount, currency, created_at, external_reference)
select 'txn_x', account_id, type, status, amount, currency, created_at, external_reference from transactions
where id = '{funding}';

-- both: a transaction is of a type that there is not
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('txn_x', '{ada}', 'gift', 'queued', 5, 'USDC', {now}, null, null, null, null);

-- both: a new transaction is in a state that there is not
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('txn_x', '{ada}', 'deposit', 'lost', 5, 'USDC', {now}, null, null, null, null);

-- both: a transaction is about nothing
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('txn_x', '{ada}', 'deposit', 'queued', 0, 'USDC', {now}, null, null, null, null);

-- both: a transaction is about less than nothing
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('txn_x', '{ada}', 'deposit', 'queued', -5, 'USDC', {now}, null, null, null, null);

-- both: an item has no payout
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('txn_x', '{ada}', 'payout', 'queued', 5, 'USDC', {now}, null, '{recipient}', null, null);

-- both: an item has no recipient
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('txn_x', '{ada}', 'payout', 'queued', 5, 'USDC', {now}, '{open}', null, null, null);

-- both: a deposit has a payout
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('txn_x', '{ada}', 'deposit', 'queued', 5, 'USDC', {now}, '{open}', '{recipient}', null, null);

-- both: an arrival comes from nowhere
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 5, 'USDC', {now}, null, null, null, null);

-- both: an arrival comes from two places
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('txn_x', '{ada}', 'inbound_transfer', 'completed', 5, 'USDC', {now}, null, null, '{failed}', 'x');

-- both: a deposit comes from an item
insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id, recipient_id,
    source_id, external_reference)
values ('txn_x', '{ada}', 'deposit', 'queued', 5, 'USDC', {now}, null, null, '{failed}', null);

-- both: a transaction is in another currency
insert into transactions (id, account_id, type, status, amount, currency, created_at)
values ('txn_x', '{ada}', 'deposit', 'queued', 5, 'EUR', {now});
