//! What a sender does to several payments of a payout, or to several payouts, at once.

use std::collections::BTreeMap;

use app::{ItemFilter, Paging, ShownItem};
use i18n::Locale;
use rules::payout::MAX_ITEMS;

use super::actions::home;
use super::title;
use crate::dashboard::selection::{Question, SelectedRow, ask, for_each, selected_ids, spend_writes};
use crate::page::shell::Section;
use crate::page::{Flash, FlashMessage, FormFields, PageError, PageRequest, PageResponse};

pub async fn ask_cancel_items(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let rows = rows(request.locale, &items(request, &request.query).await?);
    let count = rows.len();
    ask(
        request,
        Question {
            section: Section::Payouts,
            action: request.locale.text_with("selection-cancel-payments", &[("count", &count)]),
            text: request.locale.text("payout-item-cancel-text").to_owned(),
            is_dangerous: true,
            back: home(request)?,
            rows,
        },
    )
}

pub async fn cancel_items(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, payout, app) = (request.caller()?, request.param("id"), request.app());
    let ids = ids(&items(request, &request.form).await?);
    let idempotency = request.idempotency_of_each()?;
    let tally =
        for_each(&ids, |id| app.payouts.cancel_payout_item(&caller, payout, id, idempotency(id))).await?;
    let message = FlashMessage::selected(Flash::PaymentsCancelled, tally);
    Ok(PageResponse::goto(home(request)?).saying(message))
}

pub async fn ask_remind_items(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let rows = rows(request.locale, &items(request, &request.query).await?);
    let count = rows.len();
    ask(
        request,
        Question {
            section: Section::Payouts,
            action: request.locale.text_with("selection-remind", &[("count", &count)]),
            text: request.locale.text("selection-remind-text").to_owned(),
            is_dangerous: false,
            back: home(request)?,
            rows,
        },
    )
}

pub async fn remind_items(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, account) = (request.caller()?, request.account()?);
    let items = items(request, &request.form).await?;
    spend_writes(request, items.len())?;
    let tally = request.app().claim_pages.remind_each(&caller, account, items).await?;
    Ok(PageResponse::goto(home(request)?).saying(FlashMessage::reminded_all(tally)))
}

/// The selected payments of this payout. One that isn't among them makes the whole request unknown.
async fn items(request: &PageRequest<'_>, fields: &FormFields) -> Result<Vec<ShownItem>, PageError> {
    let (caller, id) = (request.caller()?, request.param("id"));
    let all = Paging { cursor: None, size: MAX_ITEMS, filters: String::new() };
    let payouts = &request.app().payouts;
    let items = payouts.payout_items_shown(&caller, id, &ItemFilter::default(), &all).await?.items;
    let mut known: BTreeMap<String, ShownItem> =
        items.into_iter().map(|item| (item.transaction.id.to_string(), item)).collect();
    let selected = selected_ids(fields)?;
    selected.iter().map(|id| known.remove(id).ok_or(PageError::NotFound)).collect()
}

fn ids(items: &[ShownItem]) -> Vec<String> {
    items.iter().map(|item| item.transaction.id.to_string()).collect()
}

fn rows(locale: Locale, items: &[ShownItem]) -> Vec<SelectedRow> {
    let row = |item: &ShownItem| SelectedRow {
        id: item.transaction.id.to_string(),
        name: item.email.to_string(),
        below: locale.money(item.transaction.amount, item.transaction.currency),
    };
    items.iter().map(row).collect()
}

pub async fn ask_cancel(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let rows = payouts(request, &request.query).await?;
    let count = rows.len();
    ask(
        request,
        Question {
            section: Section::Payouts,
            action: request.locale.text_with("selection-cancel-payouts", &[("count", &count)]),
            text: request.locale.text("selection-cancel-payouts-text").to_owned(),
            is_dangerous: true,
            back: Section::Payouts.href(request.mode()?),
            rows,
        },
    )
}

pub async fn cancel(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, app) = (request.caller()?, request.app());
    let ids: Vec<String> = payouts(request, &request.form).await?.into_iter().map(|row| row.id).collect();
    let idempotency = request.idempotency_of_each()?;
    let tally = for_each(&ids, |id| app.payouts.cancel_payout(&caller, id, idempotency(id))).await?;
    let message = FlashMessage::selected(Flash::PayoutsCancelled, tally);
    Ok(PageResponse::goto(Section::Payouts.href(request.mode()?)).saying(message))
}

async fn payouts(request: &PageRequest<'_>, fields: &FormFields) -> Result<Vec<SelectedRow>, PageError> {
    let (caller, locale) = (request.caller()?, request.locale);
    let mut rows = Vec::new();
    for id in selected_ids(fields)? {
        let payout = request.app().payouts.payout_shown(&caller, &id).await?;
        let below = locale.money(payout.total_amount, payout.currency);
        rows.push(SelectedRow { id, name: title(locale, &payout), below });
    }
    Ok(rows)
}
