-- Payouts: who gets paid, what was ordered, and the items that wait for their recipients.

-- A row is a person whom an account pays, known by email address.
create table recipients (
    id text primary key not null,
    account_id text not null references accounts (id),
    email text not null,
    -- The address in lower case, by which recipients are matched with users.
    email_key text not null,
    -- The account that is credited when the recipient is paid, once there is one.
    wallet_id text,
    -- How many events the recipient has had: events of one object are numbered.
    events integer not null check (events >= 0),
    created_at integer not null,
    constraint recipients_email unique (account_id, email_key)
) strict, without rowid;
create index recipients_by_age on recipients (account_id, created_at, id);
-- When a user verifies an address or changes their name, Florin finds all recipients with that address.
create index recipients_by_email on recipients (email_key, id);
-- A recipient with another address would be another person.
create trigger recipients_keep before update of id, account_id, email, email_key, created_at on recipients
begin
    select raise(rollback, 'the account and address of a recipient cannot be changed');
end;
create trigger recipients_stay before delete on recipients
begin
    select raise(rollback, 'a recipient cannot be deleted');
end;
create trigger recipients_count before update of events on recipients when new.events < old.events
begin
    select raise(rollback, 'the event counter of a recipient can only grow');
end;
create trigger recipients_new before insert on recipients
when exists (select 1 from recipients where id = new.id)
    or exists (select 1 from recipients where account_id = new.account_id and email_key = new.email_key)
begin
    select raise(rollback, 'a recipient cannot be replaced');
end;
-- Payouts to a recipient are paid into the recipient's wallet. Live money goes to the user who verified the address.
create trigger recipients_start before insert on recipients when new.wallet_id is not null
begin
    select raise(rollback, 'a new recipient cannot have a wallet');
end;
create trigger recipients_wallet before update of wallet_id on recipients
when old.wallet_id is not null or not exists (
    select 1 from accounts w join users u on u.id = w.user_id join accounts p on p.id = new.account_id
    where w.id = new.wallet_id and w.mode = p.mode
    and (p.mode = 'test' or (u.email_key = new.email_key and u.verified_at is not null)))
begin
    select raise(rollback, 'the wallet of a recipient cannot be changed, and must belong to its address');
end;

-- A row is the name that an app gave a recipient. Apps don't see each other's names.
create table recipient_nicknames (
    app_id text not null,
    recipient_id text not null references recipients (id),
    nickname text not null,
    primary key (app_id, recipient_id)
) strict, without rowid;

-- A row is an order to pay up to a hundred recipients. Its items are transactions, counted here by status.
create table payouts (
    id text primary key not null,
    account_id text not null,
    -- The mode of its account: workers process live payouts first.
    mode text not null check (mode = 'live' or mode = 'test'),
    status text not null check (status = 'processing' or status = 'completed' or status = 'failed'
        or status = 'cancelled'),
    currency text not null check (currency = 'USDC'),
    total_amount integer not null check (total_amount > 0),
    total_items integer not null check (total_items between 1 and 100),
    processing integer not null check (processing >= 0),
    pending_claim integer not null check (pending_claim >= 0),
    completed integer not null check (completed >= 0),
    failed integer not null check (failed >= 0),
    cancelled integer not null check (cancelled >= 0),
    reference text,
    idempotency_key text,
    created_at integer not null,
    completed_at integer,
    -- A lease: one worker has the payout until then, and afterwards any worker may take it. In real time.
    next_at integer,
    constraint payouts_counters check (processing + pending_claim + completed + failed + cancelled = total_items),
    constraint payouts_open check ((status = 'processing') = (processing + pending_claim > 0)),
    constraint payouts_ended check ((status = 'processing') = (completed_at is null))
) strict, without rowid;
create index payouts_by_age on payouts (account_id, created_at, id);
create index payouts_by_reference on payouts (account_id, reference, created_at, id) where reference is not null;
create index payouts_by_idempotency_key on payouts (account_id, idempotency_key, created_at, id)
    where idempotency_key is not null;
create index payouts_due on payouts (mode, next_at) where next_at is not null;
-- The total was held in the ledger when the payout was accepted.
create trigger payouts_keep before update on payouts
when new.id <> old.id or new.account_id <> old.account_id or new.mode <> old.mode or new.currency <> old.currency
    or new.total_amount <> old.total_amount or new.total_items <> old.total_items or new.created_at <> old.created_at
begin
    select raise(rollback, 'the account, amount and items of a payout cannot be changed');
end;
create trigger payouts_end before update on payouts when old.status <> 'processing'
begin
    select raise(rollback, 'a final payout cannot be changed');
end;
create trigger payouts_stay before delete on payouts
begin
    select raise(rollback, 'a payout cannot be deleted');
end;
create trigger payouts_new before insert on payouts when exists (select 1 from payouts where id = new.id)
begin
    select raise(rollback, 'a payout cannot be replaced');
end;
create trigger payouts_of_an_account before insert on payouts
when not exists (select 1 from accounts where id = new.account_id and mode = new.mode)
begin
    select raise(rollback, 'a payout must belong to an existing account of its mode');
end;

-- A row is a payout item that waits for its recipient to claim it. The row goes when the item is claimed, cancelled or
-- expired.
create table claims (
    item_id text primary key not null,
    account_id text not null,
    mode text not null check (mode in ('live', 'test')),
    email_key text not null,
    -- The same as the item's: the audit notices when two items of a payout have exchanged their amounts.
    amount integer not null,
    expires_at integer not null,
    -- The email that announces the claim.
    email_id text not null
) strict, without rowid;
-- Live money waits for the owner of an address. Test money waits per sender: in the sandbox an address proves nothing.
create index claims_by_email on claims (email_key, expires_at, item_id) where mode = 'live';
create index claims_by_sender on claims (account_id, email_key, expires_at, item_id) where mode = 'test';
create index claims_by_expiry on claims (mode, expires_at);
create index claims_by_account on claims (account_id, expires_at);
create index claims_by_email_id on claims (email_id);
-- A claim says what its item says. Otherwise money that waits for one address could be directed to another.
create trigger claims_new before insert on claims
when exists (select 1 from claims where item_id = new.item_id) or not exists (
    select 1 from transactions t join recipients r on r.id = t.recipient_id join accounts a on a.id = t.account_id
    where t.id = new.item_id and t.status = 'pending_claim' and t.account_id = new.account_id
    and t.amount = new.amount and t.claim_expires_at = new.expires_at and a.mode = new.mode
    and r.email_key = new.email_key)
begin
    select raise(rollback, 'a claim must be new, and match an item that is pending claim');
end;
create trigger claims_keep before update on claims
begin
    select raise(rollback, 'a claim cannot be changed');
end;

-- A row is a payout that a user is writing, or wrote and sent in the last 30 days. Nothing of money depends on it.
create table payout_drafts (
    account_id text not null references accounts (id),
    id text not null,
    -- Grows with every change, so that no window overwrites or sends what another has saved.
    version integer not null,
    -- What lists call it, and how many rows it has.
    title text not null,
    row_count integer not null,
    -- The rows as JSON; nothing once it is sent.
    content text not null,
    -- The hash of the file that it came from.
    file_hash text,
    -- The payout that it became.
    payout_id text,
    -- In real time: 30 days later it is deleted.
    updated_at integer not null,
    primary key (account_id, id)
) strict;
create index payout_drafts_open on payout_drafts (account_id, updated_at, id) where payout_id is null;
create index payout_drafts_by_file on payout_drafts (account_id, file_hash, updated_at, id)
    where payout_id is not null and file_hash is not null;
create index payout_drafts_by_age on payout_drafts (updated_at);
