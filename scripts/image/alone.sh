# The image alone: one container with its data in a volume.

# Starts the container `alone`, as hard as deploy/compose.yml does, on the volumes of the one before.
run_alone() {
  docker run --detach --name alone --read-only --cap-drop ALL --security-opt no-new-privileges:true --memory 2g \
    --pids-limit 512 --publish 9991:9991 --volume alone-data:/var/lib/hansard --volume alone-backups:/backups \
    --volume alone-temporary:/tmp hansard:local >/dev/null
}

drive_alone() {
  URL=http://127.0.0.1:9991 CURL=()
  step 'start the image'
  run_alone
  healthy alone

  step 'log in as the owner whose password is in the logs'
  log_in "$(docker logs alone 2>&1)"

  step 'look at the process'
  [ "$(docker exec alone id -un)" = node ] || fail 'it runs as root'
  ! docker exec alone touch /hansard/written 2>/dev/null || fail 'its root can be written to'
  local rights
  rights="$(docker exec alone sed -n 's/^\(CapBnd\|CapEff\|NoNewPrivs\):\s*//p' /proc/1/status | xargs)"
  [ "$rights" = '0000000000000000 0000000000000000 1' ] || fail "it may do more than it needs: $rights"

  smoke alone
  make_queue
  keeps_all 'kill -9 and a start' eval 'docker kill --signal KILL alone && docker start alone'
  keeps_all 'a new container' eval 'drain alone docker stop --time 15 alone && docker rm alone && run_alone'
  drain alone docker stop --time 15 alone
  docker rm --volumes alone >/dev/null
}

# What people do, against the container in $1.
smoke() {
  [ -f scripts/smoke.js ] || return 0
  step "smoke test of $1"
  BOOTSTRAP_OWNER_EMAIL=owner@localhost BOOTSTRAP_OWNER_PASSWORD="$PASSWORD" inside node scripts/smoke.js --url "$URL" \
    --hansard "docker exec $1 node bin/hansard.cjs" --restart "docker restart --time 15 $1" >"$WORK/smoke.log" 2>&1 ||
    { tail -30 "$WORK/smoke.log" >&2 && fail 'smoke test'; }
}

healthy() {
  is_healthy() { [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]; }
  within 60 is_healthy "$1" || { docker logs --tail 20 "$1" >&2 && fail "$1 does not get healthy"; }
}

# The path of the interface, then options of curl; prints the answer.
ask() {
  local path="$1"
  shift
  inside curl --silent --show-error --max-time 30 "${CURL[@]}" --user "$ACCOUNT" "$URL/api/v1/$path" "$@"
}

# The value at a place of an answer in JSON; fails where there is none.
value() {
  node -e '
    const answer = JSON.parse(require("fs").readFileSync(0, "utf8"));
    const value = process.argv[1].split(".").reduce((at, name) => at?.[name], answer);
    if (value === undefined) { console.error(JSON.stringify(answer).slice(0, 500)); process.exit(1); }
    console.log(typeof value === "string" ? value : JSON.stringify(value));
  ' "$1"
}

log_in() {
  local email
  email="$(sed -n 's/^ *e-mail *\(\S*\)$/\1/p' <<<"$1")"
  PASSWORD="$(sed -n 's/^ *password *\(\S*\) *(not shown again)$/\1/p' <<<"$1")"
  [ -n "$PASSWORD" ] || fail "there is no password: $1"
  ACCOUNT="$email:"
  ACCOUNT+="$(ask fetch_api_key --data-urlencode "username=$email" --data-urlencode "password=$PASSWORD" | value api_key)"
}

# An event queue that nobody reads, and messages for it.
make_queue() {
  step 'send messages to an event queue'
  ask users/me/subscriptions --data-urlencode 'subscriptions=[{"name":"drive"}]' | value result >/dev/null
  QUEUE="$(ask register --data-urlencode 'event_types=["message"]' | value queue_id)"
  SENT=0
  send
}

send() {
  SENT=$((SENT + 1))
  ask messages --data type=channel --data to=drive --data topic=drive --data "content=message $SENT" | value id >/dev/null
}

# Whether messages and queue are there after a command, and the server goes on.
keeps_all() {
  step "keep data and queues over $1"
  shift
  "$@" >/dev/null
  healthy "$(container)"
  local events messages
  events="$(ask "events?queue_id=$QUEUE&last_event_id=-1&dont_block=true" | value events.length)"
  [ "$events" = "$SENT" ] || fail "of $SENT messages $events are in the queue"
  messages="$(ask 'messages?anchor=newest&num_before=100&num_after=0&narrow=%5B%7B%22operator%22%3A%22channel%22%2C%22operand%22%3A%22drive%22%7D%5D' |
    node -pe 'JSON.parse(require("fs").readFileSync(0, "utf8")).messages.filter(({ content }) => /message \d+/.test(content)).length')"
  [ "$messages" = "$SENT" ] || fail "of $SENT messages $messages are there"
  send
}

# The container that keeps_all is about.
container() { echo alone; }

# Ends a container by a command while a client waits for events: in time, in order, and with exit code 0.
drain() {
  local of="$1" before=$SECONDS code last
  shift
  ask "events?queue_id=$QUEUE&last_event_id=100" --output /dev/null &
  local client=$!
  sleep 1
  "$@" >/dev/null
  wait "$client" || true
  code="$(docker inspect --format '{{.State.ExitCode}}' "$of")"
  [ "$code" = 0 ] || fail "exit code $code, $((SECONDS - before)) s after the signal"
  last="$(docker logs --tail 5 "$of" 2>&1)"
  grep --quiet '"event":"server.stopping"' <<<"$last" || fail "it does not say that it stops: $last"
  ! grep --quiet 'server.stop_timed_out' <<<"$last" || fail 'it was cut short'
}
