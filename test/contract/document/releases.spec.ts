// What a release is made with: the workflows call commands of this repository, and no file names a registry.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PROJECT } from '../../support/servers/processes.js';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly uses?: string; readonly steps?: readonly Step[] }>>;
}
interface Step {
  readonly run?: string;
}

const FOLDER = '.github/workflows';
const textOf = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

describe.each(readdirSync(join(PROJECT, FOLDER)))(`${FOLDER}/%s`, (name) => {
  const jobs = Object.values((parse(textOf(`${FOLDER}/${name}`)) as Workflow).jobs);
  const commands = jobs.flatMap(({ steps = [] }) => steps.flatMap(({ run = [] }) => run));

  it('calls only what is there', () => {
    for (const { uses } of jobs) if (uses) expect(existsSync(join(PROJECT, uses))).toBe(true);
    const called = commands.flatMap((run) => /npm run (?:-s )?([\w:-]+)/.exec(run)?.[1] ?? []);
    expect(called.filter((script) => !(script in scripts))).toEqual([]);
    const files = commands.flatMap((run) => /(?:^| )(\.ci\/\S+|scripts\/\S+)/.exec(run)?.[1] ?? []);
    expect(files.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
  });
});

describe('the repository', () => {
  it('names no registry', () => {
    const pattern = String.raw`registry\.npmjs|npm\.pkg\.github|ghcr\.io|docker\.io|quay\.io`;
    const { stdout } = spawnSync(
      'git',
      ['grep', '-lE', pattern, '--', ':!test/contract/document/releases.spec.ts'],
      {
        cwd: PROJECT,
        encoding: 'utf8',
      },
    );
    expect(stdout).toBe('');
  });
});
