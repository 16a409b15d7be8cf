//! The columns of a file of payments, and what files call them.

use i18n::Locale;
use rules::language::Language;

/// What a file needs, in the order of the sample.
pub const SAMPLE_COLUMNS: [Column; 3] = [Column::EmailAddress, Column::Amount, Column::Reference];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    EmailAddress,
    RecipientId,
    Amount,
    Reference,
    Unused,
}

impl Column {
    /// Those that mean something, each at most once.
    pub const USED: [Column; 4] =
        [Column::EmailAddress, Column::RecipientId, Column::Amount, Column::Reference];

    /// What a file of this reader calls it.
    pub fn name(self, locale: Locale) -> &'static str {
        match self {
            Column::EmailAddress => locale.text("payout-file-column-email"),
            Column::Amount => locale.text("payout-file-column-amount"),
            Column::Reference => locale.text("payout-file-column-reference"),
            Column::RecipientId => "recipient_id",
            Column::Unused => "",
        }
    }

    /// Whatever the reader's language, a file may come from a colleague who has another.
    pub fn named(name: &str) -> Column {
        let plain = |name: &str| name.to_lowercase().replace([' ', '-'], "_");
        let name = plain(name);
        match name.as_str() {
            "" => return Column::Unused,
            "email" | "mail" | "email_address" | "correo_electrónico" | "adresse_e_mail" => {
                return Column::EmailAddress;
            }
            "recipient" => return Column::RecipientId,
            _ => {}
        }
        let is_named = |column: &Column| {
            Language::ALL.into_iter().any(|language| plain(column.name(language.into())) == name)
        };
        Column::USED.into_iter().find(is_named).unwrap_or(Column::Unused)
    }
}
