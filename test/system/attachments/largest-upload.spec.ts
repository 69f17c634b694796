import { sendFile, upload } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const MB = 1024 * 1024;

let app: TestApp;
let desk: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
  desk = await aWorkspace(app);
});
afterAll(() => app.stop());

describe('an upload', () => {
  it('may have 50 MB and no byte more [E-16-2]', async () => {
    const largest = Buffer.alloc(50 * MB, 'x');
    expect(
      await upload(desk.client, largest, { filename: 'a.txt', contentType: 'text/plain' }),
    ).toMatchObject({
      byte_size: 50 * MB,
    });
    const refused = await sendFile(desk.client, Buffer.alloc(50 * MB + 1, 'x')).expect(413);
    expect(refused.body).toEqual({ error: 'File must be 50 MB or smaller.', code: 'file_too_large' });
  });
});
