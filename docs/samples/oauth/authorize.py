# Prints the URL to send the browser to, and what to keep in the user's session until the browser returns.
import base64
import hashlib
import os
import secrets
from urllib.parse import urlencode

code_verifier = secrets.token_urlsafe(48)
state = secrets.token_urlsafe(16)
digest = hashlib.sha256(code_verifier.encode()).digest()
query = {
    "response_type": "code",
    "client_id": os.environ["CLIENT_ID"],
    "redirect_uri": os.environ["REDIRECT_URI"],
    "scope": "balance:read",
    "state": state,
    "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
    "code_challenge_method": "S256",
}
print(f"{os.environ['AUTH']}/authorize?{urlencode(query)}")
print("code_verifier", code_verifier)
print("state", state)
