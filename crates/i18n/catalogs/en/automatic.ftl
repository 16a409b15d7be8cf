### Automatic withdrawals: their pages, what other pages say about them, and the email about their end.

## The page

automatic-title = Automatic withdrawals
automatic-lead = Have incoming payments withdrawn to your bank account or wallet.
# The badge beside the title.
automatic-state =
    { $state ->
        [on] On
       *[off] Off
    }
automatic-off-title = Automatic withdrawals are off
automatic-delayed-title = The next withdrawal is delayed
automatic-delayed = It can't be created right now. We'll try again on { $time }, and whenever you receive a payment. Until then, the money stays in your balance.
automatic-destination = Destination
# In the email about a change.
automatic-before = Previous destination
automatic-minimum = Minimum
automatic-collected = Accumulated
automatic-off-since = Off since
automatic-how-title = How it works
automatic-how = Payments from other accounts and USDC sent to your address count toward the minimum. When they reach it, we withdraw them together, with the usual fees. Deposits and returned money stay in your balance.
automatic-how-most = A withdrawal to this destination is at most { $most }. If a payment exceeds that, the rest stays in your balance.
automatic-how-off = If a withdrawal to the destination fails or is returned, or if you archive the destination, we turn automatic withdrawals off and email you.
automatic-empty = Choose a bank account or wallet and a minimum. When your incoming payments reach it, we withdraw them for you.
automatic-turn-on = Turn on automatic withdrawals
automatic-turn-on-again = Turn on again
automatic-turn-off = Turn off automatic withdrawals
automatic-turn-off-title = Turn off
automatic-turn-off-text = New payments and the accumulated amount stay in your balance. Withdrawals that already exist aren't affected.
automatic-said-on = Automatic withdrawals are on.
automatic-said-off = Automatic withdrawals are off. New payments stay in your balance.

## Why they are off, and what to do

automatic-off-owner = You turned them off. New payments stay in your balance.
automatic-off-archived = The destination was archived. New payments stay in your balance. To continue, choose another destination.
automatic-off-failed = A withdrawal to this destination failed, and the money is back in your balance. Check the details before you turn automatic withdrawals on again.
automatic-off-returned = The bank returned a withdrawal, and the money is back in your balance. Check the details before you turn automatic withdrawals on again.
automatic-off-closed = Withdrawals to this destination haven't been available for three days. New payments stay in your balance. To continue, choose another destination.

## The form

automatic-edit-title = Edit automatic withdrawals
automatic-edit-lead = Choose where incoming payments go. We'll email you about the change.
automatic-minimum-hint = Payments accumulate until they reach this amount. A higher minimum means fewer withdrawals and lower fees.
automatic-add-first-title = Add a destination first
automatic-add-first = Add the bank account or wallet that your payments should go to.
automatic-add-bank-account = Add bank account
automatic-add-wallet = Add wallet
automatic-choose-destination = Choose a destination.
automatic-minimum-too-small = The fees would use up this amount. Choose a larger minimum.
automatic-own-address = This address belongs to an account at { $brand }. Choose another wallet.

## On the pages of withdrawals and transactions

automatic-withdrawal = Automatic withdrawal
automatic-created = Created automatically
automatic-created-text = From incoming payments. The amount is reserved.
automatic-payments = Payments
automatic-payments-lead = This withdrawal was created from these payments.
automatic-payments-earlier = It includes earlier payments, too.
# In front of a link to the automatic withdrawal that includes the payment.
automatic-included-in = Included in

## The email about their end

automatic-email-subject = Automatic withdrawals were turned off
automatic-email-preview = New payments stay in your balance until you turn them on again.
automatic-email-owner = Automatic withdrawals were turned off in the dashboard. New payments now stay in your balance.
automatic-email-archived = The bank account or wallet that your payments were withdrawn to was archived. New payments now stay in your balance.
automatic-email-failed = A withdrawal to this destination failed. The money is back in your balance. New payments now stay in your balance.
automatic-email-returned = The bank returned a withdrawal. The money is back in your balance. New payments now stay in your balance.
automatic-email-closed = Withdrawals to this destination haven't been available for three days. New payments now stay in your balance.
automatic-email-any-time = You can turn them on again in the dashboard at any time.
automatic-email-choose = To continue, choose another destination in the dashboard.
automatic-email-check = Check the details before you turn automatic withdrawals on again. If a detail is wrong, add the bank account or wallet again.
automatic-email-button = Review automatic withdrawals
