curl "$API/payouts" \
  -H "Authorization: Bearer $API_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: invoices-17-and-18" \
  -d '{"items": [{"email": "ada@example.com", "amount": "12.50", "reference": "invoice 17"},
                 {"email": "grace@example.com", "amount": "7.00", "reference": "invoice 18"}]}'

# The same payout a moment later
curl "$API/payouts?idempotency_key=invoices-17-and-18" \
  -H "Authorization: Bearer $API_KEY"
