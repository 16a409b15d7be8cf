//! Automatic withdrawals: whether they are on, where they go, why they were turned off, and the form that turns them
//! on. Whoever can change them can redirect money that is not there yet, so that takes the password.

use app::{NewAutomaticWithdrawals, NewDestination};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::automatic_withdrawal::{AutomaticWithdrawals, OffReason};
use rules::external_account::Destination;
use rules::money::{Amount, Currency, MICROS_PER_UNIT};
use rules::refusal::{Limit, Refusal};

use super::make::wallet_choices;
use crate::dashboard::deposits::choices as bank_account_choices;
use crate::dashboard::external_transfers::{self, FieldError};
use crate::dashboard::parts::StatusBadge;
use crate::dashboard::{bank_accounts, external_wallets};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, FormFields, PageError, PageRequest, PageResponse, amount_field};

/// The field that says where the money goes.
const PLACE: &str = "to";
/// What a form is filled with at first: less is rarely worth its fees.
const SUGGESTED_MINIMUM: Amount = Amount::from_micros(100 * MICROS_PER_UNIT);

#[derive(Template)]
#[template(path = "dashboard/withdrawals_automatic.html")]
struct AutomaticPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    known: Option<Known>,
}

/// What was asked for, and how far it is.
struct Known {
    to: String,
    to_href: String,
    minimum: String,
    collected: String,
    /// What one withdrawal takes at most.
    most: String,
    /// Why they are off and what to do, and since when.
    off: Option<(&'static str, String)>,
    /// When a withdrawal that was refused is tried again.
    next_at: Option<String>,
}

impl AutomaticPage<'_> {
    fn here(&self, what: &str) -> String {
        self.shell.below(format!("automatic/{what}"))
    }

    fn badge(&self) -> StatusBadge {
        let state = if self.is_on() { "on" } else { "off" };
        let words = self.shell.frame.locale.text_with("automatic-state", &[("state", &state)]);
        StatusBadge::named(state, words)
    }

    fn is_on(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.off.is_none())
    }
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let known = known(request).await?;
    let shell = request.shell(Section::Withdrawals)?;
    let locale = request.locale;
    let known = match known {
        Some(known) => Some(shown(request, locale, &known).await?),
        None => None,
    };
    let form = Form::post(locale, "automatic", request.csrf(), &request.form_key);
    let page = AutomaticPage { shell, form, known };
    Ok(PageResponse::page(&page))
}

async fn shown(
    request: &PageRequest<'_>,
    locale: Locale,
    known: &AutomaticWithdrawals,
) -> Result<Known, PageError> {
    let (app, caller) = (request.app(), request.caller()?);
    let id = destination_id(known.destination);
    let (to, section) = match known.destination {
        Destination::BankAccount(_) => {
            let account = app.external_transfers.masked_bank_account(&caller, &id).await?;
            (format!("{} · {}", account.name, account.shown_number(locale)), Section::BankAccounts)
        }
        Destination::ExternalWallet(_) => {
            let wallet = app.external_transfers.known_external_wallet(&caller, &id).await?;
            (format!("{} · {}", wallet.name, wallet.address.shortened()), Section::ExternalWallets)
        }
    };
    Ok(Known {
        to,
        to_href: format!("{}/{id}", section.href(request.mode()?)),
        minimum: locale.money(known.minimum, Currency::Usdc),
        collected: locale.money(known.collected, Currency::Usdc),
        most: locale
            .money(app.external_transfers.max_withdrawn(known.mode, known.destination), Currency::Usdc),
        off: known.off.map(|off| (locale.automatic_withdrawals_off(off.reason), locale.date_time(off.at))),
        next_at: known.next_at.map(|next_at| locale.long_date_time(next_at)),
    })
}

fn destination_id(destination: Destination) -> String {
    match destination {
        Destination::BankAccount(id) => id.to_string(),
        Destination::ExternalWallet(id) => id.to_string(),
    }
}

#[derive(Template)]
#[template(path = "dashboard/withdrawals_automatic_edit.html")]
struct EditPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    accounts: Vec<bank_accounts::BankAccountRow>,
    wallets: Vec<external_wallets::ExternalWalletRow>,
    is_on: bool,
}

impl EditPage<'_> {
    fn save(&self) -> &'static str {
        let locale = self.shell.frame.locale;
        if self.is_on { locale.text("action-save") } else { locale.text("automatic-turn-on") }
    }
}

pub async fn edit(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let known = known(request).await?;
    // What is archived can't be chosen again.
    let archived = |known: &AutomaticWithdrawals| {
        known.off.is_some_and(|off| off.reason == OffReason::DestinationArchived)
    };
    let to = known.as_ref().filter(|known| !archived(known));
    let to = to.map(|known| destination_id(known.destination)).unwrap_or_default();
    let minimum = request.locale.typed_amount(known.map_or(SUGGESTED_MINIMUM, |known| known.minimum));
    edit_page(request, (&to, &minimum), Vec::new()).await
}

async fn known(request: &PageRequest<'_>) -> Result<Option<AutomaticWithdrawals>, PageError> {
    Ok(request.app().external_transfers.automatic_withdrawals(&request.caller()?).await?)
}

async fn edit_page(
    request: &PageRequest<'_>,
    (to, minimum): (&str, &str),
    wrong: Vec<FieldError>,
) -> Result<PageResponse, PageError> {
    let shell = request.shell(Section::Withdrawals)?;
    let form = Form::post(request.locale, "automatic", request.csrf(), "");
    let form = form.with(PLACE, to).with("amount", minimum);
    let rails = request.app().external_transfers.withdrawal_rails(request.mode()?);
    let page = EditPage {
        form: wrong.into_iter().fold(form, |form, wrong| form.wrong(wrong.field, wrong.text)),
        accounts: bank_account_choices(request, to, &rails).await?,
        wallets: wallet_choices(request, to).await?,
        is_on: known(request).await?.is_some_and(|known| known.is_on()),
        shell,
    };
    Ok(PageResponse::page(&page))
}

/// Reads the form, or says what is wrong with it.
fn asked(
    locale: Locale,
    form: &FormFields,
    limit: Limit,
) -> Result<NewAutomaticWithdrawals, Vec<FieldError>> {
    let to = match form.get(PLACE) {
        "" => {
            let text = locale.text("automatic-choose-destination").to_owned();
            Err(FieldError { field: PLACE, text })
        }
        id if id.starts_with("ew_") => Ok(NewDestination::ExternalWallet(id.to_owned())),
        id => Ok(NewDestination::BankAccount(id.to_owned())),
    };
    let minimum = amount_field(locale, form, "amount", Currency::Usdc, limit);
    external_transfers::both(to, minimum).map(|(to, minimum)| NewAutomaticWithdrawals { to, minimum })
}

pub async fn save(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let limit = Limit::ExternalTransfer { most: request.app().external_transfers.max_per_transfer() };
    let failed = match asked(request.locale, &request.form, limit) {
        Err(wrong) => wrong,
        Ok(new) => {
            let (person, client_info) = (request.person()?, &request.visitor.client_info);
            let saved = request
                .app()
                .external_transfers
                .set_automatic_withdrawals(person, client_info, &request.caller()?, new)
                .await;
            match saved {
                Ok(_) => return back(request, Flash::AutomaticOn),
                Err(failure) => vec![wrong(request, failure)?],
            }
        }
    };
    let filled = (request.form.get(PLACE), request.form.text("amount"));
    let page = edit_page(request, (filled.0, &filled.1), failed).await?;
    Ok(page.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// Why they cannot be turned on like this, and what to do.
fn wrong(request: &PageRequest<'_>, failure: app::Failure) -> Result<FieldError, PageError> {
    let locale = request.locale;
    match &failure {
        app::Failure::Refused(Refusal::LimitExceeded(Limit::Smallest)) => {
            Ok(FieldError { field: "amount", text: locale.text("automatic-minimum-too-small").to_owned() })
        }
        app::Failure::Refused(Refusal::AddressOfService) => {
            let brand = request.frame().name;
            Ok(FieldError {
                field: PLACE,
                text: locale.text_with("automatic-own-address", &[("brand", &brand)]),
            })
        }
        _ => external_transfers::wrong(request, failure, PLACE),
    }
}

pub async fn turn_off(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (person, client_info) = (request.person()?, &request.visitor.client_info);
    request
        .app()
        .external_transfers
        .turn_off_automatic_withdrawals(person, client_info, &request.caller()?)
        .await?;
    back(request, Flash::AutomaticOff)
}

fn back(request: &PageRequest<'_>, flash: Flash) -> Result<PageResponse, PageError> {
    let section = Section::Withdrawals.href(request.mode()?);
    Ok(PageResponse::goto(format!("{section}/automatic")).saying(flash))
}
