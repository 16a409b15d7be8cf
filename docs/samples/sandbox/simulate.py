# Pays two people in the sandbox: one claims the money, and the other payment fails.
import json
import os
import secrets
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(method, path, body=None):
    headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    try:
        with urlopen(Request(os.environ["API"] + path, data, headers, method=method), timeout=30) as response:
            return json.load(response)
    except HTTPError as error:
        sys.exit(error.read().decode())


# A new person on every run
lin = f"lin-{secrets.token_hex(4)}"
people = [{"email": f"{lin}@example.com", "amount": "5.00"}, {"email": f"{lin}+fail@example.com", "amount": "6.00"}]
payout = call("POST", "/payouts", {"items": people})
# When the clock has moved, everything that was due has happened.
call("POST", "/simulate/clock", {"advance_seconds": 1})
item = call("GET", f"/payouts/{payout['id']}/items")["data"][0]
call("POST", f"/simulate/payout_items/{item['id']}/claim")
call("POST", "/simulate/clock", {"advance_seconds": 1})
for item in call("GET", f"/payouts/{payout['id']}/items")["data"]:
    print(item["amount"], item["status"])
