import pg from 'pg';
import { copyInto } from './copies.mjs';
import { measure } from './measure.mjs';
import { operationsOn } from './operations.mjs';

/** Tickets in each of the many workspaces. */
const TICKETS = 10;

/** Compares the product's cost with much and with little data: 1 means that both cost the same. */
export async function measureFlatness({ product, dataSet, superuserUrl }, generator, options) {
  const { large, small, fewFields, manyFields } = dataSet;
  const pairs = [
    ...(options.quick ? ['get_ticket'] : ['get_ticket', 'update_ticket', 'list_first_page']).map((name) => [
      `${name}_by_tickets`,
      `${name}, ${large.total} tickets against ${small.total}`,
      name,
      large,
      small,
    ]),
    ['get_ticket_by_fields', 'get_ticket, 300 fields against 10', 'get_ticket', manyFields, fewFields],
  ];
  const flat = {};
  for (const [key, title, name, larger, smaller] of pairs) {
    const contestants = [larger, smaller].map((workspace, index) => ({
      server: { name: index === 0 ? 'larger' : 'smaller', port: product.port },
      target: workspace,
      requests: operationsOn(workspace)[name].requests,
    }));
    flat[key] = figure(title, await measure(contestants, generator, options));
  }
  if (options.full)
    flat.get_ticket_by_workspaces = await manyWorkspaces(product, superuserUrl, small, generator, options);
  return flat;
}

function figure(title, { larger, smaller }) {
  return { title, cost: Number((smaller.rps / larger.rps).toFixed(3)), larger, smaller };
}

/** Makes 10,000 reads of tickets, in turn in each of the workspaces that `copyWorkspace` has made. */
export function readsOver(count) {
  return Array.from({ length: 10_000 }, (_, index) => ({
    method: 'GET',
    path: `/api/external/v2/tickets/${1 + (index % TICKETS)}`,
    host: `bench-copy-${1 + (index % count)}.localhost`,
  }));
}

/** Compares requests over 10,000 workspaces with requests over 10 of them. One key opens all of them, to keep this short. */
async function manyWorkspaces(product, superuserUrl, pattern, generator, options) {
  await copyWorkspace(superuserUrl, pattern, 10_000);
  const contestants = [10_000, 10].map((count) => ({
    server: { name: count === 10 ? 'smaller' : 'larger', port: product.port },
    target: pattern,
    requests: readsOver(count),
  }));
  const measured = await measure(contestants, generator, {
    ...options,
    warmUpMs: Math.max(options.warmUpMs, 8_000),
  });
  return figure('get_ticket, 10000 workspaces against 10', measured);
}

/**
 * Copies the rows that a ticket needs, and the keys, by SQL. Ids are the same in every copy, because primary keys
 * include the workspace. Copies of an earlier run only need the keys of this one.
 */
export async function copyWorkspace(superuserUrl, { id }, count) {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    await client.query('BEGIN');
    // No triggers: these tickets are never listed, and the foreign keys hold as in the original.
    await client.query("SET LOCAL session_replication_role = 'replica'");
    const { rowCount: added } = await client.query(
      `INSERT INTO workspaces (id, subdomain, name, knowledge_base_name)
       SELECT gen_random_uuid(), 'bench-copy-' || n, 'copy', 'copy' FROM generate_series(1, $1::int) n
       ON CONFLICT (subdomain) DO NOTHING`,
      [count],
    );
    if (added > 0) await copyTickets(client, id);
    await client.query(`DELETE FROM api_keys WHERE workspace_id IN (SELECT copy_id FROM ${COPIES})`);
    await copyRows(client, 'api_keys', id);
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

const COPIES = "(SELECT id AS copy_id FROM workspaces WHERE subdomain LIKE 'bench-copy-%') copy";
const VOCABULARY = [
  'ticket_statuses',
  'ticket_categories',
  'groups',
  'team_members',
  'ticket_fields',
  'ticket_field_options',
  'vocabulary_versions',
];

async function copyTickets(client, id) {
  for (const table of VOCABULARY) await copyRows(client, table, id);
  const few = `(SELECT customer_id FROM tickets WHERE workspace_id = '${id}' AND number <= ${TICKETS})`;
  await copyRows(client, 'customers', id, `id IN ${few}`);
  await copyRows(client, 'customer_emails', id, `customer_id IN ${few}`);
  await copyRows(client, 'tickets', id, `number <= ${TICKETS}`);
}

const copyRows = (client, table, id, condition) => copyInto(client, COPIES, table, id, condition);
