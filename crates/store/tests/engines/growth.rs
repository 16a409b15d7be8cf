//! PostgreSQL plans a question when it is first asked, and again when it has counted the rows anew. What was planned
//! when there were few must do when there are many.

use app::Listener;
use testkit::engine::Engine;

use crate::fixture::{Fixture, let_sessions_report};
use crate::payouts::{let_leases_end, pay};

/// Enough for PostgreSQL to count them, and so few that any way to find one looks cheap.
const FEW: usize = 60;
const MANY_HUNDREDS: usize = 60;
const COUNTED: i64 = 20;
/// Each question goes to one of these, and to the writer's.
const SESSIONS: usize = 4;
/// A listener is told no more than this at once.
const TOLD_AT_ONCE: usize = 32;

#[test]
fn what_a_payout_reads_does_not_grow_with_the_tables() {
    let mut work = Work::new();
    for _ in 0..FEW {
        work.pay(1);
    }
    work.fixture.sql("analyze").expect("statistics");
    let at_first = work.reads_of_some();
    for _ in 0..MANY_HUNDREDS {
        work.pay(100);
    }
    let at_last = work.reads_of_some();
    // Trees grow a little, and counting reads, too; a plan that reads a table would read seven times as much.
    assert!(at_last < at_first * 4, "{at_first} blocks were read at first, and {at_last} at last");
}

/// A listener leaves a row when it ends, and an account may have had any number of them; so may others have open ones.
#[test]
fn only_open_endpoints_of_the_account_are_read_for_an_event() {
    let mut work = Work::new();
    let ended = "insert into endpoints (id, account_id, sponsor_id, kind, url, description, wants, secret, created_at,
            archived_at)
        select 'we_' || a.mode || g, a.id, a.id, p.kind, p.url, p.description, p.wants, p.secret, p.created_at,
            case when a.id = p.account_id then p.created_at end
        from endpoints p, accounts a, generate_series(1, 2000) g";
    for sql in [ended, "analyze"] {
        work.fixture.sql(sql).expect("listeners");
    }
    let mut rows_read = || {
        work.report();
        work.fixture.number("select idx_tup_fetch from pg_stat_user_tables where relname = 'endpoints'")
    };
    let before = rows_read();
    let read = rows_read() - before;
    assert!(read < 2_000, "{read} rows of endpoints were read for a few payouts");
}

/// Every second servers look for claims that have expired by the clock of a test account. Few accounts move theirs.
#[test]
fn claims_that_wait_are_not_read_to_find_expired_ones() {
    let mut work = Work::new();
    for _ in 0..20 {
        work.pay(100);
    }
    // With many accounts that have not moved it, PostgreSQL takes those that have for many.
    let many = "update pg_class set reltuples = 500, relpages = 10 where oid = 'accounts'::regclass";
    for sql in ["analyze", many] {
        work.fixture.sql(sql).expect("statistics");
    }
    let mut entries_read = || {
        work.report();
        let sql =
            "select cast(sum(idx_tup_read) as bigint) from pg_stat_user_indexes where relname = 'claims'";
        work.fixture.runtime.block_on(async {
            for _ in 0..SESSIONS {
                assert_eq!(work.fixture.app.payouts.expire_claims().await, 0);
            }
        });
        work.report();
        work.fixture.number(sql)
    };
    let before = entries_read();
    let read = entries_read() - before;
    assert!(read < 1_000, "{read} entries of indexes were read to find nothing");
}

/// Such a column says which rows an index has, and is not what the index is searched by. PostgreSQL would think an
/// index empty that had no rows when it counted.
#[test]
fn columns_that_limit_an_index_have_no_statistics() {
    let with_statistics = "select distinct i.indexrelid::regclass || ': ' || a.attname
        from pg_index i join pg_depend d on d.objid = i.indexrelid and d.refobjid = i.indrelid
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = d.refobjsubid
        where pg_get_expr(i.indpred, i.indrelid) ~ ('\\m' || a.attname || '\\M')
            and a.attnum <> all (i.indkey) and coalesce(a.attstattarget, -1) <> 0";
    let found = Fixture::new(Engine::Postgres).texts(with_statistics);
    assert_eq!(found, [""; 0], "write `alter column … set statistics 0` below the index");
}

struct Work {
    fixture: Fixture,
    listener: Listener,
    paid: usize,
}

impl Work {
    fn new() -> Work {
        let fixture = Fixture::new(Engine::Postgres);
        let listening = fixture.app.webhooks.open_listener(&fixture.caller, None, None);
        let listener = fixture.runtime.block_on(listening).expect("a listener");
        Work { fixture, listener, paid: 0 }
    }

    /// Pays so many new people, and tells what happened.
    fn pay(&mut self, count: usize) {
        let people: Vec<String> =
            (self.paid..self.paid + count).map(|number| format!("person{number}@example.com")).collect();
        let people: Vec<&str> = people.iter().map(String::as_str).collect();
        self.paid += count;
        let Fixture { app, caller, runtime, .. } = &self.fixture;
        runtime.block_on(async {
            pay(app, caller, &people).await;
            let_leases_end(&self.fixture);
            assert_eq!(app.payouts.settle_due().await, 1);
            while app.webhooks.hear(&mut self.listener).await.expect("events").len() == TOLD_AT_ONCE {}
        });
    }

    fn reads_of_some(&mut self) -> i64 {
        let before = self.blocks_read();
        for _ in 0..COUNTED {
            self.pay(1);
        }
        self.blocks_read() - before
    }

    /// Has every session say what it has read so far.
    fn report(&mut self) {
        let_sessions_report(|| (0..SESSIONS).for_each(|_| self.pay(1)));
    }

    fn blocks_read(&mut self) -> i64 {
        self.report();
        self.fixture.number(
            "select cast(sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)) as bigint)
             from pg_statio_user_tables",
        )
    }
}
