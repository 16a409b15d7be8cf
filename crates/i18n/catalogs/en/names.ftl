### What people call the values of enums. `src/names.rs` says which text belongs to which value.

## Statuses

status-awaiting-transfer = Awaiting transfer
status-cancelled = Cancelled
status-completed = Completed
status-expired = Expired
status-failed = Failed
status-pending-claim = Pending claim
status-processing = Processing
status-queued = Queued

## Types of transactions

transaction-deposit = Deposit
transaction-inbound-transfer = Incoming transfer
transaction-payout = Payout
transaction-withdrawal = Withdrawal

## Why a transaction failed

failure-claim-expired = It wasn't claimed in time.
failure-rejected = The bank or network rejected it.
failure-returned-by-bank = The bank returned it.
failure-simulated = The sandbox simulated a failure.

## Currencies

currency-ars = Argentine peso
currency-brl = Brazilian real
currency-cad = Canadian dollar
currency-cop = Colombian peso
currency-eur = Euro
currency-mxn = Mexican peso
currency-usd = US dollar
currency-usdc = USD Coin
currency-usdt = Tether

## Rails: the scheme and the country

rail-ars-transfers = Transfer, Argentina
rail-brl-pix = Pix, Brazil
rail-cad-eft = EFT, Canada
rail-cop-pse = ACH, Colombia
rail-eur-sepa = SEPA, Europe
rail-mxn-spei = SPEI, Mexico
rail-usd-ach = ACH, United States
rail-usd-fedwire = Fedwire, United States
