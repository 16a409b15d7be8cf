"""Verifies a webhook delivery of Florin with nothing but Python's standard library.

    WEBHOOK_SECRET=whsec_… python3 verify.py < request

where `request` holds the three webhook headers, an empty line, and the body exactly as it came.
"""

import base64
import hashlib
import hmac
import os
import sys
import time

TOLERANCE_SECONDS = 5 * 60


class Refused(Exception):
    """Do not believe this delivery."""


def verify(secret, headers, body, now=None):
    """`headers` by lower-case name, `body` as the bytes that came. Raises `Refused`, or returns nothing."""
    try:
        message_id, sent, signatures = (headers["webhook-" + name] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise Refused(f"the header {missing} is missing") from None
    if not (sent.isascii() and sent.isdigit() and len(sent) < 16):
        raise Refused("webhook-timestamp is no number of seconds")
    if abs((time.time() if now is None else now) - int(sent)) > TOLERANCE_SECONDS:
        raise Refused("the delivery is too old, or from the future")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{message_id}.{sent}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(mac)
    # While a secret is being replaced there are two signatures; one that fits is enough.
    if not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")):
        raise Refused("no signature fits: it was changed, or signed with another secret")


def main():
    head, _, body = sys.stdin.buffer.read().partition(b"\n\n")
    lines = (line.partition(":") for line in head.decode().splitlines())
    headers = {name.lower(): value.strip() for name, _, value in lines}
    try:
        verify(os.environ["WEBHOOK_SECRET"], headers, body)
    except Refused as why:
        sys.exit(f"refused: {why}")
    print("good")


if __name__ == "__main__":
    main()
