-- What Florin reports: events to the endpoints of an account, and emails to people.

-- A row is something that happened to an object of an account, with the object as it was at that moment.
create table events (
    id text collate "C" primary key not null,
    account_id text collate "C" not null,
    type text collate "C" not null,
    object_id text collate "C" not null,
    -- Counts the events of the object, so that receivers can put them in order.
    sequence bigint not null check (sequence > 0),
    data text collate "C" not null,
    created_at bigint not null
);
-- Receivers may already have acted on an event.
create function events_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'an event cannot be changed or deleted';
end;
$$;
create trigger events_keep before update of id, account_id, type, object_id, sequence, data, created_at on events
    for each statement execute function events_refuse();
create trigger events_stay before delete or truncate on events
    for each statement execute function events_refuse();

-- A row is a receiver of events: a webhook, or a developer's terminal that listens.
create table endpoints (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    -- The account whose limits it counts towards: its own, or the sponsor of a simulated person.
    sponsor_id text collate "C" not null references accounts (id),
    kind text collate "C" not null check (kind in ('webhook', 'listener')),
    url text collate "C" not null,
    description text collate "C" not null,
    -- A star for everything, or the event types, with a space on both sides of each.
    wants text collate "C" not null check (wants = '*' or wants like ' %'),
    -- Signs what Florin sends. After a rotation, the old secret signs, too, for a while.
    secret bytea not null,
    old_secret bytea,
    old_secret_until bigint,
    off_reason text collate "C" check (off_reason in ('paused', 'gone', 'failing', 'unverified')),
    off_at bigint,
    failing_since bigint,
    -- How many test events it was sent: they are numbered.
    tests bigint not null default 0,
    created_at bigint not null,
    archived_at bigint,
    -- The process that delivers to it, and until when, in real time.
    lease_owner text collate "C" not null default '',
    lease_until bigint not null default 0,
    -- When the receiver first accepted a test event, and the one that it must accept before it gets anything else.
    verified_at bigint,
    verification_id text collate "C",
    -- When its whole daily allowance of deliveries can be sent again, in real time.
    replays_whole_at bigint not null default 0,
    constraint endpoints_account unique (account_id, id),
    check ((old_secret is null) = (old_secret_until is null)),
    check ((off_reason is null) = (off_at is null))
);
-- One endpoint for each receiver, whatever the query of the URL is.
create unique index endpoints_receiver on endpoints (account_id, (substr(url, 1, strpos(url || '?', '?') - 1)))
    where kind = 'webhook' and archived_at is null;
-- Those that are told of events. Every listener leaves a row when it ends.
create index endpoints_told on endpoints (account_id) where archived_at is null;
create index endpoints_failing on endpoints (failing_since, off_at)
    where failing_since is not null and archived_at is null and off_at is null;
create index endpoints_by_sponsor on endpoints (sponsor_id) where archived_at is null;
alter table endpoints alter column kind set statistics 0, alter column archived_at set statistics 0;
-- An endpoint that moved to another account would receive its events.
create function endpoints_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'the account of an endpoint cannot be changed';
end;
$$;
create trigger endpoints_keep before update on endpoints for each row
    when (old.id <> new.id or old.account_id <> new.account_id or old.sponsor_id <> new.sponsor_id
        or old.kind <> new.kind or old.created_at <> new.created_at)
    execute function endpoints_refuse();

-- A row is an event on its way to an endpoint.
create table deliveries (
    endpoint_id text collate "C" not null,
    event_id text collate "C" not null references events (id),
    account_id text collate "C" not null,
    status text collate "C" not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'skipped')),
    -- When it is due, by the clock of its account.
    next_at bigint not null,
    -- How far it has come in the schedule of retries, and all attempts, including those before a replay.
    tries bigint not null default 0,
    attempts bigint not null default 0,
    -- The object of its event, so that its page finds the delivery. Empty for test events.
    object_id text collate "C" not null default '',
    primary key (endpoint_id, event_id),
    foreign key (account_id, endpoint_id) references endpoints (account_id, id)
);
create index deliveries_by_due on deliveries (endpoint_id, next_at, event_id) where status = 'waiting';
create index deliveries_failed on deliveries (endpoint_id, event_id) where status = 'failed';
create index deliveries_of_object on deliveries (account_id, object_id, event_id, endpoint_id)
    where object_id <> '';
alter table deliveries alter column status set statistics 0;
-- No account is told what happened to another. (A foreign key over both columns would cost every event an index.)
create function deliveries_check() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from fresh join events on events.id = fresh.event_id
               where events.account_id <> fresh.account_id) then
        raise exception 'an event can only be delivered to its own account';
    end if;
    return null;
end;
$$;
create trigger deliveries_own after insert on deliveries referencing new table as fresh
    for each statement execute function deliveries_check();
create function deliveries_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'the endpoint, event and account of a delivery cannot be changed';
end;
$$;
create trigger deliveries_keep before update on deliveries for each row
    when (old.endpoint_id <> new.endpoint_id or old.event_id <> new.event_id or old.account_id <> new.account_id)
    execute function deliveries_refuse();

-- A row is one attempt at a delivery: the log that developers read to find out why a webhook fails.
-- The newest attempts of each delivery are kept.
create table delivery_attempts (
    endpoint_id text collate "C" not null,
    event_id text collate "C" not null,
    number bigint not null check (number > 0),
    at bigint not null,
    took_millis bigint not null,
    -- The HTTP status. Null if there was no response.
    code bigint,
    words text collate "C" not null,
    primary key (endpoint_id, event_id, number),
    foreign key (endpoint_id, event_id) references deliveries (endpoint_id, event_id) on delete cascade
);

-- A row is an order to send many deliveries again, or to skip them, and how far it has come. Workers do it in parts.
create table replays (
    id text collate "C" primary key not null,
    endpoint_id text collate "C" not null,
    account_id text collate "C" not null,
    kind text collate "C" not null check (kind in ('failed', 'range', 'skip')),
    from_at bigint not null,
    to_at bigint not null,
    -- The last event that a worker has looked at.
    position text collate "C" not null default '',
    done bigint not null default 0,
    created_at bigint not null,
    ended_at bigint,
    foreign key (account_id, endpoint_id) references endpoints (account_id, id)
);
create index replays_open on replays (account_id, id) where ended_at is null;
create index replays_by_endpoint on replays (endpoint_id, id);
alter table replays alter column ended_at set statistics 0;

-- A row is an email, sent or to be sent. Its text is made from its cause when it is sent.
create table emails (
    id text collate "C" primary key not null,
    -- The account that caused it. Null for people who don't have one yet.
    account_id text collate "C" references accounts (id),
    kind text collate "C" not null
        check (kind in ('claim', 'reminder', 'join', 'known', 'reset', 'security', 'webhook_off',
            'automatic_withdrawals_off', 'paid', 'claimed', 'refunded', 'withdrawal_sent',
            'withdrawal_completed', 'withdrawal_failed', 'withdrawal_returned', 'deposit_credited',
            'deposit_failed', 'deposit_expired', 'operator_alert')),
    email text collate "C" not null,
    -- A cause has one email, however often it is reported.
    cause text collate "C" not null constraint emails_cause unique,
    -- Each queue has its own workers, so that bulk email delays no other.
    queue text collate "C" not null check (queue in ('sign_in', 'account', 'activity', 'claims', 'sandbox')),
    -- Emails of test accounts are `kept` for the owner to look at, and never sent.
    status text collate "C" not null check (status in
        ('queued', 'kept', 'sending', 'sent', 'failed', 'unclear', 'combined', 'obsolete')),
    -- Of emails that a visitor asks for on a page. Others get theirs when they are written.
    language text collate "C" check (language in ('en', 'es', 'pt', 'fr')),
    created_at bigint not null,
    next_at bigint not null,
    tries bigint not null default 0,
    -- Claim emails with the same scope and address are combined. Those with the same scope and mailbox (the address
    -- without its tag) share a limit.
    address text collate "C",
    mailbox text collate "C",
    -- How many payout items it announces.
    items bigint not null default 0,
    constraint emails_sandbox_check check (queue <> 'sandbox' or status in ('queued', 'kept', 'combined', 'obsolete')),
    -- The audit proves for which account claim emails are sent.
    constraint emails_of_an_account check (kind <> 'claim' or account_id is not null)
);
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
alter table emails alter column status set statistics 0, alter column tries set statistics 0,
    alter column items set statistics 0;
-- An email can contain a link that is worth money, so it is sent to the address that it was written for.
create trigger emails_keep before update of id, account_id, kind, email, cause, created_at, queue, address, mailbox,
    items, language on emails
    for each statement execute function identity_refuse('the address and cause of an email cannot be changed');
create trigger emails_stay before delete or truncate on emails
    for each statement execute function identity_refuse('a row of emails cannot be deleted');
-- What happens to the money of an account is told to its owner only.
create function emails_to_owner() returns trigger language plpgsql set search_path from current as $$
begin
    if not exists (select 1 from accounts a join users u on u.id = a.user_id
                   where a.id = new.account_id and u.email = new.email) then
        raise exception 'an email about an account must go to its owner';
    end if;
    return new;
end;
$$;
create trigger emails_to_owners before insert on emails for each row
    when (new.queue = 'activity' or new.kind in ('paid', 'claimed', 'refunded', 'withdrawal_sent', 'withdrawal_completed', 'withdrawal_failed',
            'withdrawal_returned', 'deposit_credited', 'deposit_failed', 'deposit_expired'))
    execute function emails_to_owner();

-- A row counts claim emails: to an address or a mailbox, on request, for a sender, or of a sender to a mailbox. Senders
-- choose the addresses, so these limits keep Florin from being used for spam.
create table email_counts (
    id text collate "C" primary key not null,
    -- `live`, or the test account, whose clock says when the count ends.
    scope text collate "C" not null,
    since bigint not null,
    count bigint not null check (count > 0),
    ends_at bigint not null
);
create index email_counts_by_end on email_counts (ends_at);
create index email_counts_by_scope on email_counts (scope, ends_at);

-- A row is which groups of emails the owner of an address has turned off, as bits. The owner may have no account.
create table email_preferences (
    email_key text collate "C" primary key not null,
    turned_off bigint not null check (turned_off between 0 and 15)
);
