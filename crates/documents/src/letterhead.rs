//! What every page of a PDF has around its content: whose service it is, what kind of document, on which page, and
//! whether it is about test money. Content flows from page to page between.

use std::fmt;

use i18n::Locale;

use crate::fonts::{BOLD, REGULAR};
use crate::pdf::{Area, Color, Document, INK, MUTED, PAGE_HEIGHT, PAGE_WIDTH, RULE, Role};
use crate::text::{EM, line, scaled, wrapped};

/// Whose service it is, as the operator names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brand {
    pub name: String,
    /// Red, green and blue.
    pub color: [u8; 3],
    pub support_email: Option<String>,
}

/// Whose account it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    pub name: String,
    pub email: String,
    /// The account's id.
    pub account: String,
}

/// `Demo Business (demo@example.com)`
impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.email)
    }
}

pub const MARGIN: i32 = 48_000;
pub const WIDTH: i32 = PAGE_WIDTH - 2 * MARGIN;
pub const RIGHT: i32 = MARGIN + WIDTH;
const TOP: i32 = 104_000;
/// Below this are the page number and the address for questions.
const BOTTOM: i32 = PAGE_HEIGHT - 72_000;

const AMBER: Color = Color([0xff, 0xe2, 0x9a]);
const AMBER_INK: Color = Color([0x5c, 0x3d, 0x00]);
const WATERMARK: Color = Color([0xf3, 0xf4, 0xf6]);
const WATERMARK_SIZE: i32 = 190_000;

/// Content on its way down the pages.
pub struct Flow<'a> {
    pub document: Document,
    pub y: i32,
    head: Head<'a>,
}

#[derive(Clone, Copy)]
pub struct Head<'a> {
    pub locale: Locale,
    pub brand: &'a Brand,
    pub is_test: bool,
    /// `Receipt`, or `Statement`.
    pub kind: &'a str,
    /// What the document is called at the bottom of its pages.
    pub name: &'a str,
}

impl<'a> Flow<'a> {
    pub fn new(head: Head<'a>) -> Flow<'a> {
        let mut flow = Flow { document: Document::new(), y: 0, head };
        flow.add_page();
        flow
    }

    pub fn add_page(&mut self) {
        self.document.add_page();
        let page = self.document.page_count() - 1;
        if self.head.is_test {
            self.watermark(page);
        }
        self.head(page);
        self.y = TOP;
    }

    /// Whether so much fits on the page; if not, the next one begins.
    pub fn makes_room(&mut self, height: i32) -> bool {
        let fits = self.y + height <= BOTTOM;
        if !fits {
            self.add_page();
        }
        !fits
    }

    pub fn rule(&mut self) {
        let page = self.document.page_count() - 1;
        let area = Area { x: MARGIN, y: self.y, width: WIDTH, height: 600 };
        self.document.area(page, area, RULE);
    }

    /// Lines below each other, and how far that went down.
    pub fn paragraph(&mut self, role: Role, text: &str, style: Style) {
        let lines = wrapped(text, style.weight, style.size, WIDTH, 6);
        self.makes_room(style.leading());
        self.document.within(role, |document| {
            for line in &lines {
                self.y += style.leading();
                document.text((MARGIN, self.y), line, style.size, style.color);
            }
        });
    }

    /// Page numbers are known only now.
    pub fn finish(mut self) -> Document {
        let pages = self.document.page_count();
        for page in 0..pages {
            self.foot(page, pages);
        }
        self.document
    }

    /// As large as the word allows.
    fn watermark(&mut self, page: usize) {
        let mark = line(self.head.locale.text("document-test"), BOLD);
        let size = WATERMARK_SIZE.min(scaled(WIDTH, EM * EM / mark.width.max(1)));
        let place = ((PAGE_WIDTH - mark.width_at(size)) / 2, PAGE_HEIGHT / 2 + size);
        self.document.artifact_text(page, place, &mark, size, WATERMARK);
    }

    fn head(&mut self, page: usize) {
        let Head { locale, brand, is_test, kind, .. } = self.head;
        let (color, side, y) = (Color(brand.color), 22_000, 44_000);
        self.document.area(page, Area { x: MARGIN, y, width: side, height: side }, color);
        let initial: String = brand.name.chars().next().into_iter().flat_map(char::to_uppercase).collect();
        let mark = line(&initial, BOLD);
        let centred = MARGIN + (side - mark.width_at(13_000)) / 2;
        self.document.artifact_text(page, (centred, y + 15_700), &mark, 13_000, color.legible());
        let name = wrapped(&brand.name, BOLD, 14_000, WIDTH / 2, 1);
        for line in &name {
            self.document.artifact_text(page, (MARGIN + side + 9_000, y + 16_000), line, 14_000, INK);
        }
        let kind = line(kind, REGULAR);
        let x = RIGHT - kind.width_at(14_000);
        self.document.artifact_text(page, (x, y + 16_000), &kind, 14_000, MUTED);
        if is_test {
            let area = Area { x: MARGIN, y: 76_000, width: WIDTH, height: 18_000 };
            self.document.area(page, area, AMBER);
            let test = line(locale.text("document-test"), BOLD);
            let (x, y) = (MARGIN + 8_000, 88_400);
            self.document.artifact_text(page, (x, y), &test, 9_500, AMBER_INK);
            let x = x + test.width_at(9_500) + 8_000;
            let note = line(locale.text("document-test-note"), REGULAR);
            self.document.artifact_text(page, (x, y), &note, 9_500, AMBER_INK);
        }
    }

    fn foot(&mut self, page: usize, pages: usize) {
        let Head { locale, brand, name, .. } = self.head;
        let area = Area { x: MARGIN, y: PAGE_HEIGHT - 56_000, width: WIDTH, height: 600 };
        self.document.area(page, area, RULE);
        let y = PAGE_HEIGHT - 40_000;
        let mut left = name.to_owned();
        if let Some(address) = &brand.support_email {
            let questions = locale.text_with("document-questions", &[("email", address)]);
            left = format!("{left}  \u{b7}  {questions}");
        }
        for line in wrapped(&left, REGULAR, 8_000, WIDTH - 90_000, 1) {
            self.document.artifact_text(page, (MARGIN, y), &line, 8_000, MUTED);
        }
        let number = locale.text_with("document-page", &[("page", &(page + 1)), ("pages", &pages)]);
        let number = line(&number, REGULAR);
        let x = RIGHT - number.width_at(8_000);
        self.document.artifact_text(page, (x, y), &number, 8_000, MUTED);
    }
}

#[derive(Clone, Copy)]
pub struct Style {
    pub weight: crate::fonts::FontId,
    pub size: i32,
    pub color: Color,
}

impl Style {
    pub const fn regular(size: i32, color: Color) -> Style {
        Style { weight: REGULAR, size, color }
    }

    pub const fn bold(size: i32, color: Color) -> Style {
        Style { weight: BOLD, size, color }
    }

    /// From one baseline to the next.
    pub const fn leading(self) -> i32 {
        self.size * 145 / 100
    }
}

impl Color {
    /// Black or white, whichever is easier to read on it.
    fn legible(self) -> Color {
        let Color([red, green, blue]) = self;
        let light = 2126 * u32::from(red) + 7152 * u32::from(green) + 722 * u32::from(blue);
        if light > 1_500_000 { INK } else { Color([255, 255, 255]) }
    }
}

/// Names and values below each other: a table with a header in each row.
pub fn facts<'f>(flow: &mut Flow<'_>, facts: impl Iterator<Item = (&'f str, &'f str)>) {
    const NAMES: i32 = 150_000;
    let (name_style, value_style) = (Style::regular(9_500, MUTED), Style::regular(9_500, INK));
    // A page cannot begin within an element of the structure, so it begins before.
    let rows: Vec<_> = facts
        .map(|(name, value)| {
            let names = wrapped(name, REGULAR, name_style.size, NAMES - 10_000, 3);
            (names, wrapped(value, REGULAR, value_style.size, WIDTH - NAMES, 12))
        })
        .collect();
    flow.document.open(Role::Table);
    for (names, values) in rows {
        let lines = i32::try_from(names.len().max(values.len())).unwrap_or(1);
        let height = lines * value_style.leading() + 9_000;
        flow.makes_room(height);
        let top = flow.y + 4_000;
        flow.document.within(Role::Row, |document| {
            for (role, x, style, lines) in [
                (Role::RowHeader, MARGIN, name_style, &names),
                (Role::Cell, MARGIN + NAMES, value_style, &values),
            ] {
                document.within(role, |document| {
                    for (number, line) in (1..).zip(lines) {
                        document.text(
                            (x, top + number * style.leading() - 3_000),
                            line,
                            style.size,
                            style.color,
                        );
                    }
                });
            }
        });
        flow.y += height;
        flow.rule();
    }
    flow.document.close();
}

/// Names at the left and amounts at the right; the last is the sum.
pub fn amounts(flow: &mut Flow<'_>, rows: &[(&str, String)]) {
    flow.document.open(Role::Table);
    for (number, (name, amount)) in rows.iter().enumerate() {
        let is_last = number + 1 == rows.len();
        let style = if is_last { Style::bold(11_000, INK) } else { Style::regular(10_000, INK) };
        let height = style.leading() + 9_000;
        flow.makes_room(height);
        let base = flow.y + 3_500 + style.leading();
        flow.document.within(Role::Row, |document| {
            document.within(Role::RowHeader, |document| {
                document.text((MARGIN, base), &line(name, style.weight), style.size, style.color);
            });
            document.within(Role::Cell, |document| {
                let amount = line(amount, style.weight);
                document.text((RIGHT - amount.width_at(style.size), base), &amount, style.size, style.color);
            });
        });
        flow.y += height;
        if !is_last {
            flow.rule();
        }
    }
    flow.document.close();
}
