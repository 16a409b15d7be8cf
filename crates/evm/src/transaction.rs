//! What the gas key sends: a call in an EIP-1559 transaction, signed. It must never be signed anew for another nonce
//! because an outcome is unknown; a higher offer keeps the nonce.

use alloy_primitives::{Address, B256, Bytes, Signature, U256, keccak256};
use alloy_rlp::{BufMut, Encodable, Header};

use crate::fees::GasFees;
use crate::keys::{Signer, SigningTrouble};

/// The type of an EIP-1559 transaction (EIP-2718).
const KIND: u8 = 2;

/// A call that moves no ether.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvmTransaction {
    pub chain_id: u64,
    pub nonce: u64,
    pub fees: GasFees,
    pub gas_limit: u64,
    pub to: Address,
    pub data: Bytes,
}

/// Stored before it is sent; sent as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignedTransaction {
    pub raw: Bytes,
    pub hash: B256,
}

impl EvmTransaction {
    pub async fn sign(&self, gas_key: &dyn Signer) -> Result<SignedTransaction, SigningTrouble> {
        let signature = gas_key.sign_hash(keccak256(self.encode(None))).await?;
        let raw = self.encode(Some(&signature));
        Ok(SignedTransaction { hash: keccak256(&raw), raw: raw.into() })
    }

    /// EIP-1559: 2 || rlp([chain_id, nonce, tip, max_fee, gas_limit, to, value, data, access_list, parity, r, s]),
    /// without the last three where they are about to be made.
    fn encode(&self, signature: Option<&Signature>) -> Vec<u8> {
        let mut fields = Vec::with_capacity(256 + self.data.len());
        self.chain_id.encode(&mut fields);
        self.nonce.encode(&mut fields);
        self.fees.tip.encode(&mut fields);
        self.fees.max_fee.encode(&mut fields);
        self.gas_limit.encode(&mut fields);
        self.to.encode(&mut fields);
        U256::ZERO.encode(&mut fields);
        self.data.encode(&mut fields);
        let empty_access_list = Header { list: true, payload_length: 0 };
        empty_access_list.encode(&mut fields);
        if let Some(signature) = signature {
            signature.v().encode(&mut fields);
            signature.r().encode(&mut fields);
            signature.s().encode(&mut fields);
        }
        let mut raw = Vec::with_capacity(fields.len() + 8);
        raw.put_u8(KIND);
        Header { list: true, payload_length: fields.len() }.encode(&mut raw);
        raw.extend_from_slice(&fields);
        raw
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::keys::LocalSigner;

    fn transaction() -> EvmTransaction {
        let fees = GasFees { max_fee: 30_000_000_000, tip: 1_000_000_000 };
        let (to, data) = (Address::repeat_byte(0x11), Bytes::from_static(&[1, 2, 3]));
        EvmTransaction { chain_id: 1, nonce: 0, fees, gas_limit: 100_000, to, data }
    }

    fn signed(transaction: &EvmTransaction) -> SignedTransaction {
        let key = LocalSigner::from_secret(&[1; 32]).expect("a key");
        transaction.sign(&key).now_or_never().expect("at once").expect("signed")
    }

    #[test]
    fn the_same_transaction_is_signed_to_the_same_bytes() {
        assert_eq!(signed(&transaction()), signed(&transaction()));
    }

    #[test]
    fn every_field_changes_the_hash() {
        let base = transaction();
        let changed = [
            EvmTransaction { chain_id: 2, ..base.clone() },
            EvmTransaction { nonce: 1, ..base.clone() },
            EvmTransaction { fees: GasFees { max_fee: 30_000_000_001, ..base.fees }, ..base.clone() },
            EvmTransaction { fees: GasFees { tip: 1, ..base.fees }, ..base.clone() },
            EvmTransaction { gas_limit: 1, ..base.clone() },
            EvmTransaction { to: Address::ZERO, ..base.clone() },
            EvmTransaction { data: Bytes::new(), ..base.clone() },
        ];
        for other in changed {
            assert_ne!(signed(&other).hash, signed(&base).hash, "{other:?}");
        }
    }

    #[test]
    fn it_is_encoded_as_eip_1559_says() {
        let raw = transaction().encode(None);
        let expected = "02\
            ec01\
            80\
            843b9aca00\
            8506fc23ac00\
            830186a0\
            941111111111111111111111111111111111111111\
            80\
            83010203\
            c0";
        assert_eq!(data_encoding::HEXLOWER.encode(&raw), expected);
    }
}
