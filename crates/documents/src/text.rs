//! Text as glyphs: which font each part of a line is written in, which way it runs, and what its letters become beside
//! each other. Right-to-left names read right to left, also in the middle of a line.

use std::collections::BTreeSet;

use rules::text::is_invisible;
use rustybuzz::{Direction, UnicodeBuffer};
use unicode_bidi::{BidiInfo, Level};

use crate::fonts::{FontId, REGULAR, font};

/// Widths are thousandths of the size of the text.
pub const EM: i32 = 1_000;

/// A line of text, from left to right as it is drawn.
#[derive(Clone, Debug)]
pub struct Line {
    pub runs: Vec<GlyphRun>,
    pub width: i32,
}

/// Glyphs of one font that stand beside each other.
#[derive(Clone, Debug)]
pub struct GlyphRun {
    pub font: FontId,
    pub glyphs: Vec<Glyph>,
    /// What it says, in the order in which people read.
    pub text: String,
    /// Whether its glyphs tell the text. If they do not, readers of the file are told beside it. Readers turn
    /// right-to-left glyphs round by themselves, and would turn such a text round, too: there the glyphs must do.
    pub is_plain: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Glyph {
    pub id: u16,
    /// Where it is drawn, from where it would be, and how far the next one is away.
    pub x: i32,
    pub y: i32,
    pub advance: i32,
    /// The part of the text that it shows.
    pub start: usize,
    pub end: usize,
}

impl Line {
    /// How wide it is at a size in thousandths of a point.
    pub fn width_at(&self, size: i32) -> i32 {
        scaled(self.width, size)
    }
}

pub fn scaled(width: i32, size: i32) -> i32 {
    let exact = i64::from(width) * i64::from(size) / i64::from(EM);
    i32::try_from(exact).unwrap_or(i32::MAX)
}

/// One line, however wide it becomes.
pub fn line(text: &str, weight: FontId) -> Line {
    let mut runs = Vec::new();
    let bidi = BidiInfo::new(text, None);
    for paragraph in &bidi.paragraphs {
        let (levels, visual) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for range in visual {
            let is_rtl = levels.get(range.start).is_some_and(Level::is_rtl);
            let mut parts: Vec<GlyphRun> =
                by_font(&text[range], weight).map(|(font, part)| run(part, font, is_rtl)).collect();
            if is_rtl {
                parts.reverse();
            }
            runs.extend(parts);
        }
    }
    let width = runs.iter().flat_map(|run: &GlyphRun| &run.glyphs).map(|glyph| glyph.advance).sum();
    Line { runs, width }
}

/// Lines no wider than this at a size, and no more than `most` of them: the last ends with dots if there is more.
pub fn wrapped(text: &str, weight: FontId, size: i32, width: i32, most: usize) -> Vec<Line> {
    let fits = |text: &str| line(text, weight).width_at(size) <= width;
    let mut lines = Vec::new();
    let mut rest = text.trim_end();
    while !fits(rest) {
        if lines.len() + 1 >= most {
            let end = longest(rest, |part| fits(&with_dots(part)));
            lines.push(line(&with_dots(&rest[..end]), weight));
            return lines;
        }
        let end = break_between_words(rest, longest(rest, |part| fits(part.trim_end())));
        lines.push(line(rest[..end].trim_end(), weight));
        rest = rest[end..].trim_start();
    }
    lines.push(line(rest, weight));
    lines
}

fn with_dots(text: &str) -> String {
    format!("{}\u{2026}", text.trim_end())
}

/// Where the longest part of a text ends that fits, at least one letter. It is found in few steps, since each shapes
/// the text: a statement has thousands of texts that people chose.
fn longest(text: &str, fits: impl Fn(&str) -> bool) -> usize {
    let ends: Vec<usize> = text.char_indices().map(|(at, letter)| at + letter.len_utf8()).collect();
    let count = ends.partition_point(|end| fits(&text[..*end])).max(1);
    // Marks stay with the letter before them.
    let is_whole = |end: &usize| text[*end..].chars().next().is_none_or(|next| !joins(next));
    ends[..count].iter().copied().rev().find(is_whole).unwrap_or(ends[count - 1])
}

/// A line that ends here, or between the words before. A word that is wider than a line is broken.
fn break_between_words(text: &str, end: usize) -> usize {
    match text[..end].rfind(' ') {
        Some(blank) if !text[end..].starts_with(' ') => blank + 1,
        _ => end,
    }
}

/// Parts of a text, each in the font that suits its letters. Marks, joiners and signs between stay with what is before.
fn by_font(text: &str, weight: FontId) -> impl Iterator<Item = (FontId, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let font = FontId::best(first, weight);
        let stays = |letter: char| {
            let is_best = || letter.is_whitespace() || FontId::best(letter, weight) == font;
            joins(letter) || font.has(first) && font.has(letter) && is_best()
        };
        let end = rest.char_indices().skip(1).find(|(_, letter)| !stays(*letter));
        let (part, behind) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        rest = behind;
        Some((font, part))
    })
}

/// Letters that belong to the one before: marks and joiners of all scripts.
fn joins(letter: char) -> bool {
    let code = u32::from(letter);
    let is_mark =
        matches!(code, 0x300..=0x36f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff | 0xfe20..=0xfe2f);
    // Emoji are put together with a joiner, a variation, or a colour of skin.
    is_mark || matches!(code, 0x200c..=0x200d | 0xfe00..=0xfe0f | 0x1f3fb..=0x1f3ff | 0xe0100..=0xe01ef)
}

fn run(text: &str, font: FontId, is_rtl: bool) -> GlyphRun {
    let shows = |letter: char| !letter.is_whitespace() && !is_invisible(letter);
    match text.chars().next() {
        Some(first) if !font.has(first) && shows(first) => by_number(text, first),
        _ => shaped(text, font, is_rtl),
    }
}

/// A letter that no font has, by its number in Unicode: `[U+2A6A0]`. So names that differ in it look different, and
/// readers of the file are told the letter itself.
fn by_number(text: &str, letter: char) -> GlyphRun {
    let mut run = shaped(&format!("[U+{:04X}]", u32::from(letter)), REGULAR, false);
    for glyph in &mut run.glyphs {
        (glyph.start, glyph.end) = (0, 0);
    }
    GlyphRun { text: text.to_owned(), is_plain: false, ..run }
}

fn shaped(text: &str, id: FontId, is_rtl: bool) -> GlyphRun {
    let face = &font(id).face;
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    buffer.set_direction(if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight });
    let shaped = rustybuzz::shape(face, &[], buffer);
    let units = face.units_per_em();
    let milli = |value: i32| value * EM / units;
    let mut glyphs: Vec<Glyph> = shaped
        .glyph_infos()
        .iter()
        .zip(shaped.glyph_positions())
        .map(|(info, position)| Glyph {
            id: u16::try_from(info.glyph_id).expect("a font has at most 65,535 glyphs"),
            x: milli(position.x_offset),
            y: milli(position.y_offset),
            advance: milli(position.x_advance),
            start: info.cluster as usize,
            end: info.cluster as usize,
        })
        .collect();
    let tell = share_text(&mut glyphs, text, is_rtl);
    let is_known = glyphs.iter().all(|glyph| glyph.id != 0);
    GlyphRun { font: id, is_plain: is_rtl || tell && is_known, glyphs, text: text.to_owned() }
}

/// Gives each glyph its part of the text, and says whether each has one. As many glyphs as letters that were shaped
/// together are taken for one each; else the first glyph shows all of them.
fn share_text(glyphs: &mut [Glyph], text: &str, is_rtl: bool) -> bool {
    let starts: BTreeSet<usize> = glyphs.iter().map(|glyph| glyph.start).collect();
    let mut is_told = true;
    for cluster in glyphs.chunk_by_mut(|one, other| one.start == other.start) {
        let start = cluster[0].start;
        let end = starts.range(start + 1..).next().copied().unwrap_or(text.len());
        let letters: Vec<usize> =
            text[start..end].char_indices().map(|(at, _)| start + at).chain([end]).collect();
        if is_rtl {
            cluster.reverse();
        }
        let is_shared = letters.len() == cluster.len() + 1;
        is_told &= is_shared || cluster.len() == 1;
        for (place, glyph) in cluster.iter_mut().enumerate() {
            (glyph.start, glyph.end) = match (is_shared, place) {
                (true, _) => (letters[place], letters[place + 1]),
                (false, 0) => (start, end),
                (false, _) => (end, end),
            };
        }
        if is_rtl {
            cluster.reverse();
        }
    }
    is_told
}

#[cfg(test)]
mod tests {
    use super::{line, wrapped};
    use crate::fonts::{REGULAR, font};

    fn runs(text: &str) -> Vec<(&'static str, String, bool)> {
        let line = line(text, REGULAR);
        line.runs.into_iter().map(|run| (font(run.font).name, run.text, run.is_plain)).collect()
    }

    #[test]
    fn each_part_of_a_line_has_its_font() {
        assert_eq!(runs("Ada Ørsted, Ltd."), [("NotoSans-Regular", "Ada Ørsted, Ltd.".to_owned(), true)]);
        let mixed = runs("李小龍 Ltd");
        assert_eq!(mixed[0], ("DroidSansFallback", "李小龍".to_owned(), true));
        assert_eq!(mixed[1], ("NotoSans-Regular", " Ltd".to_owned(), true));
    }

    #[test]
    fn right_to_left_parts_stand_where_they_are_read() {
        let hebrew = runs("Shop שרה 12");
        let words: Vec<&str> = hebrew.iter().map(|(_, text, _)| text.trim()).collect();
        assert_eq!(words, ["Shop", "12", "שרה"]);
        // A line that begins right to left ends at the left.
        let arabic = runs("محمد (Acme)");
        assert_eq!(arabic.last().map(|(_, text, _)| text.trim()), Some("محمد"));
    }

    #[test]
    fn letters_that_change_beside_others_are_not_plain() {
        assert!(runs("क्षत्रिय").iter().any(|(_, _, is_plain)| !is_plain));
    }

    #[test]
    fn letters_without_a_font_are_shown_by_their_number() {
        let line = line("a\u{2a6a0}\u{2a6a1}b", REGULAR);
        let texts: Vec<&str> = line.runs.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(texts.concat(), "a\u{2a6a0}\u{2a6a1}b");
        let missing: Vec<_> = line.runs.iter().filter(|run| !run.is_plain).collect();
        assert!(missing.iter().all(|run| run.font == REGULAR && run.glyphs.len() == "[U+2A6A0]".len()));
        assert_eq!(missing.len(), 2);
        // What shows nothing stays invisible.
        assert!(super::line("a\u{2060}b", REGULAR).runs.iter().all(|run| run.glyphs.len() < 4));
    }

    #[test]
    fn long_texts_become_lines_and_end_with_dots() {
        let texts = |text: &str, most| {
            let lines = wrapped(text, REGULAR, 10_000, 60_000, most);
            let line = |line: super::Line| line.runs.into_iter().map(|run| run.text).collect::<String>();
            lines.into_iter().map(line).collect::<Vec<_>>()
        };
        assert_eq!(texts("short", 2), ["short"]);
        assert_eq!(texts("one two three four", 3), ["one two", "three four"]);
        assert_eq!(texts(&"w".repeat(12), 3), ["wwwwwww", "wwwww"]);
        assert!(texts(&"word ".repeat(50), 2)[1].ends_with('\u{2026}'));
        assert_eq!(texts("", 2), [""]);
    }
}
