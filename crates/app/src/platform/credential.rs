//! What a credential looks like: brand, kind, 190 random bits, and a checksum that shows a typo without a lookup.

use rules::account::Mode;
use sha2::{Digest, Sha256};

use crate::platform::dice::Dice;

const RANDOM_LENGTH: usize = 32;
const CHECKSUM_LENGTH: usize = 6;

/// What a credential is good for; its prefix says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Credential {
    /// An API key of one mode.
    Key(Mode),
    Access,
    Refresh,
    /// The secret of a Connect App.
    Client,
}

impl Credential {
    const ALL: [Credential; 5] = [
        Credential::Key(Mode::Live),
        Credential::Key(Mode::Test),
        Credential::Access,
        Credential::Refresh,
        Credential::Client,
    ];

    const fn name(self) -> &'static str {
        match self {
            Credential::Key(mode) => mode.name(),
            Credential::Access => "at",
            Credential::Refresh => "rt",
            Credential::Client => "cs",
        }
    }
}

/// A new credential. It is shown once and never stored.
pub fn generate(dice: &Dice, brand: &str, kind: Credential) -> String {
    let body = format!("{brand}_{}_{}", kind.name(), dice.base62(RANDOM_LENGTH));
    format!("{body}{}", checksum(&body))
}

/// What a well-formed credential is, or what is wrong with it.
pub fn kind_of(brand: &str, text: &str) -> Result<Credential, &'static str> {
    let rest = text.strip_prefix(brand).and_then(|rest| rest.strip_prefix('_'));
    let Some((name, secret)) = rest.and_then(|rest| rest.split_once('_')) else {
        return Err("Malformed API key or access token.");
    };
    let Some(kind) = Credential::ALL.into_iter().find(|kind| kind.name() == name) else {
        return Err("Malformed API key or access token.");
    };
    let well_formed = secret.len() == RANDOM_LENGTH + CHECKSUM_LENGTH
        && secret.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && text.ends_with(&checksum(&text[..text.len() - CHECKSUM_LENGTH]));
    if well_formed {
        Ok(kind)
    } else {
        Err("The API key or access token is incomplete or mistyped: its checksum doesn't match.")
    }
}

/// The last characters, by which its owner recognizes a key in a list.
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
    use super::{Credential, generate, kind_of};
    use crate::platform::dice::Dice;
    use rules::account::Mode;

    #[test]
    fn a_credential_tells_its_kind_and_any_changed_letter_is_noticed() {
        let dice = Dice::system();
        for kind in Credential::ALL {
            let key = generate(&dice, "florin", kind);
            assert_eq!(kind_of("florin", &key), Ok(kind));
            for index in 0..key.len() {
                let mut changed = key.clone().into_bytes();
                changed[index] = if changed[index] == b'x' { b'y' } else { b'x' };
                let changed = String::from_utf8(changed).expect("ASCII");
                assert!(kind_of("florin", &changed).is_err(), "{index}");
            }
        }
    }

    #[test]
    fn tricks_with_the_prefix_are_no_keys() {
        let key = generate(&Dice::system(), "florin", Credential::Key(Mode::Live));
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
            assert!(kind_of("florin", wrong).is_err(), "{wrong}");
        }
        assert!(kind_of("acme", &key).is_err());
    }
}
