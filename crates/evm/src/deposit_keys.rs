//! The keys of deposit addresses, all derived from one secret (BIP-32), so that one backup keeps them all. The path is
//! made of the account that is paid there: no counter can be set back, and no other account can ever be given the
//! address.

use std::fmt;
use std::str::FromStr;

use alloy_primitives::Address;
use bip32::{ChildNumber, DerivationPath, XPrv};
use zeroize::Zeroizing;

use crate::bad_key::{BadKey, unhex};
use crate::key_file;
use crate::keys::{LocalSigner, Signer};

/// The addresses are below this, which is where wallets have those of Ethereum (BIP-44).
const PARENT: &str = "m/44'/60'/0'/0";
/// A step of a path has 31 bits, and an account 128.
const BITS: u32 = 31;
const STEPS: u32 = 5;
const SEED_LENGTHS: &str = "a seed has 16, 32 or 64";

pub struct DepositKeys {
    parent: XPrv,
}

impl DepositKeys {
    /// From a seed of 16, 32 or 64 bytes. What a wallet makes of its words (BIP-39) has 64.
    pub fn from_seed(seed: &[u8]) -> Result<DepositKeys, BadKey> {
        let path = DerivationPath::from_str(PARENT).expect("a path");
        let wrong = |_| BadKey::WrongLength { bytes: seed.len(), expected: SEED_LENGTHS };
        XPrv::derive_from_path(seed, &path).map(|parent| DepositKeys { parent }).map_err(wrong)
    }

    /// From a seed in hexadecimal digits, or an extended secret key (`xprv…`), whose children are the addresses.
    pub fn from_text(text: &str) -> Result<DepositKeys, BadKey> {
        let text = text.trim();
        if text.starts_with("xprv") {
            return XPrv::from_str(text)
                .map(|parent| DepositKeys { parent })
                .map_err(|_| BadKey::NotExtended);
        }
        DepositKeys::from_seed(&unhex(text, "a seed is 32, 64 or 128 hexadecimal digits")?)
    }

    /// From a key file that holds a seed.
    pub fn from_key_file(file: &str, password: &str) -> Result<DepositKeys, BadKey> {
        let seed: Zeroizing<Vec<u8>> = key_file::open(file, password)?;
        DepositKeys::from_seed(&seed)
    }

    /// The address at which an account is paid, after so many others of its own.
    pub fn address(&self, account: u128, nth: u32) -> Result<Address, BadKey> {
        self.signer(account, nth).map(|signer| signer.address())
    }

    pub fn signer(&self, account: u128, nth: u32) -> Result<LocalSigner, BadKey> {
        let mut key = self.parent.clone();
        for step in path(account, nth) {
            let child = ChildNumber::new(step, false).map_err(|_| BadKey::IndexTooLarge { index: step })?;
            key = key.derive_child(child).expect("it fails for one key in 2^127 (BIP-32)");
        }
        Ok(LocalSigner::of(key.private_key().clone()))
    }
}

/// The steps below the parent, the account's highest bits first.
fn path(account: u128, nth: u32) -> impl Iterator<Item = u32> {
    let part = move |place: u32| ((account >> (BITS * place)) & ((1 << BITS) - 1)) as u32;
    (0..STEPS).rev().map(part).chain([nth])
}

impl fmt::Debug for DepositKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DepositKeys(…)")
    }
}

#[cfg(test)]
mod tests {
    use alloy_primitives::address;

    use super::*;
    use crate::key_file::{Cost, KeyFileEntropy, seal};

    /// Of the words "test test … junk", by BIP-39 without a password.
    const JUNK_SEED: &str = "9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185\
                             d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0";

    /// Derived step by step with the crate that others use, from the path as people write it.
    #[test]
    fn the_path_is_made_of_the_account_and_the_number() {
        let keys = DepositKeys::from_text(JUNK_SEED).expect("a seed");
        let seed = unhex(JUNK_SEED, "").expect("digits");
        // 4, 31, 31, 31 and 31 bits.
        let account = 0b1010 << 124 | 1 << 93 | 2 << 62 | 3 << 31 | 4;
        for (account, nth, path) in [
            (0, 0, "m/44'/60'/0'/0/0/0/0/0/0/0"),
            (account, 7, "m/44'/60'/0'/0/10/1/2/3/4/7"),
            (u128::MAX, 1, "m/44'/60'/0'/0/15/2147483647/2147483647/2147483647/2147483647/1"),
        ] {
            let key = XPrv::derive_from_path(&seed, &path.parse().expect("a path")).expect("a key");
            let expected = LocalSigner::of(key.private_key().clone()).address();
            assert_eq!(keys.address(account, nth), Ok(expected), "{path}");
        }
    }

    #[test]
    fn the_addresses_below_the_parent_are_those_that_wallets_show() {
        let keys = DepositKeys::from_text(JUNK_SEED).expect("a seed");
        let first = keys.parent.derive_child(ChildNumber::new(0, false).expect("small")).expect("a key");
        let first = LocalSigner::of(first.private_key().clone()).address();
        assert_eq!(first, address!("f39Fd6e51aad88F6F4ce6aB8827279cffFb92266"));
    }

    #[test]
    fn the_first_vector_of_bip_32_is_derived() {
        // Chain m/0'/1/2'/2 of the seed 000102…0f; its child is at 1000000000.
        let parent = "xprvA2JDeKCSNNZky6uBCviVfJSKyQ1mDYahRjijr5idH2WwLsEd4Hsb2\
                      Tyh8RfQMuPh7f7RtyzTtdrbdqqsunu5Mm3wDvUAKRHSC34sJ7in334";
        let child = "xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FH\
                     a8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76";
        let keys = DepositKeys::from_text(parent).expect("an extended key");
        let step = ChildNumber::new(1_000_000_000, false).expect("small");
        let derived = keys.parent.derive_child(step).expect("a key");
        assert_eq!(derived, XPrv::from_str(child).expect("an extended key"));
    }

    #[test]
    fn a_seed_in_a_key_file_gives_the_same_addresses() {
        let seed = unhex(JUNK_SEED, "").expect("digits");
        let fresh = KeyFileEntropy { salt: [1; 32], iv: [2; 16], id: [3; 16] };
        let file = seal(&seed, "secret", Cost::Light, &fresh);
        let keys = DepositKeys::from_key_file(&file, "secret").expect("it opens");
        assert_eq!(keys.address(1, 0), DepositKeys::from_seed(&seed).expect("a seed").address(1, 0));
    }

    #[test]
    fn what_is_wrong_is_refused() {
        assert_eq!(DepositKeys::from_text("xprv9").err(), Some(BadKey::NotExtended));
        assert!(matches!(DepositKeys::from_text("00ff").err(), Some(BadKey::WrongLength { bytes: 2, .. })));
        assert!(matches!(DepositKeys::from_text("words").err(), Some(BadKey::NotHex { .. })));
        let keys = DepositKeys::from_seed(&[1; 32]).expect("a seed");
        assert!(keys.address(1, i32::MAX as u32).is_ok());
        assert_eq!(keys.address(1, 1 << 31), Err(BadKey::IndexTooLarge { index: 1 << 31 }));
    }

    #[test]
    fn nothing_of_them_is_printed() {
        let shown = format!("{:?}", DepositKeys::from_text(JUNK_SEED).expect("a seed"));
        assert_eq!(shown, "DepositKeys(…)");
    }
}
