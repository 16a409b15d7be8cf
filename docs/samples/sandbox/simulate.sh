call() { curl --silent --show-error -H "Authorization: Bearer $API_KEY" "$API$1" "${@:2}"; }
post() { call "$1" -X POST -H "Content-Type: application/json" "${@:2}"; }
# Prints nothing but problems
problems() { jq 'select(.title)'; }

person=lin-$(openssl rand -hex 4)
payout=$(post /payouts -d "{\"items\": [{\"email\": \"$person@example.com\", \"amount\": \"5.00\"},
                                      {\"email\": \"$person+fail@example.com\", \"amount\": \"6.00\"}]}")
problems <<<"$payout"
items="/payouts/$(jq --raw-output .id <<<"$payout")/items"

# When the clock has moved, everything that was due has happened
post /simulate/clock -d '{"advance_seconds": 1}' | problems
item=$(call "$items" | jq --raw-output '.data[0].id')
call "/simulate/payout_items/$item/claim" -X POST | problems
post /simulate/clock -d '{"advance_seconds": 1}' | problems
call "$items" | jq --raw-output 'if .data then .data[] | "\(.amount) \(.status)" else . end'
