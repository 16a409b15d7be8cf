### Settings, connected apps and OAuth consent.

## Settings

settings-intro = These settings apply to live and test mode, unless stated otherwise.
settings-name-intro = People see this name when you pay them.
settings-name-save = Save name
settings-name-wait = You've changed your name too often. Try again in { $wait }.
settings-language-intro = Used on all pages and in emails to you.
settings-language-save = Save language
settings-recipient-language = Language for people I pay
settings-recipient-language-intro = Used in emails to people who haven't set a language in their own account. Until you choose one, it's your own language. Live and test mode have separate settings.
settings-recipient-language-save = Save language for recipients
settings-emails = Email notifications
settings-emails-intro = We always email you about security, and about money that doesn't arrive or is returned.
settings-emails-payments = Payments you receive
settings-emails-payouts = Payments that recipients claim
settings-emails-transfers = Deposits and withdrawals
settings-emails-claim-reminders = Reminders to claim money
settings-emails-save = Save email settings
settings-sign-in = Sign-in
settings-change-password = Change password
settings-second-factor-on =
    { $count ->
        [one] On. { $count } recovery code left.
       *[other] On. { $count } recovery codes left.
    }
settings-second-factor-off = Off. <a href="{ $href }">Turn on</a>
settings-new-codes = New recovery codes
settings-new-codes-text = Your current recovery codes stop working.
settings-new-codes-now = Create new codes
settings-second-factor-turn-off = Turn off two-step verification
settings-second-factor-turn-off-text = Your password alone will be enough to sign in.
settings-second-factor-turn-off-now = Turn off

## Sessions

sessions-title = Active sessions
sessions-device = Device
sessions-ip-address = IP address
sessions-since = Signed in
sessions-this = This session
sessions-end-others = Sign out everywhere else

## Security log

security-log-intro = Sign-ins and security changes in your account.
security-log-intro-all = Sign-ins and security changes in your account, newest first. Entries can't be changed or deleted.
security-log-event = Event
security-log-time = Time
security-log-show-all = View full log
security-log-codes-left =
    { $count ->
        [one] { $count } code left
       *[other] { $count } codes left
    }
security-log-in-mode =
    { $mode ->
        [live] { $what } (live mode)
       *[test] { $what } (test mode)
    }
security-log-revoked = Revoked: { $what }
security-log-still-active = Still active: { $what }

## Password

settings-password-intro = You'll be signed out everywhere else.

## Two-step verification

second-factor-setup-intro = After your password, we'll ask for a code from an app on your phone.
second-factor-setup-scan = Open an authenticator app on your phone and scan this QR code.
second-factor-setup-qr = QR code for your authenticator app
second-factor-setup-secret = Can't scan it? Enter this secret instead: <code>{ $secret }</code>
second-factor-setup-code = Enter the code that the app shows.
second-factor-setup-turn-on = Turn on
second-factor-setup-wrong = This code is wrong. Check the time on your phone and enter the next code.
recovery-codes-title = Recovery codes
recovery-codes-intro = Two-step verification is on. If you lose your phone, sign in with one of these codes. Each works once.
recovery-codes-warning = Save these codes now. You won't be able to see them again.
recovery-codes-saved = I've saved them

## Connected apps

authorized-apps-intro = Apps that can use this account with your permission.
authorized-apps-none-title = No connected apps
authorized-apps-none-text = Apps that you connect to this account appear here with their permissions.
authorized-apps-since = Connected
authorized-apps-disconnect = Disconnect
authorized-apps-disconnect-text = The app loses access to your account within a second. You can connect it again at any time.
authorized-apps-disconnect-now = Disconnect app

## OAuth consent

consent-page = Allow { $app }?
consent-title = Allow { $app } to use your account?
consent-intro = You're signed in as <b>{ $email }</b>. After you decide, you'll go to <b>{ $host }</b>.
consent-permissions = The app will be able to
consent-permissions-hint = Untick anything the app doesn't need.
consent-account = In this account
consent-live = Live account
consent-live-text = Real money.
consent-test = Test account
consent-test-text = Test money only. No real money moves.
consent-allow = Allow access
consent-deny = Deny access
consent-after = You can disconnect the app at any time under “Connected apps” in the dashboard.
consent-no-permission = Select at least one permission, or deny access.
consent-no-account = Choose the account that the app can use.
consent-refused-title = This app can't be connected
consent-refused-incomplete = The app's request is incomplete: it needs exactly one client_id and one redirect_uri.
consent-refused-unknown = This app isn't registered here, or hasn't registered the address that it wants to send you back to.
consent-refused-changed = This app was just changed. Go back to the app and start again.
consent-refused-text = We didn't give the app access or send you back to it. If you trust the app, tell its developer.
