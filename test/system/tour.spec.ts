// The pages of docs/ with commands, as somebody would paste them, each from its beginning to its end, on the demo workspace. They share
// one service, and each of them takes the demo as the page before leaves it.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT, RunningProcess, temporaryFolder } from '../support/servers/processes.js';

/** The pages in their order here, with the refusals that each of them shows. The tour changes the demo most. */
const PAGES: readonly (readonly [page: string, refused: readonly number[]])[] = [
  ['merging', []],
  ['reports', []],
  ['search', []],
  ['events', []],
  ['mcp', []],
  ['copying', []],
  ['admin', []],
  ['commands', []],
  ['audit', []],
  ['safe', []],
  // Two requests with mistakes, two preconditions, an unknown member, a missing Accept.
  ['tour', [422, 412, 412, 422, 422, 406]],
  ['drop-in', []],
];

const ELSEWHERE: Readonly<Record<string, string>> = {
  'api-guide': 'system/document/postman.spec.ts makes the collection',
  ci: 'system/process/ephemeral.spec.ts runs its files',
  configuration: 'its commands need a PostgreSQL of the reader',
  grow: '`scripts/try-operations.sh grow` runs it',
  install: '`scripts/try-operations.sh` runs it',
  moments: 'its clock needs a desk of its own; api/moments/clock.spec.ts moves it',
  mail: 'its commands need a mail server; system/mail-in/postfix.spec.ts runs the program for Postfix',
  releasing: '`test/packages/release.spec.ts` makes a release',
  run: '`scripts/try-operations.sh` runs it',
};

const textOf = (page: string) => readFileSync(join(PROJECT, `docs/${page}.md`), 'utf8');
const isOfAnotherTerminal = (block: string) => /^(ADMIN_|\S*npm start)/m.test(block);
const isForOwners = (block: string) => block.includes('MIGRATION_DATABASE_URL=');
/** What a reader pastes. A service runs already, and its database needs no address. */
const scriptOf = (page: string) =>
  [...textOf(page).matchAll(/^( *)```sh\n(.*?)^ *```/gms)]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .filter((block) => !isOfAnotherTerminal(block) && !isForOwners(block))
    .join('');

let service: RunningProcess;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let shown: Record<'url' | 'key' | 'admin_url' | 'admin_key', string>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'data'));
  const settings = { TMPDIR: join(folder.path, 'data') };
  service = RunningProcess.start('main.js', ['--ephemeral', '--json'], settings);
  const [line] = await service.printed(/^\{.*\}$/m);
  shown = JSON.parse(line) as typeof shown;
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

/** Puts the service that runs here in place of the one that the pages name. */
function here(script: string): string {
  const port = new URL(shown.url).port;
  return script
    .replace(/DESK_KEY=desk_…/g, `DESK_KEY=${shown.key}`)
    .replace(/DESK_ADMIN_KEY=…/g, `DESK_ADMIN_KEY=${shown.admin_key}`)
    .replaceAll('http://127.0.0.1:3001', shown.admin_url)
    .replaceAll('http://localhost:3000', shown.url)
    .replaceAll('.localhost:3000', `.localhost:${port}`);
}

/** Each status goes to the errors, where pipes of the page do not take it away. */
const curl = `curl() { command curl -sS -w '%{stderr}%{http_code}\\n' "$@"; }\n`;
/** The command line of this project, on the database of the service, in both ways that pages call it. */
const desk = () => `
desk() { (cd '${PROJECT}' && DATA_DIR="$(echo '${join(folder.path, 'data')}'/support-desk-*)" node dist/cli.js "$@"); }
npm() { [ "$*" = "run -s desk -- \${*:5}" ] && desk "\${@:5}"; }
`;

async function paste(page: string): Promise<{ readonly statuses: number[]; readonly stdout: string }> {
  const script = curl + desk() + here(scriptOf(page));
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euc', script], {
    cwd: folder.path,
    maxBuffer: 100_000_000,
  });
  return {
    statuses: stderr
      .split('\n')
      .filter((line) => /^\d{3}$/.test(line))
      .map(Number),
    stdout,
  };
}

it('the demo is a week of a desk: its tickets came and were closed in the last seven days', async () => {
  const report = async (range: string) =>
    (
      await fetch(`${shown.url}/api/external/v2/reports/ticket-time-series?range_type=${range}`, {
        headers: { 'X-Api-Key': shown.key },
      })
    ).json() as Promise<{ dates: string[]; data: { name: string; values: number[] }[] }>;
  const sums = ({ data }: Awaited<ReturnType<typeof report>>) =>
    Object.fromEntries(data.map(({ name, values }) => [name, values.reduce((one, other) => one + other, 0)]));
  const [week, ever] = [await report('last_7_days'), await report('all_time')];
  expect(ever.dates.length).toBeLessThanOrEqual(7);
  expect(sums(week)).toEqual(sums(ever));
  expect(sums(week)).toMatchObject({ new: 5 });
  const days = week.data.find(({ name }) => name === 'new')?.values.filter((count) => count > 0) ?? [];
  expect(days.length).toBeGreaterThanOrEqual(4);
});

it.each(PAGES)('docs/%s.md can be pasted, and nothing is refused but what it says', async (page, refused) => {
  const { statuses, stdout } = await paste(page);
  expect(statuses.filter((status) => !(status < 400))).toEqual(refused);
  expect(statuses.length + stdout.length).toBeGreaterThan(0);
  if (page !== 'tour') return;
  expect(statuses.length).toBeGreaterThan(40);
  expect(stdout).toContain('"last_name":"Lovelace"');
});

it('pages with commands run here, or a reason says what else tries them', () => {
  const withCommands = readdirSync(join(PROJECT, 'docs'))
    .filter(
      (name) => name.endsWith('.md') && /^ *```sh$/m.test(readFileSync(join(PROJECT, 'docs', name), 'utf8')),
    )
    .map((name) => name.replace('.md', ''));
  expect(withCommands.sort()).toEqual([...PAGES.map(([page]) => page), ...Object.keys(ELSEWHERE)].sort());
});

it('pages name the service and its key by DESK_URL and DESK_KEY, and set both in one line', () => {
  const pages = ['../README', ...PAGES.map(([page]) => page), 'install', 'run'];
  for (const page of pages) {
    const script = scriptOf(page);
    expect([page, script.match(/\$\{?(KEY|API_KEY|ADMIN_KEY|GLOBEX)\b/g)]).toEqual([page, null]);
    const uses = /\$DESK_URL/.test(script);
    expect([page, /^export DESK_URL=\S+ DESK_KEY=/m.test(script)]).toEqual([page, uses]);
    // Who uses `jq` says that it is needed.
    if (/\bjq\b/.test(script)) expect([page, /`jq`/.test(textOf(page))]).toEqual([page, true]);
  }
});
