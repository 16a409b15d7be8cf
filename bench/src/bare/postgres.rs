//! The bare rows on PostgreSQL: several sessions, each with a payer and people of its own so that none waits for
//! another, one statement for each table, all statements of a transaction sent at once.
//! It must never wait for an answer before the commit was sent.

use std::time::{Duration, Instant};

use futures_util::{future::try_join_all, try_join};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Statement};

use super::Extent;
use super::rows::{AMOUNT, ITEMS, Payout, TABLES, ledger_accounts};
use crate::database::{connect, told};
use crate::payouts::per_second;

const SESSIONS: usize = 4;

pub async fn measure(url: &str, measured: Duration, extent: Extent) -> Result<u64, String> {
    let failed = |problem: Error| told("cannot write bare rows to", &problem);
    let admin = connect(url).await?;
    let tables = TABLES.replace("{text}", "text collate \"C\"").replace("{without}", "");
    let tables = tables.replace("{seq}", "bigint generated always as identity primary key");
    admin.batch_execute(&tables).await.map_err(failed)?;
    let (ids, balances): (Vec<String>, Vec<i64>) = ledger_accounts(SESSIONS).into_iter().unzip();
    let fund = "insert into ledger_accounts select id, balance, 0
        from unnest($1::text[], $2::bigint[]) k (id, balance)";
    admin.execute(fund, &[&ids, &balances]).await.map_err(failed)?;
    let began = Instant::now();
    let sessions = (0..SESSIONS).map(async |payer| {
        let session = Session::open(url).await?;
        session.write(payer, began + measured, extent).await.map_err(failed)
    });
    let payouts: usize = try_join_all(sessions).await?.into_iter().sum();
    Ok(per_second((payouts * ITEMS) as u64, began.elapsed()))
}

/// A session with its statements prepared.
struct Session {
    client: Client,
    payout: Statement,
    items: Statement,
    inbound: Statement,
    transfers: Statement,
    balances: Statement,
    events: Statement,
    answer: Statement,
    end_items: Statement,
    end_payout: Statement,
}

impl Session {
    async fn open(url: &str) -> Result<Session, String> {
        let client = connect(url).await?;
        let prepare = async |sql| client.prepare(sql).await.map_err(|p| told("cannot prepare on", &p));
        Ok(Session {
            payout: prepare(PAYOUT).await?,
            items: prepare(ITEM_ROWS).await?,
            inbound: prepare(INBOUND).await?,
            transfers: prepare(TRANSFERS).await?,
            balances: prepare(BALANCES).await?,
            events: prepare(EVENTS).await?,
            answer: prepare(ANSWER).await?,
            end_items: prepare(END_ITEMS).await?,
            end_payout: prepare(END_PAYOUT).await?,
            client,
        })
    }

    async fn write(&self, payer: usize, ends: Instant, extent: Extent) -> Result<usize, Error> {
        let mut payouts = 0;
        while Instant::now() < ends {
            let payout = Payout::new(payer, payouts);
            self.accept(&payout).await?;
            if extent == Extent::Settled {
                self.settle(&payout).await?;
            }
            payouts += 1;
        }
        Ok(payouts)
    }

    async fn accept(&self, payout: &Payout) -> Result<(), Error> {
        let Payout { id, account, now, .. } = payout;
        let (total, shown) = (payout.total(), payout.shown());
        let items: Vec<String> = (0..ITEMS).map(|index| payout.item(index)).collect();
        let recipients: Vec<String> = (0..ITEMS).map(|index| payout.recipient(index)).collect();
        let sides = [format!("{account}:available"), format!("{account}:held")];
        let [debit, credit] = &sides;
        let (operation, fingerprint) = (format!("{id}:hold"), "0123456789abcdef0123456789abcdef");
        let (operations, credits, differences) = (vec![operation], vec![credit], vec![-total, total]);
        let moved = sides.as_slice();
        let event = Events::one(payout.event(0), account, "payout.created", id, shown.clone());
        self.transact(&[
            (&self.payout, &[id, account, &total, now]),
            (&self.items, &[&items, &recipients, account, &AMOUNT, now, id]),
            (&self.transfers, &[&operations, &"hold", debit, &credits, &total, now]),
            (&self.events, &event.params(now)),
            (&self.answer, &[account, id, &fingerprint, &shown, now]),
            (&self.balances, &[&moved, &differences, now]),
        ])
        .await
    }

    async fn settle(&self, payout: &Payout) -> Result<(), Error> {
        let Payout { id, account, now, .. } = payout;
        let of = |make: &dyn Fn(usize) -> String| (0..ITEMS).map(make).collect::<Vec<String>>();
        let items = of(&|index| payout.item(index));
        let inbound = of(&|index| payout.inbound(index));
        let people = of(&|index| payout.person(index));
        let operations = of(&|index| format!("{}:resolve", payout.item(index)));
        let credits = of(&|index| format!("{}:available", payout.person(index)));
        let held = format!("{account}:held");
        let mut moved = credits.clone();
        moved.push(held.clone());
        let mut differences = vec![AMOUNT; ITEMS];
        differences.push(-payout.total());
        let mut events = Events::one(payout.event(201), account, "payout.completed", id, payout.shown());
        for index in 0..ITEMS {
            let shown = payout.shown_item(index);
            events.add(
                payout.event(1 + 2 * index),
                account,
                "payout_item.completed",
                &items[index],
                shown.clone(),
            );
            let (person, received) = (&people[index], &inbound[index]);
            events.add(payout.event(2 + 2 * index), person, "inbound_transfer.completed", received, shown);
        }
        self.transact(&[
            (&self.inbound, &[&inbound, &people, &items, &AMOUNT, now]),
            (&self.end_items, &[&items, now]),
            (&self.transfers, &[&operations, &"resolve", &held, &credits, &AMOUNT, now]),
            (&self.balances, &[&moved, &differences, now]),
            (&self.events, &events.params(now)),
            (&self.end_payout, &[id, now]),
        ])
        .await
    }

    /// Everything is sent before the first answer is waited for.
    async fn transact(&self, writes: &[Write<'_>]) -> Result<(), Error> {
        let writing = writes.iter().map(|(statement, params)| self.client.execute(*statement, params));
        let begin = self.client.batch_execute("begin");
        try_join!(begin, try_join_all(writing), self.client.batch_execute("commit")).map(drop)
    }
}

type Write<'a> = (&'a Statement, &'a [&'a (dyn ToSql + Sync)]);

/// Events, column by column.
struct Events {
    ids: Vec<String>,
    accounts: Vec<String>,
    kinds: Vec<&'static str>,
    objects: Vec<String>,
    bodies: Vec<String>,
}

impl Events {
    fn one(id: String, account: &str, kind: &'static str, object: &str, body: String) -> Events {
        let (ids, accounts, kinds, objects, bodies) = Default::default();
        let mut events = Events { ids, accounts, kinds, objects, bodies };
        events.add(id, account, kind, object, body);
        events
    }

    fn add(&mut self, id: String, account: &str, kind: &'static str, object: &str, body: String) {
        self.ids.push(id);
        self.accounts.push(account.to_owned());
        self.kinds.push(kind);
        self.objects.push(object.to_owned());
        self.bodies.push(body);
    }

    fn params<'a>(&'a self, now: &'a i64) -> [&'a (dyn ToSql + Sync); 6] {
        [&self.ids, &self.accounts, &self.kinds, &self.objects, &self.bodies, now]
    }
}

const PAYOUT: &str = "insert into payouts values
    ($1, $2, 'processing', 'USDC', $3, 100, 100, 0, 0, 0, 0, $1, $4, null, $4)";
const ITEM_ROWS: &str = "insert into transactions
    select k.id, $3, 'payout', 'queued', $4, 'USDC', $5, null, $6, k.recipient, null
    from unnest($1::text[], $2::text[]) k (id, recipient)";
const INBOUND: &str = "insert into transactions
    select k.id, k.account, 'inbound_transfer', 'completed', $4, 'USDC', $5, $5, null, null, k.source
    from unnest($1::text[], $2::text[], $3::text[]) k (id, account, source)";
const TRANSFERS: &str = "insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
    select k.operation, $2, $3, k.credit, $5, $6 from unnest($1::text[], $4::text[]) k (operation, credit)";
const BALANCES: &str = "update ledger_accounts a set balance = a.balance + k.difference, updated_at = $3
    from unnest($1::text[], $2::bigint[]) k (id, difference) where a.id = k.id";
const EVENTS: &str = "insert into events select k.id, k.account, k.kind, k.object, 1, k.data, $6
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) k (id, account, kind, object, data)";
const ANSWER: &str = "insert into stored_responses values ($1, $2, $3, $4, $5)";
const END_ITEMS: &str = "update transactions t set status = 'completed', completed_at = $2
    from unnest($1::text[]) k (id) where t.id = k.id";
const END_PAYOUT: &str =
    "update payouts set status = 'completed', processing = 0, completed = 100, completed_at = $2,
    next_at = null where id = $1";
