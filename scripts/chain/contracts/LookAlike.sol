// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.20;

// Logs transfers of money that does not exist. Florin must never credit them.
contract LookAlike {
    string public constant name = "USD Coin";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    function pretend(address from, address to, uint256 value) public {
        emit Transfer(from, to, value);
    }

    function pretendUsed(address authorizer, bytes32 nonce) external {
        emit AuthorizationUsed(authorizer, nonce);
    }

    // In one transaction, between real transfers of the real token.
    function sandwich(address token, address to, uint256 value) external {
        pretend(address(this), to, value);
        (bool first,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, value));
        pretend(address(this), to, value);
        (bool second,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, value));
        require(first && second, "LookAlike: the token refused");
    }
}
