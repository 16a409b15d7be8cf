-- Why: everything that happens to recipients, bank accounts and external wallets is told, and each counts its events.

-- Recipients had an event when they were added, since there are events.
alter table recipients add column events bigint not null default 1 check (events >= 0);
-- Both tables may be large, and are read once.
set local enable_hashjoin = on;
set local enable_seqscan = on;
update recipients r set events = 0
    where not exists (select 1 from events e where e.object_id = r.id and e.type = 'recipient.created');
alter table bank_accounts add column events bigint not null default 0 check (events >= 0);
alter table external_wallets add column events bigint not null default 0 check (events >= 0);

-- Somebody who joins is met by all who know the address.
create index recipients_by_email on recipients (email_key, id);

create function events_only_grow() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'the events of an object only grow in number';
end;
$$;
create trigger recipients_count before update of events on recipients
    for each row when (new.events < old.events) execute function events_only_grow();
create trigger bank_accounts_count before update of events on bank_accounts
    for each row when (new.events < old.events) execute function events_only_grow();
create trigger external_wallets_count before update of events on external_wallets
    for each row when (new.events < old.events) execute function events_only_grow();

-- What was told stays told.
create function events_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'an event is never changed or deleted';
end;
$$;
create trigger events_keep before update of id, account_id, type, object_id, sequence, data, created_at on events
    for each statement execute function events_refuse();
create trigger events_stay before delete or truncate on events
    for each statement execute function events_refuse();
