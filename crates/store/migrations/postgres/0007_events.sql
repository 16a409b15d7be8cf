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

create function recipients_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a recipient keeps its account, its address and its wallet, and is never deleted';
end;
$$;
create trigger recipients_keep before update of id, account_id, email, email_key, created_at on recipients
    for each statement execute function recipients_refuse();
create trigger recipients_stay before delete or truncate on recipients
    for each statement execute function recipients_refuse();
-- Payouts to a recipient are paid into its wallet. Live money goes to the person who has verified the address.
create trigger recipients_start before insert on recipients for each row when (new.wallet_id is not null)
    execute function recipients_refuse();
create function recipients_wallet() returns trigger language plpgsql set search_path from current as $$
begin
    if old.wallet_id is not null or not exists (
        select 1 from accounts w join users u on u.id = w.user_id join accounts p on p.id = new.account_id
        where w.id = new.wallet_id and w.mode = p.mode
        and (p.mode = 'test' or (u.email_key = new.email_key and u.verified_at is not null))) then
        raise exception 'a recipient keeps its wallet, which belongs to the person with that address';
    end if;
    return new;
end;
$$;
create trigger recipients_wallet before update of wallet_id on recipients
    for each row execute function recipients_wallet();

create function bank_accounts_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a bank account keeps its owner and its details, and is never deleted';
end;
$$;
create trigger bank_accounts_keep before update of id, account_id, app_id, rail, details, created_at on bank_accounts
    for each statement execute function bank_accounts_refuse();
create trigger bank_accounts_stay before delete or truncate on bank_accounts
    for each statement execute function bank_accounts_refuse();
