# The supported lines of Node, each asked in a copy of the checkout. Sourced by .ci/run.
# README, the doctor and others say the same of them: test/supportedNodes.test.ts.

readonly NODE_LINES='20.19 22 24 26'
readonly OLDEST="${NODE_LINES%% *}"

# All lines on one data folder, which each hands to the next, and the newest to the oldest again.
other_nodes() {
  local line runs=0
  for line in $NODE_LINES; do
    run_part "Node $line" on_node "$line" "$((runs++))"
  done
  run_part "Node $OLDEST again" smoke_on "$OLDEST" "$runs"
}

on_node() {
  local line=$1 folder="$WORK/$1"
  mkdir "$folder"
  tar --exclude=.git --exclude=node_modules --exclude=dist --exclude=./data --exclude=./tour --exclude=./coverage -cf - . |
    tar -xf - -C "$folder"
  step "$line" 'install' install "$line" "$folder"
  step "$line" 'quick tests' quick_tests "$line" "$folder"
  step "$line" 'smoke test' smoke_on "$line" "$2"
  keep_modules "$line" "$folder"
  [ "$line" = "$OLDEST" ] || rm -rf "$folder"
}

# Runs a step of a line: failures name both.
step() {
  local line=$1 name=$2 began=$SECONDS
  shift 2
  "$@" || { echo "ci: failed on Node $line: $name" >&2; return 1; }
  note+="${note:+, }$name $(minutes $((SECONDS - began)))"
}

install() {
  local kept
  kept=$(kept_modules "$1" "$2")
  if [ -d "$kept" ]; then
    cp -a "$kept" "$2/node_modules"
  else
    with_node "$1" "$2" npm ci
  fi
  compiled_nothing "$1" "$2"
}

# Since Node 24 the driver of SQLite brings its binaries. Compiled all the same, it would be left out where there is no compiler.
compiled_nothing() {
  if [ "${1%%.*}" -lt 24 ] || [ ! -e "$2/node_modules/better-sqlite3-13/build" ]; then return; fi
  echo "ci: npm ci has compiled the driver of SQLite on Node $1" >&2
  return 1
}

quick_tests() {
  local output="$WORK/quick-tests-$1"
  with_node "$1" "$2" npm test -- --quick >"$output" 2>&1 || { cat "$output"; return 1; }
}

# Asks a line whether the data folder has what so many runs before have written there.
smoke_on() { with_node "$1" "$WORK/$1" node scripts/smoke.js --data "$WORK/data" --earlier "$2"; }

# Runs a command in a folder with the Node of a line.
with_node() {
  local home folder=$2
  home=$(node_home "$1") || return 1
  shift 2
  (unset npm_config_nodedir && cd "$folder" && export PATH="$home/bin:$PATH" && own_headers && "$@")
}

# Prints the folder of a line's Node: the package that npm's package `node` installs for this platform.
node_home() {
  local home="$CACHE/nodes/$1" package
  package=$(node -p '(process.platform + process.arch === "darwinarm64" ? "node-bin-" : "node-") + process.platform + "-" + process.arch')
  if [ ! -x "$home/node_modules/$package/bin/node" ]; then
    echo "ci: installing Node $1" >&2
    npm install --silent --no-save --prefix "$home" "$package@$1" >&2 || return 1
  fi
  echo "$home/node_modules/$package"
}

# What the Node in PATH compiles, it compiles with headers of its own if it has any: npm may be set to those of another.
own_headers() {
  local home version
  home=$(node -p 'require("node:path").resolve(process.execPath, "../..")')
  version=$(awk '/#define NODE_(MAJOR|MINOR|PATCH)_VERSION/ { printf "%s%s", dot, $3; dot = "." }' "$home/include/node/node_version.h" 2>/dev/null) || true
  if [ "v$version" = "$(node --version)" ]; then export npm_config_nodedir="$home"; fi
}

# Prints where the packages of a line are kept that were installed from this lock file and passed: compiling takes a minute.
kept_modules() {
  local digest='require("node:crypto").createHash("sha256").update(require("node:fs").readFileSync(0)).digest("hex").slice(0, 16)'
  cat "$2/.npmrc" "$2/package-lock.json" |
    with_node "$1" "$2" node -p "'$CACHE/nodes/$1/kept-' + process.version + '-' + process.arch + '-' + $digest"
}

# In one step, for another run may do the same; those of other lock files go when they are old.
keep_modules() {
  local kept
  kept=$(kept_modules "$1" "$2")
  if [ -d "$kept" ]; then return; fi
  find "$CACHE/nodes/$1" -maxdepth 1 -name 'kept-*' -mtime +7 -exec rm -rf {} +
  cp -a "$2/node_modules" "$kept.$$"
  mv "$kept.$$" "$kept"
}
