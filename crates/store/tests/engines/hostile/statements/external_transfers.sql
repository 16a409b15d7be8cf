-- Deposits and withdrawals that go elsewhere, cost something else, come twice or go; what was said about them, unsaid.
-- Each starts with the engines that can be asked it, and what it is.

-- both: a deposit has another owner
update external_transfers set account_id = '{bob}' where id = '{deposit}';

-- both: a withdrawal has another rail
update external_transfers set route = 'eur_sepa' where id = '{withdrawal}';

-- both: a withdrawal has another bank account
update external_transfers set bank_account_id = 'ba_x' where id = '{withdrawal}';

-- both: a withdrawal arrives on another day
update external_transfers set transfer_time = '30 business days' where id = '{withdrawal}';

-- both: a deposit was sent
update external_transfers set sent_at = 1 where id = '{deposit}';

-- both: a deposit has a reference of a bank's payment
update external_transfers set bank_reference = 'x' where id = '{deposit}';

-- both: a withdrawal was sent at another time
update external_transfers set sent_at = sent_at + 1 where id = '{withdrawal}';

-- both: a withdrawal has another reference of a bank's payment
update external_transfers set bank_reference = 'E2' where id = '{withdrawal}';

-- both: a withdrawal was never sent
update external_transfers set sent_at = null where id = '{withdrawal}';

-- both: a withdrawal has other details
update external_transfers set sealed_details = null where id = '{withdrawal}';

-- both: a withdrawal has another address
update external_transfers set address = '0x' where id = '{withdrawal}';

-- both: a deposit has another beneficiary
update external_transfers set beneficiary_details = '{}' where id = '{deposit}';

-- both: a deposit has another rate
update external_transfers set exchange_rate = 1 where id = '{deposit}';

-- both: a deposit came in time with nothing
update external_transfers set outside_amount = 0, received_at = created_at, processing_at = created_at where id = '{deposit}';

-- both: a deposit that came in time has another rate
update external_transfers set exchange_rate = 1, received_at = created_at, processing_at = created_at where id = '{deposit}';

-- both: a deposit that came in time costs nothing
update external_transfers set percentage_points = 0, received_at = created_at, processing_at = created_at where id = '{deposit}';

-- both: agreed terms hold for more than was agreed
update external_transfers set outside_amount = rate_max_amount + 20000, received_at = rate_expires_at, processing_at = rate_expires_at where id = '{deposit}';

-- both: a rate is promised for longer
update external_transfers set rate_expires_at = rate_expires_at + 1 where id = '{deposit}';

-- both: a rate is promised for more
update external_transfers set rate_max_amount = rate_max_amount + 10000 where id = '{deposit}';

-- both: a deposit may be worth more
update external_transfers set max_worth = max_worth + 1 where id = '{deposit}';

-- both: a deposit was received earlier
update external_transfers set received_at = 1 where id = '{received}';

-- both: more is booked of a payment than came
insert into rail_notices (id, name, mode, route, outcome, reference, amount, booked_amount, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'received', 'x', 5, 6, 'ignored', 0, 1);

-- both: a payment was received earlier
update rail_notices set received_at = 1 where transaction_id = '{received}';

-- both: less of a payment was booked
update rail_notices set booked_amount = 1 where transaction_id = '{received}';

-- both: a withdrawal costs nothing
update external_transfers set fixed_fee = 0 where id = '{withdrawal}';

-- both: a deposit has another reference
update external_transfers set reference = 'x' where id = '{deposit}';

-- both: a deposit was announced otherwise
update external_transfers set announced_amount = 1 where id = '{deposit}';

-- both: a deposit that has come turns out to be more
update external_transfers set outside_amount = outside_amount + 10000 where id = '{received}';

-- both: a withdrawal turns out to be more
update external_transfers set outside_amount = outside_amount + 10000 where id = '{withdrawal}';

-- both: a deposit turns out to be nothing
update external_transfers set outside_amount = 0 where id = '{deposit}';

-- both: an external transfer goes
delete from external_transfers where id = '{deposit}';

-- postgres: external transfers are truncated
truncate external_transfers;

-- both: an external transfer is in no known state
update external_transfers set submission = 'maybe' where id = '{withdrawal}';

-- both: an external transfer has no events
update external_transfers set events = 0 where id = '{withdrawal}';

-- both: an external transfer changes its mode
update external_transfers set mode = 'live' where id = '{withdrawal}';

-- both: an external transfer is in no mode
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('txn_x', '{ada}', 'maybe', 'deposit', 1, 'brl_pix', 0, 0, 0, 1, 1, 'x', 'none', 1);

-- both: an external transfer is not in the mode of its account
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('txn_x', '{ada}', 'live', 'deposit', 1, 'brl_pix', 0, 0, 0, 1, 1, 'x', 'none', 1);

-- both: an external transfer has no mode
insert into external_transfers (id, account_id, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('txn_x', '{ada}', 'deposit', 1, 'brl_pix', 0, 0, 0, 1, 1, 'x', 'none', 1);

-- both: an external transfer comes twice
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('{deposit}', '{ada}', 'test', 'deposit', 1, 'brl_pix', 0, 0, 0, 1, 1, 'x', 'none', 1);

-- both: a reference comes twice
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
select 'txn_x', '{ada}', 'test', 'deposit', 1, 'brl_pix', 0, 0, 0, 1, 1, reference, 'none', 1 from external_transfers where id = '{deposit}';

-- sqlite: an external transfer is replaced
insert or replace into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('{deposit}', '{ada}', 'test', 'deposit', 1, 'brl_pix', 0, 0, 0, 1, 1, 'x', 'none', 1);

-- both: an external transfer has no account
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('txn_x', 'acct_x', 'test', 'deposit', 1, 'brl_pix', 0, 0, 0, 1, 1, 'x', 'none', 1);

-- both: a payout crosses
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('txn_x', '{ada}', 'test', 'payout', 1, 'brl_pix', 0, 0, 0, 1, 1, 'x', 'none', 1);

-- both: an external transfer costs less than nothing
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('txn_x', '{ada}', 'test', 'deposit', 1, 'brl_pix', -1, 0, 0, 1, 1, 'x', 'none', 1);

-- both: an external transfer costs a share of less than nothing
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('txn_x', '{ada}', 'test', 'deposit', 1, 'brl_pix', 0, -1, 0, 1, 1, 'x', 'none', 1);

-- both: an external transfer has a spread of less than nothing
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('txn_x', '{ada}', 'test', 'deposit', 1, 'brl_pix', 0, 0, -1, 1, 1, 'x', 'none', 1);

-- both: an external transfer of nothing is announced
insert into external_transfers (id, account_id, mode, type, created_at, route, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('txn_x', '{ada}', 'test', 'deposit', 1, 'brl_pix', 0, 0, 0, 1, 0, 'x', 'none', 1);

-- both: an external transfer has a rate of nothing
insert into external_transfers (id, account_id, mode, type, created_at, route, exchange_rate, fixed_fee, percentage_points, spread_points, outside_amount, announced_amount, reference, submission, events)
values ('txn_x', '{ada}', 'test', 'deposit', 1, 'brl_pix', 0, 0, 0, 0, 1, 1, 'x', 'none', 1);

-- both: a deposit that has come is worth more
update transactions set amount = amount + 1 where id = '{received}';

-- both: a withdrawal is worth more
update transactions set amount = amount + 1 where id = '{withdrawal}';

-- both: a deposit goes to another bank account
update transactions set bank_account_id = 'ba_x' where id = '{deposit}';

-- both: a notice is unsaid
delete from rail_notices where transaction_id = '{received}';

-- postgres: notices are truncated
truncate rail_notices;

-- both: a notice says another amount
update rail_notices set amount = 1 where transaction_id = '{received}';

-- both: a notice had no effect
update rail_notices set effect = 'ignored' where transaction_id = '{received}';

-- both: a notice is about something else
update rail_notices set transaction_id = '{deposit}' where transaction_id = '{received}';

-- both: a notice comes twice
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
select 'ntc_x', name, 'test', 'brl_pix', 'failed', 'x', 'ignored', 0, 1 from rail_notices where transaction_id = '{received}';

-- both: a notice has the id of another
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
select id, 'x', 'test', 'brl_pix', 'failed', 'x', 'ignored', 0, 1 from rail_notices where transaction_id = '{received}';

-- sqlite: a notice is replaced
insert or replace into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
select id, 'x', 'test', 'brl_pix', 'failed', 'x', 'ignored', 0, 1 from rail_notices where transaction_id = '{received}';

-- both: a notice is of no mode
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
values ('ntc_x', 'x', 'both', 'brl_pix', 'failed', 'x', 'ignored', 0, 1);

-- both: a notice says something unknown
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'hello', 'x', 'ignored', 0, 1);

-- both: a notice has an unknown effect
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'failed', 'x', 'maybe', 0, 1);

-- both: a notice of nothing
insert into rail_notices (id, name, mode, route, outcome, reference, amount, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'received', 'x', 0, 'ignored', 0, 1);

-- both: a notice is worth less than nothing
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'failed', 'x', 'ignored', -1, 1);

-- both: a used quote is used again
update quotes set used_by = 'txn_x' where id = '{used_quote}';

-- both: a used quote is unused
update quotes set used_by = null where id = '{used_quote}';

-- both: a quote promises more
update quotes set outside_amount = outside_amount + 10000, used_by = 'txn_x' where id = '{quote}';

-- both: a quote is good for longer
update quotes set expires_at = expires_at + 1, used_by = 'txn_x' where id = '{quote}';

-- both: a quote goes
delete from quotes where id = '{quote}';

-- postgres: quotes are truncated
truncate quotes;

-- both: a quote comes twice
insert into quotes (id, account_id, app_id, direction, route, exchange_rate, fixed_fee, percentage_points, spread_points, inside_amount, outside_amount, created_at, expires_at)
values ('{quote}', '{ada}', 'app_x', 'deposit', 'brl_pix', 1, 0, 0, 0, 1, 1, 1, 1);

-- sqlite: a quote is replaced
insert or replace into quotes (id, account_id, app_id, direction, route, exchange_rate, fixed_fee, percentage_points, spread_points, inside_amount, outside_amount, created_at, expires_at)
values ('{quote}', '{ada}', 'app_x', 'deposit', 'brl_pix', 1, 0, 0, 0, 1, 1, 1, 1);

-- both: a quote has no account
insert into quotes (id, account_id, app_id, direction, route, exchange_rate, fixed_fee, percentage_points, spread_points, inside_amount, outside_amount, created_at, expires_at)
values ('qt_x', 'acct_x', 'app_x', 'deposit', 'brl_pix', 1, 0, 0, 0, 1, 1, 1, 1);

-- both: a quote has no direction
insert into quotes (id, account_id, app_id, direction, route, exchange_rate, fixed_fee, percentage_points, spread_points, inside_amount, outside_amount, created_at, expires_at)
values ('qt_x', '{ada}', 'app_x', 'up', 'brl_pix', 1, 0, 0, 0, 1, 1, 1, 1);

-- both: a quote has a rate of nothing
insert into quotes (id, account_id, app_id, direction, route, exchange_rate, fixed_fee, percentage_points, spread_points, inside_amount, outside_amount, created_at, expires_at)
values ('qt_x', '{ada}', 'app_x', 'deposit', 'brl_pix', 0, 0, 0, 0, 1, 1, 1, 1);

-- both: a quote costs less than nothing
insert into quotes (id, account_id, app_id, direction, route, exchange_rate, fixed_fee, percentage_points, spread_points, inside_amount, outside_amount, created_at, expires_at)
values ('qt_x', '{ada}', 'app_x', 'deposit', 'brl_pix', 1, -1, 0, 0, 1, 1, 1, 1);

-- both: a quote costs a share of less than nothing
insert into quotes (id, account_id, app_id, direction, route, exchange_rate, fixed_fee, percentage_points, spread_points, inside_amount, outside_amount, created_at, expires_at)
values ('qt_x', '{ada}', 'app_x', 'deposit', 'brl_pix', 1, 0, -1, 0, 1, 1, 1, 1);

-- both: a quote has a spread of less than nothing
insert into quotes (id, account_id, app_id, direction, route, exchange_rate, fixed_fee, percentage_points, spread_points, inside_amount, outside_amount, created_at, expires_at)
values ('qt_x', '{ada}', 'app_x', 'deposit', 'brl_pix', 1, 0, 0, -1, 1, 1, 1, 1);

-- both: a quote of nothing inside
insert into quotes (id, account_id, app_id, direction, route, exchange_rate, fixed_fee, percentage_points, spread_points, inside_amount, outside_amount, created_at, expires_at)
values ('qt_x', '{ada}', 'app_x', 'deposit', 'brl_pix', 1, 0, 0, 0, 0, 1, 1, 1);

-- both: a quote of nothing outside
insert into quotes (id, account_id, app_id, direction, route, exchange_rate, fixed_fee, percentage_points, spread_points, inside_amount, outside_amount, created_at, expires_at)
values ('qt_x', '{ada}', 'app_x', 'deposit', 'brl_pix', 1, 0, 0, 0, 1, 0, 1, 1);

-- both: what an operator did is changed
update operator_actions set operator = 'eve' where id = 'act_scene';

-- both: what an operator did is forgotten
delete from operator_actions where id = 'act_scene';

-- postgres: what operators did is truncated
truncate operator_actions;

-- both: an operator does the same twice
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_scene', 'done', 'x', 'x', 'x', 'x', 'x', 1, 1, 1, 1);

-- sqlite: what an operator did is replaced
insert or replace into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_scene', 'done', 'x', 'x', 'x', 'x', 'x', 1, 1, 1, 1);

-- both: an operator does something unknown
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_x', 'dreamt', 'x', 'x', 'x', 'x', 'x', 1, 1, 1, 1);

-- both: two proposals have one name
insert into proposals (name, operator, machine_user, facts, amount, created_at)
values ('x', 'ann', 'uid 1', 'x', 1, 1), ('x', 'bob', 'uid 2', 'x', 1, 1);

-- both: less than nothing is proposed
insert into proposals (name, operator, machine_user, facts, amount, created_at) values ('x', 'ann', 'uid 1', 'x', -1, 1);

-- both: a deposit is credited before its money has come
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
select '{deposit}:credit', 'credit', 'test:world:bank:brl_pix', '{ada}:available', amount, {now} from transactions where id = '{deposit}';

-- both: a deposit without a notice is credited
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at)
values ('txn_x', '{ada}', 'deposit', 'completed', 5, 'USDC', 1, 1);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:bank:brl_pix', '{ada}:available', 5, {now});

-- both: more of a deposit is credited than came
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at)
values ('txn_x', '{ada}', 'deposit', 'completed', 5, 'USDC', 1, 1);
insert into rail_notices (id, name, mode, route, outcome, reference, transaction_id, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'received', 'x', 'txn_x', 'applied', 0, 1);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:bank:brl_pix', '{ada}:available', 6, {now});

-- both: another account's deposit is credited
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at)
values ('txn_x', '{bob}', 'deposit', 'completed', 5, 'USDC', 1, 1);
insert into rail_notices (id, name, mode, route, outcome, reference, transaction_id, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'received', 'x', 'txn_x', 'applied', 0, 1);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'test:world:bank:brl_pix', '{ada}:available', 5, {now});

-- both: a fee comes from nowhere
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:fee', 'fee', 'test:world:bank:brl_pix', 'test:fees', 5, {now});

-- both: a fee is taken of a deposit that has not come
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{deposit}:fee', 'fee', 'test:world:bank:brl_pix', 'test:fees', 5, {now});

-- both: a withdrawal that waits is paid
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:resolve', 'resolve', '{ada}:held', 'test:world:bank:brl_pix', 5, {now});

-- both: an item is paid to a bank
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{queued}:resolve', 'resolve', '{ada}:held', 'test:world:bank:brl_pix', 5, {now});

-- both: what another holds pays a withdrawal
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at)
values ('txn_x', '{bob}', 'withdrawal', 'completed', 5, 'USDC', 1, 1);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:resolve', 'resolve', '{ada}:held', 'test:world:bank:brl_pix', 5, {now});

-- both: a withdrawal that was not sent back comes back
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:return', 'return', 'test:world:bank:brl_pix', '{ada}:available', 5, {now});

-- both: a withdrawal comes back to another account
insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at, failure_reason)
values ('txn_x', '{bob}', 'withdrawal', 'failed', 5, 'USDC', 1, 1, 'returned_by_bank');
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:return', 'return', 'test:world:bank:brl_pix', '{ada}:available', 5, {now});

-- both: money is parked without a notice
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('ntc_x:park', 'park', 'test:world:bank:brl_pix', 'test:suspense', 5, {now});

-- both: more is parked than came
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'received', 'x', 'parked', 5, 1);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('ntc_x:park', 'park', 'test:world:bank:brl_pix', 'test:suspense', 6, {now});

-- both: what is parked is taken before its owner was found
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'received', 'x', 'parked', 5, 1);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('ntc_x:park', 'park', 'test:world:bank:brl_pix', 'test:suspense', 5, {now});
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('ntc_x:unpark', 'unpark', 'test:suspense', 'test:world:bank:brl_pix', 5, {now});

-- both: more is found than was parked
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'received', 'x', 'applied', 5, 1);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('ntc_x:unpark', 'unpark', 'test:suspense', 'test:world:bank:brl_pix', 5, {now});

-- both: a deposit is credited before it is settled
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
select '{received}:credit', 'credit', 'test:world:bank:brl_pix', '{ada}:available', amount, {now} from transactions where id = '{received}';

-- both: money is parked whose owner was found
insert into rail_notices (id, name, mode, route, outcome, reference, effect, worth, created_at)
values ('ntc_x', 'x', 'test', 'brl_pix', 'received', 'x', 'ignored', 5, 1);
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('ntc_x:park', 'park', 'test:world:bank:brl_pix', 'test:suspense', 5, {now});

-- both: the limit of operators is raised in place
update operator_limits set alone_up_to = alone_up_to + 1;

-- both: the limit of operators is deleted
delete from operator_limits;

-- postgres: the limits of operators are truncated
truncate operator_limits;

-- sqlite: the limit of operators is replaced
insert or replace into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_00000000000000000000000000', null, 1, 1, 1);

-- both: an operator moves less than nothing
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_x', 'done', 'x', 'x', 'ann', 'x', 'x', -1, 1, 1, 1);

-- both: a limit of operators replaces nothing
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_x', 'done', 'x', 'x', 'ann', 'x', 'x', 1, 1, 1, 1);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_x', null, 1, 1, 1);

-- both: a limit of operators comes without an action
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_x', 'act_00000000000000000000000000', 1, 1, 1);

-- both: a limit of operators was only proposed
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_x', 'proposed', 'x', 'x', 'ann', 'x', 'x', 1, 1, 1, 1);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_x', 'act_00000000000000000000000000', 1, 1, 1);

-- both: a limit of operators is below zero
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_x', 'done', 'x', 'x', 'ann', 'x', 'x', 1, 1, 1, 1);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_x', 'act_00000000000000000000000000', -1, 1, 1);

-- both: an operator may move less in a day than at once
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_x', 'done', 'x', 'x', 'ann', 'x', 'x', 1, 1, 1, 1);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_x', 'act_00000000000000000000000000', 2, 1, 1);

-- both: a limit of operators replaces one that is unknown
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_x', 'done', 'x', 'x', 'ann', 'x', 'x', 1, 1, 1, 1);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_x', 'act_y', 1, 1, 1);

-- both: two limits of operators replace one
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_x', 'done', 'x', 'x', 'ann', 'x', 'x', 1, 1, 1, 1);
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_y', 'done', 'x', 'x', 'ann', 'x', 'x', 1, 1, 1, 1);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_x', 'act_00000000000000000000000000', 1, 1, 1);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_y', 'act_00000000000000000000000000', 1, 1, 1);

-- both: two limits of operators have one id
insert into operator_actions (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
values ('act_x', 'done', 'x', 'x', 'ann', 'x', 'x', 1, 1, 1, 1);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_x', 'act_00000000000000000000000000', 1, 1, 1);
insert into operator_limits (id, replaces, alone_up_to, alone_per_day, created_at) values ('act_x', 'act_x', 1, 1, 1);
