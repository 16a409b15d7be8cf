//! Payments from signature to event: once, by any submitter, or provably never.

use std::collections::BTreeSet;

use evm::{
    AuthorizationForm, B256, BroadcastResult, Bytes, Chain, ContractCall, DepositKeys, DryRun, FundsSigner,
    Nodes, NotSigned, SignedPayment, Signer, SigningLimits, SigningRefusal, TokenEvent, TokenLogEvent,
    TransferAuthorization, payment_nonce,
};
use testkit::anvil::{OUTSIDER, OWNER, word_of_address, word_of_number};

use crate::world::{LATER, RECIPIENT, World, usdc};

/// Everything the token said from the beginning of the chain to its last final block.
async fn events(chain: &Nodes) -> Vec<TokenLogEvent> {
    let head = chain.finalized(None).await.expect("a final block");
    chain.scan(0..=head.number).await.expect("a scan").events
}

fn used(events: &[TokenLogEvent], nonce: evm::B256) -> usize {
    let of = |event: &TokenLogEvent| match event.token_event {
        TokenEvent::AuthorizationUsed { nonce, .. } => Some(nonce),
        _ => None,
    };
    events.iter().filter(|event| of(event) == Some(nonce)).count()
}

fn received(events: &[TokenLogEvent], by: evm::Address) -> Vec<evm::U256> {
    let value = |event: &TokenLogEvent| match event.token_event {
        TokenEvent::Transfer { to, value, .. } if to == by => Some(value),
        _ => None,
    };
    events.iter().filter_map(value).collect()
}

#[tokio::test]
async fn a_payment_happens_once_and_the_token_refuses_it_a_second_time() {
    let world = World::new();
    let chain = world.chain();
    let payment = world.authorization("wd_1", RECIPIENT, 25_000_000).await;
    let sent = world.signed(0, payment.calldata()).await;
    assert!(world.receipt(&sent).is_none());
    assert_eq!(world.submit(&chain, &sent).await, BroadcastResult::Accepted);
    let receipt = world.receipt(&sent).expect("a receipt");
    assert!(receipt.succeeded);
    world.anvil.finalize();

    let head = chain.finalized(None).await.expect("a final block");
    assert!(head.number >= receipt.block_number);
    let found = events(&chain).await;
    let nonce = payment_nonce("wd_1");
    assert_eq!((used(&found, nonce), received(&found, RECIPIENT)), (1, vec![usdc(25_000_000)]));
    let of_it: Vec<&TokenLogEvent> = found.iter().filter(|event| event.transaction == sent.hash).collect();
    assert_eq!(of_it.iter().map(|event| event.ordinal).collect::<Vec<_>>(), [0, 1]);
    assert!(of_it.iter().all(|event| event.block_hash == receipt.block_hash));
    let funds = world.funds.address();
    assert_eq!(chain.authorization_state(funds, nonce, head.hash).await, Ok(true));
    let balances = chain.token_balances(&[RECIPIENT, funds], head.hash).await;
    assert_eq!(balances, Ok(vec![usdc(25_000_000), usdc(975_000_000)]));

    // The same bytes, and the same permission in another transaction.
    assert_eq!(world.submit(&chain, &sent).await, BroadcastResult::NonceTooLow);
    let again = world.signed(1, payment.calldata()).await;
    let call = ContractCall { from: world.gas.address(), to: world.token(), data: payment.calldata() };
    let reason = "FiatTokenV2: authorization is used or canceled".to_owned();
    assert_eq!(chain.simulate(&call).await, Ok(DryRun::Reverts { reason }));
    assert_eq!(world.submit(&chain, &again).await, BroadcastResult::Accepted);
    assert!(!world.receipt(&again).expect("a receipt").succeeded);
    assert_eq!(world.balance(RECIPIENT), 25_000_000);
}

#[tokio::test]
async fn a_payment_that_somebody_else_submitted_is_seen_in_the_events() {
    let world = World::new();
    let chain = world.chain();
    let payment = world.authorization("wd_2", RECIPIENT, 7).await;
    world.anvil.send(OUTSIDER, &world.usd.address, &payment.calldata().to_string());
    let ours = world.signed(0, payment.calldata()).await;
    assert_eq!(world.submit(&chain, &ours).await, BroadcastResult::Accepted);
    let receipt = world.receipt(&ours).expect("a receipt");
    assert!(!receipt.succeeded, "the permission was used up");
    world.anvil.finalize();
    let found = events(&chain).await;
    assert_eq!((used(&found, payment_nonce("wd_2")), received(&found, RECIPIENT)), (1, vec![usdc(7)]));
}

#[tokio::test]
async fn a_deny_list_and_a_pause_are_dry_run_and_move_nothing() {
    let world = World::new();
    let chain = world.chain();
    let payment = world.authorization("wd_3", RECIPIENT, 7).await;
    let call = ContractCall { from: world.gas.address(), to: world.token(), data: payment.calldata() };
    assert!(matches!(chain.simulate(&call).await, Ok(DryRun::Succeeds { gas: 40_000..200_000 })));
    world.usd.blacklist(&world.anvil, &RECIPIENT.to_string());
    let reason = "Blacklistable: account is blacklisted".to_owned();
    assert_eq!(chain.simulate(&call).await, Ok(DryRun::Reverts { reason }));
    let sent = world.signed(0, payment.calldata()).await;
    assert_eq!(world.submit(&chain, &sent).await, BroadcastResult::Accepted);
    assert!(!world.receipt(&sent).expect("a receipt").succeeded);
    world.anvil.finalize();
    // It can still happen, as soon as the name is off the list: the money must not be given back yet.
    let head = chain.finalized(None).await.expect("a final block");
    let state = chain.authorization_state(world.funds.address(), payment_nonce("wd_3"), head.hash).await;
    assert_eq!(state, Ok(false));

    world.usd.un_blacklist(&world.anvil, &RECIPIENT.to_string());
    world.usd.pause(&world.anvil);
    assert_eq!(chain.simulate(&call).await, Ok(DryRun::Reverts { reason: "Pausable: paused".to_owned() }));
    world.usd.unpause(&world.anvil);
    assert!(matches!(chain.simulate(&call).await, Ok(DryRun::Succeeds { .. })));
    assert_eq!(world.balance(RECIPIENT), 0);
}

/// The call that takes back what the funds key has signed (EIP-3009). Nothing in production does that, but a person
/// who has the key can.
async fn cancellation(world: &World, nonce: B256) -> Bytes {
    let kind = evm::keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
    let authorizer = world.funds.address();
    let said = evm::keccak256([kind, authorizer.into_word(), nonce].concat());
    let domain = world.identity().await.domain;
    let digest = evm::keccak256([b"\x19\x01".as_slice(), domain.as_slice(), said.as_slice()].concat());
    let signature = world.funds.sign_hash(digest).await.expect("signed");
    let word = |word: B256| word.to_string()[2..].to_owned();
    let words = [
        word_of_address(&authorizer.to_string()),
        word(nonce),
        word_of_number(27 + u128::from(signature.v())),
        word(signature.r().into()),
        word(signature.s().into()),
    ];
    let data = world.usd.data("cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)", &words);
    data.parse().expect("digits")
}

#[tokio::test]
async fn a_cancelled_payment_can_never_happen() {
    let world = World::new();
    let chain = world.chain();
    let payment = world.authorization("wd_4", RECIPIENT, 7).await;
    let (authorizer, nonce) = (world.funds.address(), payment_nonce("wd_4"));
    let sent = world.signed(0, cancellation(&world, nonce).await).await;
    assert_eq!(world.submit(&chain, &sent).await, BroadcastResult::Accepted);
    assert!(world.receipt(&sent).expect("a receipt").succeeded);
    world.anvil.finalize();
    let head = chain.finalized(None).await.expect("a final block");
    assert_eq!(chain.authorization_state(authorizer, nonce, head.hash).await, Ok(true));
    let happened = events(&chain).await.into_iter().filter(|event| event.transaction == sent.hash);
    let expected = TokenEvent::AuthorizationCanceled { authorizer, nonce };
    assert_eq!(happened.map(|event| event.token_event).collect::<Vec<_>>(), [expected]);
    let call = ContractCall { from: world.gas.address(), to: world.token(), data: payment.calldata() };
    assert!(matches!(chain.simulate(&call).await, Ok(DryRun::Reverts { .. })));
}

#[tokio::test]
async fn a_payment_is_dead_when_a_final_block_is_past_its_time() {
    let world = World::new();
    let (chain, identity) = (world.chain(), world.identity().await);
    let valid_before = world.anvil.timestamp() + 1000;
    let nonce = payment_nonce("wd_5");
    let payment = TransferAuthorization {
        from: world.funds.address(),
        to: RECIPIENT,
        value: 7,
        valid_after: 0,
        valid_before,
        nonce,
    };
    let payment =
        payment.sign(AuthorizationForm::Transfer, identity.domain, &world.funds).await.expect("signed");
    world.anvil.set_next_timestamp(valid_before);
    world.anvil.mine(1);
    let call = ContractCall { from: world.gas.address(), to: world.token(), data: payment.calldata() };
    let reason = "FiatTokenV2: authorization is expired".to_owned();
    assert_eq!(chain.simulate(&call).await, Ok(DryRun::Reverts { reason }));
    let head = chain.finalized(None).await.expect("a final block");
    assert!(head.timestamp < valid_before, "the block that is past its time is not final yet");
    world.anvil.finalize();
    let head = chain.finalized(None).await.expect("a final block");
    assert!(head.timestamp >= valid_before);
    let state = chain.authorization_state(world.funds.address(), nonce, head.hash).await;
    assert_eq!(state, Ok(false));
}

#[tokio::test]
async fn a_deposit_is_swept_without_gas_on_its_address() {
    let world = World::new();
    let (chain, identity) = (world.chain(), world.identity().await);
    let keys = DepositKeys::from_seed(&[3; 32]).expect("a seed");
    let (holder, treasury) = (keys.signer(41, 0).expect("a key"), world.gas.address());
    world.usd.mint(&world.anvil, &holder.address().to_string(), 99);
    let sweep = TransferAuthorization {
        from: keys.address(41, 0).expect("an address"),
        to: treasury,
        value: 99,
        valid_after: 0,
        valid_before: LATER,
        nonce: payment_nonce("sweep_1"),
    };
    let sweep = sweep.sign(AuthorizationForm::Receive, identity.domain, &holder).await.expect("signed");
    // No other account can submit it.
    let stolen =
        ContractCall { from: OWNER.parse().expect("an address"), to: world.token(), data: sweep.calldata() };
    let reason = "FiatTokenV2: caller must be the payee".to_owned();
    assert_eq!(chain.simulate(&stolen).await, Ok(DryRun::Reverts { reason }));
    let sent = world.signed(0, sweep.calldata()).await;
    assert_eq!(world.submit(&chain, &sent).await, BroadcastResult::Accepted);
    assert_eq!((world.balance(treasury), world.balance(holder.address())), (99, 0));
    assert_eq!(chain.gas_balance(holder.address()).await, Ok(usdc(0)));
}

#[tokio::test]
async fn a_funds_key_signs_within_its_limits_and_nothing_else() {
    let world = World::new();
    let (chain, identity) = (world.chain(), world.identity().await);
    let denied = BTreeSet::from([evm::Address::repeat_byte(0xba)]);
    let limits = SigningLimits { per_payment: 100, per_hour: 150, per_day: 1000, denied };
    let signer = FundsSigner::new(
        Box::new(evm::LocalSigner::from_secret(&[7; 32]).expect("a key")),
        limits,
        identity.domain,
    );
    let payment = |value, id| TransferAuthorization {
        from: signer.address(),
        to: RECIPIENT,
        value,
        valid_after: 0,
        valid_before: LATER,
        nonce: payment_nonce(id),
    };
    let now = 1_000_000;
    let refused = signer.pay(payment(101, "a"), now, &[]).await.expect_err("too much");
    assert!(matches!(refused, NotSigned::Refused(SigningRefusal::AboveOnePayment { .. })), "{refused}");
    let history = [SignedPayment { at: now - 60, value: 100 }];
    let refused = signer.pay(payment(51, "b"), now, &history).await.expect_err("too much");
    assert!(matches!(refused, NotSigned::Refused(SigningRefusal::AboveAnHour { .. })), "{refused}");
    let signed = signer.pay(payment(50, "c"), now, &history).await.expect("signed");
    let sent = world.signed(0, signed.calldata()).await;
    world.submit(&chain, &sent).await;
    assert_eq!(world.balance(RECIPIENT), 50);
}
