### The outcome of a payout, and the actions of its sender.

## The only payment of a payout

payout-one-paid = Paid
payout-one-being-paid = Being paid
payout-one-waiting = Waiting to be claimed
payout-one-failed = Failed
payout-one-expired = Expired and returned
payout-one-cancelled = Cancelled

## Several payments, as parts of a sentence: "5 of 7 paid, 2 waiting to be claimed"

payout-all-paid = All { $count } paid
payout-some-paid =
    { $count ->
        [one] { $count } of { $total } paid
       *[other] { $count } of { $total } paid
    }
payout-some-being-paid =
    { $count ->
        [one] { $count } being paid
       *[other] { $count } being paid
    }
payout-some-waiting = { $count } waiting to be claimed
payout-some-failed =
    { $count ->
        [one] { $count } failed
       *[other] { $count } failed
    }
payout-some-expired =
    { $count ->
        [one] { $count } expired and returned
       *[other] { $count } expired and returned
    }
payout-some-cancelled =
    { $count ->
        [one] { $count } cancelled
       *[other] { $count } cancelled
    }

## What its sender can do

payout-repeat = Repeat payout
payout-retry =
    { $count ->
        [one] Retry { $count } payment
       *[other] Retry { $count } payments
    }
said-draft-created = Draft created. Nothing is sent until you review and confirm it.
payout-remind-all = Remind all
payout-remind-hint = Emails recipients who haven't claimed yet, at most once a day. Recipients who have turned off reminders won't get one.
transaction-last-reminder = Last reminder
payout-item-reminded = Last reminder: { $time }
refusal-reminded-recently = You reminded this recipient in the last 24 hours. You can send the next reminder in { $wait }.
said-reminded-all =
    { $count ->
        [one] Reminder sent to { $count } recipient.
       *[other] Reminder sent to { $count } recipients.
    }
said-reminded-none = No reminders were sent.
said-reminded-recent =
    { $count ->
        [one] { $count } recipient was reminded in the last 24 hours.
       *[other] { $count } recipients were reminded in the last 24 hours.
    }
said-reminded-limited =
    { $count ->
        [one] { $count } recipient can't get more emails for now.
       *[other] { $count } recipients can't get more emails for now.
    }
said-reminded-closed =
    { $count ->
        [one] { $count } payment is no longer waiting to be claimed.
       *[other] { $count } payments are no longer waiting to be claimed.
    }

## Test mode

payout-item-claim = Claim as this recipient
payout-item-claim-text = Claims this payment into a test wallet, as its recipient would. You stay signed in.
said-claimed-as-recipient = You claimed the payment as its recipient. The money is in a test wallet.
