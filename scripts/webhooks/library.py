"""Verifies each case with the Python library of Standard Webhooks, and prints the names of valid cases as JSON."""

import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError


def believes(case):
    try:
        Webhook(case["secret"]).verify(case["body"], case["headers"])
    except WebhookVerificationError:
        return False
    return True


json.dump([case["name"] for case in json.load(sys.stdin) if believes(case)], sys.stdout)
