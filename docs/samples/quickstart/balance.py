# Prints the balance of the account, using only the standard library.
import json
import os
from urllib.request import Request, urlopen

request = Request(f"{os.environ['API']}/balance", headers={"Authorization": f"Bearer {os.environ['API_KEY']}"})
with urlopen(request, timeout=30) as response:
    balance = json.load(response)
print(balance["amount"], balance["currency"])
