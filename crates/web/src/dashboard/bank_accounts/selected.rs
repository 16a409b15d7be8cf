//! Several bank accounts, or external wallets, that are archived at once.

use crate::dashboard::selection::{Question, SelectedRow, ask, for_each, selected_ids};
use crate::page::shell::Section;
use crate::page::{Flash, FlashMessage, FormFields, PageError, PageRequest, PageResponse};

pub async fn ask_archive(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (rows, locale) = (bank_accounts(request, &request.query).await?, request.locale);
    let action = locale.text_with("selection-archive-bank-accounts", &[("count", &rows.len())]);
    let text = [locale.text("bank-account-archive-text"), locale.text("bank-account-archive-warning")];
    ask(request, question(request, Section::BankAccounts, (action, text), rows)?)
}

pub async fn archive(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, app) = (request.caller()?, request.app());
    let rows = bank_accounts(request, &request.form).await?;
    let idempotency = request.idempotency_of_each()?;
    let tally =
        for_each(&ids(rows), |id| app.external_transfers.archive_bank_account(&caller, id, idempotency(id)))
            .await?;
    let message = FlashMessage::selected(Flash::SelectedArchived, tally);
    Ok(PageResponse::goto(Section::BankAccounts.href(request.mode()?)).saying(message))
}

async fn bank_accounts(
    request: &PageRequest<'_>,
    fields: &FormFields,
) -> Result<Vec<SelectedRow>, PageError> {
    let caller = request.caller()?;
    let mut rows = Vec::new();
    for id in selected_ids(fields)? {
        let known = request.app().external_transfers.masked_bank_account(&caller, &id).await?;
        let below = known.shown_number(request.locale);
        rows.push(SelectedRow { id, name: known.name, below });
    }
    Ok(rows)
}

pub async fn ask_archive_wallets(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (rows, locale) = (wallets(request, &request.query).await?, request.locale);
    let action = locale.text_with("selection-archive-wallets", &[("count", &rows.len())]);
    let text = [locale.text("external-wallet-archive-text"), locale.text("external-wallet-archive-warning")];
    ask(request, question(request, Section::ExternalWallets, (action, text), rows)?)
}

pub async fn archive_wallets(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, app) = (request.caller()?, request.app());
    let rows = wallets(request, &request.form).await?;
    let idempotency = request.idempotency_of_each()?;
    let tally = for_each(&ids(rows), |id| {
        app.external_transfers.archive_external_wallet(&caller, id, idempotency(id))
    })
    .await?;
    let message = FlashMessage::selected(Flash::SelectedArchived, tally);
    Ok(PageResponse::goto(Section::ExternalWallets.href(request.mode()?)).saying(message))
}

async fn wallets(request: &PageRequest<'_>, fields: &FormFields) -> Result<Vec<SelectedRow>, PageError> {
    let caller = request.caller()?;
    let mut rows = Vec::new();
    for id in selected_ids(fields)? {
        let known = request.app().external_transfers.known_external_wallet(&caller, &id).await?;
        let below = known.address.shortened();
        rows.push(SelectedRow { id, name: known.name, below });
    }
    Ok(rows)
}

fn question(
    request: &PageRequest<'_>,
    section: Section,
    (action, text): (String, [&str; 2]),
    rows: Vec<SelectedRow>,
) -> Result<Question, PageError> {
    let back = section.href(request.mode()?);
    Ok(Question { section, action, text: text.join(" "), is_dangerous: true, back, rows })
}

fn ids(rows: Vec<SelectedRow>) -> Vec<String> {
    rows.into_iter().map(|row| row.id).collect()
}
