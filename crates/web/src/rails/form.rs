//! How the dashboard asks for the details of a bank account.

use rules::external_account::bank_account::HolderType;

/// The fields of the form, in the order in which they are asked for.
pub struct RailForm {
    pub account: &'static [FormField],
    pub holder: &'static [FormField],
    pub address: &'static [FormField],
}

impl RailForm {
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
    pub label: &'static str,
    pub hint: &'static str,
    /// The `inputmode` of the field: which keys a phone shows.
    pub keyboard: &'static str,
    /// What a field with a choice offers, and what people call it.
    pub choices: &'static [(&'static str, &'static str)],
    /// Whose accounts have it; `None` for everyone's.
    pub only_for: Option<HolderType>,
    pub is_wide: bool,
    pub is_uppercase: bool,
}

impl FormField {
    pub const fn text(name: &'static str, label: &'static str) -> FormField {
        FormField {
            name,
            label,
            hint: "",
            keyboard: "",
            choices: &[],
            only_for: None,
            is_wide: false,
            is_uppercase: false,
        }
    }

    pub const fn number(name: &'static str, label: &'static str) -> FormField {
        FormField { keyboard: "numeric", ..FormField::text(name, label) }
    }

    pub const fn choice(
        name: &'static str,
        label: &'static str,
        choices: &'static [(&'static str, &'static str)],
    ) -> FormField {
        FormField { choices, ..FormField::text(name, label) }
    }

    pub const fn hint(self, hint: &'static str) -> FormField {
        FormField { hint, ..self }
    }

    pub const fn only_for(self, holder: HolderType) -> FormField {
        FormField { only_for: Some(holder), ..self }
    }

    /// It needs the whole width of the form.
    pub const fn wide(self) -> FormField {
        FormField { is_wide: true, ..self }
    }

    /// What is typed is changed to upper case.
    pub const fn uppercase(self) -> FormField {
        FormField { is_uppercase: true, ..self }
    }

    /// What people call a value that was chosen.
    pub fn choice_label<'v>(&self, value: &'v str) -> &'v str {
        self.choices.iter().find(|(choice, _)| *choice == value).map_or(value, |(_, label)| label)
    }
}
