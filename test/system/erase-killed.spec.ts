import pg from 'pg';
import { S3Storage } from '../../src/platform/storage/s3-storage.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { raise, upload } from '../support/data/attachments.js';
import { Desk } from '../support/servers/desk.js';
import { RunningProcess } from '../support/servers/processes.js';
import { S3Server } from '../support/fakes/s3-server.js';
import { all } from '../support/servers/streams.js';
import { TcpProxy } from '../support/fakes/tcp-proxy.js';
import { startTestApp, useDesk } from '../support/test-app.js';
import { asAdmin } from '../support/test-database.js';
import { until } from '../support/until.js';

const ADDRESS = 'ada@customer.example';

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;
let env: Record<string, string>;

beforeAll(async () => {
  acme = await aWorkspace(app);
  env = { DATABASE_URL: app.database.serviceUrl, MIGRATION_DATABASE_URL: app.database.ownerUrl };
});

const subjects = async (): Promise<string[]> => {
  const { body } = await acme.client.get('/tickets').expect(200);
  return (body as { tickets: { subject: string }[] }).tickets.map(({ subject }) => subject);
};

it('A customer whose erasing is killed can still be found, and the next run erases the rest.', async () => {
  for (let count = 0; count < 3; count++)
    await aTicket(acme, { email: ADDRESS, subject: 'Words', tags: ['ada'] });
  const args = ['customers', 'erase', acme.subdomain, ADDRESS, '--confirm'];

  // The last transaction waits for the customer. Everything before it is kept by then.
  const lock = new pg.Client({ connectionString: app.database.adminUrl });
  await lock.connect();
  await lock.query('BEGIN');
  await lock.query('SELECT FROM customers WHERE workspace_id = $1 FOR KEY SHARE', [acme.scope.workspaceId]);
  const running = RunningProcess.start('cli.js', args, env);
  // A transaction would see the same activity again and again, so this is another connection.
  await until(async () => {
    const waiting = await asAdmin(
      app.database,
      `SELECT FROM pg_stat_activity WHERE application_name = 'support-desk customers erase' AND wait_event_type = 'Lock'
         AND datname = current_database()`,
    );
    return waiting.length > 0;
  });
  running.signal('SIGKILL');
  expect((await running.ended).stdout).toBe('');
  await lock.end();

  expect(await subjects()).toEqual(['Erased', 'Erased', 'Erased']);
  const found = (await acme.client.get(`/customers?email=${ADDRESS}`).expect(200)).body;
  expect(found.pagination.total_records).toBe(1);

  // Somebody writes before it is run again.
  await acme.client.post('/tickets', { email: ADDRESS, subject: 'More', description: '' }).expect(201);
  const again = await new Desk(env).run(args);
  expect([again.status, again.stdout.split('\n').slice(0, 1)]).toEqual([0, ['tickets: 1']]);
  expect(await subjects()).toEqual(['Erased', 'Erased', 'Erased', 'Erased']);
  const last = await new Desk(env).run(args);
  expect([last.status, last.stderr]).toEqual([1, expect.stringContaining('no customer of workspace')]);
}, 120_000);

it('Files that a killed command has not deleted any more are deleted by the sweep.', async () => {
  const server = await S3Server.start();
  const { proxy, address } = await TcpProxy.to(server.endpoint);
  const bucket = new S3Storage(server.options);
  const inBucket = await startTestApp({ database: app.database, s3: server.options });
  const { client, scope, subdomain } = await aWorkspace(inBucket);
  const files = async () => (await all(bucket.list(scope.workspaceId))).length;
  const { signed_id: id } = await upload(client);
  await raise(client, [id], { email: ADDRESS }).expect(201);

  // The bucket does not answer the command, which waits for it after its last transaction.
  proxy.fallSilent();
  const settings = {
    ...{ S3_ENDPOINT: address.replace(/\/$/, ''), S3_BUCKET: server.bucket },
    ...{ S3_ACCESS_KEY_ID: S3Server.keys.id, S3_SECRET_ACCESS_KEY: S3Server.keys.secret },
  };
  const args = ['customers', 'erase', subdomain, ADDRESS, '--confirm'];
  const running = RunningProcess.start('cli.js', args, { ...env, ...settings });
  const found = async () =>
    (await client.get(`/customers?email=${ADDRESS}`).expect(200)).body as { customers: object[] };
  await until(async () => (await found()).customers.length === 0);
  running.signal('SIGKILL');
  await running.ended;
  expect(await files()).toBe(1);
  await inBucket.operator.sweepFiles();
  expect(await files()).toBe(0);
  await inBucket.stop();
  bucket.close();
  proxy.close();
  await server.stop();
}, 120_000);
