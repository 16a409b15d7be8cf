### The log of API requests, and the links between objects, requests and deliveries.

## API requests

api-request = API request
api-requests-lead = What your programs asked for, and how we answered.
api-requests-off = The request log is turned off on this server.
api-requests-none = No API requests yet
api-requests-none-text = Requests appear here within seconds. They need a valid API key or access token.
api-requests-sought = Path or ID
api-requests-all-statuses = All statuses
api-requests-succeeded = Succeeded (2xx)
api-requests-refused = Refused (4xx)
api-requests-failed = Server errors (5xx)
api-requests-all-methods = All methods
api-requests-all-keys = All keys and apps
api-requests-left-out =
    { $count ->
        [one] { $count } more request at this time wasn't recorded
       *[other] { $count } more requests at this time weren't recorded
    }
api-requests-kept =
    { $count ->
        [one] Requests are kept for { $count } day, up to { $most } changes and { $most } reads. Of many requests in one second, we record only some, changes first.
       *[other] Requests are kept for { $count } days, up to { $most } changes and { $most } reads. Of many requests in one second, we record only some, changes first.
    }
api-request-method = Method
api-request-credential = API key or app
api-request-duration = Duration
api-request-milliseconds = { $millis } ms
api-request-error = Error
api-request-address = IP address
api-request-id = Request ID
api-request-no-response = Client disconnected
api-request-other-key = Unknown key
api-request-other-app = Disconnected app
api-request-sent = Request body
api-request-returned = Response body
api-request-redacted = Bank details, names, references and other private values aren't recorded.
api-request-body-cut = The rest of the body wasn't recorded.
api-request-body-not-kept = The body ({ $count } bytes) is too large or isn't JSON, so it wasn't recorded.
api-request-objects = Objects

## Links of an object

object-links-title = API and webhooks
object-links-creation = Created by API request
object-links-requests = All API requests for it
object-links-deliveries = Webhook deliveries
