// Makes the packages of the service and of the client as they are published.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dependentsOf, hoistedVersions, productionLock } from './lock.mjs';

const PROJECT = resolve(import.meta.dirname, '../..');
/** What the package keeps of package.json: nothing that only a clone needs. */
const KEPT = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'repository',
  'type',
  'engines',
  'bin',
];
/** npm 11 would obey a lock by the name npm-shrinkwrap.json, but then installs the PostgreSQL of every platform [choice 36]. */
export const LOCK = 'production-lock.json';

/** Packs the service into `folder`. @returns what npm says of the tarball, and its path */
export function packService(folder) {
  return inTemporaryFolder((stage) => {
    const manifest = json('package.json');
    const lock = json('package-lock.json');
    const packed = packedManifest(manifest, lock);
    write(join(stage, 'package.json'), packed);
    write(join(stage, LOCK), productionLock(lock, packed));
    for (const name of packed.bundleDependencies) bundle(stage, name, packed);
    compile(stage);
    const copied = manifest.files.filter((one) => !/^(!|dist$)/.test(one) && one !== LOCK);
    for (const name of [...copied, 'README.md', 'LICENSE'])
      cpSync(join(PROJECT, name), join(stage, name), { recursive: true });
    return { ...pack(stage, folder), hasLock: true };
  });
}

/** Before `npm pack` in the clone: compiles anew, and writes the lock. Ranges stay ranges there. */
export function prepareClone() {
  rmSync(join(PROJECT, 'dist'), { recursive: true, force: true });
  compile(PROJECT);
  write(join(PROJECT, LOCK), productionLock(json('package-lock.json'), json('package.json')));
}

/** Names every package that production needs by its version, also those after our own, because no package manager knows our lock. */
function packedManifest(manifest, lock) {
  const { needed, optional } = hoistedVersions(lock);
  const overrides = Object.entries(manifest.overrides).filter(([name]) => name in needed);
  const overridden = overrides.map(([name]) => name);
  return {
    ...Object.fromEntries(KEPT.filter((key) => key in manifest).map((key) => [key, manifest[key]])),
    files: manifest.files,
    dependencies: needed,
    optionalDependencies: optional,
    // npm 10 looks for what a `$name` stands for in the project that installs the package, and fails.
    overrides: Object.fromEntries(overridden.map((name) => [name, needed[name]])),
    bundleDependencies: dependentsOf(lock, overridden),
  };
}

/**
 * Puts a package into the tarball that asks for another version than the one which an override gives it here, and asks for that one there.
 * Package managers obey overrides at the root only. Types and maps stay here.
 */
function bundle(stage, name, { dependencies, overrides }) {
  const from = join(PROJECT, 'node_modules', name);
  const to = join(stage, 'node_modules', name);
  cpSync(from, to, { recursive: true, filter: (path) => !/\.(map|d\.[cm]?ts)$/.test(path) });
  const manifest = json(join('node_modules', name, 'package.json'));
  for (const each of Object.keys(overrides))
    if (each in (manifest.dependencies ?? {})) manifest.dependencies[each] = dependencies[each];
  write(join(to, 'package.json'), manifest);
}

/** Packs the client into `folder`. */
export function packClient(folder) {
  return inTemporaryFolder((stage) => {
    const source = join(PROJECT, 'packages/client');
    const filter = (path) => !/\/(dist|node_modules)$/.test(path);
    cpSync(source, stage, { recursive: true, filter });
    // Its program is compiled with the types of Node.js. npm packs no such folder.
    mkdirSync(join(stage, 'node_modules'));
    symlinkSync(join(PROJECT, 'node_modules/@types'), join(stage, 'node_modules/@types'));
    // The address stands once, in package.json of the project.
    const { repository } = json('package.json');
    if (repository)
      write(join(stage, 'package.json'), { ...json('packages/client/package.json'), repository });
    return { ...pack(stage, folder), hasLock: false };
  });
}

/** A clean build: `dist/` of the clone may still have what was deleted from `src/`. */
function compile(stage) {
  const options = ['--outDir', join(stage, 'dist'), '--sourceMap', 'false', '--incremental', 'false'];
  const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
  run(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options, '--tsBuildInfoFile', 'null'], PROJECT);
}

function pack(stage, folder) {
  mkdirSync(folder, { recursive: true });
  const bin = join(PROJECT, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, npm_config_workspaces: '' };
  const args = ['pack', '--json', '--silent', '--pack-destination', resolve(folder)];
  const [packed] = Object.values(JSON.parse(run('npm', args, stage, env)));
  return { ...packed, path: join(resolve(folder), packed.filename) };
}

function run(program, args, cwd, env = process.env) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

function inTemporaryFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'support-desk-pack-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function json(path) {
  return JSON.parse(readFileSync(join(PROJECT, path), 'utf8'));
}

function write(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
