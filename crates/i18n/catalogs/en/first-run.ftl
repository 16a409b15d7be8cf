### The page that guides newcomers in `florin dev`.

first-run-title = First steps
first-run-intro = Follow one payment of test money from start to finish. Each step is checked off when it's done.
first-run-done = done
first-run-invitation = New here? Take the <a href="{ $href }">first steps</a>: pay yourself, claim the money and withdraw it.
first-run-key-title = The test key no longer works
first-run-key-text = It was revoked. Restart florin dev to get a new one.

## The steps

first-run-pay = Pay yourself
first-run-pay-text = Send { $amount } from the demo account to an email address. Any address works, because florin dev doesn't send emails.
first-run-send = Send { $amount }
first-run-own-address = This is the demo account's own address. Enter another one.
first-run-paid = The demo account sent { $amount } to <b>{ $email }</b>.
first-run-email = Open the email
first-run-email-text = Emails are saved instead of sent. You can read all of them <a href="{ $href }">on this page</a>.
first-run-open-email = Open email
first-run-claim = Claim the money
first-run-claim-text = Follow the link in the email. If you're signed in, open it in a private window. Choose any name and password.
first-run-claimed = The money is in the recipient's balance.
first-run-withdraw = Withdraw the money
first-run-withdraw-text = As the recipient, add a bank account and withdraw the money to it. For Pix in Brazil, you can use the key <code>{ $key }</code>.
first-run-withdrawn = The recipient is withdrawing { $amount }. A simulated bank pays it out.
first-run-webhook = See the webhook
first-run-webhook-text = Run this command in a second terminal. It prints each event of the demo account, as your server would receive it.
first-run-listen = Listen for events
first-run-webhook-pay = Then trigger an event, for example by sending another payout.
first-run-curl = Send a payout
first-run-webhook-endpoint = To receive events on your own server, <a href="{ $href }">add a webhook endpoint</a>.
first-run-received = The latest event is <code>{ $event }</code>, from { $date }.
first-run-complete-title = All steps done
first-run-complete-text = Continue in the <a href="{ $dashboard }">dashboard</a> or with the <a href="{ $reference }">API reference</a>.

## The account

first-run-account = Demo account
first-run-test-key = Test key
