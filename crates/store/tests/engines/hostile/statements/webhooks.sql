-- Endpoints, what is delivered to them and the log of it: twice, without an owner, another account's, of no kind, moved.
-- Each starts with the engines that can be asked it, and what it is. we_scene is Ada's and has a delivery with an
-- attempt, we_quiet is Ada's and has nothing, we_bob is Bob's.

-- both: an endpoint comes twice
insert into endpoints (id, account_id, sponsor_id, kind, url, description, wants, secret, created_at)
values ('we_scene', '{bob}', '{bob}', 'webhook', 'x', '', '*', {blob1}, 1);

-- both: an endpoint has no owner
insert into endpoints (id, account_id, sponsor_id, kind, url, description, wants, secret, created_at)
values ('we_x', 'acct_x', '{ada}', 'webhook', 'x', '', '*', {blob1}, 1);

-- both: an endpoint counts towards no account's limits
insert into endpoints (id, account_id, sponsor_id, kind, url, description, wants, secret, created_at)
values ('we_x', '{ada}', 'acct_x', 'webhook', 'x', '', '*', {blob1}, 1);

-- both: an endpoint is of no kind
insert into endpoints (id, account_id, sponsor_id, kind, url, description, wants, secret, created_at)
values ('we_x', '{ada}', '{ada}', 'pigeon', 'x', '', '*', {blob1}, 1);

-- both: an endpoint wants something that cannot be looked for
insert into endpoints (id, account_id, sponsor_id, kind, url, description, wants, secret, created_at)
values ('we_x', '{ada}', '{ada}', 'webhook', 'x', '', 'payout.created', {blob1}, 1);

-- both: a receiver has two endpoints
insert into endpoints (id, account_id, sponsor_id, kind, url, description, wants, secret, created_at)
values ('we_x', '{ada}', '{ada}', 'webhook', 'https://x.example/we_quiet?copy', '', '*', {blob1}, 1);

-- both: an endpoint moves to the receiver of another
insert into endpoints (id, account_id, sponsor_id, kind, url, description, wants, secret, created_at)
values ('we_x', '{ada}', '{ada}', 'webhook', 'https://x.example/we_x', '', '*', {blob1}, 1);
update endpoints set url = 'https://x.example/we_quiet?copy' where id = 'we_x';

-- both: an endpoint goes to another account
update endpoints set account_id = '{bob}' where id = 'we_quiet';

-- both: an endpoint counts towards the limits of another account
update endpoints set sponsor_id = '{bob}' where id = 'we_quiet';

-- both: an endpoint becomes a listener
update endpoints set kind = 'listener' where id = 'we_quiet';

-- both: an endpoint gets younger
update endpoints set created_at = 2 where id = 'we_quiet';

-- both: an old secret is good for ever
update endpoints set old_secret = {blob2} where id = 'we_quiet';

-- both: an endpoint is off for no reason
update endpoints set off_at = 1 where id = 'we_quiet';

-- both: an endpoint is off for a reason that is none
update endpoints set off_at = 1, off_reason = 'mood' where id = 'we_quiet';

-- both: an event is delivered twice
insert into deliveries (endpoint_id, event_id, account_id, next_at)
values ('we_scene', '{own_event}', '{ada}', 1);

-- both: an event of one account is delivered to another
insert into deliveries (endpoint_id, event_id, account_id, next_at)
values ('we_bob', '{own_event}', '{bob}', 1);

-- both: an event is delivered to the endpoint of another account
insert into deliveries (endpoint_id, event_id, account_id, next_at)
values ('we_bob', '{own_event}', '{ada}', 1);

-- both: an event that never was is delivered
insert into deliveries (endpoint_id, event_id, account_id, next_at)
values ('we_scene', 'evt_x', '{ada}', 1);

-- both: a delivery is in no state
update deliveries set status = 'lost' where endpoint_id = 'we_scene';

-- both: a delivery goes to another endpoint
update deliveries set endpoint_id = 'we_quiet' where event_id = '{other_event}';

-- both: an attempt comes twice
insert into delivery_attempts (endpoint_id, event_id, number, at, took_millis, words)
values ('we_scene', '{own_event}', 1, 1, 1, '');

-- both: an attempt has no number
insert into delivery_attempts (endpoint_id, event_id, number, at, took_millis, words)
values ('we_scene', '{own_event}', 0, 1, 1, '');

-- both: an attempt is at nothing
insert into delivery_attempts (endpoint_id, event_id, number, at, took_millis, words)
values ('we_quiet', '{own_event}', 1, 1, 1, '');

-- both: a replay comes twice
insert into replays (id, endpoint_id, account_id, kind, from_at, to_at, created_at)
values ('rpl_scene', 'we_scene', '{ada}', 'failed', 1, 2, 1);

-- both: a replay is of no kind
insert into replays (id, endpoint_id, account_id, kind, from_at, to_at, created_at)
values ('rpl_x', 'we_scene', '{ada}', 'all', 1, 2, 1);

-- both: a replay is of another account's endpoint
insert into replays (id, endpoint_id, account_id, kind, from_at, to_at, created_at)
values ('rpl_x', 'we_bob', '{ada}', 'failed', 1, 2, 1);
