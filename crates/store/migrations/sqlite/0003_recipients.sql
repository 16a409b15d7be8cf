-- Why: an entry for each recipient lies on a page of its own, and a payout of a hundred had to write a hundred of them
-- before it was accepted. Now an item gets its entry when it is settled, together with thousands of others.
drop index transactions_by_recipient;
create index transactions_by_recipient on transactions (recipient_id, created_at, id)
    where recipient_id is not null and status <> 'queued';
