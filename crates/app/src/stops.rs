//! Stops outgoing money, resumes it, and reports whether it is stopped.

use std::sync::Arc;

use rules::command::Command;
use rules::freeze::{Cause, Freeze, Resume};
use rules::id::FreezeId;

use crate::platform::Platform;
use crate::platform::failure::Failure;

/// Stopping outgoing money, and letting it go on.
pub struct Stops {
    platform: Arc<Platform>,
}

impl Stops {
    pub(crate) fn new(platform: Arc<Platform>) -> Stops {
        Stops { platform }
    }

    /// Stops outgoing money everywhere, also if it is stopped for another cause.
    pub async fn stop_money(&self, cause: Cause, reason: String) -> Result<(), Failure> {
        let now = self.platform.clock.now();
        let freeze = Freeze { id: self.platform.dice.id(now), cause, reason, created_at: now, lift: None };
        self.platform.writer.submit(Command::StopMoney(freeze), None).await.map(|_| ())
    }

    /// Lifts these stops, which the operator saw before proving what they are about. A stop that was made in the
    /// meantime stays in force.
    pub async fn resume_money(&self, seen: &[FreezeId], resume: &Resume) -> Result<(), Failure> {
        if seen.is_empty() {
            return Ok(());
        }
        let command = Command::ResumeMoney(seen.to_vec(), resume.clone());
        self.platform.writer.submit(command, None).await.map(|_| ())
    }

    /// Whether a stop for this cause is in force. What is not known counts as a stop: the next round asks again.
    pub(crate) async fn is_stopped_for(&self, cause: Cause) -> bool {
        let stops = self.stops_in_force().await;
        stops.map_or(true, |stops| stops.iter().any(|stop| stop.cause == cause))
    }

    /// The stops in force, at most one for most causes.
    pub async fn stops_in_force(&self) -> Result<Vec<Freeze>, Failure> {
        Ok(self.platform.store.open_freezes().await?)
    }

    /// The newest stops, newest first.
    pub async fn stops(&self) -> Result<Vec<Freeze>, Failure> {
        Ok(self.platform.store.freezes().await?)
    }

    /// The fingerprints of what was known to be wrong with the books when money was last allowed to leave.
    pub async fn accepted_findings(&self) -> Result<Vec<String>, Failure> {
        let lift = self.stops().await?.into_iter().find_map(|stop| stop.lift);
        Ok(lift.map(|lift| lift.resume.despite).unwrap_or_default())
    }

    /// The oldest stop in force.
    pub async fn stop_in_force(&self) -> Result<Option<Freeze>, Failure> {
        Ok(self.platform.store.freeze().await?)
    }

    /// A gauge for each cause, so that an alarm can say why.
    pub(crate) async fn show_stop(&self) {
        let Ok(stops) = self.stops_in_force().await else { return };
        for cause in Cause::ALL {
            let is_stopped = stops.iter().any(|stop| stop.cause == cause);
            metrics::gauge!("florin_money_stopped", "cause" => cause.name())
                .set(f64::from(u8::from(is_stopped)));
        }
    }
}
