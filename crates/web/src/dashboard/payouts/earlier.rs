//! Payments that look as if they had been made before. A payout with one of them is sent only if the user says that it
//! is meant.

use app::NewPayout;
use rules::id::PayoutId;
use rules::payout::Preview;
use rules::payout_draft::PayoutDraft;

use crate::page::{PageError, PageRequest};

#[derive(Default)]
pub struct Earlier {
    /// For each payment, a payout with one of the same recipient, amount and reference.
    pub payments: Vec<Option<PayoutId>>,
    /// The payout that the same file became.
    pub file: Option<PayoutId>,
}

impl Earlier {
    pub async fn of(
        request: &PageRequest<'_>,
        stored: &PayoutDraft,
        new: &NewPayout,
        preview: &Preview,
    ) -> Result<Earlier, PageError> {
        let (payouts, caller) = (&request.app().payouts, request.caller()?);
        let payments = payouts.earlier_payouts(request.account()?, &caller, new, preview).await?;
        let file = match &stored.file {
            Some(hash) => payouts.payout_of_file(&caller, hash).await?,
            None => None,
        };
        Ok(Earlier { payments, file })
    }

    pub fn is_empty(&self) -> bool {
        self.file.is_none() && self.payments.iter().all(Option::is_none)
    }
}
