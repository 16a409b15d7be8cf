-- Why: on SQLite an item gets its entry for the recipient when it is settled. Here the entry comes with the item: a
-- change of an indexed column would make every update write to every index.

-- How much waits, said a second time: two items that wait in one payout could otherwise exchange their amounts unseen.
-- A server of the version before, which may still run, leaves it out.
alter table claims add column amount bigint;
update claims set amount = (select amount from transactions where id = claims.item_id);

-- Whose they are is asked once for all rows of a statement: to ask with each row costs more than the row.
alter table payouts drop constraint payouts_account_id_fkey;
alter table stored_responses drop constraint stored_responses_account_id_fkey;
create function of_an_account() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from inserted n where not exists (select 1 from accounts a where a.id = n.account_id)) then
        raise exception 'this is of an account that is not there';
    end if;
    return null;
end;
$$;
create trigger stored_responses_of_an_account after insert on stored_responses
    referencing new table as inserted for each statement execute function of_an_account();

-- The same where the row has a mode of its own.
create function of_an_account_in_its_mode() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from inserted n where not exists (
        select 1 from accounts a where a.id = n.account_id and a.mode = n.mode)) then
        raise exception 'this is of an account that is not there, or of another mode';
    end if;
    return null;
end;
$$;
create trigger payouts_of_an_account after insert on payouts
    referencing new table as inserted for each statement execute function of_an_account_in_its_mode();

-- A claim says what its item says. Otherwise money that waits for one address could be pointed at another.
create function claims_of_items() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from inserted n where not exists (
        select 1 from transactions t join recipients r on r.id = t.recipient_id join accounts a on a.id = t.account_id
        where t.id = n.item_id and t.status = 'pending_claim' and t.account_id = n.account_id
        and t.amount = n.amount and t.claim_expires_at = n.expires_at and a.mode = n.mode
        and r.email_key = n.email_key)) then
        raise exception 'a claim is for an item that waits, and says what the item says';
    end if;
    return null;
end;
$$;
create trigger claims_new after insert on claims
    referencing new table as inserted for each statement execute function claims_of_items();
create function claims_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a claim never changes';
end;
$$;
create trigger claims_keep before update on claims for each statement execute function claims_refuse();
