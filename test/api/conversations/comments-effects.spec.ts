import { aTicket, aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { audited } from '../../support/data/audit.js';
import { aComment, commenting, CUSTOMER, EVE, KIM, TWO_AGENTS } from '../../support/data/comments.js';
import { allEvents, eventsOf, ticketEvents } from '../../support/data/events.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

const shown = async (number: number) => (await acme.client.get(`/tickets/${number}`).expect(200)).body.ticket;
const REPLY = { author_email: CUSTOMER };
/** A note about what the customer said elsewhere. */
const SAID = { ...REPLY, author_type: 'customer', comment_type: 'note' };
const aTicketWith = async (changes: object) => {
  const { number } = await aTicket(acme);
  await acme.client.put(`/tickets/${number}`, changes).expect(200);
  return number;
};

describe('a comment', () => {
  // @proves E-15-14, E-29-2
  it.each([{}, REPLY, SAID, { comment_type: 'note' }, { created_at: '2020-01-01T00:00:00Z' }])(
    'moves updated_at of its ticket and nothing else of it: %j',
    async (properties) => {
      const number = await aTicketWith({ status: 'open', assignee_email: EVE.email });
      const { updated_at: before, ...rest } = await shown(number);
      await aComment(acme, number, properties);
      const { updated_at: after, ...left } = await shown(number);
      expect(after > before).toBe(true);
      expect(left).toEqual(rest);
    },
  );

  // @proves E-15-14
  it('that is refused moves nothing', async () => {
    const number = await aTicketWith({ status: 'closed' });
    const before = await shown(number);
    await commenting(acme, number, { ...REPLY, content: ' ' }).expect(422);
    expect(await shown(number)).toEqual(before);
  });
});

describe("a customer's reply", () => {
  // @proves E-15-14
  it.each(['waiting_on_customer', 'on_hold', 'closed'])(
    'opens a ticket that is %s, and tells consumers so',
    async (status) => {
      const number = await aTicketWith({ status, assignee_email: EVE.email });
      await aComment(acme, number, REPLY);
      const ticket = await shown(number);
      expect([ticket.status, ticket.assignee.email]).toEqual(['open', EVE.email]);
      const [comment, update] = (await ticketEvents(acme, number)).slice(-2);
      expect(comment?.type).toBe('comment.created');
      expect([update?.type, update?.data.changes]).toEqual(['ticket.updated', { status: [status, 'open'] }]);
    },
  );

  // @proves E-15-14
  it.each(['new', 'open', 'spam', 'trash'])('leaves a ticket that is %s as it is', async (status) => {
    const number = await aTicketWith({ status });
    await aComment(acme, number, REPLY);
    expect((await shown(number)).status).toBe(status);
  });

  // @proves E-15-14, E-29-2
  it.each([{}, SAID, { comment_type: 'note' }, { ...REPLY, created_at: '2020-01-01T00:00:00Z' }])(
    'does not open a ticket in this case: %j',
    async (properties) => {
      const number = await aTicketWith({ status: 'closed' });
      await aComment(acme, number, properties);
      expect((await shown(number)).status).toBe('closed');
    },
  );

  // @proves E-15-14
  it('removes an assignee who is no longer active', async () => {
    const member = { emails: ['gone@team.example'], first_name: 'Gone' };
    await acme.client.post('/team-members', member).expect(201);
    const number = await aTicketWith({ status: 'closed', assignee_email: 'gone@team.example' });
    await acme.client
      .delete('/team_members', { emails: member.emails })
      .set('Accept', 'application/json')
      .expect(200);
    expect((await shown(number)).assignee.email).toBe('gone@team.example');
    await aComment(acme, number, REPLY);
    expect(await shown(number)).toMatchObject({ status: 'open', assignee: null });
    expect((await ticketEvents(acme, number)).at(-1)?.data.changes).toEqual({
      status: ['closed', 'open'],
      assignee_email: ['gone@team.example', null],
    });
  });

  // @proves E-15-14
  it('opens nothing when the workspace says so', async () => {
    const quiet = await aWorkspace(app);
    const workspace = { subdomain: quiet.subdomain, name: 'Quiet', reopen_on_reply: false };
    await app.operator.apply(JSON.stringify({ workspace }));
    const { number } = await aTicket(quiet);
    await quiet.client.put(`/tickets/${number}`, { status: 'closed' }).expect(200);
    await aComment(quiet, number, REPLY);
    const { ticket } = (await quiet.client.get(`/tickets/${number}`)).body;
    expect(ticket.status).toBe('closed');
  });

  // @proves E-15-14
  it('and an update at once lose nothing of each other', async () => {
    const number = await aTicketWith({ status: 'on_hold' });
    await Promise.all([
      ...Array.from({ length: 5 }, () => aComment(acme, number, REPLY)),
      acme.client.put(`/tickets/${number}`, { subject: 'Changed' }).expect(200),
      acme.client.put(`/tickets/${number}`, { tags: ['x'] }).expect(200),
    ]);
    expect(await shown(number)).toMatchObject({ status: 'open', subject: 'Changed', tags: ['x'] });
  });
});

describe('the first reply of an agent', () => {
  // @proves E-15-15
  it('is noted once: the earliest one, in whatever order the replies are added', async () => {
    const { number } = await aTicket(acme);
    await aComment(acme, number, { comment_type: 'note' });
    await aComment(acme, number, REPLY);
    const first = await aComment(acme, number);
    await aComment(acme, number);
    await aComment(acme, number, { created_at: '2020-01-01T00:00:00Z' });
    await aComment(acme, number, { created_at: '2020-02-01T00:00:00Z' });
    const noted = (await ticketEvents(acme, number)).flatMap(({ type, data }) =>
      type === 'ticket.updated' ? [data.changes['first_responded_at']] : [],
    );
    expect(noted).toEqual([
      [null, first.created_at],
      [first.created_at, '2020-01-01T00:00:00.000Z'],
    ]);
  });
});

describe('the event of a comment', () => {
  // @proves E-15-16
  it('is an event without words, and an entry that names the key', async () => {
    const { id, number } = await aTicket(acme);
    const content = 'Secret words';
    const { response, entries } = await audited(acme, () => commenting(acme, number, { ...REPLY, content }));
    const { comment } = response.body;
    const [key] = await keysOf(acme);
    expect(entries).toMatchObject([
      { action: 'comment.created', api_key_id: key?.id, subject_type: 'ticket', subject_id: id },
    ]);
    const event = (await ticketEvents(acme, number)).at(-1);
    expect(event).toMatchObject({ type: 'comment.created' });
    expect(event?.data).toEqual({
      ticket: { id, number },
      comment: { id: comment.id, comment_type: 'reply', author_type: 'customer', author: comment.author },
      actor: { type: 'api_key', id: key?.id, name: 'test' },
      silent: false,
    });
    expect(JSON.stringify([entries, event])).not.toContain(content);
  });

  // @proves E-15-11
  it.each([{ skip_notifications: true }, { created_at: '2020-01-01T00:00:00Z' }])(
    'is silent with %j',
    async (properties) => {
      const number = await aTicketWith({ status: 'open' });
      await aComment(acme, number, properties);
      const told = (await ticketEvents(acme, number)).slice(-2);
      expect(told.map(({ type, data }) => [type, data.silent])).toEqual([
        ['comment.created', true],
        ['ticket.updated', true],
      ]);
    },
  );

  // @proves E-15-16, E-15-21
  it('shows notes only to readers who ask for them', async () => {
    const number = await aTicketWith({ status: 'open' });
    const { author: kim } = await aComment(acme, number, { author_email: KIM.email });
    const after = (await allEvents(acme)).at(-1)?.position ?? 0;
    const mentions = [{ email: KIM.email }];
    const note = await aComment(acme, number, { comment_type: 'note', mentions });
    const page = await eventsOf(acme, `?after=${after}`);
    expect([page.events, page.has_more, page.next_after]).toEqual([[], false, after + 1]);
    expect((await eventsOf(acme, `?after=${after}&types=comment.created`)).events).toEqual([]);
    for (const types of ['', '&types=comment.created']) {
      const { events } = await eventsOf(acme, `?after=${after}&include_notes=true${types}`);
      expect(events.map(({ type, data }) => [type, (data as { comment?: unknown }).comment])).toEqual([
        [
          'comment.created',
          {
            ...{ id: note.id, comment_type: 'note', author_type: 'agent', author: note.author },
            mentions: [{ id: kim.id }],
          },
        ],
      ]);
    }
    const refused = await acme.client.get('/events?include_notes=yes').expect(422);
    expect(refused.body.field_errors).toEqual([
      { field: 'include_notes', message: 'must be one of true, false' },
    ]);
  });
});
