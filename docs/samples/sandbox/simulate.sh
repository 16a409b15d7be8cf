#!/usr/bin/env bash
# Pays two people in the sandbox: one claims the money, and the other payment fails.
set -euo pipefail

call() { curl --silent --show-error --fail-with-body -H "Authorization: Bearer $API_KEY" "$API$1" "${@:2}"; }
post() { call "$1" -X POST ${2:+-H "Content-Type: application/json" -d "$2"}; }

payout=$(post /payouts '{"items": [{"email": "lin@example.com", "amount": "5.00"},
                                   {"email": "lin+fail@example.com", "amount": "6.00"}]}' | jq --raw-output .id)
# When the clock has moved, everything that was due has happened.
post /simulate/clock '{"advance_seconds": 1}' >/dev/null
item=$(call "/payouts/$payout/items" | jq --raw-output '.data[0].id')
post "/simulate/payout_items/$item/claim" >/dev/null
post /simulate/clock '{"advance_seconds": 1}' >/dev/null
call "/payouts/$payout/items" | jq --raw-output '.data[] | "\(.email) \(.status)"'
