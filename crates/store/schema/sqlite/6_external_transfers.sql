-- Money that comes in from banks and chains, and goes out to them.

-- A row is a bank account that an app registered for withdrawals.
create table bank_accounts (
    id text primary key not null,
    account_id text not null references accounts (id),
    app_id text not null,
    name text not null,
    status text not null check (status in ('active', 'archived')),
    rail text not null,
    -- Sealed, for this row: the details don't open in another one.
    details blob not null,
    events integer not null default 0 check (events >= 0),
    created_at integer not null
) strict, without rowid;
create index bank_accounts_by_age on bank_accounts (account_id, app_id, created_at, id);
-- The owner of an account sees the bank accounts of all apps.
create index bank_accounts_of_owner on bank_accounts (account_id, created_at, id);
-- Other details would send withdrawals somewhere else.
create trigger bank_accounts_keep before update of id, account_id, app_id, rail, details, created_at on bank_accounts
begin
    select raise(rollback, 'the owner and details of a bank account cannot be changed');
end;
create trigger bank_accounts_stay before delete on bank_accounts
begin
    select raise(rollback, 'a bank account cannot be deleted');
end;
create trigger bank_accounts_count before update of events on bank_accounts when new.events < old.events
begin
    select raise(rollback, 'the event counter of a bank account can only grow');
end;
create trigger bank_accounts_new before insert on bank_accounts
when exists (select 1 from bank_accounts where id = new.id)
begin
    select raise(rollback, 'a bank account cannot be replaced');
end;

-- A row is a wallet on a chain, outside Florin, that an app registered for withdrawals.
create table external_wallets (
    id text primary key not null,
    account_id text not null references accounts (id),
    app_id text not null,
    name text not null,
    status text not null check (status in ('active', 'archived')),
    chain text not null,
    address text not null,
    events integer not null default 0 check (events >= 0),
    created_at integer not null
) strict, without rowid;
create index external_wallets_by_age on external_wallets (account_id, app_id, created_at, id);
-- The owner of an account sees the wallets of all apps.
create index external_wallets_of_owner on external_wallets (account_id, created_at, id);
-- Another address would send withdrawals somewhere else.
create trigger external_wallets_keep before update of id, account_id, app_id, chain, address, created_at
on external_wallets
begin
    select raise(rollback, 'the address of an external wallet cannot be changed');
end;
create trigger external_wallets_end before update on external_wallets
when old.status = 'archived' and new.status <> 'archived'
begin
    select raise(rollback, 'an archived external wallet cannot be restored');
end;
create trigger external_wallets_stay before delete on external_wallets
begin
    select raise(rollback, 'an external wallet cannot be deleted');
end;
create trigger external_wallets_count before update of events on external_wallets when new.events < old.events
begin
    select raise(rollback, 'the event counter of an external wallet can only grow');
end;
create trigger external_wallets_new before insert on external_wallets
when exists (select 1 from external_wallets where id = new.id)
begin
    select raise(rollback, 'an external wallet cannot be replaced');
end;

-- A row is a price for one deposit or withdrawal, good for a short time and once.
create table quotes (
    id text primary key not null,
    account_id text not null references accounts (id),
    app_id text not null,
    direction text not null check (direction in ('deposit', 'withdrawal')),
    route text not null,
    -- The terms: fiat micro-units for one USDC, and the fees.
    exchange_rate integer not null check (exchange_rate > 0),
    fixed_fee integer not null check (fixed_fee >= 0),
    percentage_points integer not null check (percentage_points >= 0),
    spread_points integer not null check (spread_points >= 0),
    -- USDC in Florin, and fiat at the bank.
    inside_amount integer not null check (inside_amount > 0),
    outside_amount integer not null check (outside_amount > 0),
    created_at integer not null,
    expires_at integer not null,
    -- The transaction that used the quote.
    used_by text
) strict, without rowid;
-- The only change to a quote is to use it.
create trigger quotes_keep before update on quotes
when old.used_by is not null or new.used_by is null or new.id <> old.id or new.account_id <> old.account_id
    or new.app_id <> old.app_id or new.direction <> old.direction or new.route <> old.route
    or new.exchange_rate <> old.exchange_rate or new.fixed_fee <> old.fixed_fee
    or new.percentage_points <> old.percentage_points or new.spread_points <> old.spread_points
    or new.inside_amount <> old.inside_amount or new.outside_amount <> old.outside_amount
    or new.created_at <> old.created_at or new.expires_at <> old.expires_at
begin
    select raise(rollback, 'a quote can only be used, once');
end;
create trigger quotes_stay before delete on quotes
begin
    select raise(rollback, 'a quote cannot be deleted');
end;
create trigger quotes_new before insert on quotes when exists (select 1 from quotes where id = new.id)
begin
    select raise(rollback, 'a quote cannot be replaced');
end;

-- A row is what a deposit, a withdrawal or a payment from outside has beyond other transactions: the route, the terms,
-- the other side's details, and how far it has come. It has the id of its transaction.
create table external_transfers (
    id text primary key not null,
    account_id text not null,
    -- The mode of its account: workers process live ones first.
    mode text not null check (mode = 'live' or mode = 'test'),
    type text not null check (type = 'deposit' or type = 'withdrawal' or type = 'inbound_transfer'),
    created_at integer not null,
    route text not null,
    bank_account_id text,
    external_wallet_id text,
    -- Where the money goes, as it was when the transaction was created.
    beneficiary_name text,
    beneficiary_details text,
    sealed_details blob,
    chain text,
    address text,
    -- The terms: fiat micro-units for one USDC, and the fees.
    exchange_rate integer check (exchange_rate > 0),
    fixed_fee integer not null check (fixed_fee >= 0),
    percentage_points integer not null check (percentage_points >= 0),
    spread_points integer not null check (spread_points >= 0),
    -- The money on the other side. A deposit can bring more or less than was announced.
    outside_amount integer not null check (outside_amount > 0),
    announced_amount integer not null check (announced_amount > 0),
    -- Until when, and up to what amount, the terms of a deposit are guaranteed.
    rate_expires_at integer,
    rate_max_amount integer,
    -- The most that one payment for a deposit may be worth.
    max_worth integer,
    -- What the payer must quote, or what the bank knows the order by.
    reference text not null constraint external_transfers_reference unique,
    quote_id text,
    -- What Florin knows of the order that it gave to a bank or chain. It gives every order once.
    submission text not null check (submission in ('none', 'sent', 'taken', 'unclear')),
    -- The transfer time that the owner of a withdrawal was told: `2 business days`, `30 minutes`.
    transfer_time text,
    expires_at integer,
    -- When a worker should look at it again, by the clock of its account.
    next_at integer,
    -- When the bank received the money of a deposit, by the clock of its account.
    received_at integer,
    processing_at integer,
    -- When a withdrawal was sent, and the bank's reference for its payment, if they were reported.
    sent_at integer check (sent_at is null or type = 'withdrawal'),
    bank_reference text check (bank_reference is null or type = 'withdrawal'),
    returned_at integer,
    -- The transaction on the chain.
    hash text,
    -- Whether Florin made it of incoming payments.
    automatic integer not null default 0 check (automatic = 0 or automatic = 1),
    events integer not null check (events > 0)
) strict, without rowid;
create index external_transfers_by_age on external_transfers (account_id, type, created_at, id);
create index external_transfers_by_bank_account on external_transfers (bank_account_id, created_at, id)
    where bank_account_id is not null;
create index external_transfers_due on external_transfers (mode, next_at, id) where next_at is not null;
create index external_transfers_by_account on external_transfers (account_id, next_at) where next_at is not null;
-- Where the money goes, and on what terms, was agreed when the transaction was created.
create trigger external_transfers_keep before update of id, account_id, mode, type, created_at, route, bank_account_id,
    external_wallet_id, beneficiary_name, beneficiary_details, sealed_details, chain, address, announced_amount,
    reference, quote_id, expires_at, rate_expires_at, rate_max_amount, max_worth, automatic,
    transfer_time on external_transfers
begin
    select raise(rollback, 'the destination and terms of a deposit or withdrawal cannot be changed');
end;
-- Amount and terms can change once, for a deposit, with the payment that arrives.
create trigger external_transfers_amount before update of outside_amount, received_at, exchange_rate, fixed_fee,
    percentage_points, spread_points on external_transfers
when (new.outside_amount <> old.outside_amount or new.received_at is not old.received_at
        or new.exchange_rate is not old.exchange_rate or new.fixed_fee <> old.fixed_fee
        or new.percentage_points <> old.percentage_points or new.spread_points <> old.spread_points)
    and (old.type <> 'deposit' or old.processing_at is not null or new.processing_at is null
        or new.received_at is null)
begin
    select raise(rollback, 'amount and terms can change only when the money for a deposit arrives');
end;
-- A payment that arrives in time gets the guaranteed terms, up to the guaranteed amount (and less than a micro-unit
-- of USDC beyond it, for rounding).
create trigger external_transfers_rate before update of outside_amount, received_at, exchange_rate, fixed_fee,
    percentage_points, spread_points on external_transfers
when new.received_at is not null and old.received_at is null
    and (old.rate_expires_at is null
        or (new.received_at between old.created_at and old.rate_expires_at
            and (new.exchange_rate is not old.exchange_rate
            or new.fixed_fee <> old.fixed_fee or new.percentage_points <> old.percentage_points
            or new.spread_points <> old.spread_points
            or new.outside_amount - old.rate_max_amount > old.exchange_rate / 1000000)))
begin
    select raise(rollback, 'the terms of a payment within its rate lock cannot be changed');
end;
-- A reported time and bank reference never change.
create trigger external_transfers_sent before update of sent_at, bank_reference on external_transfers
when (old.sent_at is not null and new.sent_at is not old.sent_at)
    or (old.bank_reference is not null and new.bank_reference is not old.bank_reference)
begin
    select raise(rollback, 'the time and reference of a sent withdrawal cannot be changed');
end;
create trigger external_transfers_stay before delete on external_transfers
begin
    select raise(rollback, 'a deposit or withdrawal cannot be deleted');
end;
create trigger external_transfers_new before insert on external_transfers
when exists (select 1 from external_transfers where id = new.id or reference = new.reference)
begin
    select raise(rollback, 'a deposit or withdrawal cannot be replaced');
end;
create trigger external_transfers_of_an_account before insert on external_transfers
when not exists (select 1 from accounts where id = new.account_id and mode = new.mode)
begin
    select raise(rollback, 'a deposit or withdrawal must belong to an existing account of its mode');
end;

-- A row is a notice: what a bank, a chain or an operator says has happened outside. Notices can come in any order and
-- more than once, so each has a name that counts once.
create table rail_notices (
    id text primary key not null,
    name text not null constraint rail_notices_name unique,
    mode text not null check (mode in ('live', 'test')),
    route text not null,
    outcome text not null check (outcome in ('received', 'sent', 'completed', 'failed', 'returned', 'expired')),
    reference text not null,
    amount integer check (amount > 0),
    -- How much of the amount its transaction got, and when the bank received it.
    booked_amount integer check (booked_amount > 0 and booked_amount <= amount),
    received_at integer,
    transaction_id text,
    effect text not null check (effect in ('applied', 'credited', 'ignored', 'contradicted', 'parked')),
    -- How much USDC is parked in suspense.
    worth integer not null check (worth >= 0),
    created_at integer not null
) strict, without rowid;
create index rail_notices_by_transaction on rail_notices (transaction_id) where transaction_id is not null;
-- Operators have to look at these.
create index rail_notices_to_look_at on rail_notices (mode, effect, created_at)
    where effect in ('parked', 'contradicted');
-- Notices are evidence. The only change is that an operator assigns parked money.
create trigger rail_notices_keep before update on rail_notices
when old.effect <> 'parked' or new.effect <> 'applied' or new.id <> old.id or new.name <> old.name
    or new.mode <> old.mode or new.route <> old.route or new.outcome <> old.outcome
    or new.reference <> old.reference or new.amount is not old.amount or new.worth <> old.worth
    or new.created_at <> old.created_at or new.booked_amount is not old.booked_amount
    or new.received_at is not old.received_at
begin
    select raise(rollback, 'a rail notice can only change when parked money is assigned');
end;
create trigger rail_notices_stay before delete on rail_notices
begin
    select raise(rollback, 'a rail notice cannot be deleted');
end;
create trigger rail_notices_new before insert on rail_notices
when exists (select 1 from rail_notices where id = new.id or name = new.name)
begin
    select raise(rollback, 'a rail notice cannot be replaced or repeated');
end;

-- The single row has the live prices as the last server read them, for commands that operators run without a server.
create table published_tariff (
    id integer primary key not null check (id = 1),
    body text not null,
    published_at integer not null
) strict, without rowid;

-- A row is an order that a simulated bank or the simulated chain has accepted, and when.
create table simulated_orders (
    reference text primary key not null,
    account_id text not null,
    taken_at integer not null
) strict, without rowid;

-- A row says where the incoming payments of an account are withdrawn to, from what sum on, and how far that is.
create table automatic_withdrawals (
    account_id text primary key not null,
    mode text not null,
    -- One of the two.
    bank_account_id text,
    external_wallet_id text,
    -- USDC: less is not withdrawn.
    minimum integer not null check (minimum > 0),
    -- Why they were turned off, and when, by the clock of the account.
    off_reason text check (off_reason in
        ('owner', 'destination_archived', 'withdrawal_failed', 'withdrawal_returned', 'route_closed')),
    off_at integer,
    -- When they were last turned on, in real time. Earlier payments stay in the balance.
    on_since integer not null,
    -- The withdrawal that takes what is collected. Its id is chosen before there is one, so that there is only one.
    next_withdrawal_id text not null,
    collected integer not null check (collected >= 0),
    -- Since when the operator has had no terms for that withdrawal, and when it is tried again, in real time.
    closed_since integer,
    next_at integer,
    check ((bank_account_id is null) <> (external_wallet_id is null)),
    check ((off_reason is null) = (off_at is null))
) strict, without rowid;
create index automatic_withdrawals_due on automatic_withdrawals (mode, next_at, account_id) where next_at is not null;
create trigger automatic_withdrawals_keep before update of account_id, mode on automatic_withdrawals
begin
    select raise(rollback, 'the account of automatic withdrawals cannot be changed');
end;
create trigger automatic_withdrawals_stay before delete on automatic_withdrawals
begin
    select raise(rollback, 'automatic withdrawals cannot be deleted: turn them off');
end;
create trigger automatic_withdrawals_new before insert on automatic_withdrawals
when exists (select 1 from automatic_withdrawals where account_id = new.account_id)
    or not exists (select 1 from accounts where id = new.account_id and mode = new.mode)
begin
    select raise(rollback, 'automatic withdrawals must belong to an account of their mode, and cannot be replaced');
end;
-- The destination belongs to the account, and is in use: money can't be directed to others.
create trigger automatic_withdrawals_start before insert on automatic_withdrawals
when not exists (select 1 from bank_accounts b where b.id = new.bank_account_id and b.account_id = new.account_id
        and (b.status = 'active' or new.off_reason is not null))
    and not exists (select 1 from external_wallets w where w.id = new.external_wallet_id
        and w.account_id = new.account_id and (w.status = 'active' or new.off_reason is not null))
begin
    select raise(rollback, 'the destination must be an active bank account or wallet of the account');
end;
create trigger automatic_withdrawals_own before update on automatic_withdrawals
when not exists (select 1 from bank_accounts b where b.id = new.bank_account_id and b.account_id = new.account_id
        and (b.status = 'active' or new.off_reason is not null))
    and not exists (select 1 from external_wallets w where w.id = new.external_wallet_id
        and w.account_id = new.account_id and (w.status = 'active' or new.off_reason is not null))
begin
    select raise(rollback, 'the destination must be an active bank account or wallet of the account');
end;

-- A row is a payment that came in while automatic withdrawals were on. The commit that credits the payment writes it,
-- and it becomes part of one withdrawal or of none. It has the id of its transaction.
create table incoming_payments (
    transaction_id text primary key not null,
    account_id text not null,
    mode text not null,
    amount integer not null,
    -- In real time.
    created_at integer not null,
    status text not null check (status in ('pending', 'collected', 'left')),
    withdrawal_id text,
    check ((status = 'collected') = (withdrawal_id is not null))
) strict, without rowid;
create index incoming_payments_pending on incoming_payments (mode, account_id, transaction_id) where status = 'pending';
create index incoming_payments_by_withdrawal on incoming_payments (withdrawal_id, transaction_id)
    where withdrawal_id is not null;
-- A payment is an arrival of its account that is not yet part of a withdrawal.
create trigger incoming_payments_new before insert on incoming_payments
when exists (select 1 from incoming_payments where transaction_id = new.transaction_id) or new.status <> 'pending'
    or not exists (
        select 1 from transactions t join accounts a on a.id = t.account_id
        where t.id = new.transaction_id and t.type = 'inbound_transfer' and t.status = 'completed'
        and t.account_id = new.account_id and t.amount = new.amount and a.mode = new.mode)
begin
    select raise(rollback, 'an incoming payment must be new, and match a completed inbound transfer');
end;
create trigger incoming_payments_keep before update of transaction_id, account_id, mode, amount, created_at
on incoming_payments
begin
    select raise(rollback, 'the account and amount of an incoming payment cannot be changed');
end;
create trigger incoming_payments_once before update on incoming_payments when old.status <> 'pending'
begin
    select raise(rollback, 'an incoming payment can be withdrawn only once');
end;
create trigger incoming_payments_stay before delete on incoming_payments
begin
    select raise(rollback, 'an incoming payment cannot be deleted');
end;
-- What Florin withdraws by itself are payments that were collected for it.
create trigger external_transfers_automatic before insert on external_transfers
when new.automatic = 1 and (new.type <> 'withdrawal' or not exists (
    select 1 from incoming_payments p where p.withdrawal_id = new.id and p.account_id = new.account_id))
begin
    select raise(rollback, 'an automatic withdrawal must contain payments of its account');
end;
