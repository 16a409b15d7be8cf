add() {
  curl --silent --show-error "$API/recipients" \
    -H "Authorization: Bearer $API_KEY" \
    -H "Content-Type: application/json" \
    -H "Idempotency-Key: add-joan" \
    -d "{\"email\": \"$1\"}" "${@:2}"
}

first=$(add joan@example.com)
again=$(add joan@example.com)
if [ "$first" = "$again" ]; then echo "the same response"; fi
add joan@example.com --output /dev/null --write-out 'Idempotent-Replayed: %header{idempotent-replayed}\n'

# The same key with different JSON has no effect
add alan@example.com | jq --raw-output '"\(.status) \(.title)"'
