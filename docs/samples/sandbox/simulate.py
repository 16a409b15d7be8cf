# Pays two people in the sandbox: one claims the money, and the other payment fails.
import json
import os
from urllib.request import Request, urlopen


def call(method, path, body=None):
    headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    with urlopen(Request(os.environ["API"] + path, data, headers, method=method), timeout=30) as response:
        return json.load(response)


people = [{"email": "lin@example.com", "amount": "5.00"}, {"email": "lin+fail@example.com", "amount": "6.00"}]
payout = call("POST", "/payouts", {"items": people})
# When the clock has moved, everything that was due has happened.
call("POST", "/simulate/clock", {"advance_seconds": 1})
item = call("GET", f"/payouts/{payout['id']}/items")["data"][0]
call("POST", f"/simulate/payout_items/{item['id']}/claim")
call("POST", "/simulate/clock", {"advance_seconds": 1})
for item in call("GET", f"/payouts/{payout['id']}/items")["data"]:
    print(item["email"], item["status"])
