-- Why: USDC can leave for wallets that somebody else holds the keys of.
create table external_wallets (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    app_id text collate "C" not null,
    name text collate "C" not null,
    status text collate "C" not null check (status in ('active', 'archived')),
    chain text collate "C" not null,
    address text collate "C" not null,
    created_at bigint not null
);
create index external_wallets_by_age on external_wallets (account_id, app_id, created_at, id);
-- The owner of an account sees those of all apps.
create index external_wallets_of_owner on external_wallets (account_id, created_at, id);

-- Money that is on its way relies on where a wallet is.
create function external_wallets_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'an external wallet stays where it is, is archived for good, and is never deleted';
end;
$$;
create trigger external_wallets_keep before update of id, account_id, app_id, chain, address, created_at
on external_wallets for each statement execute function external_wallets_refuse();
create trigger external_wallets_end before update on external_wallets for each row
when (old.status = 'archived' and new.status <> 'archived') execute function external_wallets_refuse();
create trigger external_wallets_stay before delete or truncate on external_wallets
    for each statement execute function external_wallets_refuse();
