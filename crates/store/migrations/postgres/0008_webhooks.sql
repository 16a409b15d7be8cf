-- Why: accounts are told what happens to them, at addresses of their own, until the receiver has it.

create table endpoints (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    -- The account whose limits it counts towards: its own, or the one that a simulated person was made up for.
    sponsor_id text collate "C" not null references accounts (id),
    kind text collate "C" not null check (kind in ('webhook', 'listener')),
    url text collate "C" not null,
    description text collate "C" not null,
    -- A star for everything, or the types, with a space on both sides of each.
    wants text collate "C" not null check (wants = '*' or wants like ' %'),
    secret bytea not null,
    old_secret bytea,
    old_secret_until bigint,
    off_reason text collate "C" check (off_reason in ('paused', 'gone', 'failing', 'unverified')),
    off_at bigint,
    failing_since bigint,
    tests bigint not null default 0,
    created_at bigint not null,
    archived_at bigint,
    -- Which process delivers to it, by the real clock.
    lease_owner text collate "C" not null default '',
    lease_until bigint not null default 0,
    -- When the receiver accepted a test event, and which one it must accept until then.
    verified_at bigint,
    verification_id text collate "C",
    constraint endpoints_account unique (account_id, id),
    check ((old_secret is null) = (old_secret_until is null)),
    check ((off_reason is null) = (off_at is null))
);
create function endpoints_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'an endpoint stays with its account';
end;
$$;
-- One endpoint for each receiver, whatever the query says.
create unique index endpoints_receiver on endpoints (account_id, (substr(url, 1, strpos(url || '?', '?') - 1)))
    where kind = 'webhook' and archived_at is null;
create index endpoints_by_sponsor on endpoints (sponsor_id) where archived_at is null;
create trigger endpoints_keep before update on endpoints for each row
    when (old.id <> new.id or old.account_id <> new.account_id or old.sponsor_id <> new.sponsor_id
        or old.kind <> new.kind or old.created_at <> new.created_at)
    execute function endpoints_refuse();

create table deliveries (
    endpoint_id text collate "C" not null,
    event_id text collate "C" not null references events (id),
    account_id text collate "C" not null,
    status text collate "C" not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'skipped')),
    -- When it is due, by the account's clock.
    next_at bigint not null,
    tries bigint not null default 0,
    attempts bigint not null default 0,
    primary key (endpoint_id, event_id),
    foreign key (account_id, endpoint_id) references endpoints (account_id, id)
);
create index deliveries_by_due on deliveries (endpoint_id, next_at, event_id) where status = 'waiting';
create index deliveries_failed on deliveries (endpoint_id, event_id) where status = 'failed';
-- Nobody is told what happened to somebody else. (A key over both would cost every event an index.)
create function deliveries_check() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from fresh join events on events.id = fresh.event_id
               where events.account_id <> fresh.account_id) then
        raise exception 'an event is delivered to its own account only';
    end if;
    return null;
end;
$$;
create trigger deliveries_own after insert on deliveries referencing new table as fresh
    for each statement execute function deliveries_check();
create function deliveries_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a delivery stays what it is';
end;
$$;
create trigger deliveries_keep before update on deliveries for each row
    when (old.endpoint_id <> new.endpoint_id or old.event_id <> new.event_id or old.account_id <> new.account_id)
    execute function deliveries_refuse();

-- The log.
create table delivery_attempts (
    endpoint_id text collate "C" not null,
    event_id text collate "C" not null,
    number bigint not null check (number > 0),
    at bigint not null,
    took_millis bigint not null,
    -- None, if there was no response.
    code bigint,
    words text collate "C" not null,
    primary key (endpoint_id, event_id, number),
    foreign key (endpoint_id, event_id) references deliveries (endpoint_id, event_id) on delete cascade
);

-- Many deliveries that are made again, or not at all, and how far that has come.
create table replays (
    id text collate "C" primary key not null,
    endpoint_id text collate "C" not null,
    account_id text collate "C" not null,
    kind text collate "C" not null check (kind in ('failed', 'range', 'skip')),
    from_at bigint not null,
    to_at bigint not null,
    position text collate "C" not null default '',
    done bigint not null default 0,
    created_at bigint not null,
    ended_at bigint,
    foreign key (account_id, endpoint_id) references endpoints (account_id, id)
);
create index replays_open on replays (id) where ended_at is null;
create index replays_by_endpoint on replays (endpoint_id, id);

-- One more kind of email.
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check
    check (kind in ('claim', 'reminder', 'join', 'known', 'reset', 'security', 'webhook_off'));

-- Queues with workers of their own, so that bulk email delays no other. Claim emails to one address can be combined.
alter table emails drop constraint emails_status_check;
alter table emails add constraint emails_status_check
    check (status in ('queued', 'kept', 'sending', 'sent', 'failed', 'unclear', 'combined', 'obsolete'));
alter table emails add column queue text collate "C" not null default 'claims'
    check (queue in ('sign_in', 'account', 'claims', 'sandbox'));
-- What claim emails that can be combined have in common: the scope and the address.
alter table emails add column address text collate "C";
-- What claim emails that share a budget have in common: the scope and the mailbox.
alter table emails add column mailbox text collate "C";
-- How many payout items it announces.
alter table emails add column items bigint not null default 0;
alter table emails add constraint emails_sandbox_check
    check (queue <> 'sandbox' or status in ('queued', 'kept', 'combined', 'obsolete'));
-- The audit proves whose claim emails they are.
alter table emails add constraint emails_of_an_account check (kind <> 'claim' or account_id is not null);
drop index emails_by_due;
create index emails_by_due on emails (queue, next_at) where status = 'queued' or status = 'sending';
create index emails_by_address on emails (address, next_at) where status = 'queued';
create index emails_by_mailbox on emails (mailbox, next_at) where status = 'queued';
create index emails_retried on emails (mailbox) where status = 'queued' and tries > 0;
create index emails_waiting on emails (account_id, next_at) where status = 'queued';

-- How many claim emails were sent to an address and to a mailbox, on request and for a sender, and when a sender last
-- had one to a mailbox. The scope is 'live' or the account of a sandbox, whose clock says when a count is over.
create table email_counts (
    id text collate "C" primary key not null,
    scope text collate "C" not null,
    since bigint not null,
    count bigint not null check (count > 0),
    ends_at bigint not null
);
create index email_counts_by_end on email_counts (ends_at);
create index email_counts_by_scope on email_counts (scope, ends_at);

-- An email holds a link that is worth money, so it keeps its address.
create trigger emails_keep before update of id, account_id, kind, email, cause, created_at, queue, address, mailbox, items on emails
    for each statement execute function identity_refuse('an email keeps its address and its cause');
create trigger emails_stay before delete or truncate on emails
    for each statement execute function identity_refuse('a row of emails is never deleted');
