//! Several deliveries of an endpoint that are sent again at once.

use super::home;
use crate::dashboard::selection::{Question, SelectedRow, ask, for_each, selected_ids, spend_writes};
use crate::page::shell::Section;
use crate::page::{Flash, FlashMessage, FormFields, PageError, PageRequest, PageResponse};

pub async fn ask_resend(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let rows = deliveries(request, &request.query).await?;
    let count = rows.len();
    ask(
        request,
        Question {
            section: Section::Webhooks,
            action: request.locale.text_with("selection-resend", &[("count", &count)]),
            text: request.locale.text("selection-resend-text").to_owned(),
            is_dangerous: false,
            back: list(request)?,
            rows,
        },
    )
}

pub async fn resend(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (account, endpoint, app) = (request.account()?, request.param("id"), request.app());
    let ids: Vec<String> = deliveries(request, &request.form).await?.into_iter().map(|row| row.id).collect();
    spend_writes(request, ids.len())?;
    let tally = for_each(&ids, |id| app.webhooks.replay_delivery(account, endpoint, id)).await?;
    let message = FlashMessage::selected(Flash::EventsResent, tally);
    Ok(PageResponse::goto(list(request)?).saying(message))
}

fn list(request: &PageRequest<'_>) -> Result<String, PageError> {
    Ok(format!("{}/deliveries", home(request)?))
}

async fn deliveries(request: &PageRequest<'_>, fields: &FormFields) -> Result<Vec<SelectedRow>, PageError> {
    let (account, endpoint) = (request.account()?, request.param("id"));
    // What isn't there is unknown, even if nothing is selected.
    request.app().webhooks.own_endpoint(account, endpoint).await?;
    let mut rows = Vec::new();
    for id in selected_ids(fields)? {
        let event = request.app().webhooks.delivery(account, endpoint, &id).await?.shown.event;
        rows.push(SelectedRow { id, name: event.kind.name().to_owned(), below: event.object });
    }
    Ok(rows)
}
