-- Why: when books and chain differ, people may know what kind of thing is wrong, and books that were restored must not
-- give somebody's address to somebody else.

-- The operator's own words may name others.
alter table freezes add column cause text not null default 'operator' check (cause in
    ('books', 'chain_differs', 'unexplained', 'token_changed', 'chain_rewritten', 'settings', 'operator'));
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
