#!/usr/bin/env bash
# Prints the email address of every recipient, newest first, reading two at a time.
set -euo pipefail

cursor=""
while [ "$cursor" != null ]; do
  page=$(curl --silent --show-error --fail-with-body --get "$API/recipients" \
    -H "Authorization: Bearer $API_KEY" -d page_size=2 ${cursor:+--data-urlencode "cursor=$cursor"})
  jq --raw-output '.data[].email' <<<"$page"
  cursor=$(jq --raw-output .next_cursor <<<"$page")
done
