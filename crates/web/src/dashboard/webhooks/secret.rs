//! The signing secret: shown to a user who has just given the password, and replaced.

use app::WebhookSecret;
use askama::Template;

use super::home;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

/// How a receiver in JavaScript checks a signature.
const VERIFICATION: &str = "import { Webhook } from \"standardwebhooks\";\n\n\
    const event = new Webhook(process.env.WEBHOOK_SECRET).verify(bodyAsText, headers);";

#[derive(Template)]
#[template(path = "dashboard/webhook_secret.html")]
struct Secret<'a> {
    shell: Shell<'a>,
    secret: &'a WebhookSecret,
    is_new: bool,
    old_until: Option<String>,
    home: String,
    verification: &'static str,
}

pub async fn reveal(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (person, account, client_info) =
        (request.person()?, request.account()?, &request.visitor.client_info);
    let secret =
        request.app().webhooks.show_webhook_secret(person, account, request.param("id"), client_info).await?;
    page(request, &secret, false)
}

pub async fn rotate(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (person, account, client_info) =
        (request.person()?, request.account()?, &request.visitor.client_info);
    let secret = request
        .app()
        .webhooks
        .rotate_webhook_secret(person, account, request.param("id"), client_info)
        .await?;
    page(request, &secret, true)
}

fn page(request: &PageRequest<'_>, secret: &WebhookSecret, is_new: bool) -> Result<PageResponse, PageError> {
    let page = Secret {
        shell: request.shell(Section::Webhooks)?,
        secret,
        is_new,
        old_until: secret.old.as_ref().map(|(_, until)| request.locale.date_time(until)),
        home: home(request)?,
        verification: VERIFICATION,
    };
    Ok(PageResponse::page(&page))
}
