# Exchanges the code for tokens, and reads the user's balance with the access token.
import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

form = {
    "grant_type": "authorization_code",
    "code": os.environ["CODE"],
    "code_verifier": os.environ["CODE_VERIFIER"],
    "redirect_uri": os.environ["REDIRECT_URI"],
    "client_id": os.environ["CLIENT_ID"],
    "client_secret": os.environ["CLIENT_SECRET"],
}
with urlopen(f"{os.environ['AUTH']}/token", urlencode(form).encode(), timeout=30) as response:
    token = json.load(response)
print(token["scope"])

headers = {"Authorization": f"Bearer {token['access_token']}"}
with urlopen(Request(f"{os.environ['API']}/balance", headers=headers), timeout=30) as response:
    print(json.load(response)["amount"])
