//! One payout: how far it is, whom it pays, and what can still be stopped.

use app::{Answered, Failure, ItemFilter, ShownItem};
use askama::Template;
use axum::http::StatusCode;
use rules::money::Amount;
use rules::payout::Payout;
use rules::transaction::{ItemStatus, TransactionStatus};

use super::{counted, people};
use crate::dashboard::form::Form;
use crate::dashboard::parts;
use crate::dashboard::progress::Progress;
use crate::dashboard::shell::{Notice, Section, Shell};
use crate::dashboard::transactions::failure_words;
use crate::dashboard::when;
use crate::visit::{Answer, Trouble, Visit};

#[derive(Template)]
#[template(path = "dashboard/payout.html")]
struct PayoutPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    title: String,
    payout: &'a Payout,
    id: String,
    created: String,
    ended: Option<String>,
    /// What cancelling would do, if it would do anything.
    cancel: Option<String>,
    cancel_href: String,
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
    status: &'static str,
    progress: Progress,
    failure: Option<&'static str>,
    /// Where this part is asked for, while it is worth it.
    refresh: Option<String>,
    here: String,
    tabs: Vec<(String, String, bool)>,
    items: Vec<Item>,
    first: Option<String>,
    next: Option<String>,
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
    can_cancel: bool,
    can_remind: bool,
}

pub async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    page(visit, None).await
}

pub async fn progress(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let payout = visit.app().payout_shown(&visit.caller()?, visit.param("id")).await?;
    let (shell, form) = (visit.shell(Section::Payouts)?, Form::post("item", visit.csrf(), &visit.form_key));
    let live = live(visit, &shell, &payout).await?;
    Ok(Answer::page(&LivePart { form, live }))
}

pub async fn cancel(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let claim = visit.claim()?;
    after(visit, visit.app().cancel_payout(&visit.caller()?, visit.param("id"), claim).await).await
}

pub async fn cancel_item(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (claim, caller) = (visit.claim()?, visit.caller()?);
    let (payout, item) = (visit.param("id"), visit.param("item_id"));
    after(visit, visit.app().cancel_payout_item(&caller, payout, item, claim).await).await
}

async fn after(visit: &Visit<'_>, done: Result<Answered, Failure>) -> Result<Answer, Trouble> {
    match done {
        Ok(_) => Ok(Answer::goto(format!("{}?said=cancelled", home(visit)?))),
        Err(failure) => refused(visit, failure).await,
    }
}

pub async fn remind(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let caller = visit.caller()?;
    // An item of another payout is as unknown here as one of another account.
    visit.app().payout_item_shown(&caller, visit.param("id"), visit.param("item_id")).await?;
    match visit.app().remind(caller.account, visit.param("item_id")).await {
        Ok(()) => Ok(Answer::goto(format!("{}?said=reminded", home(visit)?))),
        Err(failure) => refused(visit, failure).await,
    }
}

/// The page, with why it could not be done above it.
async fn refused(visit: &Visit<'_>, failure: Failure) -> Result<Answer, Trouble> {
    match Trouble::from(failure) {
        Trouble::Failed(Failure::Refused(refusal)) => {
            let answer = page(visit, Some(Notice::danger(refusal.to_string()))).await?;
            Ok(answer.with_status(StatusCode::CONFLICT))
        }
        trouble => Err(trouble),
    }
}

fn home(visit: &Visit<'_>) -> Result<String, Trouble> {
    Ok(format!("{}/{}", Section::Payouts.href(visit.mode()?), visit.param("id")))
}

async fn page(visit: &Visit<'_>, notice: Option<Notice>) -> Result<Answer, Trouble> {
    let payout = visit.app().payout_shown(&visit.caller()?, visit.param("id")).await?;
    let mut shell = visit.shell(Section::Payouts)?;
    shell.notice = notice.or(shell.notice);
    let live = live(visit, &shell, &payout).await?;
    let page = PayoutPage {
        form: Form::post("cancel", visit.csrf(), &visit.form_key),
        title: payout
            .reference
            .clone()
            .unwrap_or_else(|| format!("Payout to {}", people(payout.total_items))),
        id: payout.id.to_string(),
        created: when::moment(payout.created_at),
        ended: payout.completed_at.map(when::moment),
        cancel: cancel_words(&payout),
        cancel_href: format!("{}/cancel", live.href),
        payout: &payout,
        shell,
        live,
    };
    Ok(Answer::page(&page))
}

async fn live(visit: &Visit<'_>, shell: &Shell<'_>, payout: &Payout) -> Result<Live, Trouble> {
    let id = payout.id.to_string();
    let wanted = ItemStatus::parse(visit.query.get("status"));
    let shown_as =
        |status: &TransactionStatus| wanted.is_some_and(|wanted| ItemStatus::of(*status) == wanted);
    let statuses = TransactionStatus::ALL.into_iter().filter(shown_as).collect();
    let filter = ItemFilter { statuses, ..ItemFilter::default() };
    let paging = visit.paging(&["status"]);
    let shown = visit.app().payout_items_shown(&visit.caller()?, &id, &filter, &paging).await?;
    let (href, status) = (shell.below(&id), wanted.map_or("", ItemStatus::name));
    let cursor = visit.query.get("cursor");
    let is_moving = payout.breakdown.processing > 0;
    Ok(Live {
        status: payout.status.name(),
        progress: counted(&payout.breakdown),
        failure: payout.failure_reason().map(|_| "Nobody could be paid. The money is back in your balance."),
        refresh: is_moving.then(|| address(&format!("{href}/progress"), status, cursor)),
        here: address(&href, status, cursor),
        tabs: tabs(&href, payout, wanted),
        items: shown.items.iter().map(|row| item(shell, &href, row)).collect(),
        first: (!cursor.is_empty()).then(|| address(&href, status, "")),
        next: shown.next.as_deref().map(|cursor| address(&href, status, cursor)),
        href,
    })
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

/// One for each state that has items.
fn tabs(href: &str, payout: &Payout, wanted: Option<ItemStatus>) -> Vec<(String, String, bool)> {
    let count = |status: ItemStatus| match status {
        ItemStatus::Processing => payout.breakdown.processing,
        ItemStatus::PendingClaim => payout.breakdown.pending_claim,
        ItemStatus::Completed => payout.breakdown.completed,
        ItemStatus::Failed => payout.breakdown.failed,
        ItemStatus::Cancelled => payout.breakdown.cancelled,
    };
    let all = (format!("All {}", payout.total_items), href.to_owned(), wanted.is_none());
    let there = ItemStatus::ALL.into_iter().filter(|status| count(*status) > 0 || wanted == Some(*status));
    let tab = |status: ItemStatus| {
        let words = format!("{} {}", parts::words(status.name()), count(status));
        (words, address(href, status.name(), ""), wanted == Some(status))
    };
    [all].into_iter().chain(there.map(tab)).collect()
}

fn item(shell: &Shell<'_>, payout: &str, row: &ShownItem) -> Item {
    let (item, status) = (&row.transaction, ItemStatus::of(row.transaction.status));
    let until = item.claim_expires_at.map(when::day).unwrap_or_default();
    let note = match (status, item.failure_reason) {
        (_, Some(reason)) => failure_words(reason).to_owned(),
        (ItemStatus::PendingClaim, None) => format!("Until {until}"),
        (ItemStatus::Cancelled, None) => "You cancelled it".to_owned(),
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
        can_cancel: !item.status.is_end(),
        can_remind: status == ItemStatus::PendingClaim,
    }
}

fn cancel_words(payout: &Payout) -> Option<String> {
    let open = payout.breakdown.processing + payout.breakdown.pending_claim;
    if open == 0 {
        return None;
    }
    let stopped =
        if open == 1 { "1 payment is stopped".to_owned() } else { format!("{open} payments are stopped") };
    let kept = match payout.breakdown.completed {
        0 => String::new(),
        1 => " 1 that has arrived stays paid.".to_owned(),
        paid => format!(" {paid} that have arrived stay paid."),
    };
    Some(format!("{stopped}, and the money is back in your balance at once.{kept} This cannot be undone."))
}
