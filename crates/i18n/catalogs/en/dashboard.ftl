### The frame of the dashboard and its overview.

## The frame: the menu and the mode

frame-main-menu = Main menu
frame-menu = Menu
frame-group-payments = Payments
frame-group-funding = Funding
frame-group-developers = Developers
frame-documentation = Documentation
frame-group-account = Account
frame-test = Test
frame-live = Live
frame-switch-to-live = Switch to live
frame-switch-to-test = Switch to test

## What was just done, on the next page

said-archived = Archived.
said-cancelled = Cancelled. The money is back in your balance.
said-changed = Changes saved.
said-claimed = The money is in your balance.
said-created = Added.
said-deposit-cancelled = Deposit cancelled. Don't send the money.
said-deposit-created = Deposit created. Send the money using the details below.
said-disconnected = App disconnected. It no longer has access to your account.
said-endpoint-added = Endpoint added. We've sent it a test event. Reveal the secret to check its signature.
said-endpoint-off = Endpoint turned off. We'll send waiting events when you turn it back on.
said-endpoint-on = Endpoint turned on. We're sending the events that were waiting.
said-endpoint-removed = Endpoint removed. It won't receive any more events.
said-funded = Money added.
said-key-revoked = Key revoked. It stops working within a second.
said-language-saved = Language saved.
said-emails-saved = Email settings saved.
said-password-changed = Password changed. You've been signed out everywhere else.
said-payout-sent = Payout created.
said-reminded = Reminder sent.
said-renamed = Renamed.
said-replayed = We're resending the event.
said-replaying = We're resending the events. You can follow the progress here.
said-second-factor-off = Two-step verification is off.
said-signed-out = You've been signed out everywhere else.
said-simulated = Simulated in the sandbox.
said-skipping = We're skipping the events that were waiting. You can still resend them.
said-tested = We're sending a test event.
said-withdrawal-created = Withdrawal created. You can cancel it for the next 30 seconds.

## The overview

overview-lead = Your balance and activity.
overview-add-money = Add money
overview-new-payout = New payout
overview-available-note = Ready to send
overview-reserved-note = For pending payouts and withdrawals
overview-in-progress = In progress
overview-payouts = Payouts in progress
overview-unclaimed = Unclaimed payments
overview-deposits = Deposits in progress
overview-withdrawals = Withdrawals in progress
overview-count-or-more = { $count } or more
overview-chart = Money in and out
overview-today = Today
overview-last-days =
    { $count ->
        [one] Last { $count } day
       *[other] Last { $count } days
    }
overview-cut = You have a lot of transactions, so only the latest days are shown. Export your transactions to see more.
overview-recent = Recent activity
overview-all = View all transactions

## First steps, until money has left the account

overview-next-steps = Next steps
overview-pay = Pay someone
overview-pay-test = Send test money to any email address. The email isn't delivered: read it under Email.
overview-pay-live = All you need is their email address.
overview-api-key = Create an API key
overview-api-key-text = Send the same payout from your own code.
overview-fund-text = Add the bank account you'll pay from, then create a deposit. We'll show you where to send the money.

## Money for the account

overview-test-money = Add test money
overview-test-money-hint = It's added right away, as if someone had sent it to you.
overview-deposit-text = Create a deposit and send the money from your bank account. We'll add it to your balance when it arrives.

## While no money leaves

overview-stopped = Outgoing payments are paused
overview-stopped-since = No money has left since { $date }.
overview-stopped-books = A check of the books failed.
overview-stopped-audit-missing = The books haven't been checked for an hour.
overview-stopped-chain-differs = The balance on the blockchain differs from the books.
overview-stopped-unexplained = The blockchain has a transfer that the books don't account for.
overview-stopped-token-changed = The USDC contract on the blockchain has changed.
overview-stopped-chain-rewritten = The blockchain replaced blocks that were final.
overview-stopped-settings = The configured network or keys differ from those in the books.
overview-stopped-commits-lost = The database switched to another server and lost recent changes.
overview-stopped-operator = An operator paused them.
overview-stopped-text = Your balance isn't affected. When an operator resumes payments, the payouts and withdrawals you've requested continue or are returned to your balance. Some incoming money is credited only after payments resume.

## Emails of a test account, and those of florin dev

emails-lead = Emails from your test account. They aren't delivered: read them here.
emails-none = No emails yet
emails-none-text = Pay someone who doesn't have an account here. The email to them appears on this page.
emails-to = To
emails-about = About
emails-open-claim = Open claim page
emails-open-endpoint = View endpoint
emails-format = Format
emails-text = Text
emails-content = Content of the email
emails-links = Links in this email
emails-dev-lead = Emails from this server. <code>florin dev</code> doesn't send them. The files are in the <code>emails</code> folder of the data folder.
emails-dev-none-text = Create an account, or pay an email address without an account.
