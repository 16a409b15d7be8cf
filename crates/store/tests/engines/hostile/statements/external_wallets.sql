-- External wallets that move, come back, come twice or go.
-- Each starts with the engines that can be asked it, and what it is.

-- both: a wallet has another address
update external_wallets set address = '0xde709f2102306220921060314715629080e2fb77' where id = '{wallet}';

-- both: a wallet is on another chain
update external_wallets set chain = 'base' where id = '{wallet}';

-- both: a wallet has another owner
update external_wallets set account_id = '{bob}' where id = '{wallet}';

-- both: a wallet has another app
update external_wallets set app_id = 'app_x' where id = '{wallet}';

-- both: a wallet is older
update external_wallets set created_at = 1 where id = '{wallet}';

-- both: a wallet has another id
update external_wallets set id = 'ew_x' where id = '{wallet}';

-- both: an archived wallet comes back
update external_wallets set status = 'active' where id = '{wallet}';

-- both: a wallet goes
delete from external_wallets where id = '{wallet}';

-- postgres: wallets are truncated
truncate external_wallets;

-- both: a wallet comes twice
insert into external_wallets (id, account_id, app_id, name, status, chain, address, created_at)
values ('{wallet}', '{ada}', 'app_x', 'x', 'active', 'simulated', '0x', {now});

-- sqlite: a wallet is replaced
insert or replace into external_wallets (id, account_id, app_id, name, status, chain, address, created_at)
values ('{wallet}', '{ada}', 'app_x', 'x', 'active', 'simulated', '0x', {now});

-- both: a wallet has no account
insert into external_wallets (id, account_id, app_id, name, status, chain, address, created_at)
values ('ew_x', 'acct_x', 'app_x', 'x', 'active', 'simulated', '0x', {now});

-- both: a wallet is in no known state
insert into external_wallets (id, account_id, app_id, name, status, chain, address, created_at)
values ('ew_x', '{ada}', 'app_x', 'x', 'lost', 'simulated', '0x', {now});
