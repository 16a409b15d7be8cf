//! What the pages of deposits and withdrawals share: amounts as people type them, prices as they read them, the other
//! side by its name, and refusals as sentences that say what to do. The lists are in `list`, the first page of making
//! one is in `make`.

mod list;
mod make;

pub use list::{ListText, list};
pub use make::{both, first_form, needs_new_price};

use app::{Failure, SimulatedEvent, SimulatedRailNotice};
use rules::account::Mode;
use rules::external_transfer::{Counterparty, ExternalTransfer, Route};
use rules::money::{Amount, AmountError, Currency};
use rules::pricing::{Fees, Rate};
use rules::quote::{Direction, Quote};
use rules::refusal::{Limit, Refusal, StaleQuote};
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::when::moment;
use crate::page::shell::Section;
use crate::page::{PageError, PageRequest, PageResponse};

/// How often a page that waits for something looks again by itself. After that, people reload it.
const MOST_LOOKS: u32 = 8;

/// What was typed as an amount, or what is wrong with it.
pub fn amount(typed: &str, currency: Currency) -> Result<Amount, String> {
    Amount::parse(typed, currency).map_err(|error| match error {
        _ if typed.is_empty() => "An amount is needed.".to_owned(),
        AmountError::NotPlainDecimal => {
            "Write the amount in digits with a point before the cents, such as 1250.50.".to_owned()
        }
        AmountError::TooLarge => "That is more than can be counted.".to_owned(),
        AmountError::TooManyDecimals => {
            format!("{} has at most {} digits after the point.", currency.code(), currency.decimals())
        }
        AmountError::Zero => "Write an amount above zero.".to_owned(),
    })
}

/// A price as people read it.
pub struct PriceView {
    pub gives: Amount,
    pub gives_in: &'static str,
    pub gets: Amount,
    pub gets_in: &'static str,
    /// `1 USDC = 5.43 BRL`, where there is a rate.
    pub rate: Option<String>,
    pub fees: Vec<(&'static str, Amount)>,
    pub fees_total: Amount,
}

impl PriceView {
    pub fn quoted(quote: &Quote) -> PriceView {
        let (usdc, fiat) = (Currency::Usdc, quote.rail.currency());
        let (gives_in, gets_in) = match quote.direction {
            Direction::Deposit => (fiat, usdc),
            Direction::Withdrawal => (usdc, fiat),
        };
        PriceView {
            gives: quote.source(),
            gives_in: gives_in.code(),
            gets: quote.destination(),
            gets_in: gets_in.code(),
            rate: rate(quote.terms.rate, fiat),
            fees: fees(&quote.price.fees),
            fees_total: quote.price.fees.total(),
        }
    }

    /// USDC that goes to a wallet.
    pub fn on_chain(price: &rules::pricing::Price) -> PriceView {
        let usdc = Currency::Usdc.code();
        PriceView {
            gives: price.inside,
            gives_in: usdc,
            gets: price.outside,
            gets_in: usdc,
            rate: None,
            fees: fees(&price.fees),
            fees_total: price.fees.total(),
        }
    }

    /// Of a deposit or a withdrawal that was made.
    pub fn of(row: &Transaction, external_transfer: &ExternalTransfer) -> PriceView {
        let (usdc, outside) = (Currency::Usdc.code(), external_transfer.route.currency());
        let rate = rate(external_transfer.terms.rate, outside);
        let is_out = row.kind == TransactionType::Withdrawal;
        let taken = if is_out {
            external_transfer.fees_of_withdrawal(row.amount)
        } else {
            external_transfer.fees_of_deposit()
        };
        let (inside, outside) = ((row.amount, usdc), (external_transfer.outside, outside.code()));
        let ((gives, gives_in), (gets, gets_in)) = if is_out { (inside, outside) } else { (outside, inside) };
        PriceView { gives, gives_in, gets, gets_in, rate, fees: fees(&taken), fees_total: taken.total() }
    }
}

fn rate(rate: Option<Rate>, fiat: Currency) -> Option<String> {
    rate.map(|rate| format!("1 USDC = {rate} {}", fiat.code()))
}

fn fees(fees: &Fees) -> Vec<(&'static str, Amount)> {
    let words = |name| match name {
        "fixed" => "Fixed fee",
        "percentage" => "Percentage fee",
        "spread" => "Exchange fee",
        "rounding" => "Rounding",
        other => other,
    };
    fees.components().map(|(name, amount)| (words(name), amount)).collect()
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
        let below = format!("{} · {}", known.rail.label(), known.number);
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
    let at = |field, text: String| Ok(FieldError { field, text });
    match refusal {
        Refusal::UnknownBankAccount
        | Refusal::UnknownExternalWallet
        | Refusal::QuoteExpired(StaleQuote::Unknown) => Err(PageError::NotFound),
        Refusal::LimitExceeded(Limit::Smallest) => {
            at("amount", "The fees leave nothing of this amount. Choose a larger one.".to_owned())
        }
        Refusal::LimitExceeded(Limit::ExternalTransfer { most }) => {
            let most = grouped(most);
            at("amount", format!("At most {most} USDC can be moved at once. Choose a smaller amount."))
        }
        Refusal::LimitExceeded(limit @ Limit::OpenTransfers { .. }) => at("", limit.to_string()),
        Refusal::LimitExceeded(_) => at("amount", "That is more than a balance can hold.".to_owned()),
        Refusal::InsufficientFunds { available, .. } => at(
            "amount",
            format!("You have {} USDC. Choose a smaller amount, or deposit money first.", grouped(available)),
        ),
        Refusal::BankAccountArchived => {
            at(place, "This bank account is archived. Choose another, or add it again.".to_owned())
        }
        Refusal::ExternalWalletArchived => {
            at(place, "This wallet is archived. Choose another, or add it again.".to_owned())
        }
        Refusal::WalletTooNew { usable_at } => {
            at(place, format!("This wallet is new. You can withdraw to it from {} UTC.", moment(usable_at)))
        }
        Refusal::RouteClosed { what, route } => at(place, closed(request, what, route)),
        Refusal::MoneyStopped => {
            let name = request.frame().name;
            at(
                "",
                format!(
                    "No money can leave right now: {name} is looking into a difference in its books. Nothing was \
                     changed, and your money is safe. Try again later."
                ),
            )
        }
        refusal => Err(refusal.into()),
    }
}

/// With its thousands apart.
fn grouped(amount: Amount) -> String {
    let digits = super::parts::digits(amount);
    digits.whole + &digits.fraction
}

fn closed(request: &PageRequest<'_>, what: &str, route: &str) -> String {
    let frame = request.frame();
    let way = match Route::parse(route) {
        Some(Route::Bank(rail)) => rail.label(),
        Some(Route::Chain) | None => "external wallets",
    };
    let ask = frame.support_email.map(|email| format!(", or write to {email}")).unwrap_or_default();
    format!("{} takes no {what} over {way} now. Choose another way{ask}.", frame.name)
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
    (is_moving && looks < MOST_LOOKS).then(|| format!("{}?look={}", request.path, looks + 1))
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
pub fn back_to(
    request: &PageRequest<'_>,
    section: Section,
    said: &'static str,
) -> Result<PageResponse, PageError> {
    let section = section.href(request.mode()?);
    Ok(PageResponse::goto(format!("{section}/{}?said={said}", request.param("id"))))
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
pub fn status_tabs(request: &PageRequest<'_>, statuses: &[TransactionStatus]) -> Vec<(String, String, bool)> {
    let here = request.query.get("status");
    let all = [("All".to_owned(), request.path.to_owned(), here.is_empty())];
    let tab = |status: &TransactionStatus| {
        let name = status.name();
        (super::parts::words(name), format!("{}?status={name}", request.path), here == name)
    };
    all.into_iter().chain(statuses.iter().map(tab)).collect()
}

#[cfg(test)]
mod tests {
    use rules::money::Currency;

    use super::amount;

    #[test]
    fn an_amount_that_is_none_says_how_to_write_one() {
        for (typed, said) in [
            ("", "An amount is needed."),
            ("1,250.50", "Write the amount in digits with a point before the cents, such as 1250.50."),
            ("0.00", "Write an amount above zero."),
            ("1.005", "EUR has at most 2 digits after the point."),
            ("1234567890123", "That is more than can be counted."),
        ] {
            assert_eq!(amount(typed, Currency::Eur), Err(said.to_owned()), "{typed}");
        }
        assert!(amount("1.000001", Currency::Usdc).is_ok());
    }
}
