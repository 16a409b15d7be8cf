# Looks for canaries, secrets that tests have used, in everything a server has logged.
# Sourced, never run. It must never print a line it found: the line holds the secret.
# shellcheck shell=bash

# scan_for_canaries LOG_DIR CANARIES: status 0 only if there was something to look for, somewhere to look, and
# nothing was found.
scan_for_canaries() {
  local logs="$1" wanted number count=0 hits=0 file
  wanted="$(mktemp)"
  sort --unique "$2" 2>/dev/null | sed '/^$/d' >"$wanted" || true
  while IFS= read -r -d '' file; do
    count=$((count + 1))
    while IFS= read -r number; do
      echo "a canary is in $file, line $number"
      hits=$((hits + 1))
    done < <(LC_ALL=C grep --text --line-number --fixed-strings --file="$wanted" "$file" | cut -d: -f1)
  done < <(find "$logs" -type f -size +0 -print0 2>/dev/null)
  echo "looked for $(wc -l <"$wanted") canaries in $count log files"
  local problem=0
  # A short one would be found by chance, in a time or a port number.
  ! grep --quiet --extended-regexp '^.{1,5}$' "$wanted" ||
    { echo "a canary is shorter than 6 characters"; problem=1; }
  [ -s "$wanted" ] || { echo "no canaries were collected, so nothing was proved"; problem=1; }
  [ "$count" -gt 0 ] || { echo "no logs were collected, so nothing was proved"; problem=1; }
  [ "$hits" -eq 0 ] || problem=1
  rm -f "$wanted"
  return "$problem"
}

# A scan that finds nothing is believed only after it has found what was planted, and refused what was empty.
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
