-- Why: when books and chain differ, people may know what kind of thing is wrong, and books that were restored must not
-- give somebody's address to somebody else.

-- The operator's own words may name others.
alter table freezes add column cause text collate "C" not null default 'operator' check (cause in
    ('books', 'audit_missing', 'chain_differs', 'unexplained', 'token_changed', 'chain_rewritten', 'settings', 'operator'));
update freezes set cause = 'books' where reason like 'audit: %';

-- How many of the account's addresses came before it: the key is made of the account and this.
alter table deposit_addresses add column nth bigint not null default 0 check (nth >= 0);
drop trigger deposit_addresses_keep on deposit_addresses;
update deposit_addresses set nth = (select count(*) from deposit_addresses e
    where e.account_id = deposit_addresses.account_id and e.key_index < deposit_addresses.key_index);
create unique index deposit_addresses_nth on deposit_addresses (account_id, nth);
drop index deposit_addresses_by_account;
create trigger deposit_addresses_keep before update on deposit_addresses for each row
    when (old.id <> new.id or old.account_id <> new.account_id or old.key_index <> new.key_index
        or old.nth <> new.nth or old.created_at <> new.created_at
        or (old.retired_at is not null and new.retired_at is distinct from old.retired_at))
    execute function chain_refuse('a deposit address stays with its account');

create trigger freezes_keep before update on freezes for each row
    when (old.lifted_at is not null or new.lifted_at is null or new.id <> old.id or new.cause <> old.cause
        or new.reason <> old.reason or new.created_at <> old.created_at)
    execute function chain_refuse('a stop of money is lifted once, and otherwise stays as it is');
create trigger freezes_stay before delete or truncate on freezes
    for each statement execute function chain_refuse('a stop of money is never deleted');
create trigger freezes_new before insert on freezes for each row when (new.lifted_at is not null)
    execute function chain_refuse('a stop of money is in force when it is made');

-- The latest round of an audit that succeeded, with a proof that only servers can make.
create table last_audit_round (
    id bigint primary key not null check (id = 1),
    schema_version bigint not null,
    succeeded_at bigint not null,
    proof text collate "C" not null
);

-- Servers leave the audit to a newer Florin, so only whoever owns the tables says that there is one.
create function migrations_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    if not (select pg_has_role(relowner, 'usage') from pg_class where oid = tg_relid) then
        raise exception 'only the owner of the tables migrates them';
    end if;
    return null;
end;
$$;
create trigger migrations_keep before insert or update or delete or truncate on migrations
    for each statement execute function migrations_refuse();

-- A stored response that is deleted or changed too early lets a retry pay again. The clocks of a server and of the
-- database may differ, but not by an hour.
create trigger stored_responses_keep before update or delete on stored_responses for each row
    when (old.expires_at is null
        or old.expires_at > cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) + 3600000000)
    execute function chain_refuse('a stored response stays until it expires');
create trigger stored_responses_stay before truncate on stored_responses
    for each statement execute function chain_refuse('stored responses stay until they expire');
