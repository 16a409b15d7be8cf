# Installs third-party packages for the checks: once for each lock file, and again when it changes.
# Sourced, never run. It must never run the install scripts of packages.
# shellcheck shell=bash

# node_packages FOLDER WHAT NPM_COMMAND…: into the folder's own node_modules. Concurrent parts can share it.
node_packages() {
  local folder="$1" what="$2"
  shift 2
  local wanted="$folder/package-lock.json" done="$folder/node_modules/installed"
  (
    flock 8
    if cmp --silent "$wanted" "$done"; then exit; fi
    echo "installing $what into scripts/${folder##*/}/node_modules"
    (cd "$folder" && npm "$@" --silent --no-audit --no-fund --ignore-scripts 8>&-)
    cp "$wanted" "$done"
  ) 8<"$wanted"
}

# python_packages REQUIREMENTS VENV WHAT: into a virtual environment of their own.
python_packages() {
  local wanted="$1" venv="$2" what="$3"
  if cmp --silent "$wanted" "$venv/requirements.txt"; then return; fi
  echo "installing $(grep "^$what==" "$wanted") into .test/${venv##*/}"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted"
  cp "$wanted" "$venv/requirements.txt"
}
