### The email about a change that matters for the security of an account.

## What changed: the subject, and what it means

email-security-signed-in-anew = New sign-in to your account
email-security-signed-in-anew-meaning = Someone signed in to your account from a new device.
email-security-codes-guessed = Wrong verification codes for your account
email-security-codes-guessed-meaning = Someone entered your password and several wrong codes for two-step verification. They couldn't sign in, but they know your password.
email-security-password-changed = Your password was changed
email-security-password-changed-meaning = Only the new password works now. Changing it doesn't turn off API keys, connected apps or webhook endpoints. Review what's still active in the dashboard under API keys, Connected apps and Webhooks.
email-security-second-factor-on = Two-step verification was turned on
email-security-second-factor-on-meaning = You now need your password and a code from your authenticator app to sign in.
email-security-second-factor-off = Two-step verification was turned off
email-security-second-factor-off-meaning = You now only need your password to sign in.
email-security-recovery-codes-made = New recovery codes were created
email-security-recovery-codes-made-meaning = Your previous recovery codes no longer work.
email-security-recovery-code-used = A recovery code was used
email-security-recovery-code-used-meaning = Someone signed in with one of your recovery codes. It can't be used again.
email-security-key-created = An API key was created
email-security-key-created-meaning = Anyone who has this key can act on your account.
email-security-app-created = A Connect App was created
email-security-app-created-meaning = It can ask other people for access to their accounts on your behalf.
email-security-app-secret-rotated = The secret of a Connect App was rotated
email-security-app-secret-rotated-meaning = The old secret no longer works. Use the new one.
email-security-app-authorized = An app was given access to your account
email-security-app-authorized-meaning = You can disconnect it at any time in the dashboard under Connected apps.
email-security-app-replayed = An app was disconnected from your account
email-security-app-replayed-meaning = One of its credentials was used twice, which can mean that it was stolen. Connect the app again only if you trust it.
email-security-bank-account-added = A bank account was added
email-security-bank-account-added-meaning = Money can now be withdrawn to it.
email-security-external-wallet-added = An external wallet was added
email-security-external-wallet-added-meaning = Money can now be withdrawn to it.
email-security-automatic-on = Automatic withdrawals were turned on or changed
email-security-automatic-on-meaning = We now withdraw incoming payments to the destination below.
email-security-webhook-added = A webhook endpoint was added
email-security-webhook-added-meaning = This address now receives events from your account.
email-security-webhook-secret-rotated = The secret of a webhook endpoint was rotated
email-security-webhook-secret-rotated-meaning = Deliveries are signed with both secrets for one day, and then only with the new one.

## What to do

email-security-preview = { $time }. If this wasn't you, reset your password.
email-security-button = Reset password
email-security-was-you = If this was you, you don't need to do anything.
email-security-was-not-you = If this wasn't you, reset your password now and write to { $email }.
# Without a support address.
email-security-was-not-you-operator = If this wasn't you, reset your password now and contact the operator of this service.

## Facts

email-security-permissions = Permissions
email-security-revoked = Revoked
email-security-still-active = Still active
email-security-time = Time
email-security-ip-address = IP address
email-security-device = Device
email-security-api-keys =
    { $count ->
        [one] { $count } API key
       *[other] { $count } API keys
    }
email-security-apps =
    { $count ->
        [one] { $count } connected app
       *[other] { $count } connected apps
    }
email-security-endpoints =
    { $count ->
        [one] { $count } webhook endpoint
       *[other] { $count } webhook endpoints
    }
