#!/usr/bin/env bash
# Installs Hansard on a Debian with systemd as docs/operations.md says, and drives deploy/hansard.service there:
#
#     scripts/systemd/drive.sh              exit code 0: passed, or one line "skipped: …"; anything else: what failed
#     scripts/systemd/drive.sh --install    installs what it needs first, with apt-get
#
# The Debian is made by debootstrap, boots in a container without a network, and forgets what was done in it. It and Node stay
# in ${XDG_CACHE_HOME:-$HOME/.cache}/hansard/systemd.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly PACKAGES=(systemd-container debootstrap curl)
readonly CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/hansard/systemd"
readonly SUITE=bookworm NODE_VERSION=24
# The highest exposure that `systemd-analyze security` may find.
readonly EXPOSURE=1.3
STEP=preparations

step() { STEP="$*" && echo "systemd: $(date -u +%T) $*"; }
skip() { echo "skipped: $*" && exit 0; }
fail() {
  echo "systemd: failed at \"$STEP\": $*" >&2
  [ -z "${INIT:-}" ] || inside journalctl --no-pager --unit hansard --lines 30 >&2 || true
  exit 1
}

source scripts/within.sh
source scripts/systemd/machine.sh
source scripts/systemd/checks.sh

check_machine "$@"
WORK="$(mktemp --directory)"
readonly WORK
trap 'stop_machine && rm -rf "$WORK"' EXIT
# Ends by way of the trap above.
trap 'exit 130' INT TERM

make_root
make_tree
start_machine
for check in "${CHECKS[@]}"; do
  step "${check//_/ }"
  "$check"
done
echo 'systemd: passed'
