-- What says who a user is, what they may do and where email goes: rewritten, deleted or made up.
-- Each starts with the engines that can be asked it, and what it is. `usr_bare` has an account without wallets.

-- both: a user changes the address
update users set email_key = 'x@example.com' where id = '{user}';

-- both: a user is verified later
update users set verified_at = null where id = '{user}';

-- both: a user is deleted
insert into users (id, email, email_key, name, account_type, password_hash, created_at)
values ('usr_x', 'x', 'x', 'x', 'business', '', 1);
delete from users where id = 'usr_x';

-- both: a user comes twice
insert into users (id, email, email_key, name, account_type, password_hash, created_at)
values ('{user}', 'x', 'x', 'x', 'business', '', 1);

-- both: an address has two users
insert into users (id, email, email_key, name, account_type, password_hash, created_at)
select 'usr_x', email, email_key, name, account_type, '', 1 from users where id = '{user}';

-- both: an account changes its owner
update accounts set user_id = 'usr_bare' where id = '{live}';

-- both: an unknown account answers for the test money of a person
insert into accounts (id, user_id, mode, own_app_id, created_at, sponsor_id)
values ('acct_x', 'usr_bare', 'live', 'app_x', 1, 'acct_y');

-- both: another account answers for the test money of a person
update accounts set sponsor_id = '{ada}' where id = 'acct_bare';

-- both: an account changes its mode
update accounts set mode = 'live' where id = 'acct_bare';

-- both: an account is deleted
delete from accounts where id = 'acct_bare';

-- both: an account comes twice
insert into accounts (id, user_id, mode, own_app_id, created_at) values ('acct_bare', 'usr_bare', 'live', 'app_x', 1);

-- both: an app is of two accounts
insert into accounts (id, user_id, mode, own_app_id, created_at) values ('acct_x', 'usr_bare', 'live', 'app_bare', 1);

-- both: a user has two accounts of one mode
insert into accounts (id, user_id, mode, own_app_id, created_at) values ('acct_x', 'usr_bare', 'test', 'app_x', 1);

-- both: an account has no owner
insert into accounts (id, user_id, mode, own_app_id, created_at) values ('acct_x', 'usr_x', 'test', 'app_x', 1);

-- both: an account is in no mode
insert into accounts (id, user_id, mode, own_app_id, created_at) values ('acct_x', 'usr_bare', 'maybe', 'app_x', 1);

-- both: an account writes to its recipients in no known language
update accounts set recipient_language = 'xx' where id = 'acct_bare';

-- both: a user reads no known language
update users set language = 'xx' where id = 'usr_bare';

-- both: a user is of no known type
update users set account_type = 'club' where id = 'usr_bare';

-- both: a business account becomes personal
update users set account_type = 'business' where id = 'usr_bare';
update users set account_type = 'personal' where id = 'usr_bare';

-- both: the clock of a live account is moved
update accounts set clock_ahead = 5 where id = '{live}';

-- both: a clock goes back
update accounts set clock_ahead = 5 where id = 'acct_bare';
update accounts set clock_ahead = 4 where id = 'acct_bare';

-- both: a clock is behind
insert into accounts (id, user_id, mode, own_app_id, created_at, clock_ahead) values ('acct_x', 'usr_bare', 'live', 'app_x', 1, -1);

-- both: test money is counted less
update accounts set simulated_in = 5 where id = 'acct_bare';
update accounts set simulated_in = 4 where id = 'acct_bare';

-- both: test money is counted below zero
insert into accounts (id, user_id, mode, own_app_id, created_at, simulated_in) values ('acct_x', 'usr_bare', 'live', 'app_x', 1, -1);

-- both: an API key changes its account
update api_keys set account_id = '{bob}' where id = 'key_scene';

-- both: an API key gets more permissions
update api_keys set scopes = 'x' where id = 'key_scene';

-- both: an API key gets the hash of another
update api_keys set hash = {blob2} where id = 'key_scene';

-- both: a revoked API key works again
update api_keys set revoked_at = 2 where id = 'key_scene';
update api_keys set revoked_at = null where id = 'key_scene';

-- both: an API key is deleted
delete from api_keys where id = 'key_scene';

-- both: an API key comes twice
insert into api_keys (id, account_id, app_id, name, scopes, hash, secret_version, hint, created_at)
values ('key_scene', '{ada}', 'x', 'x', 'x', {blob2}, 1, 'x', 1);

-- both: two API keys have one hash
insert into api_keys (id, account_id, app_id, name, scopes, hash, secret_version, hint, created_at)
values ('key_x', '{ada}', 'x', 'x', 'x', {blob1}, 1, 'x', 1);

-- both: an API key is of no account
insert into api_keys (id, account_id, app_id, name, scopes, hash, secret_version, hint, created_at)
values ('key_x', 'acct_x', 'x', 'x', 'x', {blob2}, 1, 'x', 1);

-- both: a session changes its user
update sessions set user_id = 'usr_bare' where id = 'ses_scene';

-- both: a session changes its stage
update sessions set stage = 'password' where id = 'ses_scene';

-- both: a grant changes its account
update grants set account_id = '{bob}' where id = 'gr_scene';

-- both: a grant gets more permissions
update grants set scopes = 'x' where id = 'gr_scene';

-- both: a grant that has ended goes on
update grants set ended_at = 2 where id = 'gr_scene';
update grants set ended_at = null where id = 'gr_scene';

-- both: a grant is deleted
delete from tokens where grant_id = 'gr_scene';
delete from grants where id = 'gr_scene';

-- both: a token lives longer
update tokens set expires_at = 9 where hash = {blob1};

-- both: an app changes its owner
update connect_apps set user_id = 'usr_bare' where id = 'app_scene';

-- both: an archived app is active again
update connect_apps set archived_at = 2 where id = 'app_scene';
update connect_apps set archived_at = null where id = 'app_scene';

-- both: an app is deleted
delete from tokens where grant_id = 'gr_scene';
insert into connect_apps (id, user_id, name, redirect_uris, secret_hash, secret_version, secret_hint, created_at)
values ('app_x', '{user}', 'x', 'x', {blob2}, 1, 'x', 1);
delete from connect_apps where id = 'app_x';

-- both: an email counts for another mailbox
update emails set mailbox = 'x@example.com' where id = '{email}';

-- both: an email goes to another address
update emails set email = 'x@example.com' where id = '{email}';

-- both: an email changes its language
update emails set language = 'fr' where id = '{email}';

-- both: an email is deleted
delete from emails where id = '{email}';

-- both: a proposal is changed
update proposals set facts = 'y' where name = 'p';

-- postgres: users are truncated
truncate users cascade;

-- postgres: accounts are truncated
truncate accounts cascade;

-- postgres: api_keys are truncated
truncate api_keys cascade;

-- postgres: grants are truncated
truncate grants cascade;

-- postgres: connect_apps are truncated
truncate connect_apps cascade;

-- postgres: emails are truncated
truncate emails cascade;

-- postgres: stops are truncated
truncate freezes;

-- both: a stop is deleted
delete from freezes where id = 'frz_scene';

-- both: a stop is lifted by no operator
update freezes set lifted_at = 2, lift_reason = 'x', lifted_despite = '' where id = 'frz_scene';

-- both: a stop is lifted for no reason
update freezes set lifted_at = 2, lifted_by = 'x', lifted_despite = '' where id = 'frz_scene';

-- both: it is not known what a stop is lifted in spite of
update freezes set lifted_at = 2, lifted_by = 'x', lift_reason = 'x' where id = 'frz_scene';

-- both: a stop is lifted without words
update freezes set lifted_at = 2, lifted_by = '', lift_reason = '', lifted_despite = '' where id = 'frz_scene';

-- both: a stop gets another reason
update freezes set reason = 'y' where id = 'frz_scene';

-- both: a lifted stop has another reason
update freezes set lift_reason = 'y' where id = 'frz_lifted';

-- both: a stop that was lifted is in force again
update freezes set lifted_at = null, lifted_by = null, lift_reason = null, lifted_despite = null where id = 'frz_lifted';

-- both: a stop is lifted when it is made
insert into freezes (id, cause, reason, created_at, lifted_at, lifted_by, lift_reason, lifted_despite)
values ('frz_x', 'operator', 'x', 1, 2, 'x', 'x', '');

-- both: a stop comes twice
insert into freezes (id, cause, reason, created_at) values ('frz_scene', 'operator', 'x', 1);

-- both: a stop has no known cause
insert into freezes (id, cause, reason, created_at) values ('frz_x', 'weather', 'x', 1);

-- sqlite: an account is replaced
insert or replace into accounts (id, user_id, mode, own_app_id, created_at) values ('acct_x', 'usr_bare', 'test', 'app_x', 1);

-- sqlite: a grant is replaced
delete from tokens where grant_id = 'gr_scene';
insert or replace into grants (id, app_id, user_id, account_id, scopes, created_at, code_hash, redirect_uri)
values ('gr_x', 'app_scene', '{user}', '{ada}', 'x', 1, {blob1}, 'x');

-- both: a claim email is of no account
insert into emails (id, kind, email, cause, status, created_at, next_at, queue)
values ('email_x', 'claim', 'x', 'x', 'queued', 1, 1, 'claims');

-- both: a stored response is deleted before it expires
delete from stored_responses where key = 'scene';

-- both: a stored response expires early
update stored_responses set expires_at = 1 where key = 'scene';

-- both: a stored response comes twice
insert into stored_responses (account_id, app_id, path, key, fingerprint, object, body, created_at)
values ('{ada}', 'app_scene', '/scene', 'scene', {blob2}, 'x', {blob2}, 1);

-- both: a stored response is of no account
insert into stored_responses (account_id, app_id, path, key, fingerprint, object, body, created_at)
values ('acct_x', 'app_scene', '/scene', 'x', {blob2}, 'x', {blob2}, 1);

-- postgres: stored responses are truncated
truncate stored_responses;

-- both: a migration is applied twice
insert into migrations (version, name, checksum) values (1, 'x', 'x');

-- role: a role that does not own the tables adds a migration
insert into migrations (version, name, checksum) values (9999, 'x', 'x');

-- role: a role that does not own the tables edits a migration
update migrations set checksum = 'x';

-- role: a role that does not own the tables deletes a migration
delete from migrations where version = 1;

-- sqlite: a migration comes out of turn
insert into migrations (version, name, checksum) values (9999, 'x', 'x');

-- sqlite: a migration is edited
update migrations set checksum = 'x' where version = 1;

-- sqlite: a migration is forgotten
delete from migrations where version = 1;
