### Lists: their order, filters and totals, and what is done to selected rows.

## Order

list-sort = Sort
list-sort-newest = Newest first
list-sort-oldest = Oldest first
list-sort-email = Email, A to Z
list-sort-email-descending = Email, Z to A
list-sort-requested = As sent
list-sort-largest = Largest amount first
list-sort-smallest = Smallest amount first

## Filters

list-filters-active =
    { $count ->
        [one] { $count } filter active
       *[other] { $count } filters active
    }

## Totals

list-total-page = On this page: { $total }
list-total-all = Total: { $total }
list-total-payouts =
    { $count ->
        [one] { $count } payout, { $amount }
       *[other] { $count } payouts, { $amount }
    }
list-total-payments =
    { $count ->
        [one] { $count } payment, { $amount }
       *[other] { $count } payments, { $amount }
    }
list-total-transactions =
    { $count ->
        [one] { $count } transaction, { $in } in, { $out } out
       *[other] { $count } transactions, { $in } in, { $out } out
    }

## Selected rows

selection-label = Select { $name }
selection-all = Select all on this page
selection-actions = Actions for selected rows
selection-button-archive = Archive selected
selection-button-cancel = Cancel selected
selection-button-export = Export selected
selection-button-pay = Pay selected
selection-button-remind = Remind selected
selection-button-resend = Resend selected

## What is asked before it is done

selection-archive-bank-accounts =
    { $count ->
        [one] Archive { $count } bank account
       *[other] Archive { $count } bank accounts
    }
selection-archive-wallets =
    { $count ->
        [one] Archive { $count } wallet
       *[other] Archive { $count } wallets
    }
selection-cancel-payments =
    { $count ->
        [one] Cancel { $count } payment
       *[other] Cancel { $count } payments
    }
selection-cancel-payouts =
    { $count ->
        [one] Cancel { $count } payout
       *[other] Cancel { $count } payouts
    }
selection-cancel-payouts-text = Payments that aren't complete are cancelled, and their money returns to your balance. You can't undo this.
selection-remind =
    { $count ->
        [one] Send { $count } reminder
       *[other] Send { $count } reminders
    }
selection-remind-text = Recipients who haven't claimed their payment get an email, at most once a day. Recipients who turned reminders off get none.
selection-resend =
    { $count ->
        [one] Resend { $count } event
       *[other] Resend { $count } events
    }
selection-resend-text = Your server receives these events again, including those that were delivered.

## What became of them

said-nothing-selected = Select at least one row.
said-nothing-changed = Nothing was changed.
said-payments-cancelled =
    { $count ->
        [one] { $count } payment cancelled. The money is back in your balance.
       *[other] { $count } payments cancelled. The money is back in your balance.
    }
said-payouts-cancelled =
    { $count ->
        [one] { $count } payout cancelled. The money is back in your balance.
       *[other] { $count } payouts cancelled. The money is back in your balance.
    }
said-not-cancelled =
    { $count ->
        [one] { $count } could no longer be cancelled.
       *[other] { $count } could no longer be cancelled.
    }
said-selected-archived =
    { $count ->
        [one] { $count } was archived.
       *[other] { $count } were archived.
    }
said-not-archived =
    { $count ->
        [one] { $count } couldn't be archived.
       *[other] { $count } couldn't be archived.
    }
said-events-resent =
    { $count ->
        [one] We're resending { $count } event.
       *[other] We're resending { $count } events.
    }
said-not-resent =
    { $count ->
        [one] { $count } couldn't be resent.
       *[other] { $count } couldn't be resent.
    }
said-not-processed =
    { $count ->
        [one] { $count } wasn't processed. Try again.
       *[other] { $count } weren't processed. Try again.
    }
