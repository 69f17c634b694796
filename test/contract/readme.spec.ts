// The first session of README.md, as somebody would type it, on a fresh demo workspace.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aDemo, type TestWorkspace } from '../support/data/builders.js';
import { PROJECT } from '../support/servers/processes.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../support/test-app.js';

const page = readFileSync(join(PROJECT, 'README.md'), 'utf8');
const [, session = ''] = /## A first session\n(.*?)\n## /s.exec(page) ?? [];
const blocks = [...session.matchAll(/```(sh)?\n(.*?)```/gs)].map(([, kind = 'answer', text = '']) => ({
  kind,
  text,
}));
const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text);
const shown = blocks.filter(({ kind }) => kind === 'answer').map(({ text }) => text);

let app: TestApp;
let demo: TestWorkspace;
beforeAll(async () => {
  app = await startTestApp();
  demo = await aDemo(app);
});
afterAll(() => app.stop());

/** The answer of each command. The host of the workspace stands in place of the demo's own address. */
async function typed(script: string): Promise<string[]> {
  const here = script
    .replace(/KEY=.*/, `KEY=${demo.key}`)
    .replace(/http:\/\/localhost:3000/g, app.url)
    .replace(/^curl /gm, `curl -sS -w '\\n' -H 'Host: ${demo.subdomain}.${BASE_DOMAIN}' `);
  return (await promisify(execFile)('bash', ['-ec', here])).stdout.trim().split('\n');
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

  it('shows what the commands of the first session answer', async () => {
    const answers = await typed(commands.join(''));
    expect(answers).toHaveLength(6);
    const told = answers.map(words);
    // The answers to the two commands of one block are shown together.
    const together = [told[0], told[1], [...(told[2] ?? []), ...(told[3] ?? [])], told[4], told[5]];
    for (const [at, text] of shown.entries())
      expect(together[at]).toEqual(expect.arrayContaining(words(text)));
  });
});
