//! The functions and events of USDC that Florin uses, and what makes a token that token: its code and its EIP-712
//! domain.

use alloy_primitives::{Address, B256, U256, keccak256};
use alloy_sol_types::{Eip712Domain, sol};

sol! {
    #[derive(Debug, PartialEq, Eq)]
    interface Token {
        event Transfer(address indexed from, address indexed to, uint256 value);
        event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
        event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

        function name() external view returns (string);
        function version() external view returns (string);
        function decimals() external view returns (uint8);
        function DOMAIN_SEPARATOR() external view returns (bytes32);
        function balanceOf(address account) external view returns (uint256);
        function authorizationState(address authorizer, bytes32 nonce) external view returns (bool);
        function transferWithAuthorization(
            address from, address to, uint256 value, uint256 after, uint256 before, bytes32 nonce,
            uint8 v, bytes32 r, bytes32 s
        ) external;
        function receiveWithAuthorization(
            address from, address to, uint256 value, uint256 after, uint256 before, bytes32 nonce,
            uint8 v, bytes32 r, bytes32 s
        ) external;
    }

    /// What is signed (EIP-712), as EIP-3009 names it.
    struct TransferWithAuthorization {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    struct ReceiveWithAuthorization {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }
}

/// USDC counts in millionths everywhere; a token that does not is another token.
pub(crate) const DECIMALS: u8 = 6;

/// Who the token was when it was looked at. It is remembered, and compared with who it is later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenIdentity {
    pub name: String,
    pub version: String,
    /// The EIP-712 domain: what is signed for it is good for this contract on this chain and nowhere else.
    pub domain: B256,
    /// The hash of the code at the token's address.
    pub code: B256,
    /// What a proxy runs, if the token is one, as USDC is.
    pub implementation: Option<ContractCode>,
}

/// A contract and the hash of its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContractCode {
    pub address: Address,
    pub hash: B256,
}

/// The separator of EIP-712 for these names.
pub(crate) fn domain(name: &str, version: &str, chain_id: u64, token: Address) -> B256 {
    let (name, version) = (name.to_owned().into(), version.to_owned().into());
    Eip712Domain::new(Some(name), Some(version), Some(U256::from(chain_id)), Some(token), None).separator()
}

/// Where a proxy keeps the address of what it runs: EIP-1967, and what Circle's own proxy used before there was
/// an EIP.
pub(crate) fn implementation_slots() -> [B256; 2] {
    let eip_1967 = U256::from_be_bytes(keccak256("eip1967.proxy.implementation").0) - U256::ONE;
    [B256::from(eip_1967), keccak256("org.zeppelinos.proxy.implementation")]
}

#[cfg(test)]
mod tests {
    use alloy_primitives::{address, b256};

    use super::*;

    #[test]
    fn the_slots_are_those_that_the_standard_and_usdc_name() {
        let [standard, circle] = implementation_slots();
        assert_eq!(standard, b256!("360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc"));
        assert_eq!(circle, b256!("7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3"));
    }

    #[test]
    fn the_domain_of_usdc_on_ethereum_is_computed() {
        let usdc = address!("a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48");
        let known = b256!("06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335");
        assert_eq!(domain("USD Coin", "2", 1, usdc), known);
    }
}
