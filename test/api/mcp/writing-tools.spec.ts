import { randomUUID } from 'node:crypto';
import { aKey, aTicket, aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { audited } from '../../support/data/audit.js';
import { conversationOf, CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { callOf, callTool, clientWith, message, refusalOf } from '../../support/data/mcp.js';
import type { ApiClient } from '../../support/servers/api-client.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
/** The key that docs/mcp.md advises: it reads, and writes drafts and notes. */
let advised: ApiClient;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  advised = await clientWith(acme, ['tickets:read', 'comments:read', 'customers:read', 'drafts:write']);
});

const newTicket = async (line = {}) => (await aTicket(acme, line)).number;
const ofEve = { author_email: EVE.email };

describe('add_note', () => {
  // @proves E-26-6
  it('adds a note, once with an idempotency key, in words that are no HTML', async () => {
    const ticket = await newTicket();
    const args = { ticket, text: 'a <b> & c\nd\n\ne', ...ofEve, idempotency_key: 'note-1' };
    const first = await callOf(advised, 'add_note', args);
    expect(await callOf(advised, 'add_note', args)).toEqual(first);
    expect(first).toMatchObject({ comment: { comment_type: 'note', untrusted_text: 'a <b> & c\nd\n\ne' } });
    const { comments } = await conversationOf(acme, ticket);
    expect(comments.slice(1)).toMatchObject([
      { comment_type: 'note', content: '<p>a &lt;b&gt; &amp; c<br />d</p><p>e</p>' },
    ]);
  });

  // @proves E-26-6
  it('needs an author, unless the key speaks for one', async () => {
    const ticket = await newTicket();
    expect(await refusalOf(advised, 'add_note', { ticket, text: 'Hi' })).toMatchObject({
      ...{ status: 422, code: 'invalid_request' },
      field_errors: [{ field: 'author_email', message: 'is required' }],
    });
    const speaking = acme.clientWith(await aKey(acme, 'of Eve', { scopes: ['drafts:write'], as: EVE.email }));
    const note = await callOf(speaking, 'add_note', { ticket, text: 'Hi' });
    expect(note).toMatchObject({ comment: { author: { email: { untrusted_text: EVE.email } } } });
  });

  // @proves E-26-6, E-29-2
  it('is of a team member: no assistant writes in the name of a customer', async () => {
    const args = { ticket: await newTicket(), text: 'Hi', author_email: CUSTOMER };
    expect(await refusalOf(advised, 'add_note', args)).toMatchObject({
      status: 422,
      field_errors: [{ field: 'author_email', message: 'is not the address of an active team member' }],
    });
  });

  // @proves E-26-3
  it('is in the audit trail as a change of the key', async () => {
    const ticket = await newTicket();
    const args = { ticket, text: 'Hi', ...ofEve };
    const { entries } = await audited(acme, () =>
      message(advised, 'tools/call', { name: 'add_note', arguments: args }),
    );
    const keys = await keysOf(acme);
    expect(
      entries.map(({ action, api_key_id }) => [action, keys.find(({ id }) => id === api_key_id)?.name]),
    ).toEqual([['note.created', 'tickets:read comments:read customers:read drafts:write']]);
  });
});

describe('save_reply_draft', () => {
  // @proves E-26-6
  it('keeps a draft, and replaces one only by its tag', async () => {
    const ticket = await newTicket();
    const save = { ticket, text: 'We look into it.', ...ofEve };
    const first = await callOf<{ etag: string }>(advised, 'save_reply_draft', save);
    const refusal = await refusalOf(advised, 'save_reply_draft', { ...save, text: 'Other words' });
    expect(refusal).toMatchObject({ status: 412, code: 'precondition_failed', etag: first.etag });
    const second = await callOf(advised, 'save_reply_draft', {
      ...{ ...save, text: 'Other words', etag: first.etag },
    });
    expect(second).toMatchObject({ draft: { comment_type: 'reply', untrusted_text: 'Other words' } });
    expect((await conversationOf(acme, ticket)).total).toBe(1);
  });
});

describe('send_draft', () => {
  // @proves E-26-8
  it('sends what was read and nothing else, with the scope comments:write only', async () => {
    const ticket = await newTicket();
    const draft = { ticket, text: 'We look into it.', ...ofEve };
    const { etag } = await callOf<{ etag: string }>(acme.client, 'save_reply_draft', draft);
    expect(await refusalOf(advised, 'send_draft', { ticket, etag })).toEqual({
      ...{ status: 403, code: 'missing_scope', error: 'This API key lacks the scope comments:write.' },
    });
    expect(await refusalOf(acme.client, 'send_draft', { ticket, etag: 'other' })).toMatchObject({
      ...{ status: 412, code: 'precondition_failed' },
    });
    const sent = await callOf(acme.client, 'send_draft', { ticket, etag: `"${etag}"` });
    expect(sent).toMatchObject({ comment: { comment_type: 'reply', untrusted_text: 'We look into it.' } });
  });
});

describe('create_ticket and update_ticket', () => {
  // @proves E-26-7
  it('write as the API does; the update sends the entity tag that was read', async () => {
    const made = await callOf<{ etag: string; ticket: { number: number } }>(acme.client, 'create_ticket', {
      ...{ email: 'jo@customer.example', subject: 'Late', text: 'It is <late>.', priority: 'high' },
    });
    const { number } = made.ticket;
    const changed = await callOf<{ etag: string }>(acme.client, 'update_ticket', {
      ...{ ticket: number, etag: made.etag, status: 'open', add_tags: ['vip'] },
    });
    expect(
      await refusalOf(acme.client, 'update_ticket', { ticket: number, etag: made.etag, status: 'closed' }),
    ).toMatchObject({ status: 412, code: 'precondition_failed', etag: changed.etag });
    const { body } = await acme.client.get(`/tickets/${number}`).expect(200);
    expect(body.ticket).toMatchObject({
      ...{ status: 'open', priority: 'high', tags: ['vip'], description: '<p>It is &lt;late&gt;.</p>' },
    });
  });

  // @proves E-31-1
  it('set, show and clear the follow-up', async () => {
    const at = '2099-01-01T09:00:00.000Z';
    interface Read {
      readonly etag: string;
      readonly ticket: { readonly number: number; readonly follow_up_at: string | null };
    }
    const made = await callOf<Read>(acme.client, 'create_ticket', {
      ...{ email: 'jo@customer.example', subject: 'Later', text: 'Soon.', follow_up_at: at },
    });
    const { number: ticket } = made.ticket;
    const read = await callOf<Read>(acme.client, 'get_ticket', { ticket });
    expect(read.ticket.follow_up_at).toBe(at);
    const cleared = { ticket, etag: read.etag, follow_up_at: null };
    await callOf(acme.client, 'update_ticket', cleared);
    expect((await callOf<Read>(acme.client, 'get_ticket', { ticket })).ticket.follow_up_at).toBeNull();
    const late = {
      ...{ email: 'jo@customer.example', subject: 'Late', text: '' },
      follow_up_at: '2020-01-01T00:00:00Z',
    };
    expect(await refusalOf(acme.client, 'create_ticket', late)).toMatchObject({
      field_errors: [{ field: 'follow_up_at', message: 'must lie in the future' }],
    });
  });

  // @proves E-26-7
  it('refuse what the API refuses, and an update without a tag', async () => {
    const ticket = await newTicket();
    const { etag } = await callOf<{ etag: string }>(acme.client, 'get_ticket', { ticket });
    const refusal = await refusalOf(acme.client, 'update_ticket', {
      ticket,
      etag,
      status: 'lost',
      group: 'x',
    });
    expect(refusal).toMatchObject({
      ...{ status: 422, code: 'invalid_request' },
      field_errors: [{ field: 'status' }, { field: 'group' }],
    });
    expect(await refusalOf(acme.client, 'update_ticket', { ticket, status: 'open' })).toMatchObject({
      ...{ code: 'invalid_arguments', field_errors: [{ field: 'etag' }] },
    });
    expect((await callTool(advised, 'update_ticket', { ticket, etag, status: 'open' })).isError).toBe(true);
  });
});

describe('update_tickets', () => {
  // @proves E-32-15
  it('changes each ticket that it names, says which were refused, and counts as one call', async () => {
    const [one, two] = [await newTicket(), await newTicket()];
    const client = acme.clientWith(await aKey(acme, randomUUID(), { requestsPerMinute: 1_000 }));
    const left = async () => {
      const { headers } = await client.get('/tickets?page_size=1').expect(200);
      return Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    };
    const before = await left();
    const result = await callOf(client, 'update_tickets', {
      tickets: [
        { ticket: one, priority: 'urgent', add_tags: ['outage'] },
        { ticket: two, status: 'lost', group: 'x' },
        { ticket: 999_999, priority: 'low' },
        { ticket: two, etag: 'other', priority: 'low' },
      ],
    });
    expect(before - (await left())).toBe(2);
    expect(result).toMatchObject({
      succeeded: 1,
      failed: 3,
      results: [
        { ticket: one, status: 200 },
        {
          ticket: two,
          status: 422,
          code: 'invalid_request',
          problems: [/^status /, /^group /].map((text) => expect.stringMatching(text)),
        },
        { ticket: 999_999, status: 404, code: 'ticket_not_found' },
        { ticket: two, status: 412, code: 'precondition_failed' },
      ],
    });
    const { body } = await acme.client.get(`/tickets/${one}`).expect(200);
    expect(body.ticket).toMatchObject({ priority: 'urgent', tags: ['outage'] });
  });

  // @proves E-32-15
  it('refuses all of them with atomic, and more than 20', async () => {
    const ticket = await newTicket();
    const wrong = {
      tickets: [
        { ticket, priority: 'low' },
        { ticket, status: 'lost' },
        { ticket: 999_999 },
        { ticket, etag: 'old' },
      ],
      atomic: true,
    };
    expect(await refusalOf(acme.client, 'update_tickets', wrong)).toMatchObject({
      status: 422,
      field_errors: [
        { field: 'tickets[1].status' },
        { field: 'tickets[2].ticket' },
        { field: 'tickets[3].etag' },
      ],
    });
    const many = { tickets: Array.from({ length: 21 }, () => ({ ticket, priority: 'low' })) };
    expect(await refusalOf(acme.client, 'update_tickets', many)).toMatchObject({
      ...{ code: 'invalid_arguments', field_errors: [{ field: 'tickets' }] },
    });
  });
});
