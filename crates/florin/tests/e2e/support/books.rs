//! Proves the books from the rows, past the server: what the ledger says, what the payouts say and what the people
//! were told must be one and the same. Any test of money ends with it.

use super::Server;

/// What may not be found, and the question that finds it. The first column names the culprit.
const NEVER: [(&str, &str); 23] = [
    (
        "a balance that is not the sum of its transfers",
        "select a.id from ledger_accounts a left join (
             select id, sum(difference) as moved from (
                 select credit_id as id, amount as difference from transfers
                 union all select debit_id, -amount from transfers) sides group by id) m on m.id = a.id
         where a.balance <> coalesce(m.moved, 0)",
    ),
    ("money from nowhere", "select mode from ledger_accounts group by mode having sum(balance) <> 0"),
    (
        "a wallet below zero",
        "select id from ledger_accounts where balance < 0 and kind in ('available', 'held', 'fees')",
    ),
    (
        "a transfer from or to an unknown ledger account",
        "select t.operation from transfers t left join ledger_accounts d on d.id = t.debit_id
         left join ledger_accounts c on c.id = t.credit_id where d.id is null or c.id is null or d.mode <> c.mode",
    ),
    (
        "reserved money that no open item or withdrawal explains",
        "select a.id from ledger_accounts a left join (
             select account_id, sum(amount) as waiting from transactions
             where type in ('payout', 'withdrawal') and status in ('queued', 'processing', 'pending_claim')
             group by account_id) o on o.account_id = a.account_id
         where a.kind = 'held' and a.balance <> coalesce(o.waiting, 0)",
    ),
    (
        "a payout whose counters are not its items",
        "select p.id from payouts p left join (
             select payout_id, count(*) as items, sum(amount) as total,
                 sum(case when status in ('queued', 'processing') then 1 else 0 end) as processing,
                 sum(case when status = 'pending_claim' then 1 else 0 end) as pending_claim,
                 sum(case when status = 'completed' then 1 else 0 end) as completed,
                 sum(case when status = 'failed' then 1 else 0 end) as failed,
                 sum(case when status in ('cancelled', 'expired') then 1 else 0 end) as cancelled
             from transactions where type = 'payout' group by payout_id) i on i.payout_id = p.id
         where i.payout_id is null or i.items <> p.total_items or i.total <> p.total_amount
             or i.processing <> p.processing or i.pending_claim <> p.pending_claim or i.completed <> p.completed
             or i.failed <> p.failed or i.cancelled <> p.cancelled",
    ),
    (
        "a payout whose state is not what its counters say",
        "select id from payouts where status <> case when processing + pending_claim > 0 then 'processing'
             when completed > 0 then 'completed' when failed > 0 then 'failed' else 'cancelled' end
             or (status = 'processing') <> (completed_at is null) or (processing > 0) <> (next_at is not null)",
    ),
    (
        "an item of no payout",
        "select t.id from transactions t left join payouts p on p.id = t.payout_id and p.account_id = t.account_id
         where t.type = 'payout' and p.id is null",
    ),
    (
        "a payout that reserved nothing",
        "select p.id from payouts p left join transfers t on t.operation = p.id || ':hold'
             and t.amount = p.total_amount and t.debit_id = p.account_id || ':available'
             and t.credit_id = p.account_id || ':held' where t.operation is null",
    ),
    (
        "a reservation of no payout and no withdrawal",
        "select t.operation from transfers t left join payouts p on p.id = replace(t.operation, ':hold', '')
         left join transactions w on w.id = replace(t.operation, ':hold', '') and w.type = 'withdrawal'
             and w.amount = t.amount and t.credit_id = w.account_id || ':held'
         where t.step = 'hold' and p.id is null and w.id is null",
    ),
    (
        "an item whose money is not where its state says",
        "select t.id from transactions t
         left join transfers r on r.operation = t.id || ':resolve' and r.amount = t.amount
             and r.debit_id = t.account_id || ':held'
         left join transactions b on b.source_id = t.id and b.amount = t.amount and b.status = 'completed'
         where t.type = 'payout' and case
             when t.status = 'completed' then
                 r.operation is null or b.id is null or r.credit_id <> b.account_id || ':available'
             when t.status in ('failed', 'cancelled', 'expired') then
                 r.operation is null or b.id is not null or r.credit_id <> t.account_id || ':available'
             else r.operation is not null or b.id is not null end",
    ),
    (
        "reserved money that moved although its item or withdrawal has not ended",
        "select r.operation from transfers r left join transactions t on t.id = replace(r.operation, ':resolve', '')
             and t.type in ('payout', 'withdrawal') and t.status in ('completed', 'failed', 'cancelled', 'expired')
         where r.step = 'resolve' and t.id is null",
    ),
    (
        "a withdrawal whose money is not where its state says",
        "select t.id from transactions t join external_transfers c on c.id = t.id left join (
             select replace(operation, ':' || step, '') as id,
                 sum(case when credit_id like '%:available' then amount else 0 end) as back,
                 sum(case when debit_id like '%:held' then amount else 0 end) as moved,
                 sum(case when debit_id like '%:held' and credit_id not like '%:available' then amount
                     else 0 end) as gone
             from transfers where step <> 'hold' group by 1) m on m.id = t.id
         where t.type = 'withdrawal' and case
             when t.status in ('queued', 'processing') then m.id is not null
             when t.status = 'completed' then m.moved <> t.amount or m.gone <> t.amount or m.back <> 0
             when c.returned_at is not null then m.moved <> t.amount or m.gone <> t.amount or m.back <> t.amount
             else m.moved <> t.amount or m.gone <> 0 or m.back <> t.amount end is not false",
    ),
    (
        "a deposit whose money is not where its state says",
        "select t.id from transactions t left join transfers c on c.operation = t.id || ':credit'
             and c.credit_id = t.account_id || ':available' and c.amount = t.amount
         where t.type = 'deposit' and (t.status = 'completed') <> (c.operation is not null)",
    ),
    (
        "two payments that were told apart and are one, or one that was told twice",
        "select name from rail_notices group by name having count(*) > 1
         union all select external_reference from transactions where external_reference is not null
         group by external_reference having count(*) > 1",
    ),
    (
        "an item that arrived twice",
        "select source_id from transactions where source_id is not null group by source_id having count(*) > 1",
    ),
    (
        "an arrival of an item that was not paid",
        "select b.id from transactions b left join transactions t on t.id = b.source_id and t.status = 'completed'
         where b.source_id is not null and t.id is null",
    ),
    (
        "an arrival from outside without its money",
        "select t.id from transactions t left join transfers c on c.operation = t.id || ':credit'
             and c.amount = t.amount and c.credit_id = t.account_id || ':available'
         where t.external_reference is not null and t.status = 'completed' and c.operation is null",
    ),
    (
        "an item that waits without a claim, or a claim for nothing",
        "select t.id from transactions t left join claims c on c.item_id = t.id and c.account_id = t.account_id
         where (t.type = 'payout' and t.status = 'pending_claim') <> (c.item_id is not null)
         union all select item_id from claims where item_id not in (select id from transactions)",
    ),
    (
        "an item whose recipient was not written to, or was for no reason",
        "select t.id from transactions t left join (
             select distinct c.payout_id, c.recipient_id from emails m join transactions c on c.id = m.cause
             where m.kind = 'claim') w on w.payout_id = t.payout_id and w.recipient_id = t.recipient_id
         where t.type = 'payout' and t.claim_expires_at is not null and w.payout_id is null
         union all select m.cause from emails m join transactions t on t.id = m.cause
         where m.kind = 'claim' and t.claim_expires_at is null",
    ),
    (
        "two events with one number",
        "select object_id from events group by object_id, sequence having count(*) > 1",
    ),
    (
        "an object with more or fewer events than changes",
        "select o.id from (
             select id, case when status = 'processing' then 1 else 2 end as changes from payouts
             union all select id, case when source_id is not null then 1 else
                 case when claim_expires_at is null then 0 else 1 end
                 + case when status in ('queued', 'processing', 'pending_claim') then 0 else 1 end end
             from transactions where type = 'payout' or source_id is not null) o
         left join (select object_id, count(*) as told from events group by object_id) e on e.object_id = o.id
         where coalesce(e.told, 0) <> o.changes",
    ),
    (
        "a payout with a key that would be done again",
        "select p.id from payouts p left join stored_responses a on a.account_id = p.account_id
             and a.key = p.idempotency_key and a.object = p.id and a.expires_at is null
         where p.idempotency_key is not null and a.object is null",
    ),
];

impl Server {
    /// Asks every question of the database. Says what should never be, and such as what.
    pub fn disagreements(&self) -> Vec<(&'static str, String)> {
        let found = NEVER.iter().filter_map(|(never, question)| {
            let culprit = self.database().texts(self.data(), question).into_iter().next()?;
            Some((*never, culprit))
        });
        found.collect()
    }

    /// Proves the books of this server, which may be running or not, and asks `florin verify` for its opinion.
    #[track_caller]
    pub fn assert_books(&self) {
        assert_eq!(self.disagreements(), []);
        let verdict = self.florin(&["verify"]);
        let [said, complained] =
            [verdict.stdout, verdict.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
        assert!(verdict.status.success(), "florin verify: {said}{complained}");
    }
}
