import { createServer } from 'node:http';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { JOINED, namesIn, THIN } from './shapes.mjs';
import {
  ADD_CUSTOMER,
  ADD_EMAIL,
  ADD_PHONE,
  countTickets,
  getAndAudit,
  getTicket,
  LIST_FIELDS,
  LOCK_TICKET,
  pageFrom,
  pageStart,
  SURROUNDINGS,
  UPDATE_TICKET,
  VOCABULARY,
} from './statements.mjs';

/**
 * The limit of the stack: `node:http` and `pg` with named prepared statements, and nothing else. No keys, no row-level
 * security, no validation, no log. It knows in advance how many tickets a filter matches and where a page starts, which
 * a service with changing tickets cannot know. It reads the names of the workspace once, and never again; with
 * `LIMIT_SHAPE=joined` PostgreSQL looks them up for each answer.
 */

const workspace = process.env.LIMIT_WORKSPACE_ID;
const connection = {
  connectionString: process.env.LIMIT_DATABASE_URL,
  pipeline: true,
  // Without this, PostgreSQL plans some statements again for every request, which takes longer than running them.
  options: '-c plan_cache_mode=force_generic_plan -c jit=off',
};
const pool = new pg.Pool({ ...connection, max: 10 });
// All reads of one ticket share a connection. Those of one turn of the event loop leave in one system call.
const lane = new pg.Client(connection);
await lane.connect();
let isCorked = false;

const PAGE_SIZE = 30;
const shape = process.env.LIMIT_SHAPE === 'joined' ? JOINED : THIN;
const vocabulary = await namesIn(pool, workspace);
const getByNumber = getTicket(shape, 'number');
const getById = getTicket(shape, 'id');
const GET_AND_AUDIT = getAndAudit(shape);

const run = (statement, values) => pool.query({ ...statement, values: [workspace, ...values] });

async function ticket(reference) {
  const statement = reference.includes('-') ? getById : getByNumber;
  corkForThisTurn(lane.connection.stream);
  const { rows } = await lane.query({ ...statement, values: [workspace, reference] });
  return { ticket: ticketOf(rows[0]) };
}

function corkForThisTurn(stream) {
  if (isCorked) return;
  isCorked = true;
  stream.cork();
  setImmediate(() => {
    isCorked = false;
    stream.uncork();
  });
}

const known = new Map();

async function tickets(url) {
  let page = known.get(url);
  if (page === undefined) known.set(url, (page = await measured(url)));
  const { number, total, pages, statement, values } = page;
  const { rows } = await run(statement, values);
  return {
    tickets: rows.map(ticketOf),
    pagination: {
      total_records: total,
      current_page_number: number,
      total_pages: pages,
      page_size: PAGE_SIZE,
    },
  };
}

async function measured(url) {
  const query = new URLSearchParams(url.split('?')[1]);
  const number = Number(query.get('page_number') ?? 1);
  const [filter, values] = filterOf(query);
  const [{ total }] = (await run(countTickets(filter), values)).rows;
  const next = values.length + 2;
  const [first] = (await run(pageStart(filter, next), [...values, (number - 1) * PAGE_SIZE])).rows;
  const from = first === undefined ? ['-infinity', 0] : [first.created_at, first.number];
  return {
    number,
    total,
    pages: Math.ceil(total / PAGE_SIZE),
    statement: pageFrom(shape, filter, next),
    values: [...values, ...from],
  };
}

function filterOf(query) {
  if (query.has('status')) return ['status', [query.get('status')]];
  if (query.has('assignee_id')) return ['assignee', [query.get('assignee_id')]];
  if (query.has('tag')) return ['tag', [query.get('tag')]];
  if (query.has('field_name')) return ['field', [query.get('field_name'), query.get('field_value')]];
  return ['none', []];
}

async function fields() {
  const { rows } = await run(LIST_FIELDS, []);
  return {
    fields: rows.map((row) => ({
      id: row.id,
      name: row.name,
      kind: row.kind,
      state: row.state,
      resource_type: 'ticket',
      is_required: row.is_required,
      is_required_for_agent_when_submitting_form: row.is_required_for_agent_when_submitting_form,
      is_required_for_agent_when_closing_ticket: row.is_required_for_agent_when_closing_ticket,
      display_order: row.display_order,
      placeholder_slug: row.placeholder_slug,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      ...(row.kind.endsWith('_option') && { options: row.options }),
    })),
    pagination: { total_records: rows.length, page_size: rows.length },
  };
}

/** Runs the product's statements in as few round trips as possible. */
async function update(number, body) {
  const client = await pool.connect();
  const query = (statement, values) => client.query({ ...statement, values: [workspace, ...values] });
  try {
    const [, locked, names] = await Promise.all([
      client.query('BEGIN'),
      query(LOCK_TICKET, [number]),
      shape === THIN
        ? namesInMemory(body)
        : query(VOCABULARY, [body.status, Object.keys(body.ticket_fields)]),
    ]);
    const [current] = locked.rows;
    const [{ status_id: statusId, fields }] = names.rows;
    const values = { ...current.field_values };
    for (const [name, value] of Object.entries(body.ticket_fields))
      values[fields.find((field) => field.name === name).id] = value;
    const { subject, status_id: status, field_values } = current;
    const before = { subject, status, ticket_fields: field_values };
    const [, changed] = await Promise.all([
      query(UPDATE_TICKET, [current.id, body.subject, statusId, values, current.now]),
      query(GET_AND_AUDIT, [number, uuid(), current.id, before, body]),
      client.query('COMMIT'),
    ]);
    return { ticket: ticketOf(changed.rows[0]) };
  } finally {
    client.release();
  }
}

function namesInMemory({ status, ticket_fields: named }) {
  const fields = Object.keys(named).map((name) => vocabulary.fieldsByName.get(name));
  return { rows: [{ status_id: vocabulary.statuses.get(status), fields }] };
}

async function create({ customer }) {
  const id = uuid();
  const [email] = customer.emails;
  const client = await pool.connect();
  const query = (statement, values) => client.query({ ...statement, values: [workspace, ...values] });
  try {
    await Promise.all([
      client.query('BEGIN'),
      query(SURROUNDINGS, [email.toLowerCase()]),
      query(ADD_CUSTOMER, [id, customer.first_name, customer.last_name, email, customer.phones[0]]),
      query(ADD_PHONE, [id, customer.phones[0]]),
      query(ADD_EMAIL, [id, email, email.toLowerCase()]),
      client.query('COMMIT'),
    ]);
  } finally {
    client.release();
  }
  return { customer: { id, name: `${customer.first_name} ${customer.last_name}`, email } };
}

function ticketOf(row) {
  const names = shape.namesOf(row, vocabulary);
  return {
    id: row.id,
    number: row.number,
    subject: row.subject,
    description: row.description,
    priority: row.priority,
    status: names.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    resolution_due_date: row.resolution_due_at?.toISOString() ?? null,
    external_id: row.external_id,
    source: row.source,
    category: names.category ?? 'None',
    sub_category_one: names.sub_category_one,
    sub_category_two: names.sub_category_two,
    group: names.group,
    tags: row.tags,
    assignee: row.assignee_id && {
      id: row.assignee_id,
      name: nameOf(row.assignee_first, row.assignee_last) ?? row.assignee_email,
      email: row.assignee_email,
    },
    customer: {
      id: row.customer_id,
      name: nameOf(row.customer_first, row.customer_last) ?? row.customer_email,
      email: row.customer_email,
      phone_numbers: row.phones,
    },
    fields: names.fields ?? [],
  };
}

function nameOf(first, last) {
  return first && last ? `${first} ${last}` : first || last || null;
}

const TICKETS = '/api/external/v2/tickets';

async function answer(request) {
  const { method, url } = request;
  if (method === 'POST') return create(await bodyOf(request));
  if (method === 'PUT') return update(url.slice(TICKETS.length + 1), await bodyOf(request));
  if (url === '/api/external/v2/fields') return fields();
  return url[TICKETS.length] === '/' ? ticket(url.slice(TICKETS.length + 1)) : tickets(url);
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks));
}

const server = createServer((request, response) => {
  answer(request).then(
    (value) => {
      const text = JSON.stringify(value);
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error) => {
      response.writeHead(500).end(String(error));
    },
  );
});

server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${server.address().port}`);
});
