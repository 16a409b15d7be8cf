-- Events that change or go, and objects that forget how many they had.
-- Each starts with the engines that can be asked it, and what it is.

-- both: an event shows something else
update events set data = '{}' where id = '{event}';

-- both: an event is of another type
update events set type = 'payout.failed' where id = '{event}';

-- both: an event is of another account
update events set account_id = '{bob}' where id = '{event}';

-- both: an event is older
update events set created_at = 1 where id = '{event}';

-- both: an event is another one of its object
update events set sequence = 7, object_id = '{recipient}' where id = '{event}';

-- both: an event goes
delete from events where id = '{event}';

-- postgres: events are truncated
truncate events;

-- both: a recipient had fewer events
update recipients set events = events - 1 where id = '{recipient}';

-- both: bank accounts had fewer events
update bank_accounts set events = events - 1;

-- both: a wallet had fewer events
update external_wallets set events = events - 1 where id = '{wallet}';

-- both: a recipient has less than no events
insert into recipients (id, account_id, email, email_key, created_at, events)
values ('rcp_x', '{ada}', 'x@example.com', 'x@example.com', {now}, -1);

-- both: a bank account has less than no events
insert into bank_accounts (id, account_id, app_id, name, status, rail, details, created_at, events)
values ('ba_x', '{ada}', 'app_x', 'x', 'active', 'brl_pix', {blob1}, {now}, -1);

-- both: a wallet has less than no events
insert into external_wallets (id, account_id, app_id, name, status, chain, address, created_at, events)
values ('ew_x', '{ada}', 'app_x', 'x', 'active', 'simulated', '0x', {now}, -1);

-- both: a recipient comes twice
insert into recipients (id, account_id, email, email_key, created_at, events)
values ('{recipient}', '{ada}', 'x@example.com', 'x@example.com', {now}, 1);

-- both: an address is two recipients
insert into recipients (id, account_id, email, email_key, created_at, events)
select 'rcp_x', account_id, email, email_key, created_at, 1 from recipients where id = '{recipient}';

-- both: a recipient has no account
insert into recipients (id, account_id, email, email_key, created_at, events)
values ('rcp_x', 'acct_x', 'x@example.com', 'x@example.com', {now}, 1);

-- both: a bank account comes twice
insert into bank_accounts (id, account_id, app_id, name, status, rail, details, created_at)
select id, account_id, app_id, name, status, rail, details, created_at from bank_accounts;

-- both: a bank account has no account
insert into bank_accounts (id, account_id, app_id, name, status, rail, details, created_at)
values ('ba_x', 'acct_x', 'app_x', 'x', 'active', 'brl_pix', {blob1}, {now});

-- both: a bank account is in no known state
insert into bank_accounts (id, account_id, app_id, name, status, rail, details, created_at)
values ('ba_x', '{ada}', 'app_x', 'x', 'lost', 'brl_pix', {blob1}, {now});

-- both: a recipient changes its address
update recipients set email_key = 'x@example.com' where id = '{recipient}';

-- both: a recipient changes its account
update recipients set account_id = '{bob}' where id = '{recipient}';

-- both: a recipient is deleted
delete from recipients where id = 'rcp_live' and not exists (select 1 from recipient_nicknames where recipient_id = 'rcp_live');

-- both: a new recipient has a wallet
insert into recipients (id, account_id, email, email_key, created_at, wallet_id, events)
values ('rcp_x', '{ada}', 'x@example.com', 'x@example.com', 1, '{bob}', 1);

-- both: a live recipient gets another person's wallet
update recipients set wallet_id = '{live}' where id = 'rcp_live';

-- both: a live recipient gets the wallet of a person who has not verified the address
update recipients set wallet_id = 'acct_new' where id = 'rcp_new';

-- both: a live recipient gets a test wallet
update recipients set wallet_id = '{bob}' where id = 'rcp_live';

-- both: a recipient's wallet is replaced
update recipients set wallet_id = '{ada}' where wallet_id is not null and account_id = '{ada}';

-- both: a recipient's wallet is taken away
update recipients set wallet_id = null where wallet_id is not null;

-- both: a bank account gets other details
update bank_accounts set details = {blob1};

-- both: a bank account changes its owner
update bank_accounts set account_id = '{bob}';

-- both: a bank account is deleted
delete from bank_accounts where id = (select min(id) from bank_accounts);

-- postgres: bank accounts are truncated
truncate bank_accounts;

-- postgres: recipients are truncated
truncate recipients cascade;
