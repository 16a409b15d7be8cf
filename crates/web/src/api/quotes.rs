//! Quotes: what a deposit or a withdrawal would become.

use app::NewQuote;
use rules::money::{Amount, Currency};
use rules::quote::{Direction, Side};
use rules::rail::Rail;
use rules::scope::Scope;

use super::endpoint::{ApiEndpoint, ApiResponse, Method};
use super::transactions::FEE_BREAKDOWN;
use crate::json_node::JsonNode;
use crate::problem::{Detail, Problem};
use crate::shape::{Field, FieldKind, Object, public, usdc};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/quotes",
    id: "createQuote",
    tag: "Quotes",
    summary: "Create a quote",
    about: "Returns the exchange rate, the fees and the resulting amount of a deposit or withdrawal, and locks \
            them for five minutes. To use the quote, send its ID with one deposit or withdrawal of exactly the \
            source amount. A quote for a deposit requires `deposits:write`, and one for a withdrawal \
            `withdrawals:write`.",
    scopes: &[Scope::DepositsWrite, Scope::WithdrawalsWrite],
    query: &[],
    body: Some(&CREATE_QUOTE),
    check_together: check,
    answer: &QUOTE,
    run: |call| {
        Box::pin(async move {
            let wish = QuoteRequest::read(&call.sent).expect("it was checked");
            let needed = match wish.direction {
                Direction::Deposit => Scope::DepositsWrite,
                Direction::Withdrawal => Scope::WithdrawalsWrite,
            };
            if !call.caller.scopes.contains(needed) {
                return Err(Problem::lacks_scope(&[needed]));
            }
            let amount = call.body.get("amount");
            let new = NewQuote { direction: wish.direction, rail: wish.rail, amount, side: wish.side };
            ApiResponse::written(
                call.app.external_transfers.create_quote(&call.caller, new, call.idempotency()).await,
            )
        })
    },
};

/// What a body asks for, if its fields are what the shape says.
struct QuoteRequest {
    direction: Direction,
    currency: Currency,
    rail: Rail,
    side: Side,
}

impl QuoteRequest {
    fn read(body: &JsonNode<'_>) -> Option<QuoteRequest> {
        let currency = Currency::parse(body.text("currency")?)?;
        let rail = match body.text("payment_rail") {
            Some(name) => Rail::parse(name)?,
            None => Rail::ALL.into_iter().find(|rail| rail.currency() == currency)?,
        };
        let side = match body.text("amount_side")? {
            "source" => Side::Source,
            "destination" => Side::Destination,
            _ => return None,
        };
        Some(QuoteRequest { direction: Direction::parse(body.text("direction")?)?, currency, rail, side })
    }

    /// The currency of the amount that is given.
    fn given(&self) -> Currency {
        match (self.direction, self.side) {
            (Direction::Deposit, Side::Source) | (Direction::Withdrawal, Side::Destination) => self.currency,
            (Direction::Deposit, Side::Destination) | (Direction::Withdrawal, Side::Source) => Currency::Usdc,
        }
    }
}

fn check(body: &JsonNode<'_>, problems: &mut Vec<Detail>) {
    let Some(wish) = QuoteRequest::read(body) else { return };
    if wish.rail.currency() != wish.currency {
        let message =
            format!("is a rail for {}, not for {}", wish.rail.currency().code(), wish.currency.code());
        problems.push(Detail::new("body.payment_rail", message));
    }
    if let Some(text) = body.text("amount")
        && Amount::parse(text, Currency::Usdc).is_ok()
        && let Err(error) = Amount::parse(text, wish.given())
    {
        problems.push(Detail::new("body.amount", error.message()));
    }
}

const FIAT: [&str; 7] = ["USD", "BRL", "ARS", "COP", "MXN", "CAD", "EUR"];
static CREATE_QUOTE: Object = Object {
    name: "CreateQuote",
    about: "A quote.",
    closed: true,
    fields: &[
        Field::required(
            "direction",
            "Whether the money enters the balance (`deposit`) or leaves it \
                                      (`withdrawal`).",
            FieldKind::Choice(&Direction::NAMES),
        ),
        Field::required("currency", "The fiat currency.", FieldKind::Choice(&FIAT)),
        Field::required("amount", "The amount of one of the two sides.", usdc("100.00")),
        Field::required(
            "amount_side",
            "Whether `amount` is what is sent (`source`) or what arrives (`destination`).",
            FieldKind::Choice(&["source", "destination"]),
        ),
        Field::optional(
            "payment_rail",
            "The payment rail, if the currency has several. Defaults to `usd_ach` for USD.",
            FieldKind::Choice(&Rail::NAMES),
        ),
    ],
};

static QUOTE: Object = Object {
    name: "Quote",
    about: "Terms that are valid for five minutes and one use.",
    closed: false,
    fields: &[
        Field::required("id", "The ID of the quote.", public("qt_01kdvq3y5cf2ab6ngnm3hcrkve")),
        Field::required(
            "direction",
            "Whether the money enters the balance (`deposit`) or leaves it \
                                      (`withdrawal`).",
            FieldKind::Choice(&Direction::NAMES),
        ),
        Field::required("payment_rail", "The payment rail of the quote.", FieldKind::Choice(&Rail::NAMES)),
        Field::required("exchange_rate", "The price of one USDC in the fiat currency.", public("5.43")),
        Field::required("source_amount", "The amount that is sent.", public("100.00")),
        Field::required("source_currency", "The currency of the amount.", public("USDC")),
        Field::required("destination_amount", "The amount that arrives.", public("538.38")),
        Field::required("destination_currency", "The currency of the amount.", public("BRL")),
        FEE_BREAKDOWN,
        Field::required("created_at", "When the quote was created.", FieldKind::DateTime),
        Field::required("expires_at", "When the quote expires.", FieldKind::DateTime),
    ],
};
