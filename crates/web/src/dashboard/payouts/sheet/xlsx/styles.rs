//! What the numbers of a workbook mean: their cells' formats say whether a number is shown as a date, a percentage or
//! an amount in a currency.

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
        let (mut formats, mut styles) = (Vec::new(), Vec::new());
        loop {
            match reader.read_event()? {
                Event::Eof => return Ok(Styles(styles)),
                Event::Start(tag) if tag.local_name().as_ref() == "cellXfs" => is_inside = true,
                Event::End(tag) if tag.local_name().as_ref() == "cellXfs" => is_inside = false,
                Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                    "numFmt" => {
                        formats.push((attribute(&tag, "numFmtId"), format(&attribute(&tag, "formatCode"))))
                    }
                    "xf" if is_inside => {
                        let id = attribute(&tag, "numFmtId");
                        let own = formats.iter().find(|(known, _)| *known == id).map(|(_, format)| *format);
                        styles.push(own.unwrap_or_else(|| builtin(&id)));
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
    let (mut plain, mut symbols) = (String::new(), String::new());
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => symbols.extend(letters.by_ref().take_while(|letter| *letter != '"')),
            '\\' | '_' | '*' => symbols.extend(letters.next().filter(|_| letter == '\\')),
            '[' => {
                let inside: String = letters.by_ref().take_while(|letter| *letter != ']').collect();
                match inside.strip_prefix('$') {
                    Some(symbol) => symbols.push_str(symbol.split('-').next().unwrap_or_default()),
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
    let foreign = currency::named_in(&symbols).filter(|code| *code != currency::OURS);
    match foreign {
        _ if plain.contains('%') => NumberFormat::Percent,
        // Dollars are the currency that spreadsheets have for USDC.
        Some(code) if code != "USD" => NumberFormat::Currency(code),
        _ if plain != "general" && plain.contains(['y', 'm', 'd', 'h', 's']) => NumberFormat::Date,
        Some(_) | None => NumberFormat::Plain,
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
