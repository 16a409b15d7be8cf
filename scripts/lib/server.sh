# Starts a `florin dev` for checks that need a live server, reads its URLs, and stops it gracefully.
# Sourced, never run. It must never print or log the server's key, which is a canary of the log scan.
# shellcheck shell=bash

florin_pid=""
florin_dir=""

# The path of the debug server, wherever cargo keeps its target folder.
florin_binary() {
  local target
  target="$(cargo metadata --format-version 1 --no-deps --offline | jq --raw-output .target_directory)"
  echo "$target/debug/florin"
}

# database_for ENGINE NAME: a database of its own, so that the engines start equal; nothing for SQLite, which makes one.
database_for() {
  case "$1" in
    sqlite) echo "" ;;
    postgres)
      psql --quiet --no-psqlrc --dbname="$FLORIN_TEST_POSTGRES_URL" --command="create database ${2}_$$"
      echo "${FLORIN_TEST_POSTGRES_URL%/postgres}/${2}_$$"
      ;;
    *) fail "unknown engine: $1" ;;
  esac
}

# start_florin BINARY NAME [DATABASE_URL]: sets florin_origin, florin_sandbox_url and florin_key.
start_florin() {
  local binary="$1" name="$2"
  # The most detailed log that an operator would turn on: a secret that isn't in it is in no other.
  local options=(--listen 127.0.0.1:0 --json --log debug --log-format json)
  [ -z "${3:-}" ] || options+=(--database-url "$3")
  [ -x "$binary" ] || fail "$binary doesn't exist: run cargo build -p florin"
  florin_dir="$(mktemp -d)"
  # Descriptor 9 is the lock of the test command: a server left behind must not hold it.
  "$binary" dev --data "$florin_dir/data" "${options[@]}" \
    >"$florin_dir/ready" 2>"$FLORIN_TEST_LOG_DIR/$name.log" </dev/null 9>&- &
  florin_pid=$!
  wait_until_ready "$name"
  read_ready_line
}

wait_until_ready() {
  local tenths=0
  until [ -s "$florin_dir/ready" ] && jq --exit-status .sandbox_url "$florin_dir/ready" >/dev/null 2>&1; do
    kill -0 "$florin_pid" 2>/dev/null || fail "florin exited during startup, see $FLORIN_TEST_LOG_DIR/$1.log"
    [ "$tenths" -lt 300 ] || fail "florin was not ready after 30 s, see $FLORIN_TEST_LOG_DIR/$1.log"
    sleep 0.1
    tenths=$((tenths + 1))
  done
}

read_ready_line() {
  local ready="$florin_dir/ready"
  [ "$(wc -l <"$ready")" -eq 1 ] || fail "florin dev --json must print exactly one line"
  florin_sandbox_url="$(jq --raw-output .sandbox_url "$ready")"
  florin_origin="${florin_sandbox_url%/sandbox}"
  # shellcheck disable=SC2034 # read by scripts/schemathesis
  florin_key="$(jq --raw-output .test_key "$ready")"
  jq --raw-output '.test_key, .password' "$ready" >>"$FLORIN_TEST_CANARIES"
  local page
  for page in healthz readyz openapi.json; do
    curl --silent --show-error --fail --max-time 10 --output /dev/null "$florin_origin/$page" ||
      fail "$florin_origin/$page didn't return 200"
  done
}

# Stopping is a check too: on SIGTERM, the server must exit with status 0.
stop_florin() {
  local tenths=0 status=0
  kill -TERM "$florin_pid"
  while kill -0 "$florin_pid" 2>/dev/null; do
    [ "$tenths" -lt 200 ] || { kill -KILL "$florin_pid"; fail "florin didn't exit within 20 s of SIGTERM"; }
    sleep 0.1
    tenths=$((tenths + 1))
  done
  wait "$florin_pid" || status=$?
  florin_pid=""
  rm -rf "$florin_dir"
  [ "$status" -eq 0 ] || fail "florin exited with status $status after SIGTERM"
}

# Cleans up, whatever happened before.
drop_florin() {
  if [ -n "$florin_pid" ]; then
    kill -KILL "$florin_pid" 2>/dev/null || true
    wait "$florin_pid" 2>/dev/null || true
  fi
  [ -z "$florin_dir" ] || rm -rf "$florin_dir"
}
