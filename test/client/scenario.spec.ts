import { readFileSync } from 'node:fs';
import { Desk } from '../../packages/client/src/index.js';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { idIn, RESOURCES } from '../support/data/resources.js';
import { aWrite } from '../support/data/writes.js';
import { PROJECT } from '../support/servers/processes.js';
import { startTestApp, type TestApp, useDesk } from '../support/test-app.js';
import { goThroughFiles } from './files.js';
import { goThroughInboundEmails } from './inbound-emails.js';
import { goThroughMany } from './many.js';
import { goThroughMerging } from './merging.js';
import { goThroughPortal } from './portal.js';
import { goThroughReports } from './reports.js';
import { goThroughWebhooks } from './webhooks.js';

const setUp = useDesk();
let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(setUp, {
    team_members: [
      { email: 'eve@acme.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' },
      { email: 'kim@acme.example', first_name: 'Kim', last_name: 'Lee', role: 'agent' },
    ],
    forms: [{ title: 'Contact us', slug: 'contact-us', enabled: true }],
  });
  // The client is a plain one: it addresses the service as its address says, without a Host header of its own.
  app = await startTestApp({ defaultWorkspace: acme.subdomain });
});
afterAll(async () => {
  await app.stop();
});

const used = new Set<string>();

/** A client as a developer makes it; which of its methods are called is noted. */
function client(key = acme.key): Desk {
  return noting(new Desk({ url: app.url, key }), (name) => name);
}

function noting<Client extends object>(made: Client, operationOf: (name: string) => string): Client {
  return new Proxy(made, {
    get: (target, name) => {
      used.add(operationOf(String(name)));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** The client of a session calls its operations without this word. */
const ofPortal = (name: string): string =>
  (name === 'upload' ? 'uploadAttachment' : name).replace(/^[a-z]+/, '$&Portal');

/** The operations of openapi.json. */
function operations(): string[] {
  const { paths } = JSON.parse(readFileSync(`${PROJECT}/openapi.json`, 'utf8')) as {
    paths: Record<string, Record<string, { readonly operationId: string }>>;
  };
  return Object.values(paths).flatMap((item) => Object.values(item).map((one) => one.operationId));
}

describe('the client', () => {
  // @proves E-27-2, E-27-10
  it('goes through all operations', async () => {
    const desk = client();
    expect((await desk.getService()).name).toBe('Support Desk');
    expect(await desk.getLiveness()).toEqual({ status: 'ok' });
    expect(await desk.getReadiness()).toEqual({ status: 'ok', storage: 'ok' });

    const { field } = await desk.createTicketField({
      field: { name: 'Country', kind: 'single_option', data: ['India', 'Germany'] },
    });
    const [india] = field.options ?? [];
    const help = { email: 'mary@customer.example', subject: 'Help', description: '<p>Please</p>' };
    const raised = await desk.createTicket({ ...help, channel: 'shop', cc: ['kim@acme.example'] });
    const included = await desk.getTicket(raised.ticket.id, {
      include: ['channel', 'comments', 'participants', 'url'],
    });
    expect(included.ticket).toMatchObject({
      ...{ url: raised.ticket.url, channel: 'shop' },
      participants: [{ role: 'cc', email: 'kim@acme.example' }],
      comments_total: 1,
    });
    expect(included.ticket.comments?.[0]?.content).toBe(help.description);
    const older = await desk.createTicketLegacy(help);
    expect(older.notice_code).toBe('ticket_created_successfully');
    const olderList = await desk.listTicketsLegacy({ page: 1 }).page();
    expect(olderList.tickets[0]?.id).toBe(older.ticket.id);

    await aTicket(acme, { assignee_email: 'eve@acme.example' });

    const { customer } = await desk.createCustomer({
      customer: { emails: ['john@customer.example'], first_name: 'John', phones: ['+1 555 0100'] },
    });
    const notice = await desk.createCustomerLegacy({ customer: { emails: ['jane@customer.example'] } });
    expect(notice.notice_code).toBe('customer_created_successfully');

    const list = await desk.listTickets({ page_size: 10 }).page();
    const number = list.tickets[0]?.number ?? 0;
    const updated = await desk.updateTicket(number, {
      ...{ email: 'john@customer.example', ticket_fields: { Country: 'India' }, tags: ['typed'] },
    });
    expect(updated.ticket.customer).toEqual({
      id: customer.id,
      name: 'John',
      email: 'john@customer.example',
      phone_numbers: ['+1 555 0100'],
    });
    await desk.patchTicket(number, { priority: 'high' });
    const legacy = await desk.updateTicketLegacy(number, { status: 'open' });
    expect(legacy.ticket).toMatchObject({ priority: 'high', status: 'open' });

    await desk.updateTicketField(field.id, {
      field: { name: 'Land', data: [{ id: india?.id ?? '', label: 'Bharat' }], state: 'active' },
    });
    const { ticket } = await desk.getTicket(number);
    expect(ticket.fields).toEqual([{ field_name: 'Land', field_value: 'Bharat' }]);
    expect((await desk.getTicketField(field.id)).field.name).toBe('Land');

    await desk.updateTicketField(field.id, { field: { state: 'inactive' } });
    const inactive = await desk.listTicketFields({ state: 'inactive' }).page();
    expect(inactive.fields.map(({ id }) => id)).toEqual([field.id]);
    await desk.deleteTicketField(field.id);

    expect((await desk.getCurrentApiKey()).api_key.name).toBe('test');
    expect((await desk.listForms()).forms.map(({ slug }) => slug)).toEqual(['contact-us']);

    await goThroughConversation(desk);
    await goThroughFiles(desk);
    await goThroughReports(desk);
    const removed = await desk.removeTeamMembers({ emails: ['eve@acme.example'] });
    expect(removed.message).toMatch(/1 team member/);
    await desk.removeTeamMembersLegacy({ emails: ['kim@acme.example'] });
    await goThroughChoices(desk);
    await goThroughCustomers(desk, customer.id);
    await goThroughMembers(desk);
    await goThroughWebhooks(desk);
    await goThroughMerging(desk);
    await goThroughPortal(desk, app.url, (page) => noting(page, ofPortal));
    const copying = await aKey(acme, 'copying', { scopes: ['exports:read'] });
    await goThroughMany(desk, client(copying));
    await goThroughInboundEmails(desk);
    await goThroughResources(desk);
    const { result } = await desk.callMcp({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(result).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'get_ticket' })]),
    });
    const { events } = await desk.listEvents({ types: ['ticket.updated'], limit: 500 });
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['ticket.updated']));
    const heard = await desk.streamEvents({ after: 0, types: ['ticket.updated'] });
    expect(heard.headers.get('content-type')).toMatch(/^text\/event-stream/);
    await heard.body?.cancel();
    expect((await desk.getTicket(number)).ticket.assignee).toBeNull();

    // `upload` is the method that sends the form of this operation.
    if (used.delete('upload')) used.add('uploadAttachment');
    // These call operations of other names, which were called by their own, too.
    for (const name of ['batch', 'export']) used.delete(name);
    expect([...used].sort()).toEqual(operations().sort());
  });

  async function goThroughConversation(desk: Desk): Promise<void> {
    const words = { author_email: 'eve@acme.example', content: '<p>Typed</p>' };
    const { comment } = await desk.createComment(1, words);
    expect((await desk.getComment(1, comment.id)).comment).toEqual(comment);
    const note = { ...words, content: 'For you', mentions: [{ email: 'kim@acme.example' }] };
    await desk.createDraft(1, { ...words, comment_type: 'note' });
    await desk.deleteDraft(1, 'note');
    const { draft } = await desk.saveDraft(1, 'note', note);
    expect((await desk.getDraft(1, 'note')).draft).toEqual(draft);
    expect((await desk.sendDraft(1, 'note')).comment.comment_type).toBe('note');
    const list = await desk.listComments(1, { author_type: ['agent'], order: 'desc' }).page();
    expect(list.comments.map(({ content }) => content)).toEqual(['For you', '<p>Typed</p>']);
    const older = await desk.createCommentLegacy({ ...words, ticket_number: 1 });
    expect(older.notice_code).toBe('comment_created_successfully');
    const olderList = await desk.listCommentsLegacy(1, { author_type: ['agent'] }).page();
    expect(olderList.comments).toHaveLength(3);
    expect((await desk.createDraftLegacy(1, words)).draft.comment_type).toBe('reply');
    expect((await desk.getTicketLegacy(1)).ticket.number).toBe(1);
  }

  async function goThroughChoices(desk: Desk): Promise<void> {
    const { statuses } = await desk.listStatuses().page();
    expect(statuses.find(({ name }) => name === 'open')?.is_default).toBe(true);
    const { categories } = await desk.listCategories().page();
    expect(categories.map(({ sub_categories: below }) => below)).toContainEqual([]);
    expect((await desk.listGroups().page()).groups).toEqual([]);
    expect((await desk.listCompanies().page()).companies).toEqual([]);
    const { tags, pagination } = await desk.listTags({ page_size: 1 }).page();
    expect(tags).toEqual([{ name: 'typed', ticket_count: 1 }]);
    expect(pagination.total_records).toBe(1);
  }

  async function goThroughCustomers(desk: Desk, id: string): Promise<void> {
    await desk.updateCustomer(id, { customer: { last_name: 'Luther', links: [] } });
    const { customer } = await desk.getCustomer(id);
    expect(customer).toMatchObject({ name: 'John Luther', phones: [{ phone: '+1 555 0100', label: null }] });
    const list = await desk.listCustomers({ q: 'lut', email: 'john@customer.example' }).page();
    expect(list.customers).toEqual([customer]);
  }

  async function goThroughMembers(desk: Desk): Promise<void> {
    const made = await desk.createTeamMembers({
      ...{ emails: ['sam@acme.example'], first_name: 'Sam', organization_role: 'standard' },
    });
    const id = made.team_members[0]?.id ?? '';
    await desk.updateTeamMember(id, { time_zone: 'Europe/Berlin' });
    expect((await desk.getTeamMember(id)).team_member).toMatchObject({
      ...{ first_name: 'Sam', organization_role: 'standard', time_zone: 'Europe/Berlin', active: true },
    });
    await desk.removeTeamMember(id);
    const older = await desk.createTeamMembersLegacy({ emails: ['lee@acme.example'] });
    await desk.removeTeamMemberLegacy(older.team_members[0]?.id ?? '');
    expect((await desk.listTeamMembersLegacy({ sort: 'email' }).page()).team_members).toEqual([]);
    const list = await desk.listTeamMembers({ state: ['inactive'], sort: 'email', order: 'desc' }).page();
    expect(list.team_members[0]?.email).toBe('sam@acme.example');
  }

  /** Makes a thing of each resource, reads it and finds it in its list, also where no line above calls these methods. */
  async function goThroughResources(desk: Desk): Promise<void> {
    const methods = desk as unknown as Record<string, (...given: unknown[]) => object>;
    const call = async (name: string, ...given: unknown[]): Promise<object> => {
      const asked = methods[name]?.(...given) as Promise<object> | { readonly page: () => Promise<object> };
      return 'page' in asked ? asked.page() : asked;
    };
    for (const { create, get, list } of RESOURCES) {
      const { body } = await aWrite(acme, create);
      const id = idIn(await call(create.id, body));
      expect(idIn(await call(get.id, id))).toBe(id);
      expect(JSON.stringify(await call(list.id))).toContain(id);
    }
  }

  it('has the errors in its types', async () => {
    const { id } = await aTicket(acme);
    await expect(client().updateTicket(id, { subject: '' })).rejects.toMatchObject({
      ...{ name: 'InvalidRequestError', status: 422 },
      fieldErrors: [{ field: 'subject', message: 'must not be blank' }],
    });
  });
});
