import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolders } from '../../support/servers/data-folders.js';

let folders: DataFolders;

beforeAll(async () => {
  folders = await DataFolders.prepare();
});
beforeEach(() => folders.beginTest());
afterEach(() => folders.endTest());
afterAll(() => folders.remove());

describe('the embedded database says in one sentence', () => {
  it('that a file is in the way of the data folder', async () => {
    await writeFile(folders.dataDir, '');
    expect((await folders.failure()).message).toBe(
      `The data folder ${folders.dataDir} cannot be used because a file is in the way at ${folders.dataDir}; set DATA_DIR to another folder.`,
    );
    const { message } = await folders.failure({ dataDir: join(folders.dataDir, 'below') });
    expect(message).toContain('cannot be used because a file is in the way');
  });

  // Root may read and write everything, so as root there is nothing to refuse.
  const itAsUser = process.getuid?.() === 0 ? it.skip : it;
  itAsUser('that it has no permission', async () => {
    await mkdir(folders.dataDir);
    await chmod(folders.dataDir, 0o000);
    expect((await folders.failure()).message).toContain(`no permission at ${folders.dataDir}`);
    await chmod(folders.dataDir, 0o700);
  });

  it('that the cluster was made by another version', async () => {
    await folders.copyShared();
    await writeFile(join(folders.dataDir, 'postgres', 'PG_VERSION'), '15\n');
    expect((await folders.failure()).message).toMatch(
      /was made by PostgreSQL 15, installed is PostgreSQL \d+;/,
    );
  });

  it('that the credentials are missing, damaged or of another cluster', async () => {
    await folders.copyShared();
    const first = await folders.open();
    const file = join(folders.dataDir, 'credentials.json');
    const credentials = await readFile(file, 'utf8');
    await writeFile(file, credentials.replace(/"admin": "..../, '"admin": "0000'));
    expect((await folders.failure()).message).toContain('does not accept the password in credentials.json');
    await first.leave();
    expect((await folders.failure()).message).toContain('does not accept the password in credentials.json');
    await expect(folders.serverProcess()).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(file, '{');
    expect((await folders.failure()).message).toContain('is damaged');
    await rm(file);
    expect((await folders.failure()).message).toContain('holds a database but not its credentials.json');
  });

  it('why the server does not come up, and leaves none behind', async () => {
    folders.useShared();
    const { message } = await folders.failure({ postgresFlags: { work_mem: 'plenty' } });
    expect(message).toContain('does not come up: invalid value for parameter "work_mem": "plenty"');
    await expect(folders.serverProcess()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('that something else is where the cluster belongs', async () => {
    await mkdir(join(folders.dataDir, 'postgres', 'photos'), { recursive: true });
    expect((await folders.failure()).message).toContain('holds something that is not a database');
  });
});
