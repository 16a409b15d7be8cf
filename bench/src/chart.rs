//! Horizontal bars as an SVG drawing that reads on a light and on a dark page.
//! It must never load anything: no font, no script, no address but the name of the SVG language.

use std::fmt::Write;

use crate::contender::Contender;

const WIDTH: u64 = 820;
const BAR_LEFT: u64 = 180;
/// Leaves room for the text behind the longest bar.
const BAR_LONGEST: u64 = 400;
const BAR_HEIGHT: u64 = 22;
const STEP: u64 = 32;
const TOP: u64 = 64;

pub struct Chart {
    pub title: String,
    pub subtitle: String,
    pub sections: Vec<Section>,
}

/// Bars that can be compared: the longest of them takes all the room.
pub struct Section {
    pub heading: String,
    pub bars: Vec<Bar>,
}

pub struct Bar {
    /// Bars of one contender have one colour.
    pub contender: Contender,
    pub label: String,
    pub value: u64,
    pub text: String,
    /// Where a line is drawn across the bar's room: what the value should reach, or stay below.
    pub mark: Option<u64>,
}

impl Chart {
    pub fn svg(&self) -> String {
        let steps: u64 = self.sections.iter().map(|section| 1 + section.bars.len() as u64).sum();
        let height = TOP + STEP * steps + 12;
        let mut svg = String::new();
        let size = format!(r#"width="{WIDTH}" height="{height}""#);
        let view = format!(r#"viewBox="0 0 {WIDTH} {height}""#);
        line(&mut svg, format_args!(r#"<svg xmlns="http://www.w3.org/2000/svg" {view} {size} role="img">"#));
        line(&mut svg, format_args!("<title>{}</title>", escaped(&self.title)));
        line(&mut svg, format_args!("<style>{STYLE}</style>"));
        line(&mut svg, format_args!(r#"<rect class="page" {size} rx="8"/>"#));
        line(&mut svg, format_args!(r#"<text class="title" x="16" y="28">{}</text>"#, escaped(&self.title)));
        line(
            &mut svg,
            format_args!(r#"<text class="quiet" x="16" y="48">{}</text>"#, escaped(&self.subtitle)),
        );
        let mut top = TOP;
        for section in &self.sections {
            section.draw(top, &mut svg);
            top += STEP * (1 + section.bars.len() as u64);
        }
        line(&mut svg, format_args!("</svg>"));
        svg
    }
}

impl Section {
    fn draw(&self, top: u64, svg: &mut String) {
        let heading = escaped(&self.heading);
        line(svg, format_args!(r#"<text class="heading" x="16" y="{}">{heading}</text>"#, top + 18));
        let longest = self.bars.iter().map(|bar| bar.mark.map_or(bar.value, |mark| mark.max(bar.value)));
        let longest = longest.max().unwrap_or(0);
        for (position, bar) in self.bars.iter().enumerate() {
            let top = top + STEP * (1 + position as u64);
            let length = length(bar.value, longest);
            // The text stands clear of the mark, wherever that is.
            let text_after = bar.mark.map_or(length, |mark| self::length(mark, longest).max(length));
            let (base, label_end, text_start) = (top + 16, BAR_LEFT - 12, BAR_LEFT + text_after + 8);
            let (label, text) = (escaped(&bar.label), escaped(&bar.text));
            let class = class(bar.contender);
            line(svg, format_args!(r#"<text class="label" x="{label_end}" y="{base}">{label}</text>"#));
            let size = format!(r#"width="{length}" height="{BAR_HEIGHT}""#);
            line(svg, format_args!(r#"<rect class="{class}" x="{BAR_LEFT}" y="{top}" {size} rx="3"/>"#));
            if let Some(mark) = bar.mark {
                let size = format!(r#"width="2" height="{}""#, BAR_HEIGHT + 4);
                let left = BAR_LEFT + self::length(mark, longest) - 1;
                line(svg, format_args!(r#"<rect class="mark" x="{left}" y="{}" {size}/>"#, top - 2));
            }
            line(svg, format_args!(r#"<text x="{text_start}" y="{base}">{text}</text>"#));
        }
    }
}

fn line(svg: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(svg, "{text}").expect("writing to a string cannot fail");
}

fn class(contender: Contender) -> &'static str {
    match contender {
        Contender::Constant => "constant",
        Contender::Sqlite => "sqlite",
        Contender::Postgres => "postgres",
        Contender::BareSqlite => "bare-sqlite",
        Contender::BarePostgres => "bare-postgres",
        Contender::Pgledger => "pgledger",
    }
}

/// At least one pixel, so that a small figure is still seen to be there.
fn length(value: u64, longest: u64) -> u64 {
    let length = u128::from(value) * u128::from(BAR_LONGEST) / u128::from(longest.max(1));
    u64::try_from(length).expect("no bar is longer than the longest").max(1)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-size:16px;font-weight:600}.heading{font-weight:600}\
.label{text-anchor:end}.quiet{fill:#59636e}.page{fill:#fff}.mark{fill:#1a7f37}\
.constant{fill:#8c959f}.sqlite{fill:#0969da}.postgres{fill:#8250df}\
.bare-sqlite{fill:#9ec5f0}.bare-postgres{fill:#cbb2f0}.pgledger{fill:#bf8700}\
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.quiet{fill:#9198a1}.page{fill:#0d1117}\
.mark{fill:#3fb950}\
.constant{fill:#6e7681}.sqlite{fill:#4493f8}.postgres{fill:#ab7df8}\
.bare-sqlite{fill:#27496e}.bare-postgres{fill:#4c3a6b}.pgledger{fill:#d29922}}";

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(contender: Contender, value: u64) -> Bar {
        Bar { contender, label: "GET /a & <b>".to_owned(), value, text: format!("{value}/s"), mark: None }
    }

    fn svg(bars: Vec<Bar>) -> String {
        let sections = vec![Section { heading: "h".to_owned(), bars }];
        Chart { title: "T \"1\"".to_owned(), subtitle: "s".to_owned(), sections }.svg()
    }

    #[test]
    fn bars_are_as_long_as_their_share_of_the_longest() {
        let check = |value, longest, expected| assert_eq!(length(value, longest), expected);
        check(100, 100, BAR_LONGEST);
        check(50, 100, BAR_LONGEST / 2);
        check(0, 100, 1);
        check(0, 0, 1);
        check(u64::MAX, u64::MAX, BAR_LONGEST);
    }

    #[test]
    fn every_bar_has_its_colour_in_light_and_in_dark() {
        let svg = svg(Contender::ALL.map(|contender| bar(contender, 5)).into());
        for contender in Contender::ALL {
            let class = class(contender);
            assert_eq!(svg.matches(&format!(".{class}{{fill:")).count(), 2, "{class}");
            assert_eq!(svg.matches(&format!("<rect class=\"{class}\"")).count(), 1, "{class}");
        }
    }

    #[test]
    fn a_mark_beyond_the_longest_bar_makes_room_for_itself() {
        let marked = Bar { mark: Some(100), ..bar(Contender::Sqlite, 50) };
        let svg = svg(vec![marked]);
        assert!(svg.contains(&format!("width=\"{}\" height=\"{BAR_HEIGHT}\"", BAR_LONGEST / 2)), "{svg}");
        let left = BAR_LEFT + BAR_LONGEST - 1;
        assert!(svg.contains(&format!("<rect class=\"mark\" x=\"{left}\"")), "{svg}");
    }

    #[test]
    fn text_cannot_break_out_of_the_drawing() {
        let svg = svg(vec![bar(Contender::Sqlite, 1)]);
        assert!(svg.contains("GET /a &amp; &lt;b&gt;") && svg.contains("T &quot;1&quot;"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn a_chart_without_bars_is_still_a_drawing() {
        assert!(svg(Vec::new()).ends_with("</svg>\n"));
    }
}
