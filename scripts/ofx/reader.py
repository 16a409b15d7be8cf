"""A third-party reader of statements: ofxtools, with a file of a live server. Its figures must be those of the CSV file.

It is called by scripts/ofx/run with the file that `florin dev --json` wrote, and prints how many checks it made.
"""

import csv
import io
import json
import re
import sys
import urllib.request
from decimal import Decimal

import checks
from checks import check
from dashboard import Person
from ofxtools.Parser import OFXTree

STATEMENTS = "/dashboard/test/statements"


class Sandbox:
    def __init__(self, ready):
        self.url, self.key = f"{ready['sandbox_url']}/v1", ready["test_key"]

    def post(self, path, body):
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as reply:
            check(reply.status == 200, f"{path} answers {reply.status}")
            return json.load(reply)


def live_through(sandbox):
    """A deposit and a withdrawal with fees, one that comes back, and texts that are markup elsewhere."""
    details = {"name": "Bank & <Söhne>", "currency": "BRL", "payment_rail": "brl_pix"}
    bank = sandbox.post("/bank_accounts", {**details, "brl_pix": {"pix_key": "ada@example.com"}})["id"]
    deposit = sandbox.post("/deposits", {"bank_account_id": bank, "amount": "250.00"})["id"]
    sandbox.post(f"/simulate/deposits/{deposit}", {"event": "received"})
    for amount, events in [("50", ["completed"]), ("20", ["completed", "returned"])]:
        withdrawal = sandbox.post("/withdrawals", {"bank_account_id": bank, "amount": amount})["id"]
        for event in events:
            sandbox.post(f"/simulate/withdrawals/{withdrawal}", {"event": event})
    # What is due by then has happened when it returns.
    sandbox.post("/simulate/clock", {"advance_seconds": 3600})


def sign_in(ready):
    person = Person(ready["dashboard_url"].removesuffix("/dashboard"), check)
    page = "/dashboard/sign-in"
    entered = person.fill(page, page, ("email", ready["email"]), ("password", ready["password"]))
    check(entered.status == 303, f"signing in answers {entered.status}")
    return person


def read(text):
    tree = OFXTree()
    tree.parse(io.BytesIO(text.encode()))
    statements = tree.convert().statements
    check(len(statements) == 1, "one statement")
    return statements[0]


def compare(ofx, lines):
    opening, *movements, closing = lines
    entries = list(ofx.transactions)
    expected = []
    for movement in movements:
        expected.append(Decimal(movement["amount"]))
        if Decimal(movement["fee"]):
            expected.append(-Decimal(movement["fee"]))
    check([entry.trnamt for entry in entries] == expected, "the amounts are those of the CSV file")
    check(len({entry.fitid for entry in entries}) == len(entries), "each entry has a unique ID")
    total = Decimal(opening["balance"]) + sum(expected)
    check(total == Decimal(closing["balance"]), "the amounts lead from the opening to the closing balance")
    check(ofx.ledgerbal.balamt == total, "the ledger balance is the closing balance")
    check(sum(entry.trntype == "FEE" for entry in entries) == 4, "there are three fees and one returned fee")
    check(any("Bank & <Söhne>" in entry.memo for entry in entries), "memos keep their original text")
    check(all(entry.name.startswith("TEST ") for entry in entries), "each entry is marked as a test")
    check(ofx.account.acctid.startswith("TEST"), "the account is marked as a test")
    check(ofx.curdef == "XXX" and "USDC" in ofx.mktginfo, "the currency is XXX and the text names USDC")
    check(all(entry.dtposted <= ofx.ledgerbal.dtasof for entry in entries), "the balance is dated after the last entry")


def main(ready_file):
    with open(ready_file, encoding="utf-8") as file:
        ready = json.load(file)
    sandbox = Sandbox(ready)
    live_through(sandbox)
    person = sign_in(ready)
    month = re.search(rf"{STATEMENTS}/\d{{4}}-\d{{2}}", person.send(STATEMENTS).text)
    check(month is not None, "there is a statement")
    files = {}
    for kind in ["csv", "ofx"]:
        reply = person.send(f"{month.group()}/{kind}")
        check(reply.status == 200, f"the {kind} file answers {reply.status}")
        files[kind] = reply.text
    lines = list(csv.DictReader(io.StringIO(files["csv"])))
    check(len(lines) == 2 + 5, "the CSV file has the initial test money and four movements")
    compare(read(files["ofx"]), lines)
    print(checks.made)


main(sys.argv[1])
