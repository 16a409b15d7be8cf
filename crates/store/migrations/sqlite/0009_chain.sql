-- Why: live USDC is on a real chain, and what is authorized there must be known before anybody can see it.

-- The one network. Its row is locked by everything that is about the chain.
create table networks (
    only_one integer primary key not null default 1 check (only_one = 1),
    id text not null,
    chain_id integer not null,
    token text not null,
    code text not null,
    treasury text not null,
    gas_account text not null,
    -- The last block that the books know.
    block integer not null,
    block_hash text not null,
    block_at integer not null,
    -- What the treasury has at its end, and what of all on the chain is in nobody's books.
    holds integer not null check (holds >= 0),
    own integer not null check (own >= 0),
    next_index integer not null,
    next_nonce integer not null,
    created_at integer not null
) strict, without rowid;
create trigger networks_keep before update on networks
when old.id <> new.id or old.chain_id <> new.chain_id or old.token <> new.token or old.treasury <> new.treasury
    or old.gas_account <> new.gas_account or old.created_at <> new.created_at or new.block < old.block
    or new.next_index < old.next_index or new.next_nonce < old.next_nonce
    or (new.block = old.block and (new.block_hash <> old.block_hash or new.block_at <> old.block_at))
begin
    select raise(abort, 'a network stays what it is, and is only read forwards');
end;
create trigger networks_stay before delete on networks
begin
    select raise(abort, 'a network is never forgotten');
end;
create trigger networks_new before insert on networks when exists (select 1 from networks)
begin
    select raise(abort, 'a network is never replaced');
end;

-- Given once, and watched for ever.
create table deposit_addresses (
    id text primary key not null,
    account_id text not null references accounts (id),
    key_index integer not null constraint deposit_addresses_key unique check (key_index >= 0),
    holds integer not null check (holds >= 0),
    sweep text,
    created_at integer not null,
    retired_at integer
) strict, without rowid;
create unique index deposit_addresses_current on deposit_addresses (account_id) where retired_at is null;
create index deposit_addresses_by_account on deposit_addresses (account_id);
create index deposit_addresses_holding on deposit_addresses (holds) where holds > 0;
create trigger deposit_addresses_keep before update on deposit_addresses
when old.id <> new.id or old.account_id <> new.account_id or old.key_index <> new.key_index
    or old.created_at <> new.created_at or (old.retired_at is not null and new.retired_at is not old.retired_at)
begin
    select raise(abort, 'a deposit address stays with its account');
end;
create trigger deposit_addresses_stay before delete on deposit_addresses
begin
    select raise(abort, 'a deposit address is never forgotten');
end;
create trigger deposit_addresses_new before insert on deposit_addresses
when exists (select 1 from deposit_addresses where id = new.id)
    or exists (select 1 from deposit_addresses where key_index = new.key_index)
    or (new.retired_at is null
        and exists (select 1 from deposit_addresses where account_id = new.account_id and retired_at is null))
begin
    select raise(abort, 'a deposit address is never replaced');
end;

-- Authorizations that the token keeps at most once. One for each payment.
create table authorizations (
    id text primary key not null,
    payment text not null constraint authorizations_payment unique,
    account_id text references accounts (id),
    from_address text not null,
    to_address text not null,
    amount integer not null check (amount > 0),
    valid_before integer not null,
    call blob not null,
    created_at integer not null,
    ending text check (ending in ('used', 'cancelled', 'expired')),
    ended_at integer,
    chain_transaction text,
    check ((ending is null) = (ended_at is null)),
    check (chain_transaction is null or ending = 'used')
) strict, without rowid;
create index authorizations_open on authorizations (created_at) where ending is null;
create index authorizations_by_time on authorizations (created_at);
create trigger authorizations_keep before update on authorizations
when old.id <> new.id or old.payment <> new.payment or old.account_id is not new.account_id
    or old.from_address <> new.from_address or old.to_address <> new.to_address or old.amount <> new.amount
    or old.valid_before <> new.valid_before or old.call <> new.call or old.created_at <> new.created_at
    or old.ending is not null
begin
    select raise(abort, 'an authorization stays what it is, and ends once');
end;
-- Nothing but the time of a block that the books know ends an authorization that nobody has used.
create trigger authorizations_expire before update of ending on authorizations
when new.ending = 'expired' and not exists (select 1 from networks where block_at >= new.valid_before)
begin
    select raise(abort, 'an authorization that can still be kept is not given up');
end;
create trigger authorizations_stay before delete on authorizations
begin
    select raise(abort, 'an authorization is never forgotten');
end;
create trigger authorizations_new before insert on authorizations
when exists (select 1 from authorizations where id = new.id)
    or exists (select 1 from authorizations where payment = new.payment)
begin
    select raise(abort, 'an authorization is never replaced');
end;

-- Transactions of the gas account, as they are sent. A nonce carries one authorization.
create table relay_transactions (
    id text primary key not null,
    authorization_id text not null references authorizations (id),
    nonce integer not null check (nonce >= 0),
    max_fee integer not null check (max_fee > 0),
    tip integer not null check (tip >= 0 and tip <= max_fee),
    gas_limit integer not null check (gas_limit > 0),
    raw blob not null,
    created_at integer not null
) strict, without rowid;
create index relay_transactions_by_nonce on relay_transactions (nonce);
create index relay_transactions_by_authorization on relay_transactions (authorization_id);
create trigger relay_transactions_alone before insert on relay_transactions
begin
    select raise(abort, 'a nonce carries one authorization')
    where exists (select 1 from relay_transactions where nonce = new.nonce and authorization_id <> new.authorization_id);
    select raise(abort, 'what was sent is never replaced') where exists (select 1 from relay_transactions where id = new.id);
end;
create trigger relay_transactions_keep before update on relay_transactions
begin
    select raise(abort, 'what was sent stays as it was sent');
end;
create trigger relay_transactions_stay before delete on relay_transactions
begin
    select raise(abort, 'what was sent is never forgotten');
end;
