-- Statements that nothing opened, and changes of those that are.
-- Each starts with the engines that can be asked it, and what it is.

-- both: an opening balance is changed
update statements set available = available + 1 where account_id = '{ada}';

-- both: a statement is moved to another month
update statements set starts_at = starts_at + 2678400000000 where account_id = '{ada}';

-- both: a statement is given to another account
update statements set account_id = '{bob}x' where account_id = '{ada}';

-- both: a statement is deleted
delete from statements where account_id = '{ada}';

-- postgres: statements are truncated
truncate statements;

-- both: a month is opened that has not begun
insert into statements (account_id, starts_at, first_transfer, available, held)
select w.account_id, 4102444800000000, t.seq, w.balance, h.balance
from (select max(seq) as seq from transfers) t, ledger_accounts w, ledger_accounts h
where w.id = '{ada}:available' and h.id = '{ada}:held';

-- both: a statement begins with nothing
insert into statements (account_id, starts_at, first_transfer, available, held)
values ('{ada}', 4102444800000000, 0, 0, 0);

-- both: a statement is opened twice
insert into statements (account_id, starts_at, first_transfer, available, held)
select account_id, starts_at, first_transfer, available, held from statements where account_id = '{ada}';

-- role: a trigger on a temporary table opens a statement
create temporary table lever (pulled bigint);
create function pg_temp.pull() returns trigger language plpgsql as
$$ begin
    insert into statements (account_id, starts_at, first_transfer, available, held)
    values ('{ada}', 4102444800000000, 0, 0, 0);
    return null;
end; $$;
create trigger pull after insert on lever for each statement execute function pg_temp.pull();
insert into lever values (1);

-- role: a temporary catalog says that the caller may open statements
create temporary table pg_proc as select oid, (select oid from pg_roles where rolname = current_user) as proowner
    from pg_catalog.pg_proc where proname = 'transfers_move';
set local search_path = pg_temp, pg_catalog, public;
create temporary table lever (pulled bigint);
create function pg_temp.pull() returns trigger language plpgsql as
$$ begin
    insert into statements (account_id, starts_at, first_transfer, available, held)
    values ('{ada}', 4102444800000000, 0, 0, 0);
    return null;
end; $$;
create trigger pull after insert on lever for each statement execute function pg_temp.pull();
insert into lever values (1);
