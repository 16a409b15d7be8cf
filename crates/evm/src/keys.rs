//! The signers. A key is in memory here, or in another implementation of [`Signer`]. A secret is never printed, and is
//! wiped when it is no longer needed.

use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;

use alloy_primitives::{Address, B256, Signature, U256};
use k256::ecdsa::SigningKey;

use crate::bad_key::{BadKey, unhex};
use crate::key_file;

/// Signs hashes with the key of one address. A key management service can be one: nothing here needs the secret.
pub trait Signer: Send + Sync {
    fn address(&self) -> Address;

    /// It may be another signature each time: nothing is sent but what was kept.
    fn sign_hash(&self, hash: B256) -> Signing<'_>;
}

pub type Signing<'a> = Pin<Box<dyn Future<Output = Result<Signature, SigningTrouble>> + Send + 'a>>;

/// The key could not be asked. A key in memory always can.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SigningTrouble(pub String);

/// A key in this process.
pub struct LocalSigner {
    /// It wipes itself.
    key: SigningKey,
    address: Address,
}

impl LocalSigner {
    /// From 64 hexadecimal digits, with or without `0x`.
    pub fn from_hex(text: &str) -> Result<LocalSigner, BadKey> {
        let secret = unhex(text, "a key is 64 hexadecimal digits")?;
        LocalSigner::from_secret(&secret)
    }

    /// From an encrypted file (Web3 Secret Storage, version 3), as geth, foundry and most wallets write it.
    pub fn from_key_file(file: &str, password: &str) -> Result<LocalSigner, BadKey> {
        LocalSigner::from_secret(&key_file::open(file, password)?)
    }

    /// From 32 bytes.
    pub fn from_secret(secret: &[u8]) -> Result<LocalSigner, BadKey> {
        if secret.len() != 32 {
            return Err(BadKey::WrongLength { bytes: secret.len(), expected: "a key has 32" });
        }
        SigningKey::from_slice(secret).map(LocalSigner::of).map_err(|_| BadKey::NotAKey)
    }

    pub(crate) fn of(key: SigningKey) -> LocalSigner {
        let address = address_of(&key);
        LocalSigner { key, address }
    }

    fn sign(&self, hash: B256) -> Signature {
        let (signature, recovery) = self.key.sign_prehash_recoverable(hash.as_slice());
        let (r, s) = signature.split_bytes();
        Signature::new(U256::from_be_slice(&r), U256::from_be_slice(&s), recovery.is_y_odd())
    }
}

impl Signer for LocalSigner {
    fn address(&self) -> Address {
        self.address
    }

    fn sign_hash(&self, hash: B256) -> Signing<'_> {
        Box::pin(ready(Ok(self.sign(hash))))
    }
}

impl fmt::Debug for LocalSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LocalSigner({})", self.address)
    }
}

pub(crate) fn address_of(key: &SigningKey) -> Address {
    let point = key.verifying_key().to_sec1_point(false);
    Address::from_raw_public_key(&point.as_bytes()[1..])
}

impl fmt::Display for SigningTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the signer is unreachable: {}", self.0)
    }
}

impl std::error::Error for SigningTrouble {}

#[cfg(test)]
mod tests {
    use alloy_primitives::{address, b256};

    use super::*;

    /// The first account of the well-known words "test test … junk".
    const JUNK: &str = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

    #[test]
    fn a_key_has_the_address_that_others_compute() {
        let expected = address!("f39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
        for text in [JUNK.to_owned(), format!("0x{JUNK}"), format!(" {}\n", JUNK.to_uppercase())] {
            assert_eq!(LocalSigner::from_hex(&text).expect("a key").address(), expected);
        }
    }

    #[test]
    fn a_signature_is_the_one_of_rfc_6979_with_a_low_s() {
        // Key one, the SHA-256 of "Satoshi Nakamoto": a vector that implementations share.
        let key = LocalSigner::from_secret(&U256::ONE.to_be_bytes::<32>()).expect("a key");
        let hash = b256!("a0dc65ffca799873cbea0ac274015b9526505daaaed385155425f7337704883e");
        let signature = key.sign(hash);
        let r = b256!("934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8");
        let s = b256!("2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5");
        assert_eq!((B256::from(signature.r()), B256::from(signature.s())), (r, s));
    }

    #[test]
    fn what_is_no_key_is_refused_without_being_repeated() {
        let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
        for text in ["", "0x", "zz", &JUNK[1..], &JUNK[2..], &"0".repeat(64), order] {
            let refused = LocalSigner::from_hex(text).expect_err("no key").to_string();
            assert!(text.len() < 3 || !refused.contains(text), "{refused}");
        }
    }

    #[test]
    fn a_key_prints_as_its_address() {
        let shown = format!("{:?}", LocalSigner::from_hex(JUNK).expect("a key"));
        assert_eq!(shown, "LocalSigner(0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266)");
    }
}
