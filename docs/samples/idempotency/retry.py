# Sends a request twice with one key, as after a lost response, and then misuses the key.
import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def add(email):
    headers = {
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Content-Type": "application/json",
        "Idempotency-Key": "add-joan",
    }
    body = json.dumps({"email": email}).encode()
    try:
        response = urlopen(Request(f"{os.environ['API']}/recipients", body, headers), timeout=30)
    except HTTPError as error:
        response = error
    with response:
        return response.read(), response.headers


first, _ = add("joan@example.com")
again, headers = add("joan@example.com")
if first == again:
    print("the same response")
print("Idempotent-Replayed:", headers["Idempotent-Replayed"])

# The same key with different JSON has no effect.
problem = json.loads(add("alan@example.com")[0])
print(problem["status"], problem["title"])
