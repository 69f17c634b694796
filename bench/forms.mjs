// Forms in the browser: the page against bare `node:http` that renders the same text, and a sent form against POST /tickets with the
// same words, each in turn.
//   node bench/forms.mjs [--tickets 20000] [--rounds 7] [--seconds 2] [--connections 32] [--save]
import pg from 'pg';
import { againstBare } from './support/against-bare.mjs';
import { seedByCommands } from './support/data-set.mjs';
import { openInstallation } from './support/installation.mjs';
import { readNumbers } from './support/options.mjs';

/** The share of the bare server, and of POST /tickets. */
const WANTED = { page: 0.5, sending: 0.8 };
const FIELDS = ['Seats', 'Order number'];
/** A token is no younger than that when it is sent. */
const TOKEN_AGE_MS = 10_000;
/** More are not sent in a second. */
const MOST_A_SECOND = 1_500;

const options = readNumbers({ tickets: 20_000, rounds: 7, seconds: 2, connections: 32 });
// Sendings are counted, as in production, but nobody reaches these limits. That of an address cannot be set, so there are many addresses.
for (const name of ['PER_CLIENT', 'WITHOUT_PROOF']) process.env[`FORM_POSTS_${name}`] = '1000000000';
process.env.FORM_POSTS = '1000000000';
const installation = await openInstallation({});
// The build of the service signs the tokens.
const { newToken } = await import('../dist/forms/pages/form-token.rules.js');
await againstBare('forms', installation, options, WANTED, async ({ startBare, contestants, compare }) => {
  const target = await seedByCommands(installation, options.tickets);
  const [subdomain] = target.host.split('.');
  const forms = [{ title: 'Contact', slug: 'contact', fields: FIELDS }];
  await installation.desk(
    ['workspace', 'apply', '-'],
    JSON.stringify({ workspace: { subdomain, name: subdomain }, forms }),
  );
  const { form, emails } = await contentOf(subdomain);
  await startBare('forms.mjs', { LIMIT_FORM: JSON.stringify(form) });
  const visitor = { host: target.host };
  const page = [{ method: 'GET', path: '/forms/contact' }];
  const own = (name) => ({ ...installation.product, name });
  return {
    page: await compare('the page', contestants({ target: visitor, requests: page })),
    // Here POST /tickets is the limit.
    sending: await compare('sent forms', [
      { server: own('limit'), target, requests: emails.map(ticketOf) },
      {
        ...{ server: own('product'), target: visitor },
        // Each token makes one ticket.
        get requests() {
          return Array.from({ length: MOST_A_SECOND * (options.seconds + 3) }, (_, index) =>
            sendingOf(form, emails[index % emails.length], index),
          );
        },
      },
    ]),
  };
});

function words(email, index) {
  return { email, subject: `Cannot sign in ${index}`, message: 'It says that my password is wrong.' };
}

function ticketOf(email, index) {
  const { message, ...rest } = words(email, index);
  const ticket_fields = { Seats: 1 + (index % 500), 'Order number': `A-${index}` };
  const body = JSON.stringify({ ...rest, description: `<p>${message}</p>`, ticket_fields });
  return { method: 'POST', path: '/api/external/v2/tickets', body };
}

function sendingOf(form, email, index) {
  const [seats, order] = form.fields.map(({ id }) => `field.${id}`);
  const token = newToken(form.workspaceId, form, Date.now() - TOKEN_AGE_MS);
  const typed = { token, ...words(email, index), [seats]: 1 + (index % 500), [order]: `A-${index}` };
  return {
    ...{ method: 'POST', path: '/forms/contact', type: 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(typed).toString(),
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
       ARRAY(SELECT primary_email FROM customers WHERE workspace_id = w.id ORDER BY id) AS emails
     FROM forms f JOIN workspaces w ON w.id = f.workspace_id WHERE w.subdomain = $1 AND f.slug = 'contact'`,
    [subdomain],
  );
  await client.end();
  const [{ emails, ...form }] = rows;
  const settings = { intro: null, successMessage: null, embedOrigins: [], requiresProof: false };
  return { form: { ...form, ...settings }, emails };
}
