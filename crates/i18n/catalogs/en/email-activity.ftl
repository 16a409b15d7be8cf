### Emails about money: payments received, claimed and returned, withdrawals and deposits.

## Payments that came in

email-paid-title = { $sender } sent you { $amount }
email-paid-title-several = You received { $amount }
email-paid-preview = The money is in your { $brand } balance.
email-paid-opening = The money is in your { $brand } balance. You can keep it there, send it or withdraw it.
email-paid-opening-several =
    { $count ->
        [one] You received { $count } payment.
       *[other] You received { $count } payments.
    } The money is in your { $brand } balance. You can keep it there, send it or withdraw it.
email-paid-button = View activity
email-paid-unverified = Senders choose the names and references in this email, and { $brand } doesn't verify them.

## Payments that recipients claimed

email-claimed-title =
    { $count ->
        [one] { $count } payment claimed
       *[other] { $count } payments claimed
    }
email-claimed-preview = { $amount } of your payout was claimed.
email-claimed-opening =
    { $count ->
        [one] On { $date }, { $count } payment from your payout was claimed: { $amount }.
       *[other] On { $date }, { $count } payments from your payout were claimed: { $amount } in total.
    }
email-payout-button = View payout

## Payments that weren't claimed in time

email-refunded-title = { $amount } returned to your balance
email-refunded-preview =
    { $count ->
        [one] { $count } payment wasn't claimed in time.
       *[other] { $count } payments weren't claimed in time.
    }
email-refunded-opening =
    { $count ->
        [one] { $count } payment from your payout wasn't claimed in time, so the money is back in your balance.
       *[other] { $count } payments from your payout weren't claimed in time, so the money is back in your balance.
    }
email-refunded-next = To send it again, check the email address and create a new payout.

## Withdrawals

email-withdrawal-sent-title = Withdrawal of { $amount } sent
email-withdrawal-sent-opening = Your withdrawal is on its way. We'll email you when it's completed.
email-withdrawal-completed-title = Withdrawal of { $amount } completed
email-withdrawal-completed-opening = Your money has arrived.
email-withdrawal-failed-title = Withdrawal of { $amount } failed
email-withdrawal-failed-opening = The withdrawal couldn't be completed, so { $amount } is back in your balance.
email-withdrawal-returned-title = Withdrawal of { $amount } returned
email-withdrawal-returned-opening = The bank sent the money back after the withdrawal was completed. { $amount } is back in your balance, including the fees.
email-withdrawal-check = Check the destination's details before you try again.
email-withdrawal-automatic = This was an automatic withdrawal.
email-transfer-button = View details

## Deposits

email-deposit-credited-title = { $amount } added to your balance
email-deposit-credited-opening = Your deposit has arrived, and { $amount } is in your balance.
email-deposit-failed-title = Deposit of { $amount } failed
email-deposit-failed-opening = Your transfer won't arrive, so nothing was added to your balance.
email-deposit-failed-next = Ask your bank why, then create a new deposit.
email-deposit-expired-title = Deposit of { $amount } expired
email-deposit-expired-opening = We didn't receive your transfer in time.
email-deposit-expired-next = If you've already sent the money, we'll add it to your balance when it arrives. If not, create a new deposit.

## Lists: one of several payments

email-activity-entry = { $name } · { $amount }
email-activity-entry-reference = { $name } · { $amount } ({ $reference })
email-activity-more = and others

## What emails in the sandbox are about

email-about-paid = Payments received
email-about-claimed = Payments claimed
email-about-refunded = Payments returned
email-about-withdrawal-sent = Withdrawal sent
email-about-withdrawal-completed = Withdrawal completed
email-about-withdrawal-failed = Withdrawal failed
email-about-withdrawal-returned = Withdrawal returned
email-about-deposit-credited = Deposit credited
email-about-deposit-failed = Deposit failed
email-about-deposit-expired = Deposit expired
