#!/usr/bin/env bash
# Installs the programs of the distribution that some tests use (program:package), if this is root on Debian or Ubuntu. Tests whose
# programs are missing are skipped, and say so.
set -uo pipefail

missing=()
for pair in promtool:prometheus openssl:openssl nginx:nginx-light faketime:faketime pgbouncer:pgbouncer pg_ctlcluster:postgresql caddy:caddy chromium:chromium dovecot:dovecot-imapd postfix:postfix skopeo:skopeo umoci:umoci mmdebstrap:mmdebstrap bwrap:bubblewrap; do
  command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
done
[ ${#missing[@]} = 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 && exit 0
  tail -n 3 "$log"
fi
echo "not installed, so that their tests are skipped: ${missing[*]}"
