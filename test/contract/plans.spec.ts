import pg from 'pg';
import { AuditLog } from '../../src/audit/audit-log.service.js';
import type { AuditFilter } from '../../src/audit/audit.sql.js';
import { ApiKeyService } from '../../src/auth/api-key.service.js';
import { settingOf } from '../../src/tenancy/workspace-setting.js';
import { TicketCounts } from '../../src/tickets/ticket-counts.service.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { manyTickets } from '../support/many-tickets.js';
import { recordStatements, type RecordedStatement } from '../support/recorded-statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { asAdmin, freshDatabase, type TestDatabase } from '../support/test-database.js';

/** Plans of the statements as they are sent, on a database with 100,000 tickets. */
const TICKETS = 100_000;
const LAST_PAGE = Math.ceil(TICKETS / 30);
/** A table with fewer rows is read as a whole, and should be. */
const MANY_ROWS = 2_000;

let database: TestDatabase & { drop(): Promise<void> };
let app: TestApp;
let workspace: TestWorkspace;
let service: pg.Client;
let largeTables: string[];

beforeAll(async () => {
  database = await freshDatabase();
  app = await startTestApp({ database });
  workspace = await aWorkspace(app, {
    team_members: [{ email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
    fields: [{ name: 'Seats', kind: 'integer' }],
  });
  await aTicket(workspace, { email: 'john@customer.example', external_id: 'E-1', source: 'test' });
  await manyTickets(workspace, TICKETS);
  await asAdmin(
    database,
    `INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id)
     SELECT workspace_id, created_at, gen_random_uuid(), 'test', 'r', 'ticket.created', 'ticket', id FROM tickets LIMIT 20000`,
  );
  await app.app.get(TicketCounts).settle(workspace.scope);
  await asAdmin(database, 'VACUUM ANALYZE');
  const tables = await asAdmin<{ name: string }>(
    database,
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > $1`,
    [MANY_ROWS],
  );
  largeTables = tables.map(({ name }) => name);
  service = new pg.Client({ connectionString: database.serviceUrl });
  await service.connect();
});
afterAll(async () => {
  await service.end();
  await app.stop();
  await database.drop();
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** As `pg` would send it; EXECUTE takes no parameters. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(',')}}`);
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The plan of a statement for its values, or for any, as the workspace sees it. */
async function planOf({ text, values }: RecordedStatement, mode: 'custom' | 'generic'): Promise<PlanNode[]> {
  const literals = values.map(literalOf);
  await service.query(`BEGIN; ${settingOf(workspace.scope.workspaceId)}`);
  try {
    await service.query(`SET LOCAL plan_cache_mode = force_${mode}_plan; PREPARE tried AS ${text}`);
    const call = values.length === 0 ? 'tried' : `tried(${literals.join(', ')})`;
    const { rows } = await service.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE ${call}`,
    );
    return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
  } finally {
    await service.query('ROLLBACK; DEALLOCATE ALL');
  }
}

/** What a piece of work sends to tenant tables. */
async function sentBy(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const recorder = recordStatements();
  await Promise.resolve(work()).finally(() => {
    recorder.stop();
  });
  return recorder.statements.filter(({ text }) => text.includes('workspace_id') && !text.startsWith('BEGIN'));
}

const get = (path: string) => async (): Promise<void> => {
  const { status } = await workspace.client.get(path);
  expect(status).toBe(200);
};

const trail = (filter: AuditFilter): Promise<unknown> =>
  app.app
    .get(AuditLog)
    .read(workspace.scope, { ...filter, limit: 50 })
    .next();

const idOf = async (): Promise<string> => (await aTicket(workspace)).id;

describe('no plan reads a whole table of tickets for', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a ticket by number', get('/tickets/50000')],
    ['a ticket by id', async () => get(`/tickets/${await idOf()}`)()],
    ['the first page', get('/tickets')],
    ['the first page, oldest first', get('/tickets?order=asc')],
    ['a page in the middle', get(`/tickets?page_number=${LAST_PAGE >> 1}`)],
    ['the last page', get(`/tickets?page_number=${LAST_PAGE}`)],
    ['a page of a status', get('/tickets?status=closed')],
    ['a deep page of a status', get(`/tickets?status=closed&page_number=${LAST_PAGE >> 2}`)],
    ['a page of several statuses', get('/tickets?status=open,new,spam&page_number=200')],
    ['a page of an assignee', get('/tickets?assignee_email=eve@team.example')],
    ['a page of a tag', get('/tickets?tag=rare')],
    ['a page of a field value', get('/tickets?field_name=Seats&field_value=7')],
    ['a page by update', get('/tickets?sort=updated_at')],
    ['a page of a customer', get('/tickets?customer_email=c17@customer.example')],
    ['an external id', get('/tickets?external_id=E-1&source=test')],
    [
      'an update',
      () => workspace.client.put('/tickets/50000', { subject: 'New', status: 'spam', tags: ['rare'] }),
    ],
    ['a new ticket', () => aTicket(workspace, { external_id: 'E-2', source: 'test' })],
    ['a key', () => app.app.get(ApiKeyService).list(workspace.scope)],
    ['the audit trail', () => trail({})],
    ['the audit trail since a moment', () => trail({ since: new Date('2024-06-01') })],
    ['the audit trail of a ticket', () => trail({ subject: { type: 'ticket', number: 50000 } })],
    ['the counts', () => app.app.get(TicketCounts).settle(workspace.scope)],
  ])('%s', async (_name, work) => {
    expect(largeTables).toContain('tickets');
    const sent = await sentBy(work);
    expect(sent.length).toBeGreaterThan(0);
    for (const statement of sent.filter(({ name }) => name !== COUNT_ALL)) {
      for (const mode of ['custom', 'generic'] as const) {
        const whole = (await planOf(statement, mode)).filter(
          (node) =>
            node['Node Type'].endsWith('Seq Scan') && largeTables.includes(node['Relation Name'] ?? ''),
        );
        expect({ statement: statement.name ?? statement.text, mode, whole }).toMatchObject({ whole: [] });
      }
    }
  });
});

/** Counts all tickets of a workspace, once. */
const COUNT_ALL = 'ticket_counts.count_all';
