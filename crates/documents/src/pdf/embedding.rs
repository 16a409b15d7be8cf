//! The fonts of a PDF: of each, only the glyphs that were drawn, with what they say, so that text can be searched and
//! copied.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use rustybuzz::ttf_parser::{GlyphId, Tag};
use subsetter::GlyphRemapper;

use super::{Ids, packed};
use crate::fonts::{Font, FontId, font};
use crate::text::{EM, Glyph, GlyphRun};

const SYSTEM: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
const UNICODE: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"UCS"), supplement: 0 };

#[derive(Default)]
pub struct UsedFonts(BTreeMap<FontId, UsedFont>);

#[derive(Default)]
struct UsedFont {
    glyphs: GlyphRemapper,
    /// By the codes under which the PDF knows them.
    widths: BTreeMap<u16, i32>,
    texts: BTreeMap<u16, String>,
}

impl UsedFonts {
    /// Whether the glyphs of the run say what they said before: some are drawn for more than one letter.
    pub fn agree_with(&self, run: &GlyphRun) -> bool {
        let known = |glyph: &Glyph| {
            let used = self.0.get(&run.font)?;
            used.texts.get(&used.glyphs.get(glyph.id)?)
        };
        run.glyphs
            .iter()
            .all(|glyph| known(glyph).is_none_or(|text| *text == run.text[glyph.start..glyph.end]))
    }

    /// The code of a glyph in the file, and how wide a reader takes it to be.
    pub fn take(&mut self, id: FontId, glyph: &Glyph, text: &str) -> (u16, i32) {
        let used = self.0.entry(id).or_default();
        let code = used.glyphs.remap(glyph.id);
        if !text.is_empty() {
            used.texts.entry(code).or_insert_with(|| text.to_owned());
        }
        let width = *used.widths.entry(code).or_insert_with(|| {
            let face = &font(id).face;
            let advance = i32::from(face.glyph_hor_advance(GlyphId(glyph.id)).unwrap_or(0));
            advance * EM / face.units_per_em()
        });
        (code, width)
    }

    /// Writes them, and tells which object each is.
    pub fn write(self, pdf: &mut Pdf, ids: &mut Ids) -> Vec<(FontId, Ref)> {
        self.0.into_iter().map(|(id, used)| (id, used.write(pdf, ids, font(id)))).collect()
    }
}

impl UsedFont {
    fn write(self, pdf: &mut Pdf, ids: &mut Ids, font: &Font) -> Ref {
        let [whole, cid, descriptor, file, unicode] = std::array::from_fn(|_| ids.next());
        let subset = subsetter::subset(font.data, 0, &self.glyphs).expect("our fonts can be cut to size");
        let name = format!("{}+{}", self.tag(), font.name);
        let outlines = font.face.raw_face().table(Tag::from_bytes(b"CFF ")).is_some();
        pdf.type0_font(whole)
            .base_font(Name(name.as_bytes()))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(unicode);
        let mut described = pdf.cid_font(cid);
        described.subtype(if outlines { CidFontType::Type0 } else { CidFontType::Type2 });
        described.base_font(Name(name.as_bytes())).system_info(SYSTEM).font_descriptor(descriptor);
        described.default_width(0.0);
        if !outlines {
            described.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        let mut widths = described.widths();
        for (code, width) in &self.widths {
            widths.consecutive(*code, [*width as f32]);
        }
        widths.finish();
        described.finish();
        self.write_descriptor(pdf, (descriptor, file), font, &name, outlines);
        let table = if outlines { compact_outlines(&subset) } else { subset };
        let bytes = packed(&table);
        let mut stream = pdf.stream(file, &bytes);
        stream.filter(Filter::FlateDecode);
        if outlines {
            stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        }
        stream.finish();
        let mut map = UnicodeCmap::new(Name(b"Custom"), UNICODE);
        for (code, text) in &self.texts {
            map.pair_with_multiple(*code, text.chars());
        }
        let map = packed(&map.finish());
        pdf.stream(unicode, &map).filter(Filter::FlateDecode);
        whole
    }

    fn write_descriptor(
        &self,
        pdf: &mut Pdf,
        (id, file): (Ref, Ref),
        font: &Font,
        name: &str,
        outlines: bool,
    ) {
        let units = font.face.units_per_em();
        let milli = |value: i16| (i32::from(value) * EM / units) as f32;
        let bounds = font.face.global_bounding_box();
        let mut descriptor = pdf.font_descriptor(id);
        descriptor.name(Name(name.as_bytes())).flags(FontFlags::SYMBOLIC).italic_angle(0.0).stem_v(80.0);
        descriptor.bbox(Rect::new(
            milli(bounds.x_min),
            milli(bounds.y_min),
            milli(bounds.x_max),
            milli(bounds.y_max),
        ));
        descriptor.ascent(milli(font.face.ascender())).descent(milli(font.face.descender()));
        descriptor.cap_height(milli(font.face.capital_height().unwrap_or(font.face.ascender())));
        if outlines {
            descriptor.font_file3(file)
        } else {
            descriptor.font_file2(file)
        };
    }

    /// Six letters that tell this part of the font from others, made from its glyphs.
    fn tag(&self) -> String {
        let mix = |hash: u64, glyph: u16| (hash ^ u64::from(glyph)).wrapping_mul(0x0100_0000_01b3);
        let hash = self.glyphs.remapped_gids().fold(0xcbf2_9ce4_8422_2325, mix);
        let letter = |place: u32| {
            let rest = (hash >> (place * 9)) % 26;
            char::from(b'A' + u8::try_from(rest).expect("less than 26"))
        };
        (0..6).map(letter).collect()
    }
}

/// The one table that a PDF wants of a font with cubic outlines.
fn compact_outlines(font: &[u8]) -> Vec<u8> {
    let raw = rustybuzz::ttf_parser::RawFace::parse(font, 0).expect("a part of a font is a font");
    raw.table(Tag::from_bytes(b"CFF ")).expect("it has the outlines that it was made with").to_vec()
}
