# Installs the Debian packages that the test command needs and the machine lacks.
# Sourced, never run. It must never replace or upgrade an installed package.
# shellcheck shell=bash

rust_minimum="1.95"

# cargo >= 1.95. rustup may live in a home folder that a bare shell has not put on its PATH.
need_rust() {
  command -v cargo >/dev/null || PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"
  command -v cargo >/dev/null ||
    fail "cargo is missing: install Rust $rust_minimum or newer with rustup, see https://rustup.rs"
  local found
  found="$(cargo --version | cut -d' ' -f2)"
  [ "$(printf '%s\n%s\n' "$rust_minimum" "$found" | sort --version-sort | head -n 1)" = "$rust_minimum" ] ||
    fail "cargo is $found, but $rust_minimum or newer is needed: rustup update stable"
  cargo fmt --version >/dev/null 2>&1 || fail "rustfmt is missing: rustup component add rustfmt"
  cargo clippy --version >/dev/null 2>&1 || fail "clippy is missing: rustup component add clippy"
}

# Prints the folder of PostgreSQL's server programs. Debian keeps it off the PATH.
postgres_bin() {
  local found
  found="$(command -v initdb || true)"
  [ -n "$found" ] ||
    found="$(find /usr/lib/postgresql -path '*/bin/initdb' 2>/dev/null | sort -V | tail -n 1)"
  [ -n "$found" ] || return 1
  dirname "$(readlink -f "$found")"
}

c_compiler_works() {
  printf '#include <stdlib.h>\nint main(void){return 0;}\n' | cc -x c -o /dev/null - 2>/dev/null
}

# Prints the Debian packages that provide what is missing for one kind of work, if anything is.
missing_packages() {
  case "$1" in
    build) c_compiler_works || echo gcc libc6-dev ;;
    postgres) postgres_bin >/dev/null && command -v psql >/dev/null || echo postgresql ;;
    pgbouncer) [ -x /usr/sbin/pgbouncer ] || echo pgbouncer ;;
    server)
      command -v jq >/dev/null || echo jq
      command -v curl >/dev/null || echo curl
      command -v openssl >/dev/null || echo openssl
      ;;
    operating)
      command -v ip >/dev/null || echo iproute2
      [ -x /usr/sbin/useradd ] || echo passwd
      command -v curl >/dev/null || echo curl
      ;;
    debootstrap) command -v debootstrap >/dev/null || echo debootstrap ;;
    poppler) command -v pdftotext >/dev/null && command -v pdffonts >/dev/null || echo poppler-utils ;;
    python) python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3 python3-venv ;;
    node)
      command -v node >/dev/null || echo nodejs
      command -v npm >/dev/null || echo npm
      ;;
    browser)
      command -v chromium-headless-shell >/dev/null || echo chromium-headless-shell fonts-liberation
      missing_packages node
      ;;
  esac
}

# need_packages KIND...: root installs what is missing; any other user gets a list of what to install.
need_packages() {
  local kind packages=() package
  for kind in "$@"; do
    for package in $(missing_packages "$kind"); do packages+=("$package"); done
  done
  [ "${#packages[@]}" -gt 0 ] || return 0
  [ "$(id -u)" -eq 0 ] ||
    fail "missing: ${packages[*]}. Install as root: apt-get install --no-install-recommends ${packages[*]}"
  command -v apt-get >/dev/null || fail "missing: ${packages[*]}, and this machine has no apt-get to install them"
  echo "refreshing the package lists"
  apt_quietly update
  for package in "${packages[@]}"; do
    echo "installing $package"
    if [ "$package" = postgresql ]; then
      install_postgres
    elif [ "$package" = pgbouncer ]; then
      install_pgbouncer
    else
      apt_quietly install --yes --no-install-recommends "$package"
    fi
  done
  for kind in "$@"; do
    [ -z "$(missing_packages "$kind")" ] || fail "installed but not usable: $(missing_packages "$kind")"
  done
}

# Debian's package starts a server on the usual port by default. The tests need only the programs.
install_postgres() {
  local folder=/etc/postgresql-common/createcluster.d
  local answer="$folder/florin-test.conf"
  mkdir -p "$folder"
  echo 'create_main_cluster = false' >"$answer"
  apt_quietly install --yes --no-install-recommends postgresql || { rm -f "$answer"; fail "postgresql"; }
  rm -f "$answer"
}

# Nor does the package of pgbouncer have to start a service on its port.
install_pgbouncer() {
  local policy=/usr/sbin/policy-rc.d
  if [ -e "$policy" ]; then
    apt_quietly install --yes --no-install-recommends pgbouncer
    return
  fi
  printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
  apt_quietly install --yes --no-install-recommends pgbouncer || { rm -f "$policy"; fail "pgbouncer"; }
  rm -f "$policy"
}

# Shows the output of apt-get only if it fails.
apt_quietly() {
  local chatter
  chatter="$(DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" 2>&1 </dev/null)" ||
    { printf '%s\n' "$chatter" >&2; fail "apt-get $1 failed"; }
}
