-- Payments that go to others, that are withdrawn twice, or that never came in.
-- Each starts with the engines that can be asked it, and what it is.

-- both: payments go to the bank account of another
update automatic_withdrawals set bank_account_id = 'ba_bob' where account_id = '{ada}';

-- both: payments go to an archived bank account
update automatic_withdrawals set bank_account_id = 'ba_archived' where account_id = '{ada}';

-- both: payments go to an archived wallet
update automatic_withdrawals set bank_account_id = null, external_wallet_id = '{wallet}' where account_id = '{ada}';

-- both: payments of another come to a bank account
insert into automatic_withdrawals (account_id, mode, bank_account_id, minimum, on_since, next_withdrawal_id, collected)
values ('{bob}', 'test', '{bank_account}', 1, 1, 'txn_x', 0);

-- both: automatic withdrawals are in another mode
insert into automatic_withdrawals (account_id, mode, bank_account_id, minimum, on_since, next_withdrawal_id, collected)
values ('{bob}', 'live', 'ba_bob', 1, 1, 'txn_x', 0);

-- both: an account has automatic withdrawals twice
insert into automatic_withdrawals (account_id, mode, bank_account_id, minimum, on_since, next_withdrawal_id, collected)
values ('{ada}', 'test', '{bank_account}', 1, 1, 'txn_x', 0);

-- both: automatic withdrawals change their mode
update automatic_withdrawals set mode = 'live' where account_id = '{ada}';

-- both: automatic withdrawals change their account
update automatic_withdrawals set account_id = '{bob}', bank_account_id = 'ba_bob' where account_id = '{ada}';

-- both: automatic withdrawals go
delete from automatic_withdrawals where account_id = '{ada}';

-- postgres: automatic withdrawals are truncated
truncate automatic_withdrawals;

-- both: nothing is the minimum
update automatic_withdrawals set minimum = 0 where account_id = '{ada}';

-- both: less than nothing is collected
update automatic_withdrawals set collected = -1 where account_id = '{ada}';

-- both: payments go to two places
update automatic_withdrawals set external_wallet_id = 'ew_x' where account_id = '{ada}';

-- both: automatic withdrawals are off for no known reason
update automatic_withdrawals set off_reason = 'lost', off_at = 1 where account_id = '{ada}';

-- both: automatic withdrawals are off without a reason
update automatic_withdrawals set off_at = 1 where account_id = '{ada}';

-- both: a payment was more
update incoming_payments set amount = amount + 1 where transaction_id = '{pending}';

-- both: a payment has another account
update incoming_payments set account_id = '{bob}' where transaction_id = '{pending}';

-- both: a payment is withdrawn twice
update incoming_payments set withdrawal_id = 'txn_x' where transaction_id = '{taken}';

-- both: a payment that was withdrawn waits again
update incoming_payments set status = 'pending', withdrawal_id = null where transaction_id = '{taken}';

-- both: a payment goes
delete from incoming_payments where transaction_id = '{taken}';

-- postgres: payments are truncated
truncate incoming_payments;

-- both: a payment comes twice
insert into incoming_payments (transaction_id, account_id, mode, amount, created_at, status)
values ('{pending}', '{ada}', 'test', 3000000, 1, 'pending');

-- both: a payment is more than what arrived
insert into incoming_payments (transaction_id, account_id, mode, amount, created_at, status)
select id, account_id, 'test', amount + 1, 1, 'pending' from transactions where id = '{funding}';

-- both: a payment is an item of a payout
insert into incoming_payments (transaction_id, account_id, mode, amount, created_at, status)
select id, account_id, 'test', amount, 1, 'pending' from transactions where id = '{completed}';

-- both: a payment arrived for another
insert into incoming_payments (transaction_id, account_id, mode, amount, created_at, status)
select id, '{bob}', 'test', amount, 1, 'pending' from transactions where id = '{funding}';

-- both: a payment is new and withdrawn already
insert into incoming_payments (transaction_id, account_id, mode, amount, created_at, status, withdrawal_id)
select id, account_id, 'test', amount, 1, 'collected', 'txn_x' from transactions where id = '{funding}';

-- both: a payment is in no known state
update incoming_payments set status = 'lost' where transaction_id = '{pending}';

-- both: a payment is collected for no withdrawal
update incoming_payments set status = 'collected' where transaction_id = '{pending}';

-- both: an automatic withdrawal takes no payments
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events, automatic)
values ('txn_x', '{ada}', 'test', 'withdrawal', 1, 'brl_pix', 0, 0, 0, 1, 1, 'x', 'none', 1, 1);

-- both: a withdrawal becomes automatic
update external_transfers set automatic = 1 where id = '{withdrawal}';

-- both: a withdrawal is automatic in no known way
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events, automatic)
values ('txn_x', '{ada}', 'test', 'withdrawal', 1, 'brl_pix', 0, 0, 0, 1, 1, 'x', 'none', 1, 2);

-- both: an account withdraws automatically in no known way
update accounts set withdraws_automatically = 2 where id = '{bob}';
