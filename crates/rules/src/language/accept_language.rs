//! The Accept-Language header (RFC 9110, section 12.5.4), read strictly: what breaks its grammar is left out and never
//! guessed at. The header comes from strangers, so its length and the number of its ranges are limited.

/// Browsers send less than 200 bytes. A longer header is not read at all.
const MAX_BYTES: usize = 1_024;

const MAX_RANGES: usize = 32;

/// A language that the reader accepts, such as `es-MX`: well-formed, and in whatever case it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LanguageRange<'a>(&'a str);

impl<'a> LanguageRange<'a> {
    /// `es` of `es-MX`.
    pub(super) fn language(self) -> &'a str {
        self.0.split('-').next().unwrap_or_default()
    }

    /// `MX` of `es-MX`: the first subtag of two letters behind the language. RFC 5646 lets a script and extended
    /// languages stand before it, and has everything behind a single letter mean something else.
    pub(super) fn country(self) -> Option<&'a str> {
        let behind = self.0.split('-').skip(1).take_while(|subtag| subtag.len() > 1);
        behind
            .into_iter()
            .find(|subtag| subtag.len() == 2 && subtag.bytes().all(|byte| byte.is_ascii_alphabetic()))
    }
}

/// The ranges that the reader accepts, best first. `*` names no language and is not among them.
pub(super) fn ranges(header: &str) -> Vec<LanguageRange<'_>> {
    if header.len() > MAX_BYTES {
        return Vec::new();
    }
    let elements = header.split(',').map(|element| element.trim_matches(OPTIONAL_SPACE));
    let mut weighted: Vec<(LanguageRange<'_>, u16)> =
        elements.take(MAX_RANGES).filter_map(weighted_range).filter(|(_, weight)| *weight > 0).collect();
    // The sort is stable: of two with the same weight, the first one counts.
    weighted.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    weighted.into_iter().map(|(range, _)| range).collect()
}

const OPTIONAL_SPACE: [char; 2] = [' ', '\t'];

/// `es-MX` or `es-MX;q=0.8`, with the weight in thousandths.
fn weighted_range(element: &str) -> Option<(LanguageRange<'_>, u16)> {
    let (tag, weight) = match element.split_once(';') {
        Some((tag, parameter)) => {
            let parameter = parameter.trim_start_matches(OPTIONAL_SPACE);
            let value = parameter.strip_prefix(['q', 'Q'])?.strip_prefix('=')?;
            (tag.trim_end_matches(OPTIONAL_SPACE), thousandths(value)?)
        }
        None => (element, 1_000),
    };
    is_language_range(tag).then_some((LanguageRange(tag), weight))
}

/// RFC 4647, section 2.1, without `*`.
fn is_language_range(tag: &str) -> bool {
    let mut subtags = tag.split('-');
    let is_short = |subtag: &str| (1..=8).contains(&subtag.len());
    let language = subtags.next().unwrap_or_default();
    is_short(language)
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && subtags.all(|subtag| is_short(subtag) && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// A weight of at most three decimals, from 0 to 1.
fn thousandths(value: &str) -> Option<u16> {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let fraction = format!("{fraction:0<3}").parse::<u16>().ok()?;
    match (whole, fraction) {
        ("0", fraction) => Some(fraction),
        ("1", 0) => Some(1_000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn ranges_come_in_the_order_of_their_weights_and_malformed_ones_not_at_all() {
        for (header, tags) in [
            ("", ""),
            ("es", "es"),
            ("es-MX, es;q=0.9, en;q=0.8", "es-MX es en"),
            ("en;q=0.8, es;q=0.9, fr", "fr es en"),
            ("en, fr, es;q=1, pt;q=1.000", "en fr es pt"),
            ("en\t;\tQ=0.5 , fr", "fr en"),
            (",, en ,", "en"),
            ("en;q=0, fr;q=0.000, es;q=0.001", "es"),
            ("*, en;q=0.1, *;q=0.5", "en"),
            ("zh-Hant-TW", "zh-Hant-TW"),
            ("en;q=1.1, fr;q=2, es;q=0.1234, pt;q=-1, de;q=, it;q", ""),
            ("en;level=1, fr;q=0.5;q=0.6, es;;q=1, pt q=1", ""),
            ("toolonglanguage, e n, es-, -es, es--MX, es_MX, ñ, 12", ""),
        ] {
            let found: Vec<&str> = ranges(header).into_iter().map(|range| range.0).collect();
            assert_eq!(found.join(" "), tags, "{header:?}");
        }
    }

    #[test]
    fn long_headers_are_not_read_and_many_ranges_not_all() {
        assert_eq!(ranges(&format!("en{}", " ".repeat(1_022))).len(), 1);
        assert_eq!(ranges(&format!("en{}", " ".repeat(1_023))).len(), 0);
        assert_eq!(ranges(&["en"; 33].join(",")).len(), 32);
    }

    #[test]
    fn a_country_is_a_subtag_of_two_letters() {
        for (tag, country) in [
            ("es", None),
            ("es-MX", Some("MX")),
            ("es-419", None),
            ("zh-Hant-TW", Some("TW")),
            ("en-u-ca-buddhist", None),
            ("pt-BR-u-nu-latn", Some("BR")),
            ("de-1996", None),
            ("es-a1", None),
        ] {
            assert_eq!(ranges(tag)[0].country(), country, "{tag}");
        }
    }
}
