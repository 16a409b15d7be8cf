//! What clients were told, and whether it is true.

use std::collections::BTreeMap;

use serde_json::Value;

use super::load::Wish;
use crate::support::{Client, Reply};

/// Who was told what.
#[derive(Default)]
pub struct Notes {
    /// Told that it is done, and what it looks like.
    acknowledged: Vec<(Wish, Value)>,
    /// Told nothing, or to come back later, and did not ask again.
    lost: Vec<Wish>,
    pub unavailable: usize,
}

impl Notes {
    pub fn acknowledge(&mut self, wish: Wish, reply: &Reply) {
        self.acknowledged.push((wish, reply.json()));
    }

    pub fn lose(&mut self, wish: Wish) {
        self.lost.push(wish);
    }

    pub fn add(&mut self, other: Notes) {
        self.acknowledged.extend(other.acknowledged);
        self.lost.extend(other.lost);
        self.unavailable += other.unavailable;
    }

    /// Every acknowledged write is there as it was shown, once; every other is there once or not at all; and there is
    /// nothing that nobody asked for.
    pub fn check(&self, client: &Client) {
        let mut there = everything(client);
        for (wish, shown) in &self.acknowledged {
            let found = there.remove(&wish.mark).unwrap_or_default();
            assert_eq!(found, std::slice::from_ref(shown), "{} with key {:?}", wish.mark, wish.key);
        }
        for wish in &self.lost {
            let found = there.remove(&wish.mark).unwrap_or_default();
            assert!(found.len() <= 1, "{} is there {} times", wish.mark, found.len());
        }
        assert!(there.is_empty(), "nobody asked for {:?}", there.keys());
    }
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
