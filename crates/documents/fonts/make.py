"""Makes the fonts that documents embed: parts of larger fonts, without hints, compressed.

    make.py TEXT NOTO CJK UNIFONT DROID

TEXT is the unpacked npm package @expo-google-fonts/noto-sans; the others are the folders of the Debian packages
fonts-noto-core, fonts-noto-cjk, unifont (opentype/unifont) and fonts-droid-fallback. It needs fontTools.
`../src/fonts.rs` lists the results, with the same ranges.
"""

import pathlib
import sys
import tempfile
import zlib

from fontTools import subset
from fontTools.ttLib import TTFont

# What every script is written with: a blank, joiners, and the circle that shows a mark without a letter.
COMMON = {0x20, 0xA0, 0x200C, 0x200D, 0x25CC}
TEXT = [(0x20, 0x58F), (0x1C80, 0x1C8F), (0x1D00, 0x21FF), (0x2212, 0x2215), (0x25CC, 0x25CC), (0x2C60, 0x2C7F)]
TEXT += [(0x2DE0, 0x2E7F), (0xA640, 0xA69F), (0xA700, 0xA7FF), (0xAB30, 0xAB6F), (0xFFFD, 0xFFFD)]
SCRIPTS = {
    "armenian": ("Sans", "Armenian", [(0x530, 0x58F), (0xFB13, 0xFB17)]),
    "hebrew": ("Sans", "Hebrew", [(0x590, 0x5FF), (0xFB1D, 0xFB4F)]),
    "arabic": ("Sans", "Arabic", [(0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF)]),
    "syriac": ("Sans", "Syriac", [(0x700, 0x74F), (0x860, 0x86F)]),
    "thaana": ("Sans", "Thaana", [(0x780, 0x7BF)]),
    "nko": ("Sans", "NKo", [(0x7C0, 0x7FF)]),
    "devanagari": ("Sans", "Devanagari", [(0x900, 0x97F), (0xA8E0, 0xA8FF), (0x1CD0, 0x1CFF)]),
    "bengali": ("Sans", "Bengali", [(0x980, 0x9FF)]),
    "gurmukhi": ("Sans", "Gurmukhi", [(0xA00, 0xA7F)]),
    "gujarati": ("Sans", "Gujarati", [(0xA80, 0xAFF)]),
    "oriya": ("Sans", "Oriya", [(0xB00, 0xB7F)]),
    "tamil": ("Sans", "Tamil", [(0xB80, 0xBFF)]),
    "telugu": ("Sans", "Telugu", [(0xC00, 0xC7F)]),
    "kannada": ("Sans", "Kannada", [(0xC80, 0xCFF)]),
    "malayalam": ("Sans", "Malayalam", [(0xD00, 0xD7F)]),
    "sinhala": ("Sans", "Sinhala", [(0xD80, 0xDFF)]),
    "thai": ("Sans", "Thai", [(0xE00, 0xE7F)]),
    "lao": ("Sans", "Lao", [(0xE80, 0xEFF)]),
    "tibetan": ("Serif", "Tibetan", [(0xF00, 0xFFF)]),
    "myanmar": ("Sans", "Myanmar", [(0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)]),
    "georgian": ("Sans", "Georgian", [(0x10A0, 0x10FF), (0x1C90, 0x1CBF), (0x2D00, 0x2D2F)]),
    "ethiopic": ("Sans", "Ethiopic", [(0x1200, 0x139F), (0x2D80, 0x2DDF), (0xAB00, 0xAB2F)]),
    "cherokee": ("Sans", "Cherokee", [(0x13A0, 0x13FF), (0xAB70, 0xABBF)]),
    "canadianaboriginal": ("Sans", "CanadianAboriginal", [(0x1400, 0x167F), (0x18B0, 0x18FF)]),
    "khmer": ("Sans", "Khmer", [(0x1780, 0x17FF), (0x19E0, 0x19FF)]),
    "mongolian": ("Sans", "Mongolian", [(0x1800, 0x18AF)]),
    "tifinagh": ("Sans", "Tifinagh", [(0x2D30, 0x2D7F)]),
}
# Parts of one collection: the number of the font in it, and the ranges.
CJK = {
    "hangul": (1, [(0xAC00, 0xD7A3)]),
    "ideographs": (0, [(0x20000, 0x3FFFF)]),
}
PRIVATE = range(0xE000, 0xF900)

here = pathlib.Path(__file__).parent
covered = set()


def letters(source, number=0):
    return set(TTFont(source, fontNumber=number, lazy=True).getBestCmap()) - set(PRIVATE)


def within(source, ranges, number=0):
    return {code for code in letters(source, number) if any(first <= code <= last for first, last in ranges)}


def make(name, source, codes, features="*", number=0):
    with tempfile.TemporaryDirectory() as folder:
        wanted, made = pathlib.Path(folder, "wanted"), pathlib.Path(folder, "made")
        wanted.write_text(" ".join(f"{code:X}" for code in sorted(codes)), encoding="ascii")
        subset.main([
            str(source), f"--font-number={number}", f"--unicodes-file={wanted}", f"--output-file={made}",
            f"--layout-features={features}", "--no-hinting", "--desubroutinize", "--notdef-outline",
            "--name-IDs=0,1,2,3,4,5,6,13,14", "--drop-tables+=FFTM,DSIG",
        ])
        data = made.read_bytes()
    packed = zlib.compress(data, 9)
    (here / f"{name}.z").write_bytes(packed)
    covered.update(codes)
    print(f"{name}: {len(codes)} letters, {len(data)} bytes, {len(packed)} packed")


def main(text, noto, cjk, unifont, droid):
    for name, file in [("text-regular", "400Regular/NotoSans_400Regular"), ("text-bold", "700Bold/NotoSans_700Bold")]:
        source = pathlib.Path(text, f"{file}.ttf")
        # Without ligatures, so that each glyph is one letter.
        make(name, source, within(source, TEXT), "kern,mark,mkmk,ccmp")
    for name, (style, script, ranges) in SCRIPTS.items():
        source = pathlib.Path(noto, f"Noto{style}{script}-Regular.ttf")
        codes = within(source, ranges)
        make(name, source, codes | (COMMON & letters(source)))
    source = pathlib.Path(droid, "DroidSansFallbackFull.ttf")
    make("cjk", source, {code for code in letters(source) if code >= 0x2E80})
    source = pathlib.Path(cjk, "NotoSansCJK-Regular.ttc")
    for name, (number, ranges) in CJK.items():
        make(name, source, within(source, ranges, number), "", number)
    for name, file in [("rest", "unifont.otf"), ("upper", "unifont_upper.otf")]:
        source = pathlib.Path(unifont, file)
        make(name, source, letters(source) - covered)


if __name__ == "__main__":
    main(*sys.argv[1:])
