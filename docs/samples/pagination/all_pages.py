# Prints the email address of every recipient, newest first, reading two at a time.
import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def recipients():
    query = {"page_size": 2}
    while True:
        url = f"{os.environ['API']}/recipients?{urlencode(query)}"
        request = Request(url, headers={"Authorization": f"Bearer {os.environ['API_KEY']}"})
        try:
            with urlopen(request, timeout=30) as response:
                page = json.load(response)
        except HTTPError as error:
            sys.exit(error.read().decode())
        yield from page["data"]
        if page["next_cursor"] is None:
            return
        query["cursor"] = page["next_cursor"]


for recipient in recipients():
    print(recipient["email"])
