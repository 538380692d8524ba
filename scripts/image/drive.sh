#!/usr/bin/env bash
# Builds the image and drives it, alone and with deploy/compose.yml, in a Docker daemon of its own:
#
#     scripts/image/drive.sh              exit code 0: passed, or one line "skipped: …"; anything else: the step that failed
#     scripts/image/drive.sh --install    installs what it needs first, with apt-get
#
# It asks no registry of images: the images that Dockerfile and compose files name are made here of Debian's packages and
# npm's (base.sh). Built things stay in ${XDG_CACHE_HOME:-$HOME/.cache}/hansard/image.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly PACKAGES=(docker.io docker-compose debootstrap caddy iptables iproute2 curl openssl libcap2-bin)
readonly CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/hansard/image"

say() { echo "image: $(date -u +%T) $*"; }

skip() {
  echo "skipped: $*"
  exit 0
}

fail() {
  echo "image: failed at \"$STEP\": $*" >&2
  exit 1
}

# What is being done, for the message of a failure.
step() {
  STEP="$*"
  say "$STEP"
}
STEP=preparations

install_packages() {
  apt-get update -qq >&2 &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${PACKAGES[@]}" >&2 || true
}

check_machine() {
  local program
  [ "$(uname -s)" = Linux ] || skip 'the image is driven on Linux only'
  [ "$(id -u)" = 0 ] || skip 'driving the image takes root'
  [ "${1:-}" != --install ] || install_packages
  for program in dockerd docker-compose debootstrap caddy iptables ip curl openssl setcap; do
    PATH="$PATH:/usr/sbin:/sbin" command -v "$program" >/dev/null ||
      skip "$program is not installed; this takes the Debian packages ${PACKAGES[*]}"
  done
  unshare --net --mount --pid --fork iptables -t nat -L -n >/dev/null 2>&1 ||
    skip 'this machine allows no network namespaces with iptables'
}

check_machine "$@"
# Debian's: a newer client elsewhere in PATH has no builder of its own.
export PATH="/usr/bin:/usr/sbin:/sbin:$PATH"
mkdir -p "$CACHE"
exec 9>/run/hansard-image.lock
flock --nonblock 9 || fail 'another run is driving the image on this machine'
# What is there already was left by a run that was killed.
rm -rf /tmp/hansard-image.*
WORK="$(mktemp -d /tmp/hansard-image.XXXXXX)"

# shellcheck source=/dev/null
for part in within image/{daemon,base,build,alone,compose}; do . "scripts/$part.sh"; done

trap 'failed_at=$?; trap - EXIT; clean_up; exit $failed_at' EXIT
trap 'exit 130' INT TERM HUP
trap '[ $BASH_SUBSHELL -gt 0 ] || fail "line $LINENO of ${BASH_SOURCE[0]##*/}: $BASH_COMMAND"' ERR
set -E

SECONDS=0
start_daemon outside
make_base_images
build_image
stop_daemon
start_daemon inside
drive_alone
drive_compose
create_other_files
say "passed in $SECONDS s"
