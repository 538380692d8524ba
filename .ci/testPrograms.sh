# Programs that some suites need and no package brings, each made once, into a cache outside the checkout. Sourced by .ci/run.

readonly SECANTUS="$CACHE/secantus"
readonly CRATE=secantus-mdb CRATE_VERSION=0.5.3-beta.196 CRATE_PROGRAM="$SECANTUS/bin/secantusd-rs"
readonly PACKAGE=SecantusDB==0.7.0b3 PACKAGE_HOME="$SECANTUS/python" PACKAGE_PROGRAM="$SECANTUS/python/bin/secantusd-py"

readonly CLIENT=zulip==0.9.1 CLIENT_HOME="$CACHE/client"

# Says which program the tests are to start as their MongoDB; fails when there is none to be had.
document_server() {
  if [ -x "$CRATE_PROGRAM" ]; then echo "$CRATE_PROGRAM"; return; fi
  if command -v cargo >/dev/null && build_crate; then echo "$CRATE_PROGRAM"; return; fi
  if [ -x "$PACKAGE_PROGRAM" ]; then echo "$PACKAGE_PROGRAM"; return; fi
  if command -v python3 >/dev/null && install_package; then echo "$PACKAGE_PROGRAM"; return; fi
  echo 'ci: no document server for the tests: it takes cargo, or python3 with venv and pip.' >&2
  return 1
}

# It asks for a newer Rust than it needs.
build_crate() {
  echo "ci: building $CRATE, some minutes the first time" >&2
  cargo install "$CRATE" --version "$CRATE_VERSION" --locked --ignore-rust-version --root "$SECANTUS" >&2
  [ -x "$CRATE_PROGRAM" ]
}

install_package() {
  echo "ci: installing $PACKAGE" >&2
  python3 -m venv "$PACKAGE_HOME" >&2 && "$PACKAGE_HOME/bin/pip" install --quiet "$PACKAGE" >&2
  [ -x "$PACKAGE_PROGRAM" ]
}

# Says which Python has the official client; nothing where there is none to be had, and its suite is skipped by name.
client_python() {
  if [ ! -x "$CLIENT_HOME/bin/python" ] || ! "$CLIENT_HOME/bin/python" -c 'import zulip' 2>/dev/null; then
    echo "ci: installing $CLIENT" >&2
    python3 -m venv "$CLIENT_HOME" >&2 && "$CLIENT_HOME/bin/pip" install --quiet "$CLIENT" >&2 || return 0
  fi
  echo "$CLIENT_HOME/bin/python"
}

# Says in which folder the JavaScript client is; nothing where there is none to be had, and its suite is skipped by name.
javascript_client() {
  local home="$CACHE/javascript"
  if [ ! -d "$home/node_modules/zulip-js" ]; then
    echo 'ci: installing zulip-js' >&2
    npm install --silent --no-save --prefix "$home" zulip-js@2.1.0 >&2 || return 0
  fi
  echo "$home"
}

# Says where the programs of the terminal client are, which takes an older Python; nothing where there is none to be had.
terminal_client() {
  local home="$CACHE/terminal" python
  if [ ! -x "$home/bin/zulip-term" ]; then
    python=$(command -v python3.10 || command -v python3.9) || return 0
    echo 'ci: installing zulip-term' >&2
    "$python" -m venv "$home" >&2 && "$home/bin/pip" install --quiet zulip-term==0.7.0 >&2 || return 0
  fi
  echo "$home/bin"
}

# Says where the browser is; nothing where there is none to be had, and its suite is skipped by name.
browser() {
  if ! command -v chromium >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo 'ci: installing chromium' >&2
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >&2 || true
  fi
  command -v chromium || true
}

# Tells the tests where they are.
test_programs() {
  if [ -z "${MONGODB_URL:-}" ] && [ -z "${HANSARD_TEST_MONGOD:-}" ]; then
    HANSARD_TEST_MONGOD="$(document_server)"
    export HANSARD_TEST_MONGOD
  fi
  HANSARD_TEST_PYTHON="${HANSARD_TEST_PYTHON:-$(client_python)}"
  export HANSARD_TEST_PYTHON
  HANSARD_TEST_JAVASCRIPT="${HANSARD_TEST_JAVASCRIPT:-$(javascript_client)}"
  export HANSARD_TEST_JAVASCRIPT
  HANSARD_TEST_TERMINAL="${HANSARD_TEST_TERMINAL:-$(terminal_client)}"
  export HANSARD_TEST_TERMINAL
  HANSARD_TEST_CHROMIUM="${HANSARD_TEST_CHROMIUM:-$(browser)}"
  export HANSARD_TEST_CHROMIUM
}
