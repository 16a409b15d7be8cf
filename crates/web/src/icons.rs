//! The icons of the service, for browser tabs and home screens, and the manifest that lets people install it: a coin in
//! the operator's colour. They are drawn here, so that every operator has their own.

use std::sync::OnceLock;

use bytes::Bytes;
use serde_json::json;

use crate::frame::{Accent, brand_accent};
use crate::settings::Brand;

/// A home screen shows about this much of a name.
const LONGEST_SHORT_NAME: usize = 12;
/// Radii of the coin in hundredths of the icon's width. Masks leave at least the inner 40 (W3C, "maskable").
const COIN: usize = 36;
const RING_OUTSIDE: usize = 27;
const RING_INSIDE: usize = 22;
/// Each pixel is looked at in as many places, squared.
const SAMPLES: usize = 4;

/// Drawn when one is first asked for.
#[derive(Default)]
pub struct Icons {
    /// For `favicon.ico`.
    tab: OnceLock<Bytes>,
    touch: OnceLock<Bytes>,
    small: OnceLock<Bytes>,
    large: OnceLock<Bytes>,
}

impl Icons {
    pub fn tab(&self, brand: &Brand) -> Bytes {
        self.tab.get_or_init(|| ico(brand)).clone()
    }

    /// For the home screen of an iPhone.
    pub fn touch(&self, brand: &Brand) -> Bytes {
        self.touch.get_or_init(|| png(brand, 180)).clone()
    }

    pub fn small(&self, brand: &Brand) -> Bytes {
        self.small.get_or_init(|| png(brand, 192)).clone()
    }

    pub fn large(&self, brand: &Brand) -> Bytes {
        self.large.get_or_init(|| png(brand, 512)).clone()
    }
}

/// <https://www.w3.org/TR/appmanifest/>
pub fn manifest_of(brand: &Brand) -> serde_json::Value {
    let icon = |size: usize, purpose: &str| {
        json!({
            "src": format!("/assets/icon-{size}.png"),
            "sizes": format!("{size}x{size}"),
            "type": "image/png",
            "purpose": purpose,
        })
    };
    json!({
        "id": "/dashboard",
        "name": brand.name,
        "short_name": brand.name.chars().take(LONGEST_SHORT_NAME).collect::<String>().trim(),
        "start_url": "/dashboard",
        "scope": "/",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": brand_accent(brand).to_string(),
        "icons": [
            icon(192, "any"),
            icon(512, "any"),
            icon(192, "maskable"),
            icon(512, "maskable"),
            { "src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any" },
        ],
    })
}

pub fn svg_of(brand: &Brand) -> String {
    let accent = brand_accent(brand);
    let (ink, middle, width) = (accent.ink(), (RING_OUTSIDE + RING_INSIDE) / 2, RING_OUTSIDE - RING_INSIDE);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">\
         <rect width=\"100\" height=\"100\" rx=\"22\" fill=\"{accent}\"/>\
         <circle cx=\"50\" cy=\"50\" r=\"{COIN}\" fill=\"{ink}\"/>\
         <circle cx=\"50\" cy=\"50\" r=\"{middle}\" fill=\"none\" stroke=\"{accent}\" stroke-width=\"{width}\"/></svg>"
    )
}

/// One PNG in the container that old browsers ask for.
fn ico(brand: &Brand) -> Bytes {
    const SIZE: u8 = 32;
    const HEADER: u32 = 22;
    let png = png(brand, usize::from(SIZE));
    let length = u32::try_from(png.len()).expect("a small picture");
    let mut out = vec![0, 0, 1, 0, 1, 0, SIZE, SIZE, 0, 0, 1, 0, 32, 0];
    out.extend(length.to_le_bytes());
    out.extend(HEADER.to_le_bytes());
    out.extend(png);
    out.into()
}

/// A square picture with a palette that leads from the brand's colour to the coin's.
fn png(brand: &Brand, size: usize) -> Bytes {
    let accent = brand_accent(brand);
    let side = u32::try_from(size).expect("a small picture").to_be_bytes();
    let mut header = [side, side].concat();
    // Eight bits, a palette, and no interlacing.
    header.extend([8, 3, 0, 0, 0]);
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut out, b"IHDR", &header);
    chunk(&mut out, b"PLTE", &palette(accent));
    chunk(&mut out, b"IDAT", &miniz_oxide::deflate::compress_to_vec_zlib(&pixels(size), 9));
    chunk(&mut out, b"IEND", &[]);
    out.into()
}

fn palette(accent: Accent) -> Vec<u8> {
    let (from, to) = (accent.channels(), accent.ink().channels());
    let mixed = |share: u16, channel: usize| {
        let sum = u16::from(from[channel]) * (255 - share) + u16::from(to[channel]) * share;
        u8::try_from(sum / 255).expect("between two bytes")
    };
    (0..=255).flat_map(|share| [mixed(share, 0), mixed(share, 1), mixed(share, 2)]).collect()
}

/// How much of each pixel the coin covers, in rows that each begin with the name of their filter: none.
fn pixels(size: usize) -> Vec<u8> {
    let mut rows = Vec::with_capacity(size * (size + 1));
    for y in 0..size {
        rows.push(0);
        rows.extend((0..size).map(|x| coverage(size, x, y)));
    }
    rows
}

fn coverage(size: usize, x: usize, y: usize) -> u8 {
    // In halves of a sample, from the middle of the picture.
    let from_middle =
        |pixel: usize, sample: usize| (2 * (pixel * SAMPLES + sample) + 1).abs_diff(size * SAMPLES);
    let squared = |radius: usize| (2 * size * SAMPLES * radius / 100).pow(2);
    let (coin, outside, inside) = (squared(COIN), squared(RING_OUTSIDE), squared(RING_INSIDE));
    let is_ink = |square: usize| square <= inside || (outside < square && square <= coin);
    let samples = (0..SAMPLES).flat_map(|down| (0..SAMPLES).map(move |across| (down, across)));
    let inked = samples
        .filter(|(down, across)| is_ink(from_middle(x, *across).pow(2) + from_middle(y, *down).pow(2)))
        .count();
    u8::try_from(inked * 255 / SAMPLES.pow(2)).expect("a share of 255")
}

fn chunk(out: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).expect("a small picture");
    out.extend(length.to_be_bytes());
    let start = out.len();
    out.extend(name);
    out.extend(data);
    let sum = crc32(&out[start..]);
    out.extend(sum.to_be_bytes());
}

/// The checksum of PNG (RFC 2083, appendix "Sample CRC Code").
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 },
        )
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::{COIN, coverage, crc32, ico, manifest_of, palette, png, svg_of};
    use crate::frame::brand_accent;
    use crate::settings::{Brand, WebSettings};

    fn brand(accent: &str) -> Brand {
        Brand { accent: accent.to_owned(), ..WebSettings::new(String::new()).brand }
    }

    #[test]
    fn a_picture_holds_its_size_its_colours_and_right_checksums() {
        let (brand, size) = (brand("#cc0044"), 48);
        let png = png(&brand, size);
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let mut rest = &png[8..];
        let mut names = Vec::new();
        while !rest.is_empty() {
            let length = u32::from_be_bytes(rest[..4].try_into().expect("four bytes")) as usize;
            let (named, after) = rest[4..].split_at(4 + length);
            assert_eq!(after[..4], crc32(named).to_be_bytes());
            let (name, data) = named.split_at(4);
            match name {
                b"IHDR" => assert_eq!(data[..8], [0, 0, 0, 48, 0, 0, 0, 48]),
                b"PLTE" => assert_eq!((data.len(), &data[..3]), (768, &[0xcc, 0, 0x44][..])),
                b"IDAT" => {
                    let rows = miniz_oxide::inflate::decompress_to_vec_zlib(data).expect("deflated");
                    assert_eq!(rows.len(), size * (size + 1));
                }
                _ => assert!(data.is_empty()),
            }
            names.push(String::from_utf8_lossy(name).into_owned());
            rest = &after[4..];
        }
        assert_eq!(names, ["IHDR", "PLTE", "IDAT", "IEND"]);
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn the_coin_is_inside_of_what_every_mask_shows() {
        const { assert!(COIN <= 40) };
        let size = 64;
        let [middle, ring, corner] =
            [(32, 32), (32 + 64 * 25 / 100, 32), (2, 2)].map(|(x, y)| coverage(size, x, y));
        assert_eq!([middle, ring, corner], [255, 0, 0]);
        for place in 0..size {
            assert_eq!((coverage(size, 0, place), coverage(size, place, size - 1)), (0, 0), "{place}");
        }
    }

    #[test]
    fn the_coin_can_be_seen_on_every_colour() {
        for accent in ["#000000", "#ffffff", "#ffff00", "#0f766e"] {
            let colours = palette(brand_accent(&brand(accent)));
            let (first, last) = (&colours[..3], &colours[765..]);
            let far = first.iter().zip(last).any(|(one, other)| one.abs_diff(*other) > 100);
            assert!(far, "{accent}: {first:?} {last:?}");
        }
    }

    #[test]
    fn the_container_leads_to_its_picture() {
        let ico = ico(&brand("#0f766e"));
        assert_eq!(ico[..4], [0, 0, 1, 0]);
        let length = u32::from_le_bytes(ico[14..18].try_into().expect("four bytes")) as usize;
        assert_eq!(ico.len(), 22 + length);
        assert_eq!(&ico[23..26], b"PNG");
    }

    #[test]
    fn the_manifest_is_that_of_the_operator() {
        let brand = Brand { name: "Pagamentos do Brasil".to_owned(), ..brand("#cc0044") };
        let manifest = manifest_of(&brand);
        assert_eq!(manifest["name"], "Pagamentos do Brasil");
        assert_eq!(manifest["short_name"], "Pagamentos d");
        assert_eq!(manifest["theme_color"], "#cc0044");
        let purposes: Vec<&str> = manifest["icons"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|icon| icon["purpose"].as_str())
            .collect();
        assert_eq!(purposes, ["any", "any", "maskable", "maskable", "any"]);
        assert!(svg_of(&brand).contains("fill=\"#cc0044\""));
    }
}
