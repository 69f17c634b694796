// The lock that the published package brings: what it installs on the oldest Node.js that it names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../support/servers/processes.js';

interface Entry {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node?: string };
}
interface Manifest extends Entry {
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly engines: { readonly node: string };
}

const json = (name: string): unknown => JSON.parse(readFileSync(join(PROJECT, name), 'utf8'));
const { productionLock } = (await import(
  pathToFileURL(join(PROJECT, 'scripts/packages/lock.mjs')).href
)) as { readonly productionLock: (lock: unknown, manifest: Manifest) => { readonly packages: Record<string, Entry> } }; // prettier-ignore

const manifest = json('package.json') as Manifest;
const { packages } = productionLock(json('package-lock.json'), manifest);
const [, oldest] = /^>=(\d+)\./.exec(manifest.engines.node) ?? [];

describe('the lock of the published package', () => {
  it('has packages that ask for what an override gives them, because npm obeys none for what is in a bundle', () => {
    const overridden = Object.keys(manifest.overrides).filter((name) => `node_modules/${name}` in packages);
    expect(overridden).toContain('file-type');
    const asked = Object.entries(packages).flatMap(([path, { dependencies = {} }]) =>
      path === ''
        ? []
        : overridden.flatMap((name) => (name in dependencies ? [[name, dependencies[name]]] : [])),
    );
    expect(asked).not.toEqual([]);
    for (const [name, version] of asked) expect([name, version]).toEqual([name, packages[`node_modules/${name}`]?.version]); // prettier-ignore
  });

  it('has no package that begins with a later Node.js', () => {
    const later = Object.entries(packages).filter(([, { engines }]) => {
      const [, least] = /^>=\s*(\d+)(?![^|]*\|\|)/.exec(engines?.node ?? '') ?? [];
      return least !== undefined && Number(least) > Number(oldest);
    });
    expect(later.map(([path]) => path)).toEqual([]);
  });
});
