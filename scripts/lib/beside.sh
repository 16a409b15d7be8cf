# Runs parts of the test command concurrently, because each of them mostly waits for its own server.
# Sourced, never run. It stores the output of a part, and shows it when the part has ended.
# shellcheck shell=bash

beside_names=()
beside_pids=()

# beside NAME COMMAND…
beside() {
  local name="$1"
  shift
  mkdir -p .test/parts
  "$@" >".test/parts/$name.txt" 2>&1 </dev/null &
  beside_names+=("$name")
  beside_pids+=("$!")
}

# Waits for all of them, and fails if one did.
until_all_ended() {
  local index status failed=()
  for index in "${!beside_names[@]}"; do
    status=0
    wait "${beside_pids[index]}" || status=$?
    printf -- '-- %s exited with %s after %s s\n' "${beside_names[index]}" "$status" "$SECONDS"
    sed 's/^/   /' ".test/parts/${beside_names[index]}.txt"
    [ "$status" -eq 0 ] || failed+=("${beside_names[index]}")
  done
  [ "${#failed[@]}" -eq 0 ] || fail "failed: ${failed[*]}"
}
