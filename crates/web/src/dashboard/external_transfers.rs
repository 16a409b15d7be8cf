//! What the pages of deposits and withdrawals share: prices as people read them, the other side by its name, and
//! refusals as sentences that say what to do. The lists are in `list`, the first page of making
//! one is in `make`.

mod list;
mod make;

pub use list::{ListText, list};
pub use make::{both, first_form, needs_new_price};

use app::{Failure, SimulatedEvent, SimulatedRailNotice};
use i18n::Locale;
use rules::account::Mode;
use rules::external_transfer::{Counterparty, ExternalTransfer, Route};
use rules::money::{Amount, Currency, MICROS_PER_UNIT};
use rules::pricing::{Fees, Rate};
use rules::quote::{Direction, Quote};
use rules::refusal::{Limit, Refusal, StaleQuote};
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use crate::page::shell::Section;
use crate::page::{Flash, PageError, PageRequest, PageResponse, refusal_text};

/// The field that says which bank account a deposit comes from.
pub const PAYER_ACCOUNT: &str = "bank_account_id";

/// How often a page that waits for something looks again by itself. After that, people reload it.
const MAX_LOOKS: u32 = 8;

/// A price as people read it.
pub struct PriceView {
    pub gives: Amount,
    pub gives_in: Currency,
    pub gets: Amount,
    pub gets_in: Currency,
    /// `1.00 USDC = R$5.43`, where there is a rate.
    pub rate: Option<String>,
    pub fees: FeesView,
}

/// Fees as a page shows them: the total and its parts.
pub struct FeesView {
    pub parts: Vec<(&'static str, Amount)>,
    pub total: Amount,
}

impl FeesView {
    fn new(locale: Locale, fees: &Fees) -> FeesView {
        FeesView { parts: parts_of_fees(locale, fees), total: fees.total() }
    }

    /// Of a deposit, a withdrawal or a payment from outside.
    pub fn of(locale: Locale, row: &Transaction, external_transfer: &ExternalTransfer) -> FeesView {
        let fees = match row.kind {
            TransactionType::Withdrawal => external_transfer.fees_of_withdrawal(row.amount),
            TransactionType::Deposit | TransactionType::InboundTransfer | TransactionType::Payout => {
                external_transfer.fees_of_deposit()
            }
        };
        FeesView::new(locale, &fees)
    }
}

impl PriceView {
    pub fn quoted(locale: Locale, quote: &Quote) -> PriceView {
        let (usdc, fiat) = (Currency::Usdc, quote.rail.currency());
        let (gives_in, gets_in) = match quote.direction {
            Direction::Deposit => (fiat, usdc),
            Direction::Withdrawal => (usdc, fiat),
        };
        PriceView {
            gives: quote.source(),
            gives_in,
            gets: quote.destination(),
            gets_in,
            rate: rate(locale, quote.terms.rate, fiat),
            fees: FeesView::new(locale, &quote.price.fees),
        }
    }

    /// USDC that goes to a wallet.
    pub fn on_chain(locale: Locale, price: &rules::pricing::Price) -> PriceView {
        let usdc = Currency::Usdc;
        PriceView {
            gives: price.inside,
            gives_in: usdc,
            gets: price.outside,
            gets_in: usdc,
            rate: None,
            fees: FeesView::new(locale, &price.fees),
        }
    }

    /// Of a deposit or a withdrawal that was made.
    pub fn of(locale: Locale, row: &Transaction, external_transfer: &ExternalTransfer) -> PriceView {
        let (usdc, outside) = (Currency::Usdc, external_transfer.route.currency());
        let rate = rate(locale, external_transfer.terms.rate, outside);
        let is_out = row.kind == TransactionType::Withdrawal;
        let (inside, outside) = ((row.amount, usdc), (external_transfer.outside, outside));
        let ((gives, gives_in), (gets, gets_in)) = if is_out { (inside, outside) } else { (outside, inside) };
        let fees = FeesView::of(locale, row, external_transfer);
        PriceView { gives, gives_in, gets, gets_in, rate, fees }
    }
}

/// `1.00 USDC = R$5.43`, as on receipts.
pub fn rate(locale: Locale, rate: Option<Rate>, fiat: Currency) -> Option<String> {
    let usdc = locale.money(Amount::from_micros(MICROS_PER_UNIT), Currency::Usdc);
    let amount = locale.money(Amount::from_micros(rate?.micros()), fiat);
    Some(locale.text_with("receipt-exchange-rate", &[("usdc", &usdc), ("amount", &amount)]))
}

/// What each part of the fees is called.
fn parts_of_fees(locale: Locale, fees: &Fees) -> Vec<(&'static str, Amount)> {
    let label = |name| match name {
        "fixed" => locale.text("transfer-fee-fixed"),
        "percentage" => locale.text("transfer-fee-percentage"),
        "spread" => locale.text("transfer-fee-spread"),
        "rounding" => locale.text("transfer-fee-rounding"),
        other => other,
    };
    fees.components().map(|(name, amount)| (label(name), amount)).collect()
}

/// Something on the other side: a bank account, or a wallet.
#[derive(Clone)]
pub struct OtherSide {
    pub name: String,
    pub below: String,
    pub href: String,
}

/// The other side of each of these. What several share is looked up once.
pub async fn other_sides(
    request: &PageRequest<'_>,
    rows: &[Transaction],
) -> Result<Vec<OtherSide>, PageError> {
    let mut known: Vec<(String, OtherSide)> = Vec::new();
    let mut sides = Vec::with_capacity(rows.len());
    for row in rows {
        let id = other_id(row);
        let side = match known.iter().find(|(known, _)| *known == id) {
            Some((_, side)) => side.clone(),
            None => other_side(request, row, &id).await?,
        };
        known.push((id, side.clone()));
        sides.push(side);
    }
    Ok(sides)
}

fn other_id(row: &Transaction) -> String {
    match row.external_transfer.as_deref().map(|external_transfer| &external_transfer.counterparty) {
        Some(Counterparty::Address { wallet, .. }) => wallet.to_string(),
        _ => row.bank_account.map(|id| id.to_string()).unwrap_or_default(),
    }
}

async fn other_side(request: &PageRequest<'_>, row: &Transaction, id: &str) -> Result<OtherSide, PageError> {
    let (caller, mode) = (request.caller()?, request.mode()?);
    let is_chain = row
        .external_transfer
        .as_deref()
        .is_some_and(|external_transfer| external_transfer.route == Route::Chain);
    let (name, below, section) = if is_chain {
        let known = request.app().external_transfers.known_external_wallet(&caller, id).await?;
        let below = format!("{} · {}", known.chain, known.address.shortened());
        (known.name, below, Section::ExternalWallets)
    } else {
        let known = request.app().external_transfers.masked_bank_account(&caller, id).await?;
        let below =
            format!("{} · {}", request.locale.rail_name(known.rail), known.shown_number(request.locale));
        (known.name, below, Section::BankAccounts)
    };
    Ok(OtherSide { name, below, href: format!("{}/{id}", section.href(mode)) })
}

/// A sentence, and the field that it belongs beside.
pub struct FieldError {
    pub field: &'static str,
    pub text: String,
}

/// Why a deposit or a withdrawal cannot be made, and what to do. `place` is the field that says where the money comes
/// from, or goes. What names nothing of this account is not found; a failure of ours is a failure.
pub fn wrong(
    request: &PageRequest<'_>,
    failure: Failure,
    place: &'static str,
) -> Result<FieldError, PageError> {
    let Failure::Refused(refusal) = failure else { return Err(failure.into()) };
    let field = match &refusal {
        Refusal::UnknownBankAccount
        | Refusal::UnknownExternalWallet
        | Refusal::QuoteExpired(StaleQuote::Unknown) => return Err(PageError::NotFound),
        Refusal::LimitExceeded(Limit::OpenTransfers { .. }) | Refusal::MoneyStopped => "",
        Refusal::LimitExceeded(_) | Refusal::InsufficientFunds { .. } => "amount",
        Refusal::BankAccountArchived
        | Refusal::ExternalWalletArchived
        | Refusal::WalletTooNew { .. }
        | Refusal::RouteClosed { .. } => place,
        _ => return Err(refusal.into()),
    };
    let text = refusal_text(request.locale, &refusal);
    let is_closed = matches!(refusal, Refusal::RouteClosed { .. });
    let text = if is_closed { with_support_address(request, text) } else { text };
    Ok(FieldError { field, text })
}

fn with_support_address(request: &PageRequest<'_>, text: String) -> String {
    match request.frame().support_email {
        Some(email) => {
            format!("{text} {}", request.locale.text_with("transfer-ask-support", &[("email", &email)]))
        }
        None => text,
    }
}

/// Why a page that waits for something should be looked at again by itself, and where: a few times, so that no user
/// stays signed in for a page that was forgotten.
pub fn look_again(request: &PageRequest<'_>, row: &Transaction) -> Option<String> {
    let looks: u32 = request.query.get("look").parse().unwrap_or(0);
    let is_moving = match row.status {
        TransactionStatus::Processing | TransactionStatus::Queued => true,
        TransactionStatus::AwaitingTransfer
        | TransactionStatus::PendingClaim
        | TransactionStatus::Completed
        | TransactionStatus::Failed
        | TransactionStatus::Cancelled
        | TransactionStatus::Expired => false,
    };
    (is_moving && looks < MAX_LOOKS).then(|| format!("{}?look={}", request.path, looks + 1))
}

pub fn external_transfer(transaction: &Transaction) -> &ExternalTransfer {
    transaction.external_transfer.as_deref().expect("deposits and withdrawals have an external transfer")
}

/// The deposit or withdrawal that the address of this page names.
pub async fn find(request: &PageRequest<'_>, kind: TransactionType) -> Result<Transaction, PageError> {
    let caller = request.caller()?;
    Ok(request.app().external_transfers.own_external_transfer(&caller, kind, request.param("id")).await?)
}

/// Back to the deposit or withdrawal, which says what was done.
pub fn back_to(request: &PageRequest<'_>, section: Section, flash: Flash) -> Result<PageResponse, PageError> {
    let section = section.href(request.mode()?);
    Ok(PageResponse::goto(format!("{section}/{}", request.param("id"))).saying(flash))
}

/// A bank, or the chain, reports one of these events. Only the sandbox can be told to.
pub async fn simulate(
    request: &PageRequest<'_>,
    kind: TransactionType,
    events: &[(&str, SimulatedEvent)],
) -> Result<(), PageError> {
    if request.mode()? == Mode::Live {
        return Err(PageError::NotFound);
    }
    let named = events.iter().find(|(name, _)| *name == request.form.get("event"));
    let (_, event) = *named.ok_or(PageError::NotFound)?;
    let notice = SimulatedRailNotice { event, amount: None, bank_reference: None };
    let (caller, id) = (request.caller()?, request.param("id"));
    request.app().sandbox.simulate_notice(&caller, kind, id, notice, request.idempotency()?).await?;
    Ok(())
}

/// All, or those in one state.
pub fn status_tabs(
    request: &PageRequest<'_>,
    statuses: &[TransactionStatus],
) -> Vec<(&'static str, String, bool)> {
    let (locale, here) = (request.locale, request.query.get("status"));
    let all = [(locale.text("transfers-all"), request.path.to_owned(), here.is_empty())];
    let tab = |status: &TransactionStatus| {
        let name = status.name();
        (locale.transaction_status(*status), format!("{}?status={name}", request.path), here == name)
    };
    all.into_iter().chain(statuses.iter().map(tab)).collect()
}
