//! Claim pages: where a recipient meets the money that waits for them. Opening one changes nothing; mail scanners do.

use app::{ClaimPage, ClaimState, Failure};
use askama::Template;
use axum::http::StatusCode;
use rules::account::Mode;
use rules::email::Email;
use rules::refusal::Refusal;

use crate::dashboard::form::Form;
use crate::dashboard::shell::Section;
use crate::dashboard::when;
use crate::door::{DeadLinkPage, SentPage, came_in, check_newcomer};
use crate::pages::Frame;
use crate::visit::{Access, Answer, Page, Trouble, Visit};

pub static PAGES: &[Page] = &[
    Page::get("/claim", Access::Anyone, |visit| Box::pin(show_lost(visit))),
    Page::post("/claim", Access::Anyone, |visit| Box::pin(ask_again(visit))),
    Page::get("/claim/{token}", Access::Anyone, |visit| Box::pin(show(visit))),
    Page::post("/claim/{token}", Access::SignedIn, |visit| Box::pin(claim(visit))),
    Page::post("/claim/{token}/join", Access::Anyone, |visit| Box::pin(join(visit))),
];

/// Who is looking at the page.
enum Viewer<'a> {
    /// Somebody without an account.
    Newcomer,
    /// Somebody has an account with this address, and nobody is signed in.
    Known,
    /// The person themselves.
    Owner,
    /// Somebody else, with this address.
    Another(&'a str),
}

#[derive(Template)]
#[template(path = "claim/waiting.html")]
struct WaitingPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    is_test: bool,
    offer: &'a ClaimPage,
    items: usize,
    total: String,
    until: String,
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
    action: &'a str,
    action_words: &'a str,
}

#[derive(Template)]
#[template(path = "claim/lost.html")]
struct LostPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
}

async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    page(visit, Form::post("claim", visit.csrf(), "")).await
}

async fn page(visit: &Visit<'_>, form: Form<'_>) -> Result<Answer, Trouble> {
    let offer = match visit.app().claim_page(visit.param("token")).await {
        Ok(offer) => offer,
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(dead(visit)),
        Err(failure) => return Err(failure.into()),
    };
    let ClaimState::Waiting { items, total, until } = &offer.state else {
        return Ok(over(visit, &offer));
    };
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("next", visit.path).append_pair("email", offer.email.as_str());
    let page = WaitingPage {
        frame: visit.frame(),
        form,
        is_test: offer.mode == Mode::Test,
        items: *items,
        total: total.to_string(),
        until: when::day(*until),
        viewer: viewer(visit, &offer),
        path: link(visit),
        join: format!("{}/join", link(visit)),
        sign_in: format!("/dashboard/sign-in?{}", query.finish()),
        offer: &offer,
    };
    Ok(Answer::page(&page))
}

/// The address that was in the mail.
fn link<'v>(visit: &'v Visit<'_>) -> &'v str {
    visit.path.strip_suffix("/join").unwrap_or(visit.path)
}

fn viewer<'v>(visit: &'v Visit<'_>, offer: &ClaimPage) -> Viewer<'v> {
    let person = visit.signed_in.as_ref().filter(|person| person.is_fully());
    match person {
        Some(person) if person.user.email.lookup_key() == offer.email.lookup_key() => Viewer::Owner,
        Some(person) => Viewer::Another(person.user.email.as_str()),
        None if offer.is_known => Viewer::Known,
        None => Viewer::Newcomer,
    }
}

/// There is nothing to claim any more; each reason has its own words.
fn over(visit: &Visit<'_>, offer: &ClaimPage) -> Answer {
    let what = format!("{} USDC from {}", offer.amount, offer.sender);
    let (title, text, action, action_words) = match offer.state {
        ClaimState::Waiting { .. } | ClaimState::Claimed => (
            "Already claimed",
            format!("{what} is in your wallet. Sign in to see it."),
            "/dashboard",
            "To my wallet",
        ),
        ClaimState::Cancelled => (
            "No longer there",
            format!(
                "{} has taken back the {} USDC. Ask them if you did not expect that.",
                offer.sender, offer.amount
            ),
            "/dashboard",
            "To the dashboard",
        ),
        ClaimState::Expired => (
            "Too late",
            format!("{what} could be claimed for 30 days, and has gone back. Ask them to send it again."),
            "/dashboard",
            "To the dashboard",
        ),
    };
    let is_test = offer.mode == Mode::Test;
    let page = OverPage { frame: visit.frame(), is_test, title, text, action, action_words };
    Answer::page(&page).with_status(StatusCode::GONE)
}

fn dead(visit: &Visit<'_>) -> Answer {
    let page = DeadLinkPage {
        frame: visit.frame(),
        text: "It is not complete. Open it from the mail again, or have the mail sent once more.",
        again: "/claim",
        again_words: "Send me the mail again",
    };
    Answer::page(&page).with_status(StatusCode::NOT_FOUND)
}

/// Somebody who is signed in with the address claims everything that waits for it.
async fn claim(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let token = visit.param("token");
    let offer = match visit.app().claim_page(token).await {
        Ok(offer) => offer,
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(dead(visit)),
        Err(failure) => return Err(failure.into()),
    };
    match visit.app().claim_as(token, visit.person()?).await {
        Ok(_) => Ok(claimed(offer.mode)),
        // The page itself says what has become of it.
        Err(Failure::Refused(Refusal::NothingToClaim)) => Ok(Answer::goto(visit.path)),
        Err(failure) => Err(failure.into()),
    }
}

fn claimed(mode: Mode) -> Answer {
    Answer::goto(format!("{}?said=claimed", Section::Overview.href(mode)))
}

/// Somebody new gets a wallet and the money in one step.
async fn join(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let token = visit.param("token");
    let back = link(visit);
    let offer = match visit.app().claim_page(token).await {
        Ok(offer) => offer,
        Err(Failure::Refused(Refusal::LinkDead)) => return Ok(dead(visit)),
        Err(failure) => return Err(failure.into()),
    };
    let is_waiting = matches!(offer.state, ClaimState::Waiting { .. });
    if offer.is_known || !is_waiting || visit.signed_in.is_some() {
        return Ok(Answer::goto(back));
    }
    let (name, password) = (visit.form.text("name"), visit.form.get("password").to_owned());
    let form = check_newcomer(Form::post("claim", visit.csrf(), ""), &offer.email, &name, &password);
    if !form.mistakes().is_empty() {
        return Ok(page(visit, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    match visit.app().claim_and_join(token, name, password, &visit.visitor).await {
        Ok(entered) => {
            let wallet = format!("{}?said=claimed", Section::Overview.href(offer.mode));
            Ok(came_in(&entered, &wallet))
        }
        // Somebody was faster, perhaps the same person with a second click.
        Err(Failure::Refused(
            Refusal::EmailTaken | Refusal::NothingToClaim | Refusal::InvalidState { .. },
        )) => Ok(Answer::goto(back)),
        Err(failure) => Err(failure.into()),
    }
}

async fn show_lost(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let form = Form::post("lost", visit.csrf(), "");
    Ok(Answer::page(&LostPage { frame: visit.frame(), form }))
}

async fn ask_again(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let typed = visit.form.text("email");
    let wrong = match Email::parse(&typed) {
        Err(message) => message.to_owned(),
        Ok(email) => match visit.app().ask_for_claims(&email, &visit.visitor).await {
            Ok(()) => return Ok(sent(visit, &typed)),
            Err(Failure::Refused(refusal @ Refusal::TooManyAttempts { .. })) => refusal.to_string(),
            Err(failure) => return Err(failure.into()),
        },
    };
    let form = Form::post("lost", visit.csrf(), "").with("email", typed).wrong("email", wrong);
    let page = LostPage { frame: visit.frame(), form };
    Ok(Answer::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

fn sent(visit: &Visit<'_>, email: &str) -> Answer {
    Answer::page(&SentPage {
        frame: visit.frame(),
        title: "Check your mail",
        email,
        text: "If money waits for this address, the mail with the link is on its way once more.",
        again: "/claim",
    })
}
