//! The receipt of one transaction.

use crate::format;
use crate::labels::{ACCOUNT, ACCOUNT_HOLDER, DETAILS, LANGUAGE, RECEIPT, TIME_ZONE, receipt_title};
use crate::letterhead::{Brand, Flow, Head, Holder, Style, amounts, facts};
use crate::pdf::{About, INK, MUTED, Role};
use rules::money::Amount;

/// What a receipt says. The words come from the page about the transaction, so that both say the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    pub brand: Brand,
    pub holder: Holder,
    pub is_test: bool,
    pub id: String,
    /// `Payout to ada@example.com`.
    pub title: String,
    /// What the balance gained or lost.
    pub amount: Amount,
    /// `Completed on 5 March 2026, 07:08`.
    pub status: String,
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
        let title = receipt_title(&self.brand.name, &self.id);
        let head = Head { brand: &self.brand, is_test: self.is_test, kind: RECEIPT, name: &title };
        let mut flow = Flow::new(head);
        flow.paragraph(Role::Heading1, &self.title, Style::regular(13_000, INK));
        flow.y += 8_000;
        flow.paragraph(Role::Paragraph, &format::money(self.amount), Style::bold(28_000, INK));
        flow.y += 4_000;
        flow.paragraph(Role::Paragraph, &self.status, Style::regular(10_500, MUTED));
        flow.y += 26_000;
        flow.paragraph(Role::Heading2, DETAILS, Style::bold(11_000, INK));
        flow.y += 8_000;
        flow.rule();
        let holder = format!("{} ({})", self.holder.name, self.holder.email);
        let own = [(ACCOUNT_HOLDER, holder.as_str()), (ACCOUNT, self.holder.account.as_str())];
        let details = self.details.iter().map(|fact| (fact.name.as_str(), fact.value.as_str()));
        facts(&mut flow, details.chain(own));
        flow.y += 22_000;
        let rows: Vec<(&str, String)> =
            self.amounts.iter().map(|(name, amount)| (name.as_str(), format::money(*amount))).collect();
        amounts(&mut flow, &rows);
        flow.y += 14_000;
        flow.paragraph(Role::Paragraph, TIME_ZONE, Style::regular(8_500, MUTED));
        flow.finish().finish(&About { title: &title, author: &self.brand.name, language: LANGUAGE })
    }
}
