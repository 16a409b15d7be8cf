//! Automatic withdrawals: whether they are on, where they go, why they were turned off, and the form that turns them
//! on. Whoever can change them can redirect money that is not there yet, so that takes the password.

use app::{NewAutomaticWithdrawals, NewDestination};
use askama::Template;
use axum::http::StatusCode;
use rules::automatic_withdrawal::{AutomaticWithdrawals, OffReason};
use rules::external_account::Destination;
use rules::money::{Amount, Currency};
use rules::refusal::{Limit, Refusal};

use super::make::wallet_choices;
use crate::dashboard::deposits::choices as bank_account_choices;
use crate::dashboard::external_transfers::{self, FieldError};
use crate::dashboard::when::moment;
use crate::dashboard::{bank_accounts, external_wallets};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{FormFields, PageError, PageRequest, PageResponse};

/// The field that says where the money goes.
const PLACE: &str = "to";
/// What a form is filled with at first: less is rarely worth its fees.
const SUGGESTED_MINIMUM: &str = "100.00";

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
    minimum: Amount,
    collected: Amount,
    /// Why they are off and what to do, and since when.
    off: Option<(&'static str, String)>,
    /// When a withdrawal that was refused is tried again.
    next_at: Option<String>,
}

impl AutomaticPage<'_> {
    fn here(&self, what: &str) -> String {
        self.shell.below(format!("automatic/{what}"))
    }

    fn state(&self) -> &'static str {
        if self.is_on() { "on" } else { "off" }
    }

    fn is_on(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.off.is_none())
    }
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let known = request.app().external_transfers.automatic_withdrawals(&request.caller()?).await?;
    let known = match known {
        Some(known) => Some(shown(request, &known).await?),
        None => None,
    };
    let page = AutomaticPage {
        shell: request.shell(Section::Withdrawals)?,
        form: Form::post("automatic", request.csrf(), &request.form_key),
        known,
    };
    Ok(PageResponse::page(&page))
}

async fn shown(request: &PageRequest<'_>, known: &AutomaticWithdrawals) -> Result<Known, PageError> {
    let (app, caller) = (request.app(), request.caller()?);
    let id = destination_id(known.destination);
    let (to, section) = match known.destination {
        Destination::BankAccount(_) => {
            let account = app.external_transfers.masked_bank_account(&caller, &id).await?;
            (format!("{} · {}", account.name, account.number), Section::BankAccounts)
        }
        Destination::ExternalWallet(_) => {
            let wallet = app.external_transfers.known_external_wallet(&caller, &id).await?;
            (format!("{} · {}", wallet.name, wallet.address.shortened()), Section::ExternalWallets)
        }
    };
    Ok(Known {
        to,
        to_href: format!("{}/{id}", section.href(request.mode()?)),
        minimum: known.minimum,
        collected: known.collected,
        off: known.off.map(|off| (why(off.reason), moment(off.at))),
        next_at: known.next_at.map(moment),
    })
}

fn destination_id(destination: Destination) -> String {
    match destination {
        Destination::BankAccount(id) => id.to_string(),
        Destination::ExternalWallet(id) => id.to_string(),
    }
}

/// Why they are off, and what to do.
const fn why(reason: OffReason) -> &'static str {
    match reason {
        OffReason::Owner => "You turned them off. New payments stay in your balance.",
        OffReason::DestinationArchived => {
            "The bank account or wallet was archived. New payments stay in your balance. To continue, choose another \
             destination."
        }
        OffReason::WithdrawalFailed => {
            "A withdrawal to this destination failed, and the money is back in your balance. Check the details before \
             you turn automatic withdrawals on again."
        }
        OffReason::WithdrawalReturned => {
            "The bank returned a withdrawal, and the money is back in your balance. Check the details before you turn \
             automatic withdrawals on again."
        }
        OffReason::RouteClosed => {
            "Withdrawals to this destination haven't been available for three days. New payments stay in your \
             balance. To continue, choose another destination."
        }
    }
}

#[derive(Template)]
#[template(path = "dashboard/withdrawals_automatic_edit.html")]
struct EditPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    accounts: Vec<bank_accounts::BankAccountRow>,
    wallets: Vec<external_wallets::ExternalWalletRow>,
}

pub async fn edit(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let known = request.app().external_transfers.automatic_withdrawals(&request.caller()?).await?;
    // What is archived can't be chosen again.
    let archived = |known: &AutomaticWithdrawals| {
        known.off.is_some_and(|off| off.reason == OffReason::DestinationArchived)
    };
    let to = known.as_ref().filter(|known| !archived(known));
    let to = to.map(|known| destination_id(known.destination)).unwrap_or_default();
    let minimum = known.map_or(SUGGESTED_MINIMUM.to_owned(), |known| known.minimum.to_string());
    edit_page(request, (&to, &minimum), Vec::new()).await
}

async fn edit_page(
    request: &PageRequest<'_>,
    (to, minimum): (&str, &str),
    wrong: Vec<FieldError>,
) -> Result<PageResponse, PageError> {
    let form = Form::post("automatic", request.csrf(), "").with(PLACE, to).with("amount", minimum);
    let page = EditPage {
        shell: request.shell(Section::Withdrawals)?,
        form: wrong.into_iter().fold(form, |form, wrong| form.wrong(wrong.field, wrong.text)),
        accounts: bank_account_choices(request, to).await?,
        wallets: wallet_choices(request, to).await?,
    };
    Ok(PageResponse::page(&page))
}

/// Reads the form, or says what is wrong with it.
fn asked(form: &FormFields) -> Result<NewAutomaticWithdrawals, Vec<FieldError>> {
    let to = match form.get(PLACE) {
        "" => Err(FieldError { field: PLACE, text: "Choose where the money should go.".to_owned() }),
        id if id.starts_with("ew_") => Ok(NewDestination::ExternalWallet(id.to_owned())),
        id => Ok(NewDestination::BankAccount(id.to_owned())),
    };
    let minimum = external_transfers::amount(&form.text("amount"), Currency::Usdc);
    external_transfers::both(to, minimum).map(|(to, minimum)| NewAutomaticWithdrawals { to, minimum })
}

pub async fn save(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let failed = match asked(&request.form) {
        Err(wrong) => wrong,
        Ok(new) => {
            let (person, client_info) = (request.person()?, &request.visitor.client_info);
            let saved = request
                .app()
                .external_transfers
                .set_automatic_withdrawals(person, client_info, &request.caller()?, new)
                .await;
            match saved {
                Ok(_) => return back(request, "automatic_on"),
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
    let text = match &failure {
        app::Failure::Refused(Refusal::LimitExceeded(Limit::Smallest)) => {
            "The fees leave nothing of this amount. Choose a larger minimum."
        }
        app::Failure::Refused(Refusal::AddressOfService) => {
            "This address belongs to an account of this service. Choose another wallet."
        }
        _ => return external_transfers::wrong(request, failure, PLACE),
    };
    let field = match &failure {
        app::Failure::Refused(Refusal::AddressOfService) => PLACE,
        _ => "amount",
    };
    Ok(FieldError { field, text: text.to_owned() })
}

pub async fn turn_off(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (person, client_info) = (request.person()?, &request.visitor.client_info);
    request
        .app()
        .external_transfers
        .turn_off_automatic_withdrawals(person, client_info, &request.caller()?)
        .await?;
    back(request, "automatic_off")
}

fn back(request: &PageRequest<'_>, said: &str) -> Result<PageResponse, PageError> {
    let section = Section::Withdrawals.href(request.mode()?);
    Ok(PageResponse::goto(format!("{section}/automatic?said={said}")))
}
