# A Debian with systemd in a container, Node and Hansard in it.

check_machine() {
  local program
  [ "$(uname -s)" = Linux ] || skip 'the unit is driven on Linux only'
  [ "$(id -u)" = 0 ] || skip 'driving the unit takes root'
  if [ "${1:-}" = --install ]; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${PACKAGES[@]}"; } >&2 || true
  fi
  for program in systemd-nspawn debootstrap nsenter curl npm; do
    command -v "$program" >/dev/null || skip "$program is not installed; this takes the Debian packages ${PACKAGES[*]}"
  done
}

# Made once; what is driven in it is forgotten.
make_root() {
  ROOT="$CACHE/$SUITE"
  if [ ! -d "$ROOT" ]; then
    step "make a Debian ($SUITE), some minutes the first time"
    mkdir -p "$CACHE"
    rm -rf "$ROOT.part"
    debootstrap --variant=minbase --include=systemd-sysv,dbus,sudo "$SUITE" "$ROOT.part" >"$WORK/debootstrap.log" 2>&1 ||
      { tail -5 "$WORK/debootstrap.log" >&2 && fail 'debootstrap'; }
    rm -rf "$ROOT.part"/var/cache/apt/archives/*.deb "$ROOT.part"/var/lib/apt/lists/*
    mv "$ROOT.part" "$ROOT"
  fi
  NODE="$CACHE/node/node_modules/node-linux-$(dpkg --print-architecture | sed s/amd64/x64/)/bin"
  [ -x "$NODE/node" ] ||
    npm install --silent --no-save --prefix "$CACHE/node" "$(basename "$(dirname "$NODE")")@$NODE_VERSION" >&2 || fail "Node $NODE_VERSION"
}

# `git clone`, `npm ci` and `npm run build` of docs/operations.md, which take a network; packages once for what they are made of.
make_tree() {
  step 'install and build Hansard'
  TREE="$WORK/hansard"
  local modules
  modules="$CACHE/modules-$("$NODE/node" --version)-$(cat package.json package-lock.json | sha256sum | cut -c1-16)"
  mkdir "$TREE"
  git ls-files --cached --others --exclude-standard -z | tar --create --null --files-from - --ignore-failed-read 2>/dev/null |
    tar --extract --directory "$TREE" --no-same-owner
  if [ ! -d "$modules" ]; then
    in_tree npm ci --prefer-offline --no-audit --no-fund --silent
    rm -rf "$CACHE"/modules-*
    cp -a "$TREE/node_modules" "$modules.part" && mv "$modules.part" "$modules"
  else
    cp -al "$modules" "$TREE/node_modules" 2>/dev/null || cp -a "$modules/." "$TREE/node_modules"
  fi
  in_tree npm run --silent build
}
in_tree() {
  (cd "$TREE" && PATH="$NODE:$PATH" && "$@") >"$WORK/install.log" 2>&1 || { tail -5 "$WORK/install.log" >&2 && fail "$*"; }
}

start_machine() {
  step 'boot'
  # Without the system bus and the unit that it otherwise takes, so that it also runs where systemd does not.
  systemd-nspawn --quiet --boot --private-network --register=no --keep-unit --volatile=overlay --console=pipe \
    --machine="hansard-$$" --directory="$ROOT" --bind-ro="$TREE:/opt/hansard" --bind-ro="$NODE/node:/usr/bin/node" \
    </dev/null >"$WORK/boot.log" 2>&1 &
  SUPERVISOR=$!
  within 60 init_runs || { tail -5 "$WORK/boot.log" >&2 && fail 'the machine does not boot'; }
}

init_runs() {
  kill -0 "$SUPERVISOR" 2>/dev/null || return 1
  INIT="$(pgrep --parent "$SUPERVISOR" | head -1)"
  [ -n "$INIT" ] && [ "$(inside systemctl is-system-running 2>/dev/null)" = running ]
}

stop_machine() {
  [ -n "${SUPERVISOR:-}" ] || return 0
  kill -TERM "$SUPERVISOR" 2>/dev/null || true
  within 60 has_ended "$SUPERVISOR" || kill -KILL "$SUPERVISOR" 2>/dev/null || true
  wait "$SUPERVISOR" 2>/dev/null || true
}

has_ended() { ! kill -0 "$1" 2>/dev/null; }

# Runs a program in the machine as root.
inside() { nsenter --target "$INIT" --all env --ignore-environment PATH="$MACHINE_PATH" HOME=/root LANG=C.UTF-8 "$@"; }
readonly MACHINE_PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# Runs a program of this machine on the network of the other.
beside() { nsenter --target "$INIT" --net "$@"; }
