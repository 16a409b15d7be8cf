//! The catalogs: all texts of a language by key. They are in the binary, and read once, when a text of the language is
//! first asked for. A catalog that cannot be read is found by the tests, and so never shipped.

mod markup;
pub(crate) mod message;
pub(crate) mod piece;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fluent_syntax::{ast, parser};
use rules::language::Language;

use crate::pseudo::pseudo;
use message::Message;

/// The catalogs of one area in each language, by the name of their files.
struct Area {
    name: &'static str,
    english: &'static str,
    spanish: &'static str,
    portuguese: &'static str,
    french: &'static str,
}

macro_rules! areas {
    ($($name:literal),+ $(,)?) => {
        [$(Area {
            name: $name,
            english: include_str!(concat!("../catalogs/en/", $name, ".ftl")),
            spanish: include_str!(concat!("../catalogs/es/", $name, ".ftl")),
            portuguese: include_str!(concat!("../catalogs/pt/", $name, ".ftl")),
            french: include_str!(concat!("../catalogs/fr/", $name, ".ftl")),
        }),+]
    };
}

/// Every area. A test compares this list with the files.
const AREAS: &[Area] = &areas![
    "amounts",
    "api-requests",
    "auth",
    "automatic",
    "bank-numbers",
    "claim",
    "common",
    "dashboard",
    "developers",
    "email",
    "email-account",
    "email-activity",
    "email-claim",
    "email-security",
    "errors",
    "first-run",
    "formats",
    "lists",
    "names",
    "payout-drafts",
    "payout-files",
    "payout-status",
    "payouts",
    "refusals",
    "settings",
    "statements",
    "times",
    "transactions",
    "transfers",
    "validation",
    "wallet",
];

impl Area {
    const fn source(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::Spanish => self.spanish,
            Language::Portuguese => self.portuguese,
            Language::French => self.french,
        }
    }
}

/// A language, or the one that stands for longer languages in tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum CatalogName {
    Of(Language),
    Pseudo,
}

impl CatalogName {
    pub(crate) const fn language(self) -> Language {
        match self {
            CatalogName::Of(language) => language,
            CatalogName::Pseudo => Language::English,
        }
    }
}

#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Catalog {
    messages: BTreeMap<&'static str, Message>,
}

impl Catalog {
    pub(crate) fn get(name: CatalogName) -> &'static Catalog {
        static ENGLISH: LazyLock<Catalog> = LazyLock::new(|| Catalog::of(Language::English));
        static SPANISH: LazyLock<Catalog> = LazyLock::new(|| Catalog::of(Language::Spanish));
        static PORTUGUESE: LazyLock<Catalog> = LazyLock::new(|| Catalog::of(Language::Portuguese));
        static FRENCH: LazyLock<Catalog> = LazyLock::new(|| Catalog::of(Language::French));
        static PSEUDO: LazyLock<Catalog> = LazyLock::new(|| ENGLISH.reworded(pseudo));
        match name {
            CatalogName::Of(Language::English) => &ENGLISH,
            CatalogName::Of(Language::Spanish) => &SPANISH,
            CatalogName::Of(Language::Portuguese) => &PORTUGUESE,
            CatalogName::Of(Language::French) => &FRENCH,
            CatalogName::Pseudo => &PSEUDO,
        }
    }

    pub(crate) fn message(&self, key: &str) -> Option<&Message> {
        self.messages.get(key)
    }

    fn of(language: Language) -> Catalog {
        let sources = AREAS.iter().map(|area| (area.name, area.source(language)));
        Catalog::read(sources).unwrap_or_else(|problem| panic!("{}: {problem}", language.name()))
    }

    /// Reads the catalogs of one language, by area.
    pub(crate) fn read(
        sources: impl Iterator<Item = (&'static str, &'static str)>,
    ) -> Result<Catalog, String> {
        let mut catalog = Catalog::default();
        for (area, source) in sources {
            let resource = parser::parse(source).map_err(|(_, errors)| format!("{area}.ftl: {errors:?}"))?;
            for entry in &resource.body {
                let message = match entry {
                    ast::Entry::Message(message) => message,
                    ast::Entry::Comment(_) | ast::Entry::GroupComment(_) | ast::Entry::ResourceComment(_) => {
                        continue;
                    }
                    ast::Entry::Term(term) => return Err(format!("{area}.ftl: -{}: no terms", term.id.name)),
                    ast::Entry::Junk { content } => return Err(format!("{area}.ftl: {content}")),
                };
                let key = message.id.name;
                let read =
                    Message::read(message).map_err(|problem| format!("{area}.ftl: {key}: {problem}"))?;
                if catalog.messages.insert(key, read).is_some() {
                    return Err(format!("{area}.ftl: {key} is there twice"));
                }
            }
        }
        Ok(catalog)
    }

    fn reworded(&self, words: fn(&str) -> String) -> Catalog {
        let messages = self.messages.iter().map(|(key, message)| (*key, message.reworded(words)));
        Catalog { messages: messages.collect() }
    }
}

#[cfg(test)]
mod tests;
