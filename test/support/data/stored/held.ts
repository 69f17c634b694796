import type { ApiClient } from '../../servers/api-client.js';
import pg from 'pg';
import { lockNumberOf } from '../../../../src/platform/tenancy/transactions/open-transaction.js';
import { INDEX_LOCK } from '../../../../src/search/search-lock.js';
import { asAdmin, askEveryServer, type TestDatabase } from '../../test-database.js';
import type { TestWorkspace } from '../builders.js';

/** Somebody else's transaction, which others wait for. */
export interface Held {
  /** Ends it, so that the others go on. */
  release(): Promise<void>;
}

/** Lets all lists of tickets wait. */
export async function holdTickets(database: TestDatabase): Promise<Held> {
  const client = await begin(database, 'LOCK TABLE tickets IN ACCESS EXCLUSIVE MODE');
  return { release: () => client.end() };
}

/** How many lists of tickets wait. A transaction would see the same activity again and again, so it is another connection. */
export async function waitingLists(database: TestDatabase): Promise<number> {
  const { length } = await askEveryServer(
    database,
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'WITH waiting AS%'
       AND query NOT LIKE '%event_streams%'`,
  );
  return length;
}

/** How many connections wait for a lock that somebody else has. */
export async function waitingForLocks(database: TestDatabase): Promise<number> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await askEveryServer(database, waiting)).length;
}

/** How many connections wait for a row that somebody else has. Jobs in the background may wait for other locks. */
export async function waitingForRows(database: TestDatabase): Promise<number> {
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`;
  return (await askEveryServer(database, waiting)).length;
}

/** Tells whether somebody has waited for a row for a part of the time of a request. What the request waits for next has less than its own limit. */
export async function waitsLong(database: TestDatabase): Promise<boolean> {
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')
      AND clock_timestamp() - query_start > interval '700 ms'`;
  return (await askEveryServer(database, waiting)).length > 0;
}

/** Lets whoever adds a file wait with its record. What is there can be read. */
export async function holdUploads(database: TestDatabase): Promise<Held> {
  const client = await begin(database, 'LOCK TABLE attachments IN SHARE MODE');
  return { release: () => client.end() };
}

/** Lets whoever adds a mail that leaves wait. What is there can be read. */
export async function holdMails(database: TestDatabase): Promise<Held> {
  const client = await begin(database, 'LOCK TABLE mails IN SHARE MODE');
  return { release: () => client.end() };
}

/** Lets whoever keeps a reply for an `Idempotency-Key` wait. What is kept can be read. */
export async function holdKeptReplies(database: TestDatabase): Promise<Held> {
  const client = await begin(database, 'LOCK TABLE idempotency_keys IN SHARE MODE');
  return { release: () => client.end() };
}

/** Lets whoever writes down what becomes of a mail wait. */
export async function holdInboundEmails({ app, scope }: TestWorkspace): Promise<Held> {
  const own = 'SELECT FROM inbound_emails WHERE workspace_id = $1 FOR UPDATE';
  const client = await begin(app.database, own, [scope.workspaceId]);
  return { release: () => client.end() };
}

/** Lets whoever makes a ticket of a workspace wait for its number. */
export async function holdNumbers({ app, scope }: TestWorkspace): Promise<Held> {
  const own = 'SELECT FROM ticket_counters WHERE workspace_id = $1 FOR UPDATE';
  const client = await begin(app.database, own, [scope.workspaceId]);
  return { release: () => client.end() };
}

/** Lets whoever changes a ticket of a workspace wait. */
export async function holdTicket({ app, scope }: TestWorkspace, number: number): Promise<Held> {
  const own = 'SELECT FROM tickets WHERE workspace_id = $1 AND number = $2 FOR UPDATE';
  const client = await begin(app.database, own, [scope.workspaceId, number]);
  return { release: () => client.end() };
}

/** Lets whoever names a member of the team wait. */
export async function holdMember({ app, scope }: TestWorkspace, emailKey: string): Promise<Held> {
  const own = 'SELECT FROM team_members WHERE workspace_id = $1 AND email_key = $2 FOR UPDATE';
  const client = await begin(app.database, own, [scope.workspaceId, emailKey]);
  return { release: () => client.end() };
}

/** Lets whoever erases a customer of a workspace wait at the beginning of the last transaction. Everything before is kept by then. */
export async function holdLastPart({ app, scope }: TestWorkspace): Promise<Held> {
  const own = [lockNumberOf(scope.workspaceId, INDEX_LOCK)];
  const client = await begin(app.database, 'SELECT pg_advisory_xact_lock($1::bigint)', own);
  return { release: () => client.end() };
}

/** Lets whoever names a customer wait. */
export async function holdNamed({ app, scope }: TestWorkspace, id: string): Promise<Held> {
  const own = 'SELECT FROM customers WHERE workspace_id = $1 AND id = $2 FOR UPDATE';
  const client = await begin(app.database, own, [scope.workspaceId, id]);
  return { release: () => client.end() };
}

/** Lets whoever erases a customer wait in the last transaction, which has the customer locked, and has not taken its addresses away. */
export async function holdPhones({ app, scope }: TestWorkspace, id: string): Promise<Held> {
  const own = 'SELECT FROM customer_phones WHERE workspace_id = $1 AND customer_id = $2 FOR UPDATE';
  const client = await begin(app.database, own, [scope.workspaceId, id]);
  return { release: () => client.end() };
}

/** Lets customers wait who raise a ticket and have raised one before. */
export async function holdCounts({ app, scope }: TestWorkspace): Promise<Held> {
  const own = 'SELECT FROM form_counts WHERE workspace_id = $1 FOR UPDATE';
  const client = await begin(app.database, own, [scope.workspaceId]);
  return { release: () => client.end() };
}

/** Begins the last transaction of an erasure, which has ended the sessions. The customer is erased when it is released. */
export async function erasureUnderWay({ app, scope }: TestWorkspace, customerId: string): Promise<Held> {
  const values = [scope.workspaceId, customerId];
  const own = 'SELECT FROM customers WHERE workspace_id = $1 AND id = $2 FOR UPDATE';
  const client = await begin(app.database, own, values);
  await client.query('DELETE FROM customer_sessions WHERE workspace_id = $1 AND customer_id = $2', values);
  return {
    release: async () => {
      const erased = `primary_email = id || '@erased.invalid'`;
      await client.query(`UPDATE customers SET ${erased} WHERE workspace_id = $1 AND id = $2`, values);
      await client.query('COMMIT');
      await client.end();
    },
  };
}

/** Cuts the connections of imports that wait. @returns how many there were */
export async function cutWaitingImports(database: TestDatabase): Promise<number> {
  const ended = await asAdmin(
    database,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'support-desk bulk' AND wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return ended.length;
}

/** Begins to remove a member of the team. The member is removed when it is released. */
export async function removalUnderWay({ app, scope }: TestWorkspace, email: string): Promise<Held> {
  const mine = 'workspace_id = $1 AND email_key = $2';
  const values = [scope.workspaceId, email];
  const client = await begin(app.database, `SELECT FROM team_members WHERE ${mine} FOR UPDATE`, values);
  return {
    release: async () => {
      await client.query(`UPDATE team_members SET removed_at = now() WHERE ${mine}`, values);
      await client.query('COMMIT');
      await client.end();
    },
  };
}

/** Begins to add a member to the team. The member is there when it is released. */
export async function memberUnderWay({ app, scope }: TestWorkspace, email: string): Promise<Held> {
  const text = `INSERT INTO team_members (workspace_id, id, email, email_key, first_name, last_name, role)
    VALUES ($1, gen_random_uuid(), $2, $2, 'First', '', 'agent')`;
  return committedLater(await begin(app.database, text, [scope.workspaceId, email]));
}

/** Begins to change the oldest entries of the audit trail, as an erasure does. They are changed when it is released. */
export async function entriesUnderWay({ app, scope }: TestWorkspace, count: number): Promise<Held> {
  const text = `UPDATE audit_entries SET before = '{}' WHERE workspace_id = $1 AND id IN (
    SELECT id FROM audit_entries WHERE workspace_id = $1 ORDER BY at, id LIMIT $2)`;
  return committedLater(await begin(app.database, text, [scope.workspaceId, count]));
}

/** Tells whether a pruning waits for entries that somebody else changes. */
export async function waitsForEntries(database: TestDatabase): Promise<boolean> {
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'WITH old AS%'`;
  return (await askEveryServer(database, waiting)).length > 0;
}

/** Begins to revoke a key by its id. It is revoked when this is released. */
export async function revocationUnderWay({ app, scope }: TestWorkspace, id: string): Promise<Held> {
  const text = 'UPDATE api_keys SET revoked_at = now() WHERE workspace_id = $1 AND id = $2';
  return committedLater(await begin(app.database, text, [scope.workspaceId, id]));
}

/** Lets whoever applies a manifest of a workspace wait. The workspace is marked for deletion when it is released. */
export async function deletionUnderWay({ app, scope, subdomain }: TestWorkspace): Promise<Held> {
  const locked = `SELECT pg_advisory_xact_lock(hashtextextended('workspace ' || $1, 0))`;
  const client = await begin(app.database, locked, [subdomain]);
  const marked = `UPDATE workspaces SET subdomain = 'deleting-' || id, deleting_at = now(), suspended_at = now() WHERE id = $1`;
  await client.query(marked, [scope.workspaceId]);
  return committedLater(client);
}

/** Begins to rename a member of the team. The member has its new name when it is released. */
export async function renamingUnderWay({ app, scope }: TestWorkspace, email: string): Promise<Held> {
  const text = `UPDATE team_members SET first_name = 'Renamed', updated_at = now() WHERE workspace_id = $1 AND email_key = $2`;
  const client = await begin(app.database, text, [scope.workspaceId, email]);
  return committedLater(client);
}

/** Lets whoever reads a ticket wait for the version of its names. Somebody adds the first comment of the ticket when it is released. */
export async function commentUnderWay({ app, scope }: TestWorkspace, id: string): Promise<Held> {
  const client = await begin(app.database, 'LOCK TABLE vocabulary_versions IN ACCESS EXCLUSIVE MODE');
  await client.query(
    `INSERT INTO comments (workspace_id, id, ticket_id, position, comment_type, customer_id, content, created_at, updated_at)
     SELECT workspace_id, gen_random_uuid(), id, 1, 'reply', customer_id, 'Meanwhile', now(), now()
     FROM tickets WHERE workspace_id = $1 AND id = $2`,
    [scope.workspaceId, id],
  );
  await client.query(
    `UPDATE tickets SET comment_count = 1, updated_at = updated_at + interval '1 second' WHERE workspace_id = $1 AND id = $2`,
    [scope.workspaceId, id],
  );
  return committedLater(client);
}

const committedLater = (client: pg.Client): Held => ({
  release: async () => {
    await client.query('COMMIT');
    await client.end();
  },
});

async function begin(database: TestDatabase, text: string, values: unknown[] = []): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(text, values);
  return client;
}

/** Begins a number of requests for a list of tickets, each of which waits while the table is held. */
export function beginLists(
  client: ApiClient,
  requests: number,
): Promise<{ status: number; body: { code?: string } }>[] {
  return Array.from({ length: requests }, () => Promise.resolve(client.get('/tickets')));
}
