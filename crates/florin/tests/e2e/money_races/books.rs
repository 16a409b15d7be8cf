//! The check that every test here ends with would notice.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::assert_books_once_settled;
use crate::support::{Engine, Server, pay_and_settle};

testkit::on_both_engines!(what_does_not_agree_is_refused_or_noticed);

/// What the database does not refuse must be found, and none of it by what finds another.
const TAMPERINGS: [&str; 8] = [
    "delete from claims",
    "delete from emails",
    "update events set sequence = 1",
    "delete from events where type = 'payout.created'",
    "delete from stored_responses",
    "update payouts set completed = 0, failed = 1 where status = 'processing'",
    "update payouts set next_at = 1 where status = 'processing'",
    "update transactions set status = 'cancelled' where status = 'pending_claim'",
];

fn what_does_not_agree_is_refused_or_noticed(engine: Engine) {
    let server = Server::start(engine);
    server.new_payee("payee@example.com");
    let sandbox = server.sandbox();
    let body = r#"{"items":[{"email":"payee@example.com","amount":"1.00"}]}"#;
    let keyed = sandbox.send("POST", "/payouts", &[("Idempotency-Key", "one")], Some(body));
    assert_eq!(keyed.status, 200);
    pay_and_settle(&sandbox, &[("payee@example.com", "1.00"), ("waits@example.com", "2.00")]);
    assert_books_once_settled(&server);
    let mut known = BTreeSet::new();
    for tampering in TAMPERINGS {
        let refused = catch_unwind(AssertUnwindSafe(|| server.execute(tampering))).is_err();
        let before = known.len();
        known.extend(server.disagreements().into_iter().map(|(never, _)| never));
        assert!(refused || known.len() > before, "{tampering}, and the audit did not notice: {known:?}");
    }
    assert!(!known.is_empty(), "all of it was refused");
}
