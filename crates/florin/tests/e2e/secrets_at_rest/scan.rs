//! Looks for secrets in bytes, in the spellings in which something might have written them down.

use data_encoding::{BASE64_NOPAD, BASE64URL_NOPAD, Encoding, HEXLOWER, HEXUPPER};

/// What can be read in some bytes, once as it is and once in lower case.
struct Text {
    exact: String,
    lower: String,
}

impl Text {
    fn new(bytes: &[u8]) -> Text {
        // Whatever lies between two texts is one line break: databases are mostly empty.
        let mut exact = String::new();
        for byte in bytes {
            match char::from(*byte) {
                letter @ ' '..='~' => exact.push(letter),
                _ if exact.ends_with('\n') => {}
                _ => exact.push('\n'),
            }
        }
        Text { lower: exact.to_ascii_lowercase(), exact }
    }

    /// How the secret is spelled there, if it is there.
    fn shows(&self, secret: &str) -> Option<&'static str> {
        let lower = secret.to_ascii_lowercase();
        let backwards: String = lower.chars().rev().collect();
        let hex = [secret, &lower, &secret.to_ascii_uppercase()].map(|text| HEXLOWER.encode(text.as_bytes()));
        if self.lower.contains(&lower) {
            return Some("as it is");
        }
        if self.lower.contains(&backwards) {
            return Some("backwards");
        }
        if hex.iter().any(|hex| self.lower.contains(hex.as_str())) {
            return Some("in hex");
        }
        let encodings = [&BASE64_NOPAD, &BASE64URL_NOPAD];
        let mut spellings = encodings.into_iter().flat_map(|encoding| {
            (0..3).map(move |offset| base64_inside(encoding, secret.as_bytes(), offset))
        });
        spellings.any(|spelling| self.exact.contains(&spelling)).then_some("in base64")
    }
}

/// What base64 makes of these bytes, wherever they stand in a longer text: without the letters at both ends, which
/// they share with their neighbours.
fn base64_inside(encoding: &Encoding, bytes: &[u8], offset: usize) -> String {
    let padded = [vec![0; offset], bytes.to_vec()].concat();
    let encoded = encoding.encode(&padded);
    let shared_before = (offset * 8).div_ceil(6);
    let whole = padded.len() * 8 / 6;
    encoded[shared_before..whole].to_owned()
}

/// What must be there, so that what is not there proves something.
#[track_caller]
pub fn assert_shows(bytes: &[u8], wanted: &[&str]) {
    let text = Text::new(bytes);
    for wanted in wanted {
        assert!(text.exact.contains(wanted), "there is no {wanted:?}");
    }
}

#[track_caller]
pub fn assert_hides(what: &str, bytes: &[u8], secrets: &[String]) {
    assert!(secrets.len() > 30, "these are not all the secrets");
    let text = Text::new(bytes);
    let shown = secrets.iter().filter_map(|secret| text.shows(secret).map(|how| format!("{secret} {how}")));
    let shown: Vec<String> = shown.collect();
    assert!(shown.is_empty(), "{what} shows {shown:?}");
}

#[test]
fn a_planted_secret_is_found_in_every_spelling() {
    let secret = "DE44500105175407324931";
    let plain = format!("{{\"iban\":\"{secret}\"}}");
    let planted = [
        plain.clone(),
        plain.to_lowercase(),
        plain.chars().rev().collect(),
        HEXLOWER.encode(plain.as_bytes()),
        HEXUPPER.encode(plain.as_bytes()),
        BASE64_NOPAD.encode(plain.as_bytes()),
        BASE64_NOPAD.encode(format!("x{plain}").as_bytes()),
        BASE64URL_NOPAD.encode(format!("xx{plain}").as_bytes()),
    ];
    for planted in planted {
        let bytes = [b"\xff\0noise", planted.as_bytes(), b"\xffnoise"].concat();
        assert!(Text::new(&bytes).shows(secret).is_some(), "{planted}");
    }
    assert_eq!(Text::new(b"DE44500105175407324932").shows(secret), None);
}
