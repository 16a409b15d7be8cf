-- Why: when books and chain differ, people may know what kind of thing is wrong, and books that were restored must not
-- give somebody's address to somebody else.

-- The operator's own words may name others.
alter table freezes add column cause text not null default 'operator' check (cause in
    ('books', 'audit_missing', 'chain_differs', 'unexplained', 'token_changed', 'chain_rewritten', 'settings', 'operator'));
update freezes set cause = 'books' where reason like 'audit: %';

-- How many of the account's addresses came before it: the key is made of the account and this.
alter table deposit_addresses add column nth integer not null default 0 check (nth >= 0);
drop trigger deposit_addresses_keep;
update deposit_addresses set nth = (select count(*) from deposit_addresses e
    where e.account_id = deposit_addresses.account_id and e.key_index < deposit_addresses.key_index);
create unique index deposit_addresses_nth on deposit_addresses (account_id, nth);
drop index deposit_addresses_by_account;
create trigger deposit_addresses_keep before update on deposit_addresses
when old.id <> new.id or old.account_id <> new.account_id or old.key_index <> new.key_index or old.nth <> new.nth
    or old.created_at <> new.created_at or (old.retired_at is not null and new.retired_at is not old.retired_at)
begin
    select raise(abort, 'a deposit address stays with its account');
end;
drop trigger deposit_addresses_new;
create trigger deposit_addresses_new before insert on deposit_addresses
when exists (select 1 from deposit_addresses where id = new.id)
    or exists (select 1 from deposit_addresses where key_index = new.key_index)
    or exists (select 1 from deposit_addresses where account_id = new.account_id and nth = new.nth)
    or (new.retired_at is null
        and exists (select 1 from deposit_addresses where account_id = new.account_id and retired_at is null))
begin
    select raise(abort, 'a deposit address is never replaced');
end;

create trigger freezes_keep before update on freezes
when old.lifted_at is not null or new.lifted_at is null or new.id <> old.id or new.cause <> old.cause
    or new.reason <> old.reason or new.created_at <> old.created_at
begin
    select raise(rollback, 'a stop of money is lifted once, and otherwise stays as it is');
end;
create trigger freezes_stay before delete on freezes
begin
    select raise(rollback, 'a stop of money is never deleted');
end;
create trigger freezes_new before insert on freezes
when new.lifted_at is not null or exists (select 1 from freezes where id = new.id)
begin
    select raise(rollback, 'a stop of money is in force when it is made, and is never replaced');
end;

-- The latest round of an audit that succeeded, with a proof that only servers can make.
create table last_audit_round (
    id integer primary key not null check (id = 1),
    schema_version integer not null,
    succeeded_at integer not null,
    proof text not null
) strict, without rowid;

-- Servers leave the audit to a newer Florin: migrations follow each other, and stay.
create trigger migrations_keep before update on migrations
begin
    select raise(rollback, 'a migration that was applied stays as it was');
end;
create trigger migrations_stay before delete on migrations
begin
    select raise(rollback, 'a migration that was applied is never forgotten');
end;
create trigger migrations_new before insert on migrations
when new.version <> (select max(version) from migrations) + 1
begin
    select raise(rollback, 'migrations are applied one after the other');
end;

-- A stored response that is deleted or changed too early lets a retry pay again. Clocks may have been set back, but not
-- by an hour.
create trigger stored_responses_keep before update on stored_responses
when old.expires_at is null or old.expires_at > unixepoch() * 1000000 + 3600000000
begin
    select raise(rollback, 'a stored response stays until it expires');
end;
create trigger stored_responses_stay before delete on stored_responses
when old.expires_at is null or old.expires_at > unixepoch() * 1000000 + 3600000000
begin
    select raise(rollback, 'a stored response stays until it expires');
end;
create trigger stored_responses_new before insert on stored_responses
when exists (select 1 from stored_responses a where a.account_id = new.account_id and a.app_id = new.app_id
    and a.path = new.path and a.key = new.key and (a.expires_at is null
        or a.expires_at > unixepoch() * 1000000 + 3600000000))
begin
    select raise(rollback, 'a stored response is not replaced before it expires');
end;
