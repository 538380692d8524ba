# Parts of a run, and how long each took. Sourced by .ci/run.

table=''
part=''
note=''
began=0

minutes() { printf '%d.%d' $(($1 / 60)) $(($1 % 60 / 6)); }

# Runs one part: its name, then a command, whose failure ends the run. A command may leave a note for the table.
run_part() {
  part=$1 note='' began=$SECONDS
  shift
  echo "ci: $part …"
  "$@"
  end_part
}

end_part() {
  local line
  line=$(printf '%-18s %6s minutes  %s' "$part" "$(minutes $((SECONDS - began)))" "$note")
  echo "ci: $line"
  table+="$line"$'\n'
  part=''
}

# The last thing of a run, also of one that failed.
print_table() {
  if [ "$1" != 0 ] && [ -n "$part" ]; then note+="${note:+, }failed"; end_part; fi
  printf '\n%s%-18s %6s minutes\n' "$table" all "$(minutes "$SECONDS")"
}
