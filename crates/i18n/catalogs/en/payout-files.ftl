### Files of payments: how they are read, and what is wrong with them.

## The names of columns in a file. Any language's names are read.

payout-file-column-currency = currency
# In the file of the lines that can't be paid: why not.
payout-file-column-reason = reason

## Which columns were found

payout-file-found = { $column }: “{ $name }”
# In a file that doesn't name its columns.
payout-file-found-place = { $column }: column { $number }
payout-review-columns = Columns found
payout-review-ignored = Ignored: { $columns }.
payout-review-sheet = Only the sheet “{ $sheet }” was read.
payout-review-hidden = { $count ->
        [one] One row that is hidden in the sheet is included.
       *[other] { $count } rows that are hidden in the sheet are included.
    }

## Lines

payout-line = Line { $number }
payout-line-mistake = Line { $number }: { $mistake }
payout-line-currency = Amounts must be in USDC, not in { $currency }.
payout-line-ambiguous = In this file, { $amount } could have decimals or a thousands separator. Enter it without thousands separators.
payout-review-rejected = Download lines with mistakes

## What is wrong with a file

payout-file-old-spreadsheet = This is an old Excel file. Save it as .xlsx or as “CSV UTF-8” and upload it again.
payout-file-workbook = This file can't be read as an Excel workbook. Save it as .xlsx without a password, or as “CSV UTF-8”, and upload it again.
payout-file-workbook-too-large = This workbook contains too much data. Copy the payments to a new workbook and upload that.
payout-file-ambiguous-columns = It isn't clear which column has the amounts. Add a first line that names the columns: { $email }, { $amount } and { $reference }.
payout-file-open-quote = In line { $number }, a quotation mark is opened and never closed. Remove it, or add the closing one, and upload the file again.
payout-file-currency = The amounts in this file are in { $currency }. Payouts are in USDC: convert the amounts and rename the column.
