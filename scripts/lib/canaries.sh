# Searches all server logs for canaries: secrets that tests have used.
# Sourced, never run. It must never print a matching line, because the line contains the secret.
# shellcheck shell=bash

# scan_for_canaries LOG_DIR CANARIES: status 0 only if there was something to look for, somewhere to look, and
# nothing was found.
scan_for_canaries() {
  local logs="$1" wanted places count status=0 problem=0
  wanted="$(mktemp)"
  places="$(mktemp)"
  sort --unique "$2" 2>/dev/null | sed '/^$/d' >"$wanted" || true
  # One search for all files: reading the canaries takes longer than looking for them in one.
  LC_ALL=C grep --recursive --text --line-number --with-filename --fixed-strings --file="$wanted" -- "$logs" |
    cut --only-delimited --delimiter=: --fields=1,2 >"$places" || status=$?
  sed 's/^/a canary is in /' "$places"
  count="$(find "$logs" -type f -size +0 -printf . 2>/dev/null | wc -c)"
  echo "looked for $(wc -l <"$wanted") canaries in $count log files"
  # 1 means that nothing was found, and a higher status that a file could not be read.
  [ "$status" -eq 1 ] || problem=1
  # A short canary would match by chance, in a time or a port number.
  ! grep --quiet --extended-regexp '^.{1,5}$' "$wanted" ||
    { echo "a canary is shorter than 6 characters"; problem=1; }
  [ -s "$wanted" ] || { echo "no canaries were collected, so nothing was proved"; problem=1; }
  [ "$count" -gt 0 ] || { echo "no logs were collected, so nothing was proved"; problem=1; }
  rm -f "$wanted" "$places"
  return "$problem"
}

# Proves the scan first: it must find a planted canary, and refuse an empty log and an empty list.
check_canary_scan() {
  local place
  place="$(mktemp -d)"
  mkdir "$place/logs" "$place/empty"
  printf 'started\nkey=planted_canary_1 was used\n' >"$place/logs/server.log"
  echo planted_canary_1 >"$place/planted"
  echo another_canary_2 >"$place/absent"
  : >"$place/none"
  local verdict=good
  scan_for_canaries "$place/logs" "$place/absent" >/dev/null || verdict="refuses clean logs"
  ! scan_for_canaries "$place/logs" "$place/planted" >/dev/null || verdict="misses a planted canary"
  ! scan_for_canaries "$place/logs" "$place/none" >/dev/null || verdict="accepts having no canaries"
  ! scan_for_canaries "$place/empty" "$place/absent" >/dev/null || verdict="accepts having no logs"
  rm -rf "$place"
  [ "$verdict" = good ] || fail "the canary scan $verdict"
}
