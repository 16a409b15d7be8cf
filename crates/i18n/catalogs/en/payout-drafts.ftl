### Drafts of payouts, and warnings before a payment is repeated.

## Drafts

payout-drafts = Drafts
payout-drafts-lead = Payouts you haven't sent. They're deleted 30 days after their last change.
payout-draft-title =
    { $count ->
        [one] Draft with { $count } recipient
       *[other] Draft with { $count } recipients
    }
payout-draft-updated = Last changed { $time }
# While a draft is typed.
payout-draft-saved = Saved
payout-draft-sent-elsewhere = This payout was already sent.
payout-draft-deleted-title = This draft was deleted elsewhere
payout-save-draft = Save draft
payout-delete-draft = Delete draft
payout-remove-row = Remove row
payout-paste = Paste from a spreadsheet
payout-paste-cells = Spreadsheet cells
payout-paste-hint = Copy the cells with email addresses, amounts and references, and paste them here.
payout-paste-add = Add as rows
payout-draft-changed-title = This draft was changed elsewhere
payout-draft-changed = Nothing was sent. This is the version that was saved last. Check it before you send it.
payout-draft-conflict = What you entered below isn't saved yet. Compare it with <a href="{ $href }">the saved draft</a>. If you continue from here, it replaces the saved draft.
payout-draft-deleted-elsewhere = This draft was deleted elsewhere. Continue from here to save it as a new draft.
payout-draft-too-many = You can have at most { $limit } drafts. Send or delete one first.

## Payments that may be repeated by mistake

payout-review-earlier = You may have paid this before
payout-review-earlier-file = You sent <a href="{ $href }">a payout from the same file</a> in the last { $days } days.
payout-review-earlier-payments =
    { $count ->
        [one] { $count } payment has the same recipient, amount and reference as one that you sent in the last { $days } days.
       *[other] { $count } payments have the same recipient, amount and reference as ones that you sent in the last { $days } days.
    }
payout-review-earlier-link = Same as an earlier payment
payout-review-earlier-confirm = Send even if it was already paid
payout-review-earlier-missing = Select this if you want to pay again.
