// docs/tour.md, as somebody would type it, from its beginning to its end, in a fresh demo workspace.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT, RunningProcess, temporaryFolder } from '../support/servers/processes.js';

const page = readFileSync(join(PROJECT, 'docs/tour.md'), 'utf8');
const script = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block).join('');

/** The refusals that the tour shows: two requests with mistakes, two preconditions, an unknown member, a missing Accept. */
const REFUSED = [422, 412, 412, 422, 422, 406];

let service: RunningProcess;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  service = RunningProcess.start('main.js', ['--ephemeral', '--json']);
  folder = await temporaryFolder();
});
afterAll(async () => {
  await folder.remove();
  await service.stop();
});

it('the tour runs as it is written: nothing is used that is not set, and nothing is refused but what it says', async () => {
  const [line] = await service.printed(/^\{.*\}$/m);
  const { url, key } = JSON.parse(line) as { url: string; key: string };
  const here = script.replace(/KEY=desk_.*/, `KEY=${key}`).replaceAll('http://localhost:3000', url);
  // Each status goes to the errors, where pipes of the page do not take it away.
  const told = `curl() { command curl -sS -w '%{stderr}%{http_code}\\n' "$@"; }\n`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euc', told + here], {
    cwd: folder.path,
  });
  const statuses = stderr.trim().split('\n').map(Number);
  expect(statuses.filter((status) => !(status < 400))).toEqual(REFUSED);
  expect(statuses.length).toBeGreaterThan(40);
  expect(stdout).toContain('"last_name":"Lovelace"');
  expect(page).toContain('`jq`');
});
