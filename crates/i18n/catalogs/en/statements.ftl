### Receipts and statements, as pages and as files.

## Every document

document-account-holder = Account holder
document-account-id = Account ID
document-download = Download { $format }
document-page = Page { $page } of { $pages }
document-questions = Questions? { $email }
# Stands in large letters on test documents: one word.
document-test = TEST
document-test-note = Test data. No real money moved.

## Receipts

receipt-title = Receipt
receipt-back = Transaction
receipt-show = View receipt
# What the PDF file calls itself.
receipt-document-title = { $brand } receipt { $id }
receipt-status = { $status } · { $date }
receipt-returned = Returned
receipt-not-completed = This document isn't proof of payment.
receipt-external-wallet = External wallet
receipt-payment-method = Payment method
receipt-local-amount = Amount in local currency
receipt-exchange-rate = { $usdc } = { $amount }
receipt-transfer-reference = Transfer reference
receipt-transaction-hash = Transaction hash
receipt-reason = Reason
receipt-completed = Completed
receipt-payout-id = Payout ID
receipt-transaction-id = Transaction ID
receipt-amounts = Amounts
receipt-sent = Amount sent
receipt-received = Amount received
receipt-fee-fixed = Fixed fee
receipt-fee-percentage = Percentage fee
receipt-fee-spread = Exchange rate margin
receipt-fee-rounding = Rounding

## Movements

movement-payout = Payout to { $name }
movement-withdrawal = Withdrawal to { $name }
movement-automatic-withdrawal = Automatic withdrawal to { $name }
movement-return = Return of withdrawal to { $name }
movement-deposit = Deposit from { $name }
movement-inbound-transfer = Payment from { $name }
movement-test-money = Test money

## Statements

statement-title = Statement
# What the PDF file calls itself.
statement-document-title = { $brand } statement · { $month }
statements-intro = Your monthly statements as PDF, CSV and OFX.
statements-hint = Months are calendar months in UTC. Balances include money reserved for pending payouts and withdrawals.
statement-month = Month
statement-in-progress = In progress
statement-period = Period
statement-summary = Summary
statement-opening-balance = Opening balance
statement-money-in = Money in
statement-money-out = Money out
statement-fees = Fees
statement-closing-balance = Closing balance
statement-balance-so-far = Balance so far
statement-reserved = Reserved for pending payouts and withdrawals
statement-balance-parts = Available: { $available } · Reserved for pending payouts and withdrawals: { $reserved }
statement-unfinished-title = This month isn't over
statement-unfinished = This statement includes everything up to { $date }.
statement-activity = Activity
statement-no-activity = No activity
statement-no-activity-text = No money moved this month.
statement-description = Description
statement-first-entries = These are the first { $shown } of { $count } entries. Download the CSV or OFX file for all of them.
statement-too-many = This month has { $count } entries. A PDF lists up to { $most }. Download the CSV or OFX file for all of them. The summary includes every entry.
statement-usdc-and-utc = Amounts are in USDC, dates in UTC.
# In OFX files, for bookkeeping programs.
statement-ofx-currency = All amounts are in USDC. OFX has no code for USDC, so the currency is XXX (no currency).
