//! The parts of a form that look the same on every page. Macros would repeat their code in each page that has a form;
//! these are compiled once.

use askama::Template;

use super::form::Form;

/// The label above a field.
#[derive(Template)]
#[template(path = "parts/label.html")]
pub struct Label<'a> {
    pub form: &'a Form<'a>,
    pub name: &'a str,
    pub label: &'a str,
    pub optional: bool,
}

/// What every control says of itself.
#[derive(Template)]
#[template(path = "parts/attributes.html")]
pub struct Attributes<'a> {
    pub form: &'a Form<'a>,
    pub name: &'a str,
    pub hint: &'a str,
    pub unit: &'a str,
    pub optional: bool,
}

/// What is wrong with a field, and how to fill it in.
#[derive(Template)]
#[template(path = "parts/below.html")]
pub struct BelowField<'a> {
    pub form: &'a Form<'a>,
    pub name: &'a str,
    pub hint: &'a str,
}

/// All that is wrong with a form, above its fields.
#[derive(Template)]
#[template(path = "parts/mistakes.html")]
pub struct MistakesBanner<'a> {
    pub form: &'a Form<'a>,
}

#[derive(Template)]
#[template(path = "parts/text_field.html")]
pub struct TextField<'a> {
    pub form: &'a Form<'a>,
    pub name: &'a str,
    pub label: &'a str,
    pub kind: &'a str,
    pub hint: &'a str,
    pub autocomplete: &'a str,
    pub inputmode: &'a str,
    pub placeholder: &'a str,
    /// None if it is 0.
    pub maxlength: u32,
    pub optional: bool,
}

/// A password, and a field that shows what is typed. A checkbox chooses between the two by style alone: pages need no
/// script for it, and no password is ever sent back. `FormFields::choose_shown` takes the one that was visible.
#[derive(Template)]
#[template(path = "parts/password_field.html")]
pub struct PasswordField<'a> {
    pub form: &'a Form<'a>,
    pub name: &'a str,
    pub label: &'a str,
    pub hint: &'a str,
    pub autocomplete: &'a str,
}

impl<'a> Form<'a> {
    pub fn label(&'a self, name: &'a str, label: &'a str, optional: bool) -> Label<'a> {
        Label { form: self, name, label, optional }
    }

    pub fn attributes(
        &'a self,
        name: &'a str,
        hint: &'a str,
        unit: &'a str,
        optional: bool,
    ) -> Attributes<'a> {
        Attributes { form: self, name, hint, unit, optional }
    }

    pub fn below(&'a self, name: &'a str, hint: &'a str) -> BelowField<'a> {
        BelowField { form: self, name, hint }
    }

    pub fn mistakes_banner(&'a self) -> MistakesBanner<'a> {
        MistakesBanner { form: self }
    }
}
