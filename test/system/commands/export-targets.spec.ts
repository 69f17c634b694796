// An export is written to what its name leads to, whatever that is.
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, lstat, open, readFile, symlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { BulkDesk } from '../../support/servers/bulk-desk.js';

let bulk: BulkDesk;
let subdomain: string;
let exported: string;

beforeAll(async () => {
  bulk = await BulkDesk.open();
  subdomain = await bulk.workspace('targets');
  await bulk.importLines(subdomain, [{ email: 'a@customer.example', subject: 'Target' }]);
  exported = await bulk.export(subdomain);
  expect(exported).toContain('Target');
});
afterAll(() => bulk.close());

const exportTo = (output: string) => bulk.desk.run(['export', 'tickets', subdomain, '--output', output]);

describe('the file of an export', () => {
  it('may be a pipe, which stays one', async () => {
    const pipe = bulk.pathOf('pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    // The pipe holds a short export until it is read, and nobody waits for an empty one.
    const end = await open(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      expect((await exportTo(pipe)).status).toBe(0);
      expect((await lstat(pipe)).isFIFO()).toBe(true);
      const { buffer, bytesRead } = await end.read(Buffer.alloc(65_536));
      expect(buffer.toString('utf8', 0, bytesRead)).toBe(exported);
    } finally {
      await end.close();
    }
  });

  // The umask takes rights from a new file, and none from one that is there.
  it.each([0o600, 0o666])('may be a link, which stays one; its target keeps its rights: %d', async (mode) => {
    const [link, target] = [bulk.pathOf(`${mode}.link.ndjson`), await bulk.fileWith(`${mode}.ndjson`, 'old')];
    await chmod(target, mode);
    await symlink(target, link);
    expect((await exportTo(link)).status).toBe(0);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(target, 'utf8')).toBe(exported);
    expect((await lstat(target)).mode & 0o777).toBe(mode);
  });

  it('may be behind links without being there yet: the links stay', async () => {
    await symlink('second.link', bulk.pathOf('first.link'));
    await symlink(bulk.pathOf('new.ndjson'), bulk.pathOf('second.link'));
    expect((await exportTo(bulk.pathOf('first.link'))).status).toBe(0);
    expect((await lstat(bulk.pathOf('first.link'))).isSymbolicLink()).toBe(true);
    expect((await lstat(bulk.pathOf('second.link'))).isSymbolicLink()).toBe(true);
    expect(await readFile(bulk.pathOf('new.ndjson'), 'utf8')).toBe(exported);
  });

  it('is no folder, has a name, and is not in a circle of links', async () => {
    await symlink('circle', bulk.pathOf('circle'));
    for (const [file, shown, reason] of [
      ['', '""', 'it has no name'],
      [bulk.pathOf('.'), bulk.pathOf('.'), 'it is a folder'],
      [bulk.pathOf('circle'), bulk.pathOf('circle'), 'its links lead in a circle'],
    ] as const) {
      const { status, stderr } = await exportTo(file);
      expect([status, stderr]).toEqual([1, `The file ${shown} cannot be written: ${reason}.\n`]);
    }
  });
});

describe('a text that a command reads', () => {
  it('is refused when it is not UTF-8, and nothing is kept of it', async () => {
    const latin = Buffer.from('workspace: { subdomain: latin, name: B\u00fcro }\n', 'latin1');
    await writeFile(bulk.pathOf('latin.yaml'), latin);
    const path = bulk.pathOf('latin.yaml');
    expect(await bulk.desk.run(['workspace', 'apply', path])).toMatchObject({
      status: 1,
      stderr: `The file ${path} is not text in UTF-8: save it in UTF-8.\n`,
    });
    expect((await bulk.desk.run(['workspace', 'show', 'latin'])).stderr).toContain('There is no workspace');
  });
});
