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
create trigger bank_accounts_new before insert on bank_accounts
when exists (select 1 from bank_accounts where id = new.id)
begin
    select raise(rollback, 'a bank account is never replaced');
end;
