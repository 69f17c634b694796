// Tries the tests: makes one small mistake in the code at a time, a mutant, and runs the specs beside it, which must fail.
// Usage: node scripts/mutants.mjs [word ...]: all mutants of test/mutants/, or those whose names have one of the words.
//        node scripts/mutants.mjs --changed: those of the rooms that have changed since the last release.
// The working tree stays as it is: everything happens in copies in a temporary folder, which try mutants side by side. Ends with status 1
// when a mutant survives, when a mutant does not fit the code any more, and when a spec fails without any mutant.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { allMutants, whyStale } from './list-of-mutants.mjs';

const NOT_COPIED = new Set(['.git', '.data', 'node_modules', 'coverage']);
/** No spec takes as long. A mutant that makes one hang is unclear, and needs another spec. */
const PATIENCE_MS = 300_000;
/** One test that fails kills a mutant. */
const ENVIRONMENT = '<rootDir>/test/support/native/first-failure.mjs';
const JEST = ['node_modules/jest/bin/jest.js', '-w', '1', '--forceExit', '--json', `--env=${ENVIRONMENT}`];
/** Tests wait for a part of their time, so one copy more than there are processors keeps these busy. */
const COPIES = availableParallelism() + 1;
/** How Jest prints the name of a test that has failed. */
const FAILED = /^ {2}● (?!Test suite failed)(.+)$/m;

const words = process.argv.slice(2);
const mutants = (await allMutants()).filter(words[0] === '--changed' ? inChangedRooms() : hasWord);
if (mutants.length === 0 && words[0] === '--changed') {
  console.log('No room with mutants has changed since the last release.');
  process.exit();
}
if (mutants.length === 0) fail('No mutant has such a name.');
const stale = mutants.flatMap((mutant) => whyStale(mutant) ?? []);
if (stale.length > 0) fail(stale.join('\n'));

const began = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'support-desk-mutants-'));
const running = new Set();
let server;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end(1));
try {
  const copies = madeCopies(Math.min(COPIES, mutants.length));
  await startServer(copies[0]);
  process.exitCode = (await tryAll(copies)) ? 0 : 1;
} finally {
  await end(process.exitCode ?? 1);
}

function hasWord({ name }) {
  return words.length === 0 || words.some((word) => name.includes(word));
}

/** Tells the mutants of rooms, such as src/tickets or packages/client, that have a file that is not as in the last release. */
function inChangedRooms() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  // A release writes its baseline.
  const release = git('log', '-1', '--format=%H', '--no-renames', '--diff-filter=A', '--', 'test/baselines');
  const roomOf = (path) => path.split('/').slice(0, 2).join('/');
  const changed = new Set(
    git('diff', '--name-only', release, '--', 'src', 'packages').split('\n').map(roomOf),
  );
  return ({ file }) => changed.has(roomOf(file));
}

/** @returns the folders of the copies, which are built */
function madeCopies(count) {
  const copies = Array.from({ length: count }, (_, place) => join(folder, `copy${place}`));
  cpSync('.', copies[0], { recursive: true, filter: (path) => !NOT_COPIED.has(path) });
  const { status } = spawnSync(process.execPath, ['scripts/build-when-stale.mjs'], { cwd: withModules(copies[0]), stdio: ['ignore', 2, 2] }); // prettier-ignore
  if (status !== 0) throw new Error('The copy cannot be built.');
  for (const copy of copies.slice(1)) {
    cpSync(copies[0], copy, { recursive: true, filter: (path) => path !== join(copies[0], 'node_modules') });
    withModules(copy);
  }
  return copies;
}

function withModules(copy) {
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** One PostgreSQL for all runs, each of which makes databases of its own. */
async function startServer(copy) {
  if (process.env.TEST_DATABASE_URL) return;
  const { openThrowawayServer } = await import(pathToFileURL(join(copy, 'test/support/throwaway-server.mjs')).href); // prettier-ignore
  server = await openThrowawayServer();
  process.env.TEST_DATABASE_URL = server.adminUrl;
}

/** @returns whether every mutant was killed */
async function tryAll(copies) {
  const specs = [...new Set(mutants.flatMap((mutant) => mutant.specs))];
  console.log(`${mutants.length} mutants, ${specs.length} specs. First the specs without a mutant.`);
  const partOf = (place) => specs.filter((_, index) => index % copies.length === place);
  const clean = await Promise.all(copies.map((copy, place) => run(copy, partOf(place))));
  const problem = clean.find((part) => part.problem !== null)?.problem;
  if (problem !== undefined) return say(`The specs fail without a mutant: ${problem}`);
  const ran = new Set(clean.flatMap((part) => [...part.ran]));
  console.log(`They pass (${secondsSince(began)} s).`);
  const results = [];
  const left = mutants.values();
  await Promise.all(copies.map((copy) => tryEach(copy, left, ran, results)));
  const count = (result) => results.filter((each) => each === result).length;
  console.log(
    `${count('killed')} killed, ${count('survived')} survived, ${count('unclear')} unclear, ${count('not tried')} not tried, in ${secondsSince(began)} s.`,
  );
  return count('survived') + count('unclear') === 0;
}

/** Tries mutants in one copy as long as some are left, which all copies take from one iterator. */
async function tryEach(copy, left, ran, results) {
  for (const mutant of left) {
    const started = Date.now();
    const outcome = mutant.specs.some((spec) => ran.has(spec)) ? await tryOne(copy, mutant) : { result: 'not tried', because: 'its specs are skipped on this machine' }; // prettier-ignore
    results.push(outcome.result);
    console.log(
      `${outcome.result.padEnd(9)} ${mutant.name} (${secondsSince(started)} s): ${outcome.because}`,
    );
    if (outcome.result !== 'killed') console.log(`          ${mutant.file}: ${mutant.breaks}`);
  }
}

async function tryOne(copy, { file, find, replace, specs }) {
  const built = join('dist', file.replace(/^src\//, '').replace(/\.ts$/, '.js'));
  // Jest compiles the client itself.
  const paths = file.startsWith('src/') ? [file, built] : [file];
  const before = paths.map((path) => [join(copy, path), readFileSync(join(copy, path), 'utf8')]);
  const mutated = before[0][1].replace(find, () => replace);
  for (const path of paths)
    writeFileSync(join(copy, path), path === file ? mutated : compiled(file, mutated));
  try {
    const { problem, failed } = await run(copy, specs);
    if (failed !== null) return { result: 'killed', because: failed };
    if (problem !== null) return { result: 'unclear', because: `no test failed, but ${problem}` };
    return { result: 'survived', because: specs.join(', ') };
  } finally {
    for (const [path, text] of before) writeFileSync(path, text);
  }
}

/** What the build makes of one file. */
function compiled(fileName, source) {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');
  const { outputText } = ts.transpileModule(source, { fileName, compilerOptions: { ...options, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler } }); // prettier-ignore
  return outputText;
}

/**
 * Runs specs.
 * @returns the specs that ran and were not skipped, the first test that failed, and what is wrong, in words
 */
async function run(copy, specs) {
  const ran = new Set();
  for (const config of ['jest.config.mjs', 'jest.system.config.mjs']) {
    const ours = specs.filter((spec) => configOf(spec) === config);
    if (ours.length === 0) continue;
    const { problem, failed, passed } = await runJest(copy, config, ours);
    for (const spec of passed) ran.add(spec);
    if (problem !== null) return { problem, failed, ran };
  }
  return { problem: null, failed: null, ran };
}

function configOf(spec) {
  return spec.startsWith('test/system/') ? 'jest.system.config.mjs' : 'jest.config.mjs';
}

async function runJest(copy, config, specs) {
  const file = `${copy}.json`;
  rmSync(file, { force: true });
  const args = [...JEST, `--outputFile=${file}`, '-c', config, '--runTestsByPath', ...specs];
  // A build would compile the whole copy again for each mutant.
  const env = { ...process.env, DESK_TEST_IS_BUILT: '1' };
  const child = spawn(process.execPath, args, { cwd: copy, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }); // prettier-ignore
  const { output, isLate } = await finished(child, PATIENCE_MS * specs.length);
  if (isLate) return { problem: 'the specs did not end', failed: null, passed: [] };
  if (!existsSync(file)) {
    // A test that fails may leave a connection open, which ends Jest when its database is dropped.
    const failed = FAILED.exec(output)?.[1] ?? null;
    return { problem: failed ?? `the specs did not run:\n${output.slice(-3_000)}`, failed, passed: [] };
  }
  const { success, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.find(({ status }) => status === 'failed')?.fullName ?? null;
  const has = (result) => result.assertionResults.some(({ status }) => status === 'passed');
  const passed = testResults.filter(has).map(({ name }) => name.slice(copy.length + 1));
  return { problem: success ? null : (failed ?? output.slice(-3_000)), failed, passed };
}

function finished(child, patienceMs) {
  running.add(child);
  let output = '';
  let isLate = false;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const late = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, patienceMs);
  return new Promise((done) => {
    child.on('close', () => {
      clearTimeout(late);
      running.delete(child);
      done({ output, isLate });
    });
  });
}

/** A run is a group of processes: Jest, a host of applications, and what tests start. */
function killGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function end(status) {
  for (const child of running) killGroup(child);
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
  process.exit(status);
}

function secondsSince(moment) {
  return Math.round((Date.now() - moment) / 1_000);
}

function say(text) {
  console.error(text);
  return false;
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
