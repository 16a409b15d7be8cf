//! Why a secret can't be used. No message repeats a secret.

use std::fmt;

use zeroize::Zeroizing;

/// A secret that cannot be used, and why. It never repeats the secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadKey {
    NotHex { expected: &'static str },
    NotAKey,
    NotAKeyFile { why: String },
    TooCostly { bytes: u64, most: u64 },
    WrongPassword,
    WrongLength { bytes: usize, expected: &'static str },
    NotExtended,
    IndexTooLarge { index: u32 },
}

impl fmt::Display for BadKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadKey::NotHex { expected } => write!(f, "the secret is not hexadecimal: {expected}"),
            BadKey::NotAKey => {
                write!(f, "the secret is zero or above the order of the curve, so it isn't a valid key")
            }
            BadKey::NotAKeyFile { why } => {
                write!(f, "this is not a key file of Web3 Secret Storage, version 3: {why}")
            }
            BadKey::TooCostly { bytes, most } => write!(
                f,
                "decrypting the key file would take {bytes} bytes of memory, and {most} are allowed: encrypt it \
                 again with usual parameters (n = 262144, r = 8, p = 1)"
            ),
            BadKey::WrongPassword => write!(f, "the password doesn't decrypt the key file"),
            BadKey::WrongLength { bytes, expected } => {
                write!(f, "the secret has {bytes} bytes, but {expected}")
            }
            BadKey::NotExtended => write!(f, "the text is not an extended secret key (BIP-32, xprv…)"),
            BadKey::IndexTooLarge { index } => {
                write!(f, "there is no deposit address {index}: the last is {}", i32::MAX)
            }
        }
    }
}

impl std::error::Error for BadKey {}

/// Hexadecimal digits as bytes that are wiped.
pub(crate) fn unhex(text: &str, expected: &'static str) -> Result<Zeroizing<Vec<u8>>, BadKey> {
    let text = text.trim();
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(digits.as_bytes());
    bytes.map(Zeroizing::new).map_err(|_| BadKey::NotHex { expected })
}
