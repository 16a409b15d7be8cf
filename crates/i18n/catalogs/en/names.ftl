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
# Of bank accounts and external wallets.
status-active = Active
status-archived = Archived

## Statuses of emails

email-status-queued = Queued
# Written in test mode, where no email is sent.
email-status-kept = Saved
email-status-sending = Sending
email-status-sent = Sent
email-status-failed = Failed
email-status-unclear = Unconfirmed
# Another email to the address says the same.
email-status-combined = Combined
email-status-obsolete = No longer needed
email-status-delayed = Delayed

## What emails are about

email-about-claim = Payment to claim
email-about-reminder = Claim reminder
email-about-join = Sign-up
email-about-known = Sign-up with an existing account
email-about-reset = Password reset
email-about-security = Security
email-about-webhook-off = Webhook endpoint turned off
email-about-operator-alert = Operator alert

## Types of transactions

transaction-deposit = Deposit
transaction-inbound-transfer = Incoming transfer
transaction-payout = Payout
transaction-withdrawal = Withdrawal

## Why a transaction failed

failure-claim-expired = Not claimed in time.
failure-rejected = Not sent, or rejected by the bank or network.
failure-returned-by-bank = Returned by the bank.
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

## Permissions: what a scope allows

permission-balance-read = View your balance
permission-bank-accounts-read = View your bank accounts
permission-bank-accounts-write = Add, rename and archive bank accounts
permission-external-wallets-read = View your external wallets
permission-external-wallets-write = Add, rename and archive external wallets
permission-recipients-read = View the people you pay
permission-recipients-write = Add and rename people you pay
permission-transactions-read = View all your transactions
permission-deposits-read = View your deposits
permission-deposits-write = Create and cancel deposits
permission-withdrawals-read = View your withdrawals
permission-withdrawals-write = Withdraw your money to a bank account or wallet
permission-payouts-read = View your payouts
permission-payouts-write = Pay people with your money
# An app sees and changes only what it has added itself.
app-permission-bank-accounts-read = View the bank accounts that it added
app-permission-bank-accounts-write = Add bank accounts for you
app-permission-external-wallets-read = View the external wallets that it added
app-permission-external-wallets-write = Add external wallets for you

## Events that webhooks report

event-payout-created = A payout was created.
event-payout-completed = A payout ended, and at least one recipient received money.
event-payout-failed = A payout ended without any recipient receiving money.
event-payout-cancelled = A payout ended because all of its remaining payments were cancelled.
event-payout-item-pending-claim = A payment is waiting for its recipient to claim it.
event-payout-item-completed = A recipient received a payment.
event-payout-item-failed = A payment failed, and its money was returned to your balance.
event-payout-item-cancelled = A payment was cancelled or expired, and its money was returned to your balance.
event-deposit-created = A deposit was created.
event-deposit-processing = The money for a deposit arrived.
event-deposit-completed = A deposit was added to your balance.
event-deposit-failed = A deposit failed.
event-deposit-cancelled = A deposit was cancelled.
event-deposit-expired = The money for a deposit didn't arrive in time.
event-withdrawal-created = A withdrawal was created.
event-withdrawal-processing = A withdrawal can no longer be cancelled and is about to be sent.
event-withdrawal-completed = A withdrawal arrived.
event-withdrawal-failed = A withdrawal failed, and its money was returned to your balance.
event-withdrawal-returned = The bank returned a completed withdrawal.
event-withdrawal-cancelled = A withdrawal was cancelled.
event-inbound-transfer-completed = An incoming transfer arrived.
event-inbound-transfer-failed = An incoming transfer didn't arrive.
event-recipient-created = A recipient was added.
event-recipient-updated = A recipient's name or nickname changed.
event-recipient-joined = A recipient received money from you in their own account for the first time.
event-bank-account-created = A bank account was added.
event-bank-account-updated = A bank account was renamed.
event-bank-account-archived = A bank account was archived.
event-external-wallet-created = An external wallet was added.
event-external-wallet-updated = An external wallet was renamed.
event-external-wallet-archived = An external wallet was archived.
event-webhook-test = A test event was requested in the dashboard.

## Events in the security log

security-joined = Account created
security-signed-in = Signed in
security-signed-in-anew = Signed in from a new device
security-sign-in-failed = Sign-in failed
security-codes-guessed = Wrong verification codes entered with your password
security-signed-out = Signed out
security-signed-out-everywhere = Signed out everywhere else
security-password-changed = Password changed
security-name-changed = Name changed
security-language-changed = Language changed
security-recipient-language-changed = Language for people I pay changed
security-time-zone-changed = Time zone changed
security-upgraded-to-business = Upgraded to a business account
security-second-factor-on = Two-step verification turned on
security-second-factor-off = Two-step verification turned off
security-recovery-codes-made = New recovery codes created
security-recovery-code-used = Recovery code used
security-key-created = API key created
security-key-revoked = API key revoked
security-bank-account-added = Bank account added
security-external-wallet-added = External wallet added
security-automatic-withdrawals-on = Automatic withdrawals turned on or changed
security-automatic-withdrawals-off = Automatic withdrawals turned off
security-app-created = Connect App created
security-app-changed = Connect App changed
security-app-secret-rotated = Connect App secret rotated
security-app-archived = Connect App archived
security-app-authorized = App connected
security-app-disconnected = App disconnected
security-webhook-added = Webhook endpoint added
security-webhook-changed = Webhook endpoint changed
security-webhook-secret-shown = Webhook secret revealed
security-webhook-secret-rotated = Webhook secret rotated
security-webhook-removed = Webhook endpoint removed
security-app-replayed = App disconnected because a credential was used twice
security-locked = Locked by the operator of this service
security-unlocked = Unlocked by the operator of this service

# The device of a session or a sign-in.
device-browser-on-system = { $browser } on { $system }
device-unknown = Unknown
# In place of the email address of a recipient that a test account simulates.
person-simulated = Simulated person
