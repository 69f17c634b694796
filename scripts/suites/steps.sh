# What .ci/run and scripts/test-long.sh share: steps with their minutes, and steps beside other steps. To be sourced by bash.

work=$(mktemp -d)
beside=()
trap 'end_beside; rm -rf "$work"' EXIT
rm -rf coverage/flaky

# step <name> <command>...: runs a command, and writes down how long it took and whether it failed.
step() {
  local name=$1 begin=$SECONDS result=done
  shift
  printf '\n=== %s\n' "$name"
  "$@" || result=FAILED
  printf -- '--- %s: %s after %d s\n' "$name" "$result" $((SECONDS - begin))
  printf '%d\t%s\t%s\n' $((SECONDS - begin)) "$result" "$name" >>"$work/steps"
}

# suite <name> <npm script> [argument of Jest]...: runs tests with Jest. Files that fail are run once more (scripts/run-suite.mjs).
suite() {
  local name=$1 script=$2
  shift 2
  node scripts/run-suite.mjs "$name" "$work/$name.json" npm run -s "$script" -- "$@"
}

# begin_beside <function>: runs steps beside those that follow, with less right to the processors. Their output comes at the end.
begin_beside() { begin_after 'renice -n 10 -p' "$@"; }

# begin_behind <function>: as begin_beside, but the steps get a processor only when no test wants it. For the time of tests that assert a
# time: they have few neighbours.
begin_behind() { begin_after 'chrt --idle --pid 0' "$@"; }

# begin_after <command that takes the id of a process> <function>
begin_after() {
  local lessen=$1
  shift
  local log
  log=$(mktemp "$work/beside-XXXX.log")
  # A group of processes of its own, which can be ended as a whole.
  set -m
  (
    set +m
    trap - EXIT
    $lessen "$BASHPID" >/dev/null
    "$@"
  ) >"$log" 2>&1 &
  set +m
  beside+=("$!:$log")
}

# join_beside: waits for all steps that began beside others, and shows their output.
join_beside() {
  local one
  for one in "${beside[@]}"; do
    wait "${one%%:*}"
    cat "${one#*:}"
  done
  beside=()
}

end_beside() {
  local one
  for one in "${beside[@]}"; do
    kill -- "-${one%%:*}"
    wait "${one%%:*}"
  done 2>/dev/null
}

# tell_if_red: says in the middle of a run that it cannot become green any more.
tell_if_red() {
  grep -q FAILED "$work/steps" && printf '\nThis run is red already: %s\n' "$(awk -F '\t' '$2 == "FAILED" { printf "%s%s", sep, $3; sep = ", " }' "$work/steps")"
  return 0
}

# finish <file> [strictly]: prints minutes and counts. A green run of a tree without changes writes its commit to the file; strictly, only
# when no file was flaky.
finish() {
  node scripts/test-summary.mjs "$work" || exit 1
  if [ "${2:-}" = strictly ] && [ -d coverage/flaky ]; then
    echo "Flaky files: $1 was not written."
  elif [ -z "$(git status --porcelain)" ]; then
    mkdir -p coverage && git rev-parse HEAD >"$1"
  fi
  exit 0
}
