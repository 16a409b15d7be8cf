//! The dry run: everything that a payout would do, before any recipient is paid; and the button that does it.

use app::{CommandResponse, Failure, ReviewedDraft};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::decisions::payout::PayoutLimits;
use rules::money::{Amount, Currency};
use rules::payout_draft::PayoutDraft;
use rules::refusal::{Limit, Noun, Refusal};

use super::draft::{Draft, DraftOrigin};
use super::earlier::Earlier;
use super::review_rows::{ReviewRow, distinct, lines, repeats};
use super::{draft_content, drafts, people};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, PageError, PageRequest, PageResponse, made, refusal_text};
use crate::rate_limits::Spender;

#[derive(Template)]
#[template(path = "dashboard/payout_check.html")]
struct CheckPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    is_file: bool,
    columns: [&'static str; 4],
    draft: &'a Draft,
    stored: &'a PayoutDraft,
    /// Of emails to recipients who have set none.
    language: &'static str,
    /// Where the draft is.
    place: String,
    /// What to say if it was changed elsewhere.
    changed: Option<&'static str>,
    lines: Vec<ReviewRow<'a>>,
    wrong: usize,
    again: usize,
    /// Rows that look as if they had been paid before, and the payout that the same file became.
    earlier: usize,
    earlier_file: Option<String>,
    /// Below the total.
    note: String,
    total: Option<Amount>,
    available: Amount,
    after: Option<Amount>,
    missing: Option<Missing>,
    /// What stands against it apart from single rows and too little money.
    problem: Option<String>,
    /// What the button says, if the payout can be sent.
    send: Option<String>,
}

/// How much more money the payout needs, and where to add it.
struct Missing {
    amount: String,
    href: String,
}

/// What would happen.
pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    match drafts::known(request).await? {
        Ok(stored) => shown(request, &stored, None, None).await,
        Err(elsewhere) => Ok(elsewhere),
    }
}

/// Pays what was reviewed. A draft becomes one payout, however often it is sent.
pub async fn send(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (locale, limits) = (request.locale, &request.app().platform.settings.limits.in_mode(request.mode()?));
    let (caller, seen) = (request.caller()?, drafts::of_form(request)?);
    let stored = request.app().payouts.draft(&caller, &seen.id.to_string()).await?;
    if stored.is_sent() {
        return Ok(PageResponse::goto(drafts::place(request, &stored)?).saying(Flash::PayoutSentBefore));
    }
    if stored.version != seen.version {
        let text = locale.text("payout-draft-changed");
        return Ok(drafts::conflict(shown(request, &stored, None, Some(text)).await?));
    }
    let mut draft = draft_content::read(locale, &stored.content).without_blanks();
    draft.check(locale, limits);
    if !draft.is_right() {
        return unsent(shown(request, &stored, None, None).await?);
    }
    if let Some((field, text)) = unconfirmed(request, &stored, &draft, limits).await? {
        return refused(request, seen, Some((field, text)), None).await;
    }
    let payout = draft.payout(locale, limits);
    let spender = Spender::Session(request.person()?.session.id);
    let charged = request.account()?.charged();
    let reserved = request.web.write_limits.reserve(caller.mode, charged, spender, payout.items.len())?;
    let paid = request.app().payouts.send_draft(request.person()?, &caller, payout, seen).await;
    if matches!(paid, Ok(CommandResponse::Again(_)) | Err(Failure::Refused(_))) {
        request.web.write_limits.give_back(&reserved);
    }
    match paid {
        Ok(answered) => {
            let payouts = Section::Payouts.href(request.mode()?);
            Ok(PageResponse::goto(format!("{payouts}/{}", made(&answered)?)).saying(Flash::PayoutSent))
        }
        Err(Failure::Refused(Refusal::ConfirmationRequired)) => {
            Err(PageError::ConfirmForm(about(locale, &draft, limits)))
        }
        // Another window was faster.
        Err(Failure::Refused(
            Refusal::InvalidState { noun: Noun::PayoutDraft, .. } | Refusal::IdempotencyKeyReused { .. },
        )) => refused(request, seen, None, Some(locale.text("payout-draft-changed"))).await,
        // The page says why, because it asks anew.
        Err(Failure::Refused(_)) => refused(request, seen, None, None).await,
        Err(failure) => Err(failure.into()),
    }
}

/// Why a draft wasn't sent. Another window may have sent it in the meantime: then this one wanted the same payout.
async fn refused(
    request: &PageRequest<'_>,
    seen: ReviewedDraft,
    mistake: Option<(&'static str, &'static str)>,
    changed: Option<&'static str>,
) -> Result<PageResponse, PageError> {
    let now = request.app().payouts.draft(&request.caller()?, &seen.id.to_string()).await?;
    if now.is_sent() {
        return Ok(PageResponse::goto(drafts::place(request, &now)?).saying(Flash::PayoutSentBefore));
    }
    let page = shown(request, &now, mistake, changed).await?;
    if changed.is_some() { Ok(drafts::conflict(page)) } else { unsent(page) }
}

/// What the user must say that they mean, and hasn't said: the field and its mistake.
async fn unconfirmed(
    request: &PageRequest<'_>,
    stored: &PayoutDraft,
    draft: &Draft,
    limits: &PayoutLimits,
) -> Result<Option<(&'static str, &'static str)>, PageError> {
    let (locale, caller) = (request.locale, request.caller()?);
    let is_meant = |field: &str| request.form.get(field) == "yes";
    if is_meant("again") && is_meant("earlier") {
        return Ok(None);
    }
    let payout = draft.payout(locale, limits);
    let preview = request.app().payouts.preview_payout(&caller, draft.payout(locale, limits)).await?;
    if !is_meant("again") && repeats(&preview).iter().any(Option::is_some) {
        return Ok(Some(("again", locale.text("payout-review-repeat-missing"))));
    }
    if !is_meant("earlier") && !Earlier::of(request, stored, &payout, &preview).await?.is_empty() {
        return Ok(Some(("earlier", locale.text("payout-review-earlier-missing"))));
    }
    Ok(None)
}

/// What a payout is about to do, for the user who must confirm it.
fn about(locale: Locale, draft: &Draft, limits: &PayoutLimits) -> String {
    let items = draft.payout(locale, limits).items;
    let total = items.iter().try_fold(Amount::ZERO, |sum, item| sum.checked_add(item.amount));
    let Some(total) = total else { return String::new() };
    let total = locale.money(total, Currency::Usdc);
    locale.text_with("confirm-payout", &[("total", &total), ("count", &items.len())])
}

fn unsent(answer: PageResponse) -> Result<PageResponse, PageError> {
    Ok(answer.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

async fn shown(
    request: &PageRequest<'_>,
    stored: &PayoutDraft,
    mistake: Option<(&'static str, &'static str)>,
    changed: Option<&'static str>,
) -> Result<PageResponse, PageError> {
    let (caller, locale, mode) = (request.caller()?, request.locale, request.mode()?);
    let limits = request.app().platform.settings.limits.in_mode(mode);
    let mut draft = draft_content::read(locale, &stored.content).without_blanks();
    draft.check(locale, &limits);
    let new = draft.payout(locale, &limits);
    let (mut preview, mut earlier) = (None, Earlier::default());
    if !new.items.is_empty() {
        let found = request.app().payouts.preview_payout(&caller, draft.payout(locale, &limits)).await?;
        earlier = Earlier::of(request, stored, &new, &found).await?;
        preview = Some(found);
    }
    let available = match &preview {
        Some(preview) => preview.available,
        None => request.app().accounts.balance_of(&caller).await?.available,
    };
    let shell = request.shell(Section::Payouts)?;
    let lines = lines(locale, &draft, preview.as_ref(), &earlier.payments, mode);
    let wrong = lines.iter().filter(|line| !line.mistakes.is_empty()).count();
    let total = match &preview {
        Some(preview) => preview.total,
        None => Some(Amount::ZERO),
    };
    let after = total.map(|total| Amount::from_micros(available.micros() - total.micros()));
    let missing = after.and_then(|after| missing(&shell, after));
    let refusal = preview.as_ref().and_then(|preview| preview.refusal.as_ref());
    let problem = refusal.and_then(|refusal| problem(locale, refusal));
    let can_send = wrong == 0 && missing.is_none() && problem.is_none() && draft.is_right();
    let place = drafts::place(request, stored)?;
    let page = CheckPage {
        form: form(request, &draft, mistake, changed.is_none()),
        is_file: draft.origin == DraftOrigin::File,
        columns: columns(locale, draft.origin),
        again: lines.iter().filter(|line| line.again.is_some()).count(),
        earlier_file: earlier.file.map(|payout| shell.below(payout.to_string())),
        earlier: lines.iter().filter(|line| line.earlier.is_some()).count(),
        note: match wrong {
            0 => people(locale, distinct(&lines)),
            _ => locale.text("payout-review-without-mistakes").to_owned(),
        },
        send: total.filter(|_| can_send).map(|total| send_text(locale, total, distinct(&lines))),
        language: request.recipient_language()?.own_name(),
        draft: &draft,
        stored,
        shell,
        lines,
        wrong,
        total,
        available,
        after,
        missing,
        problem,
        changed,
        place,
    };
    let status = if page.send.is_some() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok(PageResponse::page(&page).with_status(status))
}

/// The form that sends the payout. What a user meant is not what they mean of rows that they see for the first time.
fn form<'a>(
    request: &'a PageRequest<'_>,
    draft: &Draft,
    mistake: Option<(&'static str, &'static str)>,
    is_seen: bool,
) -> Form<'a> {
    let meant = |field: &str| if is_seen { request.form.get(field) } else { "" };
    let mut form = Form::post(request.locale, "send", request.csrf(), &request.form_key)
        .with("again", meant("again"))
        .with("earlier", meant("earlier"));
    if let Some((field, text)) = mistake {
        form = form.wrong(field, text);
    }
    for (_, text) in &draft.mistakes {
        form = form.wrong("", text.clone());
    }
    form
}

fn missing(shell: &Shell<'_>, after: Amount) -> Option<Missing> {
    let amount = Amount::from_micros(-after.micros());
    (after < Amount::ZERO).then(|| Missing {
        amount: shell.frame.locale.money(amount, Currency::Usdc),
        href: if shell.is_test() { shell.home() } else { shell.at("deposits") },
    })
}

fn send_text(locale: Locale, total: Amount, count: i64) -> String {
    let amount = locale.money(total, Currency::Usdc);
    locale.text_with("payout-send", &[("amount", &amount), ("count", &count)])
}

fn columns(locale: Locale, origin: DraftOrigin) -> [&'static str; 4] {
    let number = match origin {
        DraftOrigin::Form => locale.text("payout-review-row"),
        DraftOrigin::File => locale.text("payout-review-line"),
    };
    let outcome = locale.text("payout-review-outcome");
    [number, locale.text("label-recipient"), outcome, locale.text("label-amount")]
}

/// Unknown recipients are said beside their rows, and too little money above them all.
fn problem(locale: Locale, refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::UnknownRecipient { .. } | Refusal::InsufficientFunds { .. } => None,
        Refusal::LimitExceeded(Limit::Item { .. } | Limit::LeastItem { .. }) => None,
        refusal => Some(refusal_text(locale, refusal)),
    }
}
