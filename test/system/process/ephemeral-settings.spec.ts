import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import supertest from 'supertest';
import { Desk } from '../../support/servers/desk.js';
import { RunningProcess, temporaryFolder } from '../../support/servers/processes.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: RunningProcess | undefined;
beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'tmp'), { mode: 0o711 });
});
afterEach(async () => {
  await service?.stop();
  await folder.remove();
});

async function ready(env: Record<string, string>): Promise<{ readonly url: string; readonly key: string }> {
  service = RunningProcess.start('main.js', ['--ephemeral', '--json'], {
    TMPDIR: join(folder.path, 'tmp'),
    ...env,
  });
  return JSON.parse((await service.printed(/^\{.*\}$/m))[0]) as { url: string; key: string };
}

describe('a temporary service', () => {
  it('ignores every setting of a database and of the administration, also a wrong one', async () => {
    const { url } = await ready({
      ...{ DATABASE_ENGINE: 'citus', DATABASE_POOL_SIZE: '0', DATABASE_POOLER: 'none of these' },
      ...{ ADMIN_PORT: '-1', ADMIN_KEYS: 'none', ADMIN_HOST: '203.0.113.9' },
    });
    await supertest(url).get('/health/ready').expect(200);
  });

  it('takes an empty setting as one that is not set: its log has warnings only', async () => {
    const { url, key } = await ready({ LOG_LEVEL: '', TRUST_PROXY: '' });
    // The proxy of this machine may name the workspace.
    const get = supertest(url).get('/api/external/v2/tickets').set('X-Forwarded-Host', 'acme.localhost');
    await get.set({ Host: 'desk.invalid', 'X-Api-Key': key }).expect(200);
    expect((await service?.stop())?.stderr).toBe('');
  });

  it('encrypts secrets under the key that it is given', async () => {
    const SECRETS_KEY = Buffer.alloc(32, 5).toString('base64');
    await ready({ SECRETS_KEY });
    const temporary = await readdir(join(folder.path, 'tmp'));
    const name = temporary.find((entry) => entry.startsWith('support-desk-')) ?? '';
    const desk = new Desk({ DATA_DIR: join(folder.path, 'tmp', name), SECRETS_KEY });
    const { status, stderr } = await desk.run(['webhooks', 'reseal']);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Encrypted 0 secrets anew/)]);
  });

  it('prints an address of IPv6 that answers', async () => {
    const { url, key } = await ready({ HOST: '::1' });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    const list = await fetch(`${url}/api/external/v2/tickets`, { headers: { 'X-Api-Key': key } });
    expect(list.status).toBe(200);
  });
});
