"""What schemathesis needs from us: a check of our own, and idempotency keys that are not all the same.

The check replaces positive_data_acceptance, which would report every made-up cursor and wrong check digit.
It must never let a refusal pass that does not name its place in `errors`.
"""

import itertools
import re

import schemathesis

# As long as the idempotency key in the description: a UUID.
EXAMPLE_KEY = "00000000-0000-0000-0000-000000000000"

# Answers that depend on what is stored, which no schema knows: an unknown id, a state, a key used before.
DEPENDS_ON_WHAT_IS_STORED = {404, 409, 422}

# Where a schema-valid value may still be wrong, as `errors[].location` names it, and why no schema can tell.
BEYOND_THE_SCHEMA = re.compile(
    r"""
      query\.cursor                                       # signed by the server
    | body\.(usd_ach|usd_domestic_wire)\.routing_number   # 3-7-1 check digit
    | body\.brl_pix\.pix_key                              # one of five kinds, two of them with check digits
    | body\.ars_transfers\.account_value                  # CBU and CVU have check digits
    | body\.cop_ach\.document_id                          # a NIT has a check digit
    | body\.mxn_spei\.spei_clabe                          # check digit
    | body\.eur_sepa\.iban                                # length by country, mod 97
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


@schemathesis.hook
def before_call(ctx, case, kwargs):
    key = (case.headers or {}).get("Idempotency-Key")
    if key and len(key) == len(EXAMPLE_KEY) and case.meta and case.meta.generation.mode.is_positive:
        case.headers["Idempotency-Key"] = f"{next(numbers):0{len(key)}}"
