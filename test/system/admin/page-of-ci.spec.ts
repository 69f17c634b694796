import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT, temporaryFolder } from '../../support/servers/processes.js';

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Makes a workspace by the helper of docs/ci.md, where these are the answers. @returns the requests, and what the helper said when it failed */
async function madeBy(answers: readonly Answer[]): Promise<{ requests: string[]; failure: string }> {
  const page = await readFile(join(PROJECT, 'docs/ci.md'), 'utf8');
  const [, helper = ''] = /`desk-workspace\.js`.*?```js\n(.*?)```/s.exec(page) ?? [];
  const folder = await temporaryFolder();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { status, headers, body = {} } = answers[requests.length] ?? { status: 500 };
    requests.push(`${request.method} ${request.url?.replace(/t[0-9a-f]{16}/, '…')}`);
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const file = await folder.write('desk-workspace.cjs', `${helper}\nmodule.exports.aWorkspace();\n`);
    const env = { PATH: process.env['PATH'], DESK_URL: url, DESK_ADMIN_URL: url, DESK_ADMIN_KEY: 'k' };
    const failure = await promisify(execFile)(process.execPath, [file], { env }).then(
      () => '',
      (error: unknown) => (error as { stderr: string }).stderr,
    );
    return { requests, failure };
  } finally {
    server.close();
    await folder.remove();
  }
}

describe('the helper of docs/ci.md', () => {
  const BUSY: Answer = { status: 503, headers: { 'Retry-After': '0' }, body: { code: 'unavailable' } };
  const [MADE, KEY]: readonly Answer[] = [{ status: 201 }, { status: 201, body: { key: 'desk_1' } }];
  const [PUT_WORKSPACE, PUT_KEY] = ['PUT /admin/v1/workspaces/…', 'PUT /admin/v1/workspaces/…/keys/test'];

  it('asks a busy desk again, when the desk says so', async () => {
    expect(await madeBy([BUSY, MADE, BUSY, BUSY, KEY] as Answer[])).toEqual({
      requests: [PUT_WORKSPACE, PUT_WORKSPACE, PUT_KEY, PUT_KEY, PUT_KEY],
      failure: '',
    });
  });

  it('fails with the words of any other refusal', async () => {
    const { requests, failure } = await madeBy([{ status: 503, body: { error: 'No desk is here.' } }]);
    expect([requests, failure]).toEqual([[PUT_WORKSPACE], expect.stringContaining('No desk is here.')]);
  });
});
