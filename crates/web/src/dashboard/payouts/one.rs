//! The page of one payout: its outcome, its recipients, and what its sender can do (`actions`).

use std::collections::BTreeMap;

use app::{ItemFilter, ShownItem};
use askama::Template;
use i18n::Locale;
use rules::money::Amount;
use rules::payout::Payout;
use rules::payout_summary::{ItemOutcome, PayoutSummary};
use rules::sandbox::can_claim_as_recipient;
use rules::time::Timestamp;
use rules::transaction::{ItemStatus, TransactionStatus};

use super::summary::SummaryView;
use super::{count, counted, title};
use crate::dashboard::live::{LiveRefresh, Pace};
use crate::dashboard::progress::ProgressView;
use crate::page::form::Form;
use crate::page::page_links::PageLinks;
use crate::page::shell::{Notice, Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "dashboard/payout.html")]
struct PayoutPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    title: String,
    payout: &'a Payout,
    id: String,
    ended: Option<String>,
    /// What cancelling would do, if it would do anything.
    cancel: Option<String>,
    cancel_href: String,
    /// The ID of the draft that *Repeat payout* creates.
    draft: String,
    live: Live,
}

/// The part that is asked for again and again while something moves.
#[derive(Template)]
#[template(path = "dashboard/payout_live.html")]
struct LivePart<'a> {
    form: Form<'a>,
    live: Live,
}

struct Live {
    href: String,
    summary: SummaryView,
    progress: ProgressView,
    has_failed: bool,
    /// Items that wait to be claimed.
    unclaimed: i64,
    /// The label of the retry button, and the ID of the draft that it creates.
    retry: Option<(String, String)>,
    pulse: LiveRefresh,
    tabs: Vec<(String, String, bool)>,
    items: Vec<Item>,
    links: PageLinks,
}

struct Item {
    href: String,
    /// Where it is cancelled, and where its recipient is reminded.
    action: String,
    email: String,
    reference: String,
    amount: Amount,
    status: &'static str,
    note: String,
    /// When the sender last reminded the recipient.
    reminded: String,
    can_cancel: bool,
    can_remind: bool,
    /// Whether the sender can claim it as its recipient, in test mode.
    can_claim: bool,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, None).await
}

pub async fn progress(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let payout = request.app().payouts.payout_shown(&request.caller()?, request.param("id")).await?;
    let live = live(request, &request.shell(Section::Payouts)?, &payout).await?;
    let form = Form::post(request.locale, "item", request.csrf(), &request.form_key);
    Ok(PageResponse::page(&LivePart { form, live }))
}

/// The page, with a message above it.
pub async fn page(request: &PageRequest<'_>, notice: Option<Notice>) -> Result<PageResponse, PageError> {
    let payout = request.app().payouts.payout_shown(&request.caller()?, request.param("id")).await?;
    let mut shell = request.shell(Section::Payouts)?;
    shell.notice = notice.or(shell.notice);
    let (live, locale) = (live(request, &shell, &payout).await?, request.locale);
    let page = PayoutPage {
        form: Form::post(locale, "cancel", request.csrf(), &request.form_key),
        title: title(locale, &payout),
        id: payout.id.to_string(),
        ended: payout.completed_at.map(|at| locale.date_time(at)),
        cancel: cancel_text(locale, &payout),
        cancel_href: format!("{}/cancel", live.href),
        draft: request.app().payouts.fresh_draft_id().to_string(),
        payout: &payout,
        shell,
        live,
    };
    Ok(PageResponse::page(&page))
}

async fn live(request: &PageRequest<'_>, shell: &Shell<'_>, payout: &Payout) -> Result<Live, PageError> {
    let id = payout.id.to_string();
    let wanted = ItemStatus::parse(request.query.get("status"));
    let shown_as =
        |status: &TransactionStatus| wanted.is_some_and(|wanted| ItemStatus::of(*status) == wanted);
    let statuses = TransactionStatus::ALL.into_iter().filter(shown_as).collect();
    let filter = ItemFilter { statuses, ..ItemFilter::default() };
    let paging = request.paging(&["status"]);
    let shown = request.app().payouts.payout_items_shown(&request.caller()?, &id, &filter, &paging).await?;
    let unclaimed = shown.items.iter().filter(|row| is_unclaimed(row)).map(|row| &row.email);
    let reminded = request.app().claim_pages.last_reminders(&request.caller()?, unclaimed).await?;
    let summaries = request.app().payouts.summaries(&request.caller()?, std::slice::from_ref(payout)).await?;
    let (href, status) = (shell.below(&id), wanted.map_or("", ItemStatus::name));
    let cursor = request.query.get("cursor");
    Ok(Live {
        summary: SummaryView::of(request.locale, &summaries[0]),
        progress: counted(request.locale, &payout.breakdown),
        has_failed: payout.failure_reason().is_some(),
        unclaimed: payout.breakdown.pending_claim,
        retry: retry_text(request.locale, &summaries[0])
            .map(|text| (text, request.app().payouts.fresh_draft_id().to_string())),
        pulse: pulse(request, payout, &href, (status, cursor)),
        tabs: tabs(request.locale, &href, payout, wanted),
        items: shown.items.iter().map(|row| item(shell, &href, row, &reminded)).collect(),
        links: request.page_links(&shown, |cursor| address(&href, status, cursor.unwrap_or_default())),
        href,
    })
}

/// The page refreshes often while items are being paid, and less often while they wait for their recipients.
fn pulse(
    request: &PageRequest<'_>,
    payout: &Payout,
    href: &str,
    (status, cursor): (&str, &str),
) -> LiveRefresh {
    let here = address(href, status, cursor);
    let part = address(&format!("{href}/progress"), status, cursor);
    if payout.breakdown.processing > 0 {
        LiveRefresh::of(request, Pace::Fast, here, &part)
    } else if payout.breakdown.pending_claim > 0 {
        LiveRefresh::of(request, Pace::Slow, here, &part)
    } else {
        LiveRefresh::still(here)
    }
}

/// A page of the items.
fn address(path: &str, status: &str, cursor: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in [("status", status), ("cursor", cursor)] {
        if !value.is_empty() {
            query.append_pair(name, value);
        }
    }
    let query = query.finish();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

/// One for each status that has items.
fn tabs(
    locale: Locale,
    href: &str,
    payout: &Payout,
    wanted: Option<ItemStatus>,
) -> Vec<(String, String, bool)> {
    let text = |name: &str, count: i64| format!("{name} {}", locale.integer(count));
    let count = |status: ItemStatus| count(&payout.breakdown, status);
    let all = (text(locale.text("payout-all"), payout.total_items), href.to_owned(), wanted.is_none());
    let there = ItemStatus::ALL.into_iter().filter(|status| count(*status) > 0 || wanted == Some(*status));
    let tab = |status: ItemStatus| {
        let name = text(locale.item_status(status), count(status));
        (name, address(href, status.name(), ""), wanted == Some(status))
    };
    [all].into_iter().chain(there.map(tab)).collect()
}

fn is_unclaimed(row: &ShownItem) -> bool {
    row.transaction.status == TransactionStatus::PendingClaim
}

/// `reminded` says when the sender last reminded an address.
fn item(shell: &Shell<'_>, payout: &str, row: &ShownItem, reminded: &BTreeMap<String, Timestamp>) -> Item {
    let (item, status) = (&row.transaction, ItemStatus::of(row.transaction.status));
    let (locale, last) = (shell.frame.locale, reminded.get(&row.email.lookup_key()));
    let until = item.claim_expires_at.map(|at| locale.medium_date(at)).unwrap_or_default();
    let note = match (status, item.failure_reason) {
        (_, Some(reason)) => locale.failure_reason(reason).to_owned(),
        (ItemStatus::PendingClaim, None) => locale.text_with("payout-item-claim-by", &[("date", &until)]),
        (ItemStatus::Cancelled, None) => locale.text("payout-item-cancelled").to_owned(),
        (ItemStatus::Completed | ItemStatus::Failed | ItemStatus::Processing, None) => String::new(),
    };
    Item {
        href: shell.at(format!("transactions/{}", item.id)),
        action: format!("{payout}/items/{}", item.id),
        email: row.email.to_string(),
        reference: item.reference.clone().unwrap_or_default(),
        amount: item.amount,
        status: status.name(),
        note,
        // A reminder of an earlier payment says nothing about this one.
        reminded: match last.filter(|at| is_unclaimed(row) && **at > item.created_at) {
            Some(at) => locale.text_with("payout-item-reminded", &[("time", &locale.date_time(*at))]),
            None => String::new(),
        },
        can_cancel: !item.status.is_end(),
        can_remind: is_unclaimed(row),
        can_claim: is_unclaimed(row) && can_claim_as_recipient(shell.mode),
    }
}

/// The label of the retry button.
fn retry_text(locale: Locale, summary: &PayoutSummary) -> Option<String> {
    let count = summary.count(ItemOutcome::Failed) + summary.count(ItemOutcome::Expired);
    (count > 0).then(|| locale.text_with("payout-retry", &[("count", &count)]))
}

fn cancel_text(locale: Locale, payout: &Payout) -> Option<String> {
    let (open, completed) =
        (payout.breakdown.processing + payout.breakdown.pending_claim, payout.breakdown.completed);
    if open == 0 {
        return None;
    }
    let mut sentences = vec![locale.text_with("payout-cancel-open", &[("count", &open)])];
    if completed > 0 {
        sentences.push(locale.text_with("payout-cancel-completed", &[("count", &completed)]));
    }
    sentences.push(locale.text("payout-cancel-warning").to_owned());
    Some(sentences.join(" "))
}
