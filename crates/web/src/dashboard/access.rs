//! What a new password can revoke: the choices on the two pages where one is set.

use app::{ActiveAccess, Revoke};

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
pub fn choices(active: ActiveAccess) -> Vec<AccessChoice> {
    let all = [
        (API_KEYS, "Revoke all API keys", active.api_keys),
        (APPS, "Disconnect all apps", active.apps),
        (ENDPOINTS, "Turn off all webhook endpoints", active.endpoints),
    ];
    let there = all.into_iter().filter(|(_, _, count)| *count > 0);
    there.map(|(field, label, count)| AccessChoice { field, label: format!("{label} ({count})") }).collect()
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
