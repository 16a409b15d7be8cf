//! Making a withdrawal: where to and how much, then the price, then the withdrawal. To a bank it is made with the price
//! that was shown, or not at all; to a wallet it is made if the price is still the one that was shown.

use app::{ExternalWalletFilter, MaskedBankAccount, NewDestination, NewQuote, NewWithdrawal, Paging};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::account::Mode;
use rules::archive_status::ArchiveStatus;
use rules::decisions::withdrawal::QUEUED_SECONDS;
use rules::external_account::external_wallet::ExternalWallet;
use rules::external_transfer::Route;
use rules::money::{Amount, Currency};
use rules::quote::{Direction, Side};
use rules::rail::Rail;
use rules::refusal::{Limit, Refusal};

use crate::dashboard::bank_accounts;
use crate::dashboard::deposits::choices as bank_account_choices;
use crate::dashboard::external_transfers::{self, FieldError, PriceView};
use crate::dashboard::external_wallets;
use crate::dashboard::local_rail;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, FormFields, PageError, PageRequest, PageResponse, amount_field, made};

/// The field that says where the money goes.
const PLACE: &str = "to";
const MAX_CHOICES: usize = 100;

#[derive(Template)]
#[template(path = "dashboard/withdrawal_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    accounts: Vec<bank_accounts::BankAccountRow>,
    wallets: Vec<external_wallets::ExternalWalletRow>,
    /// Where a new account can be, the reader's own rail first.
    rails: Vec<(&'static str, String)>,
    available: Amount,
    /// Whether USDC can be sent to wallets.
    has_wallets: bool,
}

#[derive(Template)]
#[template(path = "dashboard/withdrawal_review.html")]
struct Review<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    to: String,
    name: String,
    below: String,
    /// As the first page takes it.
    amount: String,
    /// Where a price can be promised: the quote, and until when it is good.
    quote: Option<(String, String)>,
    price: PriceView,
    /// The time by which it should arrive.
    arrival: String,
    lead: String,
    is_renewed: bool,
}

impl Review<'_> {
    /// The first page, filled in as it was.
    fn back(&self) -> String {
        self.shell.below(format!("new?to={}&amount={}", self.to, self.amount))
    }
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, &request.query, Vec::new()).await
}

async fn page(
    request: &PageRequest<'_>,
    filled: &FormFields,
    wrong: Vec<FieldError>,
) -> Result<PageResponse, PageError> {
    let (chosen, caller) = (filled.get(PLACE), request.caller()?);
    let rails = rails(request, caller.mode);
    let accounts = bank_account_choices(request, chosen, &rails).await?;
    let available = request.app().accounts.balance_of(&caller).await?.available;
    let mut form = external_transfers::first_form(request, "withdrawal", PLACE, filled, wrong);
    // Where money went before, or else where the reader most likely has an account.
    if chosen.is_empty() {
        let newest = accounts.first().map(|account| account.id.clone());
        let local = local_rail::of_reader(request).filter(|rail| rails.contains(rail));
        form = form.with(PLACE, newest.or(local.map(|rail| rail.name().to_owned())).unwrap_or_default());
    }
    let page = NewPage {
        shell: request.shell(Section::Withdrawals)?,
        form,
        accounts,
        wallets: wallet_choices(request, chosen).await?,
        rails: rails.into_iter().map(|rail| (rail.name(), words_of(request, caller.mode, rail))).collect(),
        available,
        has_wallets: request.app().external_transfers.can_withdraw_to_wallets(caller.mode),
    };
    Ok(PageResponse::page(&page))
}

/// A rail, and how long it takes.
fn words_of(request: &PageRequest<'_>, mode: Mode, rail: Rail) -> String {
    let time = request.app().external_transfers.withdrawal_time(mode, Route::Bank(rail));
    format!("{} · {}", request.locale.rail_name(rail), request.locale.transfer_time(time))
}

fn rails(request: &PageRequest<'_>, mode: Mode) -> Vec<Rail> {
    let mut rails = request.app().external_transfers.withdrawal_rails(mode);
    let local = local_rail::of_reader(request);
    rails.sort_by_key(|rail| Some(*rail) != local);
    rails
}

/// The active wallets, newest first; the one that was chosen is among them, however old.
pub async fn wallet_choices(
    request: &PageRequest<'_>,
    chosen: &str,
) -> Result<Vec<external_wallets::ExternalWalletRow>, PageError> {
    let caller = request.caller()?;
    let filter =
        ExternalWalletFilter { statuses: vec![ArchiveStatus::Active], ..ExternalWalletFilter::default() };
    let paging = Paging { cursor: None, size: MAX_CHOICES, filters: String::new() };
    let mut known =
        request.app().external_transfers.external_wallets_shown(&caller, &filter, &paging).await?.items;
    known.retain(|_| request.app().external_transfers.can_withdraw_to_wallets(caller.mode));
    if chosen.starts_with("ew_") && !known.iter().any(|wallet| wallet.id.to_string() == chosen) {
        known.push(request.app().external_transfers.known_external_wallet(&caller, chosen).await?);
    }
    known.iter().map(|wallet| external_wallets::ExternalWalletRow::of(request, wallet)).collect()
}

/// What the first page asked for.
struct WithdrawalRequest {
    to: WithdrawalDestination,
    amount: Amount,
}

enum WithdrawalDestination {
    Bank(MaskedBankAccount),
    Wallet(ExternalWallet),
}

impl WithdrawalDestination {
    fn id(&self) -> String {
        match self {
            WithdrawalDestination::Bank(account) => account.id.to_string(),
            WithdrawalDestination::Wallet(wallet) => wallet.id.to_string(),
        }
    }

    fn route(&self) -> Route {
        match self {
            WithdrawalDestination::Bank(account) => Route::Bank(account.rail),
            WithdrawalDestination::Wallet(_) => Route::Chain,
        }
    }

    fn words(&self, locale: Locale) -> (String, String) {
        match self {
            WithdrawalDestination::Bank(account) => {
                let number = account.shown_number(locale);
                (account.name.clone(), format!("{} · {}", locale.rail_name(account.rail), number))
            }
            WithdrawalDestination::Wallet(wallet) => {
                (wallet.name.clone(), format!("{} · {}", wallet.chain, wallet.address))
            }
        }
    }

    /// What is known to be refused before a price is asked for.
    fn refusal(&self, request: &PageRequest<'_>) -> Result<Option<Refusal>, PageError> {
        Ok(match self {
            WithdrawalDestination::Bank(account) if account.status == ArchiveStatus::Archived => {
                Some(Refusal::BankAccountArchived)
            }
            WithdrawalDestination::Bank(account) => {
                let open = request.app().external_transfers.withdrawal_rails(request.mode()?);
                let closed = Refusal::RouteClosed { what: "withdrawals", route: account.rail.payment_rail() };
                (!open.contains(&account.rail)).then_some(closed)
            }
            WithdrawalDestination::Wallet(wallet) if wallet.status == ArchiveStatus::Archived => {
                Some(Refusal::ExternalWalletArchived)
            }
            WithdrawalDestination::Wallet(wallet) => {
                let waits = request.app().external_transfers.waits_until(request.account()?, wallet);
                waits.map(|usable_at| Refusal::WalletTooNew { usable_at })
            }
        })
    }
}

/// Reads the form; what is wrong with it is shown on the first page.
async fn asked(request: &PageRequest<'_>) -> Result<Result<WithdrawalRequest, Vec<FieldError>>, PageError> {
    reading(request, request.form.get(PLACE)).await
}

async fn reading(
    request: &PageRequest<'_>,
    chosen: &str,
) -> Result<Result<WithdrawalRequest, Vec<FieldError>>, PageError> {
    let (app, caller) = (request.app(), request.caller()?);
    let to = match chosen {
        "" => {
            let text = request.locale.text("withdrawal-not-chosen").to_owned();
            Err(FieldError { field: PLACE, text })
        }
        id if id.starts_with("ew_") => Ok(WithdrawalDestination::Wallet(
            app.external_transfers.known_external_wallet(&caller, id).await?,
        )),
        id => Ok(WithdrawalDestination::Bank(app.external_transfers.masked_bank_account(&caller, id).await?)),
    };
    let both = external_transfers::both(to, amount(request));
    Ok(both.map(|(to, amount)| WithdrawalRequest { to, amount }))
}

fn amount(request: &PageRequest<'_>) -> Result<Amount, String> {
    let limit = Limit::ExternalTransfer { most: request.app().external_transfers.max_per_transfer() };
    amount_field(request.locale, &request.form, "amount", Currency::Usdc, limit)
}

async fn again(request: &PageRequest<'_>, wrong: Vec<FieldError>) -> Result<PageResponse, PageError> {
    Ok(page(request, &request.form, wrong).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

pub async fn review(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let open = request.app().external_transfers.withdrawal_rails(request.mode()?);
    match Rail::parse(request.form.get(PLACE)).filter(|rail| open.contains(rail)) {
        Some(rail) => to_new_account(request, rail).await,
        None => review_to(request, request.form.get(PLACE)).await,
    }
}

/// On to the details of the account, with the amount if it can be withdrawn.
async fn to_new_account(request: &PageRequest<'_>, rail: Rail) -> Result<PageResponse, PageError> {
    let available = request.app().accounts.balance_of(&request.caller()?).await?.available;
    match amount(request) {
        Ok(needed) if needed <= available => {
            let mut query = form_urlencoded::Serializer::new(String::new());
            query.append_pair("rail", rail.name());
            query.append_pair("amount", &request.locale.typed_amount(needed));
            let section = Section::Withdrawals.href(request.mode()?);
            Ok(PageResponse::goto(format!("{section}/bank_account?{}", query.finish())))
        }
        Ok(needed) => {
            let short = Refusal::InsufficientFunds { needed, available };
            again(request, vec![external_transfers::wrong(request, short.into(), PLACE)?]).await
        }
        Err(text) => again(request, vec![FieldError { field: "amount", text }]).await,
    }
}

/// The price of a withdrawal to this bank account or wallet.
pub async fn review_to(request: &PageRequest<'_>, chosen: &str) -> Result<PageResponse, PageError> {
    let asked = match reading(request, chosen).await? {
        Ok(asked) => asked,
        Err(wrong) => return again(request, wrong).await,
    };
    let available = request.app().accounts.balance_of(&request.caller()?).await?.available;
    let short =
        (available < asked.amount).then_some(Refusal::InsufficientFunds { needed: asked.amount, available });
    let mut wrong = Vec::new();
    for refusal in [asked.to.refusal(request)?, short].into_iter().flatten() {
        wrong.push(external_transfers::wrong(request, refusal.into(), PLACE)?);
    }
    if !wrong.is_empty() {
        return again(request, wrong).await;
    }
    priced(request, &asked, StatusCode::OK).await
}

/// The price: a quote for a bank, and what it costs now for a wallet.
async fn priced(
    request: &PageRequest<'_>,
    asked: &WithdrawalRequest,
    status: StatusCode,
) -> Result<PageResponse, PageError> {
    let (caller, amount, locale) = (request.caller()?, asked.amount, request.locale);
    let priced = match &asked.to {
        WithdrawalDestination::Bank(account) => {
            let (direction, rail) = (Direction::Withdrawal, account.rail);
            let new = NewQuote { direction, rail, amount, side: Side::Source };
            let quoted = request.app().external_transfers.quote(&caller, new).await;
            quoted.map(|quote| {
                let until = locale.date_time(quote.expires_at);
                (PriceView::quoted(locale, &quote), Some((quote.id.to_string(), until)))
            })
        }
        WithdrawalDestination::Wallet(_) => request
            .app()
            .external_transfers
            .price_to_wallet(&caller, amount)
            .map(|price| (PriceView::on_chain(locale, &price), None)),
    };
    let (price, quote) = match priced {
        Ok(priced) => priced,
        Err(failure) => {
            return again(request, vec![external_transfers::wrong(request, failure, PLACE)?]).await;
        }
    };
    let (name, below) = asked.to.words(locale);
    let time_to_cancel = locale.duration(QUEUED_SECONDS);
    let page = Review {
        shell: request.shell(Section::Withdrawals)?,
        form: Form::post(locale, "review", request.csrf(), &request.form_key),
        to: asked.to.id(),
        name,
        below,
        amount: locale.typed_amount(amount),
        quote,
        price,
        arrival: locale.arrival(
            request.app().external_transfers.withdrawal_arrival(request.account()?, asked.to.route()),
        ),
        lead: locale.text_with("withdrawal-review-lead", &[("duration", &time_to_cancel)]),
        is_renewed: status != StatusCode::OK,
    };
    Ok(PageResponse::page(&page).with_status(status))
}

pub async fn make(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let asked = match asked(request).await? {
        Ok(asked) => asked,
        Err(wrong) => return again(request, wrong).await,
    };
    request.confirmed(|| {
        let amount = request.locale.money(asked.amount, Currency::Usdc);
        let (destination, _) = asked.to.words(request.locale);
        request.locale.text_with("confirm-withdrawal", &[("amount", &amount), ("destination", &destination)])
    })?;
    let (caller, id) = (request.caller()?, asked.to.id());
    let (to, quote, arrives) = match &asked.to {
        WithdrawalDestination::Bank(_) => {
            (NewDestination::BankAccount(id), Some(request.form.get("quote_id").to_owned()), None)
        }
        // Compared where the form is recalled: one that was sent twice has one answer, whatever the price is by then.
        WithdrawalDestination::Wallet(_) => {
            let shown = Amount::parse(request.form.get("arrives"), Currency::Usdc).unwrap_or(Amount::ZERO);
            (NewDestination::ExternalWallet(id), None, Some(shown))
        }
    };
    let new = NewWithdrawal { to, amount: asked.amount, quote, arrives };
    match request.app().external_transfers.create_withdrawal(&caller, new, request.idempotency()?).await {
        Ok(answered) => {
            let there = format!("{}/{}", Section::Withdrawals.href(request.mode()?), made(&answered)?);
            Ok(PageResponse::goto(there).saying(Flash::WithdrawalCreated))
        }
        Err(failure) if external_transfers::needs_new_price(&failure) => {
            priced(request, &asked, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(failure) => again(request, vec![external_transfers::wrong(request, failure, PLACE)?]).await,
    }
}
