base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

code_verifier=$(openssl rand 48 | base64url)
state=$(openssl rand 16 | base64url)
code_challenge=$(printf %s "$code_verifier" | openssl dgst -sha256 -binary | base64url)
redirect_uri=$(jq --null-input --raw-output --arg uri "$REDIRECT_URI" '$uri | @uri')

echo "$AUTH/authorize?response_type=code&client_id=$CLIENT_ID&redirect_uri=$redirect_uri&scope=balance:read\
&state=$state&code_challenge=$code_challenge&code_challenge_method=S256"
echo "code_verifier $code_verifier"
echo "state $state"
