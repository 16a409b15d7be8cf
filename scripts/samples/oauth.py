"""Runs the two OAuth samples of one language, with a user who consents in between.

scripts/samples/run calls it with the output of `florin dev --json` and the two commands, one word per line. It prints
what the second sample prints. It must never print a secret: it writes the secrets only to the list of canaries.
"""

import json
import os
import subprocess
import sys
from urllib.parse import parse_qs, urlsplit

from dashboard import Person, canary

CALLBACK = "http://localhost:8765/callback?from=florin"


def check(is_true, what):
    if not is_true:
        sys.exit(what)


def register(person, ready):
    """A Connect App, made with the forms of the dashboard."""
    person.fill("/dashboard/sign-in", "/dashboard/sign-in", ("email", ready["email"]), ("password", ready["password"]))
    page = "/dashboard/test/connect/new"
    made = person.fill(page, page, ("name", "Samples"), ("redirect_uris", CALLBACK))
    check(made.status == 200, f"registering answers {made.status}")
    client_id = next(code for code in made.page.codes if code.startswith("app_"))
    secret = next(code for code in made.page.codes if "_cs_" in code)
    canary(secret)
    return client_id, secret


def run(command, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run(command.split("\n"), env=environment, check=True, capture_output=True, text=True).stdout


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        ready = json.load(file)
    person = Person(ready["auth_url"].removesuffix("/oauth"), check)
    client_id, secret = register(person, ready)
    app = {"AUTH": ready["auth_url"], "CLIENT_ID": client_id, "REDIRECT_URI": CALLBACK}
    url, verifier, state = run(sys.argv[2], **app).splitlines()
    verifier, state = verifier.removeprefix("code_verifier "), state.removeprefix("state ")
    check(len(verifier) >= 43 and verifier not in url, "the verifier is long, and not in the URL")
    allowed = (("granted", "balance:read"), ("account", "test"), ("answer", "allow"))
    sent = person.fill(url, "/oauth/authorize", *allowed)
    check(sent.status == 303, f"consent answers {sent.status}")
    query = parse_qs(urlsplit(sent.headers["location"]).query, strict_parsing=True)
    check(query["state"] == [state] and query["iss"] == [ready["auth_url"]], "the response echoes state and issuer")
    canary(query["code"][0])
    code = {"CODE": query["code"][0], "CODE_VERIFIER": verifier, "CLIENT_SECRET": secret}
    sys.stdout.write(run(sys.argv[3], **app, **code))


main()
