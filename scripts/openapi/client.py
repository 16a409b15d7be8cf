"""Runs the client that openapi-python-client generates against a live server: responses and errors are objects.

scripts/openapi/run calls it with the output of `florin dev --json`. It prints the number of its checks.
"""

import json
import sys

import checks
from checks import check
from florin_api_client import AuthenticatedClient, models
from florin_api_client.api.balance import get_balance
from florin_api_client.api.payouts import create_payout, list_payouts
from florin_api_client.api.recipients import get_recipient


def pay(amount):
    item = models.CreatePayoutItem(email="ada@example.com", amount=amount)
    return models.CreatePayout(items=[item])


def refused(reply, status, title):
    check(reply.status_code == status, f"the status is {reply.status_code}, not {status}")
    check(isinstance(reply.parsed, models.Problem), f"{status} is parsed as {type(reply.parsed).__name__}")
    check(reply.parsed.title == title and reply.parsed.status == status, f"{reply.parsed.title} is not {title}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        ready = json.load(file)
    url = f"{ready['sandbox_url']}/v1"
    client = AuthenticatedClient(base_url=url, token=ready["test_key"])

    balance = get_balance.sync(client=client)
    check(isinstance(balance, models.Balance) and balance.currency == models.Currency.USDC, "a balance is parsed")
    payout = create_payout.sync(client=client, body=pay("12.50"))
    check(isinstance(payout, models.Payout) and payout.id.startswith("po_"), "a payout is parsed")
    page = list_payouts.sync(client=client)
    check([row.id for row in page.data] == [payout.id], "a list is parsed")

    refused(create_payout.sync_detailed(client=client, body=pay("-1")), 400, "invalid_request")
    refused(get_recipient.sync_detailed("rcp_01kdvq3y5cf2ab6ngnm3hcrkve", client=client), 404, "not_found")
    stranger = AuthenticatedClient(base_url=url, token="wrong")
    refused(get_balance.sync_detailed(client=stranger), 401, "unauthorized")
    print(checks.made)


main()
