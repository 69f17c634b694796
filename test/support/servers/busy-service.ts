import pg from 'pg';
import type { Response, Test } from 'supertest';
import { aWorkspace } from '../data/builders.js';
import { startTestApp } from '../test-app.js';
import { freshDatabase } from '../test-database.js';
import type { Method } from './api-client.js';

/** The SQLSTATE of `deadlock_detected`. */
const DEADLOCK = '40P01';

export interface BusyService {
  /** Sends a request twice. @returns the answer to the second copy; the first one waits for locks until then */
  whileRunning(method: Method, path: string, body: object | undefined): Promise<Response>;
  stop(): Promise<void>;
}

/** A service that does not get on with what it is asked for, as long as somebody else has locked what it needs. */
export async function aBusyService(): Promise<BusyService> {
  const database = await freshDatabase();
  const service = await startTestApp({ database });
  const { client } = await aWorkspace(service);
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const { rows } = await admin.query<{ names: string }>(
    `SELECT string_agg(relname, ', ' ORDER BY relname) AS names FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname NOT IN ('workspaces', 'api_keys', 'idempotency_keys', 'schema_migrations')`,
  );
  /** Locks everything. The service's work in the background may lock the same in another order; then it tries again. */
  const lock = async (): Promise<void> => {
    await admin.query('BEGIN');
    try {
      await admin.query(`LOCK TABLE ${rows[0]?.names} IN ACCESS EXCLUSIVE MODE`);
    } catch (error) {
      await admin.query('ROLLBACK');
      if ((error as { code?: string }).code !== DEADLOCK) throw error;
      await lock();
    }
  };
  const send = (method: Method, path: string, body: object | undefined): Test =>
    client
      .request(method, path)
      .set({ Accept: 'application/json', 'Idempotency-Key': `${method} ${path}`.replace(/[^a-z0-9]/g, '-') })
      .send(body);
  return {
    whileRunning: async (method, path, body) => {
      await lock();
      const copies = [send(method, path, body), send(method, path, body)].map((sent) =>
        Promise.resolve(sent),
      );
      const answered = await Promise.race(copies);
      await admin.query('ROLLBACK');
      await Promise.all(copies);
      return answered;
    },
    stop: async () => {
      await service.stop();
      await admin.end();
      await database.drop();
    },
  };
}
