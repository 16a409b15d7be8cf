### Payouts and recipients.

## The list of payouts

payouts-lead = Payments you've sent, and those in progress.
payouts-payments = Payments
payouts-any-status = Any status
payouts-none = No payouts yet
payouts-none-text = Pay one person or up to { $count } at once. All you need is their email addresses, and you'll review everything before it's sent.
payouts-no-matches = No payouts match these filters.
filter-from = From
filter-to = To
filter-date-invalid = Enter a date such as 2026-11-15.

## One payout

payout-title =
    { $count ->
        [one] Payout to { $count } recipient
       *[other] Payout to { $count } recipients
    }
payout-ended = Ended
payout-refresh = Refresh
payout-progress-share = { $status }: { $count }
# Behind the numbers of payments in each status.
payout-progress-total = of <b>{ $count }</b>
payout-all = All
payout-failed = This payout failed
payout-failed-text = None of the payments could be completed. The full amount is back in your balance.
payout-no-payments = No payments
payout-no-payments-text = No payments in this payout have this status.
payout-cancel = Cancel payout
payout-cancel-text = Cancel the payments that aren't complete yet.
payout-cancel-open =
    { $count ->
        [one] { $count } payment will be cancelled, and the money returns to your balance immediately.
       *[other] { $count } payments will be cancelled, and the money returns to your balance immediately.
    }
payout-cancel-completed =
    { $count ->
        [one] { $count } completed payment isn't affected.
       *[other] { $count } completed payments aren't affected.
    }
payout-cancel-warning = You can't undo this.

## One payment of a payout

payout-item-manage = Manage
payout-item-claim-by = Can be claimed until { $date }
payout-item-cancelled = You cancelled it.
payout-item-remind = Send a reminder
payout-item-remind-text = This payment hasn't been claimed yet. You can remind each recipient once a day. Recipients who have turned off reminders won't get one.
payout-item-cancel = Cancel payment
payout-item-cancel-text = The money returns to your balance immediately. You can't undo this.

## Writing a payout

payout-new = New payout
payout-new-lead = Pay up to { $count } people by email. You'll review the payout before it's sent.
payout-upload-instead = Upload a file instead
payout-empty-rows = Empty rows are ignored. Recipients see the reference of their payment.
payout-row = Row { $number }
payout-row-mistake = Row { $number }: { $mistake }
payout-amount = Amount (USDC)
payout-more-rows = Add rows
payout-reference = Payout reference
payout-reference-hint = For your own records, such as the number of a pay run. Recipients don't see it.
payout-available = { $amount } available
payout-review = Review payout

## What is wrong with a payout

payout-no-recipients = Add at least one recipient.
payout-too-many-recipients = A payout can have at most { $count } recipients.
payout-unknown-recipient = There's no recipient with this ID in your account.

## A payout from a file

payout-file = Payout from a file
payout-enter-instead = Enter recipients instead
payout-file-upload = Your file
payout-file-field = CSV or Excel file
payout-file-hint = Up to 1 MiB.
payout-file-format = File format
payout-file-sample = Download sample
payout-file-columns = The first line names the columns: <code>{ $email }</code>, <code>{ $amount }</code> and <code>{ $reference }</code>.
payout-file-rows = Each line below it is one payment. A file can have up to { $count }.
payout-file-amounts = Amounts are in USDC, without thousands separators, such as { $example }.
payout-file-ids = Instead of email addresses, you can use recipient IDs in a column called <code>recipient_id</code>.
payout-file-separators = Upload an Excel workbook (.xlsx), or a text file with commas, semicolons or tabs between columns. Columns can be in any order.

## The names of columns in a file. Any language's names are read.

payout-file-column-email = email
payout-file-column-amount = amount
payout-file-column-reference = reference

## References in the sample of a file. The second has a separator.

payout-sample-invoice = Invoice 1001
payout-sample-bonus = Bonus, May

## What is wrong with a file

payout-file-missing = Choose a file that isn't empty.
payout-file-empty = This file is empty.
payout-file-encoding = This file isn't in UTF-8. Save it as “CSV UTF-8” and upload it again.
payout-file-not-text = This isn't a CSV or Excel file. Upload a .csv or .xlsx file.
payout-file-unreadable = This file can't be read as CSV. Save it as “CSV UTF-8” and upload it again.
payout-file-no-columns = The first line must name the columns: { $email }, { $amount } and { $reference }.
payout-file-repeated-column = There's more than one column for { $column }. Remove all but one.
payout-file-no-rows = This file has no payments below its first line.
payout-file-too-many-rows = This file has more than { $count } payments. Split it into several files.
payout-file-too-many-empty-lines = This file has more than { $count } empty lines. Delete them and upload it again.
payout-file-too-many-columns = A line of this file has more than { $count } columns. Remove the columns you don't need.
payout-line-too-many-columns = This line has more columns than the first line. Put quotation marks around text that contains a comma or semicolon.
payout-line-split-amount = The comma in this amount starts a new column. Put the amount in quotation marks, or write { $amount }.
payout-line-two-recipients = Use an email address or a recipient ID, not both.

## The review

payout-review-lead = Nothing has been sent yet.
payout-review-language = Recipients who haven't set a language get their email in { $language }. <a href="{ $href }">Change the language</a>
payout-review-balance = Available now
payout-review-balance-after = Available afterwards
payout-review-too-large = Too large
payout-review-without-mistakes = Excluding mistakes
payout-review-mistakes = Correct the mistakes first
payout-review-wrong-rows =
    { $count ->
        [one] { $count } row has a mistake. Nothing can be sent until it's corrected.
       *[other] { $count } rows have mistakes. Nothing can be sent until they're corrected.
    }
payout-review-wrong-lines =
    { $count ->
        [one] { $count } line has a mistake. Nothing can be sent until it's corrected.
       *[other] { $count } lines have mistakes. Nothing can be sent until they're corrected.
    }
payout-review-correct-either = Correct the file and upload it again, or correct it here.
payout-review-short = Not enough money
payout-review-short-text = You need { $amount } more. <a href="{ $href }">Add money</a> or send less.
payout-review-refused = This payout can't be sent
payout-review-repeated = Recipients listed more than once
payout-review-repeated-rows =
    { $count ->
        [one] { $count } row has a recipient who is already in an earlier row. Each row is paid.
       *[other] { $count } rows have recipients who are already in earlier rows. Each row is paid.
    }
payout-review-repeated-lines =
    { $count ->
        [one] { $count } line has a recipient who is already in an earlier line. Each line is paid.
       *[other] { $count } lines have recipients who are already in earlier lines. Each line is paid.
    }
payout-review-same-row = Same recipient as row { $number }
payout-review-same-line = Same recipient as line { $number }
payout-review-row = Row
payout-review-line = Line
payout-review-outcome = Outcome
payout-review-correct-here = Correct here
payout-review-upload-other = Upload another file
payout-review-repeat = Pay these recipients more than once
payout-review-repeat-missing = Select this if you want to pay these recipients more than once.
payout-send =
    { $count ->
        [one] Send { $amount } to { $count } recipient
       *[other] Send { $amount } to { $count } recipients
    }

## What happens to a payment

payout-outcome-paid = Paid immediately
# Whether the recipient has an account isn't shown before they're paid.
payout-outcome-paid-or-claim = Paid immediately, or gets an email and { $duration } to claim it
payout-outcome-claim = Gets an email and { $duration } to claim it
payout-outcome-failed = Fails (simulated by this test address)
payout-outcome-processing = Will be sent
payout-outcome-cancelled = Won't be sent

## Recipients

recipients-lead = People you've paid or want to pay.
recipients-none = No recipients yet
recipients-none-text = People you pay appear here. You can also add them before you pay them.
recipients-not-found = No recipient has this email address
recipients-not-found-text = Search for a complete email address.
recipient-account = Account
recipient-account-active = Active
recipient-account-unknown = Not yet paid
recipient-account-text = You'll see their name once they've received a payment from you. If they don't have an account yet, they'll get an email with a link to claim it.
recipient-account-name = Account name
recipient-added = Added
recipient-pay = Send payment
recipient-payments = Payments
recipient-payments-none = No payments yet
recipient-payments-none-text = Your payments to this recipient appear here.
recipient-nickname = Nickname
recipient-nickname-hint = Only you see it.
recipient-add = Add recipient
recipient-add-lead = We won't contact the recipient until you pay them.
