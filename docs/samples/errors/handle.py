# Sends a request that can't succeed, and decides by the title of the problem what to do.
import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

body = json.dumps({"items": [{"email": "ada@example.com", "amount": "12,50"}]}).encode()
headers = {"Authorization": f"Bearer {os.environ['API_KEY']}", "Content-Type": "application/json"}
try:
    urlopen(Request(f"{os.environ['API']}/payouts", body, headers), timeout=30)
except HTTPError as error:
    problem = json.load(error)
    match problem["title"]:
        case "invalid_request":
            for one in problem["errors"]:
                print("correct", one["location"])
        case "insufficient_funds":
            print("add money:", problem["detail"])
        case "rate_limited" | "internal_error" | "unavailable":
            print("retry after", error.headers["Retry-After"])
        case _:
            print("report", problem["instance"])
