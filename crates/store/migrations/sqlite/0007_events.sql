-- Why: everything that happens to recipients, bank accounts and external wallets is told, and each counts its events.

-- Recipients had an event when they were added, since there are events.
alter table recipients add column events integer not null default 1 check (events >= 0);
update recipients set events = 0
    where id not in (select object_id from events where type = 'recipient.created');
alter table bank_accounts add column events integer not null default 0 check (events >= 0);
alter table external_wallets add column events integer not null default 0 check (events >= 0);

-- Somebody who joins is met by all who know the address.
create index recipients_by_email on recipients (email_key, id);

create trigger recipients_count before update of events on recipients when new.events < old.events
begin
    select raise(rollback, 'the events of a recipient only grow in number');
end;
create trigger bank_accounts_count before update of events on bank_accounts when new.events < old.events
begin
    select raise(rollback, 'the events of a bank account only grow in number');
end;
create trigger external_wallets_count before update of events on external_wallets when new.events < old.events
begin
    select raise(rollback, 'the events of an external wallet only grow in number');
end;

-- What was told stays told.
create trigger events_keep before update of id, account_id, type, object_id, sequence, data, created_at on events
begin
    select raise(rollback, 'an event never changes');
end;
create trigger events_stay before delete on events
begin
    select raise(rollback, 'an event is never deleted');
end;
create trigger events_new before insert on events when exists (select 1 from events where id = new.id)
begin
    select raise(rollback, 'an event is never replaced');
end;

-- `insert or replace` deletes the row before without its delete triggers, and leaves the rows that refer to it.
create trigger recipients_new before insert on recipients
when exists (select 1 from recipients where id = new.id)
    or exists (select 1 from recipients where account_id = new.account_id and email_key = new.email_key)
begin
    select raise(rollback, 'a recipient is never replaced');
end;
create trigger recipients_keep before update of id, account_id, email, email_key, created_at on recipients
begin
    select raise(rollback, 'a recipient keeps its account and its address');
end;
create trigger recipients_stay before delete on recipients
begin
    select raise(rollback, 'a recipient is never deleted');
end;
-- Payouts to a recipient are paid into its wallet. Live money goes to the person who has verified the address.
create trigger recipients_start before insert on recipients when new.wallet_id is not null
begin
    select raise(rollback, 'a new recipient has no wallet');
end;
create trigger recipients_wallet before update of wallet_id on recipients
when old.wallet_id is not null or not exists (
    select 1 from accounts w join users u on u.id = w.user_id join accounts p on p.id = new.account_id
    where w.id = new.wallet_id and w.mode = p.mode
    and (p.mode = 'test' or (u.email_key = new.email_key and u.verified_at is not null)))
begin
    select raise(rollback, 'a recipient keeps its wallet, which belongs to the person with that address');
end;
create trigger bank_accounts_new before insert on bank_accounts
when exists (select 1 from bank_accounts where id = new.id)
begin
    select raise(rollback, 'a bank account is never replaced');
end;
create trigger bank_accounts_keep before update of id, account_id, app_id, rail, details, created_at on bank_accounts
begin
    select raise(rollback, 'a bank account keeps its owner and its details');
end;
create trigger bank_accounts_stay before delete on bank_accounts
begin
    select raise(rollback, 'a bank account is never deleted');
end;
