//! Reading what the worker sends, as a node would: RLP, the ABI, and whether the signatures are those of our keys.
//! Keys sign the same to the same bytes (RFC 6979), so that signing again and comparing is checking; who signed a
//! authorization is found as the token finds it.

use evm::{
    Address, AuthorizationForm, B256, Bytes, EvmTransaction, GasFees, TransferAuthorization, U256, keccak256,
};
use futures_util::FutureExt;
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};

use super::keys::{self, DOMAIN};

const TRANSFER_WITH_AUTHORIZATION: &str =
    "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)";

/// An EIP-1559 transaction. Panics if it is none.
pub fn transaction(raw: &[u8]) -> EvmTransaction {
    let (kind, list) = raw.split_first().expect("a transaction is not empty");
    assert_eq!(*kind, 2, "EIP-1559");
    let (fields, rest) = item(list);
    assert!(rest.is_empty(), "nothing follows");
    let mut fields = items(fields);
    assert_eq!(fields.len(), 12, "all fields and no more");
    fields.truncate(9);
    let [chain_id, nonce, tip, max_fee, gas_limit, to, value, data, access] = fields[..] else {
        panic!("there are nine")
    };
    assert!(value.is_empty() && access.is_empty(), "it moves no ether and names no storage");
    EvmTransaction {
        chain_id: number(chain_id) as u64,
        nonce: number(nonce) as u64,
        fees: GasFees { max_fee: number(max_fee), tip: number(tip) },
        gas_limit: number(gas_limit) as u64,
        to: Address::from_slice(to),
        data: Bytes::copy_from_slice(data),
    }
}

/// Panics unless the gas key has signed the transaction, and the holder the authorization in it.
pub fn check_signatures(raw: &[u8]) {
    let transaction = transaction(raw);
    let again = transaction.sign(&keys::gas()).now_or_never().expect("at once").expect("signed");
    assert_eq!(again.raw[..], *raw, "the gas key has signed it");
    let authorization = authorization(&transaction.data);
    let digest = authorization.digest(AuthorizationForm::Transfer, DOMAIN);
    assert_eq!(
        signer(digest, &transaction.data[4 + 6 * 32..]),
        authorization.from,
        "the holder has signed it"
    );
}

/// Who has signed it: v, r and s follow each other.
fn signer(digest: B256, signature: &[u8]) -> Address {
    let (v, both) = (signature[31], &signature[32..]);
    let signature = Signature::from_slice(both).expect("r and s");
    let odd = RecoveryId::from_byte(v - 27).expect("27 or 28");
    let key = VerifyingKey::recover_from_prehash(digest.as_slice(), &signature, odd).expect("a signature");
    Address::from_slice(&keccak256(&key.to_sec1_point(false).as_bytes()[1..])[12..])
}

/// The authorization in a call of the token.
pub fn authorization(call: &[u8]) -> TransferAuthorization {
    let (selector, arguments) = call.split_at(4);
    assert_eq!(*selector, keccak256(TRANSFER_WITH_AUTHORIZATION)[..4], "a transfer with authorization");
    let words: Vec<B256> = arguments.chunks_exact(32).map(B256::from_slice).collect();
    let small = |word: B256| u64::try_from(U256::from_be_bytes(word.0)).expect("a number that fits");
    TransferAuthorization {
        from: Address::from_word(words[0]),
        to: Address::from_word(words[1]),
        value: small(words[2]),
        valid_after: small(words[3]),
        valid_before: small(words[4]),
        nonce: words[5],
    }
}

/// The token_event of the first RLP item, and what follows it.
fn item(bytes: &[u8]) -> (&[u8], &[u8]) {
    let long = |base: u8| {
        let digits = usize::from(bytes[0] - base);
        (1 + digits, number(&bytes[1..=digits]) as usize)
    };
    let (start, length) = match bytes[0] {
        0..0x80 => (0, 1),
        first @ 0x80..0xb8 => (1, usize::from(first - 0x80)),
        0xb8..0xc0 => long(0xb7),
        first @ 0xc0..0xf8 => (1, usize::from(first - 0xc0)),
        0xf8.. => long(0xf7),
    };
    (&bytes[start..start + length], &bytes[start + length..])
}

fn items(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let (token_event, rest) = item(bytes);
        found.push(token_event);
        bytes = rest;
    }
    found
}

fn number(digits: &[u8]) -> u128 {
    digits.iter().fold(0, |number, digit| number << 8 | u128::from(*digit))
}
