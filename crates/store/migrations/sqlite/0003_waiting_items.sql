-- Why: an entry for each recipient lies on a page of its own, and a payout of a hundred had to write a hundred of them
-- before it was accepted. Now an item gets its entry when it is settled, together with thousands of others.
drop index transactions_by_recipient;
create index transactions_by_recipient on transactions (recipient_id, created_at, id)
    where recipient_id is not null and status <> 'queued';

-- How much waits, said a second time: two items that wait in one payout could otherwise exchange their amounts unseen.
-- A server of the version before, which may still run, leaves it out.
alter table claims add column amount integer;
update claims set amount = (select amount from transactions where id = claims.item_id);
