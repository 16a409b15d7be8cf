//! The operator's colour, and what can be read on it, beside it and in the dark, whatever the colour is.

use std::fmt;

use crate::settings::Brand;

const DEFAULT: Accent = Accent { red: 0x0f, green: 0x76, blue: 0x6e };
const WHITE: Accent = Accent { red: 255, green: 255, blue: 255 };
const BLACK: Accent = Accent { red: 0, green: 0, blue: 0 };

/// The luminance of white.
const FULL: u32 = 10_000 * 255 * 255;
/// Where black and white text are equally easy to read.
const MIDDLE: u32 = FULL / 1000 * 179;
/// At least 5 : 1 against a white page.
const DARK_ENOUGH: u32 = FULL / 100 * 15;
/// At least 7 : 1 against a black page, and still 5 : 1 on its raised parts.
const LIGHT_ENOUGH: u32 = FULL / 100 * 40;
const STEPS: u32 = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accent {
    red: u8,
    green: u8,
    blue: u8,
}

impl Accent {
    /// The brand's colour. Anything but `#rrggbb` never reaches the stylesheet.
    pub fn of(brand: &Brand) -> Accent {
        Accent::parse(&brand.accent).unwrap_or(DEFAULT)
    }

    fn parse(text: &str) -> Option<Accent> {
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let channel = |from: usize| u8::from_str_radix(&digits[from..from + 2], 16).ok();
        Some(Accent { red: channel(0)?, green: channel(2)?, blue: channel(4)? })
    }

    /// Red, green and blue.
    pub const fn channels(self) -> [u8; 3] {
        [self.red, self.green, self.blue]
    }

    /// What can be read on it: black or white.
    pub fn ink(self) -> Accent {
        if self.luminance() < MIDDLE { WHITE } else { BLACK }
    }

    /// The custom properties that the stylesheet is written with.
    pub fn properties(self) -> String {
        let (on_accent, off_accent) = if self.luminance() < MIDDLE { (WHITE, BLACK) } else { (BLACK, WHITE) };
        let on_light = self.towards(BLACK, |colour| colour.luminance() <= DARK_ENOUGH);
        let on_dark = self.towards(WHITE, |colour| colour.luminance() >= LIGHT_ENOUGH);
        format!(
            ":root{{--accent:{self};--on-accent:{on_accent};--off-accent:{off_accent};\
             --accent-on-light:{on_light};--accent-on-dark:{on_dark}}}\n"
        )
    }

    /// Relative luminance as WCAG weighs it, with the square for its curve: close enough, and whole numbers.
    fn luminance(self) -> u32 {
        let square = |channel: u8| u32::from(channel) * u32::from(channel);
        2126 * square(self.red) + 7152 * square(self.green) + 722 * square(self.blue)
    }

    /// The first colour on the way to `end` that is good.
    fn towards(self, end: Accent, is_good: impl Fn(Accent) -> bool) -> Accent {
        let mix = |from: u8, to: u8, step: u32| {
            let mixed = (u32::from(from) * (STEPS - step) + u32::from(to) * step) / STEPS;
            u8::try_from(mixed).expect("between two bytes")
        };
        let at = |step: u32| Accent {
            red: mix(self.red, end.red, step),
            green: mix(self.green, end.green, step),
            blue: mix(self.blue, end.blue, step),
        };
        (0..=STEPS).map(at).find(|colour| is_good(*colour)).unwrap_or(end)
    }
}

impl fmt::Display for Accent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::{Accent, DARK_ENOUGH, DEFAULT, LIGHT_ENOUGH};
    use crate::settings::{Brand, WebSettings};

    fn of(accent: &str) -> Accent {
        Accent::of(&Brand { accent: accent.to_owned(), ..WebSettings::new(String::new()).brand })
    }

    #[test]
    fn only_six_hexadecimal_digits_are_a_colour() {
        assert_eq!(of("#FF8000").to_string(), "#ff8000");
        for wrong in ["", "#fff", "red", "#12345g", "#+12345", "0f766e", "#0f766e;}", "#0f766ee", "#0f76é"] {
            assert_eq!(of(wrong), DEFAULT, "{wrong}");
        }
    }

    #[test]
    fn every_colour_has_a_readable_relative_for_light_and_dark_pages() {
        for colour in ["#000000", "#ffffff", "#ffff00", "#0000ff", "#00ff00", "#808080", "#0f766e", "#ff0000"]
        {
            let properties = of(colour).properties();
            let read = |name: &str| {
                let (_, after) = properties.split_once(&format!("{name}:")).expect("every property is there");
                Accent::parse(&after[..7]).expect("a colour").luminance()
            };
            assert!(read("--accent-on-light") <= DARK_ENOUGH, "{properties}");
            assert!(read("--accent-on-dark") >= LIGHT_ENOUGH, "{properties}");
        }
    }
}
