-- Payouts: who gets paid, what was ordered, and the items that wait for their recipients.

-- A row is a person whom an account pays, known by email address.
create table recipients (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    email text collate "C" not null,
    -- The address in lower case, by which recipients are matched with users.
    email_key text collate "C" not null,
    -- The account that is credited when the recipient is paid, once there is one.
    wallet_id text collate "C",
    -- How many events the recipient has had: events of one object are numbered.
    events bigint not null check (events >= 0),
    created_at bigint not null,
    constraint recipients_email unique (account_id, email_key)
);
create index recipients_by_age on recipients (account_id, created_at, id);
-- When a user verifies an address or changes their name, Florin finds all recipients with that address.
create index recipients_by_email on recipients (email_key, id);
-- A recipient with another address would be another person.
create function recipients_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a recipient cannot be deleted, nor its account, address or wallet changed';
end;
$$;
create trigger recipients_keep before update of id, account_id, email, email_key, created_at on recipients
    for each statement execute function recipients_refuse();
create trigger recipients_stay before delete or truncate on recipients
    for each statement execute function recipients_refuse();
create trigger recipients_count before update of events on recipients
    for each row when (new.events < old.events) execute function events_only_grow();
-- Payouts to a recipient are paid into the recipient's wallet. Live money goes to the user who verified the address.
create trigger recipients_start before insert on recipients for each row when (new.wallet_id is not null)
    execute function recipients_refuse();
create function recipients_wallet() returns trigger language plpgsql set search_path from current as $$
begin
    if old.wallet_id is not null or not exists (
        select 1 from accounts w join users u on u.id = w.user_id join accounts p on p.id = new.account_id
        where w.id = new.wallet_id and w.mode = p.mode
        and (p.mode = 'test' or (u.email_key = new.email_key and u.verified_at is not null))) then
        raise exception 'the wallet of a recipient cannot be changed, and must belong to its address';
    end if;
    return new;
end;
$$;
create trigger recipients_wallet before update of wallet_id on recipients
    for each row execute function recipients_wallet();

-- A row is the name that an app gave a recipient. Apps don't see each other's names.
create table recipient_nicknames (
    app_id text collate "C" not null,
    recipient_id text collate "C" not null references recipients (id),
    nickname text collate "C" not null,
    primary key (app_id, recipient_id)
);

-- A row is an order to pay up to a hundred recipients. Its items are transactions, counted here by status.
create table payouts (
    id text collate "C" primary key not null,
    account_id text collate "C" not null,
    -- The mode of its account: workers process live payouts first.
    mode text collate "C" not null check (mode in ('live', 'test')),
    status text collate "C" not null check (status in ('processing', 'completed', 'failed', 'cancelled')),
    currency text collate "C" not null check (currency = 'USDC'),
    total_amount bigint not null check (total_amount > 0),
    total_items bigint not null check (total_items between 1 and 100),
    processing bigint not null check (processing >= 0),
    pending_claim bigint not null check (pending_claim >= 0),
    completed bigint not null check (completed >= 0),
    failed bigint not null check (failed >= 0),
    cancelled bigint not null check (cancelled >= 0),
    reference text collate "C",
    idempotency_key text collate "C",
    created_at bigint not null,
    completed_at bigint,
    -- A lease: one worker has the payout until then, and afterwards any worker may take it. In real time.
    next_at bigint,
    constraint payouts_counters check (processing + pending_claim + completed + failed + cancelled = total_items),
    constraint payouts_open check ((status = 'processing') = (processing + pending_claim > 0)),
    constraint payouts_ended check ((status = 'processing') = (completed_at is null))
-- Room for the updates of the counters, on the same page.
) with (fillfactor = 60);
create index payouts_by_age on payouts (account_id, created_at, id);
create index payouts_by_reference on payouts (account_id, reference, created_at, id) where reference is not null;
create index payouts_by_idempotency_key on payouts (account_id, idempotency_key, created_at, id)
    where idempotency_key is not null;
create index payouts_due on payouts (mode, next_at) where next_at is not null;
alter table payouts alter column next_at set statistics 0;
-- The total was held in the ledger when the payout was accepted.
create function payouts_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a payout cannot be deleted, and only its progress can change until it is final';
end;
$$;
create trigger payouts_keep before update on payouts for each row
when (new.id <> old.id or new.account_id <> old.account_id or new.mode <> old.mode or new.currency <> old.currency
    or new.total_amount <> old.total_amount or new.total_items <> old.total_items
    or new.created_at <> old.created_at)
execute function payouts_refuse();
create trigger payouts_end before update on payouts for each row when (old.status <> 'processing')
    execute function payouts_refuse();
create trigger payouts_stay before delete or truncate on payouts
    for each statement execute function payouts_refuse();
create trigger payouts_of_an_account after insert on payouts
    referencing new table as inserted for each statement execute function of_an_account_in_its_mode();

-- A row is a payout item that waits for its recipient to claim it. The row goes when the item is claimed, cancelled or
-- expired.
create table claims (
    item_id text collate "C" primary key not null,
    account_id text collate "C" not null,
    mode text collate "C" not null check (mode in ('live', 'test')),
    email_key text collate "C" not null,
    -- The same as the item's: the audit notices when two items of a payout have exchanged their amounts.
    amount bigint not null,
    expires_at bigint not null,
    -- The email that announces the claim.
    email_id text collate "C" not null
);
-- Live money waits for the owner of an address. Test money waits per sender: in the sandbox an address proves nothing.
create index claims_by_email on claims (email_key, expires_at, item_id) where mode = 'live';
create index claims_by_sender on claims (account_id, email_key, expires_at, item_id) where mode = 'test';
alter table claims alter column mode set statistics 0;
create index claims_by_expiry on claims (mode, expires_at);
create index claims_by_account on claims (account_id, expires_at);
create index claims_by_email_id on claims (email_id);
-- A claim says what its item says. Otherwise money that waits for one address could be directed to another.
create function claims_of_items() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from inserted n where not exists (
        select 1 from transactions t join recipients r on r.id = t.recipient_id join accounts a on a.id = t.account_id
        where t.id = n.item_id and t.status = 'pending_claim' and t.account_id = n.account_id
        and t.amount = n.amount and t.claim_expires_at = n.expires_at and a.mode = n.mode
        and r.email_key = n.email_key)) then
        raise exception 'a claim must match an item that is pending claim';
    end if;
    return null;
end;
$$;
create trigger claims_new after insert on claims
    referencing new table as inserted for each statement execute function claims_of_items();
create function claims_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a claim cannot be changed';
end;
$$;
create trigger claims_keep before update on claims for each statement execute function claims_refuse();

-- A row is a payout that a user is writing, or wrote and sent in the last 30 days. Nothing of money depends on it.
create table payout_drafts (
    account_id text collate "C" not null references accounts (id),
    id text collate "C" not null,
    -- Grows with every change, so that no window overwrites or sends what another has saved.
    version bigint not null,
    -- What lists call it, and how many rows it has.
    title text collate "C" not null,
    row_count bigint not null,
    -- The rows as JSON; nothing once it is sent.
    content text collate "C" not null,
    -- The hash of the file that it came from.
    file_hash text collate "C",
    -- The payout that it became.
    payout_id text collate "C",
    -- In real time: 30 days later it is deleted.
    updated_at bigint not null,
    primary key (account_id, id)
);
create index payout_drafts_open on payout_drafts (account_id, updated_at, id) where payout_id is null;
create index payout_drafts_by_file on payout_drafts (account_id, file_hash, updated_at, id)
    where payout_id is not null and file_hash is not null;
alter table payout_drafts alter column payout_id set statistics 0;
create index payout_drafts_by_age on payout_drafts (updated_at);
