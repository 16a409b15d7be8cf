### What every page needs: buttons, labels, the names of the sections.

## Buttons and links

action-add = Add
action-back = Back
action-cancel = Cancel
action-change = Change
action-clear-filters = Clear filters
action-close = Close
action-confirm = Confirm
action-continue = Continue
action-copy = Copy
action-copy-what = Copy { $what }
action-copied = Copied
action-create-account = Create account
action-download = Download
action-edit = Edit
action-filter = Filter
action-go-to-dashboard = Go to dashboard
action-remove = Remove
action-save = Save
action-search = Search
action-send = Send
action-show-all = Show all
action-sign-in = Sign in
action-sign-out = Sign out
action-skip-to-content = Skip to content
action-try-again = Try again
action-upload-file = Upload a file

## Fields and columns

label-address = Address
label-amount = Amount
label-available = Available
label-balance = Balance
label-bank-account = Bank account
label-country = Country
label-created = Created
label-currency = Currency
label-date = Date
label-details = Details
label-email = Email
label-exchange-rate = Exchange rate
label-fee = Fee
label-id = ID
label-language = Language
label-last-used = Last used
label-name = Name
label-network = Network
label-never = Never
label-new-password = New password
label-optional = Optional
label-password = Password
label-permissions = Permissions
label-recipient = Recipient
label-reference = Reference
label-reserved = Reserved
label-sender = Sender
label-status = Status
label-total = Total
label-type = Type
label-wallet = Wallet

## Sections of the dashboard

section-api-keys = API keys
section-api-requests = API requests
section-authorized-apps = Connected apps
section-bank-accounts = Bank accounts
section-connect = Connect
section-deposits = Deposits
section-email = Email
section-external-wallets = External wallets
section-overview = Overview
section-payouts = Payouts
section-recipients = Recipients
section-search = Search
section-security-log = Security log
section-settings = Settings
section-statements = Statements
section-transactions = Transactions
section-webhooks = Webhooks
section-withdrawals = Withdrawals

## Search

search-everything = Search everything
search-label = Name, email address, reference, amount or ID
search-lead = Find recipients, payouts, transactions, bank accounts and wallets by name, email address, reference, amount or ID.
search-none = Nothing found
search-none-text = Check the spelling, or search for part of a name, email address or reference, an exact amount, or a complete ID.
search-more = These are the newest matches.
search-newest-only = This search covers the newest { $count } entries of each list. To find older ones, use the filters of the list.
search-all-recipients = View all recipients
search-all-payouts = View all payouts
search-all-transactions = View all transactions

## Pages of a list

list-filters = Filters
page-first = First page
page-next = Next page
page-navigation = Pages
page-previous = Previous page
page-rows = Rows per page:

## Steps, for screen readers

step-done = Done
step-now = In progress
step-later = Not yet
step-failed = Failed

## Charts

chart-by-day = Money in and out by day
chart-day = { $day }: { $in } in, { $out } out
chart-quiet = No money moved in this period.
chart-table = Show as table
# Round numbers on the scale of a chart, as short as possible.
chart-thousands = { $number }k
chart-millions = { $number }M
chart-billions = { $number }B

## Numbers of things

count-payments =
    { $count ->
        [one] { $count } payment
       *[other] { $count } payments
    }
count-recipients =
    { $count ->
        [one] { $count } recipient
       *[other] { $count } recipients
    }

## Everywhere

# Each language calls itself by its own name.
language-name = English
mode-live = Live mode
mode-test = Test mode
mode-test-bar = <b>Test mode.</b> No real money moves.
signed-in-as = Signed in as <b>{ $email }</b>
support-contact = Questions? Write to <a href="{ $href }">{ $email }</a>.
