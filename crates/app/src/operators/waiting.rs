//! What waits for an operator or a worker, for `florin ops watch`, gauges and alerts.

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

    /// Sets a gauge for each kind, also if another process has caused what waits, and alerts the operator of what is
    /// late.
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
