### The pages of people who are not signed in, or not yet far enough.

## Sign in

sign-in-title = Sign in
sign-in-forgot-password = Forgot your password?
sign-in-no-account = Don't have an account? <a href="{ $href }">Create one</a>
sign-in-signed-out = You've signed out.
sign-in-password-changed = Your password was changed. Sign in with the new one.
sign-in-account-exists = You already have an account. Sign in to continue.
sign-in-wrong = Wrong email or password.

## Two-step verification

second-factor-title = Two-step verification
second-factor-intro = Enter the code from your authenticator app, or one of your recovery codes.
second-factor-code = Code
second-factor-wrong = This code is wrong or was already used. Wait for the next one.
second-factor-other-user = Not you? <a href="{ $href }">Use another account</a>

## Confirm password

confirm-title = Confirm your password
confirm-before-page = The next page can give others access to your money. Enter the password for <b>{ $email }</b> to continue. We won't ask again for { $wait }.
confirm-before-form = Enter the password for <b>{ $email }</b> to continue. We won't ask again for { $wait }.
confirm-payout =
    { $count ->
        [one] You're about to send { $total } in { $count } payment.
       *[other] You're about to send { $total } in { $count } payments.
    }
confirm-withdrawal = You're about to withdraw { $amount } to { $destination }.
confirm-code = Authenticator or recovery code
confirm-password = Confirm password
confirm-and-continue = Confirm and continue
confirm-wrong-password = Wrong password.
confirm-wrong-password-or-code = Wrong password or code.

## Create account

join-intro = Pay people anywhere by email. Try it with test money first. We'll email you a link to confirm your address.
join-have-account = Already have an account? <a href="{ $href }">Sign in</a>
join-link-sent = We've emailed a link to <b>{ $email }</b>. Open it to choose your name and password. It works for one day.
join-link-dead = The link is incomplete or older than one day. Request a new one.
join-closed-title = Sign-up closed
join-closed = This service doesn't accept new accounts.
join-by-invitation-title = Sign-up by invitation
join-by-invitation = You need an invitation to create an account. If you've received one, open the link in it.
join-to-claim = If you were sent money, use the link in the email.
join-invitation-dead = The link is incomplete or older than one day. Ask for a new invitation.
welcome-title = Set up your account
welcome-intro = <b>{ $email }</b> is confirmed. Enter the name that people see when you pay them, and choose a password.
welcome-name = Your name or company name

## Links by email

link-send = Send link
link-sent-title = Check your email
link-sent-nothing = No email? Check your spam folder or <a href="{ $href }">try again</a>.
link-dead-title = This link doesn't work
link-get-new = Get a new link
no-email-title = Email isn't available
no-email-text = { $service } can't send emails at the moment, so we can't email you a link. Nothing was sent. Please try again later.

## Reset password

reset-title = Reset password
reset-intro = Enter your email and we'll send you a link to choose a new password.
reset-remembered = Remembered it? <a href="{ $href }">Sign in</a>
reset-link-sent = If <b>{ $email }</b> has an account, we've sent it a link to choose a new password. The link works for one hour.
reset-link-dead = The link is incomplete, older than one hour or already used. Request a new one.
new-password-title = Choose a new password
new-password-intro = For <b>{ $email }</b>. This account will be signed out on all devices.
new-password-access = API keys, connected apps and webhooks keep working after a password change. If someone else may have had access to your account, select all.
new-password-revoke-api-keys = Revoke all API keys ({ $count })
new-password-disconnect-apps = Disconnect all apps ({ $count })
new-password-turn-off-webhooks = Turn off all webhook endpoints ({ $count })
new-password-change = Change password
password-hint = At least { $count } characters. A few random words make a strong password.
password-show = Show password while typing

## Turning off emails, by a link in one of them

unsubscribe-title = Stop these emails
unsubscribe-lead = <b>{ $email }</b> will no longer get emails of this kind: { $group }.
unsubscribe-now = Stop emails
unsubscribe-done-title = Emails stopped
unsubscribe-done = <b>{ $email }</b> won't get emails of this kind anymore: { $group }.
unsubscribe-always = We'll still email you about security, and about money that doesn't arrive or is returned.
unsubscribe-link-dead = The link is incomplete. To choose your emails, sign in and open Settings.
