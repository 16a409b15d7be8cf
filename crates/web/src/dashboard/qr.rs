//! QR codes, as the squares that are dark.

use qrcode::{EcLevel, QrCode};

pub struct Picture {
    pub size: usize,
    /// A path of an SVG.
    pub path: String,
}

/// Of a text that is short enough, as addresses are.
pub fn draw(text: &str) -> Picture {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).expect("an address is short enough");
    let size = code.width();
    let dark = code.to_colors().into_iter().enumerate().filter(|(_, colour)| *colour == qrcode::Color::Dark);
    let path = dark.map(|(place, _)| format!("M{} {}h1v1h-1z", place % size, place / size)).collect();
    Picture { size, path }
}
