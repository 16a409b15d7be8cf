# Prints the balance of the account, using only the standard library.
import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(f"{os.environ['API']}/balance", headers={"Authorization": f"Bearer {os.environ['API_KEY']}"})
try:
    with urlopen(request, timeout=30) as response:
        balance = json.load(response)
except HTTPError as error:
    sys.exit(error.read().decode())
print(balance["amount"], balance["currency"])
