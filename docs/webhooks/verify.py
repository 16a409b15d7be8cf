"""Verifies a Florin webhook using only Python's standard library.

    WEBHOOK_SECRET=whsec_… python3 verify.py < request

`request` contains the three webhook headers, an empty line, and the body exactly as received.
"""

import base64
import hashlib
import hmac
import os
import sys
import time

TOLERANCE_SECONDS = 5 * 60


class Refused(Exception):
    """The request can't be trusted."""


def verify(secret, headers, body, now=None):
    """Takes `headers` by lower-case name and `body` as received bytes. Raises `Refused` if they can't be trusted."""
    try:
        message_id, sent, signatures = (headers["webhook-" + name] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise Refused(f"the header {missing} is missing") from None
    if not (sent.isascii() and sent.isdigit() and len(sent) < 16):
        raise Refused("webhook-timestamp is not a number of seconds")
    if abs((time.time() if now is None else now) - int(sent)) > TOLERANCE_SECONDS:
        raise Refused("the timestamp is more than five minutes off")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        raise Refused("the secret is not Base64") from None
    mac = hmac.new(key, f"{message_id}.{sent}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(mac)
    # During a rotation of the secret there are two signatures. One match is enough.
    if not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")):
        raise Refused("no signature matches: the request was changed, or signed with another secret")


def main():
    secret = os.environ.get("WEBHOOK_SECRET")
    if not secret:
        sys.exit("set WEBHOOK_SECRET to the signing secret of the endpoint, whsec_…")
    head, _, body = sys.stdin.buffer.read().partition(b"\n\n")
    lines = (line.partition(":") for line in head.decode().splitlines())
    headers = {name.lower(): value.strip() for name, _, value in lines}
    try:
        verify(secret, headers, body)
    except Refused as why:
        sys.exit(f"refused: {why}")
    print("good")


if __name__ == "__main__":
    main()
