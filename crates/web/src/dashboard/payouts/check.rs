//! The dry run: everything that a payout would do, before any recipient is paid; and the button that does it.

use std::collections::HashMap;

use app::{CommandResponse, Failure};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::account::Mode;
use rules::claim::CLAIM_SECONDS;
use rules::decisions::payout::PayoutLimits;
use rules::money::{Amount, Currency};
use rules::payout::{MOST_ITEMS, Preview, PreviewItem};
use rules::refusal::{Limit, Refusal};
use rules::transaction::ItemStatus;

use super::draft::{Draft, DraftRow};
use super::{draft_form, people};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, PageError, PageRequest, PageResponse, made, refusal_text};
use crate::rate_limits::Spender;
use crate::shorten::shortened;

/// As much as can be carried on in hidden fields.
const MOST_CARRIED: usize = 200_000;
/// As much of what cannot be read as is repeated.
const LONGEST_SHOWN: usize = 40;

/// Where the rows come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraftOrigin {
    Form,
    File,
}

#[derive(Template)]
#[template(path = "dashboard/payout_check.html")]
struct CheckPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    back: String,
    is_file: bool,
    columns: [&'static str; 4],
    draft: &'a Draft,
    lines: Vec<ReviewRow<'a>>,
    wrong: usize,
    again: usize,
    /// Below the total.
    note: String,
    total: Option<Amount>,
    available: Amount,
    after: Option<Amount>,
    missing: Option<Missing>,
    /// What stands against it apart from single rows and too little money.
    problem: Option<String>,
    unused: Vec<String>,
    /// What the button says, if the payout can be sent.
    send: Option<String>,
    can_edit: bool,
}

/// How much more money the payout needs, and where to add it.
struct Missing {
    amount: String,
    href: String,
}

struct ReviewRow<'a> {
    number: usize,
    to: String,
    /// What will be paid, where nothing is wrong.
    amount: Option<Amount>,
    /// The amount as it was written.
    typed: String,
    reference: &'a str,
    outcome: String,
    is_failing: bool,
    mistakes: Vec<String>,
    /// The row in which the same recipient was named first.
    again: Option<usize>,
}

/// What would happen.
pub async fn page(
    request: &PageRequest<'_>,
    draft: Draft,
    origin: DraftOrigin,
) -> Result<PageResponse, PageError> {
    shown(request, &draft, origin, Vec::new(), None).await
}

/// The same for a file, with the columns of it that are not used.
pub async fn page_of_file(
    request: &PageRequest<'_>,
    draft: Draft,
    unused: Vec<String>,
) -> Result<PageResponse, PageError> {
    shown(request, &draft, DraftOrigin::File, unused, None).await
}

/// Pays. The rows are checked again: what comes back from a page is not what went out to it.
pub async fn send(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (locale, limits) = (request.locale, &request.app().platform.settings.limits.in_mode(request.mode()?));
    let origin = if request.form.get("origin") == "file" { DraftOrigin::File } else { DraftOrigin::Form };
    let mut draft = Draft::of_form(&request.form);
    draft.check(locale, limits);
    if !draft.is_right() {
        return draft_form::wrong(request, draft).await;
    }
    let (claim, caller) = (request.idempotency()?, request.caller()?);
    if request.form.get("again") != "yes" {
        let preview = request.app().payouts.preview_payout(&caller, draft.payout(locale, limits)).await?;
        if repeats(&preview).iter().any(Option::is_some) {
            let text = locale.text("payout-review-repeat-missing");
            return unsent(shown(request, &draft, origin, Vec::new(), Some(text)).await?);
        }
    }
    let payout = draft.payout(locale, limits);
    let spender = Spender::Session(request.person()?.session.id);
    let charged = request.account()?.charged();
    let reserved = request.web.write_limits.reserve(caller.mode, charged, spender, payout.items.len())?;
    let paid = request.app().payouts.pay_in_session(request.person()?, &caller, payout, claim).await;
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
        // The same form said something else before.
        Err(Failure::Refused(Refusal::IdempotencyKeyReused { .. })) => Err(PageError::Stale),
        // The page says why, because it asks anew.
        Err(Failure::Refused(_)) => unsent(shown(request, &draft, origin, Vec::new(), None).await?),
        Err(failure) => Err(failure.into()),
    }
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
    draft: &Draft,
    origin: DraftOrigin,
    unused: Vec<String>,
    again_mistake: Option<&str>,
) -> Result<PageResponse, PageError> {
    let (caller, locale) = (request.caller()?, request.locale);
    let new = draft.payout(locale, &request.app().platform.settings.limits.in_mode(request.mode()?));
    let preview = if new.items.is_empty() {
        None
    } else {
        Some(request.app().payouts.preview_payout(&caller, new).await?)
    };
    let available = match &preview {
        Some(preview) => preview.available,
        None => request.app().accounts.balance_of(&caller).await?.available,
    };
    let lines = lines(locale, draft, preview.as_ref(), request.mode()?);
    let wrong = lines.iter().filter(|line| !line.mistakes.is_empty()).count();
    let total = match &preview {
        Some(preview) => preview.total,
        None => Some(Amount::ZERO),
    };
    let after = total.map(|total| Amount::from_micros(available.micros() - total.micros()));
    let shell = request.shell(Section::Payouts)?;
    let missing = after.and_then(|after| missing(&shell, after));
    let refusal = preview.as_ref().and_then(|preview| preview.refusal.as_ref());
    let problem = refusal.and_then(|refusal| problem(locale, refusal));
    let again = lines.iter().filter(|line| line.again.is_some()).count();
    let can_send = wrong == 0 && missing.is_none() && problem.is_none() && draft.is_right();
    let page = CheckPage {
        form: form(request, draft, again_mistake),
        back: shell.below(if origin == DraftOrigin::File { "csv" } else { "new" }),
        is_file: origin == DraftOrigin::File,
        columns: columns(locale, origin),
        note: match wrong {
            0 => people(locale, distinct(&lines)),
            _ => locale.text("payout-review-without-mistakes").to_owned(),
        },
        send: total.filter(|_| can_send).map(|total| send_text(locale, total, distinct(&lines))),
        can_edit: can_edit(draft),
        shell,
        draft,
        lines,
        wrong,
        again,
        total,
        available,
        after,
        missing,
        problem,
        unused,
    };
    let status = if page.send.is_some() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok(PageResponse::page(&page).with_status(status))
}

/// The form that sends the payout.
fn form<'a>(request: &'a PageRequest<'_>, draft: &Draft, again_mistake: Option<&str>) -> Form<'a> {
    let mut form = Form::post(request.locale, "send", request.csrf(), &request.form_key)
        .with("again", request.form.get("again"));
    if let Some(text) = again_mistake {
        form = form.wrong("again", text);
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

fn can_edit(draft: &Draft) -> bool {
    let lengths = draft.rows.iter().map(|row| row.to.len() + row.amount.len() + row.reference.len());
    draft.rows.len() <= MOST_ITEMS && lengths.sum::<usize>() <= MOST_CARRIED
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

/// Everything about the rows, in their order.
fn lines<'a>(locale: Locale, draft: &'a Draft, preview: Option<&Preview>, mode: Mode) -> Vec<ReviewRow<'a>> {
    let items = preview.map(|preview| preview.items.as_slice()).unwrap_or_default();
    let again = preview.map(repeats).unwrap_or_default();
    let right: Vec<usize> = draft.rows.iter().filter(|row| row.is_right()).map(|row| row.number).collect();
    let mut position = 0;
    let line = |row: &'a DraftRow| {
        let mut mistakes: Vec<String> = row.mistakes.iter().map(|(_, words)| words.clone()).collect();
        let (mut item, mut first) = (None, None);
        if row.is_right() {
            item = items.get(position).and_then(Option::as_ref);
            first = again.get(position).copied().flatten().map(|index| right[index]);
            position += 1;
            if item.is_none() {
                mistakes.push(locale.text("payout-unknown-recipient").to_owned());
            }
        }
        ReviewRow {
            number: row.number,
            to: item.map_or_else(|| shortened(&row.to, LONGEST_SHOWN), |item| item.email.to_string()),
            amount: item.map(|item| item.amount),
            typed: shortened(&row.amount, LONGEST_SHOWN),
            reference: &row.reference,
            outcome: item.map(|item| outcome(locale, item, mode)).unwrap_or_default(),
            is_failing: item.is_some_and(|item| item.status == ItemStatus::Failed),
            mistakes,
            again: first,
        }
    };
    draft.rows.iter().map(line).collect()
}

fn outcome(locale: Locale, item: &PreviewItem, mode: Mode) -> String {
    let duration = locale.duration(CLAIM_SECONDS);
    match (item.status, mode) {
        (ItemStatus::Completed, _) => locale.text("payout-outcome-paid").to_owned(),
        // Whether a recipient has an account is not told before they are paid.
        (ItemStatus::PendingClaim, Mode::Live) => {
            locale.text_with("payout-outcome-paid-or-claim", &[("duration", &duration)])
        }
        (ItemStatus::PendingClaim, Mode::Test) => {
            locale.text_with("payout-outcome-claim", &[("duration", &duration)])
        }
        (ItemStatus::Failed, _) => locale.text("payout-outcome-failed").to_owned(),
        (ItemStatus::Processing, _) => locale.text("payout-outcome-processing").to_owned(),
        (ItemStatus::Cancelled, _) => locale.text("payout-outcome-cancelled").to_owned(),
    }
}

/// For each item, which earlier one pays the same person.
fn repeats(preview: &Preview) -> Vec<Option<usize>> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let first = |(index, item): (usize, &Option<PreviewItem>)| {
        let key = item.as_ref()?.email.lookup_key();
        let first = *seen.entry(key).or_insert(index);
        (first != index).then_some(first)
    };
    preview.items.iter().enumerate().map(first).collect()
}

fn distinct(lines: &[ReviewRow<'_>]) -> i64 {
    lines.iter().filter(|line| line.again.is_none()).count() as i64
}

/// Unknown recipients are said beside their rows, and too little money above them all.
fn problem(locale: Locale, refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::UnknownRecipient { .. } | Refusal::InsufficientFunds { .. } => None,
        Refusal::LimitExceeded(Limit::Item { .. } | Limit::LeastItem { .. }) => None,
        refusal => Some(refusal_text(locale, refusal)),
    }
}
