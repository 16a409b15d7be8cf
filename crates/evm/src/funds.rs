//! A key that holds money and signs nothing but permissions to move it, within its limits. It must never sign a hash
//! that it did not make itself.

use std::fmt;

use alloy_primitives::{Address, B256};

use crate::authorization::{AuthorizationForm, SignedAuthorization, TransferAuthorization};
use crate::keys::{Signer, SigningTrouble};
use crate::signing_limits::{SignedPayment, SigningLimits, SigningRefusal};

pub struct FundsSigner {
    signer: Box<dyn Signer>,
    limits: SigningLimits,
    /// The EIP-712 domain of the token.
    domain: B256,
}

/// Why a payment has no signature.
#[derive(Debug)]
pub enum NotSigned {
    /// The key refuses.
    Refused(SigningRefusal),
    /// The key could not be asked; asking again may help.
    ChainError(SigningTrouble),
}

impl FundsSigner {
    pub fn new(signer: Box<dyn Signer>, limits: SigningLimits, domain: B256) -> FundsSigner {
        FundsSigner { signer, limits, domain }
    }

    pub fn address(&self) -> Address {
        self.signer.address()
    }

    /// Signs a payment, after all that was signed in the last day. When it is signed again, it must not be part of its
    /// own history.
    pub async fn pay(
        &self,
        payment: TransferAuthorization,
        now: u64,
        history: &[SignedPayment],
    ) -> Result<SignedAuthorization, NotSigned> {
        self.limits.check(payment.to, payment.value, now, history).map_err(NotSigned::Refused)?;
        payment
            .sign(AuthorizationForm::Transfer, self.domain, &*self.signer)
            .await
            .map_err(NotSigned::ChainError)
    }
}

impl fmt::Display for NotSigned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotSigned::Refused(refused) => write!(f, "the treasury key refused to sign: {refused}"),
            NotSigned::ChainError(trouble) => trouble.fmt(f),
        }
    }
}

impl std::error::Error for NotSigned {}
