import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunningProcess, temporaryFolder } from '../support/servers/processes.js';
import { until } from '../support/until.js';

/** The first line of PostgreSQL's lock file is the id of its process. */
async function serverIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const lock = files.find((file) => file.endsWith('/postmaster.pid'));
  if (lock === undefined) return 0;
  // The folder of a new server gets another name when it is ready.
  const text = await readFile(join(folder, lock), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a run of the tests that is killed', () => {
  it('leaves no PostgreSQL and no data behind', async () => {
    const home = await temporaryFolder();
    const tmp = join(home.path, 'tmp');
    await mkdir(tmp, { mode: 0o711 });
    const jest = join('..', 'node_modules', 'jest', 'bin', 'jest.js');
    const run = RunningProcess.start(jest, ['-w', '1', 'test/api/access'], { TMPDIR: tmp });
    let server = 0;
    await until(async () => (server = await serverIn(tmp)) > 0);
    run.signal('SIGKILL');
    await run.ended;
    await until(() => !isRunning(server));
    const ofServers = async () =>
      (await readdir(tmp)).filter((name) => name.startsWith('support-desk-test-'));
    await until(async () => (await ofServers()).length === 0);
    await home.remove();
  });
});
