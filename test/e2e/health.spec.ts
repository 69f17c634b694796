import { ApiClient } from '../support/api-client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('health', () => {
  it.each(['live', 'ready'])('is told at /health/%s at any host, without a key', async (question) => {
    const response = await new ApiClient(app, 'nobody', null).get(`/health/${question}`);
    expect([response.status, response.body]).toEqual([200, { status: 'ok' }]);
  });
});
