//! The only entry to every page. It checks the form and its token, the session, the rate and the access, in this order.

use app::{Failure, SignInClient, SignedIn};
use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use i18n::Locale;
use rules::account::{Account, Mode};
use rules::security::ClientInfo;

use super::confirmation::{self, Confirmation};
use super::language::{self, browser_language, locale, visitor_locale};
use super::list_memory::{self, Recalled};
use super::page_links::choose_size;
use super::shell::Section;
use super::{Access, FormFields, Page, PageError, PageRequest, PageResponse, WaitingFlash, cookies};
use crate::api::Method;
use crate::body::BodyProblem;
use crate::edge::{client_address, visitor_memory};
use crate::frame::Frame;
use crate::memory_limits::{HeldMemory, MemoryHolder};
use crate::rate_limits::{RateLimitStatus, Spender};
use crate::state::Web;

/// Forms of visitors who are not signed in. What is wrong in a form is shown again, which takes several times as much.
const LARGEST_VISITORS_FORM: usize = 1 << 14;
/// A payout to 100 people has about 400.
const MAX_FIELDS: usize = 2_000;
const LONGEST_AGENT: usize = 200;
const SIGN_IN: &str = "/dashboard/sign-in";
const CONFIRM: &str = "/dashboard/confirm";

/// Answers one request for one page.
pub async fn dispatch(web: &Web, page: &'static Page, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let known = cookies::session(&parts.headers);
    let is_new = known.is_none();
    let cookie = known.unwrap_or_else(|| web.app.identity.fresh_cookie());
    let mut holder = visitor_memory(web, &parts);
    let mut reader = visitor_locale(&parts.headers);
    let session = (!is_new).then_some(cookie.as_str());
    let flash = WaitingFlash::of(&web.app, &parts.method, &parts.headers, session);
    let answered =
        answer(web, page, &parts, (body, &mut holder), (&cookie, is_new), (&mut reader, &flash)).await;
    let answer = match answered {
        Ok(answer) => answer,
        Err(PageError::SignInFirst) => PageResponse::goto(with_next(SIGN_IN, &next(page, &parts))),
        Err(PageError::ConfirmFirst) => PageResponse::goto(with_next(CONFIRM, &next(page, &parts))),
        Err(error) => error.page(Frame::of(&web.settings.brand, reader)),
    };
    // Forms are bound to a cookie, so every visitor has one.
    let answer = match is_new && !answer.sets_cookie() {
        true => answer.with_header(header::SET_COOKIE, cookies::anonymous(&cookie)),
        false => answer,
    };
    let answer = answer.with_flash(&web.app, &cookie, flash.is_shown());
    let mut response = answer.into_response();
    response.extensions_mut().insert(holder);
    response
}

/// For people who follow a wrong link, or a right one too late.
pub fn nothing_here(web: &Web, headers: &HeaderMap) -> Response {
    PageError::NotFound.page(Frame::of(&web.settings.brand, visitor_locale(headers))).into_response()
}

/// For people who open the address that a form is sent to, such as from their history.
pub fn form_only(web: &Web, headers: &HeaderMap, back: String) -> Response {
    let frame = Frame::of(&web.settings.brand, visitor_locale(headers));
    PageError::FormOnly { back }.page(frame).into_response()
}

async fn answer(
    web: &Web,
    page: &'static Page,
    parts: &Parts,
    (body, holder): (Body, &mut MemoryHolder),
    (cookie, is_new): (&str, bool),
    (reader, flash): (&mut Locale, &WaitingFlash),
) -> Result<PageResponse, PageError> {
    let mut confirmation = None;
    let mut memory = None;
    let form = match page.method {
        Method::Get | Method::Patch => FormFields::default(),
        Method::Post if page.is_one_click => {
            check_limits(web, page, parts, None)?;
            FormFields::default()
        }
        Method::Post => {
            check_origin(web, &parts.headers)?;
            // Before the form is read, which costs more than this.
            let signed_in = if is_new { None } else { web.app.identity.signed_in(cookie).await? };
            check_limits(web, page, parts, signed_in.as_ref())?;
            if is_new {
                return Err(PageError::Stale);
            }
            *holder = memory_holder(web, page, parts, signed_in.as_ref());
            let largest = if signed_in.is_some() { page.largest_form } else { LARGEST_VISITORS_FORM };
            let memory = memory.insert(web.memory.holding_nothing(holder.clone()));
            let mut form = read_form(web, parts, body, (largest, memory)).await?;
            if !web.app.identity.form_token_fits(cookie, form.get("csrf")) {
                return Err(PageError::Stale);
            }
            form.choose_shown("password");
            confirmation = Confirmation::taken_from(&mut form);
            form
        }
    };
    // Only now: a user who takes their time to send a form may be signed out before it is here.
    let signed_in = if is_new { None } else { web.app.identity.signed_in(cookie).await? };
    *holder = memory_holder(web, page, parts, signed_in.as_ref());
    *reader = locale(&parts.headers, signed_in.as_ref().map(|person| &person.user));
    let page_request = PageRequest {
        web,
        page,
        path: parts.uri.path(),
        query_text: parts.uri.query().unwrap_or_default(),
        visitor: visitor(web, parts),
        is_from_this_machine: crate::edge::is_from_this_machine(parts),
        flash,
        csrf: web.app.identity.form_token(cookie),
        locale: *reader,
        signed_in,
        query: FormFields::parse(parts.uri.query().unwrap_or_default().as_bytes()),
        page_size: cookies::page_size(&parts.headers).unwrap_or_default(),
        form,
        confirmation,
        form_key: web.app.identity.fresh_cookie(),
    };
    if page.method != Method::Post {
        check_limits(web, page, parts, page_request.signed_in.as_ref())?;
        if let Some(chosen) = language::choose(page, parts).or_else(|| choose_size(parts)) {
            return Ok(chosen);
        }
    }
    check_who(&page_request)?;
    run(page_request, &parts.headers, cookie).await
}

/// Asks the page, unless it is a list that the user left in another state.
async fn run(request: PageRequest<'_>, headers: &HeaderMap, cookie: &str) -> Result<PageResponse, PageError> {
    let remembered = match list_memory::recall(&request, headers) {
        Recalled::Elsewhere(place) => return Ok(place),
        Recalled::Here(cookie) => cookie,
    };
    let answer = confirmation::run(request, cookie).await?;
    Ok(match remembered {
        Some(remembered) => answer.with_header(header::SET_COOKIE, remembered),
        None => answer,
    })
}

/// Whether this visitor may see the page at all.
fn check_who(request: &PageRequest<'_>) -> Result<(), PageError> {
    check_access(request)?;
    check_account_type(request)?;
    // A mode that the person does not have is as unknown as one that does not exist.
    if request.page.path.contains("{mode}") {
        request.account()?;
    }
    Ok(())
}

/// People who are signed in share the limit of their account with its API keys. Other visitors are counted by
/// network, like callers without a good key.
fn check_limits(
    web: &Web,
    page: &Page,
    parts: &Parts,
    signed_in: Option<&SignedIn>,
) -> Result<(), PageError> {
    let limited = match signed_in {
        Some(person) => {
            let account = charged_account(page, parts, person);
            let limited = web.limits.spend_as(&Spender::Session(person.session.id), account.charged());
            // What the rate refuses writes nothing.
            if page.spends_writes() && !matches!(limited, RateLimitStatus::Exceeded { .. }) {
                let spender = Spender::Session(person.session.id);
                let _ = web.write_limits.reserve(account.mode, account.charged(), spender, 1)?;
            }
            limited
        }
        None => {
            let network = client_address(web, parts).map(|address| address.network());
            web.limits.spend_from(network)
        }
    };
    match limited {
        RateLimitStatus::Off | RateLimitStatus::Within { .. } => Ok(()),
        RateLimitStatus::Exceeded { retry_seconds, .. } => Err(PageError::TooManyRequests { retry_seconds }),
    }
}

/// The account of the mode that the page is about.
fn charged_account<'p>(page: &Page, parts: &Parts, person: &'p SignedIn) -> &'p Account {
    let mode = Mode::parse(page.param(parts.uri.path(), "mode"));
    let account = mode.and_then(|mode| person.account(mode));
    account.or(person.live.as_ref()).unwrap_or(&person.test)
}

fn memory_holder(web: &Web, page: &Page, parts: &Parts, signed_in: Option<&SignedIn>) -> MemoryHolder {
    let Some(person) = signed_in else { return visitor_memory(web, parts) };
    let account = charged_account(page, parts, person);
    MemoryHolder::Account(account.charged(), account.mode, Spender::Session(person.session.id))
}

fn check_access(page_request: &PageRequest<'_>) -> Result<(), PageError> {
    match page_request.page.access {
        Access::Anyone => Ok(()),
        Access::SignedIn => page_request.person().map(|_| ()),
        Access::RecentlyAuthenticated => page_request.proved_person().map(|_| ()),
    }
}

/// A personal account has fewer pages than a business account.
fn check_account_type(page_request: &PageRequest<'_>) -> Result<(), PageError> {
    let Some(section) = page_request.page.section() else { return Ok(()) };
    if section.is_for(page_request.person()?.user.account_type) {
        return Ok(());
    }
    Err(PageError::BusinessOnly { settings: Section::Settings.href(page_request.mode()?) })
}

/// Browsers say where a form comes from. What says nothing still needs the token, which no other site has.
fn check_origin(web: &Web, headers: &HeaderMap) -> Result<(), PageError> {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let site = text(header::HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| site != "same-origin") {
        return Err(PageError::Stale);
    }
    let Some(origin) = text(header::ORIGIN) else { return Ok(()) };
    let host = origin.split_once("://").map(|(_, host)| host);
    let is_ours = origin == web.settings.origin || host.is_some() && host == text(header::HOST);
    if is_ours { Ok(()) } else { Err(PageError::Stale) }
}

async fn read_form(
    web: &Web,
    parts: &Parts,
    body: Body,
    (largest, memory): (usize, &mut HeldMemory),
) -> Result<FormFields, PageError> {
    let kind =
        parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let read = crate::body::read(body, largest, web.settings.body_timeout, memory).await;
    let bytes = read.map_err(|problem| match problem {
        BodyProblem::TooLarge => PageError::TooLarge,
        BodyProblem::NoMemory => PageError::Failed(Failure::Busy),
        BodyProblem::Incomplete | BodyProblem::TooSlow => PageError::Stale,
    })?;
    if kind.starts_with("multipart/form-data") {
        read_parts(parts, bytes.into()).await
    } else if bytes.iter().filter(|byte| **byte == b'&').count() > MAX_FIELDS {
        Err(PageError::TooLarge)
    } else {
        Ok(FormFields::parse(&bytes))
    }
}

/// A form with files.
async fn read_parts(parts: &Parts, body: Body) -> Result<FormFields, PageError> {
    let request = Request::from_parts(parts.clone(), body);
    let mut multipart = Multipart::from_request(request, &()).await.map_err(|_| PageError::Stale)?;
    let mut fields = FormFields::default();
    while let Some(field) = multipart.next_field().await.map_err(|_| PageError::Stale)? {
        if fields.len() == MAX_FIELDS {
            return Err(PageError::TooLarge);
        }
        let name = field.name().unwrap_or_default().to_owned();
        if field.file_name().is_some() {
            fields.add_file(name, field.bytes().await.map_err(|_| PageError::Stale)?);
        } else {
            fields.add_text(name, field.text().await.map_err(|_| PageError::Stale)?);
        }
    }
    Ok(fields)
}

fn visitor(web: &Web, parts: &Parts) -> SignInClient {
    let agent =
        parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let address = client_address(web, parts);
    let client_info = ClientInfo {
        address: address.map(|address| address.to_string()).unwrap_or_default(),
        agent: agent.chars().take(LONGEST_AGENT).collect(),
    };
    SignInClient {
        client_info,
        device: cookies::device(&parts.headers),
        language: browser_language(&parts.headers),
    }
}

/// Where to go on afterwards: this page, or the one that a form was on.
fn next(page: &Page, parts: &Parts) -> String {
    if page.method == Method::Get {
        return parts.uri.path_and_query().map(ToString::to_string).unwrap_or_default();
    }
    let referer =
        parts.headers.get(header::REFERER).and_then(|referer| referer.to_str().ok()).unwrap_or_default();
    let path = referer.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| rest[at..].to_owned()));
    path.unwrap_or_default()
}

fn with_next(path: &str, next: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("next", next);
    format!("{path}?{}", query.finish())
}
