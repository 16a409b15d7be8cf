//! The form for the details of a bank account.

use i18n::Locale;
use rules::external_account::bank_account::HolderType;

/// A text of the catalogs, or a name that no language translates.
pub type LocalizedText = fn(Locale) -> &'static str;

/// The fields of the details, in the order in which they are asked for and shown.
pub struct RailForm {
    pub account: &'static [FormField],
    pub holder: &'static [FormField],
    pub address: &'static [FormField],
}

impl RailForm {
    /// Every field of the details, whether the form asks for it or not.
    pub fn all(&self) -> impl Iterator<Item = &'static FormField> {
        self.account.iter().chain(self.holder).chain(self.address)
    }

    pub fn find(&self, name: &str) -> Option<&'static FormField> {
        self.all().find(|field| field.name == name)
    }
}

#[derive(Clone, Copy)]
pub struct FormField {
    /// Its place in the rail's details: `iban`, `owner_address.city`.
    pub name: &'static str,
    pub label: LocalizedText,
    pub hint: Option<LocalizedText>,
    /// The `inputmode` of the field: which keys a phone shows.
    pub keyboard: &'static str,
    pub choices: Choices,
    /// Whose accounts have it; `None` for everyone's.
    pub only_for: Option<HolderType>,
    pub is_wide: bool,
    /// What the form makes of what is typed.
    pub reading: Reading,
    /// What a browser may fill in: the `autocomplete` of the field.
    pub autocomplete: &'static str,
    /// What stands in the details instead of an answer, where the form doesn't ask.
    pub unasked: Option<Unasked>,
}

/// How a field reads what is typed and pasted into it. The checks then see what the API would have been sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Without the blanks around it.
    AsTyped,
    /// A number in groups.
    Grouped,
    Iban,
    PixKey,
    /// CBU, CVU or alias.
    ArgentineAccount,
    ColombianDocument,
}

/// A required field of the API that the form doesn't ask for, because the rail pays without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unasked {
    /// This value.
    Value(&'static str),
    /// The country in which the bank of the IBAN is.
    CountryOfIban,
}

/// What a field offers.
#[derive(Clone, Copy)]
pub enum Choices {
    /// Nothing: people write into it.
    None,
    /// One of these values, with their names.
    These(&'static [(&'static str, LocalizedText)]),
    Countries,
}

impl FormField {
    pub const fn text(name: &'static str, label: LocalizedText) -> FormField {
        FormField {
            name,
            label,
            hint: None,
            keyboard: "",
            choices: Choices::None,
            only_for: None,
            is_wide: false,
            reading: Reading::AsTyped,
            autocomplete: "off",
            unasked: None,
        }
    }

    pub const fn number(name: &'static str, label: LocalizedText) -> FormField {
        FormField { keyboard: "numeric", reading: Reading::Grouped, ..FormField::text(name, label) }
    }

    pub const fn email(name: &'static str, label: LocalizedText) -> FormField {
        FormField { keyboard: "email", ..FormField::text(name, label) }
    }

    pub const fn choice(
        name: &'static str,
        label: LocalizedText,
        choices: &'static [(&'static str, LocalizedText)],
    ) -> FormField {
        FormField { choices: Choices::These(choices), ..FormField::text(name, label) }
    }

    pub const fn country(name: &'static str, label: LocalizedText) -> FormField {
        FormField { choices: Choices::Countries, ..FormField::text(name, label) }
    }

    pub const fn hint(self, hint: LocalizedText) -> FormField {
        FormField { hint: Some(hint), ..self }
    }

    pub const fn only_for(self, holder: HolderType) -> FormField {
        FormField { only_for: Some(holder), ..self }
    }

    /// It needs the whole width of the form.
    pub const fn wide(self) -> FormField {
        FormField { is_wide: true, ..self }
    }

    pub const fn reading(self, reading: Reading) -> FormField {
        FormField { reading, ..self }
    }

    pub const fn autocomplete(self, autocomplete: &'static str) -> FormField {
        FormField { autocomplete, ..self }
    }

    pub const fn unasked(self, unasked: Unasked) -> FormField {
        FormField { unasked: Some(unasked), ..self }
    }

    pub const fn is_written(&self) -> bool {
        matches!(self.choices, Choices::None)
    }

    /// The values to choose from, and what people call them.
    pub fn choices(&self, locale: Locale) -> Vec<(&'static str, &'static str)> {
        match self.choices {
            Choices::None => Vec::new(),
            Choices::These(choices) => choices.iter().map(|(value, label)| (*value, label(locale))).collect(),
            Choices::Countries => locale.countries().to_vec(),
        }
    }

    /// What people call a value that was chosen; what was written stays as it is.
    pub fn shown<'v>(&self, locale: Locale, value: &'v str) -> &'v str {
        match self.choices {
            Choices::None => value,
            Choices::These(choices) => {
                let chosen = choices.iter().find(|(choice, _)| *choice == value);
                chosen.map_or(value, |(_, label)| label(locale))
            }
            Choices::Countries => locale.country_name(value),
        }
    }
}
