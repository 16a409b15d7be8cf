//! What a new password can revoke: the choices on the two pages where one is set.

use app::{ActiveAccess, Revoke};
use i18n::Locale;

use crate::page::PageRequest;
use crate::page::form::Form;

const API_KEYS: &str = "revoke_api_keys";
const APPS: &str = "disconnect_apps";
const ENDPOINTS: &str = "turn_off_webhooks";

pub struct AccessChoice {
    pub field: &'static str,
    pub label: String,
}

/// One for each kind of access that is there. None is ticked: most people have only forgotten their password, and
/// what they revoke may be what their business runs on.
pub fn choices(locale: Locale, active: ActiveAccess) -> Vec<AccessChoice> {
    let ActiveAccess { api_keys, apps, endpoints } = active;
    let all = [
        (API_KEYS, api_keys, locale.text_with("new-password-revoke-api-keys", &[("count", &api_keys)])),
        (APPS, apps, locale.text_with("new-password-disconnect-apps", &[("count", &apps)])),
        (ENDPOINTS, endpoints, locale.text_with("new-password-turn-off-webhooks", &[("count", &endpoints)])),
    ];
    let there = all.into_iter().filter(|(_, count, _)| *count > 0);
    there.map(|(field, _, label)| AccessChoice { field, label }).collect()
}

pub fn chosen(request: &PageRequest<'_>) -> Revoke {
    let is_ticked = |field: &str| request.form.get(field) == "yes";
    Revoke { api_keys: is_ticked(API_KEYS), apps: is_ticked(APPS), endpoints: is_ticked(ENDPOINTS) }
}

/// The form with what was ticked.
pub fn typed<'f>(request: &PageRequest<'_>, form: Form<'f>) -> Form<'f> {
    let fields = [API_KEYS, APPS, ENDPOINTS];
    fields.into_iter().fold(form, |form, field| form.with(field, request.form.get(field)))
}
