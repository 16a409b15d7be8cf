//! What the numbers of a workbook mean: their cells' formats say whether a number is shown as a date, a percentage or
//! an amount in a currency.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::dashboard::payouts::currency;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberFormat {
    Plain,
    Date,
    Percent,
    /// In a currency that isn't ours.
    Currency(&'static str),
}

/// Cells name their style by its place.
pub struct Styles(Vec<NumberFormat>);

impl Styles {
    /// A workbook without styles has no formats.
    pub fn none() -> Styles {
        Styles(Vec::new())
    }

    pub fn of(xml: &str) -> Result<Styles, quick_xml::Error> {
        let (mut reader, mut is_inside) = (Reader::from_str(xml), false);
        let (mut formats, mut styles) = (HashMap::new(), Vec::new());
        loop {
            match reader.read_event()? {
                Event::Eof => return Ok(Styles(styles)),
                Event::Start(tag) if tag.local_name().as_ref() == "cellXfs" => is_inside = true,
                Event::End(tag) if tag.local_name().as_ref() == "cellXfs" => is_inside = false,
                Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                    "numFmt" => {
                        let own = format(&attribute(&tag, "formatCode"));
                        formats.entry(attribute(&tag, "numFmtId")).or_insert(own);
                    }
                    "xf" if is_inside => {
                        let id = attribute(&tag, "numFmtId");
                        styles.push(formats.get(&id).copied().unwrap_or_else(|| builtin(&id)));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }

    pub fn format(&self, style: &str) -> NumberFormat {
        let place: Option<usize> = style.parse().ok();
        place.and_then(|place| self.0.get(place)).copied().unwrap_or(NumberFormat::Plain)
    }
}

/// An attribute of a tag; none is empty.
pub fn attribute(tag: &BytesStart<'_>, name: &str) -> String {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name);
    let value = found.and_then(|found| found.normalized_value(XmlVersion::Implicit1_0).ok().map(Into::into));
    value.unwrap_or_default()
}

/// Formats that every workbook has (ECMA-376, part 1, 18.8.30). Those of amounts have the currency of the reader.
fn builtin(id: &str) -> NumberFormat {
    match id.parse().unwrap_or(0) {
        9 | 10 => NumberFormat::Percent,
        14..=22 | 27..=36 | 45..=47 | 50..=58 => NumberFormat::Date,
        _ => NumberFormat::Plain,
    }
}

/// What a format such as `[$€-407] #,##0.00;[Red]-0` shows.
fn format(code: &str) -> NumberFormat {
    let (mut plain, mut symbols, mut of_country) = (String::new(), String::new(), None);
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => symbols.extend(letters.by_ref().take_while(|letter| *letter != '"')),
            '\\' | '_' | '*' => symbols.extend(letters.next().filter(|_| letter == '\\')),
            '[' => {
                let inside: String = letters.by_ref().take_while(|letter| *letter != ']').collect();
                match inside.strip_prefix('$') {
                    Some(symbol) => {
                        let (symbol, country) = symbol.split_once('-').unwrap_or((symbol, ""));
                        symbols.push_str(symbol);
                        of_country = of_country.or(dollar_of(symbol, country));
                    }
                    // Hours, minutes or seconds that have passed.
                    None if inside
                        .chars()
                        .all(|letter| matches!(letter, 'h' | 'm' | 's' | 'H' | 'M' | 'S')) =>
                    {
                        plain.push_str(&inside);
                    }
                    None => {}
                }
                symbols.push(' ');
            }
            letter => {
                plain.push(letter.to_ascii_lowercase());
                symbols.push(letter);
            }
        }
    }
    let foreign = of_country.or_else(|| currency::named_in(&symbols)).filter(|code| *code != currency::OURS);
    match foreign {
        _ if plain.contains('%') => NumberFormat::Percent,
        // Dollars are the currency that spreadsheets have for USDC.
        Some(code) if code != "USD" => NumberFormat::Currency(code),
        _ if plain != "general" && plain.contains(['y', 'm', 'd', 'h', 's']) => NumberFormat::Date,
        Some(_) | None => NumberFormat::Plain,
    }
}

/// Whose `$` it is, by the language and country that the format names with it (MS-LCID).
fn dollar_of(symbol: &str, country: &str) -> Option<&'static str> {
    let country = u32::from_str_radix(country, 16).ok().filter(|_| symbol == "$")?;
    match country & 0xffff {
        0x080a => Some("MXN"),
        0x0c04 => Some("HKD"),
        0x0c09 => Some("AUD"),
        0x0c0c | 0x1009 => Some("CAD"),
        0x1004 | 0x4809 => Some("SGD"),
        0x1409 => Some("NZD"),
        0x1c0a => Some("DOP"),
        0x240a => Some("COP"),
        0x2c0a => Some("ARS"),
        0x340a => Some("CLP"),
        0x380a => Some("UYU"),
        0x0404 => Some("TWD"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{NumberFormat, Styles, format};

    #[test]
    fn formats_say_what_a_number_is() {
        for (code, expected) in [
            ("General", NumberFormat::Plain),
            ("#,##0.00", NumberFormat::Plain),
            ("0.00E+00", NumberFormat::Plain),
            ("[Red]0.00;[Blue]-0.00", NumberFormat::Plain),
            ("\"$\"#,##0.00", NumberFormat::Plain),
            ("[$-409]#,##0.00", NumberFormat::Plain),
            ("[$USD] #,##0.00", NumberFormat::Plain),
            ("0.00\" USDC\"", NumberFormat::Plain),
            ("_-* #,##0.00_-", NumberFormat::Plain),
            ("#,##0.00\\ \"€\"", NumberFormat::Currency("EUR")),
            ("[$€-407] #,##0.00", NumberFormat::Currency("EUR")),
            ("[$R$-416] #,##0.00", NumberFormat::Currency("BRL")),
            ("[$MXN] #,##0.00", NumberFormat::Currency("MXN")),
            ("[$$-80A]#,##0.00", NumberFormat::Currency("MXN")),
            ("[$$-240A] #,##0", NumberFormat::Currency("COP")),
            ("[$$-409]#,##0.00", NumberFormat::Plain),
            ("[$₦-46A] #,##0.00", NumberFormat::Currency("NGN")),
            ("#,##0.00\\ [$kr-41D]", NumberFormat::Currency("SEK")),
            ("0.00%", NumberFormat::Percent),
            ("yyyy-mm-dd", NumberFormat::Date),
            ("[$-F800]dddd, mmmm dd, yyyy", NumberFormat::Date),
            ("[h]:mm:ss", NumberFormat::Date),
            ("0.00\" days\"", NumberFormat::Plain),
        ] {
            assert_eq!(format(code), expected, "{code}");
        }
    }

    #[test]
    fn styles_are_found_by_their_place() {
        let xml = "<styleSheet xmlns=\"x\"><numFmts><numFmt numFmtId=\"164\" formatCode=\"0.00\\ &quot;€&quot;\"/>\
                   </numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs count=\"4\">\
                   <xf numFmtId=\"0\"/><xf numFmtId=\"14\"><alignment/></xf><xf numFmtId=\"164\"/>\
                   <xf numFmtId=\"9\"/></cellXfs></styleSheet>";
        let styles = Styles::of(xml).expect("styles");
        let formats = ["0", "1", "2", "3", "4", ""].map(|style| styles.format(style));
        use NumberFormat::{Currency, Date, Percent, Plain};
        assert_eq!(formats, [Plain, Date, Currency("EUR"), Percent, Plain, Plain]);
    }
}
