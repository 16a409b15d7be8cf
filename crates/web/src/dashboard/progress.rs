//! A bar that shows how many of many are how far, such as the items of a payout.

use i18n::{Html, Locale};
use rules::transaction::ItemStatus;

use super::parts::StatusBadge;
use crate::page::shell::Tone;

/// How wide the bar is drawn; the page stretches it.
const WIDTH: i64 = 1000;

pub struct ProgressView {
    /// How many there are in all, behind the shares.
    pub total: Html,
    pub shares: Vec<BarShare>,
    /// The same for readers who don't see the bar.
    pub label: String,
}

pub struct BarShare {
    pub words: String,
    pub tone: Tone,
    pub count: String,
    pub x: i64,
    pub width: i64,
}

impl ProgressView {
    /// Counts by status, in the order in which they are drawn. Those of nothing are left out.
    pub fn of(locale: Locale, counts: &[(ItemStatus, i64)]) -> ProgressView {
        let total: i64 = counts.iter().map(|(_, count)| count).sum();
        let place = |before: i64| (WIDTH * before).checked_div(total).unwrap_or(0);
        let mut before = 0;
        let mut shares = Vec::new();
        for (status, count) in counts.iter().filter(|(_, count)| *count > 0) {
            let (x, end) = (place(before), place(before + count));
            let badge = StatusBadge::named(status.name(), locale.item_status(*status));
            shares.push(BarShare {
                words: badge.words,
                tone: badge.tone,
                count: locale.integer(count),
                x,
                width: end - x,
            });
            before += count;
        }
        let part = |share: &BarShare| {
            locale.text_with(
                "payout-progress-share",
                &[("status", &share.words.as_str()), ("count", &share.count)],
            )
        };
        let label = shares.iter().map(part).collect::<Vec<_>>().join(", ");
        let total = locale.html_with("payout-progress-total", &[("count", &total)]);
        ProgressView { total, shares, label }
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;
    use rules::transaction::ItemStatus::{self, Completed, Failed, Processing};

    use super::ProgressView;

    fn places(counts: &[(ItemStatus, i64)]) -> Vec<(i64, i64)> {
        let progress = ProgressView::of(Locale::ENGLISH, counts);
        progress.shares.iter().map(|share| (share.x, share.width)).collect()
    }

    #[test]
    fn the_shares_fill_the_bar_without_a_gap() {
        assert_eq!(
            places(&[(Completed, 1), (Failed, 1), (Processing, 1)]),
            [(0, 333), (333, 333), (666, 334)]
        );
        assert_eq!(places(&[(Completed, 0), (Failed, 5)]), [(0, 1000)]);
        assert_eq!(places(&[(Completed, 0)]), []);
        assert_eq!(places(&[]), []);
    }

    #[test]
    fn a_bar_is_described_in_the_readers_language() {
        let counts = [(Completed, 1_234), (Failed, 1)];
        let english = ProgressView::of(Locale::ENGLISH, &counts);
        assert_eq!(english.label, "Completed: 1,234, Failed: 1");
        assert_eq!(english.total.as_str(), "of <b>1,235</b>");
        let portuguese = ProgressView::of(Language::Portuguese.into(), &counts);
        assert_eq!(portuguese.label, "Concluído: 1.234, Falhou: 1");
        assert_eq!(portuguese.total.as_str(), "de <b>1.235</b>");
    }
}
