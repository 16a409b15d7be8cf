-- Why: an entry for each recipient lies on a page of its own, and a payout of a hundred had to write a hundred of them
-- before it was accepted. Now an item gets its entry when it is settled, together with thousands of others.
drop index transactions_by_recipient;
create index transactions_by_recipient on transactions (recipient_id, created_at, id)
    where recipient_id is not null and status <> 'queued';

-- How much waits, said a second time: two items that wait in one payout could otherwise exchange their amounts unseen.
-- A server of the version before, which may still run, leaves it out.
alter table claims add column amount integer;
update claims set amount = (select amount from transactions where id = claims.item_id);

-- A claim says what its item says. Otherwise money that waits for one address could be pointed at another.
create trigger claims_new before insert on claims
when exists (select 1 from claims where item_id = new.item_id) or not exists (
    select 1 from transactions t join recipients r on r.id = t.recipient_id join accounts a on a.id = t.account_id
    where t.id = new.item_id and t.status = 'pending_claim' and t.account_id = new.account_id
    and t.amount = new.amount and t.claim_expires_at = new.expires_at and a.mode = new.mode
    and r.email_key = new.email_key)
begin
    select raise(rollback, 'a claim is made once, for an item that waits, and says what the item says');
end;
create trigger claims_keep before update on claims
begin
    select raise(rollback, 'a claim never changes');
end;
