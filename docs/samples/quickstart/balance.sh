curl "$API/balance" \
  -H "Authorization: Bearer $API_KEY"
