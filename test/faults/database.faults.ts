import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectUnharmed, underLoad, type Fault } from './support/fault.js';
import { Installation } from './support/installation.js';

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.open();
});
afterAll(() => installation.close());

/** Repeats an action while the fault lasts. */
function repeated(everyMs: number, action: () => Promise<unknown>): Pick<Fault, 'begin' | 'end'> {
  const ending = new AbortController();
  let work = Promise.resolve();
  const repeat = async () => {
    while (!ending.signal.aborted) {
      await action();
      await sleep(everyMs);
    }
  };
  return {
    begin: () => {
      work = repeat();
      return Promise.resolve();
    },
    end: () => {
      ending.abort();
      return work;
    },
  };
}

it('PostgreSQL is killed, and started again', async () => {
  const { postgres } = installation;
  const report = await underLoad(installation, {
    name: 'PostgreSQL killed (kill -9), back after 3 s',
    begin: () => postgres.kill(),
    lastsMs: 3_000,
    end: () => postgres.startAgain(),
  });
  expectUnharmed(report);
  expect(report.refused).toBeGreaterThan(0);
});

it('PostgreSQL is stopped in order, and started again', async () => {
  const { postgres } = installation;
  const report = await underLoad(installation, {
    name: 'PostgreSQL restarted in order, back after 2 s',
    begin: () => postgres.stop(),
    lastsMs: 2_000,
    end: () => postgres.startAgain(),
  });
  expectUnharmed(report);
  expect(report.refused).toBeGreaterThan(0);
});

it('PostgreSQL ends connections in the middle of their transactions', async () => {
  const { postgres } = installation;
  let ended = 0;
  const report = await underLoad(installation, {
    name: 'connections ended by PostgreSQL within transactions, for 3 s',
    lastsMs: 3_000,
    ...repeated(20, async () => {
      const rows = await postgres.ask(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'support-desk' AND xact_start IS NOT NULL`,
      );
      ended += rows.length;
    }),
  });
  expectUnharmed(report);
  expect(ended).toBeGreaterThan(10);
  expect(report.refused).toBeGreaterThan(0);
});

it('the wire is cut, and what PostgreSQL was saying is lost', async () => {
  const { wire } = installation;
  const report = await underLoad(installation, {
    name: 'wire to PostgreSQL reset, its last answers lost, for 3 s',
    lastsMs: 3_000,
    ...repeated(50, async () => {
      wire.fallSilent();
      await sleep(20);
      wire.reset();
      wire.speakAgain();
    }),
  });
  expectUnharmed(report);
  expect(report.refused).toBeGreaterThan(0);
});

/** Locks two tables, and again when PostgreSQL ends that because a write of the service has locked them in another order. */
async function lockTables(holder: pg.Client): Promise<void> {
  await holder
    .query('BEGIN; LOCK TABLE tickets, customers IN ACCESS EXCLUSIVE MODE')
    .catch(async (error: unknown) => {
      if ((error as pg.DatabaseError).code !== '40P01') throw error;
      await holder.query('ROLLBACK');
      await lockTables(holder);
    });
}

it('every connection of the pool waits for a lock', async () => {
  const { postgres } = installation;
  const holder = await postgres.connect();
  const report = await underLoad(installation, {
    name: 'pool exhausted by a lock held for 6 s',
    begin: () => lockTables(holder),
    lastsMs: 6_000,
    end: () => holder.query('ROLLBACK'),
  });
  await holder.end();
  expectUnharmed(report);
  expect(report.refused).toBeGreaterThan(0);
});

it('a statement takes half a minute', async () => {
  const { postgres } = installation;
  const setSpeed = (work: string) => (client: { query: pg.Client['query'] }) =>
    client.query(
      `CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${work} RETURN NEW; END $$`,
    );
  const [fast, slow] = [setSpeed(''), setSpeed('PERFORM pg_sleep(30);')];
  const admin = await postgres.connect();
  await fast(admin);
  await admin.query('CREATE TRIGGER slow BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION slow()');
  const report = await underLoad(installation, {
    name: 'creations slowed down to 30 s, for 6 s',
    begin: () => slow(admin),
    lastsMs: 6_000,
    end: () => fast(admin),
  });
  const { rows } = await admin.query<{ busy: number }>(
    `SELECT count(*)::int AS busy FROM pg_stat_activity
     WHERE application_name = 'support-desk' AND state <> 'idle' AND query_start < clock_timestamp() - interval '5 s'`,
  );
  await admin.query('DROP TRIGGER slow ON customers; DROP FUNCTION slow');
  await admin.end();
  expectUnharmed(report);
  expect(report.refused).toBeGreaterThan(0);
  // No slowed statement is still running on the server.
  expect(rows).toEqual([{ busy: 0 }]);
});
