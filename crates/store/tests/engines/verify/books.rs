//! Books in which everything has happened that can happen, made by Florin itself.

use std::time::Duration;

use app::App;
use rules::account::{Caller, Mode};
use rules::id::TransactionId;

use crate::external_transfers::Mover;
use crate::fixture::{Fixture, acquaint, add_recipient, caller_of, email, new_user};
use crate::hostile::scene::pay;

pub struct Books {
    pub fixture: Fixture,
    bob: Caller,
}

const RECIPIENTS: [&str; 5] =
    ["bob@example.com", "eve+fail@example.com", "kim@example.com", "lou@example.com", "bob@example.com"];

impl Books {
    pub fn new(fixture: Fixture) -> Books {
        let bob = fixture.runtime.block_on(async {
            let bob = new_user(&fixture.app, "bob@example.com").await;
            add_recipient(&fixture.app, &fixture.caller, "moe@example.com").await.expect("a recipient");
            caller_of(&fixture.app, &bob, Mode::Test).await
        });
        acquaint(&fixture, &fixture.caller, "bob@example.com");
        acquaint(&fixture, &bob, "ada@example.com");
        let books = Books { fixture, bob };
        books.live_through();
        books
    }

    pub fn pay_everybody(&self) -> String {
        pay(&self.fixture, &RECIPIENTS)
    }

    pub fn settle(&self) {
        self.fixture.clock.advance(Duration::from_secs(11));
        self.fixture.runtime.block_on(async { while self.fixture.app.payouts.settle_due().await > 0 {} });
    }

    pub fn item(payout: &str, number: u8) -> String {
        format!("txn_{}0{number}", &payout[3..27])
    }

    /// Payouts that are cancelled, fail, are claimed, expire, complete, wait and are still queued; money that arrives;
    /// a clock that is ahead.
    fn live_through(&self) {
        let (app, caller): (&App, &Caller) = (&self.fixture.app, &self.fixture.caller);
        let run = &self.fixture.runtime;
        let cancelled = self.pay_everybody();
        run.block_on(app.payouts.cancel_payout(caller, &cancelled, None)).expect("cancelled");
        let fails = pay(&self.fixture, &["eve+fail@example.com"]);
        let completes = pay(&self.fixture, &["bob@example.com"]);
        let mixed = self.pay_everybody();
        let one = self.pay_everybody();
        run.block_on(app.payouts.cancel_payout_item(caller, &one, &Books::item(&one, 3), None))
            .expect("cancelled");
        self.settle();
        run.block_on(async {
            app.sandbox.simulate_claim(caller, &Books::item(&mixed, 3), None).await.expect("claimed");
            app.payouts
                .cancel_payout_item(caller, &mixed, &Books::item(&mixed, 4), None)
                .await
                .expect("cancelled");
            let item = TransactionId::parse(&Books::item(&one, 4)).expect("an id");
            app.payouts.claim(&app.payouts.claim_token(item), self.bob.account).await.expect("claimed");
            let amount = rules::money::Amount::from_micros(123_456_789);
            app.sandbox.simulate_inbound_transfer(&self.bob, amount, None).await.expect("money");
        });
        // What waits expires; the clock of its account stays ahead.
        let waits = pay(&self.fixture, &["zoe@example.com", "bob@example.com"]);
        self.settle();
        run.block_on(app.sandbox.advance_clock(caller, 31 * 86_400, None)).expect("later");
        let waiting = pay(&self.fixture, &["yan@example.com", "bob@example.com", "xia+fail@example.com"]);
        self.settle();
        self.bob_pays_live_through();
        self.names_change();
        Mover::new(&self.fixture, self.fixture.caller).live_through();
        Mover::new(&self.fixture, self.bob).live_through();
        pay(&self.fixture, &["bob@example.com", "lou@example.com"]);
        for payout in [cancelled, fails, completes, mixed, one, waits, waiting] {
            assert!(payout.starts_with("po_"));
        }
    }

    /// Recipients who join and are called otherwise, and a bank account and a wallet that are renamed and archived.
    fn names_change(&self) {
        let (app, caller): (&App, &Caller) = (&self.fixture.app, &self.fixture.caller);
        let ids =
            |table: &str| self.fixture.texts(&format!("select id from {table} order by id desc limit 1"));
        Mover::new(&self.fixture, *caller).to_wallet(29);
        let (recipient, bank_account, wallet) =
            (&ids("recipients")[0], &ids("bank_accounts")[0], &ids("external_wallets")[0]);
        self.fixture.runtime.block_on(async {
            new_user(app, "zoe@example.com").await;
            // Kim has a wallet since a claim was simulated, and no user is told of an account with that address.
            new_user(app, "kim@example.com").await;
            for name in ["One", "Two", "Two"] {
                let name = || name.to_owned();
                app.payouts.update_recipient(&self.bob, recipient, Some(name())).await.expect("a nickname");
                app.external_transfers
                    .rename_bank_account(caller, bank_account, name())
                    .await
                    .expect("a name");
                app.external_transfers.rename_external_wallet(caller, wallet, name()).await.expect("a name");
            }
            for _ in 0..2 {
                app.external_transfers
                    .archive_bank_account(caller, bank_account, None)
                    .await
                    .expect("archived");
                app.external_transfers.archive_external_wallet(caller, wallet, None).await.expect("archived");
            }
        });
        let told =
            |kind: &str| self.fixture.number(&format!("select count(*) from events where type = '{kind}'"));
        for (kind, times) in [
            // Kim and Lou have wallets. That Zoe has an account is her business.
            ("recipient.joined", 2),
            ("recipient.updated", 2),
            ("bank_account.updated", 2),
            ("bank_account.archived", 1),
            ("external_wallet.updated", 2),
            ("external_wallet.archived", 1),
        ] {
            assert_eq!(told(kind), times, "{kind}");
        }
    }

    /// A user whose clock was never moved, so that the times of ledger and payouts must agree.
    fn bob_pays_live_through(&self) {
        use crate::hostile::scene::pay_as;
        let ada = email("ada@example.com");
        pay_as(&self.fixture, &self.bob, &[ada.as_str(), "eve+fail@example.com", "who@example.com"]);
        self.settle();
        pay_as(&self.fixture, &self.bob, &["ada@example.com"]);
    }

    /// Changes rows past every guard. The guards are back afterwards.
    pub fn tamper(&self, sql: &str) {
        let fixture = &self.fixture;
        let without_guards = if fixture.is_postgres() {
            format!("set session_replication_role = replica; {sql}")
        } else {
            let all = |what: &str| {
                fixture
                    .texts(&format!("select {what} || ';' from sqlite_schema where type = 'trigger'"))
                    .join("\n")
            };
            format!("begin immediate; {} {sql}; {} commit", all("'drop trigger ' || name"), all("sql"))
        };
        fixture.sql(&without_guards).expect("nothing refuses it");
    }

    /// Everything that would refuse what the tests do now.
    pub fn drop_guards(&self) {
        let fixture = &self.fixture;
        if fixture.is_postgres() {
            let guards = "select 'drop trigger ' || t.tgname || ' on ' || c.relname from pg_trigger t
                 join pg_class c on c.oid = t.tgrelid where not t.tgisinternal
                 union all select 'alter table ' || c.relname || ' drop constraint ' || n.conname from pg_constraint n
                 join pg_class c on c.oid = n.conrelid where n.contype in ('c', 'f') and c.relname <> 'accounts'";
            fixture.texts(guards).iter().for_each(|drop| fixture.sql(drop).expect("dropped"));
            fixture.sql("alter table transfers alter seq drop identity").expect("no identity");
        } else {
            let triggers = "select 'drop trigger ' || name from sqlite_schema where type = 'trigger'";
            fixture.texts(triggers).iter().for_each(|drop| fixture.sql(drop).expect("dropped"));
        }
    }
}
