//! A reader's language and region, and the texts of the catalogs in that language. What happens with a key that no
//! catalog has is said in `lookup.rs`.

use rules::language::{Language, Region};
use rules::zone::Zone;

use crate::argument::Arguments;
use crate::catalog::CatalogName;
use crate::html::Html;
use crate::lookup::Lookup;
use crate::number_style::NumberStyle;

/// The language that someone reads, how they write numbers, and what their clocks show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Locale {
    catalog: CatalogName,
    region: Option<Region>,
    zone: Option<Zone>,
}

impl From<Language> for Locale {
    fn from(language: Language) -> Locale {
        Locale { catalog: CatalogName::Of(language), region: None, zone: None }
    }
}

impl Locale {
    /// For text that has no reader of its own, such as what operators see.
    pub const ENGLISH: Locale =
        Locale { catalog: CatalogName::Of(Language::English), region: None, zone: None };

    /// The locale of a reader from this region: it decides how numbers are written, not what is said.
    pub const fn in_region(self, region: Option<Region>) -> Locale {
        Locale { region, ..self }
    }

    /// The locale of a reader whose clocks are in this zone. Without one, times are in UTC and say so.
    pub const fn in_zone(self, zone: Option<Zone>) -> Locale {
        Locale { zone, ..self }
    }

    pub const fn zone(self) -> Option<Zone> {
        self.zone
    }

    /// The name of the zone whose clocks show times.
    pub fn zone_name(self) -> &'static str {
        self.zone.map_or("UTC", Zone::name)
    }

    /// English with accents and at 140 % of its length: for tests of layouts.
    #[doc(hidden)]
    pub const fn pseudo() -> Locale {
        Locale { catalog: CatalogName::Pseudo, region: None, zone: None }
    }

    /// Where the reader is, as far as their browser says.
    pub const fn region(self) -> Option<Region> {
        self.region
    }

    pub const fn language(self) -> Language {
        self.catalog.language()
    }

    /// The value of `<html lang>` and of Content-Language.
    pub const fn tag(self) -> &'static str {
        match self.catalog {
            CatalogName::Of(language) => language.tag(),
            // How CLDR calls its pseudo-locale with accents.
            CatalogName::Pseudo => "en-XA",
        }
    }

    pub(crate) const fn numbers(self) -> NumberStyle {
        NumberStyle::of(self.language(), self.region)
    }

    /// A text without variables: `locale.text("sign-in")`.
    pub fn text(self, key: &'static str) -> &'static str {
        self.lookup().plain(key)
    }

    /// A text with variables: `locale.text_with("payments-sent", &[("count", &count)])`. Templates leave out the `&` of
    /// the list, which askama adds by itself.
    pub fn text_with(self, key: &'static str, arguments: &Arguments<'_>) -> String {
        self.lookup().text(key, arguments)
    }

    /// A text with tags, and without variables.
    pub fn html(self, key: &'static str) -> Html {
        self.lookup().html(key, &[])
    }

    /// A text with tags and variables. Values are escaped; those of links lead to this site or are web or email
    /// addresses.
    pub fn html_with(self, key: &'static str, arguments: &Arguments<'_>) -> Html {
        self.lookup().html(key, arguments)
    }

    fn lookup(self) -> Lookup<'static> {
        Lookup::new(self.catalog, self.numbers())
    }
}
