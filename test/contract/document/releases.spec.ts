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

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly { readonly type: string; readonly id?: string }[];
}

describe('the front of the repository', () => {
  const forms = readdirSync(join(PROJECT, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');

  it.each(forms)('asks in %s by fields that have names', (name) => {
    const { name: title, description, body } = parse(textOf(`.github/ISSUE_TEMPLATE/${name}`)) as Form;
    expect([title, description]).toEqual([expect.any(String), expect.any(String)]);
    const fields = body.filter(({ type }) => type !== 'markdown').map(({ id }) => id);
    expect(new Set(fields).size).toBe(fields.length);
    expect(fields).not.toContain(undefined);
  });

  it('holds back only packages that are used', () => {
    const { packageRules } = JSON.parse(textOf('.github/renovate.json')) as {
      packageRules: { matchPackageNames: string[] }[];
    };
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      textOf('package.json'),
    ) as Record<string, object>;
    const used = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    const named = packageRules.flatMap(({ matchPackageNames }) => matchPackageNames);
    const isUsed = (name: string) =>
      name.endsWith('/**') ? used.some((each) => each.startsWith(name.slice(0, -2))) : used.includes(name);
    expect(named.filter((name) => !isUsed(name))).toEqual([]);
  });

  it('names the releases of Node.js that TypeORM runs on, and is built on the newest of these', () => {
    const enginesOf = (path: string) => (JSON.parse(textOf(path)) as { engines: { node: string } }).engines;
    const { node } = enginesOf('package.json');
    expect(node).toBe(enginesOf('node_modules/typeorm/package.json').node);
    expect(node).toContain(`>=${textOf('.nvmrc').trim()}.`);
  });

  it('names no address of a registry', () => {
    const pattern = String.raw`registry\.[a-z0-9-]+\.[a-z]+|[a-z]cr\.io`;
    expect(['registry', 'packages', 'org'].join('.')).toMatch(new RegExp(pattern));
    const { stdout } = spawnSync('git', ['grep', '-ohiE', pattern], { cwd: PROJECT, encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});
