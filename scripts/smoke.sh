#!/usr/bin/env bash
# Does what a newcomer does first: `npm start` in a clone, the printed curl line, Ctrl-C. `.ci/run` is in a clone itself and has run
# `npm ci` there: the packages come from it. Usage: scripts/smoke.sh <folder>
set -euo pipefail
folder=$1
git clone --quiet . "$folder"
cp -a node_modules "$folder/node_modules"
cd "$folder"
log=$folder/start.log
PORT=0 npm start >"$log" 2>&1 </dev/null &
npm_pid=$!
trap 'kill "$npm_pid" 2>/dev/null || true' EXIT

# A busy machine takes a while for the build.
for _ in $(seq 1500); do
  grep -q 'curl -H' "$log" && break
  kill -0 "$npm_pid" 2>/dev/null || break
  sleep 0.2
done
curl_line=$(sed -n 's/^ *\(curl -H .*\)$/\1/p' "$log")
[ -n "$curl_line" ] || { cat "$log"; echo 'No curl line was printed.'; exit 1; }
answer=$(bash -c "${curl_line/curl/curl -sS --fail-with-body}")
total=$(node -p 'JSON.parse(require("fs").readFileSync(0)).pagination.total_records' <<<"$answer")
[ "$total" = 5 ] || { echo "The printed curl line answered: $answer"; exit 1; }

kill -TERM "$npm_pid"
trap - EXIT
wait "$npm_pid" || true
for _ in $(seq 50); do
  [ -e .data/postgres/postmaster.pid ] || break
  sleep 0.2
done
[ ! -e .data/postgres/postmaster.pid ] || { echo 'The database was not stopped.'; exit 1; }
echo "The printed curl line answered with $total tickets; service and database have stopped."
