//! The only module that does cryptography on data: sealing fields and cursors, hashing credentials and requests.
//!
//! Each master secret yields separate keys for separate purposes (HKDF-SHA256). Sealed data is XChaCha20-Poly1305 with
//! a random 192-bit nonce, and is bound to the place it belongs to: moved to another row, it does not open.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use data_encoding::BASE32_NOPAD;
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use rules::id::TransactionId;
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::platform::dice::Dice;
use crate::platform::secrets::Secrets;

const NONCE: usize = 24;
const ITEM_PREFIX: &str = "txn_";
const ITEM_NAME: usize = 26;
const PROOF: usize = 20;

pub struct Vault {
    /// Oldest first, never empty.
    keys: Vec<Keys>,
}

struct Keys {
    version: u8,
    cipher: XChaCha20Poly1305,
    /// Keyed once; each use starts from a copy.
    credentials: Hmac<Sha256>,
    requests: Hmac<Sha256>,
    links: Hmac<Sha256>,
}

impl Vault {
    pub fn new(secrets: &Secrets) -> Vault {
        let keys: Vec<Keys> =
            secrets.versions().map(|(version, master)| Keys::derive(version, master)).collect();
        assert!(!keys.is_empty(), "secrets hold at least one version");
        Vault { keys }
    }

    /// Encrypts for one place. `place` names the table, the column and the row.
    pub fn seal(&self, dice: &Dice, place: &str, plain: &[u8]) -> Vec<u8> {
        self.newest().seal(dice, place, plain)
    }

    /// The same under one version, which must be there.
    pub(super) fn seal_under(&self, version: u8, dice: &Dice, place: &str, plain: &[u8]) -> Vec<u8> {
        let keys = self.keys.iter().find(|keys| keys.version == version);
        keys.expect("a version that the vault has").seal(dice, place, plain)
    }

    /// Oldest first.
    pub(crate) fn versions(&self) -> impl Iterator<Item = u8> {
        self.keys.iter().map(|keys| keys.version)
    }

    /// Decrypts what was sealed for this place; anything else is `None`.
    pub fn open(&self, place: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (version, rest) = sealed.split_first()?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE>()?;
        let keys = self.keys.iter().find(|keys| keys.version == *version)?;
        let payload = Payload { msg: sealed, aad: place.as_bytes() };
        keys.cipher.decrypt(&XNonce::from(*nonce), payload).ok()
    }

    /// What is stored of a credential: HMAC-SHA256 under the newest secret, and that secret's version.
    pub fn hash_credential(&self, credential: &str) -> ([u8; 32], u8) {
        (hash(&self.newest().credentials, credential.as_bytes()), self.newest().version)
    }

    /// The same under every secret, newest first: a credential may have been stored under an older one.
    pub fn credential_hashes(&self, credential: &str) -> impl Iterator<Item = [u8; 32]> {
        self.keys.iter().rev().map(move |keys| hash(&keys.credentials, credential.as_bytes()))
    }

    /// What is stored to recognize a request by, under every secret, newest first. Keyed, because bank details have so
    /// few possible values that a thief of plain hashes could try them all.
    pub fn fingerprints(&self, request: &[u8; 32]) -> impl Iterator<Item = [u8; 32]> {
        self.keys.iter().rev().map(move |keys| hash(&keys.requests, request))
    }

    /// The secret part of the link that claims an item: the item's id and a proof of 160 bits that we wrote it.
    pub fn claim_token(&self, item: TransactionId) -> String {
        let item = item.to_string();
        let name = item.strip_prefix(ITEM_PREFIX).expect("every transaction id begins with it");
        format!("{name}{}", self.proof(item.as_bytes()))
    }

    /// The item of a token that was made under any version of the secrets.
    pub fn read_claim_token(&self, token: &str) -> Option<TransactionId> {
        let (name, proof) = token.split_at_checked(ITEM_NAME)?;
        let item = TransactionId::parse(&format!("{ITEM_PREFIX}{name}"))?;
        self.is_proof(item.to_string().as_bytes(), proof).then_some(item)
    }

    /// A proof of 160 bits that we wrote this text for this purpose.
    pub fn prove(&self, purpose: &str, text: &str) -> String {
        self.proof(purposeful(purpose, text).as_bytes())
    }

    /// Whether it is one, under any version of the secrets.
    pub fn proves(&self, purpose: &str, text: &str, proof: &str) -> bool {
        self.is_proof(purposeful(purpose, text).as_bytes(), proof)
    }

    fn proof(&self, message: &[u8]) -> String {
        BASE32_NOPAD.encode(&hash(&self.newest().links, message)[..PROOF]).to_ascii_lowercase()
    }

    fn is_proof(&self, message: &[u8], proof: &str) -> bool {
        let is_lower = proof.bytes().all(|byte| !byte.is_ascii_uppercase());
        let Ok(proof) = BASE32_NOPAD.decode(proof.to_ascii_uppercase().as_bytes()) else { return false };
        let is_ours = |keys: &Keys| {
            let mut mac = keys.links.clone();
            mac.update(message);
            // Compares in constant time.
            proof.len() == PROOF && mac.verify_truncated_left(&proof).is_ok()
        };
        is_lower && self.keys.iter().any(is_ours)
    }

    /// What something is counted under, which says nothing to a reader of the database.
    pub fn name(&self, text: &str) -> [u8; 32] {
        hash(&self.newest().requests, purposeful("name", text).as_bytes())
    }

    pub fn newest_version(&self) -> u8 {
        self.newest().version
    }

    fn newest(&self) -> &Keys {
        self.keys.last().expect("a vault has at least one version")
    }
}

impl Keys {
    fn derive(version: u8, master: &[u8; 32]) -> Keys {
        let derive = |purpose: &str| {
            let mut key = Zeroizing::new([0; 32]);
            let expansion = Hkdf::<Sha256>::new(None, master).expand(purpose.as_bytes(), key.as_mut());
            expansion.expect("32 bytes are within what HKDF gives");
            key
        };
        let cipher = XChaCha20Poly1305::new((&*derive("florin sealed fields")).into());
        let mac = |purpose: &str| Hmac::new_from_slice(&*derive(purpose)).expect("HMAC takes any key");
        Keys {
            version,
            cipher,
            credentials: mac("florin credentials"),
            requests: mac("florin requests"),
            links: mac("florin claim links"),
        }
    }

    fn seal(&self, dice: &Dice, place: &str, plain: &[u8]) -> Vec<u8> {
        let nonce: [u8; NONCE] = dice.bytes();
        let payload = Payload { msg: plain, aad: place.as_bytes() };
        let sealed =
            self.cipher.encrypt(&XNonce::from(nonce), payload).expect("fields are far below the limit");
        [&[self.version], nonce.as_slice(), &sealed].concat()
    }
}

/// The signature of what is sent to others, under a secret that they have, too.
pub fn webhook_signature(secret: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes any key");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

/// No purpose holds a NUL, so no two pairs are the same.
fn purposeful(purpose: &str, text: &str) -> String {
    format!("{purpose}\0{text}")
}

fn hash(keyed: &Hmac<Sha256>, message: &[u8]) -> [u8; 32] {
    let mut mac = keyed.clone();
    mac.update(message);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::Vault;
    use crate::platform::dice::Dice;
    use crate::platform::secrets::Secrets;
    use proptest::prelude::*;

    fn secrets(dice: &Dice, versions: u8) -> String {
        let parts = (1..=versions).map(|version| format!("{version}:{}", &Secrets::generate(dice)[2..]));
        parts.collect::<Vec<_>>().join(",")
    }

    fn vault(text: &str) -> Vault {
        Vault::new(&Secrets::parse(text).expect("generated secrets"))
    }

    proptest! {
        #[test]
        fn what_is_sealed_opens_only_in_its_place(plain: Vec<u8>, place in ".{1,20}", other in ".{1,20}") {
            let dice = Dice::system();
            let vault = vault(&secrets(&dice, 1));
            let sealed = vault.seal(&dice, &place, &plain);
            prop_assert_eq!(vault.open(&place, &sealed), Some(plain));
            prop_assert_eq!(vault.open(&other, &sealed).is_some(), other == place);
        }
    }

    #[test]
    fn a_claim_token_names_its_item_and_no_change_of_it_does() {
        let dice = Dice::system();
        let text = secrets(&dice, 2);
        let (old, new) = (vault(text.split(',').next().expect("two versions")), vault(&text));
        let item = dice.id(rules::time::Timestamp::from_micros(1_767_225_600_000_000));
        let token = old.claim_token(item);
        assert_eq!(new.read_claim_token(&token), Some(item), "an old secret still counts");
        assert_eq!(old.read_claim_token(&new.claim_token(item)), None);
        for place in 0..token.len() {
            for other in "0z".chars() {
                let mut changed = token.clone();
                changed.replace_range(place..=place, &other.to_string());
                assert!(changed == token || new.read_claim_token(&changed).is_none(), "{place}");
            }
            assert_eq!(new.read_claim_token(&token[..place]), None);
        }
        for wrong in [token.to_uppercase(), format!("{token}a"), format!("{token}="), "ż".repeat(40)] {
            assert_eq!(new.read_claim_token(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn any_flipped_bit_and_any_missing_byte_is_noticed() {
        let dice = Dice::system();
        let vault = vault(&secrets(&dice, 1));
        let sealed = vault.seal(&dice, "here", b"CLABE 032180000118359719");
        for bit in 0..sealed.len() * 8 {
            let mut changed = sealed.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(vault.open("here", &changed), None, "bit {bit}");
        }
        for length in 0..sealed.len() {
            assert_eq!(vault.open("here", &sealed[..length]), None, "length {length}");
        }
    }

    #[test]
    fn after_a_new_secret_the_old_data_still_opens_and_old_credentials_are_still_found() {
        let dice = Dice::system();
        let text = secrets(&dice, 2);
        let old = vault(text.split(',').next().expect("two versions"));
        let new = vault(&text);
        let sealed = old.seal(&dice, "here", b"plain");
        assert_eq!(new.open("here", &sealed).as_deref(), Some(b"plain".as_slice()));
        assert_eq!(old.open("here", &new.seal(&dice, "here", b"plain")), None);
        let (stored, _) = old.hash_credential("key");
        assert!(new.credential_hashes("key").any(|hash| hash == stored));
        assert_ne!(new.hash_credential("key"), old.hash_credential("key"));
        let request = [7; 32];
        let stored = old.fingerprints(&request).next().expect("one version");
        assert!(new.fingerprints(&request).any(|print| print == stored) && stored != request);
        assert_ne!(new.fingerprints(&request).next(), Some(stored));
    }
}
