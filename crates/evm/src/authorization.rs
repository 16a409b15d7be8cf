//! EIP-3009: permissions to move USDC that the holder signs and any account may submit. The token itself uses each at
//! most once, which is why a payment that was sent twice is paid once. It must never make a nonce of anything but
//! the payment's own id: two nonces for one payment are two payments.

use alloy_primitives::{Address, B256, Bytes, Signature, U256, keccak256};
use alloy_sol_types::{SolCall, SolStruct};

use crate::keys::{Signer, SigningTrouble};
use crate::token::{ReceiveWithAuthorization, Token, TransferWithAuthorization};

/// Who may submit it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuthorizationForm {
    /// Any account: `transferWithAuthorization`.
    Transfer,
    /// Only who gets the money: `receiveWithAuthorization`.
    Receive,
}

/// Moves `value` from one address to another, once, between two moments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TransferAuthorization {
    pub from: Address,
    pub to: Address,
    /// In micro-units, which are the token's smallest.
    pub value: u64,
    /// Seconds since 1970, by the chain's clock. Blocks later than this may hold it.
    pub valid_after: u64,
    /// Blocks at this moment or later can never hold it.
    pub valid_before: u64,
    pub nonce: B256,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignedAuthorization {
    pub authorization: TransferAuthorization,
    pub form: AuthorizationForm,
    pub signature: Signature,
}

/// The nonce of a payment, which follows from its id alone. The words before the id keep it apart from everything
/// else that is ever hashed.
pub fn payment_nonce(payment_id: &str) -> B256 {
    keccak256(format!("florin: the EIP-3009 nonce of the payment {payment_id}"))
}

impl TransferAuthorization {
    /// What is signed (EIP-712).
    pub fn digest(&self, form: AuthorizationForm, domain: B256) -> B256 {
        let TransferAuthorization { from, to, nonce, .. } = *self;
        let [value, after, before] = self.numbers();
        let said = match form {
            AuthorizationForm::Transfer => {
                TransferWithAuthorization { from, to, value, validAfter: after, validBefore: before, nonce }
                    .eip712_hash_struct()
            }
            AuthorizationForm::Receive => {
                ReceiveWithAuthorization { from, to, value, validAfter: after, validBefore: before, nonce }
                    .eip712_hash_struct()
            }
        };
        under(domain, said)
    }

    /// Signed by the holder, whatever the amount: what limits a key is in [`crate::FundsSigner`].
    pub async fn sign(
        self,
        form: AuthorizationForm,
        domain: B256,
        holder: &dyn Signer,
    ) -> Result<SignedAuthorization, SigningTrouble> {
        assert_eq!(self.from, holder.address(), "only the holder's own signature moves the holder's money");
        let signature = holder.sign_hash(self.digest(form, domain)).await?;
        Ok(SignedAuthorization { authorization: self, form, signature })
    }

    fn numbers(&self) -> [U256; 3] {
        [self.value, self.valid_after, self.valid_before].map(U256::from)
    }
}

impl SignedAuthorization {
    /// The call of the token that uses it.
    pub fn calldata(&self) -> Bytes {
        let TransferAuthorization { from, to, nonce, .. } = self.authorization;
        let [value, after, before] = self.authorization.numbers();
        let (v, r, s) = parts(&self.signature);
        let call = match self.form {
            AuthorizationForm::Transfer => {
                Token::transferWithAuthorizationCall { from, to, value, after, before, nonce, v, r, s }
                    .abi_encode()
            }
            AuthorizationForm::Receive => {
                Token::receiveWithAuthorizationCall { from, to, value, after, before, nonce, v, r, s }
                    .abi_encode()
            }
        };
        call.into()
    }
}

/// The digest of something said under a domain (EIP-712).
fn under(domain: B256, said: B256) -> B256 {
    keccak256([b"\x19\x01".as_slice(), domain.as_slice(), said.as_slice()].concat())
}

/// As `ecrecover` wants them.
fn parts(signature: &Signature) -> (u8, B256, B256) {
    (27 + u8::from(signature.v()), B256::from(signature.r()), B256::from(signature.s()))
}

#[cfg(test)]
mod tests {
    use alloy_primitives::b256;
    use proptest::prelude::*;

    use super::*;
    use crate::keys::LocalSigner;

    fn authorization(value: u64) -> TransferAuthorization {
        let nonce = payment_nonce("wd_1");
        let (from, to) = (Address::repeat_byte(1), Address::repeat_byte(2));
        TransferAuthorization { from, to, value, valid_after: 0, valid_before: 1_900_000_000, nonce }
    }

    #[test]
    fn the_nonce_of_a_payment_never_changes() {
        // If this fails, payments that were signed before would be signed once more under another nonce.
        let nonce = b256!("07137ced18fcc8ec669df00dc62b5323b6191dbea2f1345f073d24d4d10cb755");
        assert_eq!(payment_nonce("wd_1"), nonce);
    }

    #[test]
    fn a_transfer_and_a_receipt_are_different_permissions() {
        let domain = B256::repeat_byte(9);
        let one = authorization(5);
        assert_ne!(
            one.digest(AuthorizationForm::Transfer, domain),
            one.digest(AuthorizationForm::Receive, domain)
        );
        assert_ne!(
            one.digest(AuthorizationForm::Transfer, domain),
            one.digest(AuthorizationForm::Transfer, B256::ZERO)
        );
    }

    #[test]
    fn signing_twice_gives_the_same_bytes() {
        let holder = LocalSigner::from_secret(&[7; 32]).expect("a key");
        let one = TransferAuthorization { from: holder.address(), ..authorization(1) };
        let sign = || {
            let signing = one.sign(AuthorizationForm::Transfer, B256::ZERO, &holder);
            futures_util::FutureExt::now_or_never(signing).expect("at once").expect("signed")
        };
        assert_eq!(sign().calldata(), sign().calldata());
        assert_eq!(&sign().calldata()[..4], Token::transferWithAuthorizationCall::SELECTOR);
    }

    proptest! {
        #[test]
        fn payments_with_different_ids_have_different_nonces(one in ".{0,40}", other in ".{0,40}") {
            prop_assert_eq!(payment_nonce(&one) == payment_nonce(&other), one == other);
        }

        #[test]
        fn every_field_is_part_of_what_is_signed(value in 0..u64::MAX, which in 0..6) {
            let one = authorization(value);
            let mut other = one;
            match which {
                0 => other.value += 1,
                1 => other.valid_after += 1,
                2 => other.valid_before += 1,
                3 => other.nonce = B256::ZERO,
                4 => other.to = Address::ZERO,
                _ => other.from = Address::ZERO,
            }
            for form in [AuthorizationForm::Transfer, AuthorizationForm::Receive] {
                prop_assert_ne!(one.digest(form, B256::ZERO), other.digest(form, B256::ZERO));
            }
        }
    }
}
