// The call of README.md, as somebody would type it, on a fresh demo workspace.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aDemo, type TestWorkspace } from '../support/data/builders.js';
import { PROJECT } from '../support/servers/processes.js';
import { BASE_DOMAIN, useDesk } from '../support/test-app.js';

const page = readFileSync(join(PROJECT, 'README.md'), 'utf8');
const [, command = '', shown = ''] = /```sh\n(export DESK_URL=.*?)```\n\n```\n(.*?)```/s.exec(page) ?? [];

const app = useDesk();
let demo: TestWorkspace;
beforeAll(async () => {
  demo = await aDemo(app);
});

/** The answer of the command. The host of the workspace replaces the demo's own address. */
async function typed(script: string): Promise<string> {
  const here = script
    .replace(/DESK_KEY=.*/, `DESK_KEY=${demo.key}`)
    .replace(/http:\/\/localhost:3000/g, app.url)
    .replace(/^curl /gm, `curl -sS -H 'Host: ${demo.subdomain}.${BASE_DOMAIN}' `);
  return (await promisify(execFile)('bash', ['-ec', here])).stdout;
}

/** What an answer says, whatever the ids and the moments are. */
const words = (answer: string): string[] =>
  answer
    .match(/"(?:[^"\\]|\\.)*"|\d+|true|false|null/g)
    ?.filter((one) => !/…|[0-9a-f]{8}-|T\d\d:/.test(one)) ?? [];

describe('README.md', () => {
  it('keeps the two lines with which everything begins', () => {
    for (const line of ['npm ci && npm start', 'npm ci && npm test'])
      expect(page).toContain(`\n\`\`\`sh\n${line}\n\`\`\`\n`);
  });

  it('shows the answer to its call', async () => {
    expect(words(shown).length).toBeGreaterThan(10);
    expect(words(await typed(command))).toEqual(expect.arrayContaining(words(shown)));
  });
});
