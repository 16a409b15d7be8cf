"""Receives events from a live Florin server, and creates test cases for signature verifiers.

scripts/webhooks/run calls it with the output of `florin dev --json`. It prints the cases as JSON: a request, the secret
to verify it with, and whether it is valid. It must never print a secret anywhere else.
"""

import base64
import hashlib
import hmac
import http.server
import json
import queue
import sys
import threading

from dashboard import Person, canary

HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")


def check(holds, what):
    if not holds:
        sys.exit(f"error: check failed: {what}")


def filled(person, page, action, *fields):
    """Where a form redirects to, if it does, and the response."""
    answer = person.fill(page, action, *fields)
    check(answer.status in (200, 303), f"{action} answers {answer.status}")
    return (answer.headers.get("location") or "").split("?")[0], answer.page


class Receiver(http.server.BaseHTTPRequestHandler):
    arrived = queue.Queue()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self.arrived.put(({name: self.headers[name] for name in HEADERS}, body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def secret_on(page):
    secret = next(code for code in page.codes if code.startswith("whsec_"))
    canary(secret)
    return secret


def signed(secret, headers, body, sent):
    """The same message, sent and signed at another time."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    message = f"{headers['webhook-id']}.{sent}.{body}".encode()
    signature = base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()).decode()
    return headers | {"webhook-timestamp": str(sent), "webhook-signature": f"v1,{signature}"}


def cases(first, second, old, new, other):
    headers, body = first
    sent = int(headers["webhook-timestamp"])
    rotated = second[0]
    newest, before = rotated["webhook-signature"].split(" ")
    swapped = {"webhook-signature": f"v2,AAAA {before} {newest}"}
    good = [
        ("ours", old, headers, body),
        ("while secrets change, by the old one", old, *second),
        ("while secrets change, by the new one", new, *second),
        ("signatures in another order", new, rotated | swapped, second[1]),
        ("a little late", old, signed(old, headers, body, sent - 200), body),
    ]
    bad = [
        ("another body", old, headers, body.replace('"sequence":2', '"sequence":3')),
        ("a longer body", old, headers, body + " "),
        ("another id", old, headers | {"webhook-id": "evt_1"}, body),
        ("caught, and made to look fresh", old, headers | {"webhook-timestamp": str(sent + 1)}, body),
        ("stale", old, signed(old, headers, body, sent - 400), body),
        ("from the future", old, signed(old, headers, body, sent + 400), body),
        ("the secret of another endpoint", other, headers, body),
        ("a secret that came later", new, headers, body),
        ("only the old signature, for the new secret", new, rotated | {"webhook-signature": before}, second[1]),
        ("no signature", old, headers | {"webhook-signature": ""}, body),
        ("a signature of another version", new, rotated | {"webhook-signature": newest.replace("v1", "v2")}, second[1]),
        ("no time", old, headers | {"webhook-timestamp": "now"}, body),
    ]
    for is_good, some in ((True, good), (False, bad)):
        for name, secret, headers, body in some:
            yield {"name": name, "good": is_good, "secret": secret, "headers": headers, "body": body}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        ready = json.load(file)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    person, pages = Person(ready["dashboard_url"].removesuffix("/dashboard"), check), "/dashboard/test/webhooks"
    sign_in = "/dashboard/sign-in"
    filled(person, sign_in, sign_in, ("email", ready["email"]), ("password", ready["password"]))

    def add(path):
        url = ("url", f"http://127.0.0.1:{server.server_port}/{path}")
        place = filled(person, f"{pages}/new", f"{pages}/new", url, ("description", ""), ("events", "all"))[0]
        # The test event that verifies it.
        Receiver.arrived.get(timeout=30)
        return place

    def tested(place):
        filled(person, place, f"{place}/test")
        return Receiver.arrived.get(timeout=30)

    place = add("hooks")
    old = secret_on(filled(person, place, f"{place}/secret")[1])
    first = tested(place)
    new = secret_on(filled(person, place, f"{place}/rotate")[1])
    second = tested(place)
    elsewhere = add("elsewhere")
    other = secret_on(filled(person, elsewhere, f"{elsewhere}/secret")[1])
    json.dump(list(cases(first, second, old, new, other)), sys.stdout)


main()
