response=$(curl --silent --show-error "$API/payouts" \
  -H "Authorization: Bearer $API_KEY" \
  -H "Content-Type: application/json" \
  -d '{"items": [{"email": "ada@example.com", "amount": "12,50"}]}')

case "$(jq --raw-output .title <<<"$response")" in
  invalid_request) jq --raw-output '.errors[] | "correct \(.location)"' <<<"$response" ;;
  insufficient_funds) echo "add money: $(jq --raw-output .detail <<<"$response")" ;;
  rate_limited | internal_error | unavailable) echo "retry later" ;;
  *) echo "report $(jq --raw-output .instance <<<"$response")" ;;
esac
