### Transactions, their list and their details.

## The list

transactions-lead = Money in and out, including pending transactions.
transactions-export = Export as CSV
transactions-export-hint = The export contains every transaction that matches the filters.
transactions-all-types = All types
transactions-all-statuses = All statuses
# Dates: the first and the last day of a period.
transactions-from = From
transactions-to = To
transactions-description = Description
transactions-none = No transactions yet
transactions-none-text = Money you send and receive appears here.
transactions-go-to-overview = Go to overview
transactions-no-matches-text = Change the filters or the dates.
transactions-show-all = Show all transactions

## One transaction

transaction-view-payout = View payout
transaction-view-deposit = View deposit
transaction-view-withdrawal = View withdrawal
transaction-email = Email to the recipient
transaction-email-delayed = Delayed until { $date } by the daily limit
transaction-manage = Manage payment
transaction-cancel = Cancel payment

## What has happened to a payment

transaction-step-created = Created
transaction-step-sending = Being sent
transaction-step-unclaimed = Waiting to be claimed
transaction-step-unclaimed-text = The recipient can claim it until { $date }.
transaction-step-notified = Recipient notified
transaction-step-paid = Received by the recipient
transaction-step-sent = Sent
transaction-back = The money is back in your balance.
