### Why a request was refused.

## Accounts and access

refusal-email-taken = An account with this email address already exists. Sign in, or reset your password.
refusal-sign-in-failed = The email address, password or code is incorrect.
refusal-user-locked = Your account is locked. Contact support.
refusal-confirmation-required = Confirm your password to continue.
refusal-renamed-too-often = You've changed your name too often. Try again in { $wait }.
refusal-link-dead = This link has expired, was already used or is incomplete. Request a new one.
refusal-form-reused = This form was already sent with other details. Check whether that request went through before you try again.

## Payouts and claims

refusal-unknown-recipient = This payout has a recipient that isn't in your account. Choose another recipient, or enter an email address.
refusal-item-too-large = A payment can be at most { $amount }.
refusal-item-too-small = A payment must be at least { $amount }.
refusal-payout-too-large = A payout can be at most { $amount } in total.
refusal-nothing-to-claim = There's nothing left to claim. Everything was claimed or cancelled, or has expired.

## Balance, deposits and withdrawals

refusal-insufficient-funds = You need { $needed }, but only { $available } is available. Add money, or choose a smaller amount.
refusal-below-fees = This amount doesn't cover the fees. Choose a larger amount.
refusal-transfer-too-large = A deposit or withdrawal can be worth at most { $amount }.
refusal-too-many-transfers = Your account has reached its limit of { $limit } deposits and withdrawals in progress. Cancel some, or try again when some are completed.
refusal-balance-full = This amount is larger than a balance can hold. Choose a smaller amount.
refusal-test-money = A sandbox can create at most { $amount } of test money in total.
refusal-clock-ahead = The clock of this sandbox can't be moved any further.
refusal-state =
    { $object ->
        [payout] This payout's status has changed, so this is no longer possible. Reload the page to see the current status.
        [payout_item] This payment's status has changed, so this is no longer possible. Reload the page to see the current status.
        [deposit] This deposit's status has changed, so this is no longer possible. Reload the page to see the current status.
       *[withdrawal] This withdrawal's status has changed, so this is no longer possible. Reload the page to see the current status.
    }
refusal-unknown-bank-account = This bank account isn't in your account. Choose another one, or add it.
refusal-unknown-external-wallet = This wallet isn't in your account. Choose another one, or add it.
refusal-bank-account-archived = This bank account is archived. Choose another one, or add it again.
refusal-external-wallet-archived = This wallet is archived. Choose another one, or add it again.
refusal-address-of-service = This address belongs to an account on this service. Choose another wallet.
refusal-wallet-too-new = This wallet is new. You can withdraw to it from { $date }.
refusal-other-chain = Your USDC is on the network { $network }. It can't be sent to another network.
refusal-quote =
    { $problem ->
        [unknown] This quote doesn't exist. Request a new one.
        [used] This quote was already used. Request a new one.
       *[expired] This quote has expired. Request a new one.
    }
refusal-other-quote = This quote is for another transfer. Request a new one.
refusal-price-changed = The quote has changed. Check the new quote before you continue.
refusal-deposits-closed = Deposits aren't available right now ({ $rail }). Choose another bank account, or try again later.
refusal-withdrawals-closed = Withdrawals aren't available right now ({ $rail }). Choose another bank account, or try again later.
refusal-wallets-closed = Withdrawals to wallets aren't available right now. Choose a bank account, or try again later.
refusal-money-stopped = Outgoing payments are paused right now. Your balance isn't affected. Try again later.
refusal-chain-busy = This withdrawal can't be changed right now. Try again in a few minutes.
refusal-chain-decides = This withdrawal was already authorized on the network and can't be changed.

## For developers

refusal-endpoint-exists = An endpoint with this URL already exists. Change that endpoint, or remove it first.
refusal-too-many-endpoints = You've reached the limit of { $limit } endpoints, including those of simulated people. Remove one first.
refusal-too-many-unverified = You've reached the limit of { $limit } unverified endpoints, including those of simulated people. Verify or remove one first.
refusal-too-many-unverified-at-host = You've reached the limit of { $limit } unverified endpoints at this host, including those of simulated people. Verify or remove one first.
refusal-too-many-api-keys = You've reached the limit of { $limit } active API keys. Revoke one first.
refusal-too-many-connect-apps = You've reached the limit of { $limit } Connect Apps. Archive one first.
