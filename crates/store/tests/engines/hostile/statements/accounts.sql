-- Balances that move without a transfer, and ledger accounts that should not be.
-- Each starts with the engines that can be asked it, and what it is.

-- both: a balance is set
update ledger_accounts set balance = 1 where id = '{bob}:available';

-- both: all balances are set
update ledger_accounts set balance = 0;

-- both: a balance is raised
update ledger_accounts set balance = balance + 1 where id = '{ada}:available';

-- both: two balances are swapped
update ledger_accounts set balance = case id when '{ada}:available' then (select balance from ledger_accounts
where id = '{bob}:available') else (select balance from ledger_accounts
where id = '{ada}:available') end
where id in ('{ada}:available', '{bob}:available');

-- both: a balance goes below zero
update ledger_accounts set balance = -1 where id = '{bob}:held';

-- both: a wallet is said to be older
update ledger_accounts set updated_at = 0 where id = '{ada}:available';

-- both: a wallet changes its kind
update ledger_accounts set kind = 'held' where id = '{ada}:available';

-- both: a wallet changes its mode
update ledger_accounts set mode = 'live' where id = '{ada}:available';

-- both: a wallet changes its owner
update ledger_accounts set account_id = '{bob}' where id = '{ada}:available';

-- both: a wallet changes its name
update ledger_accounts set id = 'x:available' where id = '{live}:available';

-- both: a wallet is deleted
delete from ledger_accounts where id = '{live}:held';

-- both: all wallets are deleted
delete from ledger_accounts;

-- postgres: wallets are truncated
truncate ledger_accounts;

-- both: a wallet starts with money
insert into ledger_accounts (id, mode, kind, account_id, balance, updated_at)
values ('acct_bare:available', 'test', 'available', 'acct_bare', 5, {now});

-- both: a world starts with a debt
insert into ledger_accounts (id, mode, kind, balance, updated_at)
values ('test:world:x', 'test', 'world', -5, {now});

-- both: a wallet starts below zero
insert into ledger_accounts (id, mode, kind, account_id, balance, updated_at)
values ('acct_bare:available', 'test', 'available', 'acct_bare', -5, {now});

-- both: a wallet has no owner
insert into ledger_accounts (id, mode, kind, updated_at) values ('x:available', 'test', 'available', {now});

-- both: a wallet belongs to an unknown account
insert into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('x:available', 'test', 'available', 'acct_x', {now});

-- both: a world has an owner
insert into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('test:world:x', 'test', 'world', '{ada}', {now});

-- both: a wallet has another mode
insert into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('x:available', 'maybe', 'available', '{ada}', {now});

-- both: a wallet has another kind
insert into ledger_accounts (id, mode, kind, updated_at) values ('x:gold', 'test', 'gold', {now});

-- both: a ledger account of the outside looks like a wallet
insert into ledger_accounts (id, mode, kind, updated_at) values ('acct_bare:available', 'test', 'world', {now});

-- both: a ledger account of the outside is added
insert into ledger_accounts (id, mode, kind, updated_at) values ('test:world:x', 'test', 'world', {now});

-- both: money is minted from a ledger account that looks like a wallet
insert into ledger_accounts (id, mode, kind, updated_at) values ('acct_bare:available', 'test', 'world', {now});
insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
values ('txn_x:credit', 'credit', 'acct_bare:available', '{ada}:available', 5, {now});

-- both: a wallet is not named after its account
insert into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('x:available', 'test', 'available', 'acct_bare', {now});

-- both: a wallet is named after another kind
insert into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('acct_bare:held', 'test', 'available', 'acct_bare', {now});

-- both: a wallet is not in the mode of its account
insert into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('acct_bare:available', 'live', 'available', 'acct_bare', {now});

-- both: a second ledger account of fees belongs to an account
insert into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('acct_bare:fees', 'test', 'fees', 'acct_bare', {now});

-- both: a wallet comes twice
insert into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('{ada}:available', 'test', 'available', '{ada}', {now});

-- both: a wallet is changed by an upsert
insert into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('{ada}:available', 'test', 'available', '{ada}', {now}) on conflict (id) do update set balance = 7;

-- sqlite: a wallet is replaced by an empty one
insert or replace into ledger_accounts (id, mode, kind, account_id, updated_at)
values ('{ada}:available', 'test', 'available', '{ada}', {now});

-- sqlite: a new wallet says that a transfer moved it
insert into ledger_accounts (id, mode, kind, account_id, updated_at, moved_by)
values ('acct_bare:available', 'test', 'available', 'acct_bare', {now}, 1);

-- sqlite: a balance is moved by a transfer that moved it before
update ledger_accounts set balance = balance + (select amount from transfers
where operation = '{funding}:credit'), updated_at = (select created_at from transfers
where operation = '{funding}:credit'), moved_by = (select seq from transfers
where operation = '{funding}:credit')
where id = (select credit_id from transfers
where operation = '{funding}:credit');

-- sqlite: a balance is moved by a transfer to come
update ledger_accounts set balance = balance + 5, moved_by = 1000000 where id = '{ada}:available';

-- sqlite: a balance is moved by another account's transfer
update ledger_accounts set balance = balance + (select amount from transfers
where operation = '{completed}:resolve'), updated_at = (select created_at from transfers
where operation = '{completed}:resolve'), moved_by = (select seq from transfers
where operation = '{completed}:resolve')
where id = '{live}:available';

-- sqlite: the last transfer is forgotten
update ledger_accounts set moved_by = 0;

-- sqlite: a balance is moved by more than its transfer
update ledger_accounts set balance = balance + 1, moved_by = moved_by + 1 where id = '{ada}:available';
