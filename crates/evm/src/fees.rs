//! What a transaction offers for being included (EIP-1559), and how the offer grows when no miner takes it.

/// In wei for each unit of gas. The tip is part of the most that is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GasFees {
    pub max_fee: u128,
    pub tip: u128,
}

/// What the network asks for at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarketFees {
    pub base_fee: u128,
    pub tip: u128,
}

impl MarketFees {
    /// Twice the base fee and the tip: enough while the base fee, which grows by at most an eighth in each block,
    /// does so for six blocks. Never above the cap.
    pub fn offer(self, cap: u128) -> GasFees {
        let max_fee = self.base_fee.saturating_mul(2).saturating_add(self.tip).min(cap);
        GasFees { max_fee, tip: self.tip.min(max_fee) }
    }
}

impl GasFees {
    /// The next offer for the same nonce: at least an eighth more on both, because nodes refuse to replace a
    /// transaction for less (most want a tenth), and at least what the market asks. None if that would be above
    /// the cap: then it is waited for, because the offer that is out still stands.
    pub fn bumped(self, market: MarketFees, cap: u128) -> Option<GasFees> {
        let (fee_floor, tip_floor) = (an_eighth_more(self.max_fee), an_eighth_more(self.tip));
        // A tip can be as high as the fee already, but no higher.
        let fee_floor = fee_floor.max(tip_floor);
        if fee_floor > cap {
            return None;
        }
        let asked = market.offer(cap);
        let max_fee = fee_floor.max(asked.max_fee);
        Some(GasFees { max_fee, tip: tip_floor.max(asked.tip).min(max_fee) })
    }
}

/// At least 12.5 % more, rounded up, and at least one wei.
fn an_eighth_more(wei: u128) -> u128 {
    wei.saturating_add((wei / 8).saturating_add(1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fees() -> impl Strategy<Value = GasFees> {
        (0..u128::from(u64::MAX), 0..=100u128)
            .prop_map(|(max_fee, percent)| GasFees { max_fee, tip: max_fee / 100 * percent })
    }

    fn market() -> impl Strategy<Value = MarketFees> {
        (0..u128::from(u64::MAX), 0..u128::from(u64::MAX))
            .prop_map(|(base_fee, tip)| MarketFees { base_fee, tip })
    }

    proptest! {
        #[test]
        fn an_offer_grows_by_an_eighth_on_both_and_stays_below_the_cap(
            old in fees(), market in market(), cap in 0..u128::from(u64::MAX) * 3,
        ) {
            match old.bumped(market, cap) {
                Some(new) => {
                    prop_assert!(new.max_fee * 8 >= old.max_fee * 9 && new.tip * 8 >= old.tip * 9);
                    prop_assert!(new.max_fee > old.max_fee && new.tip > old.tip);
                    prop_assert!(new.max_fee <= cap && new.tip <= new.max_fee);
                    prop_assert!(new.max_fee >= market.offer(cap).max_fee);
                }
                None => prop_assert!(cap < old.max_fee + old.max_fee / 8 + 1),
            }
        }

        #[test]
        fn bumping_ends_at_the_cap(old in fees(), market in market(), cap in 1..u128::from(u64::MAX)) {
            let mut offer = Some(old);
            let mut bumps = 0;
            while let Some(fees) = offer {
                offer = fees.bumped(market, cap);
                bumps += 1;
                prop_assert!(bumps < 1000);
            }
        }

        #[test]
        fn the_first_offer_covers_the_base_fee_unless_the_cap_does_not(
            market in market(), cap in 0..u128::from(u64::MAX) * 4,
        ) {
            let offer = market.offer(cap);
            prop_assert!(offer.max_fee >= market.base_fee.min(cap));
            prop_assert!(offer.tip <= offer.max_fee && offer.max_fee <= cap);
        }
    }
}
