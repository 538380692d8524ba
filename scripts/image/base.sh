# The images that Dockerfile and compose files begin with, under their official names, made of Debian and npm.

NODE_IMAGE="$(sed -n 's/^FROM \(node:\S*\).*/\1/p' Dockerfile | head -1)"
PROXY_IMAGE="$(sed -n 's/^ *image: \(caddy:\S*\)/\1/p' deploy/compose.yml)"
readonly NODE_IMAGE PROXY_IMAGE NPM_VERSION=11.21.2

make_base_images() {
  local node="${NODE_IMAGE#node:}" suite architecture
  node="${node%%-*}"
  suite="$(sed -E 's/.*-([a-z]+)-slim$/\1/' <<<"$NODE_IMAGE")"
  architecture="$(dpkg --print-architecture | sed s/amd64/x64/)"
  # What an image made earlier has to be made of, to be used again.
  local made="$node $NPM_VERSION $architecture $(caddy version) $(sha256sum "${BASH_SOURCE[0]}" | cut -c1-16)"
  made+=" $(sha256sum "${NODE_EXTRA_CA_CERTS:-/dev/null}" | cut -c1-16)"
  if is_made_of "$made" "$NODE_IMAGE" && is_made_of "$made" "$PROXY_IMAGE"; then return; fi

  step "make $NODE_IMAGE and $PROXY_IMAGE"
  local tree="$WORK/tree"
  debootstrap --variant=minbase "$suite" "$tree" >"$WORK/debootstrap.log" 2>&1 ||
    { tail -5 "$WORK/debootstrap.log" >&2 && fail 'debootstrap'; }
  rm -rf "$tree"/var/cache/apt/archives/*.deb "$tree"/var/lib/apt/lists/*
  import_proxy "$tree" "$made"
  add_node "$tree" "$node" "$architecture"
  import "$tree" "$NODE_IMAGE" "$made" --change 'CMD ["node"]' "${trust[@]}"
  rm -rf "$tree"
}

is_made_of() { [ "$(docker image inspect --format '{{.Config.Labels.made}}' "$2" 2>/dev/null)" = "$1" ]; }

import() {
  local tree="$1" image="$2" made="$3"
  shift 3
  tar --create --directory "$tree" --numeric-owner --xattrs --xattrs-include=security.capability . |
    docker import --change "LABEL made=\"$made\"" "$@" - "$image" >/dev/null
}

# As the official image of Caddy: its program, which may open ports below 1024, and its folders.
import_proxy() {
  cp -a "$1" "$1-proxy"
  cp "$(command -v caddy)" "$1-proxy/usr/bin/caddy"
  setcap cap_net_bind_service=+ep "$1-proxy/usr/bin/caddy"
  mkdir -p "$1-proxy/data/caddy" "$1-proxy/config/caddy"
  import "$1-proxy" "$PROXY_IMAGE" "$2" --change 'ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data' --change 'WORKDIR /srv' \
    --change 'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
  rm -rf "$1-proxy"
}

# As the official image of Node: programs in /usr/local, a user node with the ID 1000.
add_node() {
  local local="$1/usr/local"
  npm pack --silent --pack-destination "$WORK" "node-linux-$3@$2" "npm@$NPM_VERSION" >/dev/null
  mkdir -p "$local/lib/node_modules/npm"
  tar --extract --no-same-owner --file "$WORK"/node-linux-*.tgz --directory "$local" --strip-components=1 package/bin
  tar --extract --no-same-owner --file "$WORK"/npm-*.tgz --directory "$local/lib/node_modules/npm" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$local/bin/npm"
  rm "$WORK"/*.tgz
  chroot "$1" groupadd --gid 1000 node
  chroot "$1" useradd --uid 1000 --gid node --shell /bin/bash --create-home node
  # Where this machine reaches npm's packages through a certificate authority of its own.
  trust=()
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    cp "$NODE_EXTRA_CA_CERTS" "$1/etc/extra-ca.crt"
    trust=(--change 'ENV NODE_EXTRA_CA_CERTS=/etc/extra-ca.crt')
  fi
}
