import { setTimeout as sleep } from 'node:timers/promises';
import { PNG } from '../data/attachments.js';
import { aKey, aTicket, type TestWorkspace } from '../data/builders.js';
import { Desk } from '../servers/desk.js';
import { MailServer } from '../fakes/mail-server.js';
import { startTestApp } from '../test-app.js';
import { exerciseMailIn } from './inbound-emails.js';
import { aCustomerOf } from '../data/customers.js';
import { aField } from '../data/fields.js';
import { FormVisitor, MESSAGE, proofFor } from '../data/forms.js';
import { aMember } from '../data/team-members.js';
import { aWebhook, deliveryOf, newestTried } from '../data/webhooks.js';
import { Receiver } from '../fakes/receiver.js';
import { until } from '../until.js';
import { exerciseCommands } from './commands.js';
import { exerciseAttachments } from './files.js';
import { exerciseMerging } from './merging.js';
import { exerciseMoments } from './moments.js';
import { exercisePortal } from './portal.js';
import { exerciseReports } from './reports.js';
import { exerciseResources } from './resources.js';
import { exerciseBadEvent, exerciseFullMemory } from './seldom.js';

/** Uses everything that clients and operators can do, with every filter, so that every statement runs. */
export async function exerciseEverything(workspace: TestWorkspace, manifest: object): Promise<void> {
  await exerciseApi(workspace);
  await exerciseCommands(workspace, manifest);
}

async function exerciseApi(workspace: TestWorkspace): Promise<void> {
  const { client } = workspace;
  const { number, id } = await aTicket(workspace, {
    email: 'scenario@customer.example',
    ticket_fields: { Country: 'India', Products: ['Desk', 'Chat'], Seats: 3 },
    tags: ['scenario'],
  });
  await client.get(`/tickets/${number}`);
  await client.get(`/tickets/${id}?include=url,channel,participants,merged,comments`);
  const raised = { email: 'raised@customer.example', subject: 'Raised', description: '' };
  await client.post('/tickets', { ...raised, external_id: 'R-1', source: 'scenario' });
  const past = { created_at: '2024-01-01T00:00:00Z', closed_at: '2024-01-02T00:00:00Z' };
  await client.post('/tickets', { ...raised, ...past, status: 'open' });
  await client.post('/api/v1/public/tickets', raised);
  await client.get('/api/v1/public/tickets?page=1');
  await client.put(`/tickets/${number}`, { subject: 'Scenario', tags: ['x'], ticket_fields: { Seats: 4 } });
  await client.patch(`/tickets/${id}`, {
    email: 'scenario-2@customer.example',
    status: 'open',
    category: 'Refund',
  });
  await client.put(`/api/v1/public/tickets/${number}`, { priority: 'high' });
  await client.get(`/api/v1/public/tickets/${number}`);
  await exerciseMany(workspace, id);
  const customer = {
    emails: ['whole@customer.example'],
    phones: ['+1 555 0100'],
    links: ['https://customer.example'],
  };
  for (const _again of [1, 2])
    await client.post('/customers', { customer }).set('Idempotency-Key', 'scenario');
  await exerciseMerging(workspace, number);
  await exerciseMoments(workspace);
  await exerciseConversation(workspace, id, number);
  await exerciseAttachments(workspace, id);
  await exerciseCustomers(workspace);
  await exerciseFields(workspace);
  await exerciseTeam(workspace);
  await exerciseResources(workspace);
  await exerciseWebhooks(workspace);
  await exerciseForms(workspace);
  await exerciseMailIn(workspace, id);
  await client.post('/api/v1/public/customers', { customer });
  await exercisePortal(workspace);
  await exerciseReports(workspace, [number, id]);
  await exerciseBadEvent(workspace);
  await exerciseFullMemory(workspace);
  for (const filter of FILTERS) {
    const response = await client.get(`/tickets?${filter}`);
    if (response.status !== 200) throw new Error(`The filter ${filter} was refused: ${response.text}`);
  }
}

/** Batches, with all that locks and reads several tickets, and copies. */
async function exerciseMany(workspace: TestWorkspace, id: string): Promise<void> {
  const { client } = workspace;
  const { number } = await aTicket(workspace);
  const operations = [
    { op: 'update', ticket: id, if_match: '*', body: { status: 'open', assignee_email: 'eve@team.example' } },
    { op: 'update', ticket: number, body: { status: 'open', tags: ['batch'] } },
  ];
  for (const atomic of [false, true]) await client.post('/tickets/batch', { operations, atomic }).expect(200);
  const copier = workspace.clientWith(await aKey(workspace, 'copier', { scopes: ['exports:read'] }));
  for (const query of ['', '?include=comments']) await copier.get(`/exports/tickets${query}`).expect(200);
}

async function exerciseConversation(
  { app, client, scope }: TestWorkspace,
  id: string,
  number: number,
): Promise<void> {
  const words = { author_email: 'eve@team.example', content: '<p>Scenario</p>' };
  const mentions = [{ email: 'eve@team.example' }];
  await client.post(`/tickets/${number}/comments`, { ...words, comment_type: 'note', mentions });
  const said = { author_email: 'said@customer.example', author_type: 'customer', content: 'By telephone' };
  await client.post(`/tickets/${number}/comments`, { ...said, comment_type: 'note' });
  await client.post(`/tickets/${number}/comments`, { content: 'Of no author' });
  await client.post('/api/v1/public/comments', { ...words, ticket_number: number });
  await client.get(`/api/v1/public/tickets/${number}/comments`);
  await client.post(`/api/v1/public/tickets/${number}/drafts`, words);
  const reply = { ...words, author_email: 'scenario-2@customer.example', message_id: 'scenario' };
  await client.patch(`/tickets/${id}`, { status: 'closed', assignee_email: 'eve@team.example' });
  await client.post(`/tickets/${id}/comments`, reply);
  const { body } = await client.post(`/tickets/${id}/comments`, reply);
  for (const ticket of [id, number]) {
    await client.get(`/tickets/${ticket}/comments`);
    await client.get(`/tickets/${ticket}/comments?author_type=agent&order=desc`);
    await client.get(`/tickets/${ticket}/comments/${(body as { comment: { id: string } }).comment.id}`);
    await client.put(`/tickets/${ticket}/drafts/note`, { ...words, mentions });
    await client.get(`/tickets/${ticket}/drafts/note`);
  }
  await client.post(`/tickets/${id}/drafts/note/send`);
  await client.post(`/tickets/${id}/drafts`, words);
  await client.delete(`/tickets/${id}/drafts/reply`);
  await app.operator.shownToCustomer(scope.workspaceId, [(body as { comment: { id: string } }).comment.id]);
}

/** Mails a reply of the agent Eve, by an application with a mail server on the same database. */
export async function exerciseMail(workspace: TestWorkspace): Promise<void> {
  const { app, client, subdomain, scope } = workspace;
  const server = await MailServer.start();
  const other = await startTestApp({ database: app.database, smtp: server.settings });
  try {
    const settings = { subdomain, name: 'Mailing', mail_from: 'desk@scenario.example' };
    await other.operator.apply(JSON.stringify({ workspace: settings }));
    const invited = { emails: ['invited@team.example'], send_invitation_email: true };
    await client.at(other).post('/team-members', invited).expect(201);
    const { number } = await aTicket(workspace);
    const reply = { author_email: 'eve@team.example', content: 'Mailed' };
    await client.at(other).post(`/tickets/${number}/comments`, reply).expect(201);
    // Whichever application has given the reply its position, this one sends it: it alone has a mail server.
    await until(async () => {
      await other.operator.work(scope.workspaceId);
      return server.received.length > 1;
    });
    await Desk.on(app.database).output(['mail', 'list', subdomain]);
  } finally {
    await other.stop();
    await server.stop();
  }
}

/** A form that is sent sooner was not filled in by a person. */
const LEAST_AGE_MS = 3_300;

/** Somebody sees the logo of a form, sends it with a file twice, and reads the thank-you page. */
async function exerciseForms({ app, subdomain, scope }: TestWorkspace): Promise<void> {
  const forms = [{ title: 'Scenario', slug: 'scenario' }];
  const logo = `data:image/png;base64,${PNG.toString('base64')}`;
  await app.operator.apply(JSON.stringify({ workspace: { subdomain, name: subdomain, logo }, forms }));
  const visitor = new FormVisitor(app, subdomain);
  const opened = await visitor.open('scenario');
  await visitor.get(/\/forms\/logo\/\d+/.exec(opened.html)?.[0] ?? '').expect(200);
  const typed = { ...MESSAGE, token: opened.token, proof: proofFor(opened) };
  const files = [{ filename: 'picture.png', bytes: PNG }];
  // The clock of a process of its own cannot be moved, so a person's time to write is waited for.
  await sleep(LEAST_AGE_MS);
  for (const _again of [1, 2]) await visitor.post('scenario', typed, files).expect(303);
  await app.operator.work(scope.workspaceId);
}

async function exerciseCustomers(workspace: TestWorkspace): Promise<void> {
  const { client } = workspace;
  const { id } = await aCustomerOf(workspace, { first_name: 'Scenario' });
  const [emails, phones, links] = [['changed@customer.example'], ['+1 555 0101'], ['https://other.example']];
  await client.patch(`/customers/${id}`, { customer: { emails, phones, links, last_name: 'Changed' } });
  for (const filter of ['', 'email=changed@customer.example', `company_id=${SOME_ID}`, 'q=sce'])
    await client.get(`/customers?${filter}`);
}

async function exerciseFields(workspace: TestWorkspace): Promise<void> {
  const { app, client, scope } = workspace;
  // The second request finds the list in memory.
  for (let turn = 0; turn < 2; turn++) await client.get('/fields');
  await client.get('/fields?page_size=1&state=active');
  const { id, options = [] } = await aField(workspace, {
    name: 'Scenario',
    kind: 'single_option',
    data: ['Kept', 'Removed'],
  });
  await aTicket(workspace, { ticket_fields: { Scenario: 'Kept' } });
  await client.get(`/fields/${id}`);
  const [kept, removed] = options.map((option) => option.id);
  const data = [{ id: kept, label: 'Renamed' }, { label: 'Added' }];
  await client.patch(`/fields/${id}`, {
    field: { name: 'Scenery', state: 'inactive', data, remove_option_ids: [removed] },
  });
  await client.delete(`/fields/${id}`);
  await app.operator.work(scope.workspaceId);
}

async function exerciseTeam(workspace: TestWorkspace): Promise<void> {
  const { client } = workspace;
  await exerciseMembers(workspace);
  await client.get('/forms');
  await client.get('/events?after=0&types=ticket.updated&limit=2');
  for (const names of ['statuses', 'categories', 'groups', 'companies', 'tags'])
    await client.get(`/${names}`);
  await client.get('/api-keys/current');
  const { number } = await aTicket(workspace);
  await client.put(`/tickets/${number}`, { assignee_email: 'eve@team.example' });
  for (const status of ['trash', 'new']) await client.put(`/tickets/${number}`, { status });
  for (const version of ['v2', 'v1']) {
    await client
      .delete(`/api/external/${version}/team_members`, { emails: ['eve@team.example'] })
      .set('Accept', 'application/json');
  }
}

/** The endpoint fails, then takes an event, then is gone. */
async function exerciseWebhooks(workspace: TestWorkspace): Promise<void> {
  const { client, app, scope } = workspace;
  const receiver = await Receiver.start();
  let status = 500;
  receiver.answer = (response) => response.writeHead(status).end();
  const webhook = await aWebhook(workspace, { url: receiver.url, include_silent: true });
  const path = `/webhooks/${webhook.id}`;
  await client.get('/webhooks');
  await client.patch(path, { include_notes: true, state: 'disabled' });
  await client.patch(path, { filter: { status: ['new'], tag: ['vip'] } });
  await client.patch(path, { filter: null, state: 'active' });
  await client.post(`${path}/secrets`);
  await client.delete(`${path}/secrets/${webhook.secrets[0]?.id}`);
  await aTicket(workspace, { subject: 'Told' });
  await client.get('/events');
  const { id } = await newestTried(workspace, webhook);
  status = 200;
  const { tries_count } = await deliveryOf(workspace, webhook, id);
  await client.post(`${path}/deliveries/${id}/redeliver`);
  await until(async () => (await deliveryOf(workspace, webhook, id)).tries_count > tries_count);
  // The endpoint may be told of any event first, for work in the background makes some, too.
  status = 410;
  await client.post(`${path}/deliveries/${id}/redeliver`);
  await until(async () => (await client.get(path)).body.webhook.state === 'disabled');
  await client.post(`${path}/test`);
  for (const query of ['', '?state=failed']) await client.get(`${path}/deliveries${query}`);
  for (const failed_only of [false, true]) await client.post(`${path}/replay`, { failed_only });
  await app.operator.work(scope.workspaceId);
  await client.delete(path);
  await app.operator.work(scope.workspaceId);
  await receiver.stop();
}

async function exerciseMembers(workspace: TestWorkspace): Promise<void> {
  const { client } = workspace;
  const email = 'scenario@team.example';
  const { id } = await aMember(workspace, {
    ...{ email, first_name: 'New', groups: ['Support'] },
    invited_by: 'eve@team.example',
  });
  await client.get('/team-members?state=active,inactive&sort=email&order=asc&page_size=1');
  await client.get(`/team-members/${id}`);
  await client.patch(`/team-members/${id}`, { email: 'other@team.example', groups: [] });
  await client.delete(`/team-members/${id}`);
  await aMember(workspace, { email: 'other@team.example' });
}

const SOME_ID = 'a0000000-0000-4000-8000-000000000000';

const FILTERS = [
  '',
  'sort=updated_at&order=asc',
  'status=open,new',
  'priority=high',
  `customer_id=${SOME_ID}`,
  'customer_email=scenario@customer.example',
  `assignee_id=${SOME_ID}`,
  'assignee_email=eve@team.example',
  'group=Support',
  'category=Refund',
  'category=None',
  'tag=x',
  'external_id=1&source=s',
  'channel=api',
  'updated_after=2024-01-01T00:00:00Z',
  'field_name=Country&field_value=India',
  'range_type=last_7_days',
  'q=-range_type:all_time',
  'range_type=custom&start_date=2024-01-01&end_date=2024-01-31',
];
