import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ask } from '../support/load.mjs';

const LONGEST_MS = 3_600_000;

const IS_BUSY = `SELECT EXISTS (SELECT FROM search_work WHERE workspace_id = $1)
    OR EXISTS (SELECT FROM audit_entries WHERE workspace_id = $1 AND awaits_position)
    OR NOT EXISTS (SELECT FROM event_readers r JOIN event_streams s USING (workspace_id)
      WHERE workspace_id = $1 AND r.reader = 'search' AND r.position = s.last_position) AS "isBusy"`;

/**
 * Waits until the texts of a new workspace are indexed. The first write begins that, and it takes longer than most measurements: it would
 * burden whatever is measured first. Builds from before search have nothing to wait for.
 */
export async function settled({ product, superuserUrl }, target) {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    const [{ searches, id }] = (
      await client.query(
        `SELECT to_regclass('search_work') IS NOT NULL AS searches, id FROM workspaces WHERE subdomain = $1`,
        [target.host.split('.')[0]],
      )
    ).rows;
    if (!searches) return;
    await touch(product.port, target);
    const deadline = Date.now() + LONGEST_MS;
    while ((await client.query(IS_BUSY, [id])).rows[0].isBusy) {
      if (Date.now() > deadline) throw new Error('The texts of the workspace are not indexed after an hour.');
      await sleep(200);
    }
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

async function touch(port, target) {
  const body = JSON.stringify({ subject: 'The first write' });
  const { status } = await ask(port, target, { method: 'PUT', path: '/api/external/v2/tickets/1', body });
  if (status !== 200) throw new Error(`The first write was answered with ${status}.`);
}
