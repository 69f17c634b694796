import { forgetLastMigration } from '../../support/data/stored/broken.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { startOtherApp, startTestApp, type TestApp } from '../../support/test-app.js';
import { freshDatabase } from '../../support/test-database.js';

describe('health', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it.each([
    ['live', { status: 'ok' }],
    ['ready', { status: 'ok', storage: 'ok' }],
  ])('is shown at /health/%s at any host, without a key', async (question, content) => {
    const response = await new ApiClient(app, 'nobody', null).get(`/health/${question}`);
    expect([response.status, response.body]).toEqual([200, content]);
  });
});

describe('a service that is shutting down', () => {
  it('is alive and not ready', async () => {
    const app = await startOtherApp();
    await app.operator.beginShutdown();
    const client = new ApiClient(app, 'nobody', null);
    const ready = await client.get('/health/ready');
    expect([ready.status, ready.body.code, ready.headers['retry-after']]).toEqual([
      503,
      'shutting_down',
      '1',
    ]);
    expect((await client.get('/health/live')).status).toBe(200);
    await app.stop();
  });
});

describe('a service whose database lacks a migration', () => {
  it('is alive and not ready, until it is up to date', async () => {
    const database = await freshDatabase();
    const app = await startTestApp({ database });
    const client = new ApiClient(app, 'nobody', null);
    const bringUpToDate = await forgetLastMigration(database);
    const ready = await client.get('/health/ready');
    expect([ready.status, ready.body.code]).toEqual([503, 'database_outdated']);
    expect((await client.get('/health/live')).status).toBe(200);
    await bringUpToDate();
    expect((await client.get('/health/ready')).status).toBe(200);
    await app.stop();
    await database.drop();
  });
});
