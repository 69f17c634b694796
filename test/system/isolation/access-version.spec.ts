import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Configuration } from '../../../src/platform/config/configuration.js';
import { AccessVersion } from '../../../src/platform/tenancy/access-version.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const MORE_THAN_A_ROUND_MS = 600;

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Adds a workspace with a number of keys. @returns its id */
async function aWorkspaceWith(keys: number): Promise<string> {
  const id = randomUUID();
  const name = `w${randomBytes(6).toString('hex')}`;
  await asAdmin(
    database,
    'INSERT INTO workspaces (id, subdomain, name, knowledge_base_name) VALUES ($1, $2, $2, $2)',
    [id, name],
  );
  await asAdmin(
    database,
    `INSERT INTO api_keys (workspace_id, id, name, hint, hash)
     SELECT $1, gen_random_uuid(), 'k', 'h', sha256(convert_to($2 || n, 'UTF8')) FROM generate_series(1, $3) AS n`,
    [id, name, keys],
  );
  return id;
}

const REVOKE = 'UPDATE api_keys SET revoked_at = now() WHERE workspace_id = $1';
const RENAME = `UPDATE workspaces SET name = 'New' WHERE id = $1`;

describe('the version of all keys and workspaces', () => {
  const storedVersion = async () =>
    (await asAdmin<{ version: string }>(database, 'SELECT version FROM access_version'))[0]?.version ?? '';

  /** Whether a statement about a workspace moves the version. */
  async function isMovedBy(text: string, id: string): Promise<boolean> {
    const before = await storedVersion();
    await asAdmin(database, text, [id]);
    return (await storedVersion()) !== before;
  }

  it('moves when a key or a workspace changes or goes, and not when one comes or is used', async () => {
    const before = await storedVersion();
    const id = await aWorkspaceWith(1);
    expect(await storedVersion()).toBe(before);
    const use = `INSERT INTO api_key_uses (workspace_id, api_key_id, last_used_at)
      SELECT workspace_id, id, now() FROM api_keys WHERE workspace_id = $1
      ON CONFLICT (workspace_id, api_key_id) DO UPDATE SET last_used_at = excluded.last_used_at`;
    expect([await isMovedBy(use, id), await isMovedBy(use, id)]).toEqual([false, false]);
    expect(await isMovedBy(REVOKE, id)).toBe(true);
    expect(await isMovedBy(RENAME, id)).toBe(true);
    expect(await isMovedBy('DELETE FROM api_keys WHERE workspace_id = $1', id)).toBe(true);
    expect(await isMovedBy('DELETE FROM workspaces WHERE id = $1', id)).toBe(true);
  });

  it('does not move when nothing was found to change', async () => {
    expect(await isMovedBy(REVOKE, randomUUID())).toBe(false);
  });

  it('keeps no change waiting for a transaction that takes long', async () => {
    const [slow, quick] = [await aWorkspaceWith(1), await aWorkspaceWith(1)];
    const clients = [1, 2].map(() => new pg.Client({ connectionString: database.adminUrl }));
    const [long, other] = clients as [pg.Client, pg.Client];
    await Promise.all(clients.map((client) => client.connect()));
    try {
      await long.query('BEGIN');
      await long.query(RENAME, [slow]);
      await long.query(REVOKE, [slow]);
      await other.query(`SET lock_timeout = '2s'`);
      await other.query(REVOKE, [quick]);
      const before = await storedVersion();
      await long.query('COMMIT');
      expect(await storedVersion()).not.toBe(before);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  });

  it('moves once for a transaction with many changes', async () => {
    const id = await aWorkspaceWith(50);
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(REVOKE, [id]);
      await client.query(RENAME, [id]);
      await client.query('SET CONSTRAINTS ALL IMMEDIATE');
      const { rows } = await client.query(
        `SELECT n_tup_upd::integer AS moves FROM pg_stat_xact_user_tables WHERE relname = 'access_version'`,
      );
      expect(rows).toEqual([{ moves: 1 }]);
      await client.query('COMMIT');
    } finally {
      await client.end();
    }
  });
});

/** A process of the service has a server of HTTP; a command has none. */
const SERVER = { httpAdapter: {} } as HttpAdapterHost;

describe('what a process remembers', () => {
  let proxy: TcpProxy;
  let version: AccessVersion;
  let warnings: string[];

  beforeEach(async () => {
    const through = await TcpProxy.to(database.serviceUrl);
    proxy = through.proxy;
    warnings = [];
    Logger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (text: string) => warnings.push(text),
    });
    const pooling = { pooler: 'none', prepared: true } as const;
    version = new AccessVersion({ databaseUrl: through.address, pooling } as Configuration, SERVER);
    await version.onModuleInit();
  });
  afterEach(async () => {
    // One of the tests has ended it already.
    await version.onApplicationShutdown().catch(() => undefined);
    proxy.close();
    Logger.overrideLogger(false);
  });

  it('is forgotten when a key changes, and not before', async () => {
    const id = await aWorkspaceWith(1);
    const cache = version.remember<string>(10);
    await until(async () => {
      await cache.getOrLoad('key', () => Promise.resolve('valid'));
      return cache.get('key') === 'valid';
    });
    // Nothing shows a round that finds no change.
    await sleep(MORE_THAN_A_ROUND_MS);
    await until(() => cache.get('key') === 'valid');
    await asAdmin(database, REVOKE, [id]);
    await until(() => version.isKnown && cache.get('key') === null);
  });

  it('has no result of a look-up during which the key was revoked', async () => {
    const id = await aWorkspaceWith(1);
    const cache = version.remember<string>(10);
    const other = version.remember<string>(10);
    const found = await cache.getOrLoad('key', async () => {
      const [row] = await asAdmin<{ id: string }>(
        database,
        'SELECT id FROM api_keys WHERE workspace_id = $1 AND revoked_at IS NULL',
        [id],
      );
      await until(async () => {
        await other.getOrLoad('sign', () => Promise.resolve('of the version before'));
        return other.get('sign') !== null;
      });
      await asAdmin(database, REVOKE, [id]);
      await until(() => version.isKnown && other.get('sign') === null);
      return row?.id ?? null;
    });
    expect(found).not.toBeNull();
    await until(() => version.isKnown);
    expect(cache.get('key')).toBeNull();
  });

  it('causes no error in the log when the service ends in the middle of a read', async () => {
    proxy.fallSilent();
    // Nothing shows a read that is under way.
    await sleep(MORE_THAN_A_ROUND_MS);
    await version.onApplicationShutdown();
    await until(() => !version.isKnown);
    expect(warnings).toEqual([]);
  });
});
