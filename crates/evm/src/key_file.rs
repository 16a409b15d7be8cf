//! Encrypted key files, as the Web3 Secret Storage Definition (version 3) describes them: a key from the password
//! (scrypt or PBKDF2), a check of it (Keccak-256), the secret in AES-128 in counter mode. The primitives are
//! RustCrypto's; only the order in which they are used is written here, and the standard's own vectors test it.

use aes::Aes128;
use alloy_primitives::keccak256;
use ctr::Ctr128BE;
use ctr::cipher::{KeyIvInit, StreamCipher};
use pbkdf2::pbkdf2_hmac_array;
use scrypt::Params;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::bad_key::{BadKey, unhex};

/// Four times what geth's usual parameters take.
const MAX_MEMORY_BYTES: u64 = 1024 * 1024 * 1024;
/// A file holds a key of 32 bytes or a seed of up to 64.
const MAX_SECRET_BYTES: usize = 64;

/// How long guessing takes: as geth makes files that are kept, and files for tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    Standard,
    Light,
}

/// Random bytes for a new file.
pub struct KeyFileEntropy {
    pub salt: [u8; 32],
    pub iv: [u8; 16],
    pub id: [u8; 16],
}

#[derive(Serialize, Deserialize)]
struct KeyFile {
    version: u32,
    #[serde(default)]
    id: String,
    #[serde(alias = "Crypto")]
    crypto: Crypto,
}

#[derive(Serialize, Deserialize)]
struct Crypto {
    cipher: String,
    cipherparams: CipherParams,
    ciphertext: String,
    kdf: String,
    kdfparams: KdfParams,
    mac: String,
}

#[derive(Serialize, Deserialize)]
struct CipherParams {
    iv: String,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum KdfParams {
    Scrypt { dklen: u32, n: u64, r: u32, p: u32, salt: String },
    Pbkdf2 { dklen: u32, c: u32, prf: String, salt: String },
}

type Derived = Zeroizing<[u8; 32]>;

/// The secret in the file.
pub(crate) fn open(file: &str, password: &str) -> Result<Zeroizing<Vec<u8>>, BadKey> {
    let file: KeyFile = serde_json::from_str(file).map_err(|error| not_a_file(&error.to_string()))?;
    let crypto = &file.crypto;
    if file.version != 3 {
        return Err(not_a_file(&format!("its version is {}", file.version)));
    }
    if crypto.cipher != "aes-128-ctr" {
        return Err(not_a_file("its cipher is not aes-128-ctr"));
    }
    let mut secret = digits(&crypto.ciphertext)?;
    if secret.len() > MAX_SECRET_BYTES {
        return Err(not_a_file("its secret is too long"));
    }
    let derived = crypto.kdfparams.derive(&crypto.kdf, password)?;
    // A hash, not a secret, is compared; a holder of the file has no use for timing.
    if digits(&crypto.mac)?.as_slice() != mac(&derived, &secret) {
        return Err(BadKey::WrongPassword);
    }
    let iv: [u8; 16] = digits(&crypto.cipherparams.iv)?
        .as_slice()
        .try_into()
        .map_err(|_| not_a_file("its iv doesn't have 16 bytes"))?;
    apply_cipher(&derived, &iv, &mut secret);
    Ok(secret)
}

/// A file that [`open`] opens, and so does every wallet.
pub fn seal(secret: &[u8], password: &str, cost: Cost, fresh: &KeyFileEntropy) -> String {
    assert!(secret.len() <= MAX_SECRET_BYTES, "a key or a seed");
    let (n, p) = match cost {
        Cost::Standard => (262_144, 1),
        Cost::Light => (4096, 6),
    };
    let kdfparams = KdfParams::Scrypt { dklen: 32, n, r: 8, p, salt: hex(&fresh.salt) };
    let derived = kdfparams.derive("scrypt", password).expect("usual parameters");
    let mut hidden = secret.to_vec();
    apply_cipher(&derived, &fresh.iv, &mut hidden);
    let crypto = Crypto {
        cipher: "aes-128-ctr".to_owned(),
        cipherparams: CipherParams { iv: hex(&fresh.iv) },
        ciphertext: hex(&hidden),
        kdf: "scrypt".to_owned(),
        kdfparams,
        mac: hex(&mac(&derived, &hidden)),
    };
    let file = KeyFile { version: 3, id: uuid(fresh.id), crypto };
    serde_json::to_string_pretty(&file).expect("texts and numbers")
}

impl KdfParams {
    fn derive(&self, kdf: &str, password: &str) -> Result<Derived, BadKey> {
        match (kdf, self) {
            ("scrypt", KdfParams::Scrypt { dklen: 32, n, r, p, salt }) => {
                let bytes = n.saturating_mul(u64::from(*r)).saturating_mul(128);
                let work = bytes.saturating_mul(u64::from(*p));
                if bytes > MAX_MEMORY_BYTES || work > 16 * MAX_MEMORY_BYTES {
                    return Err(BadKey::TooCostly { bytes, most: MAX_MEMORY_BYTES });
                }
                let params = n.is_power_of_two().then(|| Params::new(n.ilog2() as u8, *r, *p).ok()).flatten();
                let params = params.ok_or_else(|| not_a_file("its scrypt parameters are invalid"))?;
                let mut derived = Derived::default();
                scrypt::scrypt(password.as_bytes(), &digits(salt)?, &params, derived.as_mut_slice())
                    .expect("32 bytes are allowed");
                Ok(derived)
            }
            ("pbkdf2", KdfParams::Pbkdf2 { dklen: 32, c, prf, salt }) if prf == "hmac-sha256" => {
                let most = 100_000_000;
                if *c > most {
                    return Err(not_a_file("its pbkdf2 parameters would take hours"));
                }
                Ok(Zeroizing::new(pbkdf2_hmac_array::<Sha256, 32>(password.as_bytes(), &digits(salt)?, *c)))
            }
            _ => {
                Err(not_a_file("its key derivation isn't scrypt, or pbkdf2 with hmac-sha256, with 32 bytes"))
            }
        }
    }
}

fn mac(derived: &Derived, hidden: &[u8]) -> [u8; 32] {
    let input = Zeroizing::new([&derived[16..], hidden].concat());
    keccak256(input.as_slice()).0
}

fn apply_cipher(derived: &Derived, iv: &[u8; 16], bytes: &mut [u8]) {
    let mut key = Zeroizing::new([0; 16]);
    key.copy_from_slice(&derived[..16]);
    Ctr128BE::<Aes128>::new((&*key).into(), iv.into()).apply_keystream(bytes);
}

fn digits(text: &str) -> Result<Zeroizing<Vec<u8>>, BadKey> {
    unhex(text, "").map_err(|_| not_a_file("a field that should be hexadecimal is not"))
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// Any 16 bytes as a UUID of version 4.
fn uuid(mut bytes: [u8; 16]) -> String {
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let text = hex(&bytes);
    [&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]].join("-")
}

fn not_a_file(why: &str) -> BadKey {
    BadKey::NotAKeyFile { why: why.to_owned() }
}

#[cfg(test)]
mod tests;
