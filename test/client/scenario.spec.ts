import createClient from 'openapi-fetch';
import { readFileSync } from 'node:fs';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { PROJECT } from '../support/servers/processes.js';
import { startTestApp, type TestApp, useDesk } from '../support/test-app.js';
import { dataOf } from './data-of.js';
import { goThroughFiles } from './files.js';
import { goThroughInboundEmails } from './inbound-emails.js';
import { goThroughMerging } from './merging.js';
import { goThroughReports } from './reports.js';
import type { paths } from '../../packages/client/src/openapi.js';
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

/** A client as a developer makes it from openapi.json; what it calls is noted. */
function client() {
  const api = createClient<paths>({ baseUrl: app.url, headers: { 'X-Api-Key': acme.key } });
  api.use({
    onRequest: ({ request, schemaPath }) => {
      used.add(`${request.method.toLowerCase()} ${schemaPath}`);
    },
  });
  return api;
}

describe('a client generated from openapi.json', () => {
  it('goes through all operations', async () => {
    const api = client();
    expect(dataOf(await api.GET('/')).name).toBe('Support Desk');
    expect(dataOf(await api.GET('/health/live'))).toEqual({ status: 'ok' });
    expect(dataOf(await api.GET('/health/ready'))).toEqual({ status: 'ok', storage: 'ok' });

    const { field } = dataOf(
      await api.POST('/api/external/v2/fields', {
        body: { field: { name: 'Country', kind: 'single_option', data: ['India', 'Germany'] } },
      }),
    );
    const [india] = field.options ?? [];
    const help = { email: 'mary@customer.example', subject: 'Help', description: '<p>Please</p>' };
    const raised = dataOf(
      await api.POST('/api/external/v2/tickets', {
        body: { ...help, channel: 'shop', cc: ['kim@acme.example'] },
      }),
    );
    const included = dataOf(
      await api.GET('/api/external/v2/tickets/{ticket_id}', {
        params: {
          path: { ticket_id: raised.ticket.id },
          query: { include: ['channel', 'comments', 'participants', 'url'] },
        },
      }),
    );
    expect(included.ticket).toMatchObject({
      ...{ url: raised.ticket.url, channel: 'shop' },
      participants: [{ role: 'cc', email: 'kim@acme.example' }],
      comments_total: 1,
    });
    expect(included.ticket.comments?.[0]?.content).toBe(help.description);
    const older = dataOf(await api.POST('/api/v1/public/tickets', { body: help }));
    expect(older.notice_code).toBe('ticket_created_successfully');
    const olderList = dataOf(await api.GET('/api/v1/public/tickets', { params: { query: { page: 1 } } }));
    expect(olderList.tickets[0]?.id).toBe(older.ticket.id);

    await aTicket(acme, { assignee_email: 'eve@acme.example' });

    const { customer } = dataOf(
      await api.POST('/api/external/v2/customers', {
        body: {
          customer: { emails: ['john@customer.example'], first_name: 'John', phones: ['+1 555 0100'] },
        },
      }),
    );
    const notice = dataOf(
      await api.POST('/api/v1/public/customers', {
        body: { customer: { emails: ['jane@customer.example'] } },
      }),
    );
    expect(notice.notice_code).toBe('customer_created_successfully');

    const list = dataOf(await api.GET('/api/external/v2/tickets', { params: { query: { page_size: 10 } } }));
    const number = String(list.tickets[0]?.number);
    const byNumber = { params: { path: { ticket_id: number } } };
    const updated = dataOf(
      await api.PUT('/api/external/v2/tickets/{ticket_id}', {
        ...byNumber,
        body: { email: 'john@customer.example', ticket_fields: { Country: 'India' }, tags: ['typed'] },
      }),
    );
    expect(updated.ticket.customer).toEqual({
      id: customer.id,
      name: 'John',
      email: 'john@customer.example',
      phone_numbers: ['+1 555 0100'],
    });
    dataOf(
      await api.PATCH('/api/external/v2/tickets/{ticket_id}', { ...byNumber, body: { priority: 'high' } }),
    );
    const legacy = dataOf(
      await api.PUT('/api/v1/public/tickets/{ticket_number}', {
        params: { path: { ticket_number: number } },
        body: { status: 'open' },
      }),
    );
    expect(legacy.ticket).toMatchObject({ priority: 'high', status: 'open' });

    const ofField = { params: { path: { field_id: field.id } } };
    dataOf(
      await api.PATCH('/api/external/v2/fields/{field_id}', {
        ...ofField,
        body: { field: { name: 'Land', data: [{ id: india?.id ?? '', label: 'Bharat' }], state: 'active' } },
      }),
    );
    const { ticket } = dataOf(await api.GET('/api/external/v2/tickets/{ticket_id}', byNumber));
    expect(ticket.fields).toEqual([{ field_name: 'Land', field_value: 'Bharat' }]);
    expect(dataOf(await api.GET('/api/external/v2/fields/{field_id}', ofField)).field.name).toBe('Land');

    await api.PATCH('/api/external/v2/fields/{field_id}', {
      ...ofField,
      body: { field: { state: 'inactive' } },
    });
    const inactive = dataOf(
      await api.GET('/api/external/v2/fields', { params: { query: { state: 'inactive' } } }),
    );
    expect(inactive.fields.map(({ id }) => id)).toEqual([field.id]);
    expect((await api.DELETE('/api/external/v2/fields/{field_id}', ofField)).response.status).toBe(204);

    expect(dataOf(await api.GET('/api/external/v2/api-keys/current')).api_key.name).toBe('test');
    expect(dataOf(await api.GET('/api/external/v2/forms')).forms.map(({ slug }) => slug)).toEqual([
      'contact-us',
    ]);

    await goThroughConversation(api);
    await goThroughFiles(api);
    const accept = { headers: { Accept: 'application/json' } };
    const removed = dataOf(
      await api.DELETE('/api/external/v2/team_members', {
        ...accept,
        body: { emails: ['eve@acme.example'] },
      }),
    );
    expect(removed.message).toMatch(/1 team member/);
    dataOf(
      await api.DELETE('/api/external/v1/team_members', {
        ...accept,
        body: { emails: ['kim@acme.example'] },
      }),
    );
    await goThroughChoices(api);
    await goThroughCustomers(api, customer.id);
    await goThroughMembers(api);
    await goThroughWebhooks(api);
    await goThroughMerging(api);
    await goThroughInboundEmails(api);
    await goThroughReports(api);
    const query = { types: ['ticket.updated' as const], limit: 500 };
    const { events } = dataOf(await api.GET('/api/external/v2/events', { params: { query } }));
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['ticket.updated']));
    const after = dataOf(await api.GET('/api/external/v2/tickets/{ticket_id}', byNumber));
    expect(after.ticket.assignee).toBeNull();

    const { paths: documented } = JSON.parse(readFileSync(`${PROJECT}/openapi.json`, 'utf8')) as {
      paths: object;
    };
    const operations = Object.entries(documented).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method} ${path}`),
    );
    expect([...used].sort()).toEqual(operations.sort());
  });

  async function goThroughConversation(api: ReturnType<typeof client>): Promise<void> {
    const [comments, drafts] = [
      '/api/external/v2/tickets/{ticket_id}/comments',
      '/api/external/v2/tickets/{ticket_id}/drafts/{draft_type}',
    ] as const;
    const ofTicket = { params: { path: { ticket_id: '1' } } };
    const words = { author_email: 'eve@acme.example', content: '<p>Typed</p>' };
    const { comment } = dataOf(await api.POST(comments, { ...ofTicket, body: words }));
    const ofComment = { params: { path: { ticket_id: '1', comment_id: comment.id } } };
    expect(dataOf(await api.GET(`${comments}/{comment_id}`, ofComment)).comment).toEqual(comment);
    const ofDraft = { params: { path: { ticket_id: '1', draft_type: 'note' as const } } };
    const note = { ...words, content: 'For you', mentions: [{ email: 'kim@acme.example' }] };
    dataOf(
      await api.POST('/api/external/v2/tickets/{ticket_id}/drafts', {
        ...{ ...ofTicket, body: { ...words, comment_type: 'note' } },
      }),
    );
    expect((await api.DELETE(drafts, ofDraft)).response.status).toBe(204);
    const { draft } = dataOf(await api.PUT(drafts, { ...ofDraft, body: note }));
    expect(dataOf(await api.GET(drafts, ofDraft)).draft).toEqual(draft);
    expect(dataOf(await api.POST(`${drafts}/send`, ofDraft)).comment.comment_type).toBe('note');
    const query = { author_type: ['agent' as const], order: 'desc' as const };
    const list = dataOf(await api.GET(comments, { params: { ...ofTicket.params, query } }));
    expect(list.comments.map(({ content }) => content)).toEqual(['For you', '<p>Typed</p>']);
  }

  async function goThroughChoices(api: ReturnType<typeof client>): Promise<void> {
    const { statuses } = dataOf(await api.GET('/api/external/v2/statuses'));
    expect(statuses.find(({ name }) => name === 'open')?.is_default).toBe(true);
    const { categories } = dataOf(await api.GET('/api/external/v2/categories'));
    expect(categories.map(({ sub_categories: below }) => below)).toContainEqual([]);
    expect(dataOf(await api.GET('/api/external/v2/groups')).groups).toEqual([]);
    expect(dataOf(await api.GET('/api/external/v2/companies')).companies).toEqual([]);
    const query = { page_size: 1 };
    const { tags, pagination } = dataOf(await api.GET('/api/external/v2/tags', { params: { query } }));
    expect(tags).toEqual([{ name: 'typed', ticket_count: 1 }]);
    expect(pagination.total_records).toBe(1);
  }

  async function goThroughCustomers(api: ReturnType<typeof client>, id: string): Promise<void> {
    const ofJohn = { params: { path: { customer_id: id } } };
    const path = '/api/external/v2/customers/{customer_id}' as const;
    dataOf(await api.PATCH(path, { ...ofJohn, body: { customer: { last_name: 'Luther', links: [] } } }));
    const { customer } = dataOf(await api.GET(path, ofJohn));
    expect(customer).toMatchObject({ name: 'John Luther', phones: [{ phone: '+1 555 0100', label: null }] });
    const query = { q: 'lut', email: 'john@customer.example' };
    const list = dataOf(await api.GET('/api/external/v2/customers', { params: { query } }));
    expect(list.customers).toEqual([customer]);
  }

  async function goThroughMembers(api: ReturnType<typeof client>): Promise<void> {
    const made = dataOf(
      await api.POST('/api/external/v2/team-members', {
        body: { emails: ['sam@acme.example'], first_name: 'Sam', organization_role: 'standard' },
      }),
    );
    const [sam] = made.team_members;
    const ofSam = { params: { path: { team_member_id: sam?.id ?? '' } } };
    const path = '/api/external/v2/team-members/{team_member_id}' as const;
    dataOf(await api.PATCH(path, { ...ofSam, body: { time_zone: 'Europe/Berlin' } }));
    expect(dataOf(await api.GET(path, ofSam)).team_member).toMatchObject({
      ...{ first_name: 'Sam', organization_role: 'standard', time_zone: 'Europe/Berlin', active: true },
    });
    expect((await api.DELETE(path, ofSam)).response.status).toBe(204);
    const query = { state: ['inactive' as const], sort: 'email' as const, order: 'desc' as const };
    const list = dataOf(await api.GET('/api/external/v2/team-members', { params: { query } }));
    expect(list.team_members[0]?.email).toBe('sam@acme.example');
  }

  it('has the errors in its types', async () => {
    const { id } = await aTicket(acme);
    const { error, response } = await client().PUT('/api/external/v2/tickets/{ticket_id}', {
      params: { path: { ticket_id: id } },
      body: { subject: '' },
    });
    expect(response.status).toBe(422);
    expect(error && 'field_errors' in error ? error.field_errors : []).toEqual([
      { field: 'subject', message: 'must not be blank' },
    ]);
  });
});
