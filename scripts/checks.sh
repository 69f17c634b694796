#!/usr/bin/env bash
# The cheap checks that are red most often, two beside each other: `npm run -s checks` before a commit. `.ci/run` begins with them, and
# gives the file to which each check adds a line with its seconds, its result and its name.
set -uo pipefail
cd "$(dirname "$0")/.."
steps=${1:-/dev/null}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# check <name> <npm script> [argument]...: its output is shown when it has ended, so that two outputs do not mix.
check() {
  local name=$1 begin=$SECONDS result=done log
  shift
  log=$(mktemp "$work/XXXX.log")
  npm run -s "$@" >"$log" 2>&1 || result=FAILED
  printf '%d\t%s\t%s\n' $((SECONDS - begin)) "$result" "$name" | tee -a "$steps" >>"$work/steps"
  { cat "$log" && printf -- '--- %s: %s after %d s\n' "$name" "$result" $((SECONDS - begin)); } | cat
}

one_core() {
  check 'types' types
  # They load the build, which the tests need, too.
  check 'documents and settings are what the code says' documents -- --check
  check 'layer rules' deps
  check 'the client is what openapi.json says' client:check
  check 'form of the code' lint:form
}
one_core &
check 'lint' lint:code
wait
! grep -q FAILED "$work/steps"
