# deploy/compose.yml with Docker's proxies and rules for packets, and clients that come by IPv4 and by IPv6.

readonly HOST=chat.test
CLIENT=

drive_compose() {
  make_certificate
  URL="https://$HOST" CURL=(--cacert "$WORK/certificates/fullchain.pem" --resolve "$HOST:443:127.0.0.1")
  take_file deploy/compose.yml
  step "start $FILE"
  compose up --detach --no-build
  container() { compose_quietly ps --quiet hansard; }
  healthy "$(container)"

  step 'log in as the owner whose password is in the logs'
  within 30 inside curl --silent --fail --output /dev/null "${CURL[@]}" "$URL/health/ready" ||
    { compose logs proxy && tail -20 "$WORK/compose.log" >&2 && fail 'the proxy does not answer'; }
  log_in "$(docker logs "$(container)" 2>&1)"
  tell_clients_apart
  make_queue
  keeps_all 'kill -9' kill_server
  keeps_all 'a new container' drain_and_recreate
  run_documented_commands
  drain "$(container)" compose stop hansard
  compose down --volumes
}

# Takes a compose file for the commands below, as compose 1.29 and the limits of this machine let it be.
take_file() {
  FILE="$1"
  local most
  most="$(ulimit -Hn)"
  [ "$most" != unlimited ] && [ "$most" -lt 65536 ] || most=65536
  sed -e '/^name:/d' -e "s/nofile: 65536/nofile: $most/" "$FILE" >"$WORK/compose.yml"
  PROJECT="$(sed -n 's/^name: //p' "$FILE")"
}

compose_quietly() {
  EXTERNAL_HOST="$HOST" CERTIFICATES="$WORK/certificates" docker-compose --project-name "$PROJECT" \
    --project-directory "$(dirname "$FILE")" --file "$WORK/compose.yml" "$@" 9>&-
}

compose() {
  compose_quietly "$@" >"$WORK/compose.log" 2>&1 || { tail -20 "$WORK/compose.log" >&2 && fail "docker-compose $*"; }
}

make_certificate() {
  mkdir "$WORK/certificates"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$HOST" \
    -addext "subjectAltName=DNS:$HOST,DNS:*.$HOST" -keyout "$WORK/certificates/privkey.pem" \
    -out "$WORK/certificates/fullchain.pem" 2>/dev/null
}

# Another machine, with two addresses in each family, and Docker's host as its neighbour.
start_client() {
  setpriv --pdeathsig KILL unshare --net sleep infinity 9>&- >/dev/null &
  CLIENT=$!
  is_apart() { [ "$(readlink "/proc/$CLIENT/ns/net")" != "$(readlink /proc/self/ns/net)" ]; }
  within 10 is_apart
  inside ip link add client type veth peer name docker netns "$CLIENT"
  local address
  for address in 10.77.0.1/24 fd77:1::1/64 fd77:2::1/64; do inside ip address add "$address" dev client; done
  for address in 10.77.0.2/24 10.77.0.3/24 fd77:1::2/64 fd77:2::2/64; do as_client ip address add "$address" dev docker; done
  inside ip link set client up
  as_client ip link set docker up
  # IPv6 addresses can be used once nobody else was found to have them.
  is_settled() {
    [ -z "$(inside ip -6 -oneline address show dev client tentative)$(as_client ip -6 -oneline address show dev docker tentative)" ]
  }
  within 10 is_settled || fail 'the IPv6 addresses of the client cannot be used'
}

stop_client() {
  [ -z "$CLIENT" ] || kill "$CLIENT" || true
  CLIENT=
}

as_client() { nsenter --net="/proc/$CLIENT/ns/net" -- "$@"; }

# How many requests without an account a client has left: from its address, to that of the server, with more options.
requests_left() {
  local from="$1" to="$2"
  shift 2
  as_client curl --silent --show-error --max-time 10 "${CURL[@]:0:2}" --resolve "$HOST:443:$to" --interface "$from" "$@" \
    --output /dev/null --dump-header - "$URL/api/v1/server_settings" | remaining
}

remaining() { tr -d '\r' | sed -n 's/^x-ratelimit-remaining: //Ip'; }

# Each address has an allowance of its own; who is no proxy cannot claim another one.
tell_clients_apart() {
  step 'tell clients by IPv4 and IPv6 apart'
  start_client
  local from to address left
  for pair in 10.77.0.2,10.77.0.1 10.77.0.3,10.77.0.1 fd77:1::2,fd77:1::1 fd77:2::2,fd77:2::1; do
    from="${pair%,*}" to="${pair#*,}"
    [[ $to != *:* ]] || to="[$to]"
    left="$(requests_left "$from" "$to") $(requests_left "$from" "$to" --header 'X-Forwarded-For: 192.0.2.9')"
    [ "$left" = '99 98' ] || fail "the client $from has \"$left\" requests left of 100, not 99 and 98"
  done
  stop_client

  address="$(docker inspect --format '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' "$(container)")"
  left="$(for claimed in 192.0.2.7 192.0.2.8; do
    inside curl --silent --show-error --header "X-Forwarded-For: $claimed" --header "Host: $HOST" --output /dev/null \
      --dump-header - "http://$address:9991/api/v1/server_settings" | remaining
  done | xargs)"
  [ "${left% *}" -eq $((${left#* } + 1)) ] ||
    fail "a neighbour of the proxy has \"$left\" requests left: it claims addresses of others"
}

# Ends the process from outside, so that Docker has to start it again.
kill_server() {
  local process
  process="$(docker inspect --format '{{.State.Pid}}' "$(container)")"
  nsenter --target "$(pgrep -P "$DAEMON")" --pid kill -KILL "$process"
  is_restarted() { [ "$(docker inspect --format '{{.RestartCount}} {{.State.Running}}' "$(container)")" = '1 true' ]; }
  within 30 is_restarted || fail 'Docker does not start it again'
}

drain_and_recreate() {
  drain "$(container)" compose stop hansard
  compose up --detach --no-build --force-recreate hansard
}

# The commands for containers in docs/operations.md, as they are written there.
run_documented_commands() {
  local line words
  grep --quiet '^    docker compose exec hansard ' docs/operations.md || fail 'docs/operations.md has no commands'
  while read -r line; do
    step "$line"
    read -ra words <<<"${line%%  #*}"
    compose_quietly exec -T "${words[@]:3}" >"$WORK/command.log" 2>&1 </dev/null || is_only_about_network "${words[-1]}" ||
      { tail -20 "$WORK/command.log" >&2 && fail 'exit code'; }
  done < <(grep '^    docker compose exec hansard ' docs/operations.md)
}

# The doctor asks the server from outside, under a name that nobody knows here; everything else has to be well.
is_only_about_network() {
  local faults
  [ "$1" = doctor ] || return 1
  faults="$(sed -n 's/^fault *\(\S*\).*/\1/p' "$WORK/command.log" | grep --invert-match --line-regexp \
    --regexp external-address --regexp wildcard-host --regexp certificate || true)"
  [ -z "$faults" ] && grep --quiet '^ok *server-ready' "$WORK/command.log" && grep --quiet '^ok *proxies' "$WORK/command.log"
}

# Files whose images of stores cannot be made here: what the daemon takes of them, without a start.
create_other_files() {
  local image
  for file in docker-compose.yml deploy/compose.nodes.yml; do
    take_file "$file"
    step "create what $FILE describes"
    for image in $(sed -n 's/^    image: \(\(eventstore\|mongo\)\S*\)/\1/p' "$FILE"); do docker tag "$NODE_IMAGE" "$image"; done
    compose up --no-start --no-build
    compose down --volumes
  done
}
