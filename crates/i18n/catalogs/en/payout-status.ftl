### What became of a payout, and what its sender can do about it.

## The only payment of a payout

payout-one-paid = Paid
payout-one-being-paid = Being paid
payout-one-waiting = Waiting to be claimed
payout-one-failed = Failed
payout-one-expired = Expired and refunded
payout-one-cancelled = Cancelled

## Several payments, as parts of a sentence: "5 of 7 paid, 2 waiting to be claimed"

payout-all-paid = All { $count } paid
payout-some-paid = { $count } of { $total } paid
payout-some-being-paid = { $count } being paid
payout-some-waiting = { $count } waiting to be claimed
payout-some-failed = { $count } failed
payout-some-expired = { $count } expired and refunded
payout-some-cancelled = { $count } cancelled
