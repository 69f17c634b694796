import { readFile } from 'node:fs/promises';
import { BulkDesk } from '../../support/servers/bulk-desk.js';

let bulk: BulkDesk;

beforeAll(async () => {
  bulk = await BulkDesk.open();
});
afterAll(() => bulk.close());

describe('the file of refused lines', () => {
  it('has all reasons of a line, and is gone when an import of the mended file refuses nothing', async () => {
    const subdomain = await bulk.workspace('mended');
    const importing = async (line: string) =>
      (await bulk.import(subdomain, await bulk.fileWith('mended.ndjson', line))).status;
    const rejects = bulk.pathOf('mended.ndjson.rejects.ndjson');
    expect(await importing('{"email":"a"}')).toBe(1);
    expect(JSON.parse(await readFile(rejects, 'utf8'))).toMatchObject({
      reasons: [{ field: 'email' }, { field: 'subject', message: 'is required' }],
    });
    expect(await importing('{"email":"a@b.example","subject":"Mended"}\n')).toBe(0);
    await expect(readFile(rejects)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
