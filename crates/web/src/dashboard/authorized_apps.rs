//! Connected apps: what acts for this account, what each may do, and how to end it.

use askama::Template;
use rules::grant::Grant;
use rules::scope::Scopes;

use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Flash, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/authorized_apps", Access::SignedIn, |request| Box::pin(list(request))),
    Page::post("/dashboard/{mode}/authorized_apps/{id}/disconnect", Access::SignedIn, |request| {
        Box::pin(disconnect(request))
    }),
];

struct AppCard {
    name: String,
    action: String,
    permissions: Vec<&'static str>,
    since: String,
    used: String,
}

#[derive(Template)]
#[template(path = "dashboard/authorized_apps.html")]
struct Authorized<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    apps: Vec<AppCard>,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (shell, locale) = (request.shell(Section::AuthorizedApps)?, request.locale);
    let connections = request.app().connect.connections(request.account()?).await?;
    let apps = connections.into_iter().map(|connection| AppCard {
        action: format!("{}/disconnect", shell.below(connection.app.to_string())),
        permissions: scopes(&connection.grants).iter().map(|scope| locale.app_permission(scope)).collect(),
        since: connection
            .grants
            .iter()
            .map(|grant| grant.created_at)
            .min()
            .map_or(String::new(), |at| locale.medium_date(at)),
        used: connection
            .grants
            .iter()
            .filter_map(|grant| grant.last_used_at)
            .max()
            .map_or_else(|| locale.text("label-never").to_owned(), |at| locale.date_time(at)),
        name: connection.name,
    });
    let apps = apps.collect();
    let form = request.localized_form("apps");
    Ok(PageResponse::page(&Authorized { shell, form, apps }))
}

/// Whatever any of its grants allows.
fn scopes(grants: &[Grant]) -> Scopes {
    grants.iter().flat_map(|grant| grant.scopes.iter()).collect()
}

async fn disconnect(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (person, account) = (request.person()?, request.account()?);
    request
        .app()
        .connect
        .disconnect(person, account, request.param("id"), &request.visitor.client_info)
        .await?;
    Ok(PageResponse::goto(Section::AuthorizedApps.href(request.mode()?)).saying(Flash::Disconnected))
}
