// `npm run release` in a copy of this repository.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT, temporaryFolder, type TemporaryFolder } from '../support/servers/processes.js';
import { service } from './support/packed.js';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  // The files as they are here, also those that are not committed yet.
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT,
  });
  for (const name of names
    .toString()
    .split('\0')
    .filter((each) => each !== ''))
    cpSync(join(PROJECT, name), join(folder.path, name), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(folder.path, 'node_modules'));
  // A release has something to say.
  insert('CHANGELOG.md', '## [Unreleased]\n', '\n### Added\n\n- Something new.\n');
  insert(
    'packages/client/CHANGELOG.md',
    '# Changelog\n',
    '\n## Next, not published yet\n\n- Something new.\n',
  );
  git('init', '--quiet');
  writeFileSync(join(folder.path, '.git/info/exclude'), 'node_modules\n');
  commit();
});
afterAll(() => folder.remove());

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path, encoding: 'utf8' }).trim();
const commit = () => {
  git('add', '--all');
  git(
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@desk.example',
    'commit',
    '--quiet',
    '--message',
    'State',
  );
};
const insert = (path: string, after: string, words: string) => {
  const file = join(folder.path, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(after, after + words));
};
const textOf = (...path: string[]) => readFileSync(join(folder.path, ...path), 'utf8');
const release = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/release.mjs', ...args], { cwd: folder.path });
const PASSED = ['--ci-passed-at', 'a page', '--long-passed-at', 'another page'];
const refusalOf = async (...args: string[]): Promise<string> => {
  try {
    return (await release(...args)).stdout;
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
};

// @proves E-28-5
describe('npm run release', () => {
  it('refuses a version that is not later', async () => {
    expect(await refusalOf('v9')).toBe('"v9" is no version such as 0.2.0.\n');
    expect(await refusalOf('0.0.9')).toMatch(/^0\.0\.9 is older than /);
  });

  it('refuses a state on which CI has not passed, and one with changes', async () => {
    expect(await refusalOf('9.9.9')).toMatch(/^CI has not passed on [0-9a-f]{40}: /);
    mkdirSync(join(folder.path, 'coverage'), { recursive: true });
    writeFileSync(join(folder.path, 'coverage/ci-passed'), `${'0'.repeat(40)}\n`);
    expect(await refusalOf('9.9.9')).toMatch(/^CI has not passed on /);
    writeFileSync(join(folder.path, 'new.txt'), '');
    expect(await refusalOf('9.9.9', ...PASSED)).toBe('The tree has changes that are not committed.\n');
    git('clean', '--quiet', '--force');
  });

  it('refuses a state on which the long run has not passed without flaky files', async () => {
    const refused = /^The long run has not passed on [0-9a-f]{40} without flaky files: /;
    expect(await refusalOf('9.9.9', '--ci-passed-at', 'a page')).toMatch(refused);
    writeFileSync(join(folder.path, 'coverage/long-passed'), `${'0'.repeat(40)}\n`);
    expect(await refusalOf('9.9.9', '--ci-passed-at', 'a page')).toMatch(refused);
  });

  it('refuses a version of which the changelog says nothing', async () => {
    const silent = textOf('CHANGELOG.md').replace(/^## \[Unreleased\]$.*?^## /ms, '## [Unreleased]\n\n## ');
    writeFileSync(join(folder.path, 'CHANGELOG.md'), silent);
    expect(await refusalOf('9.9.9', ...PASSED)).toMatch(/^CHANGELOG\.md says nothing about this version\.\n/);
    git('checkout', '--quiet', 'CHANGELOG.md');
  });

  it('writes the version and the baseline of upgrades, builds equal packages, papers and notes in two runs, and publishes nothing', async () => {
    for (const run of ['ci', 'long'])
      writeFileSync(join(folder.path, `coverage/${run}-passed`), `${git('rev-parse', 'HEAD')}\n`);
    const baseline = git('ls-files', 'test/baselines').split('\n');
    expect((await release('9.9.9')).stdout).toContain('Nothing is published.');
    const files = readdirSync(join(folder.path, 'release/9.9.9')).sort();
    expect(files).toEqual([
      'NOTES.md',
      'SHA256SUMS',
      'support-desk-9.9.9.cdx.json',
      'support-desk-9.9.9.tgz',
      'support-desk-client-9.9.9.cdx.json',
      'support-desk-client-9.9.9.tgz',
    ]);
    expect(
      git('status', '--porcelain')
        .split('\n')
        .map((line) => line.trim().replace(/^\S+ +/, ''))
        .sort(),
    ).toEqual([
      'CHANGELOG.md',
      'docker/README.md',
      'docker/kubernetes/2-migrate.yaml',
      'docker/kubernetes/3-deployment.yaml',
      'docs/ci.md',
      'docs/install.md',
      'package-lock.json',
      'package.json',
      'packages/client/CHANGELOG.md',
      'packages/client/package.json',
      ...baseline,
      'test/baselines/9.9.9/',
    ]);
    expect(textOf('CHANGELOG.md')).toMatch(/^## \[Unreleased\]\n\n## \[9\.9\.9\] - \d{4}-\d\d-\d\d\n\n### /m);
    expect(textOf('packages/client/CHANGELOG.md')).toContain('## 9.9.9\n');
    const sums = textOf('release/9.9.9/SHA256SUMS');
    expect(textOf('release/9.9.9/NOTES.md')).toContain(sums);
    expect(textOf('release/9.9.9/NOTES.md')).toContain('### Added');
    // As the workflow does it, on the commit that has the version.
    commit();
    await release('9.9.9', ...PASSED);
    expect(git('status', '--porcelain')).toBe('');
    expect(textOf('release/9.9.9/SHA256SUMS')).toBe(sums);
  });
});

describe('npm pack in a clone', () => {
  it('packs the same files, also without a build', () => {
    const text = execFileSync('npm', ['pack', '--json', '--silent'], { cwd: folder.path, encoding: 'utf8' });
    const [packed] = Object.values(JSON.parse(text) as { files: { path: string }[] }[]);
    expect(packed?.files.map(({ path }) => path).sort()).toEqual([...service.files].sort());
  });
});
