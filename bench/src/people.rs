//! People to be paid: each gets a wallet in the sandbox, so that later payouts reach them at once.
//! It must never be part of a measured time.

use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::task::JoinSet;

use crate::call::{Body, Call, Target};
use crate::connection::Connection;

/// As many as one payout can pay.
pub const MAX_ITEMS: usize = 100;
/// More than any run can pay out.
const FUNDS: &str = r#"{"amount":"900000000.00"}"#;
const CLAIMING: usize = 32;
const POLL: Duration = Duration::from_millis(10);
const PATIENCE: Duration = Duration::from_secs(120);
/// Prime, so that neighbours in a payout are no neighbours in the database.
const STRIDE: usize = 7;

/// Puts money into the account, pays `count` people once, and lets each of them claim it.
pub async fn welcome(target: &Target, count: usize) -> Result<(), String> {
    let mut connection = Connection::open(&target.authority).await?;
    let fund = target.post("/simulate/inbound_transfers", Body::Same(FUNDS.to_owned()));
    connection.ask(&fund).await.map_err(|problem| format!("funding: {problem}"))?;
    let people: Vec<usize> = (0..count).collect();
    let mut claims = Vec::new();
    for some in people.chunks(MAX_ITEMS) {
        let payout = connection.ask(&target.post("/payouts", Body::Same(body(some)))).await?;
        let id = id(&payout)?;
        settled(&mut connection, target, id).await?;
        let items = connection.ask(&target.get(&format!("/payouts/{id}/items"))).await?;
        for item in items["data"].as_array().ok_or("a page without data")? {
            claims
                .push(target.post(&format!("/simulate/payout_items/{}/claim", self::id(item)?), Body::None));
        }
    }
    claim_all(&target.authority, claims).await
}

async fn claim_all(authority: &str, claims: Vec<Call>) -> Result<(), String> {
    let mut shares: Vec<Vec<Call>> = (0..CLAIMING).map(|_| Vec::new()).collect();
    claims.into_iter().enumerate().for_each(|(index, claim)| shares[index % CLAIMING].push(claim));
    let mut tasks = JoinSet::new();
    for share in shares {
        let authority = authority.to_owned();
        tasks.spawn(async move {
            let mut connection = Connection::open(&authority).await?;
            for claim in &share {
                connection.ask(claim).await.map_err(|problem| format!("claiming: {problem}"))?;
            }
            Ok::<(), String>(())
        });
    }
    tasks.join_all().await.into_iter().collect()
}

/// Bodies of payouts of so many items each, to people who have a wallet.
pub fn bodies(people: usize, items: usize) -> Vec<String> {
    let payouts = if items == 1 { people } else { 64 };
    let of = |payout: usize| -> Vec<usize> {
        (0..items).map(|item| (payout * items.div_ceil(2) + item * STRIDE) % people).collect()
    };
    (0..payouts).map(|payout| body(&of(payout))).collect()
}

fn body(people: &[usize]) -> String {
    let items = people
        .iter()
        .map(|person| format!(r#"{{"email":"person-{person:06}@people.example","amount":"0.01"}}"#));
    format!(r#"{{"items":[{}]}}"#, items.collect::<Vec<String>>().join(","))
}

/// Waits until no item of the payout is processing any more, and gives back what became of it.
pub async fn settled(connection: &mut Connection, target: &Target, id: &str) -> Result<Value, String> {
    let call = target.get(&format!("/payouts/{id}"));
    let deadline = Instant::now() + PATIENCE;
    loop {
        let payout = connection.ask(&call).await?;
        if payout["item_breakdown"]["processing"] == 0 {
            return Ok(payout);
        }
        if Instant::now() > deadline {
            return Err(format!("not settled within {} s: {payout}", PATIENCE.as_secs()));
        }
        tokio::time::sleep(POLL).await;
    }
}

/// Waits until nothing of the account is processing any more.
pub async fn all_settled(target: &Target) -> Result<(), String> {
    let mut connection = Connection::open(&target.authority).await?;
    let call = target.get("/payouts?status=processing&page_size=1");
    let deadline = Instant::now() + PATIENCE;
    loop {
        let page = connection.ask(&call).await?;
        match page["data"].as_array().ok_or("a page without data")?.first() {
            None => return Ok(()),
            Some(open) if Instant::now() > deadline => return Err(format!("never settled: {open}")),
            Some(open) => settled(&mut connection, target, id(open)?).await.map(drop)?,
        }
    }
}

fn id(object: &Value) -> Result<&str, String> {
    object["id"].as_str().ok_or_else(|| format!("no id in {object}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_payout_pays_nobody_twice_and_all_payouts_together_pay_everybody() {
        for (people, items) in [(1000, 100), (1000, 1), (100, 100)] {
            let mut seen = HashSet::new();
            for body in bodies(people, items) {
                let body: Value = serde_json::from_str(&body).unwrap();
                let emails: HashSet<String> =
                    body["items"].as_array().unwrap().iter().map(|item| item["email"].to_string()).collect();
                assert_eq!(emails.len(), items);
                seen.extend(emails);
            }
            assert_eq!(seen.len(), people);
        }
    }
}
