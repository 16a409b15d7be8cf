//! A PDF under construction: pages of text, lines and areas, with a structure that screen readers follow. Sizes and
//! places are thousandths of a point, counted from the top left.
//!
//! The same calls give the same bytes: nothing here is random or asks what time it is.

mod embedding;
mod structure;

use std::mem;

use pdf_writer::types::ArtifactType;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::fonts::FontId;
use crate::text::{GlyphRun, Line, scaled};
use embedding::UsedFonts;
pub use structure::Role;
use structure::Structure;

/// A4, which prints on Letter paper, too: nothing is close to the edge.
pub const PAGE_WIDTH: i32 = 595_276;
pub const PAGE_HEIGHT: i32 = 841_890;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Color(pub [u8; 3]);

pub const INK: Color = Color([0x16, 0x1b, 0x22]);
pub const MUTED: Color = Color([0x5b, 0x64, 0x70]);
pub const RULE: Color = Color([0xdf, 0xe3, 0xe8]);

/// What a document says of itself.
pub struct About<'a> {
    pub title: &'a str,
    pub author: &'a str,
    pub language: &'a str,
}

pub struct Document {
    pages: Vec<Content>,
    fonts: UsedFonts,
    structure: Structure,
    ids: Ids,
}

/// Numbers for the objects of the file.
struct Ids(i32);

impl Ids {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

impl Document {
    pub fn new() -> Document {
        Document { pages: Vec::new(), fonts: UsedFonts::default(), structure: Structure::new(), ids: Ids(0) }
    }

    pub fn add_page(&mut self) {
        self.pages.push(Content::new());
        self.structure.add_page();
    }

    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Everything that `draw` writes is a part of one element of the structure.
    pub fn within(&mut self, role: Role, draw: impl FnOnce(&mut Document)) {
        self.open(role);
        draw(self);
        self.close();
    }

    /// Begins an element that may go on over several pages.
    pub fn open(&mut self, role: Role) {
        self.structure.open(role);
    }

    pub fn close(&mut self) {
        self.structure.close();
    }

    /// Text that belongs to the element that is open, at the left end of its baseline.
    pub fn text(&mut self, (x, y): (i32, i32), line: &Line, size: i32, color: Color) {
        let page = self.pages.len() - 1;
        let (role, mark) = self.structure.mark(page);
        self.page().begin_marked_content_with_properties(Name(role)).properties().identify(mark);
        self.draw(page, (x, y), line, size, color);
        self.page().end_marked_content();
    }

    /// Text that is on every page, or only for the eye: screen readers skip it.
    pub fn artifact_text(&mut self, page: usize, (x, y): (i32, i32), line: &Line, size: i32, color: Color) {
        let mut mark = self.pages[page].begin_marked_content_with_properties(Name(b"Artifact"));
        mark.properties().artifact().kind(ArtifactType::Pagination);
        mark.finish();
        self.draw(page, (x, y), line, size, color);
        self.pages[page].end_marked_content();
    }

    pub fn area(&mut self, page: usize, area: Area, color: Color) {
        let content = &mut self.pages[page];
        content.begin_marked_content(Name(b"Artifact"));
        fill(content, color);
        let (bottom, height) = (PAGE_HEIGHT - area.y - area.height, area.height);
        content.rect(points(area.x), points(bottom), points(area.width), points(height)).fill_nonzero();
        content.end_marked_content();
    }

    fn page(&mut self) -> &mut Content {
        self.pages.last_mut().expect("a page was added before anything is written")
    }

    fn draw(&mut self, page: usize, (mut x, y): (i32, i32), line: &Line, size: i32, color: Color) {
        fill(&mut self.pages[page], color);
        for run in &line.runs {
            self.draw_run(page, (x, y), run, size);
            x += scaled(run.glyphs.iter().map(|glyph| glyph.advance).sum(), size);
        }
    }

    fn draw_run(&mut self, page: usize, (x, y): (i32, i32), run: &GlyphRun, size: i32) {
        let content = &mut self.pages[page];
        let is_told = run.is_plain && self.fonts.agree_with(run);
        if !is_told {
            let mut span = content.begin_marked_content_with_properties(Name(b"Span"));
            span.properties().actual_text(TextStr(&run.text));
        }
        let name = font_name(run.font);
        content.begin_text().set_font(Name(name.as_bytes()), points(size));
        let mut at = x;
        // Marks above and below other letters are placed one by one; all else flows.
        for stretch in run.glyphs.chunk_by(|one, other| is_in_place(one) && is_in_place(other)) {
            let (offset_x, offset_y) = stretch.first().map_or((0, 0), |glyph| (glyph.x, glyph.y));
            let (left, base) = (at + scaled(offset_x, size), PAGE_HEIGHT - y + scaled(offset_y, size));
            content.set_text_matrix([1.0, 0.0, 0.0, 1.0, points(left), points(base)]);
            let mut show = content.show_positioned();
            let mut items = show.items();
            for glyph in stretch {
                let (code, natural) = self.fonts.take(run.font, glyph, &run.text[glyph.start..glyph.end]);
                items.show(Str(&code.to_be_bytes()));
                if natural != glyph.advance {
                    items.adjust(thousandths(natural - glyph.advance));
                }
            }
            items.finish();
            show.finish();
            at += scaled(stretch.iter().map(|glyph| glyph.advance).sum(), size);
        }
        content.end_text();
        if !is_told {
            content.end_marked_content();
        }
    }

    /// The finished file.
    pub fn finish(mut self, about: &About<'_>) -> Vec<u8> {
        let mut pdf = Pdf::new();
        pdf.set_version(1, 7);
        let (catalog, tree) = (self.ids.next(), self.ids.next());
        let page_ids: Vec<Ref> = self.pages.iter().map(|_| self.ids.next()).collect();
        let fonts = mem::take(&mut self.fonts).write(&mut pdf, &mut self.ids);
        for (number, (id, content)) in page_ids.iter().zip(self.pages).enumerate() {
            let stream = self.ids.next();
            let packed = packed(&content.finish());
            pdf.stream(stream, &packed).filter(Filter::FlateDecode);
            let mut page = pdf.page(*id);
            page.parent(tree).contents(stream);
            page.media_box(Rect::new(0.0, 0.0, points(PAGE_WIDTH), points(PAGE_HEIGHT)));
            page.struct_parents(index(number));
            page.pair(Name(b"Tabs"), Name(b"S"));
            let mut resources = page.resources();
            let mut named = resources.fonts();
            for (font, id) in &fonts {
                named.pair(Name(font_name(*font).as_bytes()), *id);
            }
        }
        pdf.pages(tree).kids(page_ids.iter().copied()).count(index(page_ids.len()));
        let root = self.structure.write(&mut pdf, &page_ids, &mut self.ids);
        let info = self.ids.next();
        let mut words = pdf.document_info(info);
        words.title(TextStr(about.title)).author(TextStr(about.author)).creator(TextStr("Florin"));
        words.finish();
        let mut top = pdf.catalog(catalog);
        top.pages(tree).lang(TextStr(about.language));
        top.mark_info().marked(true);
        top.viewer_preferences().display_doc_title(true);
        top.pair(Name(b"StructTreeRoot"), root);
        top.finish();
        pdf.finish()
    }
}

fn font_name(font: FontId) -> String {
    format!("F{}", font.index())
}

fn is_in_place(glyph: &crate::text::Glyph) -> bool {
    glyph.x == 0 && glyph.y == 0
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}

fn index(number: usize) -> i32 {
    i32::try_from(number).expect("documents have fewer pages and elements than that")
}

#[expect(
    clippy::float_arithmetic,
    reason = "PDF writes places and colours as decimals; no money is among them"
)]
fn fill(content: &mut Content, Color(channels): Color) {
    let [red, green, blue] = channels.map(|channel| f32::from(channel) / 255.0);
    content.set_fill_rgb(red, green, blue);
}

/// Of a length in thousandths.
#[expect(
    clippy::float_arithmetic,
    reason = "PDF writes places and colours as decimals; no money is among them"
)]
fn points(length: i32) -> f32 {
    length as f32 / 1000.0
}

fn thousandths(width: i32) -> f32 {
    width as f32
}
