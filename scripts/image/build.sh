# Builds of the image: the right one, after a change, and those that have to fail.

build_image() {
  local started=$SECONDS
  copy_checkout
  check_context
  step 'build the image'
  build --tag hansard:local || { tail -20 "$WORK/build.log" >&2 && fail 'the build fails'; }
  say "built in $((SECONDS - started)) s"

  step 'build again after a change of source'
  started=$SECONDS
  echo "// changed $(date +%s)" >>"$WORK/context/src/main.ts"
  build --tag hansard:changed
  grep --after-context 3 'RUN npm ci' "$WORK/build.log" | grep --quiet CACHED || fail 'packages are installed again'
  say "built in $((SECONDS - started)) s"
  docker image rm hansard:changed >/dev/null

  check_incomplete_build better-sqlite3-13
  check_incomplete_build @img
  check_image
}

# Without what the checkout has beside its files, and with secrets and builds that must not be sent.
copy_checkout() {
  mkdir "$WORK/context"
  git ls-files -z --cached --others --exclude-standard --deduplicate |
    xargs --null stat --format %n 2>/dev/null | tar --create --files-from - | tar --extract --directory "$WORK/context"
  local folder
  for folder in . src web packages/client drivers/since-node-24 bin; do
    mkdir -p "$WORK/context/$folder/node_modules/other" "$WORK/context/$folder/dist"
    for name in .env .env.production .npmrc node_modules/other/index.js dist/other.js; do
      echo 'secret=1' >"$WORK/context/$folder/$name"
    done
  done
}

check_context() {
  step 'look at what is sent to the build'
  printf 'FROM scratch\nCOPY . /\n' >"$WORK/sent.Dockerfile"
  build --file "$WORK/sent.Dockerfile" --output "type=local,dest=$WORK/sent"
  [ -f "$WORK/sent/src/main.ts" ] || fail 'the source is not sent'
  local unwanted
  unwanted="$(find "$WORK/sent" -name node_modules -o -name dist -o -name '.env*' -o -name .npmrc -o -name .git)"
  [ -z "$unwanted" ] || fail "these are sent: $unwanted"
  rm -rf "$WORK/sent"
}

build() { docker build --network host --progress plain "$@" "$WORK/context" >"$WORK/build.log" 2>&1; }

# Of a package that npm left out the build has to say so.
check_incomplete_build() {
  step "build without $1"
  sed "s|^RUN npm prune.*|&\nRUN rm -r node_modules/$1|" Dockerfile >"$WORK/incomplete.Dockerfile"
  ! build --file "$WORK/incomplete.Dockerfile" || fail 'the build passes'
  grep --quiet 'cannot be used, so the image would not work' "$WORK/build.log" ||
    { tail -20 "$WORK/build.log" >&2 && fail 'the build does not say why it fails'; }
}

check_image() {
  step 'look at the image'
  [ "$(docker image inspect --format '{{.Config.User}}' hansard:local)" = node ] || fail 'it runs as root'
  local contents
  contents="$(docker run --rm --network none hansard:local sh -c 'command -v gcc g++ cc make python3; ls -A; stat -c "%U %a" /backups')"
  [ "$contents" = "$(printf 'bin\ndist\nnode_modules\npackage.json\nnode 700')" ] || fail "it contains: $contents"
  say "$(docker image ls --format '{{.Size}}' hansard:local) with $(docker run --rm --network none hansard:local node --version)"
}
