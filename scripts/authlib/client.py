"""A third-party OAuth client: runs authlib against a live server, from the server metadata to token revocation.

scripts/authlib/run calls it with the output of `florin dev --json`. It prints the number of its checks.
It must never print a secret: it writes the secrets only to the list of canaries.
"""

import json
import os
import sys
from urllib.parse import parse_qs, urlsplit

import checks
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url
from checks import check
from dashboard import Person, canary

CALLBACK = "http://localhost:8765/callback"
SCOPE = "balance:read recipients:read recipients:write"


def describe(ready):
    """The server's description of itself, at the address that the standard derives from the issuer."""
    url = get_well_known_url(ready["auth_url"], external=True)
    reply = requests.get(url, timeout=30)
    check(reply.status_code == 200, f"the metadata answers {reply.status_code}")
    metadata = AuthorizationServerMetadata(reply.json())
    metadata.validate()
    check(metadata["issuer"] == ready["auth_url"], "the metadata names the expected issuer")
    check("S256" in metadata["code_challenge_methods_supported"], "S256 is supported")
    check(metadata["authorization_response_iss_parameter_supported"], "authorization responses name the issuer")
    return metadata


def register(person, ready):
    """A Connect App, made with the forms of the dashboard."""
    entered = person.fill(
        "/dashboard/sign-in", "/dashboard/sign-in", ("email", ready["email"]), ("password", ready["password"])
    )
    check(entered.status == 303, f"signing in answers {entered.status}")
    page = "/dashboard/test/connect/new"
    made = person.fill(page, page, ("name", "Foreign client"), ("redirect_uris", CALLBACK))
    check(made.status == 200, f"registering answers {made.status}")
    codes = made.page.codes
    client_id = next(code for code in codes if code.startswith("app_"))
    secret = next(code for code in codes if "_cs_" in code)
    canary(secret)
    return client_id, secret


class Flow:
    """One client that authenticates in one way."""

    def __init__(self, person, ready, metadata, app, method):
        self.person, self.ready, self.metadata = person, ready, metadata
        self.client = OAuth2Session(
            client_id=app[0],
            client_secret=app[1],
            token_endpoint_auth_method=method,
            revocation_endpoint_auth_method=method,
            code_challenge_method="S256",
            redirect_uri=CALLBACK,
            scope=SCOPE,
            token_endpoint=metadata["token_endpoint"],
            default_timeout=30,
        )

    def answer(self, answer, verifier):
        """Where the person is sent after their answer to the question."""
        url, state = self.client.create_authorization_url(
            self.metadata["authorization_endpoint"], code_verifier=verifier, scope=SCOPE
        )
        granted = [("granted", scope) for scope in SCOPE.split() if scope != "recipients:write"]
        sent = self.person.fill(url, "/oauth/authorize", *granted, ("account", "test"), ("answer", answer))
        check(sent.status == 303, f"submitting {answer} on the consent page answers {sent.status}")
        location = sent.headers["location"]
        check(location.startswith(f"{CALLBACK}?"), "the person is sent back to the app")
        query = parse_qs(urlsplit(location).query, strict_parsing=True)
        check(query["state"] == [state], "the response echoes the state")
        check(query["iss"] == [self.metadata["issuer"]], "the response names the issuer")
        for code in query.get("code", []):
            canary(code)
        return location, state

    def fetch(self):
        verifier = generate_token(64)
        location, state = self.answer("allow", verifier)
        token = self.client.fetch_token(authorization_response=location, state=state, code_verifier=verifier)
        self.note(token)
        check(token["token_type"] == "Bearer" and token["expires_in"] == 3600, "the token is a bearer token for an hour")
        check(token["scope"] == "balance:read recipients:read", "unticked scopes are not granted")
        # It repeats its scope when it refreshes, and no client may ask for more than was granted (RFC 6749, 6).
        self.client.scope = token["scope"]
        return location, state, verifier, token

    def note(self, token):
        canary(token["access_token"])
        canary(token["refresh_token"])

    def balance(self):
        return self.client.get(f"{self.ready['sandbox_url']}/v1/balance").status_code

    def refused(self, error, ask, what):
        try:
            ask()
        except OAuthError as refusal:
            check(refusal.error == error, f"{what}: {refusal.error} instead of {error}")
        else:
            check(False, f"{what} is not refused")

    def run(self):
        location, state, verifier, first = self.fetch()
        check(self.balance() == 200, "the API accepts the token")
        created = self.client.post(f"{self.ready['sandbox_url']}/v1/recipients", json={"email": "a@example.com"})
        check(created.status_code == 403, "the API refuses a scope that was not granted")
        second = self.client.refresh_token()
        self.note(second)
        check(second["access_token"] != first["access_token"], "refreshing returns a new access token")
        check(second["refresh_token"] != first["refresh_token"], "refreshing returns a new refresh token")
        check(self.balance() == 200, "the API accepts the new token")
        # An expired token is refreshed by the client itself, at the next call.
        self.client.token["expires_at"] = 1
        check(self.balance() == 200, "the client refreshes an expired token")
        self.note(self.client.token)
        check(self.client.token["access_token"] != second["access_token"], "the refreshed token is a new one")
        self.end_tokens()
        again = {"authorization_response": location, "state": state, "code_verifier": verifier}
        self.refused("invalid_grant", lambda: self.client.fetch_token(**again), "a code that was used")
        self.misuse()

    def end_tokens(self):
        token = dict(self.client.token)
        url = self.metadata["revocation_endpoint"]
        reply = self.client.revoke_token(url, token=token["access_token"], token_type_hint="access_token")
        check(reply.status_code == 200, f"revoking answers {reply.status_code}")
        check(self.balance() == 401, "the API rejects a revoked access token")
        self.note(self.client.refresh_token(refresh_token=token["refresh_token"]))
        check(self.balance() == 200, "the refresh token still works")
        token = dict(self.client.token)
        reply = self.client.revoke_token(url, token=token["refresh_token"], token_type_hint="refresh_token")
        check(reply.status_code == 200, f"revoking answers {reply.status_code}")
        check(self.balance() == 401, "revoking the refresh token ends the grant")
        refresh = lambda: self.client.refresh_token(refresh_token=token["refresh_token"])
        self.refused("invalid_grant", refresh, "a revoked refresh token")

    def misuse(self):
        location, _ = self.answer("deny", generate_token(64))
        error = parse_qs(urlsplit(location).query)["error"]
        check(error == ["access_denied"] and "code=" not in location, "a refusal is reported to the app")
        location, state = self.answer("allow", generate_token(64))
        wrong = {"authorization_response": location, "state": state, "code_verifier": generate_token(64)}
        self.refused("invalid_grant", lambda: self.client.fetch_token(**wrong), "a code with another verifier")
        right, self.client.client_secret = self.client.client_secret, "wrong"
        self.refused("invalid_client", lambda: self.client.fetch_token(**wrong), "a wrong secret")
        self.client.client_secret = right


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        ready = json.load(file)
    # TLS is not needed on the same machine.
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    metadata = describe(ready)
    person = Person(ready["auth_url"].removesuffix("/oauth"), check)
    app = register(person, ready)
    for method in metadata["token_endpoint_auth_methods_supported"]:
        Flow(person, ready, metadata, app, method).run()
    print(checks.made)


main()
