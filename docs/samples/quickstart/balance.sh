#!/usr/bin/env bash
# Prints the balance of the account.
set -euo pipefail

curl --silent --show-error --fail-with-body "$API/balance" \
  -H "Authorization: Bearer $API_KEY" | jq --raw-output '"\(.amount) \(.currency)"'
