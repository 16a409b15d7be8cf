//! Logs notices from rails once they are stored.

use rules::account::Mode;
use rules::rail_notice::{Effect, RailNotice};

/// Logs and counts a notice; an operator has to look at some of them.
pub(crate) fn report_notice(notice: &RailNotice) {
    metrics::counter!("florin_rail_notices_total", "effect" => notice.effect.name()).increment(1);
    // In the sandbox, every account can make a bank say anything.
    if notice.mode == Mode::Test {
        return;
    }
    let (outcome, id) = (notice.outcome, notice.id.to_string());
    let transaction = notice.transaction.map(|id| id.to_string()).unwrap_or_default();
    match notice.effect {
        Effect::Contradicted => tracing::error!(
            notice = id,
            outcome,
            transaction,
            "bank report contradicts an earlier one; no money was moved; check the bank statement"
        ),
        Effect::Parked => tracing::warn!(notice = id, "money parked until an operator matches or returns it"),
        Effect::Applied | Effect::Credited | Effect::Ignored => {}
    }
}
