cursor=""
while [ "$cursor" != null ]; do
  page=$(curl --silent --show-error "$API/recipients?page_size=2${cursor:+&cursor=$cursor}" \
    -H "Authorization: Bearer $API_KEY")
  # The emails of the page, or the problem
  jq --raw-output 'if .data then .data[].email else . end' <<<"$page"
  cursor=$(jq --raw-output .next_cursor <<<"$page")
done
