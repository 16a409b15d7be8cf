//! Claim pages: where a recipient meets the money that waits for them. Opening one changes nothing; email scanners do.

use app::{ClaimPage, ClaimState, Failure, Joined, WaitingSum};
use askama::Template;
use axum::http::StatusCode;
use rules::account::Mode;
use rules::claim::CLAIM_SECONDS;
use rules::money::Currency;
use rules::refusal::Refusal;

use crate::auth_pages::{EmailLink, came_in, check_newcomer};
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::shell::Section;
use crate::page::{Access, Flash, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/claim", Access::Anyone, |request| Box::pin(show_lost(request))),
    Page::post("/claim", Access::Anyone, |request| Box::pin(ask_again(request))),
    Page::get("/claim/{token}", Access::Anyone, |request| Box::pin(show(request))),
    Page::post("/claim/{token}", Access::SignedIn, |request| Box::pin(claim(request))),
    Page::post("/claim/{token}/join", Access::Anyone, |request| Box::pin(join(request))),
];

/// Who is looking at the page.
enum Viewer<'a> {
    /// A visitor without an account.
    Newcomer,
    /// A user has an account with this address, and the visitor is not signed in.
    Known,
    /// The person themselves.
    Owner,
    /// Another user, with this address.
    Another(&'a str),
}

#[derive(Template)]
#[template(path = "claim/waiting.html")]
struct WaitingPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    is_test: bool,
    offer: &'a ClaimPage,
    waiting: &'a WaitingSum,
    amount: String,
    email: &'a str,
    viewer: Viewer<'a>,
    path: &'a str,
    join: String,
    sign_in: String,
}

#[derive(Template)]
#[template(path = "claim/over.html")]
struct OverPage<'a> {
    frame: Frame<'a>,
    is_test: bool,
    title: &'a str,
    text: String,
    /// Where the person behind a test payment signs in.
    sign_in: Option<String>,
}

#[derive(Template)]
#[template(path = "claim/lost.html")]
struct LostPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
}

async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, request.localized_form("claim")).await
}

async fn page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let offer = match request.app().claim_pages.claim_page(request.param("token")).await {
        Ok(offer) => offer,
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(LINK.dead(request)),
        Err(failure) => return Err(failure.into()),
    };
    let ClaimState::Waiting(waiting) = &offer.state else {
        return Ok(over(request, &offer));
    };
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("next", request.path).append_pair("email", offer.email.as_str());
    let page = WaitingPage {
        frame: request.frame(),
        form,
        is_test: offer.mode == Mode::Test,
        waiting,
        amount: request.locale.money(offer.amount, Currency::Usdc),
        email: offer.email.as_str(),
        viewer: viewer(request, &offer),
        path: link(request),
        join: format!("{}/join", link(request)),
        sign_in: format!("/dashboard/sign-in?{}", query.finish()),
        offer: &offer,
    };
    Ok(PageResponse::page(&page))
}

/// The address that was in the email.
fn link<'v>(request: &'v PageRequest<'_>) -> &'v str {
    request.path.strip_suffix("/join").unwrap_or(request.path)
}

fn viewer<'v>(request: &'v PageRequest<'_>, offer: &ClaimPage) -> Viewer<'v> {
    let person = request.signed_in.as_ref().filter(|person| person.is_fully());
    match person {
        Some(person) if person.user.email.lookup_key() == offer.email.lookup_key() => Viewer::Owner,
        Some(person) => Viewer::Another(request.locale.email_address(&person.user.email)),
        None if offer.is_known => Viewer::Known,
        None => Viewer::Newcomer,
    }
}

/// There is nothing to claim any more; each reason has its own words.
fn over(request: &PageRequest<'_>, offer: &ClaimPage) -> PageResponse {
    let locale = request.locale;
    let (sender, amount) = (&offer.sender, locale.money(offer.amount, Currency::Usdc));
    let (title, text) = match offer.state {
        ClaimState::Waiting(_) | ClaimState::Claimed if offer.test_sign_in.is_some() => (
            locale.text("claim-claimed-title"),
            locale.text_with("claim-claimed-test", &[("amount", &amount), ("sender", sender)]),
        ),
        ClaimState::Waiting(_) | ClaimState::Claimed => (
            locale.text("claim-claimed-title"),
            locale.text_with("claim-claimed-text", &[("amount", &amount), ("sender", sender)]),
        ),
        ClaimState::Cancelled => (
            locale.text("claim-cancelled-title"),
            locale.text_with("claim-cancelled-text", &[("amount", &amount), ("sender", sender)]),
        ),
        ClaimState::Expired => {
            let duration = locale.duration(CLAIM_SECONDS);
            let text = locale.text_with(
                "claim-expired-text",
                &[("amount", &amount), ("sender", sender), ("duration", &duration)],
            );
            (locale.text("claim-expired-title"), text)
        }
    };
    let is_test = offer.mode == Mode::Test;
    let sign_in = offer.test_sign_in.as_ref().map(|email| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("next", &Section::Overview.href(Mode::Test)).append_pair("email", email.as_str());
        format!("/dashboard/sign-in?{}", query.finish())
    });
    let page = OverPage { frame: request.frame(), is_test, title, text, sign_in };
    PageResponse::page(&page).with_status(StatusCode::GONE)
}

/// A user who is signed in with the address claims everything that waits for it.
async fn claim(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let token = request.param("token");
    let offer = match request.app().claim_pages.claim_page(token).await {
        Ok(offer) => offer,
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(LINK.dead(request)),
        Err(failure) => return Err(failure.into()),
    };
    match request.app().claim_pages.claim_as(token, request.person()?).await {
        Ok(_) => Ok(claimed(offer.mode)),
        Err(Failure::Refused(Refusal::NothingToClaim)) => {
            let now = request.app().claim_pages.claim_page(token).await?;
            let is_theirs = matches!(viewer(request, &now), Viewer::Owner);
            match now.state {
                // The worker that claims for users was faster.
                ClaimState::Claimed if is_theirs => Ok(claimed(offer.mode)),
                // The page itself says what has become of it.
                ClaimState::Waiting(_) if is_theirs => {
                    let form =
                        request.localized_form("claim").wrong("", request.locale.text("claim-on-hold"));
                    Ok(page(request, form).await?.with_status(StatusCode::CONFLICT))
                }
                ClaimState::Claimed
                | ClaimState::Waiting(_)
                | ClaimState::Cancelled
                | ClaimState::Expired => Ok(PageResponse::goto(request.path)),
            }
        }
        Err(Failure::Refused(Refusal::MoneyStopped)) => {
            let words =
                request.locale.text_with("claim-paused", &[("service", &request.web.settings.brand.name)]);
            let form = request.localized_form("claim").wrong("", words);
            Ok(page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
        }
        Err(failure) => Err(failure.into()),
    }
}

fn claimed(mode: Mode) -> PageResponse {
    PageResponse::goto(Section::Overview.href(mode)).saying(Flash::Claimed)
}

/// A new user gets a wallet and the money in one step.
async fn join(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let token = request.param("token");
    let back = link(request);
    let offer = match request.app().claim_pages.claim_page(token).await {
        Ok(offer) => offer,
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(LINK.dead(request)),
        Err(failure) => return Err(failure.into()),
    };
    let is_waiting = matches!(offer.state, ClaimState::Waiting(_));
    if offer.is_known || !is_waiting || request.signed_in.is_some() {
        return Ok(PageResponse::goto(back));
    }
    let (name, password) = (request.form.text("name"), request.form.get("password").to_owned());
    let form = check_newcomer(request.localized_form("claim"), &offer.email, &name, &password);
    if !form.mistakes().is_empty() {
        return Ok(page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    match request.app().claim_pages.claim_and_join(token, name, password, &request.visitor).await {
        Ok(Joined { sign_in, has_claimed: true }) => {
            Ok(came_in(&sign_in, &Section::Overview.href(offer.mode)).saying(Flash::Claimed))
        }
        // Money is stopped, or the sender was faster: the claim page says what has become of it.
        Ok(Joined { sign_in, has_claimed: false }) => Ok(came_in(&sign_in, back)),
        // Another request was faster, perhaps from the same person with a second click.
        Err(Failure::Refused(
            Refusal::EmailTaken | Refusal::NothingToClaim | Refusal::InvalidState { .. },
        )) => Ok(PageResponse::goto(back)),
        Err(failure) => Err(failure.into()),
    }
}

static LINK: EmailLink = EmailLink {
    form: "lost",
    again: "/claim",
    again_words: |locale| locale.text("claim-send-again"),
    sent: |locale, email| locale.html_with("claim-link-sent", &[("email", &email)]),
    dead: |locale| locale.text("claim-link-dead"),
};

async fn show_lost(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    Ok(LINK.page(request, |form| LostPage { frame: request.frame(), form }))
}

async fn ask_again(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (claim_pages, visitor) = (&request.app().claim_pages, &request.visitor);
    let page = |form| LostPage { frame: request.frame(), form };
    LINK.request(request, async |email| claim_pages.ask_for_claims(email, visitor).await, page).await
}
