//! The whole books, proved from the rows alone: it shares nothing with what checks each step.

use rusqlite::Connection;

/// Each says what must never be found, and finds it.
const NEVER: [(&str, &str); 26] = [
    (
        "a balance that is not the sum of its transfers",
        "select id from ledger_accounts l where balance <>
            (select coalesce(sum(amount), 0) from transfers where credit_id = l.id)
            - (select coalesce(sum(amount), 0) from transfers where debit_id = l.id)",
    ),
    ("a mode that does not sum up to zero", "select mode from ledger_accounts group by mode having sum(balance) <> 0"),
    (
        "an overdrawn wallet",
        "select id from ledger_accounts where kind in ('available', 'held') and balance < 0",
    ),
    (
        "a hold that is not the sum of the open items",
        "select l.id from ledger_accounts l where kind = 'held' and balance <> (select coalesce(sum(amount), 0)
            from transactions t where t.account_id = l.account_id and t.type in ('payout', 'withdrawal')
            and t.status in ('queued', 'processing', 'pending_claim'))",
    ),
    (
        "counters that are not the items",
        "select p.id from payouts p where total_items || ' ' || processing || ' ' || pending_claim || ' ' || completed
            || ' ' || failed || ' ' || cancelled || ' ' || total_amount <> (select count(*) || ' '
            || coalesce(sum(status in ('queued', 'processing')), 0) || ' ' || sum(status = 'pending_claim') || ' '
            || sum(status = 'completed') || ' ' || sum(status = 'failed') || ' '
            || sum(status in ('cancelled', 'expired')) || ' ' || sum(amount)
            from transactions t where t.payout_id = p.id)",
    ),
    (
        "a payout without its hold",
        "select id from payouts p where not exists
            (select 1 from transfers where operation = p.id || ':hold' and amount = p.total_amount)",
    ),
    (
        "an item that ended and did not resolve, or the reverse",
        "select id from transactions t where type = 'payout' and
            (status in ('completed', 'failed', 'cancelled', 'expired')) <>
            exists (select 1 from transfers where operation = t.id || ':resolve' and amount = t.amount)",
    ),
    (
        "a completed item that did not arrive once, or another that did",
        "select id from transactions t where type = 'payout' and (status = 'completed') <>
            (select count(*) from transactions i where i.source_id = t.id and i.amount = t.amount)",
    ),
    (
        "an arrival from outside without its credit",
        "select id from transactions t where external_reference is not null and not exists
            (select 1 from transfers where operation = t.id || ':credit' and amount = t.amount)",
    ),
    (
        "a claim without a waiting item, or the reverse",
        "select coalesce(c.item_id, t.id) from claims c full join
            (select id from transactions where status = 'pending_claim') t on t.id = c.item_id
            where c.item_id is null or t.id is null",
    ),
    (
        "an email that announces other items than those of its payout and recipient that waited",
        "select m.cause from emails m left join transactions c on c.id = m.cause where m.kind = 'claim' and m.items <>
            (select count(*) from transactions t where t.payout_id = c.payout_id
            and t.recipient_id = c.recipient_id and t.claim_expires_at is not null)",
    ),
    (
        "an item that waited without an email",
        "select t.id from transactions t where t.claim_expires_at is not null and not exists
            (select 1 from emails m join transactions c on c.id = m.cause where m.kind = 'claim'
            and c.payout_id = t.payout_id and c.recipient_id = t.recipient_id)",
    ),
    (
        "an item that waits without its email",
        "select c.item_id from claims c left join emails m on m.id = c.email_id where m.id is null",
    ),
    (
        "events of an object that are not counted without a gap",
        "select object_id from events group by object_id
            having count(*) <> max(sequence) or count(distinct sequence) <> count(*) or min(sequence) <> 1",
    ),
    (
        "an object whose last event is not its state",
        "select p.id from payouts p where not exists (select 1 from events e where e.object_id = p.id and e.type =
            'payout.' || case p.status when 'processing' then 'created' else p.status end
            and e.sequence = case p.status when 'processing' then 1 else 2 end)
         union all select t.id from transactions t where t.type = 'payout' and t.status <> 'queued' and not exists
            (select 1 from events e where e.object_id = t.id and e.type = 'payout_item.'
            || case t.status when 'expired' then 'cancelled' else t.status end
            and e.sequence = (select max(sequence) from events where object_id = t.id))",
    ),
    (
        "two payouts with one key",
        "select account_id from payouts where idempotency_key is not null
            group by account_id, idempotency_key having count(*) > 1",
    ),
    (
        "a payout with a key and without its answer",
        "select id from payouts p where idempotency_key is not null and not exists (select 1 from stored_responses a
            where a.account_id = p.account_id and a.key = p.idempotency_key and a.object = p.id
            and a.expires_at is null)",
    ),
    (
        "a payment whose parts do not add up to it",
        "select n.id from rail_notices n where n.outcome = 'received' and n.effect in ('applied', 'credited')
            and n.worth = 0 and n.amount <> n.booked_amount + (select coalesce(sum(p.amount), 0) from rail_notices p
            where p.name in ('surplus:' || n.name, 'excess:' || n.name))",
    ),
    (
        "more on agreed terms than was agreed",
        "select id from external_transfers where type = 'deposit' and received_at between created_at and rate_expires_at
            and outside_amount > rate_max_amount + exchange_rate / 1000000",
    ),
    (
        "a deposit above the limit",
        "select c.id from external_transfers c join transactions t on t.id = c.id
            where t.status = 'completed' and t.amount > c.max_worth",
    ),
    (
        "an automatic withdrawal of more than came in for it",
        "select c.id from external_transfers c join transactions t on t.id = c.id where c.automatic = 1 and t.amount >
            (select coalesce(sum(p.amount), 0) from incoming_payments p
            where p.withdrawal_id = c.id and p.account_id = c.account_id and p.status = 'collected')",
    ),
    (
        "a payment that is not what others paid",
        "select p.transaction_id from incoming_payments p left join transactions t on t.id = p.transaction_id
            left join transactions s on s.id = t.source_id where t.amount is not p.amount
            or t.account_id is not p.account_id or t.type <> 'inbound_transfer' or s.account_id = p.account_id
            or (s.id is null and t.external_reference not like 'simulated:%')",
    ),
    (
        "a payment that is part of no automatic withdrawal of its account",
        "select p.transaction_id from incoming_payments p join external_transfers c on c.id = p.withdrawal_id
            where c.automatic <> 1 or c.account_id <> p.account_id",
    ),
    (
        "an account that does not know whether its payments are withdrawn",
        "select a.id from accounts a left join automatic_withdrawals o on o.account_id = a.id
            where a.withdraws_automatically <> (o.account_id is not null and o.off_reason is null)",
    ),
    (
        "automatic withdrawals that were switched off without an email",
        "select o.account_id from automatic_withdrawals o join accounts a on a.id = o.account_id
            join users u on u.id = a.user_id
            where o.off_reason <> 'owner' and u.email_key not like '%@simulated.invalid'
            and not exists (select 1 from emails e where e.kind = 'automatic_withdrawals_off'
                and e.cause = o.account_id || ':' || o.next_withdrawal_id)",
    ),
    (
        "suspense that is not the sum of what is parked",
        "select l.id from ledger_accounts l where kind = 'suspense' and balance <>
            (select coalesce(sum(worth), 0) from rail_notices n where n.effect = 'parked' and n.mode = l.mode)",
    ),
];

pub fn check(connection: &Connection) {
    for (what, sql) in NEVER {
        let mut statement = connection.prepare_cached(sql).expect("SQL");
        let rows = statement.query_map([], |row| row.get::<_, String>(0)).expect("rows");
        let found: Vec<String> = rows.map(|row| row.expect("an id")).collect();
        assert!(found.is_empty(), "{what}: {}", found.join(", "));
    }
}
