//! Fills a PostgreSQL database that no server uses.
//! It must never weaken the database: only how long its own commits may wait for the disk is its business.

use tokio_postgres::{Client, Error};

use super::plan::{PEOPLE_INDEX, Plan, Row, TABLES, endings, statements};
use crate::database::{connect, told};

pub async fn fill(url: &str, plan: &Plan) -> Result<(), String> {
    let client = connect(url).await?;
    write(&client, plan).await.map_err(|problem| told("cannot fill a database of", &problem))
}

async fn write(client: &Client, plan: &Plan) -> Result<(), Error> {
    client.batch_execute("set synchronous_commit = off").await?;
    for table in TABLES {
        client.batch_execute(table).await?;
    }
    client.batch_execute(PEOPLE_INDEX).await?;
    let endings = endings();
    let sql =
        "insert into fill_endings select n - 1, text from unnest($1::text[]) with ordinality k (text, n)";
    client.execute(sql, &[&endings]).await?;
    client.batch_execute("analyze fill_endings; analyze fill_people").await?;
    let people: i64 = client.query_one("select count(*) from fill_people", &[]).await?.get(0);
    let statements = statements(people);
    for chunk in plan.chunks() {
        client.batch_execute("begin; truncate fill_payouts").await?;
        let rows: Vec<Row> = chunk.clone().map(|number| plan.row(number)).collect();
        put(client, &rows).await?;
        for statement in &statements {
            client.execute(statement, &[]).await?;
        }
        client.batch_execute("commit").await?;
        plan.progress(&chunk);
    }
    // What autovacuum would do soon, and a checkpoint, so that neither falls into what is measured.
    client.batch_execute("vacuum analyze").await?;
    client.batch_execute("checkpoint").await
}

async fn put(client: &Client, rows: &[Row]) -> Result<u64, Error> {
    let sql =
        "insert into fill_payouts select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[],
        $5::bigint[], $6::bigint[], $7::text[], $8::text[])";
    let stems = |index: usize| -> Vec<&str> { rows.iter().map(|row| row.stems[index].as_str()).collect() };
    let numbers: Vec<i64> = rows.iter().map(|row| row.number).collect();
    let created_at: Vec<i64> = rows.iter().map(|row| row.created_at).collect();
    let completed_at: Vec<i64> = rows.iter().map(|row| row.completed_at).collect();
    let created: Vec<&str> = rows.iter().map(|row| row.created.as_str()).collect();
    let completed: Vec<&str> = rows.iter().map(|row| row.completed.as_str()).collect();
    let (own, inbound, events) = (stems(0), stems(1), stems(2));
    client
        .execute(sql, &[&numbers, &own, &inbound, &events, &created_at, &completed_at, &created, &completed])
        .await
}
