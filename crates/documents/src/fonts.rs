//! The fonts that documents embed: one face for Latin, Greek and Cyrillic in two weights, one for each script that
//! needs shaping, one for Chinese and Japanese, one for Korean, one for rare ideographs, and two with a picture of
//! every other character.
//!
//! Each is stored compressed in this program and unpacked when a text first needs it. `fonts/README.md` says where they
//! come from and how they were made.

use std::sync::OnceLock;

use rustybuzz::Face;
use rustybuzz::ttf_parser::GlyphId;

/// One of [`SOURCES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FontId(usize);

pub const REGULAR: FontId = FontId(0);
pub const BOLD: FontId = FontId(1);
/// Chinese and Japanese.
const CJK: FontId = FontId(2);
/// Pictures of all characters of the first plane that no other font has, and of those beyond it.
const REST: FontId = FontId(3);
const UPPER: FontId = FontId(4);

/// The name that a PDF gives the font, its file, and the characters that it is asked for first.
struct Source {
    name: &'static str,
    packed: &'static [u8],
    scripts: &'static [(u32, u32)],
}

macro_rules! source {
    ($name:literal, $file:literal, [$($range:expr),*]) => {
        Source { name: $name, packed: include_bytes!(concat!("../fonts/", $file, ".z")), scripts: &[$($range),*] }
    };
}

static SOURCES: [Source; 34] = [
    source!("NotoSans-Regular", "text-regular", []),
    source!("NotoSans-Bold", "text-bold", []),
    source!("DroidSansFallback", "cjk", []),
    source!("Unifont", "rest", []),
    source!("UnifontUpper", "upper", []),
    source!("NotoSansArmenian", "armenian", [(0x530, 0x58f), (0xfb13, 0xfb17)]),
    source!("NotoSansHebrew", "hebrew", [(0x590, 0x5ff), (0xfb1d, 0xfb4f)]),
    source!("NotoSansArabic", "arabic", [(0x600, 0x6ff), (0x750, 0x77f), (0x8a0, 0x8ff)]),
    source!("NotoSansSyriac", "syriac", [(0x700, 0x74f), (0x860, 0x86f)]),
    source!("NotoSansThaana", "thaana", [(0x780, 0x7bf)]),
    source!("NotoSansNKo", "nko", [(0x7c0, 0x7ff)]),
    source!("NotoSansDevanagari", "devanagari", [(0x900, 0x97f), (0xa8e0, 0xa8ff), (0x1cd0, 0x1cff)]),
    source!("NotoSansBengali", "bengali", [(0x980, 0x9ff)]),
    source!("NotoSansGurmukhi", "gurmukhi", [(0xa00, 0xa7f)]),
    source!("NotoSansGujarati", "gujarati", [(0xa80, 0xaff)]),
    source!("NotoSansOriya", "oriya", [(0xb00, 0xb7f)]),
    source!("NotoSansTamil", "tamil", [(0xb80, 0xbff)]),
    source!("NotoSansTelugu", "telugu", [(0xc00, 0xc7f)]),
    source!("NotoSansKannada", "kannada", [(0xc80, 0xcff)]),
    source!("NotoSansMalayalam", "malayalam", [(0xd00, 0xd7f)]),
    source!("NotoSansSinhala", "sinhala", [(0xd80, 0xdff)]),
    source!("NotoSansThai", "thai", [(0xe00, 0xe7f)]),
    source!("NotoSansLao", "lao", [(0xe80, 0xeff)]),
    source!("NotoSerifTibetan", "tibetan", [(0xf00, 0xfff)]),
    source!("NotoSansMyanmar", "myanmar", [(0x1000, 0x109f), (0xa9e0, 0xa9ff), (0xaa60, 0xaa7f)]),
    source!("NotoSansGeorgian", "georgian", [(0x10a0, 0x10ff), (0x1c90, 0x1cbf), (0x2d00, 0x2d2f)]),
    source!("NotoSansEthiopic", "ethiopic", [(0x1200, 0x139f), (0x2d80, 0x2ddf), (0xab00, 0xab2f)]),
    source!("NotoSansCherokee", "cherokee", [(0x13a0, 0x13ff), (0xab70, 0xabbf)]),
    source!("NotoSansCanadianAboriginal", "canadianaboriginal", [(0x1400, 0x167f), (0x18b0, 0x18ff)]),
    source!("NotoSansKhmer", "khmer", [(0x1780, 0x17ff), (0x19e0, 0x19ff)]),
    source!("NotoSansMongolian", "mongolian", [(0x1800, 0x18af)]),
    source!("NotoSansTifinagh", "tifinagh", [(0x2d30, 0x2d7f)]),
    source!("NotoSansCJKKR", "hangul", [(0xac00, 0xd7a3)]),
    source!("NotoSansCJKJP", "ideographs", [(0x20000, 0x3ffff)]),
];

/// A font that was unpacked.
pub struct Font {
    pub name: &'static str,
    pub data: &'static [u8],
    pub face: Face<'static>,
}

pub fn font(id: FontId) -> &'static Font {
    static FONTS: [OnceLock<Font>; SOURCES.len()] = [const { OnceLock::new() }; SOURCES.len()];
    FONTS[id.0].get_or_init(|| {
        let source = &SOURCES[id.0];
        let data = miniz_oxide::inflate::decompress_to_vec_zlib(source.packed).expect("our fonts unpack");
        let data: &'static [u8] = data.leak();
        let face = Face::from_slice(data, 0).expect("our fonts are fonts");
        Font { name: source.name, data, face }
    })
}

impl FontId {
    pub const fn index(self) -> usize {
        self.0
    }

    pub fn has(self, letter: char) -> bool {
        font(self).face.glyph_index(letter).is_some_and(|glyph| glyph != GlyphId(0))
    }

    /// The font in which a letter looks best. What no font has is shown by its number.
    pub fn best(letter: char, text: FontId) -> FontId {
        let code = u32::from(letter);
        let holds =
            |source: &Source| source.scripts.iter().any(|(first, last)| (*first..=*last).contains(&code));
        let own = SOURCES.iter().position(holds).map(FontId);
        let last = if code > 0xffff { UPPER } else { REST };
        let asked = [own, Some(text), (code >= 0x2e80).then_some(CJK), Some(last)];
        asked.into_iter().flatten().find(|font| font.has(letter)).unwrap_or(last)
    }
}

#[cfg(test)]
mod tests {
    use super::{BOLD, FontId, REGULAR, SOURCES, font};

    #[test]
    fn every_font_unpacks_and_may_be_embedded() {
        for index in 0..SOURCES.len() {
            let font = font(FontId(index));
            assert!(font.face.number_of_glyphs() > 1, "{}", font.name);
            assert!(font.face.is_subsetting_allowed(), "{}", font.name);
        }
    }

    #[test]
    fn letters_of_living_scripts_have_a_font_of_their_own() {
        let best = |letter| SOURCES[FontId::best(letter, REGULAR).index()].name;
        for (letter, name) in [
            ('A', "NotoSans-Regular"),
            ('ß', "NotoSans-Regular"),
            ('Ω', "NotoSans-Regular"),
            ('Ж', "NotoSans-Regular"),
            ('ế', "NotoSans-Regular"),
            ('\u{2212}', "NotoSans-Regular"),
            ('ש', "NotoSansHebrew"),
            ('م', "NotoSansArabic"),
            ('न', "NotoSansDevanagari"),
            ('ก', "NotoSansThai"),
            ('ა', "NotoSansGeorgian"),
            ('漢', "DroidSansFallback"),
            ('한', "NotoSansCJKKR"),
            ('\u{20bb7}', "NotoSansCJKJP"),
            ('か', "DroidSansFallback"),
            ('ᚠ', "Unifont"),
            ('😀', "UnifontUpper"),
            ('𐌰', "UnifontUpper"),
        ] {
            assert_eq!(best(letter), name, "{letter}");
        }
        assert_eq!(FontId::best('A', BOLD), BOLD);
    }

    /// Letters that no font has are shown by their numbers. There are few of them, and all are rare.
    #[test]
    fn nearly_all_letters_of_the_first_plane_have_a_picture() {
        let letters = (0x20..0xffff_u32).filter_map(char::from_u32).filter(|letter| letter.is_alphabetic());
        let (mut all, mut without) = (0, 0);
        for letter in letters {
            all += 1;
            without += u32::from(!FontId::best(letter, REGULAR).has(letter));
        }
        assert!(all > 48_000 && without * 200 < all, "{without} of {all} letters have no picture");
    }
}
