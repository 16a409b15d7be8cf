"""Hooks for schemathesis: a custom check, distinct idempotency keys, and objects to act on.

The check replaces positive_data_acceptance, which would report every invalid cursor and check digit.
It must never accept a refusal without a location in `errors`.
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
    | body\.quote_id                                      # a quote that is for something else
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
    if not is_positive or next(turns) % 2 == 1:
        return
    label = case.operation.label
    if label in TAKES_A_THING:
        found = TAKES_A_THING[label](Owner(case.operation.base_url))
        if found:
            case.path_parameters = found
    if label in NAMES_A_THING and isinstance(case.body, dict):
        owner = Owner(case.operation.base_url)
        for field, make in NAMES_A_THING[label].items():
            if field in case.body:
                case.body[field] = make(owner)


class Owner:
    """The owner of everything that the tool acts on, who makes what no call of the tool can make by itself."""

    def __init__(self, base_url):
        with open(os.environ["FLORIN_SCHEMATHESIS_AUTH"], encoding="utf-8") as identities:
            key = json.load(identities)["auth"][0]["fixedHeaders"][0]
        self.base_url = base_url
        self.session = requests.Session()
        self.session.headers[key["name"]] = key["value"]

    def post(self, path, body):
        """The answer, if it is a success: there may be no money left."""
        made = self.session.post(f"{self.base_url}{path}", json=body, timeout=20)
        return made.json() if made.status_code == 200 else None

    def item(self):
        """An item that waits to be claimed."""
        made = self.post("/payouts", {"items": [{"email": f"n{next(numbers)}@example.com", "amount": "0.000001"}]})
        if not made:
            return None
        for _ in range(100):
            items = self.session.get(f"{self.base_url}/payouts/{made['id']}/items", timeout=20).json()["data"]
            if items[0]["status"] == "pending_claim":
                return items[0]
            time.sleep(0.05)
        raise AssertionError("an item did not come to wait for its recipient within 5 s")

    def bank_account(self):
        details = {"beneficiary_name": "Ada Lovelace", "spei_clabe": "032180000118359719"}
        body = {"name": "Examined", "currency": "MXN", "payment_rail": "mxn_spei", "mxn_spei": details}
        return self.post("/bank_accounts", body)["id"]

    def external_wallet(self):
        address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
        return self.post("/external_wallets", {"name": "Examined", "chain": "simulated", "address": address})["id"]

    def quote(self):
        """One that is good for nothing that the tool sends, or at most once."""
        body = {"direction": "deposit", "currency": "MXN", "amount": "250.00", "amount_side": "source"}
        return self.post("/quotes", body)["id"]

    def deposit(self):
        return self.post("/deposits", {"bank_account_id": self.bank_account(), "amount": "10.00"})

    def withdrawal(self):
        self.post("/simulate/inbound_transfers", {"amount": "1.00"})
        return self.post("/withdrawals", {"bank_account_id": self.bank_account(), "amount": "1.00"})


def by_id(made):
    return {"id": made["id"]} if made else None


def by_payout(item):
    return {"id": item["payout_id"], "item_id": item["id"]} if item else None


# Operations on what the tool cannot make: no call makes an item by itself, and money crosses from and to a bank account
# that is there.
TAKES_A_THING = {
    "POST /payouts/{id}/items/{item_id}/cancel": lambda owner: by_payout(owner.item()),
    "POST /simulate/payout_items/{id}/claim": lambda owner: by_id(owner.item()),
    "GET /deposits/{id}": lambda owner: by_id(owner.deposit()),
    "POST /deposits/{id}/cancel": lambda owner: by_id(owner.deposit()),
    "POST /simulate/deposits/{id}": lambda owner: by_id(owner.deposit()),
    "GET /withdrawals/{id}": lambda owner: by_id(owner.withdrawal()),
    "POST /withdrawals/{id}/cancel": lambda owner: by_id(owner.withdrawal()),
    "POST /simulate/withdrawals/{id}": lambda owner: by_id(owner.withdrawal()),
}

# Bodies that name such things, by field.
NAMES_A_THING = {
    "POST /deposits": {"bank_account_id": Owner.bank_account, "quote_id": Owner.quote},
    "POST /withdrawals": {
        "bank_account_id": Owner.bank_account,
        "external_wallet_id": Owner.external_wallet,
        "quote_id": Owner.quote,
    },
}
