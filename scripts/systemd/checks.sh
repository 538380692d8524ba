# What is promised of the unit, in the order of its life.

readonly CHECKS=(
  install_as_docs_operations_say
  find_the_first_password_by_the_documented_command
  send_and_read_as_the_server_proposes
  render_code_and_take_a_picture
  resolve_names_and_compile_code_in_the_sandbox
  run_commands_with_the_settings_of_the_unit
  read_the_file_as_systemd_does
  write_where_a_drop_in_allows
  keep_data_over_a_restart
  keep_data_over_a_kill
  stop_in_order
  end_once_with_a_wrong_setting
  be_closed
)

readonly SERVER=http://localhost:9991 ENV_FILE=/etc/hansard/hansard.env
readonly HANSARD=(sudo -u hansard hansard --env-file "$ENV_FILE")

property() { inside systemctl show --value --property "$1" hansard; }
expect() { [ "$2" = "$3" ] || fail "$1 is \"$2\", not \"$3\""; }
expect_match() { grep -Eq -- "$3" <<<"$2" || fail "$1 has no \"$3\": $(tail -3 <<<"$2")"; }

# The block of commands at the beginning of "Installation", but for the line that takes a network.
documented() { sed -n '/^## Installation/,/^Set at least/s/^    //p' docs/operations.md; }

install_as_docs_operations_say() {
  local commands
  commands="$(documented | grep -v 'git clone\|^systemctl')"
  expect_match 'docs/operations.md' "$commands" '^install .*hansard.service'
  inside bash -ec "cd /opt/hansard; $commands" || fail 'a documented command'
  inside systemd-analyze verify /etc/systemd/system/hansard.service || fail 'systemd-analyze verify'
}

find_the_first_password_by_the_documented_command() {
  local command
  command="$(documented | grep '^systemctl')"
  FIRST="$(inside bash -ec "$command")" || fail "$command"
  expect_match "$command" "$FIRST" ' password  \S+ +\(not shown again\)'
  expect 'the state' "$(property ActiveState)" active
  expect 'the number of restarts' "$(property NRestarts)" 0
}

send_and_read_as_the_server_proposes() {
  local commands
  commands="$(sed -nE 's/^.*: +(KEY=|curl )/\1/p' <<<"$FIRST")"
  expect 'the number of commands' "$(wc -l <<<"$commands")" 3
  expect_match 'the answer to the send' "$(beside bash -ec "$commands")" '"result":"success".*"id":'
  read -r KEY EMAIL < <(beside bash -ec "$(head -1 <<<"$commands"); echo \$KEY $(sed -nE 's/^.* e-mail +(\S+)$/\1/p' <<<"$FIRST")")
}

ask() {
  local path="$1"
  shift
  beside curl --silent --show-error --max-time 20 --user "$EMAIL:$KEY" "$SERVER/api/v1/$path" "$@"
}

expect_first_message() {
  expect_match 'the channel' "$(ask 'messages?anchor=oldest&num_before=0&num_after=5&apply_markdown=false')" 'Hello, world'
}

# Code with a language is rendered in a process of its own, whose time is limited: on a busy machine once more.
render_code_and_take_a_picture() {
  within 60 code_is_rendered || fail "a message with code is answered with $ANSWER"
  expect_match 'the answer to a picture' "$(ask users/me/avatar --form file=@examples/sun.png)" '"avatar_url":"[^"]+'
}
code_is_rendered() {
  ANSWER="$(ask messages --data-urlencode 'type=channel' --data-urlencode 'to=general' --data-urlencode 'topic=code' \
    --data-urlencode $'content=```js\nlet a = 1;\n```')"
  grep -q '"result":"success"' <<<"$ANSWER"
}

# The unit's sandbox around another program: names of a DNS server in the machine, machine code made of JavaScript, processes.
resolve_names_and_compile_code_in_the_sandbox() {
  local seen
  # Not from here: what this script leaves of a process in there would keep the machine from ending.
  inside systemd-run --quiet --unit name-server node /opt/hansard/scripts/systemd/nameServer.cjs
  inside bash -c 'echo nameserver 127.0.0.1 >/etc/resolv.conf'
  inside bash -c "sed -E '/^(Type|NotifyAccess|Restart.*)=/d; s|^ExecStart=.*|Type=oneshot\nExecStart=/usr/bin/node scripts/systemd/probe.cjs|' \
    /etc/systemd/system/hansard.service >/run/systemd/system/probe.service && systemctl daemon-reload"
  inside systemctl start probe || fail "$(inside journalctl --no-pager --output cat --unit probe --lines 10)"
  seen="$(inside journalctl --no-pager --output cat --unit probe)"
  expect_match 'the probe' "$seen" '^name 192\.0\.2\.7$'
  expect_match 'the probe' "$seen" '^process 42$'
  expect_match 'the probe' "$seen" '^memory yes$'
  expect_match 'the probe' "$seen" '^compiled yes$'
}

run_commands_with_the_settings_of_the_unit() {
  local said
  said="$(inside "${HANSARD[@]}" status)" || fail "hansard status: $said"
  expect_match 'hansard status' "$said" '^Hansard .* is ready\.'
  said="$(inside sudo -u hansard hansard doctor --json --env-file "$ENV_FILE" 2>/dev/null || true)"
  expect_match 'hansard doctor' "$said" '"name": ?"disk-room"'
  said="$(inside "${HANSARD[@]}" users create --email other@example.com --name 'Somebody Else' 2>&1)" || fail "users create: $said"
  if said="$(inside sudo -u nobody hansard --env-file "$ENV_FILE" status 2>&1)"; then fail 'anybody can read the settings'; fi
  expect_match 'the refusal' "$said" 'cannot be read \(EACCES'
}

read_the_file_as_systemd_does() {
  local name=BOOTSTRAP_ORGANIZATION_NAME value unit command
  local print=(/usr/local/bin/hansard config print --json)
  for value in 'a b' "'a  \"b\" \\ \$c # d'" '"a \"b\" \\ \$c \n d"' 'a # b' "it's" 'a\ b\\c' '  spaces  ' 'a=b'; do
    printf '%s=%s\r\nPORT=\n' "$name" "$value" | inside tee /tmp/values.env >/dev/null
    unit="$(inside systemd-run --quiet --wait --pipe --property=EnvironmentFile=/tmp/values.env "${print[@]}")"
    command="$(inside "${print[@]}" --env-file /tmp/values.env)"
    expect "$name=$value" "$command" "$unit"
    expect_match "$name=$value" "$command" "\"$name\": ?\"."
  done
}

write_where_a_drop_in_allows() {
  inside install -d -o hansard -g hansard -m 0700 /srv/mail
  inside sed -i 's|^MAIL_DIR=.*|MAIL_DIR=/srv/mail|' "$ENV_FILE"
  inside install -d /etc/systemd/system/hansard.service.d
  sed -n '/^ *\[Service\]/,/^$/s/^    //p' docs/operations.md | sed 's|=/.*|=/srv/mail|' |
    inside tee /etc/systemd/system/hansard.service.d/folders.conf >/dev/null
  inside systemctl daemon-reload
  inside systemctl restart hansard || fail 'systemctl restart'
  expect_match 'the answer to an invitation' "$(ask invites --data-urlencode 'invitee_emails=new@example.com' \
    --data-urlencode 'stream_ids=[]')" '"result":"success"'
  within 20 inside bash -c 'ls /srv/mail/*.eml >/dev/null 2>&1' || fail 'no mail in /srv/mail'
}

keep_data_over_a_restart() {
  inside systemctl restart hansard || fail 'systemctl restart'
  expect_first_message
}

keep_data_over_a_kill() {
  inside systemctl kill --kill-who=main --signal=KILL hansard
  within 30 is_started_again || fail "it is $(property ActiveState)"
  expect_first_message
}
is_started_again() { [ "$(property NRestarts) $(property ActiveState)" = '1 active' ]; }

stop_in_order() {
  local begun=$SECONDS
  inside systemctl stop hansard
  [ $((SECONDS - begun)) -lt 12 ] || fail "it took $((SECONDS - begun)) s"
  expect 'the result' "$(property Result) $(property ExecMainCode) $(property ExecMainStatus)" 'success 1 0'
}

end_once_with_a_wrong_setting() {
  inside sed -i 's/^PORT=.*/PORT=harbor/' "$ENV_FILE"
  if inside systemctl start hansard 2>/dev/null; then fail 'systemctl start says that it started'; fi
  # Longer than RestartSec.
  sleep 4
  expect 'the state' "$(property ActiveState) $(property ExecMainStatus) $(property NRestarts)" 'failed 2 0'
  expect_match 'the journal' "$(inside journalctl --no-pager --output cat --unit hansard --lines 10)" '^PORT must be'
  inside sed -i 's/^PORT=.*/PORT=9991/' "$ENV_FILE"
  inside systemctl start hansard || fail 'systemctl start'
  expect_first_message
}

be_closed() {
  local said
  said="$(inside systemd-analyze security --no-pager hansard | tail -1)"
  echo "systemd: $said"
  [ "$(sed -E 's/.*: ([0-9.]+) .*/\1 <= '"$EXPOSURE"'/' <<<"$said" | awk '{ print ($1 <= $3) }')" = 1 ] || fail "$said"
}
