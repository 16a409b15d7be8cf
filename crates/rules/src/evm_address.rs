//! Addresses on EVM chains: twenty bytes in hexadecimal, with a checksum in the case of the letters (EIP-55).

use std::fmt;

use sha3::{Digest, Keccak256};

const DIGITS: usize = 40;

/// Why a text is no address that money can be sent to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvmAddressProblem {
    Prefix,
    Digits,
    Zero,
    Checksum,
    NoChecksum,
}

impl EvmAddressProblem {
    pub const fn message(self) -> &'static str {
        match self {
            EvmAddressProblem::Prefix => "must start with 0x",
            EvmAddressProblem::Digits => "must be 0x and 40 hexadecimal digits",
            EvmAddressProblem::Zero => "is the zero address: anything sent there is lost",
            EvmAddressProblem::Checksum => "doesn't match its checksum: a character or its case is wrong",
            EvmAddressProblem::NoChecksum => "has no checksum: copy it in mixed case, as wallets show it",
        }
    }
}

/// An address, written with its checksum.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct EvmAddress(String);

impl EvmAddress {
    /// The same as [`EvmAddress::check`], for readers of English.
    pub fn parse(text: &str) -> Result<EvmAddress, &'static str> {
        EvmAddress::check(text).map_err(EvmAddressProblem::message)
    }

    /// Takes an address with its checksum, and says what is wrong with any other. One without capital and small
    /// letters has no checksum: a wrong digit in it could not be seen.
    pub fn check(text: &str) -> Result<EvmAddress, EvmAddressProblem> {
        let digits = text.strip_prefix("0x").ok_or(EvmAddressProblem::Prefix)?;
        if digits.len() != DIGITS || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(EvmAddressProblem::Digits);
        }
        if digits.bytes().all(|byte| byte == b'0') {
            return Err(EvmAddressProblem::Zero);
        }
        let checked = with_checksum(&digits.to_ascii_lowercase());
        if checked == digits {
            return Ok(EvmAddress(text.to_owned()));
        }
        let has_checksum = digits.bytes().any(|byte| byte.is_ascii_lowercase())
            && digits.bytes().any(|byte| byte.is_ascii_uppercase());
        Err(if has_checksum { EvmAddressProblem::Checksum } else { EvmAddressProblem::NoChecksum })
    }

    /// Any twenty bytes, as a chain knows them.
    pub fn from_bytes(bytes: [u8; 20]) -> EvmAddress {
        let small: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        EvmAddress(format!("0x{}", with_checksum(&small)))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its first and last digits, by which people know it again: `0x5aAe…eAed`.
    pub fn shortened(&self) -> String {
        format!("{}…{}", &self.0[..6], &self.0[DIGITS + 2 - 4..])
    }
}

impl fmt::Display for EvmAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A letter is a capital where the hash of the small ones has a digit of eight or more.
fn with_checksum(small: &str) -> String {
    let hash = Keccak256::digest(small.as_bytes());
    let nibble =
        |index: usize| if index.is_multiple_of(2) { hash[index / 2] >> 4 } else { hash[index / 2] & 15 };
    let raised = |(index, letter): (usize, char)| {
        if nibble(index) >= 8 { letter.to_ascii_uppercase() } else { letter }
    };
    small.chars().enumerate().map(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::EvmAddress;

    /// From the text of EIP-55.
    const KNOWN: [&str; 8] = [
        "0x52908400098527886E0F7030069857D2E4169EE7",
        "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
        "0xde709f2102306220921060314715629080e2fb77",
        "0x27b1fdb04752bbc536007a920d24acb045561c26",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
        "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ];

    #[test]
    fn addresses_with_their_checksum_are_taken_as_they_are() {
        for known in KNOWN {
            assert_eq!(EvmAddress::parse(known).map(|address| address.to_string()), Ok(known.to_owned()));
        }
    }

    #[test]
    fn the_case_of_every_letter_counts() {
        for known in KNOWN {
            for (index, letter) in known.char_indices().skip(2).filter(|(_, letter)| letter.is_alphabetic()) {
                let other = if letter.is_ascii_lowercase() {
                    letter.to_ascii_uppercase()
                } else {
                    letter.to_ascii_lowercase()
                };
                let mut wrong = known.to_owned();
                wrong.replace_range(index..=index, other.encode_utf8(&mut [0; 4]));
                assert!(EvmAddress::parse(&wrong).is_err(), "{wrong}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| EvmAddress::parse(text).expect_err(text);
        assert!(said("5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").contains("start with 0x"));
        assert!(said("0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").contains("start with 0x"));
        assert!(said("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed").contains("no checksum"));
        assert!(said("0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED").contains("no checksum"));
        assert!(said("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD").contains("doesn't match"));
        assert!(said("0x0000000000000000000000000000000000000000").contains("zero address"));
        for wrong in [
            "",
            "0x",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0",
        ] {
            assert!(EvmAddress::parse(wrong).is_err(), "{wrong}");
        }
        assert!(said("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg").contains("hexadecimal"));
        assert!(said(&format!("0x{}", "é".repeat(20))).contains("hexadecimal"));
    }
}
