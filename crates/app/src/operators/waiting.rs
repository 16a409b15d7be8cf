//! What waits for an operator or a worker, for `florin ops watch` and for gauges.

use rules::time::Timestamp;
use rules::waiting::Waiting;

use super::Operators;
use crate::platform::failure::Failure;

impl Operators {
    /// How much of every kind waits, as of now.
    pub async fn waiting(&self) -> Result<(Vec<Waiting>, Timestamp), Failure> {
        let now = self.platform.clock.now();
        Ok((self.platform.store.waiting(now).await?, now))
    }

    /// A gauge for each kind. They also grow if another process has caused what waits.
    pub(crate) async fn show_waiting(&self) {
        match self.waiting().await {
            Ok((all, now)) => all.into_iter().for_each(|waiting| show(waiting, now)),
            Err(failure) => tracing::warn!(?failure, "waiting items not counted"),
        }
    }
}

fn show(waiting: Waiting, now: Timestamp) {
    let kind = waiting.kind.name();
    metrics::gauge!("florin_waiting_items", "kind" => kind).set(waiting.count as f64);
    metrics::gauge!("florin_waiting_oldest_seconds", "kind" => kind).set(waiting.seconds(now) as f64);
}
