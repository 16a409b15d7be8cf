-- Users, their accounts, the API keys of accounts, and the responses to API requests that may be repeated.

-- A row is a person who can sign in.
create table users (
    id text collate "C" primary key not null,
    email text collate "C" not null,
    -- The address in lower case: one user per address, however it is written.
    email_key text collate "C" not null constraint users_email_key unique,
    name text collate "C" not null,
    -- A business account has every feature of a personal one.
    account_type text collate "C" not null default 'personal' check (account_type in ('personal', 'business')),
    -- An argon2id hash, never the password.
    password_hash text collate "C" not null,
    created_at bigint not null,
    verified_at bigint,
    -- Of pages and emails; without one, pages follow the browser.
    language text collate "C" check (language in ('en', 'es', 'pt', 'fr')),
    -- The IANA name of the zone of times on pages and in emails; without one, pages follow the browser.
    time_zone text collate "C",
    -- Counts up to end every session at once.
    epoch bigint not null default 0,
    -- Browsers that have signed in are numbered, and Florin recognizes the last few.
    latest_device bigint not null default 0,
    -- The second factor: the sealed secret, the last time step whose code was used (no code works twice), and the
    -- hashes of the recovery codes that are left, 32 bytes each.
    factor_secret bytea,
    factor_step bigint,
    factor_recovery bytea,
    -- When an operator locked the user.
    locked_at bigint
);
-- Live money is paid to the person who verified the address, so the address stays.
create trigger users_keep before update of id, email, email_key, created_at, verified_at on users
    for each statement execute function identity_refuse('the verified address of a user cannot be changed');
-- The keys and endpoints of a business account would still act for a personal one, whose pages don't show them.
create trigger users_type before update of account_type on users for each row
    when (old.account_type = 'business' and new.account_type <> 'business')
    execute function identity_refuse('a business account cannot become a personal one');
create trigger users_stay before delete or truncate on users
    for each statement execute function identity_refuse('a row of users cannot be deleted');

-- A row is a tenant: every user has a live and a test account, and every other row belongs to one account.
create table accounts (
    id text collate "C" primary key not null,
    user_id text collate "C" not null references users (id),
    mode text collate "C" not null check (mode in ('live', 'test')),
    -- The app that the account's own API keys act as.
    own_app_id text collate "C" not null unique,
    -- For a simulated person, the test account that made the person up: limits on what the person does apply there.
    sponsor_id text collate "C" references accounts (id),
    created_at bigint not null,
    -- Of emails to people whom the account pays and who have set no language themselves.
    recipient_language text collate "C" check (recipient_language in ('en', 'es', 'pt', 'fr')),
    -- How far the clock of a test account is ahead, in microseconds.
    clock_ahead bigint not null default 0 check (clock_ahead >= 0),
    -- Whether automatic withdrawals are on, for the commits that credit the account.
    withdraws_automatically bigint not null default 0
        check (withdraws_automatically = 0 or withdraws_automatically = 1),
    -- When an operator locked the owner: a copy from the owner's row, for decisions about money.
    locked_at bigint,
    -- How much test money the account has created in total.
    simulated_in bigint not null default 0 check (simulated_in >= 0),
    unique (user_id, mode)
);
-- Workers look for due rows by the real clock, and then at the few accounts whose clock is ahead.
create index accounts_ahead on accounts (id) where clock_ahead > 0;
alter table accounts alter column clock_ahead set statistics 0;
-- Workers leave out what these few accounts have waiting.
create index accounts_locked on accounts (id) where locked_at is not null;
alter table accounts alter column locked_at set statistics 0;
-- An account that changed its owner or its mode would take its money along.
create trigger accounts_keep before update of id, user_id, mode, own_app_id, created_at, sponsor_id on accounts
    for each statement execute function identity_refuse('the owner and mode of an account cannot be changed');
-- A live account lives in real time. A test clock that went back would repeat what has happened.
create trigger accounts_clock before update of clock_ahead on accounts for each row
    when (new.clock_ahead < old.clock_ahead or (new.clock_ahead > old.clock_ahead and new.mode <> 'test'))
    execute function identity_refuse('only the clock of a test account can be moved, and only forward');
-- The limit on test money counts all that an account ever created.
create trigger accounts_count before update of simulated_in on accounts for each row
    when (new.simulated_in < old.simulated_in or new.mode <> 'test')
    execute function identity_refuse('the amount of created test money cannot be reduced');
create trigger accounts_stay before delete or truncate on accounts
    for each statement execute function identity_refuse('a row of accounts cannot be deleted');

-- A row is an API key of an account. Florin stores its hash, never the key.
create table api_keys (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    app_id text collate "C" not null,
    name text collate "C" not null,
    scopes text collate "C" not null,
    -- HMAC-SHA256 of the key under this version of the server's secret.
    hash bytea not null constraint api_keys_hash unique,
    secret_version bigint not null,
    -- The last characters of the key, so that its owner can tell keys apart.
    hint text collate "C" not null,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint
);
create index api_keys_by_account on api_keys (account_id, created_at, id);
create index api_keys_active on api_keys (account_id) where revoked_at is null;
alter table api_keys alter column revoked_at set statistics 0;
-- A key that moved to another account or gained permissions would let its holder spend money of others.
create trigger api_keys_keep before update of id, account_id, app_id, name, scopes, hint, created_at on api_keys
    for each statement execute function identity_refuse('the account and permissions of an API key cannot be changed');
-- Florin hashes a key again when the server's secret is rotated. Any other new hash is a different key.
create trigger api_keys_hash before update of hash, secret_version on api_keys for each row
    when (new.hash <> old.hash and new.secret_version <= old.secret_version)
    execute function identity_refuse('the hash of an API key can change only with the version of its secret');
create trigger api_keys_end before update of revoked_at on api_keys for each row
    when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    execute function identity_refuse('a revoked API key cannot be restored');
create trigger api_keys_stay before delete or truncate on api_keys
    for each statement execute function identity_refuse('a row of api_keys cannot be deleted');

-- A row is the response to a request with an `Idempotency-Key`. A retry gets the same response, and does nothing else.
create table stored_responses (
    account_id text collate "C" not null,
    app_id text collate "C" not null,
    path text collate "C" not null,
    key text collate "C" not null,
    -- A hash of the request's body: the same key with another body is refused.
    fingerprint bytea not null,
    -- The id of what the request created or changed.
    object text collate "C" not null,
    -- Sealed: a response can contain bank details.
    body bytea not null,
    created_at bigint not null,
    -- Null for responses to requests that moved money: they are kept for good.
    expires_at bigint,
    primary key (account_id, app_id, path, key)
);
create index stored_responses_by_expiry on stored_responses (expires_at) where expires_at is not null;
alter table stored_responses alter column expires_at set statistics 0;
create trigger stored_responses_of_an_account after insert on stored_responses
    referencing new table as inserted for each statement execute function of_an_account();
-- Without its stored response, a retry would pay again.
-- The clocks of the server and the database may differ, but not by an hour.
create trigger stored_responses_keep before update or delete on stored_responses for each row
    when (old.expires_at is null
        or old.expires_at > cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) + 3600000000)
    execute function chain_refuse('a stored response cannot be changed or deleted before it expires');
create trigger stored_responses_stay before truncate on stored_responses
    for each statement execute function chain_refuse('stored responses cannot be deleted before they expire');

-- A row is a request to the API, for developers who look for what went wrong. Only some of many reads are here, and none
-- for good.
create table api_requests (
    account_id text collate "C" not null,
    -- What the response's X-Request-Id said.
    id text collate "C" not null,
    app_id text collate "C" not null,
    -- Null for an access token of the app.
    key_id text collate "C",
    method text collate "C" not null,
    -- With its query. Values that can be private are left out.
    path text collate "C" not null,
    -- Null if the client went away before the response.
    status bigint,
    -- The name of the error, or nothing.
    error text collate "C" not null,
    -- The id of what it created, or else of what its path names.
    object_id text collate "C" not null,
    is_creation bigint not null check (is_creation = 0 or is_creation = 1),
    took_micros bigint not null,
    address text collate "C" not null,
    -- How many requests of the account were left out shortly before.
    left_out bigint not null check (left_out >= 0),
    created_at bigint not null,
    -- Sealed, and private values are left out before.
    bodies bytea not null,
    primary key (account_id, id)
);
-- With the method, because as many reads are kept as changes.
create index api_requests_by_age on api_requests (account_id, created_at, id, method);
create index api_requests_of_object on api_requests (account_id, object_id, created_at, id) where object_id <> '';
create index api_requests_by_expiry on api_requests (created_at);
create trigger api_requests_of_an_account after insert on api_requests
    referencing new table as inserted for each statement execute function of_an_account();
