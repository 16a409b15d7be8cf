//! What the database is filled with, and the statements that do it, the same on both engines.
//! It must never know an engine.

use std::time::{SystemTime, UNIX_EPOCH};

use rules::id::{Id, IdKind, PayoutId, Series};
use rules::time::Timestamp;

pub const ITEMS: usize = 100;
/// Payouts that are written in one transaction.
pub const AT_ONCE: usize = 500;
/// Between a payout and the next, and between its acceptance and its settlement.
const STEP_US: i64 = 1_000;
/// How many ids follow each other.
const SERIES: usize = 1 << 10;
/// Where an id's last two letters begin, behind its prefix.
const STEM: usize = 24;

#[derive(Clone)]
pub struct Plan {
    payouts: usize,
    first_at: i64,
}

/// One payout, as far as the statements cannot make it up themselves.
pub struct Row {
    pub number: i64,
    /// What the ids of the payout and its items begin with, of what its recipients receive, and of its events.
    pub stems: [String; 3],
    pub created_at: i64,
    pub completed_at: i64,
    pub created: String,
    pub completed: String,
}

impl Plan {
    /// At least so many items, all of them older than now.
    pub fn new(items: u64) -> Plan {
        let payouts = usize::try_from(items).unwrap_or(usize::MAX).div_ceil(ITEMS);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros());
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        Plan { payouts, first_at: now - (payouts as i64 + 2) * STEP_US }
    }

    pub fn payouts(&self) -> usize {
        self.payouts
    }

    /// The numbers of the payouts, transaction by transaction.
    pub fn chunks(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let end = self.payouts;
        (0..end).step_by(AT_ONCE).map(move |start| start..(start + AT_ONCE).min(end))
    }

    pub fn row(&self, number: usize) -> Row {
        let created_at = self.first_at + number as i64 * STEP_US;
        let completed_at = created_at + STEP_US;
        let text = |at| Timestamp::from_micros(at).to_string();
        Row {
            number: number as i64,
            stems: [
                stem::<rules::id::PayoutKind>(created_at, number, 1),
                stem::<rules::id::TransactionKind>(completed_at, number, 2),
                stem::<rules::id::EventKind>(completed_at, number, 3),
            ],
            created_at,
            completed_at,
            created: text(created_at),
            completed: text(completed_at),
        }
    }

    /// Says how far it has come, now and then.
    pub fn progress(&self, chunk: &std::ops::Range<usize>) {
        let steps = self.payouts.div_ceil(AT_ONCE);
        let done = chunk.end.div_ceil(AT_ONCE);
        if done * 10 / steps > (done - 1) * 10 / steps {
            eprintln!("filling: {} %", chunk.end * 100 / self.payouts);
        }
    }
}

/// All but the last two letters of the ids of one series.
fn stem<K: IdKind>(at: i64, number: usize, salt: u8) -> String {
    let mut random = [salt; 10];
    random[1..9].copy_from_slice(&(number as u64).to_be_bytes());
    let id = <Series<K>>::around(Id::<K>::new(at.unsigned_abs() / 1000, random)).nth(0).to_string();
    id.rsplit('_').next().expect("an id has a part behind its prefix")[..STEM].to_owned()
}

/// The last two letters of every id of a series.
pub fn endings() -> Vec<String> {
    let first = <Series<_>>::around(PayoutId::new(0, [0; 10]));
    (0..SERIES).map(|index| first.nth(index).to_string()[3 + STEM..].to_owned()).collect()
}

/// Temporary tables: the people who are paid, the endings of ids, and the payouts of one transaction.
pub const TABLES: [&str; 3] = [
    "create temporary table fill_people as select row_number() over (order by r.id) - 1 as n, r.id as recipient_id,
        r.wallet_id, r.email, r.account_id from recipients r where r.wallet_id is not null",
    "create temporary table fill_endings (n bigint primary key, text text not null)",
    "create temporary table fill_payouts (n bigint not null, own text not null, inbound text not null,
        events text not null, created_at bigint not null, completed_at bigint not null, created text not null,
        completed text not null)",
];

/// Makes the engine look up people by number.
pub const PEOPLE_INDEX: &str = "create unique index fill_people_n on fill_people (n)";

/// One transaction's worth of rows, in an order that the guards accept. `{items}` are the items of its payouts.
pub const STATEMENTS: [&str; 8] = [
    "insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing, pending_claim,
        completed, failed, cancelled, created_at, completed_at)
     select 'po_' || p.own || '00', {payer}, 'test', 'completed', 'USDC', 1000000, 100, 0, 0, 100, 0, 0, p.created_at,
        p.completed_at from fill_payouts p order by p.n",
    "insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at, payout_id,
        recipient_id)
     select 'txn_' || p.own || e.text, w.account_id, 'payout', 'completed', 10000, 'USDC', p.created_at,
        p.completed_at, 'po_' || p.own || '00', w.recipient_id {items}",
    "insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at, source_id)
     select 'txn_' || p.inbound || e.text, w.wallet_id, 'inbound_transfer', 'completed', 10000, 'USDC',
        p.completed_at, p.completed_at, 'txn_' || p.own || e.text {items}",
    "insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
     select 'po_' || p.own || '00:hold', 'hold', {payer} || ':available', {payer} || ':held', 1000000, p.created_at
     from fill_payouts p order by p.n",
    "insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
     select 'txn_' || p.own || e.text || ':resolve', 'resolve', w.account_id || ':held', w.wallet_id || ':available',
        10000, p.completed_at {items}",
    "insert into events (id, account_id, type, object_id, sequence, data, created_at)
     select 'evt_' || p.events || e.text, {payer},
        case e.n when 0 then 'payout.created' else 'payout.completed' end, 'po_' || p.own || '00', e.n + 1,
        '{\"id\":\"po_' || p.own || '00\",\"status\":\"' || case e.n when 0 then 'processing' else 'completed' end
        || '\",\"currency\":\"USDC\",\"total_amount\":\"1.00\",\"total_items\":100,\"item_breakdown\":{\"cancelled\":0,'
        || '\"completed\":' || case e.n when 0 then '0' else '100' end || ',\"failed\":0,\"pending_claim\":0,'
        || '\"processing\":' || case e.n when 0 then '100' else '0' end || '},\"created_at\":\"' || p.created || '\"'
        || case e.n when 0 then '' else ',\"completed_at\":\"' || p.completed || '\"' end || '}',
        case e.n when 0 then p.created_at else p.completed_at end
     from fill_payouts p join fill_endings e on e.n < 2 order by p.n, e.n",
    "insert into events (id, account_id, type, object_id, sequence, data, created_at)
     select 'evt_' || p.events || f.text, w.account_id, 'payout_item.completed', 'txn_' || p.own || e.text, 1,
        '{\"id\":\"txn_' || p.own || e.text || '\",\"payout_id\":\"po_' || p.own
        || '00\",\"amount\":\"0.01\",\"currency\":\"USDC\",\"email\":\"' || w.email || '\",\"recipient_id\":\"'
        || w.recipient_id || '\",\"status\":\"completed\",\"created_at\":\"' || p.created || '\",\"completed_at\":\"'
        || p.completed || '\"}', p.completed_at {items}",
    "insert into events (id, account_id, type, object_id, sequence, data, created_at)
     select 'evt_' || p.events || g.text, w.wallet_id, 'inbound_transfer.completed', 'txn_' || p.inbound || e.text, 1,
        '{\"id\":\"txn_' || p.inbound || e.text || '\",\"type\":\"inbound_transfer\",\"status\":\"completed\",'
        || '\"amount\":\"0.01\",\"currency\":\"USDC\",\"created_at\":\"' || p.completed || '\",\"completed_at\":\"'
        || p.completed || '\"}', p.completed_at {items}",
];

/// The items of the payouts of one transaction, each with its recipient and two endings for its events.
const ITEM_ROWS: &str = "from fill_payouts p join fill_endings e on e.n between 1 and 100
    join fill_people w on w.n = (p.n * 50 + e.n * 7) % {people}
    join fill_endings f on f.n = e.n + 100 join fill_endings g on g.n = e.n + 200 order by p.n, e.n";

/// The statements for this many people, paid by the account that knows them.
pub fn statements(people: i64) -> [String; 8] {
    let items = ITEM_ROWS.replace("{people}", &people.to_string());
    let payer = "(select account_id from fill_people where n = 0)";
    STATEMENTS.map(|statement| statement.replace("{items}", &items).replace("{payer}", payer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::id::{EventId, TransactionId};

    #[test]
    fn ids_are_made_of_a_stem_and_an_ending() {
        let (plan, endings) = (Plan::new(1_000), endings());
        let row = plan.row(3);
        let payout = PayoutId::parse(&format!("po_{}{}", row.stems[0], endings[0])).unwrap();
        for (index, ending) in endings.iter().enumerate().take(ITEMS + 1).skip(1) {
            let item = TransactionId::parse(&format!("txn_{}{ending}", row.stems[0])).unwrap();
            assert_eq!((item, item.payout()), (payout.item(index - 1), payout));
        }
        assert!(EventId::parse(&format!("evt_{}{}", row.stems[2], endings[300])).is_some());
    }

    #[test]
    fn every_payout_is_in_one_transaction_and_has_stems_of_its_own() {
        let plan = Plan::new(123_456);
        let numbers: Vec<usize> = plan.chunks().flatten().collect();
        assert_eq!(numbers, (0..1_235).collect::<Vec<usize>>());
        let stems: std::collections::HashSet<String> =
            numbers.iter().flat_map(|number| plan.row(*number).stems).collect();
        assert_eq!(stems.len(), 3 * numbers.len());
    }
}
