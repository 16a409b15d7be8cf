#!/usr/bin/env bash
# Prints the URL to send the browser to, and what to keep in the user's session until the browser returns.
set -euo pipefail

base64url() { basenc --base64url --wrap=0 | tr -d '='; }

code_verifier=$(head --bytes=48 /dev/urandom | base64url)
state=$(head --bytes=16 /dev/urandom | base64url)
code_challenge=$(printf %s "$code_verifier" | openssl dgst -sha256 -binary | base64url)
redirect_uri=$(jq --null-input --raw-output --arg uri "$REDIRECT_URI" '$uri | @uri')

echo "$AUTH/authorize?response_type=code&client_id=$CLIENT_ID&redirect_uri=$redirect_uri&scope=balance:read\
&state=$state&code_challenge=$code_challenge&code_challenge_method=S256"
echo "code_verifier $code_verifier"
echo "state $state"
