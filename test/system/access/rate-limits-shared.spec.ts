import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../../support/servers/api-client.js';
import { aMinuteLater } from '../../support/servers/clock.js';
import { quiet } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';
import {
  anotherKey,
  expectShared,
  LIMIT,
  ok,
  send,
  statusOf,
  twoServices,
} from '../../support/servers/two-services.js';
import { until } from '../../support/until.js';

describe('the limits of several processes', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it('hold across processes', async () => {
    const services = await twoServices({}, database);
    await expectShared(services);
    await services.stop();
  });

  it('hold for failed authentications, too', async () => {
    const services = await twoServices({ failedAuthenticationsPerMinute: 5 }, database);
    const strangers = services.apps.map((app) => new ApiClient(app, services.acme.subdomain, null));
    const [here, there] = strangers as [ApiClient, ApiClient];
    expect(await send(here, 6)).toEqual([401, 401, 401, 401, 401, 429]);
    await until(async () => (await statusOf(there)) === 429);
    await services.stop();
  });

  it('start again after a minute, and what is over is deleted', async () => {
    const services = await twoServices({}, database);
    await asAdmin(database, 'TRUNCATE rate_limit_counts');
    const hits = async () => {
      const [row] = await asAdmin<{ hits: string }>(
        database,
        'SELECT hits FROM rate_limit_counts WHERE ends_at > now()',
      );
      return Number(row?.hits);
    };
    expect(await send(services.first, LIMIT + 1)).toEqual([...ok(LIMIT), 429]);
    await until(async () => (await hits()) === LIMIT + 1);
    // The service has heard of this count when the job that shares it is done.
    await quiet(() =>
      asAdmin(database, `UPDATE rate_limit_counts SET ends_at = now() - interval '1 second'`),
    );
    await aMinuteLater(async () => {
      expect(await statusOf(services.first)).toBe(200);
      await until(async () => (await hits()) === 1);
    });
    await services.stop();
    await asAdmin(database, `INSERT INTO rate_limit_counts VALUES ('old', 1, now() - interval '1 hour')`);
    const fresh = await twoServices({}, database);
    await fresh.first.get('/forms');
    await until(async () => {
      const old = await asAdmin(database, `SELECT FROM rate_limit_counts WHERE id = 'old'`);
      return old.length === 0;
    });
    await fresh.stop();
  });

  it('let requests pass and keep counting in each process while the database does not accept them, which is logged once', async () => {
    const services = await twoServices({}, database);
    await asAdmin(database, 'ALTER TABLE rate_limit_counts RENAME TO x_rate_limit_counts');
    expect(await send(services.first, 2)).toEqual([200, 200]);
    await until(async () => (await services.timesAlone()) > 0);
    for (let beat = 0; beat < 3; beat++) {
      expect(await statusOf(services.first)).toBe(200);
      // Nothing shows a beat that fails again.
      await sleep(300);
    }
    expect(await services.timesAlone()).toBe(1);
    expect(await send(services.first, LIMIT - 5 + 1)).toEqual([...ok(LIMIT - 5), 429]);
    expect(await send(services.second, 2)).toEqual([200, 200]);
    await asAdmin(database, 'ALTER TABLE x_rate_limit_counts RENAME TO rate_limit_counts');
    const other = await anotherKey(services);
    expect(await send(other.first, LIMIT)).toEqual(ok(LIMIT));
    await until(async () => (await statusOf(other.second)) === 429);
    await services.stop();
  });
});
