#!/usr/bin/env bash
# Checks docker/ without a container engine. It installs the checkers into a temporary folder.
set -uo pipefail
cd "$(dirname "$0")/.."

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
npm install --silent --no-audit --no-fund --prefix "$tools" kubernetes-models@4.5.1 dockerfile-utils@0.16.3 || exit 1

failed=0
node scripts/check-manifests.mjs "$tools" docker/kubernetes/*.yaml || failed=1

"$tools/node_modules/.bin/dockerfile-utils" lint docker/Dockerfile && echo 'docker/Dockerfile: no mistake found' || failed=1
# Files that the Dockerfile copies must exist, and .dockerignore must let them in.
for file in $(sed -n 's/^COPY \([^-].*\) [^ ]*$/\1/p' docker/Dockerfile); do
  if [ ! -e "$file" ] || ! grep -qx "!$file" .dockerignore; then
    echo "docker/Dockerfile copies $file, which does not exist or is not in .dockerignore."
    failed=1
  fi
done

if command -v caddy >/dev/null; then
  BASE_DOMAIN=desk.example CADDY_TLS=internal caddy validate --config docker/Caddyfile --adapter caddyfile >"$tools/caddy" 2>&1 &&
    echo 'docker/Caddyfile: valid' || { cat "$tools/caddy"; failed=1; }
else
  echo 'docker/Caddyfile was not checked: caddy is not installed.'
fi
exit $failed
