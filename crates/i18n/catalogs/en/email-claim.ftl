### The email that says that money waits, and its reminder.

## Subjects and titles

email-claim-title = { $sender } sent you { $amount }
email-claim-title-several = You have { $amount } to claim
email-claim-reminder = Reminder: { $subject }
email-claim-preview = It's waiting for you. Claim it by { $date }.
email-claim-reminder-preview = It's still waiting for you. Claim it by { $date }.

## What it says

email-claim-opening = It's waiting for you at { $brand }. If you don't claim it by { $date }, it will be returned to the sender.
email-claim-opening-several = It's waiting for you at { $brand }. If you don't claim it by { $date }, it will be returned to the senders.
email-claim-button = Claim { $amount }
email-claim-usdc = USDC is a digital dollar, designed to stay worth one US dollar.
email-claim-next = The link shows what's waiting for you. Create an account with this email address, or sign in, and the money will be added to your balance. You can keep it there or withdraw it.
email-claim-keep-private = Anyone with this link can claim the money. Don't forward this email.
email-claim-unverified = Senders choose the names and references in this email, and { $brand } doesn't verify them. If you don't know the sender, ignore this email. You don't need to do anything.
email-claim-because = You're receiving this email because someone sent money to { $email } through { $brand }.

## Facts

email-claim-until = Claim by
email-claim-payments = Payments
# An amount, or a number of payments, if more wait than are counted.
email-claim-more-than = more than { $value }
# One of several senders, with one payment or with several.
email-claim-sender-amount = { $sender } · { $amount }
email-claim-sender-payments = { $sender } · { $amount } ({ $payments })
email-claim-other-senders = and other senders
email-claim-total = { $amount } ({ $payments })
