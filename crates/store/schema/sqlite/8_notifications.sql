-- What Florin reports: events to the endpoints of an account, and emails to people.

-- A row is something that happened to an object of an account, with the object as it was at that moment.
create table events (
    id text primary key not null,
    account_id text not null,
    type text not null,
    object_id text not null,
    -- Counts the events of the object, so that receivers can put them in order.
    sequence integer not null check (sequence > 0),
    data text not null,
    created_at integer not null
) strict, without rowid;
-- Receivers may already have acted on an event.
create trigger events_keep before update of id, account_id, type, object_id, sequence, data, created_at on events
begin
    select raise(rollback, 'an event cannot be changed');
end;
create trigger events_stay before delete on events
begin
    select raise(rollback, 'an event cannot be deleted');
end;
create trigger events_new before insert on events when exists (select 1 from events where id = new.id)
begin
    select raise(rollback, 'an event cannot be replaced');
end;

-- A row is a receiver of events: a webhook, or a developer's terminal that listens.
create table endpoints (
    id text primary key not null,
    account_id text not null references accounts (id),
    -- The account whose limits it counts towards: its own, or the sponsor of a simulated person.
    sponsor_id text not null references accounts (id),
    kind text not null check (kind in ('webhook', 'listener')),
    url text not null,
    description text not null,
    -- A star for everything, or the event types, with a space on both sides of each.
    wants text not null check (wants = '*' or wants like ' %'),
    -- Signs what Florin sends. After a rotation, the old secret signs, too, for a while.
    secret blob not null,
    old_secret blob,
    old_secret_until integer,
    off_reason text check (off_reason in ('paused', 'gone', 'failing', 'unverified')),
    off_at integer,
    failing_since integer,
    -- How many test events it was sent: they are numbered.
    tests integer not null default 0,
    created_at integer not null,
    archived_at integer,
    -- The process that delivers to it, and until when, in real time.
    lease_owner text not null default '',
    lease_until integer not null default 0,
    -- When the receiver first accepted a test event, and the one that it must accept before it gets anything else.
    verified_at integer,
    verification_id text,
    -- When its whole daily allowance of deliveries can be sent again, in real time.
    replays_whole_at integer not null default 0,
    constraint endpoints_account unique (account_id, id),
    check ((old_secret is null) = (old_secret_until is null)),
    check ((off_reason is null) = (off_at is null))
) strict, without rowid;
-- One endpoint for each receiver, whatever the query of the URL is.
create unique index endpoints_receiver on endpoints (account_id, (substr(url, 1, instr(url || '?', '?') - 1)))
    where kind = 'webhook' and archived_at is null;
-- Those that are told of events. Every listener leaves a row when it ends.
create index endpoints_told on endpoints (account_id) where archived_at is null;
create index endpoints_failing on endpoints (failing_since, off_at)
    where failing_since is not null and archived_at is null and off_at is null;
create index endpoints_by_sponsor on endpoints (sponsor_id) where archived_at is null;
-- An endpoint that moved to another account would receive its events.
create trigger endpoints_keep before update of id, account_id, sponsor_id, kind, created_at on endpoints
when old.id <> new.id or old.account_id <> new.account_id or old.sponsor_id <> new.sponsor_id or old.kind <> new.kind
    or old.created_at <> new.created_at
begin
    select raise(abort, 'the account of an endpoint cannot be changed');
end;
create trigger endpoints_new before insert on endpoints
when exists (select 1 from endpoints where id = new.id)
    or exists (select 1 from endpoints
        where account_id = new.account_id and kind = 'webhook' and new.kind = 'webhook' and archived_at is null
        and substr(url, 1, instr(url || '?', '?') - 1) = substr(new.url, 1, instr(new.url || '?', '?') - 1))
begin
    select raise(abort, 'an endpoint cannot be replaced');
end;

-- A row is an event on its way to an endpoint.
create table deliveries (
    endpoint_id text not null,
    event_id text not null references events (id),
    account_id text not null,
    status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'skipped')),
    -- When it is due, by the clock of its account.
    next_at integer not null,
    -- How far it has come in the schedule of retries, and all attempts, including those before a replay.
    tries integer not null default 0,
    attempts integer not null default 0,
    -- The object of its event, so that its page finds the delivery. Empty for test events.
    object_id text not null default '',
    primary key (endpoint_id, event_id),
    foreign key (account_id, endpoint_id) references endpoints (account_id, id)
) strict, without rowid;
create index deliveries_by_due on deliveries (endpoint_id, next_at) where status = 'waiting';
create index deliveries_failed on deliveries (endpoint_id, event_id) where status = 'failed';
create index deliveries_of_object on deliveries (account_id, object_id, event_id, endpoint_id)
    where object_id <> '';
-- No account is told what happened to another. (A foreign key over both columns would cost every event an index.)
create trigger deliveries_own before insert on deliveries
begin
    select raise(rollback, 'an event can only be delivered to its own account')
    where not exists (select 1 from events where id = new.event_id and account_id = new.account_id);
    select raise(rollback, 'a delivery cannot be replaced')
    where exists (select 1 from deliveries where endpoint_id = new.endpoint_id and event_id = new.event_id);
end;
create trigger deliveries_keep before update of endpoint_id, event_id, account_id on deliveries
when old.endpoint_id <> new.endpoint_id or old.event_id <> new.event_id or old.account_id <> new.account_id
begin
    select raise(abort, 'the endpoint, event and account of a delivery cannot be changed');
end;

-- A row is one attempt at a delivery: the log that developers read to find out why a webhook fails.
-- The newest attempts of each delivery are kept.
create table delivery_attempts (
    endpoint_id text not null,
    event_id text not null,
    number integer not null check (number > 0),
    at integer not null,
    took_millis integer not null,
    -- The HTTP status. Null if there was no response.
    code integer,
    words text not null,
    primary key (endpoint_id, event_id, number),
    foreign key (endpoint_id, event_id) references deliveries (endpoint_id, event_id) on delete cascade
) strict, without rowid;

-- A row is an order to send many deliveries again, or to skip them, and how far it has come. Workers do it in parts.
create table replays (
    id text primary key not null,
    endpoint_id text not null,
    account_id text not null,
    kind text not null check (kind in ('failed', 'range', 'skip')),
    from_at integer not null,
    to_at integer not null,
    -- The last event that a worker has looked at.
    position text not null default '',
    done integer not null default 0,
    created_at integer not null,
    ended_at integer,
    foreign key (account_id, endpoint_id) references endpoints (account_id, id)
) strict, without rowid;
create index replays_open on replays (account_id, id) where ended_at is null;
create index replays_by_endpoint on replays (endpoint_id, id);

-- A row is an email, sent or to be sent. Its text is made from its cause when it is sent.
create table emails (
    id text primary key not null,
    -- The account that caused it. Null for people who don't have one yet.
    account_id text references accounts (id),
    kind text not null
        check (kind in ('claim', 'reminder', 'join', 'known', 'reset', 'security', 'webhook_off',
            'automatic_withdrawals_off', 'paid', 'claimed', 'refunded', 'withdrawal_sent',
            'withdrawal_completed', 'withdrawal_failed', 'withdrawal_returned', 'deposit_credited',
            'deposit_failed', 'deposit_expired', 'operator_alert')),
    email text not null,
    -- A cause has one email, however often it is reported.
    cause text not null constraint emails_cause unique,
    -- Each queue has its own workers, so that bulk email delays no other.
    queue text not null check (queue in ('sign_in', 'account', 'activity', 'claims', 'sandbox')),
    -- Emails of test accounts are `kept` for the owner to look at, and never sent.
    status text not null check (status in
        ('queued', 'kept', 'sending', 'sent', 'failed', 'unclear', 'combined', 'obsolete')),
    -- Of emails that a visitor asks for on a page. Others get theirs when they are written.
    language text check (language in ('en', 'es', 'pt', 'fr')),
    created_at integer not null,
    next_at integer not null,
    tries integer not null default 0,
    -- Claim emails with the same scope and address are combined. Those with the same scope and mailbox (the address
    -- without its tag) share a limit.
    address text,
    mailbox text,
    -- How many payout items it announces.
    items integer not null default 0,
    check (queue <> 'sandbox' or status in ('queued', 'kept', 'combined', 'obsolete')),
    -- The audit proves for which account claim emails are sent.
    check (kind <> 'claim' or account_id is not null)
) strict, without rowid;
create index emails_by_due on emails (queue, next_at) where status = 'queued' or status = 'sending';
create index emails_by_account on emails (account_id, created_at, id);
create index emails_by_address on emails (address, next_at) where status = 'queued';
create index emails_by_mailbox on emails (mailbox, next_at) where status = 'queued';
create index emails_retried on emails (mailbox) where status = 'queued' and tries > 0;
-- Emails that the mail server has not accepted yet.
create index emails_tried on emails (created_at, queue)
    where status = 'queued' and tries > 0 and queue <> 'sandbox';
create index emails_by_sender on emails (queue, account_id, next_at) where status = 'queued';
-- How many of a kind an account had in a day. Claim emails have counts of their own.
create index emails_by_kind on emails (account_id, kind, created_at) where items = 0;
create index emails_to_mailbox on emails (mailbox, account_id, kind, next_at) where status = 'queued' and tries < 1;
-- An email can contain a link that is worth money, so it is sent to the address that it was written for.
create trigger emails_keep before update of id, account_id, kind, email, cause, created_at, queue, address, mailbox,
    items, language on emails
begin
    select raise(rollback, 'the address and cause of an email cannot be changed');
end;
create trigger emails_stay before delete on emails
begin
    select raise(rollback, 'a row of emails cannot be deleted');
end;
create trigger emails_new before insert on emails
when exists (select 1 from emails where id = new.id)
    or exists (select 1 from emails where cause = new.cause)
begin
    select raise(rollback, 'a row of emails cannot be replaced');
end;
-- What happens to the money of an account is told to its owner only.
create trigger emails_to_owners before insert on emails
when (new.queue = 'activity' or new.kind in ('paid', 'claimed', 'refunded', 'withdrawal_sent', 'withdrawal_completed', 'withdrawal_failed',
        'withdrawal_returned', 'deposit_credited', 'deposit_failed', 'deposit_expired'))
    and not exists (select 1 from accounts a join users u on u.id = a.user_id
        where a.id = new.account_id and u.email = new.email)
begin
    select raise(rollback, 'an email about an account must go to its owner');
end;

-- A row counts claim emails: to an address or a mailbox, on request, for a sender, or of a sender to a mailbox. Senders
-- choose the addresses, so these limits keep Florin from being used for spam.
create table email_counts (
    id text primary key not null,
    -- `live`, or the test account, whose clock says when the count ends.
    scope text not null,
    since integer not null,
    count integer not null check (count > 0),
    ends_at integer not null
) strict, without rowid;
create index email_counts_by_end on email_counts (ends_at);
create index email_counts_by_scope on email_counts (scope, ends_at);

-- A row is which groups of emails the owner of an address has turned off, as bits. The owner may have no account.
create table email_preferences (
    email_key text primary key not null,
    turned_off integer not null check (turned_off between 0 and 15)
) strict, without rowid;
