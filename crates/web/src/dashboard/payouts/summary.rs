//! The outcome of a payout in words: "5 of 7 paid, 2 waiting to be claimed". `rules::payout_summary` says which parts.

use i18n::Locale;
use rules::payout_summary::{ItemOutcome, PayoutSummary, SummaryPart};

use crate::dashboard::parts::StatusBadge;

/// The first part of a summary as a badge, and the others as text behind or below it.
pub struct SummaryView {
    pub badge: StatusBadge,
    pub rest: String,
}

impl SummaryView {
    pub fn of(locale: Locale, summary: &PayoutSummary) -> SummaryView {
        let mut words = words(locale, summary).into_iter();
        let first = words.next().unwrap_or_default();
        let rest = words.collect::<Vec<_>>().join(", ");
        SummaryView { badge: StatusBadge::named(look(summary.mood()), first), rest }
    }
}

fn words(locale: Locale, summary: &PayoutSummary) -> Vec<String> {
    match &summary.parts[..] {
        [only] if summary.total == 1 => vec![of_one(locale, only.outcome).to_owned()],
        [SummaryPart { outcome: ItemOutcome::Paid, count }] => {
            vec![locale.text_with("payout-all-paid", &[("count", count)])]
        }
        parts => parts.iter().map(|part| of_several(locale, part, summary.total)).collect(),
    }
}

fn of_one(locale: Locale, outcome: ItemOutcome) -> &'static str {
    match outcome {
        ItemOutcome::Paid => locale.text("payout-one-paid"),
        ItemOutcome::BeingPaid => locale.text("payout-one-being-paid"),
        ItemOutcome::WaitingForClaim => locale.text("payout-one-waiting"),
        ItemOutcome::Failed => locale.text("payout-one-failed"),
        ItemOutcome::Expired => locale.text("payout-one-expired"),
        ItemOutcome::Cancelled => locale.text("payout-one-cancelled"),
    }
}

fn of_several(locale: Locale, part: &SummaryPart, total: i64) -> String {
    let count = part.count;
    match part.outcome {
        ItemOutcome::Paid => locale.text_with("payout-some-paid", &[("count", &count), ("total", &total)]),
        ItemOutcome::BeingPaid => locale.text_with("payout-some-being-paid", &[("count", &count)]),
        ItemOutcome::WaitingForClaim => locale.text_with("payout-some-waiting", &[("count", &count)]),
        ItemOutcome::Failed => locale.text_with("payout-some-failed", &[("count", &count)]),
        ItemOutcome::Expired => locale.text_with("payout-some-expired", &[("count", &count)]),
        ItemOutcome::Cancelled => locale.text_with("payout-some-cancelled", &[("count", &count)]),
    }
}

/// The status whose colour and shape the badge has.
const fn look(outcome: ItemOutcome) -> &'static str {
    match outcome {
        ItemOutcome::Paid => "completed",
        ItemOutcome::BeingPaid => "processing",
        ItemOutcome::WaitingForClaim => "pending_claim",
        ItemOutcome::Failed => "failed",
        ItemOutcome::Expired => "expired",
        ItemOutcome::Cancelled => "cancelled",
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;
    use rules::payout::Breakdown;
    use rules::payout_summary::PayoutSummary;

    use super::SummaryView;
    use crate::page::shell::Tone;

    fn shown(language: Language, breakdown: Breakdown, expired: i64) -> (String, Tone) {
        let view = SummaryView::of(Locale::from(language), &PayoutSummary::of(&breakdown, expired));
        let words = [view.badge.words, view.rest];
        let words: Vec<String> = words.into_iter().filter(|words| !words.is_empty()).collect();
        (words.join(", "), view.badge.tone)
    }

    #[test]
    fn a_summary_shows_the_outcomes_of_the_items() {
        let none = Breakdown::default();
        let check = |language, breakdown, expired, words: &str, tone| {
            assert_eq!(shown(language, breakdown, expired), (words.to_owned(), tone));
        };
        let waiting = Breakdown { completed: 5, pending_claim: 2, ..none };
        check(Language::English, waiting, 0, "5 of 7 paid, 2 waiting to be claimed", Tone::Warning);
        check(Language::Spanish, waiting, 0, "5 de 7 pagados, 2 por cobrar", Tone::Warning);
        check(Language::Portuguese, waiting, 0, "5 de 7 pagos, 2 aguardando resgate", Tone::Warning);
        check(Language::French, waiting, 0, "5 sur 7 payés, 2 à récupérer", Tone::Warning);
        let ended = Breakdown { completed: 1, failed: 1, cancelled: 2, ..none };
        check(
            Language::English,
            ended,
            1,
            "1 of 4 paid, 1 failed, 1 expired and returned, 1 cancelled",
            Tone::Success,
        );
        check(Language::English, Breakdown { completed: 3, ..none }, 0, "All 3 paid", Tone::Success);
        check(Language::English, Breakdown { processing: 3, ..none }, 0, "3 being paid", Tone::Info);
        check(
            Language::English,
            Breakdown { pending_claim: 1, ..none },
            0,
            "Waiting to be claimed",
            Tone::Warning,
        );
        check(Language::English, Breakdown { failed: 1, ..none }, 0, "Failed", Tone::Danger);
        check(
            Language::English,
            Breakdown { cancelled: 1, ..none },
            1,
            "Expired and returned",
            Tone::Neutral,
        );
    }
}
