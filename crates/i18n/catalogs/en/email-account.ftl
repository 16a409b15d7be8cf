### Emails about an account: to open it, to choose a new password, and about its webhooks.

## Confirm an address to create an account

email-join-subject = Confirm your email address
email-join-preview = One step left to create your account. The link works for { $duration }.
email-join-opening = Someone entered this email address to create an account at { $brand }. If that was you, confirm the address to continue. The link works for { $duration }.
email-join-button = Confirm email address
email-join-ignore = If it wasn't you, ignore this email. No account will be created.

## Invitation to create an account

email-invitation-subject = Invitation to { $brand }
email-invitation-preview = Create your account. The link works for { $duration }.
email-invitation-opening = { $brand } invites you to create an account. The link works for { $duration }.
email-invitation-ignore = If you don't want an account, ignore this email. No account will be created.

## The address already has an account

email-known-subject = You already have an account
email-known-preview = Sign in instead. Nothing has changed.
email-known-opening = Someone entered this email address to create an account at { $brand }. This address already has an account, so nothing has changed. If that was you, sign in.
email-known-ignore = If it wasn't you, you don't need to do anything. They can't see that you have an account.
email-known-reset = If you've forgotten your password, choose a new one

## Choose a new password

email-reset-subject = Reset your password
email-reset-preview = The link works for { $duration }. Your password hasn't changed yet.
email-reset-opening = Someone asked to reset the password of your account at { $brand }. If that was you, choose a new password. The link works once, for { $duration }. Your password hasn't changed yet.
email-reset-button = Choose a new password
email-reset-ignore = If it wasn't you, ignore this email. Your password stays the same.
email-reset-keep-private = Never share this link. We'll never ask you for it.

## A webhook endpoint was turned off

email-webhook-off-subject = A webhook endpoint was turned off
email-webhook-off-preview = We keep your events for up to 30 days and send them when you turn it back on.
email-webhook-off-failing = Your server hasn't accepted any events for five days, so we've stopped sending them.
email-webhook-off-gone = Your server responded with 410 Gone, so we've stopped sending events.
email-webhook-off-unverified = Your server didn't accept the test event within three days. Turn the endpoint back on to send a new test event.
email-webhook-off-paused = The endpoint was turned off in the dashboard.
email-webhook-off-url = URL
email-webhook-off-since = Turned off
email-webhook-off-button = View deliveries
email-webhook-off-kept = We keep undelivered events for up to 30 days and send them when you turn the endpoint back on.

## To the operator: something waits too long

email-alert-money-stops = Outgoing money is stopped
email-alert-withdrawals = Withdrawals are waiting to be paid
email-alert-sent-withdrawals = Sent withdrawals are unconfirmed
email-alert-parked-payments = Parked payments need to be matched or returned
email-alert-proposals = Proposals are waiting for a second operator
email-alert-unsent-withdrawals = Due withdrawals haven't been sent
email-alert-chain-payments = Payments on the blockchain are unconfirmed
email-alert-emails = Emails aren't being sent
email-alert-webhook-endpoints = Webhook endpoints are failing
email-alert-resolved-subject = Resolved: { $title }
email-alert-late = This needs your attention. Use the command below to see what's waiting. We'll remind you once a day, and tell you when it's resolved.
email-alert-resolved = This no longer needs your attention.
email-alert-count = Waiting
email-alert-since = Oldest since
email-alert-command = Command
email-alert-because = You're receiving this email because { $email } is the alert address of { $brand } (alert_email).
