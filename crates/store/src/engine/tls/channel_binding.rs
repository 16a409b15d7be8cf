//! Ties a login to the certificate of its connection (RFC 5929, tls-server-end-point), so that a password can't be used
//! by a server in between.

use sha2::{Digest, Sha256, Sha384, Sha512};

const SEQUENCE: u8 = 0x30;
const OBJECT_IDENTIFIER: u8 = 0x06;

/// The hash of the certificate, by the hash function of its signature; SHA-256 for the broken ones. None for signatures
/// without a hash of their own, for which the RFC defines nothing.
pub fn end_point(certificate: &[u8]) -> Option<Vec<u8>> {
    match signature_algorithm(certificate)? {
        // ecdsa-with-SHA256, sha256WithRSAEncryption, sha1WithRSAEncryption, md5WithRSAEncryption
        [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
        | [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b | 0x05 | 0x04] => {
            Some(Sha256::digest(certificate).to_vec())
        }
        // ecdsa-with-SHA384, sha384WithRSAEncryption
        [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03]
        | [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0c] => {
            Some(Sha384::digest(certificate).to_vec())
        }
        // ecdsa-with-SHA512, sha512WithRSAEncryption
        [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x04]
        | [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0d] => {
            Some(Sha512::digest(certificate).to_vec())
        }
        _ => None,
    }
}

/// `Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm SEQUENCE { algorithm, … }, … }` (RFC 5280).
fn signature_algorithm(certificate: &[u8]) -> Option<&[u8]> {
    let (certificate, _) = element(SEQUENCE, certificate)?;
    let (_, rest) = element(SEQUENCE, certificate)?;
    let (algorithm, _) = element(SEQUENCE, rest)?;
    element(OBJECT_IDENTIFIER, algorithm).map(|(identifier, _)| identifier)
}

/// The contents of the DER element of this tag, and what follows it.
fn element(tag: u8, bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (head, rest) = bytes.split_first_chunk::<2>()?;
    if head[0] != tag {
        return None;
    }
    let (length, rest) = match head[1] {
        short @ 0..0x80 => (usize::from(short), rest),
        long => {
            let (length, rest) =
                rest.split_at_checked(usize::from(long & 0x7f)).filter(|(l, _)| l.len() <= 4)?;
            (length.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
        }
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::end_point;

    #[test]
    fn what_is_no_certificate_has_no_hash() {
        for wrong in
            [&b""[..], b"\x30", b"\x30\x80", b"\x30\x84\xff\xff\xff\xff\x30", b"\x30\x03\x30\x01\x00"]
        {
            assert_eq!(end_point(wrong), None, "{wrong:?}");
        }
    }
}
