//! Renders alerts to the operator. Each counts what waits at the time of rendering.

use i18n::Locale;
use rules::email::Email;
use rules::language::Language;
use rules::operator_alert::{AlertState, OperatorAlert};
use rules::waiting::Waiting;

use crate::email::templates::{OperatorAlertFacts, operator_alert};
use crate::email::{Emails, Letter};
use crate::platform::failure::Failure;

impl Emails {
    /// Whether the wait that an unsent alert reports is over.
    pub(super) async fn is_alert_moot(&self, message: &Email) -> Result<bool, Failure> {
        let (alert, waiting) = self.alert_of(message).await?;
        Ok(alert.state == AlertState::Late && waiting.count == 0)
    }

    pub(super) async fn operator_alert_letter(&self, message: &Email) -> Result<Letter, Failure> {
        let (alert, waiting) = self.alert_of(message).await?;
        let cover = self.cover(message, Locale::from(Language::English));
        let facts = OperatorAlertFacts { state: alert.state, waiting };
        Ok(operator_alert(&cover, &facts))
    }

    async fn alert_of(&self, message: &Email) -> Result<(OperatorAlert, Waiting), Failure> {
        let alert = OperatorAlert::of_cause(&message.cause).ok_or(Failure::Internal)?;
        let all = self.platform.store.waiting(self.platform.clock.now()).await?;
        let waiting = all.into_iter().find(|waiting| waiting.kind == alert.kind);
        Ok((alert, waiting.ok_or(Failure::Internal)?))
    }
}
