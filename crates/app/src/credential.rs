//! What an API key looks like: brand, mode, 190 random bits, and a checksum that shows a typo without asking anybody.

use rules::account::Mode;
use sha2::{Digest, Sha256};

use crate::dice::Dice;

const RANDOM_LENGTH: usize = 32;
const CHECKSUM_LENGTH: usize = 6;

/// A new key. It is shown once and never stored.
pub fn generate(dice: &Dice, brand: &str, mode: Mode) -> String {
    let body = format!("{brand}_{}_{}", mode.name(), dice.base62(RANDOM_LENGTH));
    format!("{body}{}", checksum(&body))
}

/// The mode of a well-formed key, or what is wrong with it.
pub fn mode_of(brand: &str, text: &str) -> Result<Mode, &'static str> {
    let rest = text.strip_prefix(brand).and_then(|rest| rest.strip_prefix('_'));
    let Some((mode, secret)) = rest.and_then(|rest| rest.split_once('_')) else {
        return Err("This is not a credential of this service.");
    };
    let Some(mode) = Mode::parse(mode) else {
        return Err("This is not a credential of this service.");
    };
    let well_formed = secret.len() == RANDOM_LENGTH + CHECKSUM_LENGTH
        && secret.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && text.ends_with(&checksum(&text[..text.len() - CHECKSUM_LENGTH]));
    if well_formed {
        Ok(mode)
    } else {
        Err("The API key is incomplete or mistyped: its checksum does not match.")
    }
}

/// The last characters, by which its owner recognises a key in a list.
pub fn hint(key: &str) -> String {
    key[key.len() - 4..].to_owned()
}

/// Six base-62 digits of a hash.
fn checksum(body: &str) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let hash: [u8; 32] = Sha256::digest(body.as_bytes()).into();
    let mut number = u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]);
    let digit = std::iter::repeat_with(|| {
        let digit = DIGITS[(number % 62) as usize];
        number /= 62;
        char::from(digit)
    });
    digit.take(CHECKSUM_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::{generate, mode_of};
    use crate::dice::Dice;
    use rules::account::Mode;

    #[test]
    fn a_key_tells_its_mode_and_any_changed_letter_is_noticed() {
        let dice = Dice::system();
        for mode in Mode::ALL {
            let key = generate(&dice, "florin", mode);
            assert_eq!(mode_of("florin", &key), Ok(mode));
            for index in 0..key.len() {
                let mut changed = key.clone().into_bytes();
                changed[index] = if changed[index] == b'x' { b'y' } else { b'x' };
                let changed = String::from_utf8(changed).expect("ASCII");
                assert!(mode_of("florin", &changed).is_err(), "{index}");
            }
        }
    }

    #[test]
    fn tricks_with_the_prefix_are_no_keys() {
        let key = generate(&Dice::system(), "florin", Mode::Live);
        let upper = key.to_uppercase();
        let cut = &key[..key.len() - 1];
        for wrong in [
            "",
            "florin",
            "florin_live_",
            "_live_",
            &upper,
            cut,
            &format!(" {key}"),
            &format!("{key} "),
            &format!("x{key}"),
            &format!("florin_test_{key}"),
            &key.replace("live", "test"),
            "florin_live_äääääääääääääääääää",
        ] {
            assert!(mode_of("florin", wrong).is_err(), "{wrong}");
        }
        assert!(mode_of("acme", &key).is_err());
    }
}
