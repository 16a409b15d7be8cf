-- Transfers that no payout, item, withdrawal, arrival or notice explains, or that do not fit it.
-- Each starts with the engines that can be asked it, and what it is. The rows named po_… and txn_… are those of `unmoved.rs`.

-- both: a hold that no payout explains
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now});

-- both: a hold of more than its payout
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_one:hold', 'hold', '{ada}:available', '{ada}:held', 2, {now});

-- both: a hold for the payout of another account
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_bob:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now});

-- both: a hold named after an item
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_failed:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now});

-- both: a resolve that no item explains
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:resolve', 'resolve', '{ada}:held', '{bob}:available', 1, {now});

-- both: money moves to another wallet by hold and resolve
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_x:hold', 'hold', '{ada}:available', '{ada}:held', 1, {now});
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:resolve', 'resolve', '{ada}:held', '{bob}:available', 1, {now});

-- both: a resolve named after a payout
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('po_one:resolve', 'resolve', '{ada}:held', '{ada}:available', 1, {now});

-- both: a resolve of more than its item
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_failed:resolve', 'resolve', '{ada}:held', '{ada}:available', 2, {now});

-- both: another account's item is resolved
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_bob:resolve', 'resolve', '{ada}:held', '{bob}:available', 1, {now});

-- both: a queued item is paid
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
select '{queued}:resolve', 'resolve', '{ada}:held', '{bob}:available', amount, {now} from transactions where id = '{queued}';

-- both: a queued item is given back
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
select '{queued}:resolve', 'resolve', '{ada}:held', '{ada}:available', amount, {now} from transactions where id = '{queued}';

-- both: a failed item is paid to another wallet
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_failed:resolve', 'resolve', '{ada}:held', '{bob}:available', 1, {now});

-- both: a completed item is paid to a bank
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_done:resolve', 'resolve', '{ada}:held', 'test:world:bank:brl_pix', 1, {now});

-- both: a live item is paid into a wallet that is not its recipient's
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_live:resolve', 'resolve', '{live}:held', '{live}:available', 1, {now});

-- both: an arrival resolves what is held
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{arrived}:resolve', 'resolve', '{ada}:held', '{bob}:available', 1, {now});

-- both: a hold of more than its withdrawal
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_new:hold', 'hold', '{ada}:available', '{ada}:held', 6, {now});

-- both: a hold for the withdrawal of another account
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_new_bob:hold', 'hold', '{ada}:available', '{ada}:held', 5, {now});

-- both: a withdrawal that waits is given back
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
select '{withdrawal}:resolve', 'resolve', '{ada}:held', '{ada}:available', amount, {now} from transactions where id = '{withdrawal}';

-- both: more than a withdrawal is given back
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_back:resolve', 'resolve', '{ada}:held', '{ada}:available', 6, {now});

-- both: a withdrawal is given back to another account
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_back:resolve', 'resolve', '{ada}:held', '{bob}:available', 5, {now});

-- both: another account's withdrawal is given back
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_back_bob:resolve', 'resolve', '{ada}:held', '{bob}:available', 5, {now});

-- both: a withdrawal that the bank returned is given back as well
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_returned:resolve', 'resolve', '{ada}:held', '{ada}:available', 5, {now});

-- both: a paid withdrawal is paid into a wallet
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_paid:resolve', 'resolve', '{ada}:held', '{bob}:available', 5, {now});

-- both: a fee is more than its withdrawal
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_paid:fee', 'fee', '{ada}:held', 'test:fees', 6, {now});

-- both: a fee of another account's withdrawal
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_paid_bob:fee', 'fee', '{ada}:held', 'test:fees', 5, {now});

-- both: a withdrawal is paid over another route
update transactions set status = 'completed', completed_at = 1 where id = '{withdrawal}';
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:resolve', 'resolve', '{ada}:held', 'test:world:chain', 5, {now});

-- both: a fee of a deposit is taken from a wallet
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_deposit:fee', 'fee', '{ada}:held', 'test:fees', 5, {now});

-- both: a withdrawal comes back that was never paid
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_returned:return', 'return', 'test:world:bank:brl_pix', '{ada}:available', 5, {now});

-- both: a paid withdrawal comes back that no bank returned
update transactions set status = 'completed', completed_at = 1 where id = '{withdrawal}';
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:resolve', 'resolve', '{ada}:held', 'test:world:bank:brl_pix', 5, {now});
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:return', 'return', 'test:world:bank:brl_pix', '{ada}:available', 5, {now});

-- both: more of a withdrawal comes back than was paid
update transactions set status = 'completed', completed_at = 1 where id = '{withdrawal}';
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:resolve', 'resolve', '{ada}:held', 'test:world:bank:brl_pix', 5, {now});
update transactions set status = 'failed', failure_reason = 'returned_by_bank' where id = '{withdrawal}';
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:return', 'return', 'test:world:bank:brl_pix', '{ada}:available', 6, {now});

-- both: a withdrawal comes back over another route
update transactions set status = 'completed', completed_at = 1 where id = '{withdrawal}';
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:resolve', 'resolve', '{ada}:held', 'test:world:bank:brl_pix', 5, {now});
update transactions set status = 'failed', failure_reason = 'returned_by_bank' where id = '{withdrawal}';
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:return', 'return', 'test:world:chain', '{ada}:available', 5, {now});

-- both: a paid withdrawal comes back to another account
update transactions set status = 'completed', completed_at = 1 where id = '{withdrawal}';
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:resolve', 'resolve', '{ada}:held', 'test:world:bank:brl_pix', 5, {now});
update transactions set status = 'failed', failure_reason = 'returned_by_bank' where id = '{withdrawal}';
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('{withdrawal}:return', 'return', 'test:world:bank:brl_pix', '{bob}:available', 5, {now});
