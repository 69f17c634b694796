import { setTimeout as sleep } from 'node:timers/promises';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER, EVE, KIM, TWO_AGENTS } from '../../support/data/comments.js';
import { merging, unmerging } from '../../support/data/merges.js';
import { entriesInto, groupsIn, inShort, membersIn, seriesOf } from '../../support/data/reports.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app, { ...TWO_AGENTS, groups: [{ name: 'Support' }, { name: 'Sales' }] });
});

const change = (number: number, changes: object) =>
  acme.client.put(`/tickets/${number}`, changes).expect(200);
const NOTHING = [null, null, 0, 0];

describe('the report on tickets', () => {
  // @proves E-23-5, E-23-15
  it('counts every entry into a status, from creation on', async () => {
    const { number } = await aTicket(acme);
    expect(await entriesInto(acme)).toEqual({ new: 1 });
    for (const status of ['open', 'closed', 'open']) await change(number, { status });
    await change(number, { status: 'open', subject: 'The same status' });
    await aTicket(acme, { status: 'closed' });
    expect(await entriesInto(acme)).toEqual({ new: 1, open: 2, closed: 2 });
  });

  // @proves E-23-5
  it('lists all statuses by name, also those that no ticket entered', async () => {
    const { body } = await acme.client.get('/reports/tickets').expect(200);
    const none = { present: 0, previous: 0, change_percentage: null };
    const names = ['closed', 'new', 'on_hold', 'open', 'spam', 'trash', 'waiting_on_customer'];
    expect(body).toEqual({ ticket_statuses: names.map((name) => ({ name, value: none })) });
  });

  // @proves E-23-5
  it("counts a ticket that a customer's reply opens again", async () => {
    const { number } = await aTicket(acme, { status: 'closed' });
    await aComment(acme, number, { author_email: CUSTOMER });
    expect(await entriesInto(acme)).toEqual({ closed: 1, open: 1 });
  });
});

describe('the series', () => {
  // @proves E-23-6
  it('has new and closed tickets for each day', async () => {
    await aTicket(acme);
    await aTicket(acme, { status: 'closed' });
    const { dates, ...values } = await seriesOf(acme);
    expect(dates).toHaveLength(7);
    expect(values).toEqual({ new: [0, 0, 0, 0, 0, 0, 2], closed: [0, 0, 0, 0, 0, 0, 1] });
  });
});

describe('the report on members', () => {
  // @proves E-23-7, E-23-14
  it('credits a ticket to those who have it then', async () => {
    const { number } = await aTicket(acme, { assignee_email: EVE.email });
    await change(number, { assignee_email: KIM.email });
    await change(number, { assignee_email: KIM.email, status: 'closed' });
    const members = inShort(await membersIn(acme));
    expect(members).toEqual({ 'Eve Jones': [null, null, 1, 0], 'Kim Li': [null, expect.any(Number), 1, 1] });
  });

  // @proves E-23-12
  it('has the first response of an agent only, whoever has the ticket', async () => {
    const { number } = await aTicket(acme, { assignee_email: KIM.email });
    await aComment(acme, number, { comment_type: 'note' });
    await aComment(acme, number, { author_email: CUSTOMER });
    await aComment(acme, number, { created_at: '2020-01-01T00:00:00Z' });
    expect(inShort(await membersIn(acme))).toMatchObject({ 'Eve Jones': NOTHING });
    await aComment(acme, number);
    await aComment(acme, number, { author_email: KIM.email });
    const { 'Eve Jones': eve, 'Kim Li': kim } = inShort(await membersIn(acme));
    expect([eve, kim]).toEqual([
      [expect.any(Number), null, 0, 0],
      [null, null, 1, 0],
    ]);
  });

  // @proves E-23-13
  it('counts a resolution again when the ticket is opened again', async () => {
    const { number } = await aTicket(acme, { assignee_email: EVE.email });
    // The clock of the database cannot be moved, and it counts whole seconds.
    await sleep(1_100);
    for (const status of ['closed', 'open', 'closed']) await change(number, { status });
    const { 'Eve Jones': [, resolution, , closed] = [] } = inShort(await membersIn(acme));
    expect([resolution, closed]).toEqual([expect.any(Number), 2]);
    expect(resolution).toBeGreaterThanOrEqual(1);
  });

  // @proves E-24-11
  it('counts a merged ticket as closed, and not as resolved', async () => {
    const { number: into } = await aTicket(acme);
    const { number } = await aTicket(acme, { assignee_email: EVE.email });
    await merging(acme, number, into).expect(200);
    expect(inShort(await membersIn(acme))).toMatchObject({ 'Eve Jones': [null, null, 1, 1] });
    expect(await entriesInto(acme)).toEqual({ new: 2, closed: 1 });
    await unmerging(acme, number).expect(200);
    expect(await entriesInto(acme)).toEqual({ new: 3, closed: 1 });
    expect(inShort(await membersIn(acme))).toMatchObject({ 'Eve Jones': [null, null, 1, 1] });
  });

  // @proves E-23-7
  it('keeps removed members with figures, and leaves out the others', async () => {
    await aTicket(acme, { assignee_email: EVE.email });
    await acme.client.delete('/team_members', { emails: [EVE.email, KIM.email] }).expect(200);
    expect(inShort(await membersIn(acme))).toEqual({ 'Eve Jones': [null, null, 1, 0] });
    await acme.client.post('/team-members', { emails: ['bo@team.example'] }).expect(201);
    expect(inShort(await membersIn(acme))).toMatchObject({ 'bo@team.example': NOTHING });
  });

  // @proves E-23-7
  it('has pages, by name', async () => {
    const { body } = await acme.client.get('/reports/agents?page_size=1&page_number=2').expect(200);
    expect(body.members).toEqual([expect.objectContaining({ name: 'Kim Li', email: KIM.email })]);
    expect(body.pagination).toEqual({
      ...{ total_records: 2, current_page_number: 2, total_pages: 2, page_size: 1 },
    });
    const { body: behind } = await acme.client.get('/reports/agents?page_number=9').expect(200);
    expect(behind).toMatchObject({ members: [], pagination: { total_records: 2 } });
  });
});

describe('the report on groups', () => {
  // @proves E-23-8, E-23-14
  it('credits what happens to the group of the ticket then', async () => {
    const { number } = await aTicket(acme, { group: 'Support' });
    await aComment(acme, number);
    await change(number, { group: 'Sales', status: 'closed' });
    await change(number, { group: null });
    expect(inShort(await groupsIn(acme))).toEqual({
      Sales: [null, expect.any(Number), 1, 1],
      Support: [expect.any(Number), null, 1, 0],
    });
    const { body } = await acme.client.get('/reports/groups?page_size=1').expect(200);
    expect(body.pagination).toMatchObject({ total_records: 2, total_pages: 2 });
  });
});

describe('the report on surveys', () => {
  // @proves E-23-9
  it('is empty', async () => {
    const { body } = await acme.client.get('/reports/surveys').expect(200);
    expect(body).toEqual({ surveys: [] });
  });
});

describe('reports of the older version', () => {
  // @proves E-23-10, E-29-8
  it.each([
    ['/reports/tickets', '/reports/tickets'],
    ['/reports/tickets/time_series', '/reports/ticket-time-series'],
    ['/reports/agents', '/reports/agents'],
    ['/reports/groups', '/reports/groups'],
    ['/reports/surveys', '/reports/surveys'],
  ])('%s answer as in the current version', async (older, present) => {
    await aTicket(acme, { assignee_email: EVE.email });
    const query = '?range_type=last_30_days';
    const { body, headers } = await acme.client.get(`/api/v1/public${older}${query}`).expect(200);
    expect(body).toEqual((await acme.client.get(`${present}${query}`).expect(200)).body);
    expect(headers['link']).toBe(`</api/external/v2${present}>; rel="successor-version"`);
  });
});

describe('a report', () => {
  // @proves E-23-1
  it('needs the scope reports:read', async () => {
    const [reader, other] = await Promise.all([
      aKey(acme, 'reader', { scopes: ['reports:read'] }),
      aKey(acme, 'other', { scopes: ['tickets:read', 'events:read'] }),
    ]);
    for (const report of ['tickets', 'ticket-time-series', 'agents', 'groups', 'surveys']) {
      await acme.clientWith(reader).get(`/reports/${report}`).expect(200);
      await acme.clientWith(other).get(`/reports/${report}`).expect(403);
      await acme.stranger.get(`/reports/${report}`).expect(401);
    }
  });

  // @proves E-23-1
  it('has nothing of another workspace', async () => {
    const other = await aWorkspace(app, TWO_AGENTS);
    await aTicket(acme, { assignee_email: EVE.email });
    expect(await entriesInto(other)).toEqual({});
    expect(inShort(await membersIn(other))).toEqual({ 'Eve Jones': NOTHING, 'Kim Li': NOTHING });
  });

  // @proves E-23-15
  it('has every write that was answered, whoever writes meanwhile', async () => {
    const ended = new AbortController();
    const others = (async () => {
      while (!ended.signal.aborted) await aTicket(acme, { status: 'open' });
    })();
    for (let count = 1; count <= 15; count++) {
      await aTicket(acme, { status: 'on_hold' });
      expect(await entriesInto(acme)).toMatchObject({ on_hold: count });
    }
    ended.abort();
    await others;
  });
});
