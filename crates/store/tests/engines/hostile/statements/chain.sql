-- Live money on a chain: two networks, networks that change, addresses and authorizations that belong to other accounts, twice or
-- forgotten, payments that are given up too early. 0xold has retired and 0xnew is Ada's, 0xopen is open and carried by
-- 0xc, 0xkept was kept.

-- both: there is a second network
insert into networks (only_one, id, chain_id, token, code, treasury, gas_account, block, block_hash, block_at, holds, own,
    next_index, next_nonce, created_at)
values (1, 'other', 1, 't', 'c', 'y', 'g', 10, 'h', 100, 5, 5, 1, 1, 1);

-- both: there is a second network beside the one
insert into networks (only_one, id, chain_id, token, code, treasury, gas_account, block, block_hash, block_at, holds, own,
    next_index, next_nonce, created_at)
values (2, 'other', 1, 't', 'c', 'y', 'g', 10, 'h', 100, 5, 5, 1, 1, 1);

-- both: a network becomes another
update networks set token = 'x';

-- both: a network is read backwards
update networks set block = 9;

-- both: a network is read again
update networks set block_hash = 'x';

-- both: a nonce of the gas account is used again
update networks set next_nonce = 0;

-- both: a key of a deposit address is used again
update networks set next_index = 0;

-- both: a network is forgotten
delete from networks;

-- both: a treasury has less than nothing
update networks set holds = -1;

-- both: an operator has less than nothing
update networks set own = -1;

-- both: a deposit address is given twice
insert into deposit_addresses (id, account_id, nth, key_index, holds, created_at, retired_at)
values ('0xold', '{bob}', 5, 7, 0, 1, 2);

-- both: a key is used for two deposit addresses
insert into deposit_addresses (id, account_id, nth, key_index, holds, created_at, retired_at)
values ('0xx', '{bob}', 5, 0, 0, 1, 2);

-- both: a deposit address has no key
insert into deposit_addresses (id, account_id, nth, key_index, holds, created_at, retired_at)
values ('0xx', '{bob}', 5, -1, 0, 1, 2);

-- both: a deposit address has less than nothing
update deposit_addresses set holds = -1 where id = '0xnew';

-- both: a deposit address has no owner
insert into deposit_addresses (id, account_id, nth, key_index, holds, created_at, retired_at)
values ('0xx', 'acct_x', 5, 7, 0, 1, 2);

-- both: an account has two addresses at once
insert into deposit_addresses (id, account_id, nth, key_index, holds, created_at, retired_at)
values ('0xx', '{live}', 2, 7, 0, 1, null);

-- both: an account has the same address twice
insert into deposit_addresses (id, account_id, nth, key_index, holds, created_at, retired_at)
values ('0xx', '{live}', 0, 7, 0, 1, 2);

-- both: an account has an address before its first
insert into deposit_addresses (id, account_id, nth, key_index, holds, created_at, retired_at)
values ('0xx', '{bob}', -1, 7, 0, 1, 2);

-- both: a deposit address gets another key
update deposit_addresses set nth = 7 where id = '0xold';

-- both: money is stopped for no known cause
insert into freezes (id, cause, reason, created_at) values ('frz_x', 'a whim', 'w', 1);

-- both: a deposit address becomes another account's
update deposit_addresses set account_id = '{bob}' where id = '0xold';

-- both: a retired address comes back
update deposit_addresses set retired_at = 3 where id = '0xold';

-- both: a deposit address is forgotten
delete from deposit_addresses where id = '0xold';

-- both: an authorization comes twice
insert into authorizations (id, payment, account_id, from_address, to_address, amount, valid_before, call, created_at)
values ('0xkept', 'p3', '{live}', 'y', 'z', 5, 200, {blob1}, 1);

-- both: a payment is authorized twice
insert into authorizations (id, payment, account_id, from_address, to_address, amount, valid_before, call, created_at)
values ('0xx', 'p1', '{live}', 'y', 'z', 5, 200, {blob1}, 1);

-- both: an authorization has no account
insert into authorizations (id, payment, account_id, from_address, to_address, amount, valid_before, call, created_at)
values ('0xx', 'p3', 'acct_x', 'y', 'z', 5, 200, {blob1}, 1);

-- both: nothing is authorized
insert into authorizations (id, payment, account_id, from_address, to_address, amount, valid_before, call, created_at)
values ('0xx', 'p3', '{live}', 'y', 'z', 0, 200, {blob1}, 1);

-- both: an authorization ends in no way
update authorizations set ending = 'lost', ended_at = 2 where id = '0xopen';

-- both: an authorization ends at no time
update authorizations set ending = 'used' where id = '0xopen';

-- both: an authorization that was not kept has a transaction
update authorizations set ending = 'cancelled', ended_at = 2, chain_transaction = '0xt' where id = '0xopen';

-- both: more is authorized
update authorizations set amount = 6 where id = '0xopen';

-- both: an authorization ends twice
update authorizations set ending = 'cancelled', chain_transaction = null where id = '0xkept';

-- both: an authorization that can still be kept is given up
update authorizations set ending = 'expired', ended_at = 2 where id = '0xopen';

-- both: an authorization is forgotten
delete from authorizations where id = '0xkept';

-- both: a transaction is kept twice
insert into relay_transactions (id, authorization_id, nonce, max_fee, tip, gas_limit, raw, created_at)
values ('0xc', '0xopen', 0, 20, 1, 100, {blob1}, 1);

-- both: a transaction carries nothing
insert into relay_transactions (id, authorization_id, nonce, max_fee, tip, gas_limit, raw, created_at)
values ('0xx', '0xnone', 1, 20, 1, 100, {blob1}, 1);

-- both: a transaction has no nonce
insert into relay_transactions (id, authorization_id, nonce, max_fee, tip, gas_limit, raw, created_at)
values ('0xx', '0xopen', -1, 20, 1, 100, {blob1}, 1);

-- both: a transaction offers nothing
insert into relay_transactions (id, authorization_id, nonce, max_fee, tip, gas_limit, raw, created_at)
values ('0xx', '0xopen', 0, 0, 0, 100, {blob1}, 1);

-- both: a transaction gives more than it offers
insert into relay_transactions (id, authorization_id, nonce, max_fee, tip, gas_limit, raw, created_at)
values ('0xx', '0xopen', 0, 20, 21, 100, {blob1}, 1);

-- both: a transaction has no gas
insert into relay_transactions (id, authorization_id, nonce, max_fee, tip, gas_limit, raw, created_at)
values ('0xx', '0xopen', 0, 20, 1, 0, {blob1}, 1);

-- both: a nonce carries two authorizations
insert into relay_transactions (id, authorization_id, nonce, max_fee, tip, gas_limit, raw, created_at)
values ('0xx', '0xkept', 0, 20, 1, 100, {blob1}, 1);

-- both: what was sent is another
update relay_transactions set raw = {blob2};

-- both: what was sent is forgotten
delete from relay_transactions;
