// The client as it is packed: what is in it, and how much.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { installClient } from '../../support/client-package.js';
import { PROJECT, temporaryFolder } from '../../support/servers/processes.js';

const run = promisify(execFile);
const KIB = 1_024;

const OURS = ts.versionMajorMinor;
/** `CLIENT_TYPESCRIPTS=5.4,5.9` tries these releases, too, which npm brings. */
const compilers = [OURS, ...(process.env['CLIENT_TYPESCRIPTS']?.split(',') ?? [])];
const STRICT = {
  compilerOptions: {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  },
  files: ['consumer.mts'],
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let place: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  await installClient(folder.path);
  place = join(folder.path, 'node_modules/@support-desk/client');
});
afterAll(() => folder.remove());

// @proves E-27-1
describe('the package', () => {
  it('has modules with their types, a program, a README, a CHANGELOG and the licence', () => {
    expect(readdirSync(place).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
    const modules = ['', 'listen'].flatMap((inner) => readdirSync(join(place, 'dist', inner)));
    expect(new Set(modules.map((name) => name.replace(/^[^.]*/, '')))).toEqual(new Set(['.js', '.d.ts', '']));
    expect(modules.filter((name) => !name.includes('.'))).toEqual(['listen']);
    expect(readdirSync(join(folder.path, 'node_modules/.bin'))).toEqual(['support-desk-listen']);
    expect(readdirSync(join(folder.path, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@support-desk',
    ]);
  });

  it('has at most 12 KiB of JavaScript, compressed file by file', () => {
    const scripts = readdirSync(join(place, 'dist')).filter((name) => name.endsWith('.js'));
    const sizes = scripts.map((name) => gzipSync(readFileSync(join(place, 'dist', name))).length);
    const sum = sizes.reduce((one, other) => one + other, 0);
    expect(sum).toBeGreaterThan(5 * KIB);
    expect(sum).toBeLessThanOrEqual(12 * KIB);
  });

  it('imports nothing but its own modules, and nothing of one platform', () => {
    const text = readdirSync(join(place, 'dist'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(place, 'dist', name), 'utf8'))
      .join('\n');
    expect([...text.matchAll(/from '([^']+)'/g)].filter(([, name = '']) => !name.startsWith('./'))).toEqual(
      [],
    );
    expect(text).not.toMatch(/\b(process|Buffer|require|window|document|navigator|Deno|Bun)\b\s*[.([]/);
  });

  it.each(compilers)('checks what a strict program gives and takes, under TypeScript %s', async (release) => {
    await writeFile(
      join(folder.path, 'consumer.mts'),
      readFileSync(join(PROJECT, 'test/client/consumer.ts')),
    );
    await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(STRICT));
    const [program, args] =
      release === OURS
        ? [process.execPath, [join(PROJECT, 'node_modules/typescript/bin/tsc')]]
        : ['npx', ['--yes', '-p', `typescript@${release}`, 'tsc']];
    await run(program, args, { cwd: folder.path }).catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout);
    });
  });
});
