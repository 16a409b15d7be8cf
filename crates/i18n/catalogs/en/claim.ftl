### Claim pages: what recipients see first.

## Money is waiting

claim-page-title = { $sender } sent you { $amount }
claim-from = { $sender } sent you
claim-latest-only = More than { $count } payments are waiting for you. This is the total of the latest { $count }. You'll get all of them.
claim-count =
    { $count ->
        [one] Total of { $count } payment. The latest is { $amount }.
       *[other] Total of { $count } payments. The latest is { $amount }.
    }
claim-reference = “{ $reference }”
claim-facts = For <b>{ $email }</b>. Claim it by { $date }. USDC is a digital dollar: keep it, send it to someone or withdraw it to your bank account.
claim-add-to-balance = Add to my balance
claim-paused = { $service } has paused payments. We'll add the money to your balance as soon as payments resume.
claim-on-hold = This payment is on hold. You can claim it as soon as it's released.
claim-other-user = You're signed in with another email
claim-other-user-text = You're signed in as <b>{ $user }</b>, but this money is for <b>{ $email }</b>. Sign out to continue.
claim-sign-out = Sign out and continue
claim-stay-signed-in = Stay signed in
claim-known = You already have an account with this email.
claim-sign-in = Sign in and claim
claim-name = Your name
claim-password = Choose a password
claim-test-wallet = This is a test wallet. To sign in to it later, open this link again.
claim-join = Create account and claim
claim-unknown-sender = Don't know { $sender }? You don't have to do anything. Unclaimed money is returned to the sender.

## Nothing is waiting any more

claim-claimed-title = Already claimed
claim-claimed-text = { $amount } from { $sender } was added to your balance. Sign in to see it.
claim-claimed-test = { $amount } from { $sender } was added to a test wallet. It has its own sign-in address, which we've filled in for you. Sign in with the password you chose.
claim-cancelled-title = Payment cancelled
claim-cancelled-text = { $sender } cancelled this payment of { $amount }. Contact them if you didn't expect that.
claim-expired-title = Payment expired
claim-expired-text = { $amount } from { $sender } wasn't claimed within { $duration } and was returned. Ask them to send it again.

## Lost emails

claim-lost-title = Lost the email?
claim-lost-intro = If someone sent you money and you can't find the email, we'll resend it.
claim-send-again = Resend email
claim-link-sent = If money is waiting for <b>{ $email }</b>, we've resent the email with the link.
claim-link-dead = The link is incomplete. Open it from the email, or have the email resent.
