-- The ledger: where money is, which transactions move it, and the transfers that do. The database moves the balances
-- itself and refuses everything else, even if Florin asks for it.

-- A row is a place where money is. Accounts have two: `available` to spend, and `held` for pending payouts and
-- withdrawals. The others belong to Florin.
create table ledger_accounts (
    id text collate "C" primary key not null,
    mode text collate "C" not null check (mode in ('live', 'test')),
    -- `world` is everything outside: its balance is as far below zero as there is money inside. `rounding` has what
    -- is left of the last cent, and `suspense` has money that came in and can't be assigned yet.
    kind text collate "C" not null check (kind in ('available', 'held', 'world', 'fees', 'rounding', 'suspense')),
    account_id text collate "C" references accounts (id),
    balance bigint not null default 0,
    updated_at bigint not null,
    constraint ledger_accounts_owner check ((account_id is not null) = (kind in ('available', 'held'))),
    constraint ledger_accounts_not_overdrawn check (balance >= 0 or kind in ('world', 'rounding'))
-- Half of each page stays free, so that an updated balance stays on its page and needs no new index entries.
) with (fillfactor = 50);
