//! The signing secret: shown to whoever has just given the password, and replaced.

use app::WebhookSecret;
use askama::Template;

use super::home;
use crate::dashboard::shell::{Section, Shell};
use crate::dashboard::when;
use crate::visit::{Answer, Trouble, Visit};

#[derive(Template)]
#[template(path = "dashboard/webhook_secret.html")]
struct Secret<'a> {
    shell: Shell<'a>,
    secret: &'a WebhookSecret,
    is_new: bool,
    old_until: Option<String>,
    home: String,
}

pub async fn reveal(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (person, account, whence) = (visit.person()?, visit.account()?, &visit.visitor.whence);
    let secret = visit.app().show_webhook_secret(person, account, visit.param("id"), whence).await?;
    page(visit, &secret, false)
}

pub async fn rotate(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (person, account, whence) = (visit.person()?, visit.account()?, &visit.visitor.whence);
    let secret = visit.app().rotate_webhook_secret(person, account, visit.param("id"), whence).await?;
    page(visit, &secret, true)
}

fn page(visit: &Visit<'_>, secret: &WebhookSecret, is_new: bool) -> Result<Answer, Trouble> {
    let page = Secret {
        shell: visit.shell(Section::Webhooks)?,
        secret,
        is_new,
        old_until: secret.old.as_ref().map(|(_, until)| when::moment(*until)),
        home: home(visit)?,
    };
    Ok(Answer::page(&page))
}
