# The Docker daemon of drive.sh: its own data, socket and processes, nothing of which outlives the script.

readonly SOCKET="$WORK/docker.sock"
export DOCKER_HOST="unix://$SOCKET" DOCKER_BUILDKIT=1 DOCKER_CONFIG="$WORK"
readonly CGROUP=hansard-image
DAEMON=

# outside: in the network of this machine, for builds, which need packages, and without a rule of iptables.
# inside: in a network namespace of its own, for containers, with everything that Docker does there.
start_daemon() {
  local options=(--data-root "$CACHE/docker" --exec-root "$WORK/exec" --pidfile "$WORK/docker.pid" --host "$DOCKER_HOST")
  options+=(--exec-opt native.cgroupdriver=cgroupfs --cgroup-parent "/$CGROUP" --log-level warn)
  local namespaces=(--mount --pid --fork --mount-proc --kill-child)
  if [ "$1" = inside ]; then
    namespaces+=(--net)
    options+=(--experimental --ip6tables=true)
  else
    options+=(--iptables=false --ip6tables=false --bridge=none --ip-forward=false)
  fi
  rm -f "$WORK/docker.pid"
  setpriv --pdeathsig KILL unshare "${namespaces[@]}" bash -c '
    ip link set lo up
    [ "$1" = outside ] || echo 1 >/proc/sys/net/ipv6/conf/all/forwarding
    shift
    dockerd "$@" 9>&- &
    trap "kill $!" TERM
    wait $! || wait $!
  ' bash "$1" "${options[@]}" 9>&- >>"$WORK/dockerd.log" 2>&1 &
  DAEMON=$!
  within 60 docker info >/dev/null 2>&1 || { tail -5 "$WORK/dockerd.log" >&2 && fail 'dockerd does not start'; }
  remove_containers
  INSIDE="/proc/$(pgrep -P "$DAEMON")/ns/net"
}

remove_containers() {
  docker ps --all --quiet | xargs --no-run-if-empty docker rm --force --volumes >/dev/null
  docker volume ls --quiet | xargs --no-run-if-empty docker volume rm --force >/dev/null
  docker network prune --force >/dev/null
}

stop_daemon() {
  [ -n "$DAEMON" ] || return 0
  local init
  init="$(pgrep -P "$DAEMON" || true)"
  [ -z "$init" ] || kill "$init" 2>/dev/null || true
  timeout 20 tail --pid="$DAEMON" -f /dev/null || kill -9 "$DAEMON" 2>/dev/null || true
  wait "$DAEMON" 2>/dev/null || true
  DAEMON=
}

# With the processes of the namespaces go their mounts and networks.
clean_up() {
  set +e
  trap - ERR
  stop_client
  [ -z "$DAEMON" ] || remove_containers >/dev/null 2>&1
  stop_daemon
  find /sys/fs/cgroup -depth -type d -path "*/$CGROUP*" -exec rmdir {} \; 2>/dev/null
  rm -rf "$WORK"
}

# Runs a command in the network of the containers' host.
inside() { nsenter --net="$INSIDE" -- "$@"; }
