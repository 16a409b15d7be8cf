-- Why: accounts are told what happens to them, at addresses of their own, until the receiver has it.

create table endpoints (
    id text primary key not null,
    account_id text not null references accounts (id),
    -- The account whose limits it counts towards: its own, or the one that a simulated person was made up for.
    sponsor_id text not null references accounts (id),
    kind text not null check (kind in ('webhook', 'listener')),
    url text not null,
    description text not null,
    -- A star for everything, or the types, with a space on both sides of each.
    wants text not null check (wants = '*' or wants like ' %'),
    secret blob not null,
    old_secret blob,
    old_secret_until integer,
    off_reason text check (off_reason in ('paused', 'gone', 'failing', 'unverified')),
    off_at integer,
    failing_since integer,
    tests integer not null default 0,
    created_at integer not null,
    archived_at integer,
    -- Which process delivers to it, by the real clock.
    lease_owner text not null default '',
    lease_until integer not null default 0,
    -- When the receiver accepted a test event, and which one it must accept until then.
    verified_at integer,
    verification_id text,
    constraint endpoints_account unique (account_id, id),
    check ((old_secret is null) = (old_secret_until is null)),
    check ((off_reason is null) = (off_at is null))
) strict, without rowid;
-- One endpoint for each receiver, whatever the query says.
create unique index endpoints_receiver on endpoints (account_id, (substr(url, 1, instr(url || '?', '?') - 1)))
    where kind = 'webhook' and archived_at is null;
create index endpoints_by_sponsor on endpoints (sponsor_id) where archived_at is null;
create trigger endpoints_keep before update of id, account_id, sponsor_id, kind, created_at on endpoints
when old.id <> new.id or old.account_id <> new.account_id or old.sponsor_id <> new.sponsor_id or old.kind <> new.kind
    or old.created_at <> new.created_at
begin
    select raise(abort, 'an endpoint stays with its account');
end;
create trigger endpoints_new before insert on endpoints
when exists (select 1 from endpoints where id = new.id)
    or exists (select 1 from endpoints
        where account_id = new.account_id and kind = 'webhook' and new.kind = 'webhook' and archived_at is null
        and substr(url, 1, instr(url || '?', '?') - 1) = substr(new.url, 1, instr(new.url || '?', '?') - 1))
begin
    select raise(abort, 'an endpoint is never replaced');
end;

create table deliveries (
    endpoint_id text not null,
    event_id text not null references events (id),
    account_id text not null,
    status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'skipped')),
    -- When it is due, by the account's clock.
    next_at integer not null,
    tries integer not null default 0,
    attempts integer not null default 0,
    primary key (endpoint_id, event_id),
    foreign key (account_id, endpoint_id) references endpoints (account_id, id)
) strict, without rowid;
create index deliveries_by_due on deliveries (endpoint_id, next_at) where status = 'waiting';
create index deliveries_failed on deliveries (endpoint_id, event_id) where status = 'failed';
-- Nobody is told what happened to somebody else. (A key over both would cost every event an index.)
create trigger deliveries_own before insert on deliveries
begin
    select raise(rollback, 'an event is delivered to its own account only')
    where not exists (select 1 from events where id = new.event_id and account_id = new.account_id);
    select raise(rollback, 'a delivery is never replaced')
    where exists (select 1 from deliveries where endpoint_id = new.endpoint_id and event_id = new.event_id);
end;
create trigger deliveries_keep before update of endpoint_id, event_id, account_id on deliveries
when old.endpoint_id <> new.endpoint_id or old.event_id <> new.event_id or old.account_id <> new.account_id
begin
    select raise(abort, 'a delivery stays what it is');
end;

-- The log.
create table delivery_attempts (
    endpoint_id text not null,
    event_id text not null,
    number integer not null check (number > 0),
    at integer not null,
    took_millis integer not null,
    -- None, if there was no response.
    code integer,
    words text not null,
    primary key (endpoint_id, event_id, number),
    foreign key (endpoint_id, event_id) references deliveries (endpoint_id, event_id) on delete cascade
) strict, without rowid;

-- Many deliveries that are made again, or not at all, and how far that has come.
create table replays (
    id text primary key not null,
    endpoint_id text not null,
    account_id text not null,
    kind text not null check (kind in ('failed', 'range', 'skip')),
    from_at integer not null,
    to_at integer not null,
    position text not null default '',
    done integer not null default 0,
    created_at integer not null,
    ended_at integer,
    foreign key (account_id, endpoint_id) references endpoints (account_id, id)
) strict, without rowid;
create index replays_open on replays (id) where ended_at is null;
create index replays_by_endpoint on replays (endpoint_id, id);

-- One more kind of email. Queues with workers of their own, so that bulk email delays no other. Claim emails to one
-- address can be combined.
create table new_emails (
    id text primary key not null,
    account_id text references accounts (id),
    kind text not null
        check (kind in ('claim', 'reminder', 'join', 'known', 'reset', 'security', 'webhook_off')),
    email text not null,
    cause text not null constraint emails_cause unique,
    -- Email of a test account is kept to be looked at, and never sent.
    status text not null check (status in
        ('queued', 'kept', 'sending', 'sent', 'failed', 'unclear', 'combined', 'obsolete')),
    created_at integer not null,
    next_at integer not null default 0,
    tries integer not null default 0,
    queue text not null default 'claims' check (queue in ('sign_in', 'account', 'claims', 'sandbox')),
    -- What claim emails that can be combined have in common: the scope and the address.
    address text,
    -- What claim emails that share a budget have in common: the scope and the mailbox.
    mailbox text,
    -- How many payout items it announces.
    items integer not null default 0,
    check (queue <> 'sandbox' or status in ('queued', 'kept', 'combined', 'obsolete')),
    -- The audit proves whose claim emails they are.
    check (kind <> 'claim' or account_id is not null)
) strict, without rowid;
insert into new_emails (id, account_id, kind, email, cause, status, created_at, next_at, tries)
select id, account_id, kind, email, cause, status, created_at, next_at, tries from emails;
drop table emails;
alter table new_emails rename to emails;
create index emails_by_due on emails (queue, next_at) where status = 'queued' or status = 'sending';
create index emails_by_account on emails (account_id, created_at, id);
create index emails_by_address on emails (address, next_at) where status = 'queued';
create index emails_by_mailbox on emails (mailbox, next_at) where status = 'queued';
create index emails_retried on emails (mailbox) where status = 'queued' and tries > 0;
create index emails_waiting on emails (account_id, next_at) where status = 'queued';

-- How many claim emails were sent to an address and to a mailbox, on request and for a sender, and when a sender last
-- had one to a mailbox. The scope is 'live' or the account of a sandbox, whose clock says when a count is over.
create table email_counts (
    id text primary key not null,
    scope text not null,
    since integer not null,
    count integer not null check (count > 0),
    ends_at integer not null
) strict, without rowid;
create index email_counts_by_end on email_counts (ends_at);
create index email_counts_by_scope on email_counts (scope, ends_at);

-- An email holds a link that is worth money, so it keeps its address.
create trigger emails_keep before update of id, account_id, kind, email, cause, created_at, queue, address, mailbox, items on emails
begin
    select raise(rollback, 'an email keeps its address and its cause');
end;
create trigger emails_stay before delete on emails
begin
    select raise(rollback, 'a row of emails is never deleted');
end;
create trigger emails_new before insert on emails
when exists (select 1 from emails where id = new.id)
    or exists (select 1 from emails where cause = new.cause)
begin
    select raise(rollback, 'a row of emails is never replaced');
end;
