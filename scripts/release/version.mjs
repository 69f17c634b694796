// Where the version of a release stands, and what the changelogs say about it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFESTS = ['package.json', 'packages/client/package.json'];
/** Pages that name the file of the package or an image. */
const PAGES = [
  ...['docs/install.md', 'docs/ci.md', 'docker/README.md'],
  ...['docker/kubernetes/2-migrate.yaml', 'docker/kubernetes/3-deployment.yaml'],
];
const UNRELEASED = '## [Unreleased]';

/** Says why a release by this version would be a mistake; undefined when it would not. */
export function versionProblem(version, current) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `"${version}" is no version such as 0.2.0.`;
  const difference = numbersOf(version)
    .map((number, at) => number - numbersOf(current)[at])
    .find((each) => each !== 0);
  return difference < 0 ? `${version} is older than ${current}, which package.json has.` : undefined;
}

/** Writes a version into manifests, lock, changelogs and pages. Where it stands already, nothing changes. */
export function writeVersion(folder, version, day) {
  const current = json(folder, 'package.json').version;
  for (const path of MANIFESTS) edit(folder, path, (text) => withVersion(text, version));
  const lock = json(folder, 'package-lock.json');
  for (const entry of [lock, lock.packages[''], lock.packages['packages/client']]) entry.version = version;
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  edit(folder, 'CHANGELOG.md', (text) => withHeading(text, version, day));
  edit(folder, 'packages/client/CHANGELOG.md', (text) =>
    text.replace(/^## .*not published yet$/m, `## ${version}`),
  );
  for (const path of PAGES) edit(folder, path, (text) => withNames(text, current, version));
}

/** What the changelog says about a version; empty when it says nothing. */
export function changesOf(changelog, version) {
  const [, text = ''] = changelog.split(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\].*$`, 'm'));
  return text.split(/^## /m)[0].trim();
}

/** Puts the heading of a version below the one of what is not released. */
export function withHeading(changelog, version, day) {
  if (changelog.includes(`\n## [${version}]`)) return changelog;
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${day}`);
}

function withNames(text, current, version) {
  return text
    .replaceAll(`support-desk-${current}.tgz`, `support-desk-${version}.tgz`)
    .replaceAll(`support-desk:${current}`, `support-desk:${version}`)
    .replaceAll(`oci:images:${current}`, `oci:images:${version}`);
}

function withVersion(manifest, version) {
  return manifest.replace(/^(  "version": )"[^"]*"/m, `$1"${version}"`);
}

function edit(folder, path, change) {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  if (changed !== text) writeFileSync(file, changed);
}

function json(folder, path) {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'));
}

function numbersOf(version) {
  return version.split('.').map(Number);
}
