-- Why: USDC can leave for wallets that somebody else holds the keys of.
create table external_wallets (
    id text primary key not null,
    account_id text not null references accounts (id),
    app_id text not null,
    name text not null,
    status text not null check (status in ('active', 'archived')),
    chain text not null,
    address text not null,
    created_at integer not null
) strict, without rowid;
create index external_wallets_by_age on external_wallets (account_id, app_id, created_at, id);
-- The owner of an account sees those of all apps.
create index external_wallets_of_owner on external_wallets (account_id, created_at, id);

-- Money that is on its way relies on where a wallet is.
create trigger external_wallets_keep before update of id, account_id, app_id, chain, address, created_at
on external_wallets
begin
    select raise(rollback, 'where an external wallet is never changes');
end;
create trigger external_wallets_end before update on external_wallets
when old.status = 'archived' and new.status <> 'archived'
begin
    select raise(rollback, 'an external wallet is archived for good');
end;
create trigger external_wallets_stay before delete on external_wallets
begin
    select raise(rollback, 'an external wallet is never deleted');
end;
create trigger external_wallets_new before insert on external_wallets
when exists (select 1 from external_wallets where id = new.id)
begin
    select raise(rollback, 'an external wallet is never replaced');
end;
