//! The first page of making a deposit or a withdrawal: where from or to, and how much.

use app::Failure;
use rules::money::Amount;
use rules::refusal::{Refusal, StaleQuote};

use super::FieldError;
use crate::page::form::Form;
use crate::page::{FormFields, PageRequest};

/// The form as it was filled in, with what is wrong beside its fields. `place` is the field that says where the money
/// comes from, or goes.
pub fn first_form<'a>(
    request: &'a PageRequest<'_>,
    id: &'static str,
    place: &'static str,
    filled: &FormFields,
    wrong: Vec<FieldError>,
) -> Form<'a> {
    let form = Form::post(request.locale, id, request.csrf(), &request.form_key)
        .with("amount", filled.text("amount"))
        .with(place, filled.get(place));
    wrong.into_iter().fold(form, |form, wrong| form.wrong(wrong.field, wrong.text))
}

/// Both answers of the form, or everything that is wrong with them.
pub fn both<P>(
    place: Result<P, FieldError>,
    amount: Result<Amount, String>,
) -> Result<(P, Amount), Vec<FieldError>> {
    let amount = amount.map_err(|text| FieldError { field: "amount", text });
    match (place, amount) {
        (Ok(place), Ok(amount)) => Ok((place, amount)),
        (place, amount) => Err(place.err().into_iter().chain(amount.err()).collect()),
    }
}

/// Whether a price that was good once is not good any more.
pub fn needs_new_price(failure: &Failure) -> bool {
    match failure {
        Failure::Refused(Refusal::QuoteExpired(stale)) => match stale {
            StaleQuote::Used | StaleQuote::Expired => true,
            StaleQuote::Unknown => false,
        },
        Failure::Refused(Refusal::OtherQuote { .. } | Refusal::PriceChanged) => true,
        _ => false,
    }
}
