//! The vectors of the standard, and files that are wrong.

use super::*;

/// The two files of the Web3 Secret Storage Definition, both of this secret and with this password.
const SECRET: &str = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";
const PASSWORD: &str = "testpassword";
const BY_PBKDF2: &str = r#"{
    "crypto": {
        "cipher": "aes-128-ctr",
        "cipherparams": { "iv": "6087dab2f9fdbbfaddc31a909735c1e6" },
        "ciphertext": "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
        "kdf": "pbkdf2",
        "kdfparams": {
            "c": 262144, "dklen": 32, "prf": "hmac-sha256",
            "salt": "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd"
        },
        "mac": "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2"
    },
    "id": "3198bc9c-6672-5ab3-d995-4942343ae5b6",
    "version": 3
}"#;
const BY_SCRYPT: &str = r#"{
    "crypto": {
        "cipher": "aes-128-ctr",
        "cipherparams": { "iv": "83dbcc02d8ccb40e466191a123791e0e" },
        "ciphertext": "d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c",
        "kdf": "scrypt",
        "kdfparams": {
            "dklen": 32, "n": 262144, "p": 8, "r": 1,
            "salt": "ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19"
        },
        "mac": "2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097"
    },
    "id": "3198bc9c-6672-5ab3-d995-4942343ae5b6",
    "version": 3
}"#;

fn fresh() -> KeyFileEntropy {
    KeyFileEntropy { salt: [1; 32], iv: [2; 16], id: [3; 16] }
}

#[test]
fn the_vectors_of_the_standard_open() {
    for file in [BY_PBKDF2, BY_SCRYPT, &BY_PBKDF2.replace("\"crypto\"", "\"Crypto\"")] {
        assert_eq!(hex(&open(file, PASSWORD).expect("it opens")), SECRET);
    }
}

#[test]
fn another_password_does_not_open_them() {
    for file in [BY_PBKDF2, BY_SCRYPT] {
        assert_eq!(open(file, "testpassword "), Err(BadKey::WrongPassword));
    }
}

#[test]
fn what_is_sealed_opens_again_whatever_its_length() {
    for length in [16, 32, 64] {
        let secret = vec![7; length];
        let file = seal(&secret, "pass ünd word", Cost::Light, &fresh());
        assert_eq!(open(&file, "pass ünd word").expect("it opens").as_slice(), secret);
        assert!(!file.contains(&hex(&secret)[..16]));
        assert_eq!(open(&file, "pass und word"), Err(BadKey::WrongPassword));
    }
}

#[test]
fn files_that_are_wrong_say_why() {
    let rows = [
        ("{}", "missing field"),
        (&BY_SCRYPT.replace("\"version\": 3", "\"version\": 1"), "version is 1"),
        (&BY_SCRYPT.replace("aes-128-ctr", "aes-128-cbc"), "cipher"),
        (&BY_SCRYPT.replace("\"scrypt\"", "\"argon2\""), "key derivation"),
        (&BY_SCRYPT.replace("\"scrypt\"", "\"pbkdf2\""), "key derivation"),
        (&BY_SCRYPT.replace("262144", "262143"), "are invalid"),
        (&BY_SCRYPT.replace("262144", "1073741824"), "bytes of memory"),
        (&BY_SCRYPT.replace("\"p\": 8", "\"p\": 4000000000"), "bytes of memory"),
        (&BY_PBKDF2.replace("262144", "4000000000"), "hours"),
        (&BY_SCRYPT.replace("\"83db", "\"83dx"), "hexadecimal"),
        (&BY_SCRYPT.replace("\"83dbcc", "\"83db"), "iv"),
    ];
    for (file, why) in rows {
        let refused = open(file, PASSWORD).expect_err(why).to_string();
        assert!(refused.contains(why), "{refused} should say {why}");
    }
}
