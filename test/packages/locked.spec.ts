// The versions that package managers install from the tarball and from a registry: those that the tests ran with.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Machine, type Manager } from './support/machine.js';
import { lockedPackages, service, underTest } from './support/packed.js';

const isFor = (here: string, wanted?: readonly string[]) => wanted?.includes(here) ?? true;

/** The names of all packages of the lock, also of those that have their place in another package. */
const lockedNames = new Set(
  Object.keys(lockedPackages()).map((path) => path.replace(/^.*node_modules\//, '')),
);

/** Each package that the package names, with its version, unless it is for another platform. */
const locked = Object.fromEntries(
  Object.entries(lockedPackages()).flatMap(([path, { version, os, cpu }]) => {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    const isOurs = name !== undefined && isFor(process.platform, os) && isFor(process.arch, cpu);
    return isOurs ? [[name, version]] : [];
  }),
);

const WAYS: readonly [manager: Manager, name: string, what: string][] = [
  ['npm11', 'a registry', service.name],
  ['npm11', 'the tarball', service.path],
  ['npm10', 'a registry', service.name],
];

// @proves E-28-2
describe.each(WAYS)('%s', (manager, name, what) => {
  it(`installs from ${name} the versions that are locked, and only what this platform needs`, async () => {
    const machine = new Machine({ node: '20.19', manager, person: 'a user' });
    await machine.manage(
      'install',
      '--engine-strict',
      '--ignore-scripts',
      '--registry',
      underTest.registry,
      what,
    );
    const modules = join(machine.folder, 'node_modules');
    const { [service.name]: own, ...beside } = installedIn(modules);
    const others = { ...beside, ...installedIn(join(modules, service.name, 'node_modules')) };
    expect(own).toBe(service.version);
    expect(Object.keys(locked).length).toBeGreaterThan(200);
    expect(others).toMatchObject(locked);
    expect(Object.keys(others).filter((each) => !lockedNames.has(each))).toEqual([]);
  });
});

// @proves E-28-2
it('pnpm has among its packages those that are locked', async () => {
  const machine = new Machine({ node: '22', manager: 'pnpm', person: 'a user' });
  await machine.manage('add', '--ignore-scripts', service.path);
  const store = readdirSync(join(machine.folder, 'node_modules/.pnpm'));
  const missing = Object.entries(locked)
    .filter(([name]) => !service.manifest.bundleDependencies.includes(name))
    .map(([name, version]) => `${name.replace('/', '+')}@${version}`)
    .filter((name) => !store.some((folder) => folder === name || folder.startsWith(`${name}_`)));
  expect(missing).toEqual([]);
});

/** The packages of a folder with their versions. */
function installedIn(folder: string): Record<string, string> {
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((each) => `${name}/${each}`) : [name],
    )
    .filter((name) => existsSync(join(folder, name, 'package.json')));
  return Object.fromEntries(
    names.map((name) => {
      const { version } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as {
        version: string;
      };
      return [name, version];
    }),
  );
}
