# Pays two people, waits until the payout is settled, and prints each payment.
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(path, body=None, **headers):
    """A GET, or a POST if there is a body."""
    headers["Authorization"] = f"Bearer {os.environ['API_KEY']}"
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    try:
        with urlopen(Request(os.environ["API"] + path, data, headers), timeout=30) as response:
            return json.load(response)
    except HTTPError as error:
        sys.exit(error.read().decode())


items = [
    {"email": "ada@example.com", "amount": "12.50", "reference": "invoice 17"},
    {"email": "grace@example.com", "amount": "7.00", "reference": "invoice 18"},
]
payout = call("/payouts", {"items": items}, **{"Idempotency-Key": "invoices-17-and-18"})

# Items settle within moments.
while call(f"/payouts/{payout['id']}")["item_breakdown"]["processing"] > 0:
    time.sleep(0.2)
for item in call(f"/payouts/{payout['id']}/items")["data"]:
    print(item["email"], item["amount"], item["status"])
