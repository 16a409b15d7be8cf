### API keys, webhooks and Connect Apps.

## API keys

api-keys-intro = API keys let your own programs use this account.
api-keys-create = Create API key
api-keys-none-title = No API keys yet
api-keys-none-text = Create a key to check balances, pay people and more from your own programs.
api-keys-key = Key
api-keys-full-access = Full access
api-keys-permission-count =
    { $count ->
        [one] { $count } permission
       *[other] { $count } permissions
    }
api-keys-action = Action
api-keys-revoke = Revoke
api-keys-revoke-text = Programs that use this key stop working within a second. You can't undo this.
api-keys-revoke-now = Revoke key
api-keys-revoked = Revoked
api-keys-requests = Requests

## First requests

first-requests-title = First requests
first-requests-intro = Set the environment variable API_KEY to one of your keys and run these commands.
first-requests-base-url = Base URL
first-requests-key-format = Key format
first-requests-reference = API reference
first-requests-reference-link = All endpoints, with examples
first-requests-guide = Guide
first-requests-guide-link = Your first payout, step by step
first-requests-permissions-link = What each permission allows
first-requests-balance = Check your balance
first-requests-payout = Send a payout

## New API key

api-key-new-title = New API key
api-key-new-intro = Select only the permissions your program needs. Write access doesn't include read access.
api-key-name-hint = What the key is for, for example “Payroll server”. Only you see it.
api-key-no-permission = Select at least one permission.
api-key-access = Access
api-key-access-read = Read only
api-key-access-read-text = View your balance, payouts, bank accounts and transactions. Doesn't allow changes or payments.
api-key-access-payouts = Payouts
api-key-access-payouts-text = View your balance and transactions, add and rename people you pay, and pay people with your money. Doesn't allow withdrawals.
api-key-access-full-text = Do everything the API allows, including withdrawing your money to a bank account or wallet.
api-key-access-custom = Custom
api-key-access-custom-text = Only the permissions you select below.
api-key-no-access = Select what the key can access.
api-key-created-page = API key created
api-key-created-title = Your new API key
api-key-created-intro = Keep it as safe as a password. Anyone with this key can use your account within its permissions.
api-key-created-label = API key
api-key-created-try = Try it
secret-shown-once = Copy it now. We don't store it, so you won't be able to see it again.
secret-saved = I've saved it

## Connect

connect-intro = Build apps that use other people's accounts with their permission. Each app works with live and test accounts.
connect-create = Create app
connect-none-title = No apps yet
connect-none-text = Create an app to get a client ID and a client secret. People connect their accounts with OAuth 2.0 and choose what the app can do.
connect-apps = Your apps
connect-client-id = Client ID
connect-client-secret = Client secret
connect-accounts = Connected accounts
connect-endpoints = OAuth endpoints
connect-authorize = Authorization
connect-token = Tokens
connect-revoke = Revocation
connect-guide = Guide
connect-guide-link = OAuth, step by step
connect-metadata = Metadata
connect-metadata-link = OAuth server metadata
connect-credentials = Credentials
connect-authorization-link = Link for people to connect their account
connect-rotate = Rotate secret
connect-rotate-text = The old secret stops working immediately. Make sure that your app is ready for the new one.
connect-rotate-now = Create new secret
connect-details = App details
connect-redirect-uris = Redirect URIs
connect-redirect-uris-hint = Where people return after they allow or deny access. One per line, exactly as your app sends them. HTTPS only, except on localhost.
connect-archive = Archive app
connect-archive-intro = The app loses access to all accounts immediately. You can't undo this.
connect-archive-text = People who connected this app will have to connect another one.
connect-archive-now = Archive permanently
connect-new-title = New app
connect-new-intro = People see the app's name when it asks for access.
connect-secret-intro = Keep the secret on your server. Never put it in a browser or a mobile app.
connect-secret-old = The old secret no longer works.
connect-secret-warning = Copy the secret now. We don't store it, so you won't be able to see it again.
connect-secret-saved = I've saved the secret

## What is wrong with a redirect URI

redirect-uris-missing = Enter at least one redirect URI.
redirect-uris-too-many = Enter at most { $count } redirect URIs.
redirect-uri-too-long = { $uri }: This URI is too long. Use at most { $count } characters.
redirect-uri-characters = { $uri }: Use plain ASCII, without spaces, quotes, backslashes or wildcards.
redirect-uri-scheme = { $uri }: Start with https://.
redirect-uri-insecure = { $uri }: Start with https://. Only localhost can use http://.
redirect-uri-fragment = { $uri }: Remove the fragment (#).
redirect-uri-credentials = { $uri }: Remove the username and password.
redirect-uri-host = { $uri }: Write the host in lower case, for example app.example.com.
redirect-uri-port = { $uri }: The port must be a number from 1 to 65535.
redirect-uri-escape = { $uri }: Each % must be followed by two hex digits that don't stand for a control character.
redirect-uri-dot-segment = { $uri }: Remove the segments “.” and “..” from the path.

## Webhook endpoints

webhooks-intro = Get notified when something happens in your account.
webhooks-add = Add endpoint
webhooks-none-title = No endpoints yet
webhooks-none-text = Add a URL and we'll send it a signed request for each event, so that your server doesn't have to poll the API.
webhooks-how-title = How it works
webhooks-how-url = Add a URL
webhooks-how-url-text = Enter a URL on your server and choose the events it receives. Deliveries start once your server accepts a test event.
webhooks-how-signature = Verify signatures
webhooks-how-signature-text = We sign each event according to Standard Webhooks, with a secret that only you and we know.
webhooks-how-respond = Respond with 200
webhooks-how-respond-text = Respond with a 2xx status within 15 seconds. Otherwise, we retry for about three days.
webhooks-how-check = Check deliveries
webhooks-how-check-text = We keep every attempt and your server's response for { $duration }. You can resend events that you missed.
webhooks-list = Endpoints
webhooks-url = URL
webhooks-events = Events
webhooks-waiting = Waiting
webhooks-failed = Failed
webhooks-local-title = Local development
webhooks-local-intro = You don't need a public URL while you develop.
webhooks-local-text = With a test key, this command shows the events of your test account as they happen and forwards them to a program on your computer.
webhooks-local-command = Listen in a terminal
webhooks-local-get = Where to get the florin command

## The state of an endpoint

endpoint-on = On
endpoint-off = Off
endpoint-paused = Paused
endpoint-failing = Failing
endpoint-pending = Pending verification
endpoint-off-since =
    { $reason ->
        [gone] Since { $date }, after a 410 Gone response
        [failing] Since { $date }, after failing for five days
        [unverified] Since { $date }, after three days without accepting the test event
       *[paused] Since { $date }
    }
endpoint-failing-since = Since { $date }
endpoint-pending-note = Waiting for a 2xx response to the test event
endpoint-all-events = All events
endpoint-event-types =
    { $count ->
        [one] { $count } event type
       *[other] { $count } event types
    }
endpoint-count-or-more = { $count } or more
endpoint-events-waiting =
    { $count ->
        [one] { $count } event is waiting.
       *[other] { $count } events are waiting.
    }
endpoint-events-waiting-or-more = { $count } or more events are waiting.

## An endpoint

endpoint-title = Webhook endpoint
endpoint-overview = Overview
endpoint-deliveries = Deliveries
endpoint-turn-on = Turn on
endpoint-turn-off = Turn off
endpoint-send-test = Send test event
endpoint-off-title = This endpoint is off
endpoint-off-paused = You turned it off. Nothing has been sent since { $date }.
endpoint-off-gone = Your server responded with 410 Gone, which means that it doesn't want any more events. Nothing has been sent since { $date }.
endpoint-off-failing = Your server didn't accept any events for five days. Fix it before you turn the endpoint on. Nothing has been sent since { $date }.
endpoint-off-unverified = Your server didn't accept the test event within three days. Turn the endpoint on to send a new one. Nothing has been sent since { $date }.
endpoint-turn-on-and-send = Turn on and send waiting events
endpoint-skip = Skip waiting events
endpoint-skip-text = They won't be sent when you turn the endpoint on. You can still resend them for { $duration }.
endpoint-skip-now = Skip events
endpoint-pending-text = We've sent a test event to this URL. As soon as your server responds with a 2xx status, the endpoint is verified and deliveries start. Until then, we keep your events.
endpoint-failing-title = Deliveries are failing
endpoint-failing-text = Your server hasn't accepted any events since { $date }. After five days, we'll turn the endpoint off and email you. The deliveries below show how your server responded.
endpoint-waiting-note = To be sent or retried
endpoint-failed-note = After ten attempts
endpoint-newest = Recent deliveries
endpoint-all-deliveries = All deliveries
endpoint-details-attempts = Attempts
endpoint-details-schedule = Up to ten over about three days: immediately, after 5 seconds, 5 minutes and 30 minutes, then at longer intervals.
endpoint-remove = Remove endpoint
endpoint-remove-intro = We'll stop sending events to this URL, and you won't see its deliveries anymore. To stop temporarily, turn the endpoint off instead.
endpoint-remove-text = Waiting events won't be sent. You can't undo this.
endpoint-remove-now = Remove permanently

## Signing secret

signing-secret-title = Signing secret
signing-secret-intro = Your server uses it to verify that events come from us.
signing-secret-two-title = Two secrets are active
signing-secret-two-text = Until { $date }, each event also carries a signature made with the previous secret.
signing-secret-reveal = Reveal secret
signing-secret-rotate = Rotate secret
signing-secret-rotate-text = For 24 hours, we'll sign events with both the new and the current secret. Add the new one to your server within that time.
signing-secret-rotate-old = The previous secret stops working immediately.
signing-secret-rotate-now = Create new secret
signing-secret-password = You'll need to confirm your password, unless you've done so in the last { $duration }.
signing-secret-new-title = New signing secret
signing-secret-new-intro = We sign events with it from now on. Add it to your server within 24 hours.
signing-secret-warning = Keep it on your server. Anyone who has this secret can forge events.
signing-secret-code = Verify an event in JavaScript with the standardwebhooks package
signing-secret-guide = Verify events in Python, JavaScript and Rust
signing-secret-done = Done

## Add and edit an endpoint

endpoint-edit-title = Edit endpoint
endpoint-new-title = New endpoint
endpoint-new-intro = We'll send your account's events to this URL.
endpoint-url-hint-tls = Must start with https:// and be reachable from the internet.
endpoint-url-hint = Must be reachable from the internet. Live mode requires https://; test mode also accepts http://.
endpoint-description = Description
endpoint-description-hint = Only you see it.
endpoint-all-events-text = Including event types we add later.
endpoint-some-events = Selected events
endpoint-some-events-text = Only the ones you select below.
endpoint-event-group =
    { $noun ->
        [payout_item] Payments
        [deposit] Deposits
        [withdrawal] Withdrawals
        [inbound_transfer] Incoming transfers
        [recipient] Recipients
        [bank_account] Bank accounts
        [external_wallet] External wallets
       *[payout] Payouts
    }
endpoint-whole-group =
    { $count ->
        [one] The only event
       *[other] All { $count } events
    }
endpoint-form-verification = We send a signed test event as soon as you save. Other events follow once the URL responds with a 2xx status. Each URL can be used once; the query string doesn't count.
endpoint-form-retries = We try each delivery up to ten times over about three days and keep it for { $duration }. To receive events without a public URL, run <code>florin listen</code>.
endpoint-choose-events = Choose all events or selected events.
endpoint-unknown-event = One of these events doesn't exist. Select from the list.
endpoint-no-event = Select at least one event.

## What is wrong with a webhook URL

webhook-url-missing = Enter a URL.
webhook-url-too-long = This URL is too long. Use at most { $count } characters.
webhook-url-characters = Remove spaces, line breaks and backslashes.
webhook-url-scheme = The URL must start with https:// or http://.
webhook-url-needs-tls = In live mode, the URL must start with https://.
webhook-url-no-host = Enter a host after https://, for example hooks.example.com.
webhook-url-host = This host isn't valid. Enter one such as hooks.example.com.
webhook-url-credentials = Remove the username and password. To authenticate events, verify their signature.
webhook-url-fragment = Remove the fragment (#).
webhook-url-port = Use one of these ports: { $ports }.
webhook-url-short-name = Enter a full host name with a dot, for example hooks.example.com.
webhook-url-not-public = Names that end in .{ $ending } aren't public. Enter a public host name.
webhook-url-own = This URL belongs to this service. Enter the URL of your own server.
webhook-url-forbidden = We can't send events to { $address }. Enter the address of a server on the public internet.
webhook-url-unreadable = This isn't a valid URL. Enter one such as https://hooks.example.com/events.

## Deliveries

delivery-status-waiting = Waiting
delivery-status-delivered = Delivered
delivery-status-failed = Failed
delivery-status-skipped = Skipped
deliveries-filter = Filter by status
deliveries-all = All
deliveries-none-title = No deliveries yet
deliveries-none-text = Events appear here as soon as they're sent. To see one now, send a test event.
deliveries-no-match-title = No matching deliveries
deliveries-no-match-text = No delivery has this status.
deliveries-endpoint-off = We'll send waiting events when you turn it on. <a href="{ $href }">Find out why it's off</a>
deliveries-event = Event
deliveries-next = Next attempt
deliveries-time = Time
deliveries-no-next = None
deliveries-next-when-on = when the endpoint is on
deliveries-refreshing = Updates every few seconds.
deliveries-not-refreshing = Automatic updates have stopped.
deliveries-reload = Reload

## A delivery

delivery-resend = Resend event
delivery-object = Object
delivery-sequence = Sequence
delivery-sequence-hint = Counts the events of this object.
delivery-request = Request
delivery-request-intro = Each attempt sends the same body. Only the timestamp and the signature change.
delivery-id-hint = Stays the same when an event is resent. Use it to detect duplicates.
delivery-timestamp-hint = Time of the attempt in seconds since 1970. Reject events that are older than five minutes.
delivery-signature-hint = Base64 of the HMAC-SHA256, with your signing secret, of ID, timestamp and body, joined by dots. While two secrets are active, there are two signatures, separated by a space.
delivery-body = Body
delivery-body-size = { $count } bytes, exactly as signed
delivery-body-hint = Formatted below for reading. Verify the signature over the bytes that you received.
delivery-waits-for-endpoint = The endpoint is off. We'll send this event when you turn it on.
delivery-first-attempt = First attempt: { $when }
delivery-next-attempt = Next attempt: { $when }
delivery-delivered = Your server accepted this event.
delivery-failed = The last attempt failed. You can resend the event.
delivery-skipped = You skipped this event. You can still resend it.
delivery-attempt-succeeded = Succeeded
delivery-attempt-failed = Failed
delivery-attempt = Attempt { $number }, took { $millis } ms.
delivery-response = Start of the response
delivery-reason = Reason
delivery-no-response = No response
delivery-advice-no-response = We didn't get a valid response from your server.
delivery-advice-accepted = Your server accepted the event.
delivery-advice-redirect = We don't follow redirects. Change the endpoint's URL to the new one.
delivery-advice-authentication = Your server requires authentication. Have it verify the signature instead.
delivery-advice-not-found = Your server doesn't accept events at this URL. Compare it with your routes.
delivery-advice-gone = Your server doesn't want any more events, so we turned the endpoint off.
delivery-advice-busy = Your server is overloaded. We'll wait longer before the next attempt.
delivery-advice-server-error = Something went wrong on your server. Check its logs.
delivery-advice-other = Only statuses from 200 to 299 count as delivered.

## Resend events

resend-title = Resend events
resend-intro = Resend events that your server missed.
resend-failed-text = All deliveries that failed every attempt
resend-failed = Resend failed deliveries
resend-or = or all events from a period, including delivered ones
resend-from = From ({ $zone })
resend-to = To ({ $zone })
resend-to-hint = Leave empty to include everything up to now.
resend-period = Resend events from this period
resend-choose = Choose which events to resend.
resend-time = Enter a date and time, for example 2026-11-15T12:30.
resend-no-start = Enter the start of the period.
resend-future = The start can't be in the future.
resend-end-before-start = The end must be after the start.
resend-failed-running = Resending failed deliveries
resend-failed-done = Resent failed deliveries
resend-range-running = Resending events from { $from } to { $to }
resend-range-done = Resent events from { $from } to { $to }
resend-skip-running = Skipping waiting events
resend-skip-done = Skipped waiting events
resend-count =
    { $count ->
        [one] { $count } event
       *[other] { $count } events
    }
resend-count-so-far =
    { $count ->
        [one] { $count } event so far
       *[other] { $count } events so far
    }
resend-running = In progress
resend-ended = Finished { $date }
resend-started = Started { $date }
resend-paused = Paused at this endpoint's daily limit. Resumes { $date }.
