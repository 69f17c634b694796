// Prepares a release and stops before anything is published (docs/releasing.md).
// Usage: npm run release -- <version> [--images] [--ci-passed-at <where>] [--long-passed-at <where>]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packClient, packService } from './packages/pack.mjs';
import { writeSbom, writeSums } from './packages/papers.mjs';
import { tryInstalled, withInstalled } from './packages/trial.mjs';
import { writeBaseline } from './release/baseline.mjs';
import { changesOf, versionProblem, withHeading, writeVersion } from './release/version.mjs';

const PROJECT = resolve(import.meta.dirname, '..');
process.chdir(PROJECT);
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'ci-passed-at': { type: 'string' },
    'long-passed-at': { type: 'string' },
    images: { type: 'boolean', default: false },
  },
});
const [version = ''] = positionals;
const commit = git('rev-parse', 'HEAD');
const today = new Date().toISOString().slice(0, 10);

const problems = problemsOf();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

const folder = resolve('release', version);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeVersion(PROJECT, version, today);
const files = await build();
console.log(`release/${version}:\n${files.map((path) => `  ${basename(path)}`).join('\n')}`);
console.log(`Nothing is published. What comes next: docs/releasing.md`);

/** What speaks against a release of this state. */
function problemsOf() {
  const current = JSON.parse(readFileSync('package.json', 'utf8')).version;
  const wrong = versionProblem(version, current);
  if (wrong) return [wrong];
  const changes = changesOf(withHeading(readFileSync('CHANGELOG.md', 'utf8'), version, today), version);
  return [
    ...(changes === '' ? ['CHANGELOG.md says nothing about this version.'] : []),
    ...(git('status', '--porcelain') === '' ? [] : ['The tree has changes that are not committed.']),
    ...(hasPassed('ci')
      ? []
      : [`CI has not passed on ${commit}: run .ci/run here, or say where it did (--ci-passed-at).`]),
    ...(hasPassed('long')
      ? []
      : [
          `The long run has not passed on ${commit} without flaky files: run npm run test:long here, or say where it did (--long-passed-at).`,
        ]),
  ];
}

/** `.ci/run` and `npm run test:long` write the commit when everything has passed. */
function hasPassed(run) {
  const file = `coverage/${run}-passed`;
  return (
    values[`${run}-passed-at`] !== undefined ||
    (existsSync(file) && readFileSync(file, 'utf8').trim() === commit)
  );
}

async function build() {
  const packed = [packService(folder), packClient(folder)];
  await withInstalled(packed[0].path, async (installed) => {
    await tryInstalled(installed);
    await writeBaseline(installed, version, resolve('test/baselines'));
  });
  const files = [...packed.map(({ path }) => path), ...packed.map(writeSbom)];
  const sums = writeSums(folder, files);
  const images = values.images
    ? execFileSync('scripts/image/build.sh', [folder, packed[0].path], { encoding: 'utf8' })
    : '';
  const notes = join(folder, 'NOTES.md');
  writeFileSync(notes, notesOf(readFileSync(sums, 'utf8') + images));
  return [...files, sums, notes, ...(values.images ? [join(folder, 'images')] : [])];
}

function notesOf(sums) {
  const changes = changesOf(readFileSync('CHANGELOG.md', 'utf8'), version);
  const ci = values['ci-passed-at'] ?? 'by .ci/run';
  const long = values['long-passed-at'] ?? 'by npm run test:long';
  return `# Support Desk ${version}\n\n${changes}\n\n## Files\n\nCI (${ci}) and the long run (${long}) have passed on ${commit}.\n\n\`\`\`\n${sums}\`\`\`\n`;
}
