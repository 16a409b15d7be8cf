//! Sends alerts: emails to `alert_email` about items that wait too long. The stored emails record which alerts were
//! sent.

use rules::command::PeopleCommand;
use rules::email::{Email, EmailKind};
use rules::email_address::EmailAddress;
use rules::operator_alert::{self, OperatorAlert};
use rules::time::Timestamp;
use rules::waiting::Waiting;

use super::Operators;
use crate::platform::failure::Failure;

impl Operators {
    /// Queues the alerts that are due, if `alert_email` is set.
    pub(crate) async fn send_alerts(&self, all: &[Waiting], now: Timestamp) {
        let Some(to) = &self.platform.settings.alert_email else { return };
        for waiting in all {
            if let Err(failure) = self.alert(to, waiting, now).await {
                tracing::warn!(?failure, kind = waiting.kind.name(), "operator not alerted; will retry");
            }
        }
    }

    async fn alert(&self, to: &EmailAddress, waiting: &Waiting, now: Timestamp) -> Result<(), Failure> {
        let last = self.platform.store.newest_alert(waiting.kind).await?;
        let after_seconds = self.platform.settings.alert_after_seconds;
        let Some(alert) = operator_alert::next(last, waiting, after_seconds, now) else { return Ok(()) };
        let OperatorAlert { kind, state, .. } = alert;
        tracing::info!(kind = kind.name(), state = state.name(), "operator alert written");
        let id = self.platform.dice.id(now);
        let message = Email::new(id, EmailKind::OperatorAlert, to.clone(), alert.cause(), now);
        let ask = PeopleCommand::Ask(Vec::new(), message);
        self.platform.writer.submit_in_background(ask.into()).await.map(drop)
    }
}
