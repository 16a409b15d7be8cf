//! The dry run: everything that a payout would do, before any recipient is paid; and the button that does it.

use std::collections::HashMap;

use app::{CommandResponse, Failure};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::account::Mode;
use rules::decisions::payout::PayoutLimits;
use rules::money::{Amount, Currency};
use rules::payout::{MOST_ITEMS, Preview, PreviewItem};
use rules::refusal::{Limit, Refusal};
use rules::transaction::ItemStatus;

use super::draft::{Draft, DraftRow};
use super::{draft_form, people};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse, made};
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
    people: String,
    note: String,
    total: Option<Amount>,
    available: Amount,
    after: Option<Amount>,
    missing: Option<Amount>,
    /// What stands against it apart from single rows and too little money.
    problem: Option<String>,
    unused: Vec<String>,
    can_send: bool,
    can_edit: bool,
}

struct ReviewRow<'a> {
    number: usize,
    to: String,
    amount: String,
    reference: &'a str,
    outcome: &'static str,
    is_failing: bool,
    mistakes: Vec<String>,
    /// The row in which the same person was named first.
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
    let limits = &request.app().platform.settings.limits.in_mode(request.mode()?);
    let origin = if request.form.get("origin") == "file" { DraftOrigin::File } else { DraftOrigin::Form };
    let mut draft = Draft::of_form(&request.form);
    draft.check(limits);
    if !draft.is_right() {
        return draft_form::wrong(request, draft).await;
    }
    let (claim, caller) = (request.idempotency()?, request.caller()?);
    if request.form.get("again") != "yes" {
        let preview = request.app().payouts.preview_payout(&caller, draft.payout(limits)).await?;
        if repeats(&preview).iter().any(Option::is_some) {
            let words = "Tick this if they are really to be paid more than once.";
            return unsent(shown(request, &draft, origin, Vec::new(), Some(words)).await?);
        }
    }
    let payout = draft.payout(limits);
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
            Ok(PageResponse::goto(format!("{payouts}/{}?said=sent", made(&answered)?)))
        }
        Err(Failure::Refused(Refusal::ConfirmationRequired)) => {
            Err(PageError::ConfirmForm(about(request.locale, &draft, limits)))
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
    let items = draft.payout(limits).items;
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
    let caller = request.caller()?;
    let new = draft.payout(&request.app().platform.settings.limits.in_mode(request.mode()?));
    let preview = if new.items.is_empty() {
        None
    } else {
        Some(request.app().payouts.preview_payout(&caller, new).await?)
    };
    let available = match &preview {
        Some(preview) => preview.available,
        None => request.app().accounts.balance_of(&caller).await?.available,
    };
    let lines = lines(draft, preview.as_ref(), request.mode()?);
    let wrong = lines.iter().filter(|line| !line.mistakes.is_empty()).count();
    let total = match &preview {
        Some(preview) => preview.total,
        None => Some(Amount::ZERO),
    };
    let after = total.map(|total| Amount::from_micros(available.micros() - total.micros()));
    let missing =
        after.filter(|after| *after < Amount::ZERO).map(|after| Amount::from_micros(-after.micros()));
    let problem = preview.as_ref().and_then(|preview| preview.refusal.as_ref()).and_then(problem);
    let again = lines.iter().filter(|line| line.again.is_some()).count();
    let mut form =
        Form::post("send", request.csrf(), &request.form_key).with("again", request.form.get("again"));
    if let Some(words) = again_mistake {
        form = form.wrong("again", words);
    }
    for (_, words) in &draft.mistakes {
        form = form.wrong("", words.clone());
    }
    let shell = request.shell(Section::Payouts)?;
    let carried: usize =
        draft.rows.iter().map(|row| row.to.len() + row.amount.len() + row.reference.len()).sum();
    let page = CheckPage {
        back: shell.below(if origin == DraftOrigin::File { "csv" } else { "new" }),
        is_file: origin == DraftOrigin::File,
        columns: columns(origin),
        note: note(&lines, wrong),
        people: people(distinct(&lines)),
        can_send: wrong == 0 && missing.is_none() && problem.is_none() && draft.is_right() && total.is_some(),
        can_edit: draft.rows.len() <= MOST_ITEMS && carried <= MOST_CARRIED,
        shell,
        form,
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
    let status = if page.can_send { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok(PageResponse::page(&page).with_status(status))
}

const fn columns(origin: DraftOrigin) -> [&'static str; 4] {
    match origin {
        DraftOrigin::Form => ["Row", "Recipient", "What happens", "Amount"],
        DraftOrigin::File => ["Line", "Recipient", "What happens", "Amount"],
    }
}

/// Everything about the rows, in their order.
fn lines<'a>(draft: &'a Draft, preview: Option<&Preview>, mode: Mode) -> Vec<ReviewRow<'a>> {
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
                mistakes.push("There is no recipient with this id.".to_owned());
            }
        }
        ReviewRow {
            number: row.number,
            to: item.map_or_else(|| shortened(&row.to, LONGEST_SHOWN), |item| item.email.to_string()),
            amount: item
                .map_or_else(|| shortened(&row.amount, LONGEST_SHOWN), |item| item.amount.to_string()),
            reference: &row.reference,
            outcome: item.map_or("", |item| outcome(item, mode)),
            is_failing: item.is_some_and(|item| item.status == ItemStatus::Failed),
            mistakes,
            again: first,
        }
    };
    draft.rows.iter().map(line).collect()
}

fn outcome(item: &PreviewItem, mode: Mode) -> &'static str {
    match (item.status, mode) {
        (ItemStatus::Completed, _) => "Paid at once",
        // Whether a recipient has an account is not told before they are paid.
        (ItemStatus::PendingClaim, Mode::Live) => "Paid at once, or gets an email and 30 days to claim it",
        (ItemStatus::PendingClaim, Mode::Test) => "Gets an email and 30 days to claim it",
        (ItemStatus::Failed, _) => "Fails, as this test address asks for",
        (ItemStatus::Processing, _) => "Is being sent",
        (ItemStatus::Cancelled, _) => "Is not sent",
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

fn note(lines: &[ReviewRow<'_>], wrong: usize) -> String {
    if wrong == 0 { people(distinct(lines)) } else { "Without what is wrong".to_owned() }
}

fn distinct(lines: &[ReviewRow<'_>]) -> i64 {
    lines.iter().filter(|line| line.again.is_none()).count() as i64
}

/// Unknown recipients are said beside their rows, and too little money above them all.
fn problem(refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::UnknownRecipient { .. } | Refusal::InsufficientFunds { .. } => None,
        Refusal::LimitExceeded(Limit::Item { .. } | Limit::LeastItem { .. }) => None,
        refusal => Some(refusal.to_string()),
    }
}
