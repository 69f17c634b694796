import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.js';
import { expectUnharmed, underLoad } from './support/fault.js';
import { Installation } from './support/installation.js';
import { onSmallDisk } from './support/small-disk.js';

const SIZE_MB = 224;
const NAME = 'disk of PostgreSQL full for 6 s';

await onSmallDisk(NAME, SIZE_MB, (small) => {
  let installation: Installation;

  beforeAll(async () => {
    const settings = { min_wal_size: '32MB', max_wal_size: '64MB', shared_buffers: '16MB' };
    installation = await Installation.open({ dataDir: small.path, settings });
  });
  afterAll(async () => {
    await installation.close();
    await small.remove();
  });

  it('the disk of PostgreSQL is full', async () => {
    const { postgres } = installation;
    const report = await underLoad(installation, {
      name: NAME,
      begin: async () => {
        await small.fill();
        await sleep(3_000);
        // Fills the write-ahead log too: without room for its next segment, PostgreSQL ends.
        await until(async () => {
          await postgres
            .ask('SELECT pg_logical_emit_message(false, $1, $1), pg_switch_wal()', [''])
            .catch(() => undefined);
          return !postgres.isRunning;
        });
      },
      lastsMs: 3_000,
      end: async () => {
        await small.free();
        // A service manager restarts a server that has ended.
        await postgres.startAgain();
      },
    });
    expectUnharmed(report);
    expect(report.refused).toBeGreaterThan(0);
  });
});
