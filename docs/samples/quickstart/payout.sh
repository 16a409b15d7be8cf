#!/usr/bin/env bash
# Pays two people, waits until the payout is settled, and prints each payment.
set -euo pipefail

call() { curl --silent --show-error --fail-with-body -H "Authorization: Bearer $API_KEY" "$@"; }

payout=$(call "$API/payouts" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: invoices-17-and-18" \
  -d '{"items": [{"email": "ada@example.com", "amount": "12.50", "reference": "invoice 17"},
                 {"email": "grace@example.com", "amount": "7.00", "reference": "invoice 18"}]}' | jq --raw-output .id)

# Items settle within moments.
until [ "$(call "$API/payouts/$payout" | jq .item_breakdown.processing)" = 0 ]; do sleep 0.2; done
call "$API/payouts/$payout/items" | jq --raw-output '.data[] | "\(.email) \(.amount) \(.status)"'
