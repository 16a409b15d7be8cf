//! Payments that an account may have made before: the pages ask before such a payout is sent. Programs aren't asked:
//! they have idempotency keys.

use rules::account::{Account, Caller};
use rules::id::PayoutId;
use rules::payout::{Preview, PreviewItem};
use rules::time::SECONDS_PER_DAY;
use store::PlannedPayment;

use super::NewPayout;
use crate::payouts::Payouts;
use crate::platform::failure::Failure;

/// How long a payment is remembered as one that may be repeated by mistake.
pub const REMEMBERED_DAYS: i64 = 30;

impl Payouts {
    /// For each payment of a payout, an earlier payout with one of the same recipient, amount and reference.
    pub async fn earlier_payouts(
        &self,
        account: &Account,
        caller: &Caller,
        new: &NewPayout,
        preview: &Preview,
    ) -> Result<Vec<Option<PayoutId>>, Failure> {
        let since = account.time(self.platform.clock.now()).plus_seconds(-REMEMBERED_DAYS * SECONDS_PER_DAY);
        let planned = |item: &Option<PreviewItem>, reference: &Option<String>| {
            let (recipient, amount) = item.as_ref().and_then(|item| Some((item.recipient?, item.amount)))?;
            Some(PlannedPayment { recipient, amount, reference: reference.clone() })
        };
        let all = preview.items.iter().zip(&new.items).enumerate();
        let known: Vec<(usize, PlannedPayment)> =
            all.filter_map(|(place, (item, new))| Some((place, planned(item, &new.reference)?))).collect();
        let payments: Vec<PlannedPayment> = known.iter().map(|(_, payment)| payment.clone()).collect();
        let found = self.platform.store.payouts_of_same_payments(caller.account, &payments, since).await?;
        let mut earlier = vec![None; preview.items.len()];
        for ((place, _), payout) in known.iter().zip(found) {
            earlier[*place] = payout;
        }
        Ok(earlier)
    }
}
