// Forms in the browser: the page against bare `node:http` that renders the same text, and a sent form against POST /tickets with the
// same words. Both are measured in turn, round by round, by the same client, which shares the processors with them.
//   npm run build && node bench/forms.mjs [--rounds N] [--seconds N] [--connections N] [--save]
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { seedByCommands } from './support/data-set.mjs';
import { openInstallation } from './support/installation.mjs';
import { describeMachine } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';
import { positive } from './support/options.mjs';
import { ROOT, startServer } from './support/servers.mjs';

const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: {
    ...{ rounds: text('9'), seconds: text('2'), connections: text('32') },
    save: { type: 'boolean' },
  },
});
const [rounds, seconds, connections] = ['rounds', 'seconds', 'connections'].map((name) =>
  positive(name, values[name]),
);
const TICKETS = 2_000;
const FIELDS = ['Seats', 'Order number'];
/** A token is no younger than that when it is sent. */
const TOKEN_AGE_MS = 10_000;

// Sendings are counted, as in production, but nobody reaches these limits.
for (const name of ['PER_CLIENT', 'PER_EMAIL', 'WITHOUT_PROOF'])
  process.env[`FORM_POSTS_${name}`] = '1000000000';
process.env.FORM_POSTS = '1000000000';

/** So many requests were made. */
let sent = 0;

const installation = await openInstallation({});
let bare;
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  if (values.save)
    await writeFile(join(ROOT, `bench/results/forms-${report.date.slice(0, 10)}.json`), `${printed}\n`);
  process.stdout.write(`${printed}\n`);
} finally {
  await bare?.stop();
  await installation.close();
}

async function measureAll() {
  const machine = await describeMachine(installation.superuserUrl, { name: 'node:http' });
  const target = await seedByCommands(installation, TICKETS);
  const [subdomain] = target.host.split('.');
  const forms = [{ title: 'Contact', slug: 'contact', fields: FIELDS }];
  await installation.desk(
    ['workspace', 'apply', '-'],
    JSON.stringify({ workspace: { subdomain, name: subdomain }, forms }),
  );
  const { form, emails } = await contentOf(subdomain);
  bare = await startServer({
    name: 'bare',
    args: [join(ROOT, 'bench/limit/forms.mjs')],
    env: { LIMIT_FORM: JSON.stringify(form) },
    log: join(installation.folder, 'bare.log'),
  });
  const { port } = installation.product;
  const [seats, order] = form.fields.map(({ id }) => `field.${id}`);
  // The build of the service signs the tokens, so it is loaded when it is there.
  const { newToken } = await import('../dist/web-forms/form-token.rules.js');
  const words = (index) => ({
    email: emails[index % emails.length],
    subject: `Cannot sign in ${index}`,
    message: 'It says that my password is wrong.',
  });
  const page = (at, host) => () => ({ port: at, method: 'GET', path: '/forms/contact', host, expected: 200 });
  const ticket = (index) => {
    const { message, ...rest } = words(index);
    const ticket_fields = { Seats: 1 + (index % 500), 'Order number': `A-${index}` };
    return {
      ...{ port, method: 'POST', path: '/api/external/v2/tickets', host: target.host, expected: 201 },
      headers: { 'content-type': 'application/json', 'x-api-key': target.key.trim() },
      body: JSON.stringify({ ...rest, description: `<p>${message}</p>`, ticket_fields }),
    };
  };
  const sending = (index) => {
    const token = newToken(form.workspaceId, form, Date.now() - TOKEN_AGE_MS);
    const typed = { token, ...words(index), [seats]: 1 + (index % 500), [order]: `A-${index}` };
    return {
      ...{ port, method: 'POST', path: '/forms/contact', host: target.host, expected: 303 },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(typed).toString(),
    };
  };
  const date = new Date().toISOString();
  return {
    ...{ date, rounds, seconds, connections, machine },
    page_of_bare: await inTurn(page(port, target.host), page(bare.port, target.host)),
    sending_of_ticket: await inTurn(sending, ticket),
  };
}

/** The form with its key, and addresses of customers who are known. */
async function contentOf(subdomain) {
  const client = new pg.Client(installation.superuserUrl);
  await client.connect();
  const { rows } = await client.query(
    `SELECT f.workspace_id AS "workspaceId", f.id, f.title, f.slug, f.token_key AS "tokenKey", w.knowledge_base_name AS "knowledgeBaseName",
       (SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'kind', t.kind, 'isRequired', t.is_required, 'options', '[]'::json)
          ORDER BY x.position)
        FROM form_fields x JOIN ticket_fields t ON t.workspace_id = x.workspace_id AND t.id = x.field_id
        WHERE x.workspace_id = f.workspace_id AND x.form_id = f.id) AS fields,
       ARRAY(SELECT primary_email FROM customers WHERE workspace_id = w.id ORDER BY id LIMIT 1000) AS emails
     FROM forms f JOIN workspaces w ON w.id = f.workspace_id WHERE w.subdomain = $1 AND f.slug = 'contact'`,
    [subdomain],
  );
  await client.end();
  const [{ emails, ...form }] = rows;
  const settings = { intro: null, successMessage: null, embedOrigins: [], requiresProof: false };
  return { form: { ...form, ...settings }, emails };
}

/** The median of each round of one divided by the same round of the other, and the smallest and the largest one. */
async function inTurn(one, other) {
  for (const warm of [one, other, one, other]) await load(warm);
  const pairs = [];
  for (let turn = 0; turn < rounds; turn++) pairs.push([await load(one), await load(other)]);
  const ratios = pairs.map(([mine, theirs]) => mine / theirs);
  const perSecond = (side) => Math.round(median(pairs.map((pair) => pair[side])));
  return {
    ...{ median: round(median(ratios)), min: round(Math.min(...ratios)), max: round(Math.max(...ratios)) },
    ...{ per_second: perSecond(0), other_per_second: perSecond(1) },
  };
}

/** Requests per second, by connections that stay open. */
async function load(make) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1_000;
  let answered = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (; performance.now() < until; answered++) await ask(agent, make(sent++));
    }),
  );
  const took = (performance.now() - begun) / 1_000;
  agent.destroy();
  return answered / took;
}

function ask(agent, { port, method, path, host, headers = {}, body, expected }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const call = request({
      agent,
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { host, ...headers, ...length },
    });
    call.once('error', reject);
    call.once('response', (response) => {
      response.resume();
      if (response.statusCode !== expected) reject(new Error(`${method} ${path}: ${response.statusCode}`));
      response.once('end', resolve);
    });
    call.end(body);
  });
}
