//! Payouts and cancellations that clients want under load, and whether what they were told is true.

use serde_json::{Value, json};

use crate::support::{Notes, Reply, Server, Wish, all_payouts, eventually, item};

/// Its mark is in no other wish, and is its `Idempotency-Key`.
pub enum Paying {
    Pay { mark: String, items: Vec<Value> },
    Cancel { mark: String, payout: String },
}

impl Wish for Paying {
    /// One to four people: on the platform, sure to fail, new, and waiting. Every fourth wish takes the last one back.
    fn next(who: &str, number: usize, last: Option<&(Paying, Reply)>) -> Paying {
        let mark = format!("{who}-{number}");
        if let (3, Some((Paying::Pay { .. }, reply))) = (number % 4, last) {
            return Paying::Cancel { mark, payout: reply.id() };
        }
        let own = format!("{mark}@example.com");
        let people = ["payee@example.com", &own, "sorry+fail@example.com", "waiting@example.com"];
        let amount = format!("0.{:02}", number % 99 + 1);
        let some = people.iter().cycle().skip(number % 3).take(number % people.len() + 1);
        Paying::Pay { mark, items: some.map(|email| item(email, &amount)).collect() }
    }

    fn path(&self) -> String {
        match self {
            Paying::Pay { .. } => "/payouts".to_owned(),
            Paying::Cancel { payout, .. } => format!("/payouts/{payout}/cancel"),
        }
    }

    fn body(&self) -> Option<Value> {
        match self {
            Paying::Pay { mark, items } => Some(json!({ "items": items, "reference": mark })),
            Paying::Cancel { .. } => None,
        }
    }

    fn key(&self) -> Option<&str> {
        let (Paying::Pay { mark, .. } | Paying::Cancel { mark, .. }) = self;
        Some(mark)
    }

    /// What has ended cannot be cancelled.
    fn is_answered_by(&self, reply: &Reply) -> bool {
        match self {
            Paying::Pay { .. } => reply.status == 200,
            Paying::Cancel { .. } => [200, 409].contains(&reply.status),
        }
    }
}

/// Nothing is stuck; every acknowledged payout is there once, as it was shown; there is no other; what was cancelled
/// has ended; and the books are right.
pub fn check(notes: &Notes<Paying>, server: &Server) {
    let unsettled = "select id from payouts where processing > 0";
    eventually("every item has left processing", || {
        server.database().texts(server.data(), unsettled).is_empty().then_some(())
    });
    let mut there = all_payouts(&server.sandbox());
    for (wish, reply) in &notes.acknowledged {
        let Paying::Pay { mark, items } = wish else { continue };
        let found = there.remove(mark).unwrap_or_default();
        let [found] = &found[..] else { panic!("{mark} is there {} times", found.len()) };
        let shown = reply.json();
        for field in ["id", "total_amount", "total_items", "created_at"] {
            assert_eq!(found[field], shown[field], "{field} of {mark}");
        }
        assert_eq!(found["total_items"], items.len(), "{mark}");
    }
    assert!(there.is_empty(), "unexpected: {:?}", there.keys());
    let mut cancelled = 0;
    for (wish, reply) in &notes.acknowledged {
        let Paying::Cancel { mark, payout } = wish else { continue };
        let now = server.sandbox().get(&format!("/payouts/{payout}")).json();
        assert_ne!(now["status"], "processing", "{mark}");
        match reply.status {
            200 => {
                cancelled += 1;
                assert_eq!(now, reply.json(), "what was cancelled stays as it was shown");
            }
            _ => {
                assert_eq!(now["item_breakdown"]["cancelled"], 0, "{mark} was done, and its client not told")
            }
        }
    }
    assert!(cancelled > 0, "nothing was ever cancelled");
    assert!(notes.lost.is_empty(), "every wish has its key");
    server.assert_books();
}
