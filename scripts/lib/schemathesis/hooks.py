"""What schemathesis needs from us: a check of our own, idempotency keys that are not all the same, and items to act on.

The check replaces positive_data_acceptance, which would report every made-up cursor and wrong check digit.
It must never let a refusal pass that does not name its place in `errors`.
"""

import itertools
import json
import os
import re
import time

import requests
import schemathesis

# The idempotency key in the description.
EXAMPLE_KEY = "order-2026-0042"

# Answers that depend on what is stored, which no schema knows: an unknown id, a state, a key used before, the money
# that is there.
DEPENDS_ON_WHAT_IS_STORED = {404, 409, 422}

# Where a schema-valid value may still be wrong, as `errors[].location` names it, and why no schema can tell.
BEYOND_THE_SCHEMA = re.compile(
    r"""
      query\.cursor                                       # signed by the server
    | query\.(payout_id|recipient_id|bank_account_id)     # an id of ours: a prefix and 128 bits
    | body\.(items\[[0-9]+\]\.)?amount                    # zero is written in many ways
    | body\.advance_seconds                              # 5.0 is an integer for a schema, and not for us
    | body\.(usd_ach|usd_domestic_wire)\.routing_number   # 3-7-1 check digit
    | body\.brl_pix\.pix_key                              # one of five kinds, two of them with check digits
    | body\.ars_transfers\.account_value                  # CBU and CVU have check digits
    | body\.cop_ach\.document_id                          # a NIT has a check digit
    | body\.mxn_spei\.spei_clabe                          # check digit
    | body\.eur_sepa\.iban                                # length by country, mod 97
    | body\.chain                                         # only the one that the account's money is on
    | body\.address                                       # a checksum in the case of the letters
    """,
    re.VERBOSE,
)


@schemathesis.check
def refused_only_beyond_the_schema(ctx, response, case):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if response.status_code < 300 or response.status_code in DEPENDS_ON_WHAT_IS_STORED:
        return
    assert response.status_code == 400, f"schema-valid data was refused with {response.status_code}"
    problems = response.json().get("errors") or []
    assert problems, "schema-valid data was refused without naming the place"
    unexpected = [p["location"] for p in problems if not BEYOND_THE_SCHEMA.fullmatch(p["location"])]
    assert not unexpected, f"schema-valid data was refused at {', '.join(unexpected)}"


# The description's example would name every request of a run alike, so that all but the first were refused.
numbers = itertools.count(1)
turns = itertools.count()


@schemathesis.hook
def before_call(ctx, case, kwargs):
    key = (case.headers or {}).get("Idempotency-Key")
    is_positive = case.meta is not None and case.meta.generation.mode.is_positive
    if key == EXAMPLE_KEY and is_positive:
        case.headers["Idempotency-Key"] = f"{EXAMPLE_KEY}-{next(numbers)}"
    # Every second call, so that unknown ids are tried as well.
    if is_positive and case.operation.label in TAKES_AN_ITEM and next(turns) % 2 == 0:
        item = new_item(case.operation.base_url)
        if item:
            case.path_parameters = TAKES_AN_ITEM[case.operation.label](item)


# Operations on an item of a payout. No call makes an item by itself, so the tool cannot find one.
TAKES_AN_ITEM = {
    "POST /payouts/{id}/items/{item_id}/cancel": lambda item: {"id": item["payout_id"], "item_id": item["id"]},
    "POST /simulate/payout_items/{id}/claim": lambda item: {"id": item["id"]},
}


def new_item(base_url):
    """An item of the owner that waits to be claimed, if there is still money for one."""
    with open(os.environ["FLORIN_SCHEMATHESIS_AUTH"], encoding="utf-8") as identities:
        owner = json.load(identities)["auth"][0]["fixedHeaders"][0]
    session = requests.Session()
    session.headers[owner["name"]] = owner["value"]
    body = {"items": [{"email": f"n{next(numbers)}@example.com", "amount": "0.000001"}]}
    made = session.post(f"{base_url}/payouts", json=body, timeout=20)
    if made.status_code != 200:
        return None
    for _ in range(100):
        items = session.get(f"{base_url}/payouts/{made.json()['id']}/items", timeout=20).json()["data"]
        if items[0]["status"] == "pending_claim":
            return items[0]
        time.sleep(0.05)
    raise AssertionError("an item did not come to wait for its recipient within 5 s")
