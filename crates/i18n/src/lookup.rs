//! Finds a text: in the reader's language, or else in English, or else its key.
//!
//! A text that cannot be shown is a mistake of the code that asks for it. It panics in debug builds, where tests find
//! it. A release shows the next best instead and never panics.

use rules::language::Language;

use crate::argument::Arguments;
use crate::catalog::message::Message;
use crate::catalog::{Catalog, CatalogName};
use crate::html::{Html, escape_into};
use crate::number_style::NumberStyle;
use crate::render::{Context, RenderError};

/// The catalogs in which texts are looked for, and how numbers in them are written.
pub(crate) struct Lookup<'a> {
    catalogs: [(Language, &'a Catalog); 2],
    numbers: NumberStyle,
    report: fn(&str, &RenderError),
}

impl Lookup<'static> {
    pub(crate) fn new(name: CatalogName, numbers: NumberStyle) -> Lookup<'static> {
        let english = (Language::English, Catalog::get(CatalogName::Of(Language::English)));
        let own = (name.language(), Catalog::get(name));
        Lookup { catalogs: [own, english], numbers, report: panic_in_debug_builds }
    }
}

impl<'a> Lookup<'a> {
    pub(crate) fn plain(&self, key: &'a str) -> &'a str {
        let find = |_, message: &'a Message| message.plain.as_deref().ok_or(RenderError::NeedsArguments);
        self.first(key, find).unwrap_or(key)
    }

    pub(crate) fn text(&self, key: &str, arguments: &Arguments<'_>) -> String {
        let render = |language, message: &Message| self.context(language, arguments).text(message);
        self.first(key, render).unwrap_or_else(|| key.to_owned())
    }

    pub(crate) fn html(&self, key: &str, arguments: &Arguments<'_>) -> Html {
        let render = |language, message: &Message| self.context(language, arguments).html(message);
        Html(self.first(key, render).unwrap_or_else(|| {
            let mut escaped = String::new();
            escape_into(&mut escaped, key);
            escaped
        }))
    }

    fn context<'b>(&self, language: Language, arguments: &'b Arguments<'b>) -> Context<'b> {
        Context { language, numbers: self.numbers, arguments }
    }

    fn first<T>(
        &self,
        key: &str,
        render: impl Fn(Language, &'a Message) -> Result<T, RenderError>,
    ) -> Option<T> {
        self.catalogs.iter().find_map(|(language, catalog)| {
            let message = catalog.message(key).ok_or(RenderError::MissingKey);
            let shown = message.and_then(|message| render(*language, message));
            shown.inspect_err(|error| (self.report)(key, error)).ok()
        })
    }
}

fn panic_in_debug_builds(key: &str, error: &RenderError) {
    if cfg!(debug_assertions) {
        panic!("the text {key:?} cannot be shown: {error:?}");
    }
}

#[cfg(test)]
mod tests;
