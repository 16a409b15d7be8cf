### The wallet of a personal account.

## Its home

wallet-home = Home
wallet-activity = Activity
wallet-quick-menu = Quick menu
wallet-balance = Your balance
wallet-approximate = About { $amount } at the current rate, before fees
wallet-withdraw = Withdraw
wallet-send = Send
wallet-receive = Receive
wallet-automatic = Automatic withdrawals are on. Incoming payments are withdrawn when they reach your minimum.
wallet-automatic-show = View automatic withdrawals
wallet-stopped = Outgoing payments are paused
wallet-stopped-text = { $service } has paused outgoing payments. Your balance isn't affected. Payments sent to you may arrive only after payments resume. Try again later.
wallet-latest = Recent activity
wallet-nothing-yet = No activity yet
wallet-nothing-yet-text = Money you receive, send or withdraw appears here.
wallet-show-all = View all activity
wallet-add-test-money = Add test money
wallet-add-test-money-text = Test money has no value. Use it to try things out.

## Sending

wallet-send-lead = All you need is an email address. The recipient doesn't need an account yet.
wallet-send-available = Available: { $amount }
wallet-send-email = Recipient's email
wallet-send-reference = Reference
wallet-send-reference-hint = The recipient sees it.
wallet-send-review = Review payment
wallet-send-confirm = Send { $amount }
wallet-send-left = Balance after payment
wallet-send-language = If the recipient hasn't set a language, the email is in { $language }. <a href="{ $href }">Change the language</a>
wallet-send-next = What happens next
wallet-send-earlier = You sent <a href="{ $href }">a payment with the same recipient, amount and reference</a> in the last { $days } days.
wallet-outcome-paid = The money arrives immediately.
wallet-outcome-claim = If the recipient has an account, the money arrives immediately. If not, they have 30 days to claim it. We'll email them.
wallet-outcome-fails = This test address makes the payment fail.
wallet-said-sent = Payment created.

## A payment that was sent

wallet-sent-title = Payment to { $email }
wallet-sent-completed = The money is in the recipient's balance.
wallet-sent-pending = The recipient has until { $date } to claim it. If they don't, the money is returned to your balance.
wallet-sent-processing = The payment is being sent.
wallet-sent-back = The money is back in your balance.
wallet-sent-remind = Send a reminder
wallet-sent-cancel = Cancel payment
wallet-sent-cancel-text = The recipient won't be able to claim it, and the money returns to your balance immediately. You can't undo this.
wallet-sent-another = Send another payment

## Receiving

wallet-receive-lead = Ways to add money to your balance.
wallet-receive-email = By email
wallet-receive-email-text = Anyone with a { $service } account can send money to your email address. It arrives in your balance immediately.
wallet-receive-bank = From a bank account
wallet-receive-bank-text = Create a deposit. We'll show you where to send the money and which reference to use.
wallet-receive-usdc = In USDC
wallet-receive-usdc-text = Send USDC on { $network } from any wallet or exchange to your own address.
wallet-receive-usdc-show = Show my address

## Personal and business accounts

account-type = Account type
account-personal = Personal
account-personal-text = A wallet: receive money, send it to one person at a time and withdraw it.
account-business = Business
account-business-text = Everything a personal account has, plus payouts to many people, API keys and webhooks.
account-upgrade = Upgrade to business
account-upgrade-text = Your balance, your activity and your bank accounts stay the same. You can't go back to a personal account.
account-upgrade-now = Upgrade now
wallet-said-upgraded = You now have a business account.
