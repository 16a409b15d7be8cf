-- Payouts whose counters do not add up, that leave their end, or that are edited; and what hangs on them.
-- Each starts with the engines that can be asked it, and what it is.

-- both: a counter is raised
update payouts set processing = processing + 1 where id = '{open}';

-- both: all counters are cleared
update payouts set processing = 0, pending_claim = 0, completed = 0, failed = 0, cancelled = 0
where id = '{open}';

-- both: counters say more than the total
update payouts set total_items = 1 where id = '{open}';

-- both: a payout ends too early
update payouts set status = 'completed', completed_at = {now} where id = '{open}';

-- both: a payout ends without a time
update payouts set status = 'failed', processing = 0, failed = 2 where id = '{open}';

-- both: a payout that goes on has an end
update payouts set completed_at = {now} where id = '{open}';

-- both: a payout that has ended goes on
update payouts set status = 'processing', completed_at = null, processing = 1, failed = 0 where id = '{ended}';

-- both: a payout that has ended counts otherwise
update payouts set completed = 2, failed = 0 where id = '{ended}';

-- both: a payout that has ended ends otherwise
update payouts set status = 'failed' where id = '{ended}';

-- both: a payout that has ended ends earlier
update payouts set completed_at = 0 where id = '{ended}';

-- both: a payout changes its total
update payouts set total_amount = total_amount + 1 where id = '{open}';

-- both: a payout changes its account
update payouts set account_id = '{bob}' where id = '{open}';

-- both: a payout changes its id
update payouts set id = 'po_x' where id = '{open}';

-- both: a payout changes its mode
update payouts set mode = 'live' where id = '{open}';

-- both: a payout is in no mode
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'maybe', 'processing', 'USDC', 1, 1, 1, 0, 0, 0, 0, {now}, null);

-- both: a payout is not in the mode of its account
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'live', 'processing', 'USDC', 1, 1, 1, 0, 0, 0, 0, {now}, null);

-- both: a payout has no mode
insert into payouts (id, account_id, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'processing', 'USDC', 1, 1, 1, 0, 0, 0, 0, {now}, null);

-- both: a payout is in another currency
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'processing', 'EUR', 1, 1, 1, 0, 0, 0, 0, {now}, null);

-- both: a payout changes its currency
update payouts set currency = 'EUR' where id = '{open}';

-- both: a payout changes its age
update payouts set created_at = 0 where id = '{open}';

-- both: a payout gets more items
update payouts set total_items = 3, processing = 3 where id = '{open}';

-- both: a payout is deleted
delete from payouts where id = '{open}';

-- postgres: payouts are truncated
truncate payouts;

-- both: a payout comes twice
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim, completed, failed, cancelled, created_at)
values ('{open}', '{ada}', 'test', 'processing', 'USDC', 1, 1, 1, 0, 0, 0, 0, {now});

-- sqlite: a payout is replaced
insert or replace into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim, completed, failed, cancelled, created_at)
values ('{open}', '{ada}', 'test', 'processing', 'USDC', 1, 1, 1, 0, 0, 0, 0, {now});

-- both: a payout has no account
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', 'acct_x', 'test', 'processing', 'USDC', 1, 1, 1, 0, 0, 0, 0, {now}, null);

-- both: a payout is of nothing
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'processing', 'USDC', 0, 1, 1, 0, 0, 0, 0, {now}, null);

-- both: a payout is of less than nothing
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'processing', 'USDC', -1, 1, 1, 0, 0, 0, 0, {now}, null);

-- both: a payout has too many items
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'processing', 'USDC', 1, 101, 101, 0, 0, 0, 0, {now}, null);

-- both: a payout has no items
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'cancelled', 'USDC', 1, 0, 0, 0, 0, 0, 0, {now}, {now});

-- both: a payout is in a state that there is not
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'lost', 'USDC', 1, 1, 0, 0, 1, 0, 0, {now}, {now});

-- both: fewer than no items are processing
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'completed', 'USDC', 1, 1, -1, 0, 2, 0, 0, {now}, {now});

-- both: fewer than no items wait
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'completed', 'USDC', 1, 1, 0, -1, 2, 0, 0, {now}, {now});

-- both: fewer than no items completed
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'failed', 'USDC', 1, 1, 0, 0, -1, 2, 0, {now}, {now});

-- both: fewer than no items failed
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'completed', 'USDC', 1, 1, 0, 0, 2, -1, 0, {now}, {now});

-- both: fewer than no items were cancelled
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'completed', 'USDC', 1, 1, 0, 0, 2, 0, -1, {now}, {now});

-- both: counters of a new payout do not add up
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'processing', 'USDC', 1, 2, 1, 0, 0, 0, 0, {now}, null);

-- both: a new payout has ended with open items
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'completed', 'USDC', 1, 1, 1, 0, 0, 0, 0, {now}, {now});

-- both: a new payout has ended at no time
insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
    completed, failed, cancelled, created_at, completed_at)
values ('po_x', '{ada}', 'test', 'completed', 'USDC', 1, 1, 0, 0, 1, 0, 0, {now}, null);

-- both: an item waits twice
insert into claims (item_id, account_id, mode, email_key, amount, expires_at, email_id)
select item_id, account_id, mode, email_key, amount, expires_at, email_id from claims where item_id = '{waits}';

-- both: an item waits in no mode
insert into claims (item_id, account_id, mode, email_key, amount, expires_at, email_id)
select 'txn_waits', '{ada}', 'maybe', email_key, 1, 9, '{email}' from recipients where id = '{recipient}';

-- both: an item waits in another mode
insert into claims (item_id, account_id, mode, email_key, amount, expires_at, email_id)
select 'txn_waits', '{ada}', 'live', email_key, 1, 9, '{email}' from recipients where id = '{recipient}';

-- both: an item waits for another address
insert into claims (item_id, account_id, mode, email_key, amount, expires_at, email_id)
values ('txn_waits', '{ada}', 'test', 'x@example.com', 1, 9, '{email}');

-- both: another amount waits
insert into claims (item_id, account_id, mode, email_key, amount, expires_at, email_id)
select 'txn_waits', '{ada}', 'test', email_key, 2, 9, '{email}' from recipients where id = '{recipient}';

-- both: an item waits longer than it says
insert into claims (item_id, account_id, mode, email_key, amount, expires_at, email_id)
select 'txn_waits', '{ada}', 'test', email_key, 1, 10, '{email}' from recipients where id = '{recipient}';

-- both: another account's item waits
insert into claims (item_id, account_id, mode, email_key, amount, expires_at, email_id)
select 'txn_waits', '{bob}', 'test', email_key, 1, 9, '{email}' from recipients where id = '{recipient}';

-- both: a completed item waits
insert into claims (item_id, account_id, mode, email_key, amount, expires_at, email_id)
select 'txn_done', '{ada}', 'test', email_key, 1, 9, '{email}' from recipients where id = '{recipient}';

-- both: a claim changes its address
update claims set email_key = 'x@example.com' where item_id = '{waits}';

-- both: an email is written twice
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
values ('email_x', '{ada}', 'claim', 'x@example.com', '{waits}', 'kept', {now}, {now}, 'claims');

-- both: an email's id comes twice
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
values ('{email}', '{ada}', 'claim', 'x@example.com', 'txn_x', 'kept', {now}, {now}, 'claims');

-- both: an email is of another kind
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
values ('email_x', '{ada}', 'spam', 'x@example.com', 'txn_x', 'kept', {now}, {now}, 'claims');

-- both: an email is in no known language
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue, language)
values ('email_x', '{ada}', 'claim', 'x@example.com', 'txn_x', 'kept', {now}, {now}, 'claims', 'xx');

-- both: an email is in another state
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
values ('email_x', '{ada}', 'claim', 'x@example.com', 'txn_x', 'burnt', {now}, {now}, 'claims');

-- both: an email has no account
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
values ('email_x', 'acct_x', 'claim', 'x@example.com', 'txn_x', 'kept', {now}, {now}, 'claims');

-- both: an email waits in another queue
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
values ('email_x', '{ada}', 'claim', 'x@example.com', 'txn_x', 'queued', {now}, {now}, 'express');

-- both: an email of a sandbox is sent
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
values ('email_x', '{ada}', 'claim', 'x@example.com', 'txn_x', 'sending', {now}, {now}, 'sandbox');

-- both: what happens to an account is told to a stranger
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
values ('email_x', '{ada}', 'paid', 'x@example.com', 'x', 'kept', {now}, {now}, 'sandbox');

-- both: an email to an owner goes to a stranger
insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
values ('email_x', '{ada}', 'security', 'x@example.com', 'x', 'queued', {now}, {now}, 'activity');

-- both: an unknown group of emails is turned off
insert into email_preferences (email_key, turned_off) values ('x@example.com', 16);

-- both: an address has preferences twice
insert into email_preferences (email_key, turned_off) values ('x@example.com', 1);
insert into email_preferences (email_key, turned_off) values ('x@example.com', 2);

-- both: emails are counted below one
insert into email_counts (id, scope, since, count, ends_at) values ('x', 'live', {now}, 0, {now});

-- both: emails are counted twice
insert into email_counts (id, scope, since, count, ends_at)
values ('x', 'live', {now}, 1, {now}), ('x', 'live', {now}, 1, {now});

-- both: an event comes before the first
insert into events (id, account_id, type, object_id, sequence, data, created_at)
values ('evt_x', '{ada}', 'x', 'x', 0, '{}', {now});

-- both: an event comes twice
insert into events (id, account_id, type, object_id, sequence, data, created_at)
values ('{event}', '{ada}', 'x', 'x', 1, '{}', {now});
