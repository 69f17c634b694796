import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { givenUpOnSilence } from '../../../src/platform/database/pg-internals.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { testDatabase } from '../../support/test-database.js';

/** Each answer comes sooner on a busy machine, too. */
const SILENCE_MS = 1_500;

describe('A connection to a silent database', () => {
  let proxy: TcpProxy;
  let pool: pg.Pool;

  beforeEach(async () => {
    const through = await TcpProxy.to(testDatabase().serviceUrl);
    ({ proxy } = through);
    const Client = givenUpOnSilence(pg.Client, SILENCE_MS);
    pool = new pg.Pool({ connectionString: through.address, max: 1, pipeline: true, Client });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
  });
  afterEach(async () => {
    await pool.end();
    proxy.close();
  });

  it('is given up, and a new one takes its place', async () => {
    await pool.query('SELECT 1');
    proxy.fallSilent();
    await expect(pool.query('SELECT 2')).rejects.toThrow('Connection terminated');
    proxy.speakAgain();
    await expect(pool.query('SELECT 3 AS it')).resolves.toMatchObject({ rows: [{ it: 3 }] });
  });

  it('is given up with all that was sent through it', async () => {
    const client = await pool.connect();
    await client.query('SELECT 1');
    proxy.fallSilent();
    const outcomes = await Promise.allSettled([client.query('SELECT 2'), client.query('SELECT 3')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    client.release(true);
  });

  it('is kept while nothing is asked, and given up when the next answer does not come', async () => {
    const { rows: before } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // The silence itself is tried.
    await sleep(2 * SILENCE_MS);
    const { rows: after } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    expect(after).toEqual(before);
    proxy.fallSilent();
    await expect(pool.query('SELECT 2')).rejects.toThrow('Connection terminated');
  });

  it('is kept while answers come, however long all of them take', async () => {
    const client = await pool.connect();
    for (let part = 0; part < 5; part++) await client.query('SELECT pg_sleep(0.4)');
    client.release();
  });
});
