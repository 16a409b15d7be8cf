//! What developers look for at the page of an object: the API request that created it, and what webhooks were told.

use app::ShownDelivery;
use askama::Template;
use i18n::Locale;
use rules::account::Mode;
use rules::time::Timestamp;

use super::delivery_status::status_badge;
use super::parts::StatusBadge;
use crate::page::shell::Section;
use crate::page::{PageError, PageRequest};

/// A card. There is none if there is nothing to link to, as for most people who write no programs.
#[derive(Template)]
#[template(path = "dashboard/object_links.html")]
pub struct ObjectLinks {
    locale: Locale,
    /// The request that created it.
    creation: Option<String>,
    /// All requests that name it.
    requests: String,
    deliveries: Vec<DeliveryLink>,
}

struct DeliveryLink {
    href: String,
    event: &'static str,
    status: StatusBadge,
    at: Timestamp,
}

impl ObjectLinks {
    /// Of an object that was created as a part of `created`, or by itself.
    pub async fn of(
        request: &PageRequest<'_>,
        object: &str,
        created: &str,
    ) -> Result<Option<ObjectLinks>, PageError> {
        let (mode, locale) = (request.mode()?, request.locale);
        if !Section::ApiRequests.is_for(request.person()?.user.account_type) {
            return Ok(None);
        }
        let creation = creation(request, created).await?;
        let deliveries = request.app().webhooks.deliveries_about(request.account()?, object).await?;
        if creation.is_none() && deliveries.is_empty() {
            return Ok(None);
        }
        Ok(Some(ObjectLinks {
            locale,
            creation,
            requests: format!("{}?q={created}", Section::ApiRequests.href(mode)),
            deliveries: deliveries.iter().map(|shown| link(locale, mode, shown)).collect(),
        }))
    }
}

/// The page of the API request that created an object.
pub async fn creation(request: &PageRequest<'_>, object: &str) -> Result<Option<String>, PageError> {
    let (list, caller) = (Section::ApiRequests.href(request.mode()?), request.caller()?);
    let created = request.app().request_log.creation_of(&caller, object).await?;
    Ok(created.map(|id| format!("{list}/{id}")))
}

fn link(locale: Locale, mode: Mode, shown: &ShownDelivery) -> DeliveryLink {
    let (delivery, event) = (&shown.delivery, &shown.event);
    DeliveryLink {
        href: format!("{}/{}/deliveries/{}", Section::Webhooks.href(mode), delivery.endpoint, event.id),
        event: event.kind.name(),
        status: status_badge(locale, delivery.status),
        at: event.at,
    }
}
