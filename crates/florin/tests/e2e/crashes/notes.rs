//! Objects that clients want under load, and whether what they were told about them is true.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{Client, Notes, Reply, Wish};

/// A bank account or a recipient. Its mark is in no other wish.
pub struct Wanted {
    path: &'static str,
    mark: String,
    key: Option<String>,
}

impl Wish for Wanted {
    fn next(who: &str, number: usize, _: Option<&(Wanted, Reply)>) -> Wanted {
        let path = if number.is_multiple_of(2) { "/recipients" } else { "/bank_accounts" };
        let mark = format!("{who}-{number}");
        let key = (number / 2).is_multiple_of(2).then(|| mark.clone());
        Wanted { path, mark, key }
    }

    fn path(&self) -> String {
        self.path.to_owned()
    }

    fn body(&self) -> Option<Value> {
        Some(match self.path {
            "/recipients" => json!({ "email": format!("{}@example.com", self.mark) }),
            _ => json!({
                "name": self.mark, "currency": "MXN", "payment_rail": "mxn_spei",
                "mxn_spei": { "beneficiary_name": "Ada Lovelace", "spei_clabe": "032180000118359719" }
            }),
        })
    }

    fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }
}

/// Every acknowledged write is there as it was shown, once; every other is there once or not at all; and there is
/// nothing that was not asked for.
pub fn check(notes: &Notes<Wanted>, client: &Client) {
    let mut there = everything(client);
    for (wish, reply) in &notes.acknowledged {
        let found = there.remove(&wish.mark).unwrap_or_default();
        assert_eq!(found, [reply.json()], "{} with key {:?}", wish.mark, wish.key);
    }
    for wish in &notes.lost {
        let found = there.remove(&wish.mark).unwrap_or_default();
        assert!(found.len() <= 1, "{} is there {} times", wish.mark, found.len());
    }
    assert!(there.is_empty(), "unexpected: {:?}", there.keys());
}

/// All objects by the mark of their wish.
fn everything(client: &Client) -> BTreeMap<String, Vec<Value>> {
    let mut there: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (path, field) in [("/bank_accounts", "name"), ("/recipients", "email")] {
        let mut page = client.get(path).json();
        loop {
            for object in page["data"].as_array().expect("a page") {
                let mark = object[field].as_str().expect("a text").trim_end_matches("@example.com");
                there.entry(mark.to_owned()).or_default().push(object.clone());
            }
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            page = client.get(&format!("{path}?cursor={cursor}")).json();
        }
    }
    there
}
