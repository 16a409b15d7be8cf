//! Settings: the person's name, language, password, second factor, sessions and security log, which are the same in
//! both modes, and the language for the people whom the account of this mode pays.

mod second_factor;

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use rules::language::Language;
use rules::refusal::Refusal;
use rules::security::SecurityEntry;
use rules::session::Session;

use super::access::{self, AccessChoice};
use super::when;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, DASHBOARD_LOCALE, Page, PageError, PageRequest, PageResponse, password_problem};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/settings", Access::SignedIn, |request| Box::pin(show(request))),
    Page::post("/dashboard/{mode}/settings/name", Access::SignedIn, |request| Box::pin(rename(request))),
    Page::post("/dashboard/{mode}/settings/language", Access::SignedIn, |request| {
        Box::pin(set_language(request))
    }),
    Page::post("/dashboard/{mode}/settings/recipient_language", Access::SignedIn, |request| {
        Box::pin(set_recipient_language(request))
    }),
    Page::get("/dashboard/{mode}/settings/password", Access::RecentlyAuthenticated, |request| {
        Box::pin(ask_password(request))
    }),
    Page::post("/dashboard/{mode}/settings/password", Access::RecentlyAuthenticated, |request| {
        Box::pin(change_password(request))
    }),
    Page::post("/dashboard/{mode}/settings/sign_out_everywhere", Access::RecentlyAuthenticated, |request| {
        Box::pin(sign_out_everywhere(request))
    }),
    Page::get("/dashboard/{mode}/settings/log", Access::SignedIn, |request| Box::pin(log(request))),
    Page::get("/dashboard/{mode}/settings/second_factor", Access::RecentlyAuthenticated, |request| {
        Box::pin(second_factor::ask(request))
    }),
    Page::post("/dashboard/{mode}/settings/second_factor", Access::RecentlyAuthenticated, |request| {
        Box::pin(second_factor::turn_on(request))
    }),
    Page::post("/dashboard/{mode}/settings/second_factor/off", Access::RecentlyAuthenticated, |request| {
        Box::pin(second_factor::turn_off(request))
    }),
    Page::post("/dashboard/{mode}/settings/second_factor/codes", Access::RecentlyAuthenticated, |request| {
        Box::pin(second_factor::new_codes(request))
    }),
];

struct SessionRow {
    agent: String,
    address: String,
    since: String,
    is_this: bool,
}

struct LogRow {
    what: &'static str,
    about: String,
    address: String,
    at: String,
}

#[derive(Template)]
#[template(path = "dashboard/settings.html")]
struct SettingsPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    language: Form<'a>,
    recipient_language: Form<'a>,
    languages: Vec<(&'static str, &'static str)>,
    bare: Form<'a>,
    has_second_factor: bool,
    codes_left: usize,
    sessions: Vec<SessionRow>,
    log: Vec<LogRow>,
}

#[derive(Template)]
#[template(path = "dashboard/settings_password.html")]
struct PasswordPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    access: Vec<AccessChoice>,
}

#[derive(Template)]
#[template(path = "dashboard/settings_log.html")]
struct LogPage<'a> {
    shell: Shell<'a>,
    log: Vec<LogRow>,
    first: Option<String>,
    next: Option<String>,
}

const SHOWN_ENTRIES: usize = 5;

async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let name = request.person()?.user.name.clone();
    settings_page(request, Form::post("name", request.csrf(), "").with("name", name)).await
}

async fn settings_page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let person = request.person()?;
    let sessions = request.app().identity.sessions(person).await?;
    let paging = app::Paging { cursor: None, size: SHOWN_ENTRIES, filters: String::new() };
    let log = request.app().identity.security_log(person, &paging).await?;
    let second = person.user.second_factor.as_ref();
    let recipient_language = request.account()?.recipient_language.unwrap_or(Language::English);
    let page = SettingsPage {
        shell: request.shell(Section::Settings)?,
        form,
        language: Form::post("language", request.csrf(), "")
            .with("language", request.locale.language().name()),
        recipient_language: Form::post("recipient_language", request.csrf(), "")
            .with("recipient_language", recipient_language.name()),
        languages: Language::ALL.map(|language| (language.name(), language.own_name())).to_vec(),
        bare: Form::post("settings", request.csrf(), ""),
        has_second_factor: second.is_some(),
        codes_left: second.map_or(0, |second| second.recovery.len()),
        sessions: sessions.iter().map(|session| session_row(session, &person.session)).collect(),
        log: log.items.iter().map(log_row).collect(),
    };
    Ok(PageResponse::page(&page))
}

fn session_row(session: &Session, this: &Session) -> SessionRow {
    SessionRow {
        agent: device(&session.client_info.agent),
        address: session.client_info.address.clone(),
        since: when::moment(session.created_at),
        is_this: session.id == this.id,
    }
}

fn log_row(entry: &SecurityEntry) -> LogRow {
    LogRow {
        what: entry.kind.words(),
        about: entry.about.clone(),
        address: entry.client_info.address.clone(),
        at: when::moment(entry.created_at),
    }
}

/// What people would call the browser; what it calls itself is for machines.
fn device(agent: &str) -> String {
    let pick = |known: &[(&str, &'static str)]| {
        known.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    let browser =
        pick(&[("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari")]);
    let system = pick(&[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) if agent.is_empty() => "Unknown".to_owned(),
        (None, None) => agent.chars().take(40).collect(),
    }
}

async fn rename(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let name = request.form.text("name");
    let wrong = match rules::text::check(&name, 1, 100) {
        Err(message) => message.to_owned(),
        Ok(()) => {
            match request
                .app()
                .identity
                .rename(request.person()?, name.clone(), &request.visitor.client_info)
                .await
            {
                Ok(()) => return back(request, "renamed"),
                Err(Failure::Refused(refusal @ Refusal::RenamedTooOften { .. })) => refusal.to_string(),
                Err(failure) => return Err(failure.into()),
            }
        }
    };
    let form = Form::post("name", request.csrf(), "").with("name", name).wrong("name", wrong);
    Ok(settings_page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

fn back(request: &PageRequest<'_>, said: &str) -> Result<PageResponse, PageError> {
    Ok(PageResponse::goto(format!("{}?said={said}", Section::Settings.href(request.mode()?))))
}

async fn ask_password(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let form = Form::post("password", request.csrf(), "");
    password_page(request, form).await
}

async fn password_page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let access = access::choices(
        DASHBOARD_LOCALE,
        request.app().identity.active_access(request.person()?.user.id).await?,
    );
    Ok(PageResponse::page(&PasswordPage { shell: request.shell(Section::Settings)?, form, access }))
}

async fn change_password(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let person = request.person()?;
    let password = request.form.get("password").to_owned();
    if let Err(problem) = rules::user::check_password(&password, &person.user.email, &person.user.name) {
        let wrong = password_problem(DASHBOARD_LOCALE, problem);
        let form =
            access::typed(request, Form::post("password", request.csrf(), "")).wrong("password", wrong);
        return Ok(password_page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    let revoke = access::chosen(request);
    request.app().identity.change_password(person, password, revoke, &request.visitor.client_info).await?;
    back(request, "password")
}

async fn sign_out_everywhere(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    request.app().identity.sign_out_everywhere(request.person()?, &request.visitor.client_info).await?;
    back(request, "signed_out_everywhere")
}

async fn set_language(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let language = Language::parse(request.form.get("language")).ok_or(PageError::NotFound)?;
    let (app, client_info) = (request.app(), &request.visitor.client_info);
    app.identity.set_language(request.person()?, language, client_info).await?;
    back(request, "language")
}

async fn set_recipient_language(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let language = Language::parse(request.form.get("recipient_language")).ok_or(PageError::NotFound)?;
    let (caller, client_info) = (request.caller()?, &request.visitor.client_info);
    let identity = &request.app().identity;
    identity.set_recipient_language(request.person()?, &caller, language, client_info).await?;
    back(request, "language")
}

async fn log(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let paging = request.paging(&[]);
    let shown = request.app().identity.security_log(request.person()?, &paging).await?;
    let page = LogPage {
        shell: request.shell(Section::Settings)?,
        log: shown.items.iter().map(log_row).collect(),
        first: paging.cursor.is_some().then(|| request.list_href(&[], None)),
        next: shown.next.map(|cursor| request.list_href(&[], Some(&cursor))),
    };
    Ok(PageResponse::page(&page))
}

#[cfg(test)]
mod tests {
    use super::device;

    #[test]
    fn a_browser_is_called_what_people_call_it() {
        let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/120.0.0.0 Safari/537.36";
        assert_eq!(device(chrome), "Chrome on Linux");
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Safari/604.1";
        assert_eq!(device(phone), "Safari on iPhone");
        assert_eq!((device("").as_str(), device("curl/8.5").as_str()), ("Unknown", "curl/8.5"));
    }
}
