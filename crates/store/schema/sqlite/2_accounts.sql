-- Users, their accounts, the API keys of accounts, and the responses to API requests that may be repeated.

-- A row is a person who can sign in.
create table users (
    id text primary key not null,
    email text not null,
    -- The address in lower case: one user per address, however it is written.
    email_key text not null constraint users_email_key unique,
    name text not null,
    -- A business account has every feature of a personal one.
    account_type text not null default 'personal' check (account_type in ('personal', 'business')),
    -- An argon2id hash, never the password.
    password_hash text not null,
    created_at integer not null,
    verified_at integer,
    -- Of pages and emails; without one, pages follow the browser.
    language text check (language in ('en', 'es', 'pt', 'fr')),
    -- The IANA name of the zone of times on pages and in emails; without one, pages follow the browser.
    time_zone text,
    -- Counts up to end every session at once.
    epoch integer not null default 0,
    -- Browsers that have signed in are numbered, and Florin recognizes the last few.
    latest_device integer not null default 0,
    -- The second factor: the sealed secret, the last time step whose code was used (no code works twice), and the
    -- hashes of the recovery codes that are left, 32 bytes each.
    factor_secret blob,
    factor_step integer,
    factor_recovery blob,
    -- When an operator locked the user.
    locked_at integer
) strict, without rowid;
-- Live money is paid to the person who verified the address, so the address stays.
create trigger users_keep before update of id, email, email_key, created_at, verified_at on users
begin
    select raise(rollback, 'the verified address of a user cannot be changed');
end;
-- The keys and endpoints of a business account would still act for a personal one, whose pages don't show them.
create trigger users_type before update of account_type on users
when old.account_type = 'business' and new.account_type <> 'business'
begin
    select raise(rollback, 'a business account cannot become a personal one');
end;
create trigger users_stay before delete on users
begin
    select raise(rollback, 'a row of users cannot be deleted');
end;
create trigger users_new before insert on users
when exists (select 1 from users where id = new.id)
    or exists (select 1 from users where email_key = new.email_key)
begin
    select raise(rollback, 'a row of users cannot be replaced');
end;

-- A row is a tenant: every user has a live and a test account, and every other row belongs to one account.
create table accounts (
    id text primary key not null,
    user_id text not null references users (id),
    mode text not null check (mode in ('live', 'test')),
    -- The app that the account's own API keys act as.
    own_app_id text not null unique,
    -- For a simulated person, the test account that made the person up: limits on what the person does apply there.
    sponsor_id text references accounts (id),
    created_at integer not null,
    -- Of emails to people whom the account pays and who have set no language themselves.
    recipient_language text check (recipient_language in ('en', 'es', 'pt', 'fr')),
    -- How far the clock of a test account is ahead, in microseconds.
    clock_ahead integer not null default 0 check (clock_ahead >= 0),
    -- Whether automatic withdrawals are on, for the commits that credit the account.
    withdraws_automatically integer not null default 0
        check (withdraws_automatically = 0 or withdraws_automatically = 1),
    -- When an operator locked the owner: a copy from the owner's row, for decisions about money.
    locked_at integer,
    -- How much test money the account has created in total.
    simulated_in integer not null default 0 check (simulated_in >= 0),
    unique (user_id, mode)
) strict, without rowid;
-- Workers look for due rows by the real clock, and then at the few accounts whose clock is ahead.
create index accounts_ahead on accounts (id) where clock_ahead > 0;
-- Workers leave out what these few accounts have waiting.
create index accounts_locked on accounts (id) where locked_at is not null;
-- An account that changed its owner or its mode would take its money along.
create trigger accounts_keep before update of id, user_id, mode, own_app_id, created_at, sponsor_id on accounts
begin
    select raise(rollback, 'the owner and mode of an account cannot be changed');
end;
-- A live account lives in real time. A test clock that went back would repeat what has happened.
create trigger accounts_clock before update of clock_ahead on accounts
when new.clock_ahead < old.clock_ahead or (new.clock_ahead > old.clock_ahead and new.mode <> 'test')
begin
    select raise(rollback, 'only the clock of a test account can be moved, and only forward');
end;
-- The limit on test money counts all that an account ever created.
create trigger accounts_count before update of simulated_in on accounts
when new.simulated_in < old.simulated_in or new.mode <> 'test'
begin
    select raise(rollback, 'the amount of created test money cannot be reduced');
end;
create trigger accounts_stay before delete on accounts
begin
    select raise(rollback, 'a row of accounts cannot be deleted');
end;
create trigger accounts_new before insert on accounts
when exists (select 1 from accounts where id = new.id)
    or exists (select 1 from accounts where own_app_id = new.own_app_id)
    or exists (select 1 from accounts where user_id = new.user_id and mode = new.mode)
begin
    select raise(rollback, 'a row of accounts cannot be replaced');
end;

-- A row is an API key of an account. Florin stores its hash, never the key.
create table api_keys (
    id text primary key not null,
    account_id text not null references accounts (id),
    app_id text not null,
    name text not null,
    scopes text not null,
    -- HMAC-SHA256 of the key under this version of the server's secret.
    hash blob not null constraint api_keys_hash unique,
    secret_version integer not null,
    -- The last characters of the key, so that its owner can tell keys apart.
    hint text not null,
    created_at integer not null,
    last_used_at integer,
    revoked_at integer
) strict, without rowid;
create index api_keys_by_account on api_keys (account_id, created_at, id);
create index api_keys_active on api_keys (account_id) where revoked_at is null;
-- A key that moved to another account or gained permissions would let its holder spend money of others.
create trigger api_keys_keep before update of id, account_id, app_id, name, scopes, hint, created_at on api_keys
begin
    select raise(rollback, 'the account and permissions of an API key cannot be changed');
end;
-- Florin hashes a key again when the server's secret is rotated. Any other new hash is a different key.
create trigger api_keys_hash before update of hash, secret_version on api_keys
when new.hash <> old.hash and new.secret_version <= old.secret_version
begin
    select raise(rollback, 'the hash of an API key can change only with the version of its secret');
end;
create trigger api_keys_end before update of revoked_at on api_keys
when old.revoked_at is not null and new.revoked_at is not old.revoked_at
begin
    select raise(rollback, 'a revoked API key cannot be restored');
end;
create trigger api_keys_stay before delete on api_keys
begin
    select raise(rollback, 'a row of api_keys cannot be deleted');
end;
create trigger api_keys_new before insert on api_keys
when exists (select 1 from api_keys where id = new.id)
    or exists (select 1 from api_keys where hash = new.hash)
begin
    select raise(rollback, 'a row of api_keys cannot be replaced');
end;

-- A row is the response to a request with an `Idempotency-Key`. A retry gets the same response, and does nothing else.
create table stored_responses (
    account_id text not null references accounts (id),
    app_id text not null,
    path text not null,
    key text not null,
    -- A hash of the request's body: the same key with another body is refused.
    fingerprint blob not null,
    -- The id of what the request created or changed.
    object text not null,
    -- Sealed: a response can contain bank details.
    body blob not null,
    created_at integer not null,
    -- Null for responses to requests that moved money: they are kept for good.
    expires_at integer,
    primary key (account_id, app_id, path, key)
) strict, without rowid;
create index stored_responses_by_expiry on stored_responses (expires_at) where expires_at is not null;
-- Without its stored response, a retry would pay again.
-- The clock may have been set back since, but not by an hour.
create trigger stored_responses_keep before update on stored_responses
when old.expires_at is null or old.expires_at > unixepoch() * 1000000 + 3600000000
begin
    select raise(rollback, 'a stored response cannot be changed or deleted before it expires');
end;
create trigger stored_responses_stay before delete on stored_responses
when old.expires_at is null or old.expires_at > unixepoch() * 1000000 + 3600000000
begin
    select raise(rollback, 'a stored response cannot be changed or deleted before it expires');
end;
create trigger stored_responses_new before insert on stored_responses
when exists (select 1 from stored_responses a where a.account_id = new.account_id and a.app_id = new.app_id
    and a.path = new.path and a.key = new.key and (a.expires_at is null
        or a.expires_at > unixepoch() * 1000000 + 3600000000))
begin
    select raise(rollback, 'a stored response cannot be replaced before it expires');
end;

-- A row is a request to the API, for developers who look for what went wrong. Only some of many reads are here, and none
-- for good.
create table api_requests (
    account_id text not null references accounts (id),
    -- What the response's X-Request-Id said.
    id text not null,
    app_id text not null,
    -- Null for an access token of the app.
    key_id text,
    method text not null,
    -- With its query. Values that can be private are left out.
    path text not null,
    -- Null if the client went away before the response.
    status integer,
    -- The name of the error, or nothing.
    error text not null,
    -- The id of what it created, or else of what its path names.
    object_id text not null,
    is_creation integer not null check (is_creation = 0 or is_creation = 1),
    took_micros integer not null,
    address text not null,
    -- How many requests of the account were left out shortly before.
    left_out integer not null check (left_out >= 0),
    created_at integer not null,
    -- Sealed, and private values are left out before.
    bodies blob not null,
    primary key (account_id, id)
) strict;
-- With the method, because as many reads are kept as changes.
create index api_requests_by_age on api_requests (account_id, created_at, id, method);
create index api_requests_of_object on api_requests (account_id, object_id, created_at, id) where object_id <> '';
create index api_requests_by_expiry on api_requests (created_at);
