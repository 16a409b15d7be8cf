//! What became of a delivery, in a word, for the pages of webhooks and of the objects that they tell of.

use i18n::Locale;
use rules::delivery::DeliveryStatus;

use super::parts::StatusBadge;

pub fn status(locale: Locale, status: DeliveryStatus) -> &'static str {
    match status {
        DeliveryStatus::Waiting => locale.text("delivery-status-waiting"),
        DeliveryStatus::Delivered => locale.text("delivery-status-delivered"),
        DeliveryStatus::Failed => locale.text("delivery-status-failed"),
        DeliveryStatus::Skipped => locale.text("delivery-status-skipped"),
    }
}

pub fn status_badge(locale: Locale, of: DeliveryStatus) -> StatusBadge {
    StatusBadge::named(of.name(), status(locale, of))
}
