//! Settings: the person's name, language, time zone, password, second factor, sessions and security log, which are the
//! same in both modes, what they are emailed about, and the language for the people whom the account of this mode pays.

mod second_factor;
mod security_log;

use app::Failure;
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::email_preferences::{EmailGroup, EmailsOff};
use rules::language::Language;
use rules::refusal::Refusal;
use rules::session::Session;
use rules::zone::Zone;

use super::access::{self, AccessChoice};
use crate::page::form::Form;
use crate::page::page_links::PageLinks;
use crate::page::shell::{Section, Shell};
use crate::page::{
    Access, Flash, Page, PageError, PageRequest, PageResponse, password_problem, wait, wrong_text,
};
use security_log::LogRow;

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/settings", Access::SignedIn, |request| Box::pin(show(request))),
    Page::post("/dashboard/{mode}/settings/name", Access::SignedIn, |request| Box::pin(rename(request))),
    Page::post("/dashboard/{mode}/settings/language", Access::SignedIn, |request| {
        Box::pin(set_language(request))
    }),
    Page::post("/dashboard/{mode}/settings/time_zone", Access::SignedIn, |request| {
        Box::pin(set_zone(request))
    }),
    Page::post("/dashboard/{mode}/settings/recipient_language", Access::SignedIn, |request| {
        Box::pin(set_recipient_language(request))
    }),
    Page::post("/dashboard/{mode}/settings/upgrade", Access::SignedIn, |request| Box::pin(upgrade(request))),
    Page::post("/dashboard/{mode}/settings/emails", Access::SignedIn, |request| {
        Box::pin(set_emails(request))
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

#[derive(Template)]
#[template(path = "dashboard/settings.html")]
struct SettingsPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    language: Form<'a>,
    recipient_language: Form<'a>,
    zone: Form<'a>,
    zones: Vec<(&'static str, String)>,
    emails: Form<'a>,
    email_groups: Vec<(&'static str, &'static str)>,
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
    links: PageLinks,
}

const SHOWN_ENTRIES: usize = 5;
const LONGEST_NAME: usize = 100;

async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let name = request.person()?.user.name.clone();
    settings_page(request, request.localized_form("name").with("name", name)).await
}

async fn settings_page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let (person, locale) = (request.person()?, request.locale);
    let sessions = request.app().identity.sessions(person).await?;
    let paging = app::Paging { cursor: None, size: SHOWN_ENTRIES, filters: String::new() };
    let log = request.app().identity.security_log(person, &paging).await?;
    let off = request.app().emails.emails_off(&person.user.email).await?;
    let second = person.user.second_factor.as_ref();
    let recipient_language = request.recipient_language()?;
    let page = SettingsPage {
        shell: request.shell(Section::Settings)?,
        form,
        language: request.localized_form("language").with("language", request.locale.language().name()),
        recipient_language: request
            .localized_form("recipient_language")
            .with("recipient_language", recipient_language.name()),
        zone: request.localized_form("zone").with("time_zone", person.user.zone.map_or("", Zone::name)),
        zones: zones(locale),
        emails: emails_form(request, off),
        email_groups: EmailGroup::ALL.map(|group| (group.name(), locale.email_group(group))).to_vec(),
        languages: Language::ALL.map(|language| (language.name(), language.own_name())).to_vec(),
        bare: request.localized_form("settings"),
        has_second_factor: second.is_some(),
        codes_left: second.map_or(0, |second| second.recovery.len()),
        sessions: sessions.iter().map(|session| session_row(locale, session, &person.session)).collect(),
        log: log.items.iter().map(|entry| security_log::row(locale, entry)).collect(),
    };
    Ok(PageResponse::page(&page))
}

/// The browser's zone first, and then every place.
fn zones(locale: Locale) -> Vec<(&'static str, String)> {
    let browser = [("", locale.text("settings-time-zone-browser").to_owned())];
    let places = Zone::choices().map(|zone| (zone.name(), zone.name().replace('_', " ")));
    browser.into_iter().chain(places).collect()
}

/// With a tick at what is sent.
fn emails_form<'a>(request: &'a PageRequest<'_>, off: EmailsOff) -> Form<'a> {
    let sent = EmailGroup::ALL.into_iter().filter(|group| !off.contains(*group));
    sent.fold(request.localized_form("emails"), |form, group| form.with(group.name(), "yes"))
}

fn session_row(locale: Locale, session: &Session, this: &Session) -> SessionRow {
    SessionRow {
        agent: locale.device(&session.client_info.agent),
        address: session.client_info.address.clone(),
        since: locale.date_time(session.created_at),
        is_this: session.id == this.id,
    }
}

async fn rename(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (name, locale) = (request.form.text("name"), request.locale);
    let wrong = match wrong_text(locale, &name, 1, LONGEST_NAME) {
        Some(wrong) => wrong,
        None => {
            let (identity, client_info) = (&request.app().identity, &request.visitor.client_info);
            match identity.rename(request.person()?, name.clone(), client_info).await {
                Ok(()) => return back(request, Flash::Renamed),
                Err(Failure::Refused(Refusal::RenamedTooOften { seconds })) => {
                    locale.text_with("settings-name-wait", &[("wait", &wait(locale, seconds))])
                }
                Err(failure) => return Err(failure.into()),
            }
        }
    };
    let form = request.localized_form("name").with("name", name).wrong("name", wrong);
    Ok(settings_page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

fn back(request: &PageRequest<'_>, flash: Flash) -> Result<PageResponse, PageError> {
    Ok(PageResponse::goto(Section::Settings.href(request.mode()?)).saying(flash))
}

async fn ask_password(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let form = request.localized_form("password");
    password_page(request, form).await
}

async fn password_page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let access = access::choices(
        request.locale,
        request.app().identity.active_access(request.person()?.user.id).await?,
    );
    Ok(PageResponse::page(&PasswordPage { shell: request.shell(Section::Settings)?, form, access }))
}

async fn change_password(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let person = request.person()?;
    let password = request.form.get("password").to_owned();
    if let Err(problem) = rules::user::check_password(&password, &person.user.email, &person.user.name) {
        let wrong = password_problem(request.locale, problem);
        let form = access::typed(request, request.localized_form("password")).wrong("password", wrong);
        return Ok(password_page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    let revoke = access::chosen(request);
    request.app().identity.change_password(person, password, revoke, &request.visitor.client_info).await?;
    back(request, Flash::PasswordChanged)
}

async fn sign_out_everywhere(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    request.app().identity.sign_out_everywhere(request.person()?, &request.visitor.client_info).await?;
    back(request, Flash::SignedOutElsewhere)
}

async fn set_language(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let language = Language::parse(request.form.get("language")).ok_or(PageError::NotFound)?;
    let (app, client_info) = (request.app(), &request.visitor.client_info);
    app.identity.set_language(request.person()?, language, client_info).await?;
    back(request, Flash::LanguageSaved)
}

async fn set_zone(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let zone = match request.form.get("time_zone") {
        "" => None,
        name => Some(Zone::parse(name).ok_or(PageError::NotFound)?),
    };
    request.app().identity.set_zone(request.person()?, zone, &request.visitor.client_info).await?;
    back(request, Flash::TimeZoneSaved)
}

/// To a business account, for good.
async fn upgrade(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    request.app().identity.upgrade(request.person()?, &request.visitor.client_info).await?;
    back(request, Flash::Upgraded)
}

async fn set_recipient_language(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let language = Language::parse(request.form.get("recipient_language")).ok_or(PageError::NotFound)?;
    let (caller, client_info) = (request.caller()?, &request.visitor.client_info);
    let identity = &request.app().identity;
    identity.set_recipient_language(request.person()?, &caller, language, client_info).await?;
    back(request, Flash::LanguageSaved)
}

async fn set_emails(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let off = EmailsOff::of(|group| request.form.get(group.name()) != "yes");
    request.app().emails.set_emails_off(&request.person()?.user.email, off).await?;
    back(request, Flash::EmailsSaved)
}

async fn log(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let paging = request.paging(&[]);
    let shown = request.app().identity.security_log(request.person()?, &paging).await?;
    let page = LogPage {
        shell: request.shell(Section::Settings)?,
        log: shown.items.iter().map(|entry| security_log::row(request.locale, entry)).collect(),
        links: request.page_links(&shown, |cursor| request.list_href(&[], cursor)),
    };
    Ok(PageResponse::page(&page))
}
