import { randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import { aTicket, aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

/**
 * 32 tenants at once on one process, few connections to PostgreSQL and few to the service, which all of them share. All that a
 * tenant holds carries its marker; every answer is searched for the markers and ids of the others.
 */
const TENANTS = 32;
const REQUESTS_EACH = 40;
const CLIENTS = 64;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

interface Tenant {
  readonly workspace: TestWorkspace;
  readonly marker: string;
  readonly keyId: string;
  readonly fieldId: string;
  readonly ticketIds: string[];
  /** Subjects that were acknowledged, by number; and how many customers were. */
  readonly subjects: Map<number, Set<string>>;
  customers: number;
  updates: number;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const app = useDesk({ poolSize: 5 });
let agent: http.Agent;
const tenants: Tenant[] = [];
const owners = new Map<string, Tenant>();
const seen = new Map<string, Tenant>();

beforeAll(async () => {
  agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  for (let begun = 0; begun < TENANTS; begun += 4)
    tenants.push(...(await Promise.all(Array.from({ length: 4 }, aTenant))));
});
afterAll(() => {
  agent.destroy();
});

async function aTenant(): Promise<Tenant> {
  const marker = `m${randomBytes(8).toString('hex')}`;
  const workspace = await aWorkspace(app, {
    statuses: [{ name: `${marker}_status` }],
    groups: [{ name: `${marker} group` }],
    companies: [{ name: `${marker} company` }],
    team_members: [
      { email: `member@${marker}.example`, first_name: marker, last_name: 'Member', role: 'agent' },
    ],
    fields: [{ name: `${marker} field`, kind: 'single_option', options: [`${marker} a`, `${marker} b`] }],
    forms: [{ title: `${marker} form`, slug: marker, enabled: true, fields: [`${marker} field`] }],
  });
  const ticketIds: string[] = [];
  for (let number = 1; number <= 5; number++) {
    const ticket = await aTicket(workspace, {
      email: `customer${number % 2}@${marker}.example`,
      subject: `${marker} ${number}`,
      tags: [marker],
      group: `${marker} group`,
      assignee_email: `member@${marker}.example`,
      ticket_fields: { [`${marker} field`]: `${marker} a` },
    });
    ticketIds.push(ticket.id);
  }
  const [key] = await keysOf(workspace);
  const { fields } = await app.operator.show(workspace.subdomain);
  const tenant: Tenant = {
    ...{ workspace, marker, ticketIds, customers: 0, updates: 0, subjects: new Map() },
    keyId: key?.id ?? '',
    fieldId: fields[0]?.id ?? '',
  };
  for (const id of [...ticketIds, tenant.fieldId]) owners.set(id, tenant);
  return tenant;
}

/** One request with a key to an address, both of which may be anybody's. */
function call(at: Tenant, key: string, method: string, path: string, body?: object): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${app.url}/api/external/v2${path}`,
      {
        method,
        agent,
        headers: {
          Host: `${at.workspace.subdomain}.${BASE_DOMAIN}`,
          'X-Api-Key': key,
          ...(text !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(text),
          }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        });
      },
    );
    request.on('error', reject);
    request.end(text);
  });
}

type Act = (tenant: Tenant, other: Tenant, turn: number) => Promise<void>;

/** Calls as the tenant, expects a status, and looks at everything in the answer. */
async function expecting(
  status: number,
  tenant: Tenant,
  method: string,
  path: string,
  body?: object,
): Promise<string> {
  const answer = await call(tenant, tenant.workspace.key, method, path, body);
  if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  searchForOthers(tenant, answer.text);
  return answer.text;
}

function searchForOthers(tenant: Tenant, text: string): void {
  for (const [found] of text.matchAll(/m[0-9a-f]{16}/g)) expect(found).toBe(tenant.marker);
  for (const [id] of text.matchAll(UUID)) {
    expect(owners.get(id) ?? tenant).toBe(tenant);
    expect(seen.get(id) ?? tenant).toBe(tenant);
    seen.set(id, tenant);
  }
}

const ACTS: readonly Act[] = [
  async (tenant, _other, turn) => {
    const number = 1 + (turn % 5);
    expect(await expecting(200, tenant, 'GET', `/tickets/${number}`)).toContain(tenant.ticketIds[number - 1]);
  },
  async (tenant, _other, turn) => {
    expect(await expecting(200, tenant, 'GET', `/tickets/${tenant.ticketIds[turn % 5] ?? ''}`)).toContain(
      tenant.marker,
    );
  },
  async (tenant) => {
    const list = await expecting(200, tenant, 'GET', '/tickets?page_size=3');
    expect(JSON.parse(list)).toMatchObject({ pagination: { total_records: 5 } });
  },
  async (tenant) => {
    const list = await expecting(
      200,
      tenant,
      'GET',
      `/tickets?tag=${tenant.marker}&group=${tenant.marker}%20group`,
    );
    expect(JSON.parse(list)).toMatchObject({ pagination: { total_records: 5 } });
  },
  async (tenant) => {
    expect(await expecting(200, tenant, 'GET', '/fields')).toContain(tenant.fieldId);
  },
  async (tenant) => {
    expect(await expecting(200, tenant, 'GET', '/forms')).toContain(tenant.marker);
  },
  async (tenant, _other, turn) => {
    const [number, subject] = [1 + (turn % 5), `${tenant.marker} ${randomUUID().slice(0, 8)}`];
    const option = `${tenant.marker} ${turn % 2 ? 'a' : 'b'}`;
    const body = { subject, ticket_fields: { [`${tenant.marker} field`]: option } };
    expect(await expecting(200, tenant, 'PUT', `/tickets/${number}`, body)).toContain(tenant.marker);
    tenant.updates++;
    const said = tenant.subjects.get(number) ?? new Set();
    tenant.subjects.set(number, said.add(subject));
  },
  async (tenant) => {
    const customer = { emails: [`${randomUUID().slice(0, 8)}@${tenant.marker}.example`] };
    await expecting(200, tenant, 'POST', '/customers', { customer });
    tenant.customers++;
  },
  // Refusals of every kind: what the other tenant has is answered as what nobody has, and nothing of it comes back.
  async (tenant, other) => {
    await expecting(422, tenant, 'PUT', '/tickets/1', { subject: 'x', status: 'no', group: 'no' });
    await refusedUnread(tenant, other, 'PUT', '/tickets/1', 422, { group: `${other.marker} group` });
  },
  async (tenant, other, turn) => {
    await refusedUnread(tenant, other, 'GET', `/tickets/${other.ticketIds[turn % 5] ?? ''}`, 404);
    await refusedUnread(tenant, other, 'PUT', `/tickets/${other.ticketIds[turn % 5] ?? ''}`, 404, {
      subject: 'x',
    });
  },
  async (tenant, other) => {
    await refusedUnread(tenant, other, 'PATCH', `/fields/${other.fieldId}`, 404, { field: { name: 'x' } });
  },
  async (tenant, other) => {
    const answer = await call(other, tenant.workspace.key, 'GET', '/tickets/1');
    expect([answer.status, answer.text]).toEqual([
      401,
      '{"error":"Authentication failed: invalid API key."}',
    ]);
  },
];

async function refusedUnread(
  tenant: Tenant,
  other: Tenant,
  method: string,
  path: string,
  status: number,
  body?: object,
): Promise<void> {
  const answer = await call(tenant, tenant.workspace.key, method, path, body);
  expect(answer.status).toBe(status);
  expect(answer.text).not.toContain(other.marker);
}

describe('32 tenants at once', () => {
  it('never get anything of each other, in whatever order their requests are served', async () => {
    const work = tenants.flatMap((tenant, index) =>
      Array.from({ length: REQUESTS_EACH }, (_, turn) => ({ tenant, index, turn })),
    );
    // Neighbours in the queue are of different tenants and do different things.
    work.sort((one, other) => one.turn - other.turn || one.index - other.index);
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let next = work.shift(); next; next = work.shift()) {
          const { tenant, index, turn } = next;
          const other = tenants[(index + 1 + (turn % (TENANTS - 1))) % TENANTS] ?? tenant;
          await ACTS[(index + turn) % ACTS.length]?.(tenant, other, turn);
        }
      }),
    );
    expect(seen.size).toBeGreaterThan(TENANTS * 8);
  });

  it('find every id that they were shown among their own rows', async () => {
    const tables = ['tickets', 'customers', 'ticket_fields', 'ticket_field_options', 'team_members', 'forms'];
    const rows = await asAdmin<{ id: string; workspace: string }>(
      app.database,
      tables
        .map((table) => `SELECT id, workspace_id AS workspace FROM ${table} WHERE id = ANY ($1)`)
        .join(' UNION ALL '),
      [[...seen.keys()]],
    );
    expect(rows).toHaveLength(seen.size);
    for (const { id, workspace } of rows) expect(seen.get(id)?.workspace.scope.workspaceId).toBe(workspace);
  });

  it('have all that was acknowledged to them, and nobody else has', async () => {
    for (const { workspace, marker, subjects, customers, updates, keyId } of tenants) {
      const of = [workspace.scope.workspaceId];
      const tickets = await asAdmin<{ number: number; subject: string }>(
        app.database,
        'SELECT number, subject FROM tickets WHERE workspace_id = $1 ORDER BY number',
        of,
      );
      expect(tickets).toHaveLength(5);
      for (const { number, subject } of tickets)
        expect([...(subjects.get(number) ?? [`${marker} ${number}`])]).toContain(subject);
      const [made] = await asAdmin(
        app.database,
        `SELECT (SELECT count(*)::int FROM customers WHERE workspace_id = $1) AS customers,
           (SELECT count(*)::int FROM customer_emails WHERE workspace_id = $1 AND email LIKE $2) AS emails,
           (SELECT count(*)::int FROM audit_entries WHERE workspace_id = $1 AND api_key_id = $3) AS entries,
           (SELECT count(*)::int FROM audit_entries WHERE workspace_id = $1 AND api_key_id <> $3) AS foreign`,
        [...of, `%@${marker}.example`, keyId],
      );
      const all = customers + 2;
      expect(made).toEqual({ customers: all, emails: all, entries: customers + updates, foreign: 0 });
    }
  });
});
