# The output of the test command: a headline per step, its duration, and a clear message if it fails.
# Sourced, never run. It must never print a secret.
# shellcheck shell=bash

current_step=""
steps_done=0

# A step runs in this shell, not in a condition, so that `set -e` ends it at the first command that fails.
step() {
  current_step="$1"
  shift
  local began=$SECONDS
  printf '\n== %s\n' "$current_step"
  "$@"
  printf -- '-- %s: %s s\n' "$current_step" "$((SECONDS - began))"
  steps_done=$((steps_done + 1))
  current_step=""
}

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# The last lines of every run. The shell exits with the given status.
closing_lines() {
  local status="$1" part="$2" folder="$3"
  if [ "$status" -eq 0 ] && [ -z "$current_step" ]; then
    printf '\nAll %s steps of "%s" passed in %s s.\n' "$steps_done" "$part" "$SECONDS"
    return
  fi
  printf '\nFAILED in step "%s" after %s s.\n' "${current_step:-set-up}" "$SECONDS" >&2
  printf 'Server logs: %s/logs; API reports: %s/schemathesis\n' "$folder" "$folder" >&2
  [ ! -d "$folder/screenshots" ] || printf 'Screenshots: %s/screenshots\n' "$folder" >&2
}
