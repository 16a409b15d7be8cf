//! A bar that shows how many of many are how far, such as the items of a payout.

use super::parts::badge;
use crate::page::shell::Tone;

/// How wide the bar is drawn; the page stretches it.
const WIDTH: u64 = 1000;

pub struct ProgressView {
    pub total: u64,
    pub shares: Vec<BarShare>,
}

pub struct BarShare {
    pub words: String,
    pub tone: Tone,
    pub count: u64,
    pub x: u64,
    pub width: u64,
}

impl ProgressView {
    /// Counts by the name of their status, in the order in which they are drawn. Those of nothing are left out.
    pub fn of(counts: &[(&str, u64)]) -> ProgressView {
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        let place = |before: u64| (WIDTH * before).checked_div(total).unwrap_or(0);
        let mut before = 0;
        let mut shares = Vec::new();
        for (name, count) in counts.iter().filter(|(_, count)| *count > 0) {
            let (x, end) = (place(before), place(before + count));
            let status = badge(name);
            shares.push(BarShare {
                words: status.words,
                tone: status.tone,
                count: *count,
                x,
                width: end - x,
            });
            before += count;
        }
        ProgressView { total, shares }
    }
}

#[cfg(test)]
mod tests {
    use super::ProgressView;

    fn places(counts: &[(&str, u64)]) -> Vec<(u64, u64)> {
        ProgressView::of(counts).shares.iter().map(|share| (share.x, share.width)).collect()
    }

    #[test]
    fn the_shares_fill_the_bar_without_a_gap() {
        assert_eq!(
            places(&[("completed", 1), ("failed", 1), ("processing", 1)]),
            [(0, 333), (333, 333), (666, 334)]
        );
        assert_eq!(places(&[("completed", 0), ("failed", 5)]), [(0, 1000)]);
        assert_eq!(places(&[("completed", 0)]), []);
        assert_eq!(places(&[]), []);
    }
}
