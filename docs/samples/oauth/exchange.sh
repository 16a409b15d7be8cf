token=$(curl --silent --show-error "$AUTH/token" \
  -d grant_type=authorization_code \
  --data-urlencode "code=$CODE" \
  --data-urlencode "code_verifier=$CODE_VERIFIER" \
  --data-urlencode "redirect_uri=$REDIRECT_URI" \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode "client_secret=$CLIENT_SECRET")
jq --raw-output '.scope // .' <<<"$token"

curl --silent --show-error "$API/balance" \
  -H "Authorization: Bearer $(jq --raw-output .access_token <<<"$token")" | jq --raw-output '.amount // .'
