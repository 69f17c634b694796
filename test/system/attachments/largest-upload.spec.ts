import { sendFile, upload } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';

const MB = 1024 * 1024;

const app = useDesk();
let desk: TestWorkspace;

beforeAll(async () => {
  desk = await aWorkspace(app);
});

describe('an upload', () => {
  // @proves E-16-2
  it('may have 50 MB and no byte more', async () => {
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
