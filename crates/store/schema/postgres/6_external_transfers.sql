-- Money that comes in from banks and chains, and goes out to them.

-- A row is a bank account that an app registered for withdrawals.
create table bank_accounts (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    app_id text collate "C" not null,
    name text collate "C" not null,
    status text collate "C" not null check (status in ('active', 'archived')),
    rail text collate "C" not null,
    -- Sealed, for this row: the details don't open in another one.
    details bytea not null,
    events bigint not null default 0 check (events >= 0),
    created_at bigint not null
);
create index bank_accounts_by_age on bank_accounts (account_id, app_id, created_at, id);
-- The owner of an account sees the bank accounts of all apps.
create index bank_accounts_of_owner on bank_accounts (account_id, created_at, id);
-- Other details would send withdrawals somewhere else.
create function bank_accounts_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'a bank account cannot be deleted, nor its owner or details changed';
end;
$$;
create trigger bank_accounts_keep before update of id, account_id, app_id, rail, details, created_at on bank_accounts
    for each statement execute function bank_accounts_refuse();
create trigger bank_accounts_stay before delete or truncate on bank_accounts
    for each statement execute function bank_accounts_refuse();
create trigger bank_accounts_count before update of events on bank_accounts
    for each row when (new.events < old.events) execute function events_only_grow();

-- A row is a wallet on a chain, outside Florin, that an app registered for withdrawals.
create table external_wallets (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    app_id text collate "C" not null,
    name text collate "C" not null,
    status text collate "C" not null check (status in ('active', 'archived')),
    chain text collate "C" not null,
    address text collate "C" not null,
    events bigint not null default 0 check (events >= 0),
    created_at bigint not null
);
create index external_wallets_by_age on external_wallets (account_id, app_id, created_at, id);
-- The owner of an account sees the wallets of all apps.
create index external_wallets_of_owner on external_wallets (account_id, created_at, id);
-- Another address would send withdrawals somewhere else.
create function external_wallets_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'an external wallet cannot be deleted or restored, nor its address changed';
end;
$$;
create trigger external_wallets_keep before update of id, account_id, app_id, chain, address, created_at
on external_wallets for each statement execute function external_wallets_refuse();
create trigger external_wallets_end before update on external_wallets for each row
when (old.status = 'archived' and new.status <> 'archived') execute function external_wallets_refuse();
create trigger external_wallets_stay before delete or truncate on external_wallets
    for each statement execute function external_wallets_refuse();
create trigger external_wallets_count before update of events on external_wallets
    for each row when (new.events < old.events) execute function events_only_grow();

-- A row is a price for one deposit or withdrawal, good for a short time and once.
create table quotes (
    id text collate "C" primary key not null,
    account_id text collate "C" not null references accounts (id),
    app_id text collate "C" not null,
    direction text collate "C" not null check (direction in ('deposit', 'withdrawal')),
    route text collate "C" not null,
    -- The terms: fiat micro-units for one USDC, and the fees.
    exchange_rate bigint not null check (exchange_rate > 0),
    fixed_fee bigint not null check (fixed_fee >= 0),
    percentage_points bigint not null check (percentage_points >= 0),
    spread_points bigint not null check (spread_points >= 0),
    -- USDC in Florin, and fiat at the bank.
    inside_amount bigint not null check (inside_amount > 0),
    outside_amount bigint not null check (outside_amount > 0),
    created_at bigint not null,
    expires_at bigint not null,
    -- The transaction that used the quote.
    used_by text collate "C"
);
-- The only change to a quote is to use it.
create trigger quotes_keep before update on quotes for each row
when (old.used_by is not null or new.used_by is null or new.id <> old.id or new.account_id <> old.account_id
    or new.app_id <> old.app_id or new.direction <> old.direction or new.route <> old.route
    or new.exchange_rate <> old.exchange_rate or new.fixed_fee <> old.fixed_fee
    or new.percentage_points <> old.percentage_points or new.spread_points <> old.spread_points
    or new.inside_amount <> old.inside_amount or new.outside_amount <> old.outside_amount
    or new.created_at <> old.created_at or new.expires_at <> old.expires_at)
execute function on_record();
create trigger quotes_stay before delete or truncate on quotes for each statement execute function on_record();

-- A row is what a deposit, a withdrawal or a payment from outside has beyond other transactions: the route, the terms,
-- the other side's details, and how far it has come. It has the id of its transaction.
create table external_transfers (
    id text collate "C" primary key not null,
    account_id text collate "C" not null,
    -- The mode of its account: workers process live ones first.
    mode text collate "C" not null check (mode in ('live', 'test')),
    type text collate "C" not null check (type = 'deposit' or type = 'withdrawal' or type = 'inbound_transfer'),
    created_at bigint not null,
    route text collate "C" not null,
    bank_account_id text collate "C",
    external_wallet_id text collate "C",
    -- Where the money goes, as it was when the transaction was created.
    beneficiary_name text collate "C",
    beneficiary_details text collate "C",
    sealed_details bytea,
    chain text collate "C",
    address text collate "C",
    -- The terms: fiat micro-units for one USDC, and the fees.
    exchange_rate bigint check (exchange_rate > 0),
    fixed_fee bigint not null check (fixed_fee >= 0),
    percentage_points bigint not null check (percentage_points >= 0),
    spread_points bigint not null check (spread_points >= 0),
    -- The money on the other side. A deposit can bring more or less than was announced.
    outside_amount bigint not null check (outside_amount > 0),
    announced_amount bigint not null check (announced_amount > 0),
    -- Until when, and up to what amount, the terms of a deposit are guaranteed.
    rate_expires_at bigint,
    rate_max_amount bigint,
    -- The most that one payment for a deposit may be worth.
    max_worth bigint,
    -- What the payer must quote, or what the bank knows the order by.
    reference text collate "C" not null constraint external_transfers_reference unique,
    quote_id text collate "C",
    -- What Florin knows of the order that it gave to a bank or chain. It gives every order once.
    submission text collate "C" not null check (submission in ('none', 'sent', 'taken', 'unclear')),
    -- The transfer time that the owner of a withdrawal was told: `2 business days`, `30 minutes`.
    transfer_time text collate "C",
    expires_at bigint,
    -- When a worker should look at it again, by the clock of its account.
    next_at bigint,
    -- When the bank received the money of a deposit, by the clock of its account.
    received_at bigint,
    processing_at bigint,
    -- When a withdrawal was sent, and the bank's reference for its payment, if they were reported.
    sent_at bigint check (sent_at is null or type = 'withdrawal'),
    bank_reference text collate "C" check (bank_reference is null or type = 'withdrawal'),
    returned_at bigint,
    -- The transaction on the chain.
    hash text collate "C",
    -- Whether Florin made it of incoming payments.
    automatic bigint not null default 0 check (automatic = 0 or automatic = 1),
    events bigint not null check (events > 0)
);
create index external_transfers_by_age on external_transfers (account_id, type, created_at, id);
create index external_transfers_by_bank_account on external_transfers (bank_account_id, created_at, id)
    where bank_account_id is not null;
create index external_transfers_due on external_transfers (mode, next_at, id) where next_at is not null;
create index external_transfers_by_account on external_transfers (account_id, next_at) where next_at is not null;
alter table external_transfers alter column next_at set statistics 0;
-- Where the money goes, and on what terms, was agreed when the transaction was created.
create function external_transfers_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'the destination and terms of a deposit or withdrawal cannot be changed';
end;
$$;
create trigger external_transfers_keep before update of id, account_id, mode, type, created_at, route, bank_account_id,
    external_wallet_id, beneficiary_name, beneficiary_details, sealed_details, chain, address, announced_amount,
    reference, quote_id, expires_at, rate_expires_at, rate_max_amount, max_worth, automatic,
    transfer_time on external_transfers
    for each statement execute function external_transfers_refuse();
-- Amount and terms can change once, for a deposit, with the payment that arrives.
create trigger external_transfers_amount before update of outside_amount, received_at, exchange_rate, fixed_fee,
    percentage_points, spread_points on external_transfers for each row
when ((new.outside_amount <> old.outside_amount or new.received_at is distinct from old.received_at
        or new.exchange_rate is distinct from old.exchange_rate or new.fixed_fee <> old.fixed_fee
        or new.percentage_points <> old.percentage_points or new.spread_points <> old.spread_points)
    and (old.type <> 'deposit' or old.processing_at is not null or new.processing_at is null
        or new.received_at is null))
execute function external_transfers_refuse();
-- A payment that arrives in time gets the guaranteed terms, up to the guaranteed amount (and less than a micro-unit
-- of USDC beyond it, for rounding).
create trigger external_transfers_rate before update of outside_amount, received_at, exchange_rate, fixed_fee,
    percentage_points, spread_points on external_transfers for each row
when (new.received_at is not null and old.received_at is null
    and (old.rate_expires_at is null
        or (new.received_at between old.created_at and old.rate_expires_at
            and (new.exchange_rate is distinct from old.exchange_rate
            or new.fixed_fee <> old.fixed_fee or new.percentage_points <> old.percentage_points
            or new.spread_points <> old.spread_points
            or new.outside_amount - old.rate_max_amount > old.exchange_rate / 1000000))))
execute function external_transfers_refuse();
-- A reported time and bank reference never change.
create trigger external_transfers_sent before update of sent_at, bank_reference on external_transfers for each row
when ((old.sent_at is not null and new.sent_at is distinct from old.sent_at)
    or (old.bank_reference is not null and new.bank_reference is distinct from old.bank_reference))
execute function external_transfers_refuse();
create trigger external_transfers_stay before delete or truncate on external_transfers
    for each statement execute function external_transfers_refuse();
create trigger external_transfers_of_an_account after insert on external_transfers
    referencing new table as inserted for each statement execute function of_an_account_in_its_mode();

-- A row is a notice: what a bank, a chain or an operator says has happened outside. Notices can come in any order and
-- more than once, so each has a name that counts once.
create table rail_notices (
    id text collate "C" primary key not null,
    name text collate "C" not null constraint rail_notices_name unique,
    mode text collate "C" not null check (mode in ('live', 'test')),
    route text collate "C" not null,
    outcome text collate "C" not null check (outcome in ('received', 'sent', 'completed', 'failed', 'returned', 'expired')),
    reference text collate "C" not null,
    amount bigint check (amount > 0),
    -- How much of the amount its transaction got, and when the bank received it.
    booked_amount bigint check (booked_amount > 0 and booked_amount <= amount),
    received_at bigint,
    transaction_id text collate "C",
    effect text collate "C" not null check (effect in ('applied', 'credited', 'ignored', 'contradicted', 'parked')),
    -- How much USDC is parked in suspense.
    worth bigint not null check (worth >= 0),
    created_at bigint not null
);
create index rail_notices_by_transaction on rail_notices (transaction_id) where transaction_id is not null;
-- Operators have to look at these.
create index rail_notices_to_look_at on rail_notices (mode, effect, created_at)
    where effect in ('parked', 'contradicted');
alter table rail_notices alter column effect set statistics 0;
-- Notices are evidence. The only change is that an operator assigns parked money.
create trigger rail_notices_keep before update on rail_notices for each row
when (old.effect <> 'parked' or new.effect <> 'applied' or new.id <> old.id or new.name <> old.name
    or new.mode <> old.mode or new.route <> old.route or new.outcome <> old.outcome
    or new.reference <> old.reference or new.amount is distinct from old.amount or new.worth <> old.worth
    or new.created_at <> old.created_at or new.booked_amount is distinct from old.booked_amount
    or new.received_at is distinct from old.received_at)
execute function on_record();
create trigger rail_notices_stay before delete or truncate on rail_notices
    for each statement execute function on_record();

-- The single row has the live prices as the last server read them, for commands that operators run without a server.
create table published_tariff (
    id bigint primary key not null check (id = 1),
    body text collate "C" not null,
    published_at bigint not null
);

-- A row is an order that a simulated bank or the simulated chain has accepted, and when.
create table simulated_orders (
    reference text collate "C" primary key not null,
    account_id text collate "C" not null,
    taken_at bigint not null
);

-- A row says where the incoming payments of an account are withdrawn to, from what sum on, and how far that is.
create table automatic_withdrawals (
    account_id text collate "C" primary key not null,
    mode text collate "C" not null,
    -- One of the two.
    bank_account_id text collate "C",
    external_wallet_id text collate "C",
    -- USDC: less is not withdrawn.
    minimum bigint not null check (minimum > 0),
    -- Why they were turned off, and when, by the clock of the account.
    off_reason text collate "C" check (off_reason in
        ('owner', 'destination_archived', 'withdrawal_failed', 'withdrawal_returned', 'route_closed')),
    off_at bigint,
    -- When they were last turned on, in real time. Earlier payments stay in the balance.
    on_since bigint not null,
    -- The withdrawal that takes what is collected. Its id is chosen before there is one, so that there is only one.
    next_withdrawal_id text collate "C" not null,
    collected bigint not null check (collected >= 0),
    -- Since when the operator has had no terms for that withdrawal, and when it is tried again, in real time.
    closed_since bigint,
    next_at bigint,
    check ((bank_account_id is null) <> (external_wallet_id is null)),
    check ((off_reason is null) = (off_at is null))
);
create index automatic_withdrawals_due on automatic_withdrawals (mode, next_at, account_id) where next_at is not null;
alter table automatic_withdrawals alter column next_at set statistics 0;
create function automatic_withdrawals_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'automatic withdrawals cannot be deleted, nor their account changed';
end;
$$;
create trigger automatic_withdrawals_keep before update of account_id, mode on automatic_withdrawals
    for each statement execute function automatic_withdrawals_refuse();
create trigger automatic_withdrawals_stay before delete or truncate on automatic_withdrawals
    for each statement execute function automatic_withdrawals_refuse();
create trigger automatic_withdrawals_of_an_account after insert on automatic_withdrawals
    referencing new table as inserted for each statement execute function of_an_account_in_its_mode();
-- The destination belongs to the account, and is in use: money can't be directed to others.
create function automatic_withdrawals_own() returns trigger language plpgsql set search_path from current as $$
begin
    if not exists (select 1 from bank_accounts b where b.id = new.bank_account_id and b.account_id = new.account_id
            and (b.status = 'active' or new.off_reason is not null))
        and not exists (select 1 from external_wallets w where w.id = new.external_wallet_id
            and w.account_id = new.account_id and (w.status = 'active' or new.off_reason is not null)) then
        raise exception 'the destination must be an active bank account or wallet of the account';
    end if;
    return new;
end;
$$;
create trigger automatic_withdrawals_own before insert or update on automatic_withdrawals
    for each row execute function automatic_withdrawals_own();

-- A row is a payment that came in while automatic withdrawals were on. The commit that credits the payment writes it,
-- and it becomes part of one withdrawal or of none. It has the id of its transaction.
create table incoming_payments (
    transaction_id text collate "C" primary key not null,
    account_id text collate "C" not null,
    mode text collate "C" not null,
    amount bigint not null,
    -- In real time.
    created_at bigint not null,
    status text collate "C" not null check (status in ('pending', 'collected', 'left')),
    withdrawal_id text collate "C",
    check ((status = 'collected') = (withdrawal_id is not null))
);
create index incoming_payments_pending on incoming_payments (mode, account_id, transaction_id) where status = 'pending';
create index incoming_payments_by_withdrawal on incoming_payments (withdrawal_id, transaction_id)
    where withdrawal_id is not null;
alter table incoming_payments alter column status set statistics 0;
-- A payment is an arrival of its account that is not yet part of a withdrawal.
create function incoming_payments_arrived() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select 1 from inserted n where n.status <> 'pending' or not exists (
        select 1 from transactions t join accounts a on a.id = t.account_id
        where t.id = n.transaction_id and t.type = 'inbound_transfer' and t.status = 'completed'
        and t.account_id = n.account_id and t.amount = n.amount and a.mode = n.mode)) then
        raise exception 'an incoming payment must match a completed inbound transfer';
    end if;
    return null;
end;
$$;
create trigger incoming_payments_new after insert on incoming_payments
    referencing new table as inserted for each statement execute function incoming_payments_arrived();
create function incoming_payments_refuse() returns trigger language plpgsql set search_path from current as $$
begin
    raise exception 'an incoming payment cannot be deleted or withdrawn twice, nor its account or amount changed';
end;
$$;
create trigger incoming_payments_keep before update of transaction_id, account_id, mode, amount, created_at
on incoming_payments for each statement execute function incoming_payments_refuse();
create trigger incoming_payments_once before update on incoming_payments for each row
when (old.status <> 'pending') execute function incoming_payments_refuse();
create trigger incoming_payments_stay before delete or truncate on incoming_payments
    for each statement execute function incoming_payments_refuse();
-- What Florin withdraws by itself are payments that were collected for it.
create function external_transfers_explained() returns trigger language plpgsql set search_path from current as $$
begin
    if new.type <> 'withdrawal' or not exists (
        select 1 from incoming_payments p where p.withdrawal_id = new.id and p.account_id = new.account_id) then
        raise exception 'an automatic withdrawal must contain payments of its account';
    end if;
    return new;
end;
$$;
create trigger external_transfers_automatic before insert on external_transfers for each row
when (new.automatic = 1) execute function external_transfers_explained();
