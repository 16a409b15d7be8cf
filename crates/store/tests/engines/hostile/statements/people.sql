-- Sessions, the security log, apps and what they are allowed: twice, without an owner, of no kind, changed or gone.
-- Each starts with the engines that can be asked it, and what it is. {user} has a session, a log, an app and a grant.

-- both: the security log is changed
update security_log set about = 'nothing' where id = 'sec_scene';

-- both: the security log loses a line
delete from security_log where id = 'sec_scene';

-- postgres: the security log is truncated
truncate security_log;

-- both: a line of the security log comes twice
insert into security_log (id, user_id, kind, about, address, agent, created_at)
values ('sec_scene', '{user}', 'signed_in', '', '', '', 1);

-- both: a line of the security log is about no user
insert into security_log (id, user_id, kind, about, address, agent, created_at)
values ('sec_x', 'usr_x', 'signed_in', '', '', '', 1);

-- both: a session comes twice
insert into sessions (id, user_id, hash, epoch, stage, created_at, seen_at, proved_at, address, agent)
values ('ses_scene', '{user}', {blob2}, 0, 'full', 1, 1, 1, '', '');

-- both: a cookie opens two sessions
insert into sessions (id, user_id, hash, epoch, stage, created_at, seen_at, proved_at, address, agent)
values ('ses_x', '{user}', {blob1}, 0, 'full', 1, 1, 1, '', '');

-- both: a session has no owner
insert into sessions (id, user_id, hash, epoch, stage, created_at, seen_at, proved_at, address, agent)
values ('ses_x', 'usr_x', {blob2}, 0, 'full', 1, 1, 1, '', '');

-- both: a session is at no stage
insert into sessions (id, user_id, hash, epoch, stage, created_at, seen_at, proved_at, address, agent)
values ('ses_x', '{user}', {blob2}, 0, 'royal', 1, 1, 1, '', '');

-- both: a session has paid less than nothing
update sessions set paid = -1 where id = 'ses_scene';

-- both: a session had paid less than nothing when the password was given
update sessions set paid_when_proved = -1 where id = 'ses_scene';

-- both: nothing was attempted
insert into attempts (id, count, last_at) values ({blob2}, 0, 1);

-- both: attempts are counted twice
insert into attempts (id, count, last_at) values ({blob2}, 1, 1);
insert into attempts (id, count, last_at) values ({blob2}, 1, 1);

-- both: an app comes twice
insert into connect_apps (id, user_id, name, redirect_uris, secret_hash, secret_version, secret_hint, created_at)
values ('app_scene', '{user}', 'x', 'x', {blob2}, 1, 'x', 1);

-- both: an app has no owner
insert into connect_apps (id, user_id, name, redirect_uris, secret_hash, secret_version, secret_hint, created_at)
values ('app_x', 'usr_x', 'x', 'x', {blob2}, 1, 'x', 1);

-- both: a grant comes twice
insert into grants (id, app_id, user_id, account_id, scopes, created_at, code_hash, redirect_uri)
values ('gr_scene', 'app_scene', '{user}', '{ada}', 'x', 1, {blob2}, 'x');

-- both: a code is for two grants
insert into grants (id, app_id, user_id, account_id, scopes, created_at, code_hash, redirect_uri)
values ('gr_x', 'app_scene', '{user}', '{ada}', 'x', 1, {blob1}, 'x');

-- both: a grant is for no app
insert into grants (id, app_id, user_id, account_id, scopes, created_at, code_hash, redirect_uri)
values ('gr_x', 'app_x', '{user}', '{ada}', 'x', 1, {blob2}, 'x');

-- both: a grant has no user
insert into grants (id, app_id, user_id, account_id, scopes, created_at, code_hash, redirect_uri)
values ('gr_x', 'app_scene', 'usr_x', '{ada}', 'x', 1, {blob2}, 'x');

-- both: a grant is on no account
insert into grants (id, app_id, user_id, account_id, scopes, created_at, code_hash, redirect_uri)
values ('gr_x', 'app_scene', '{user}', 'acct_x', 'x', 1, {blob2}, 'x');

-- both: a token comes twice
insert into tokens (hash, grant_id, kind, scopes, created_at, expires_at)
values ({blob1}, 'gr_scene', 'access', 'x', 1, 1);

-- both: a token is of no grant
insert into tokens (hash, grant_id, kind, scopes, created_at, expires_at)
values ({blob2}, 'gr_x', 'access', 'x', 1, 1);

-- both: a token is of no kind
insert into tokens (hash, grant_id, kind, scopes, created_at, expires_at)
values ({blob2}, 'gr_scene', 'master', 'x', 1, 1);

-- both: a logged request is of no account
insert into api_requests (account_id, id, app_id, method, path, error, object_id, is_creation, took_micros, address,
    left_out, created_at, bodies)
values ('acct_x', 'r', 'app_x', 'GET', '/v1/balance', '', '', 0, 1, '', 0, 1, {blob1});

-- both: a logged request comes twice
insert into api_requests (account_id, id, app_id, method, path, error, object_id, is_creation, took_micros, address,
    left_out, created_at, bodies)
values ('{ada}', 'r', 'app_x', 'GET', '/v1/balance', '', '', 0, 1, '', 0, 1, {blob1}),
    ('{ada}', 'r', 'app_x', 'GET', '/v1/balance', '', '', 0, 1, '', 0, 1, {blob1});

-- both: a logged request creates half an object
insert into api_requests (account_id, id, app_id, method, path, error, object_id, is_creation, took_micros, address,
    left_out, created_at, bodies)
values ('{ada}', 'r', 'app_x', 'GET', '/v1/balance', '', '', 2, 1, '', 0, 1, {blob1});

-- both: fewer than no requests were left out of the log
insert into api_requests (account_id, id, app_id, method, path, error, object_id, is_creation, took_micros, address,
    left_out, created_at, bodies)
values ('{ada}', 'r', 'app_x', 'GET', '/v1/balance', '', '', 0, 1, '', -1, 1, {blob1});
