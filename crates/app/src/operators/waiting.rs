//! Counts the items that wait for an operator or a worker, for `florin ops watch`, the gauges and the alerts.

use rules::time::Timestamp;
use rules::waiting::Waiting;

use super::Operators;
use crate::platform::failure::Failure;

impl Operators {
    /// The waiting items of every kind, and the time of the count.
    pub async fn waiting(&self) -> Result<(Vec<Waiting>, Timestamp), Failure> {
        let now = self.platform.clock.now();
        Ok((self.platform.store.waiting(now).await?, now))
    }

    /// Sets the gauges of each kind, which include the items of other processes, and alerts the operator to late items.
    pub(crate) async fn watch_waiting(&self) {
        match self.waiting().await {
            Ok((all, now)) => {
                all.iter().for_each(|waiting| show(waiting, now));
                self.send_alerts(&all, now).await;
            }
            Err(failure) => tracing::warn!(?failure, "waiting items not counted"),
        }
    }
}

fn show(waiting: &Waiting, now: Timestamp) {
    let kind = waiting.kind.name();
    metrics::gauge!("florin_waiting_items", "kind" => kind).set(waiting.count as f64);
    metrics::gauge!("florin_waiting_oldest_seconds", "kind" => kind).set(waiting.seconds(now) as f64);
}
