# Waits until a command succeeds, for so many seconds at most. Sourced by what drives the image and the systemd unit.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}
