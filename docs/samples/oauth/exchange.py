# Exchanges the code for tokens, and reads the user's balance with the access token.
import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def call(request, data=None):
    try:
        with urlopen(request, data, timeout=30) as response:
            return json.load(response)
    except HTTPError as error:
        sys.exit(error.read().decode())


form = {
    "grant_type": "authorization_code",
    "code": os.environ["CODE"],
    "code_verifier": os.environ["CODE_VERIFIER"],
    "redirect_uri": os.environ["REDIRECT_URI"],
    "client_id": os.environ["CLIENT_ID"],
    "client_secret": os.environ["CLIENT_SECRET"],
}
token = call(f"{os.environ['AUTH']}/token", urlencode(form).encode())
print(token["scope"])

headers = {"Authorization": f"Bearer {token['access_token']}"}
print(call(Request(f"{os.environ['API']}/balance", headers=headers))["amount"])
