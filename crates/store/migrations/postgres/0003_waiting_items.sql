-- Why: on SQLite an item gets its entry for the recipient when it is settled. Here the entry comes with the item: a
-- change of an indexed column would make every update write to every index.

-- How much waits, said a second time: two items that wait in one payout could otherwise exchange their amounts unseen.
-- A server of the version before, which may still run, leaves it out.
alter table claims add column amount bigint;
update claims set amount = (select amount from transactions where id = claims.item_id);

-- Whose they are is asked once for all rows of a statement: to ask with each row costs more than the row.
alter table payouts drop constraint payouts_account_id_fkey;
alter table answers drop constraint answers_account_id_fkey;
create function of_an_account() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from inserted n where not exists (select 1 from accounts a where a.id = n.account_id)) then
        raise exception 'this is of an account that is not there';
    end if;
    return null;
end;
$$;
create trigger payouts_of_an_account after insert on payouts
    referencing new table as inserted for each statement execute function of_an_account();
create trigger answers_of_an_account after insert on answers
    referencing new table as inserted for each statement execute function of_an_account();
