-- Live USDC on a real chain. What Florin authorizes there is written here before it is sent anywhere.

-- The single row is the network that live USDC is on, and how far the books have read it. Every change that concerns
-- the chain locks it.
create table networks (
    only_one bigint primary key not null default 1 check (only_one = 1),
    id text collate "C" not null,
    chain_id bigint not null,
    token text collate "C" not null,
    -- The hash of the token's program: with another program, money stops.
    code text collate "C" not null,
    -- The treasury has the money that can be sent. The gas account pays for transactions and has no USDC.
    treasury text collate "C" not null,
    gas_account text collate "C" not null,
    -- The last block that the books know.
    block bigint not null,
    block_hash text collate "C" not null,
    block_at bigint not null,
    -- What the treasury has at the end of that block, and how much of all money on the chain is the operator's own.
    holds bigint not null check (holds >= 0),
    own bigint not null check (own >= 0),
    -- Of the next deposit address, and of the gas account's next transaction.
    next_index bigint not null,
    next_nonce bigint not null,
    created_at bigint not null
);
-- The books belong to one network for good, and read every block once.
create trigger networks_keep before update on networks for each row
    when (old.id <> new.id or old.chain_id <> new.chain_id or old.token <> new.token or old.treasury <> new.treasury
        or old.gas_account <> new.gas_account or old.created_at <> new.created_at or new.block < old.block
        or new.next_index < old.next_index or new.next_nonce < old.next_nonce
        or (new.block = old.block and (new.block_hash <> old.block_hash or new.block_at <> old.block_at)))
    execute function chain_refuse('only the progress of a network can change, and only forward');
create trigger networks_stay before delete or truncate on networks for each statement
    execute function chain_refuse('a network cannot be deleted');

-- A row is an address on the chain that one account is paid at. Florin watches it for good, even after the account has
-- another one.
create table deposit_addresses (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    -- How many addresses the account had before. The key is derived from the account and this number, so that books
    -- that were restored can't give the address to another account.
    nth bigint not null check (nth >= 0),
    -- How many addresses all accounts had before.
    key_index bigint not null constraint deposit_addresses_key unique check (key_index >= 0),
    -- What it has at the end of the last block that the books know.
    holds bigint not null check (holds >= 0),
    -- The authorization that is emptying it into the treasury.
    sweep text collate "C",
    created_at bigint not null,
    retired_at bigint
);
create unique index deposit_addresses_nth on deposit_addresses (account_id, nth);
create unique index deposit_addresses_current on deposit_addresses (account_id) where retired_at is null;
create index deposit_addresses_holding on deposit_addresses (holds) where holds > 0;
alter table deposit_addresses alter column retired_at set statistics 0, alter column holds set statistics 0;
-- People who know an address pay its account.
create trigger deposit_addresses_keep before update on deposit_addresses for each row
    when (old.id <> new.id or old.account_id <> new.account_id or old.key_index <> new.key_index
        or old.nth <> new.nth or old.created_at <> new.created_at
        or (old.retired_at is not null and new.retired_at is distinct from old.retired_at))
    execute function chain_refuse('the account of a deposit address cannot be changed');
create trigger deposit_addresses_stay before delete or truncate on deposit_addresses for each statement
    execute function chain_refuse('a deposit address cannot be deleted');

-- A row is a signed authorization (EIP-3009) that lets anyone who has it move USDC, once. A payment has one for good:
-- with two, it could be paid twice.
create table authorizations (
    -- The nonce, made from the payment.
    id text collate "C" primary key not null,
    -- The withdrawal, or the sweep of a deposit address into the treasury.
    payment text collate "C" not null constraint authorizations_payment unique,
    -- Null for a sweep.
    account_id text collate "C" references accounts (id),
    from_address text collate "C" not null,
    to_address text collate "C" not null,
    amount bigint not null check (amount > 0),
    valid_before bigint not null,
    -- The signed call of the token.
    call bytea not null,
    created_at bigint not null,
    ending text collate "C" check (ending in ('used', 'cancelled', 'expired')),
    ended_at bigint,
    chain_transaction text collate "C",
    check ((ending is null) = (ended_at is null)),
    check (chain_transaction is null or ending = 'used')
);
create index authorizations_open on authorizations (created_at) where ending is null;
alter table authorizations alter column ending set statistics 0;
create index authorizations_by_time on authorizations (created_at);
create index authorizations_by_account on authorizations (account_id, created_at);
-- What was signed can't be unsigned.
create trigger authorizations_keep before update on authorizations for each row
    when (old.id <> new.id or old.payment <> new.payment or old.account_id is distinct from new.account_id
        or old.from_address <> new.from_address or old.to_address <> new.to_address or old.amount <> new.amount
        or old.valid_before <> new.valid_before or old.call <> new.call or old.created_at <> new.created_at
        or old.ending is not null)
    execute function chain_refuse('an authorization can only be ended, once');
-- An unused authorization expires by the chain's clock: when a block that the books know is late enough.
create function authorizations_expire() returns trigger language plpgsql set search_path from current as $$
begin
    if not exists (select 1 from networks where block_at >= new.valid_before) then
        raise exception 'an authorization that can still be used cannot be given up';
    end if;
    return new;
end;
$$;
create trigger authorizations_expire before update on authorizations for each row
    when (new.ending = 'expired') execute function authorizations_expire();
create trigger authorizations_stay before delete or truncate on authorizations for each statement
    execute function chain_refuse('an authorization cannot be deleted');

-- A row is a transaction of the gas account that brings an authorization to the chain, exactly as it is sent. An
-- authorization can have several: a later one pays a higher fee, or uses another nonce.
create table relay_transactions (
    id text collate "C" primary key not null,
    authorization_id text collate "C" not null references authorizations (id),
    nonce bigint not null check (nonce >= 0),
    -- In wei for each unit of gas.
    max_fee bigint not null check (max_fee > 0),
    tip bigint not null check (tip >= 0 and tip <= max_fee),
    gas_limit bigint not null check (gas_limit > 0),
    raw bytea not null,
    created_at bigint not null
);
create index relay_transactions_by_nonce on relay_transactions (nonce);
create index relay_transactions_by_authorization on relay_transactions (authorization_id);
-- The chain accepts one transaction for each nonce: with two authorizations under one nonce, one would be lost.
create function relay_transactions_alone() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from relay_transactions
        where nonce = new.nonce and authorization_id <> new.authorization_id) then
        raise exception 'a nonce can carry only one authorization';
    end if;
    return new;
end;
$$;
create trigger relay_transactions_alone before insert on relay_transactions
    for each row execute function relay_transactions_alone();
-- Another server may already have sent it.
create trigger relay_transactions_keep before update on relay_transactions for each row
    execute function chain_refuse('a relay transaction cannot be changed');
create trigger relay_transactions_stay before delete or truncate on relay_transactions for each statement
    execute function chain_refuse('a relay transaction cannot be deleted');
