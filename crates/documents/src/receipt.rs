//! The receipt of one transaction.

use i18n::Locale;

use crate::format;
use crate::letterhead::{Brand, Flow, Head, Holder, Style, amounts, facts};
use crate::pdf::{About, INK, MUTED, Role};
use rules::money::Amount;

/// What a receipt says. The words come from the page about the transaction, so that both say the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    pub locale: Locale,
    pub brand: Brand,
    pub holder: Holder,
    pub is_test: bool,
    pub id: String,
    /// `Payout to ada@example.com`.
    pub title: String,
    /// What the balance gained or lost.
    pub amount: Amount,
    /// `Completed · 5 March 2026, 07:08 UTC`.
    pub status: String,
    /// What to know about one that is not completed.
    pub note: Option<&'static str>,
    pub details: Vec<Fact>,
    /// What makes up the amount, and the amount itself at the end.
    pub amounts: Vec<(String, Amount)>,
}

/// A name, and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    pub name: String,
    pub value: String,
}

impl Receipt {
    pub fn pdf(&self) -> Vec<u8> {
        let locale = self.locale;
        let title =
            locale.text_with("receipt-document-title", &[("brand", &self.brand.name), ("id", &self.id)]);
        let kind = locale.text("receipt-title");
        let head = Head { locale, brand: &self.brand, is_test: self.is_test, kind, name: &title };
        let mut flow = Flow::new(head);
        flow.paragraph(Role::Heading1, &self.title, Style::regular(13_000, INK));
        flow.y += 8_000;
        flow.paragraph(Role::Paragraph, &format::money(locale, self.amount), Style::bold(28_000, INK));
        flow.y += 4_000;
        flow.paragraph(Role::Paragraph, &self.status, Style::regular(10_500, MUTED));
        if let Some(note) = self.note {
            flow.paragraph(Role::Paragraph, note, Style::bold(10_500, INK));
        }
        flow.y += 26_000;
        flow.paragraph(Role::Heading2, locale.text("label-details"), Style::bold(11_000, INK));
        flow.y += 8_000;
        flow.rule();
        let holder = self.holder.to_string();
        let own = [
            (locale.text("document-account-holder"), holder.as_str()),
            (locale.text("document-account-id"), self.holder.account.as_str()),
        ];
        let details = self.details.iter().map(|fact| (fact.name.as_str(), fact.value.as_str()));
        facts(&mut flow, details.chain(own));
        flow.y += 22_000;
        flow.paragraph(Role::Heading2, locale.text("receipt-amounts"), Style::bold(11_000, INK));
        flow.y += 8_000;
        flow.rule();
        let rows: Vec<(&str, String)> = self
            .amounts
            .iter()
            .map(|(name, amount)| (name.as_str(), format::money(locale, *amount)))
            .collect();
        amounts(&mut flow, &rows);
        flow.finish().finish(&About { title: &title, author: &self.brand.name, language: locale.tag() })
    }
}
