#!/usr/bin/env bash
# Runs the commands of docs/install.md and docs/run.md (or of docs/grow.md: `scripts/try-operations.sh grow`), line by line, in a temporary
# folder and on free ports. At the end it stops everything that they started. It needs root and the programs of the pages; without them it
# says so and ends with status 0.
set -uo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
  '') pages=(docs/install.md docs/run.md) ;;
  grow) pages=(docs/grow.md) ;;
  *) echo "usage: $0 [grow]" && exit 2 ;;
esac

missing=()
[ "$(id -u)" = 0 ] || missing+=(root)
programs='openssl curl runuser'
[ "${1:-}" = grow ] || programs="$programs pgbouncer nginx setpriv"
for program in $programs; do
  command -v "$program" >/dev/null || missing+=("$program")
done
ls /usr/lib/postgresql/*/bin/pg_basebackup >/dev/null 2>&1 || missing+=(postgresql)
[ "${1:-}" = grow ] && ! node test/citus/find.mjs >/dev/null 2>&1 && missing+=('a PostgreSQL with Citus')
if [ ${#missing[@]} -gt 0 ]; then
  echo "${pages[*]}: not tried, because ${missing[*]} is not here."
  exit 0
fi

DESK=$(mktemp -d /var/tmp/desk-XXXXXX)
export DESK
read -r PRIMARY_PORT STANDBY_PORT RESTORED_PORT POOLER_PORT DESK_PORT_1 DESK_PORT_2 HTTPS_PORT DESK_METRICS_PORT COORDINATOR_PORT WORKER_1_PORT WORKER_2_PORT < <(node -e '
  const servers = Array.from({ length: 11 }, () => require("node:net").createServer().listen(0, "127.0.0.1"));
  setTimeout(() => { console.log(servers.map((server) => server.address().port).join(" ")); servers.forEach((server) => server.close()); }, 50);')
export PRIMARY_PORT STANDBY_PORT RESTORED_PORT POOLER_PORT DESK_PORT_1 DESK_PORT_2 HTTPS_PORT DESK_METRICS_PORT
export COORDINATOR_PORT WORKER_1_PORT WORKER_2_PORT

# The blocks that a reader pastes, except blocks after a "not tried" mark. Those after a "tried twice" mark come twice.
awk '
  BEGIN { times = 1 }
  /<!-- not tried/ { times = 0 }
  /<!-- tried twice/ { times = 2 }
  /^```sh$/ { isBlock = 1; block = "echo; echo \"=== " FILENAME ", line " FNR "\"\n"; next }
  /^```$/ { if (isBlock) { while (times-- > 0) printf "%s", block; isBlock = 0; times = 1 } next }
  isBlock { block = block $0 "\n" }
' "${pages[@]}" >"$DESK.commands"

end() {
  for pid in "$DESK"/run/*.pid; do [ -f "$pid" ] && kill "$(head -1 "$pid")" 2>/dev/null; done
  for cluster in primary standby restored coordinator worker-1 worker-2; do
    [ -f "$DESK/$cluster/postmaster.pid" ] && kill -INT "$(head -1 "$DESK/$cluster/postmaster.pid")" 2>/dev/null
  done
  sleep 2
  if [ "${KEEP:-}" = '' ]; then rm -rf "$DESK" "$DESK.commands"; else echo "Kept: $DESK"; fi
}
trap end EXIT

bash -euo pipefail "$DESK.commands"
status=$?
if [ $status = 0 ]; then
  echo "${pages[*]}: every line ran."
else
  echo "${pages[*]}: FAILED with $status."
  # Without the messages of curl, which waits until a process is ready.
  grep -hv '^curl: ' "$DESK"/log/desk*.log | tail -n 20
  tail -n 20 "$DESK"/log/{primary,standby,restored,pgbouncer,nginx,coordinator,worker-1,worker-2}.log 2>/dev/null
fi
exit $status
