import { randomUUID } from 'node:crypto';
import { aTicket, aWorkspace, type TestWorkspace, typoOf } from '../../support/data/builders.js';
import { fieldErrors, numbersOf, tagOf } from '../../support/expectations.js';
import { startTestApp, useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const PLAIN = { email: 'john@customer.example', subject: 'Help', description: '<p>Please</p>' };
const raised = (more: object = {}, workspace = acme) =>
  workspace.client.post('/tickets', { ...PLAIN, ...more });

describe('what a reader can ask for besides', () => {
  // @proves E-11-12, E-11-13
  it('comes in one answer, with the entity tag that the ticket has without it', async () => {
    const { body } = await raised({ channel: 'shop', cc: ['jane@customer.example'] });
    const { id, number, url } = body.ticket as { id: string; number: number; url: string };
    const plain = await acme.client.get(`/tickets/${id}`);
    const whole = await acme.client.get(`/tickets/${number}?include=participants,%20channel,url`);
    expect(whole.body.ticket).toEqual({
      ...plain.body.ticket,
      ...{ url, channel: 'shop' },
      participants: [{ role: 'cc', email: 'jane@customer.example' }],
    });
    expect(tagOf(whole)).toBe(tagOf(plain));
    const known = await acme.client.get(`/tickets/${id}?include=url`).set('If-None-Match', tagOf(plain));
    expect(known.status).toBe(304);
  });

  // @proves E-11-13
  it('is only what is named, and one name can be sent several times', async () => {
    const { body } = await raised();
    const one = await acme.client.get(`/tickets/${body.ticket.id}?include=channel`);
    expect(one.body.ticket).toMatchObject({ channel: 'api' });
    expect(one.body.ticket).not.toHaveProperty('url');
    expect(one.body.ticket).not.toHaveProperty('participants');
    const two = await acme.client.get(`/tickets/${body.ticket.id}?include=url&include=participants`);
    expect(two.body.ticket).toMatchObject({ url: body.ticket.url, participants: [] });
  });

  // @proves E-11-14
  it.each(['nope', 'url,nope', 'URL', ''])('is refused as "%s"', async (names) => {
    const { number } = await aTicket(acme);
    const response = await acme.client.get(`/tickets/${number}?include=${names}`);
    expect([response.status, fieldErrors(response)]).toEqual([422, ['include']]);
    expect(response.body.field_errors[0].message).toMatch(
      /^must be one or several of .*url, follow_up, channel, participants/,
    );
  });
});

describe('the address of a ticket', () => {
  const urlAt = async (settings: object) => {
    const own = await startTestApp(settings);
    const { body } = await acme.client.at(own).post('/tickets', PLAIN);
    await own.stop();
    return body.ticket as { id: string; number: number; url: string };
  };

  // @proves E-11-12
  it('begins with PUBLIC_URL when that is set', async () => {
    const { id, url } = await urlAt({ publicUrl: 'https://{workspace}.help.example' });
    expect(url).toBe(`https://${acme.subdomain}.help.example/api/external/v2/tickets/${id}`);
  });

  // @proves E-11-12
  it('is made from TICKET_URL_TEMPLATE when that is set', async () => {
    const ticketUrlTemplate = 'https://help.example/{workspace}/t/{number}?id={id}';
    const { id, number, url } = await urlAt({ ticketUrlTemplate, publicUrl: 'https://elsewhere.example' });
    expect(url).toBe(`https://help.example/${acme.subdomain}/t/${number}?id=${id}`);
  });

  // @proves E-11-12
  it('follows a trusted proxy, and no other', async () => {
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': `${acme.subdomain}.desk.test` };
    const trusting = await startTestApp({ trustProxy: ['loopback'] });
    const seen = await acme.client.at(trusting).post('/tickets', PLAIN).set(forwarded);
    await trusting.stop();
    expect(seen.body.ticket.url).toMatch(/^https:/);
    expect((await acme.client.post('/tickets', PLAIN).set(forwarded)).body.ticket.url).toMatch(/^http:/);
  });
});

describe('the older routes', () => {
  const OLD = '/api/v1/public/tickets';

  // @proves E-11-15
  it('raise a ticket from five properties, and show seven', async () => {
    const own = await aWorkspace(app, { fields: [{ name: 'Country', kind: 'text' }] });
    const sent = { ...PLAIN, name: 'John Luther', ticket_fields: { Country: 'India' } };
    const response = await own.client.post(OLD, sent);
    expect(response.status).toBe(200);
    const { ticket } = response.body as { ticket: { id: string; number: number; url: string } };
    expect(response.body).toEqual({
      notice_code: 'ticket_created_successfully',
      ticket: {
        ...{ id: expect.any(String), number: 1, url: expect.stringContaining(ticket.id) },
        ...{ subject: 'Help', description: '<p>Please</p>', status: 'new', created_at: expect.any(String) },
      },
    });
    expect(response.headers['link']).toContain('/api/external/v2/tickets');
    expect((await own.client.get(`/tickets/${ticket.id}`)).body.ticket).toMatchObject({
      customer: { name: 'John Luther' },
      fields: [{ field_name: 'Country', field_value: 'India' }],
    });
  });

  // @proves E-11-15
  it('refuse what the current version refuses, and what only that one has', async () => {
    expect(fieldErrors(await acme.client.post(OLD, {}))).toEqual(['email', 'subject', 'description']);
    const response = await acme.client.post(OLD, { ...PLAIN, status: 'open', channel: 'x' });
    expect([response.status, fieldErrors(response)]).toEqual([422, ['status', 'channel']]);
  });

  // @proves E-11-16
  it('list as the current version does, filters and refusals included', async () => {
    await raised();
    for (const query of ['', '?status=new&page_size=2', '?status=nope']) {
      const [old, current] = [await acme.client.get(OLD + query), await acme.client.get(`/tickets${query}`)];
      expect([old.status, old.body]).toEqual([current.status, current.body]);
    }
  });
});

describe('the filters', () => {
  // @proves E-11-17
  it('list what was changed after a moment, not at it', async () => {
    const own = await aWorkspace(app);
    const [first, second] = [await aTicket(own), await aTicket(own)];
    const { body } = await own.client.put(`/tickets/${first.number}`, { subject: 'Changed' });
    const { body: other } = await own.client.get(`/tickets/${second.number}`);
    const after = async (moment: string) =>
      numbersOf(await own.client.get(`/tickets?updated_after=${encodeURIComponent(moment)}`));
    expect(await after('2024-01-01T00:00:00+01:00')).toEqual([2, 1]);
    expect(await after(other.ticket.updated_at)).toEqual([1]);
    expect(await after(body.ticket.updated_at)).toEqual([]);
  });

  // @proves E-11-17
  it.each(['yesterday', '2024-01-01', '2024-01-01T00:00:00', ''])(
    'refuse "%s" as a moment',
    async (moment) => {
      const response = await acme.client.get(`/tickets?updated_after=${moment}`);
      expect([response.status, fieldErrors(response)]).toEqual([422, ['updated_after']]);
    },
  );

  // @proves E-11-18
  it('list a channel', async () => {
    const own = await aWorkspace(app);
    await raised({ channel: 'shop' }, own);
    await raised({ external_id: '1', source: 's' }, own);
    const line = { email: 'x@x.example', subject: 'Imported' };
    await app.operator.import(own.scope.workspaceId, [JSON.stringify(line)]);
    await raised({}, own);
    await raised({ external_id: '2', source: 's' }, own);
    const listed = async (query: string) => numbersOf(await own.client.get(`/tickets?order=asc&${query}`));
    expect(await listed('channel=shop')).toEqual([1]);
    expect(await listed('channel=api')).toEqual([2, 4, 5]);
    expect(await listed('channel=import')).toEqual([3]);
    expect(await listed('channel=none')).toEqual([]);
    expect(await listed('channel=api&source=s')).toEqual([2, 5]);
    const { body } = await own.client.get('/tickets/3?include=channel');
    expect(body.ticket.channel).toBe('import');
  });

  // @proves E-11-18
  it('keep the channel of a ticket that an import changes', async () => {
    const own = await aWorkspace(app);
    const key = { external_id: '1', source: 's' };
    await raised({ ...key, channel: 'shop', to: ['a@x.example'] }, own);
    await app.operator.import(own.scope.workspaceId, [
      JSON.stringify({ email: 'x@x.example', subject: 'Again', ...key }),
    ]);
    const { body } = await own.client.get('/tickets/1?include=channel,participants');
    expect(body.ticket).toMatchObject({ subject: 'Again', channel: 'shop', participants: [{ role: 'to' }] });
  });
});

describe('other names of existing clients', () => {
  // @proves E-11-19
  it('`page` means `page_number`, which counts when both are there', async () => {
    const own = await aWorkspace(app, {
      fields: [1, 2].map((index) => ({ name: `F${index}`, kind: 'text' })),
    });
    await raised({}, own);
    await raised({}, own);
    expect(numbersOf(await own.client.get('/tickets?page=2&page_size=1'))).toEqual([1]);
    expect(numbersOf(await own.client.get('/tickets?page=2&page_number=1&page_size=1'))).toEqual([2]);
    const fields = await own.client.get('/fields?page=2&page_size=1');
    expect(fields.body.pagination.current_page_number).toBe(2);
    for (const path of ['/tickets?page=0', '/fields?page=x'])
      expect(fieldErrors(await own.client.get(path))).toEqual(['page']);
  });

  // @proves E-11-20
  it('`Session-Token` means `X-Api-Key`, and refuses in the same bytes', async () => {
    const { stranger, key } = acme;
    expect((await stranger.get('/tickets').set('Session-Token', key)).status).toBe(200);
    const none = await stranger.get('/tickets');
    const other = typoOf(key);
    const wrong = await stranger.get('/tickets').set('Session-Token', other);
    expect([wrong.status, wrong.text]).toEqual([401, none.text]);
    const both = await acme.clientWith('nonsense').get('/tickets').set('Session-Token', key);
    expect(both.status).toBe(401);
  });
});

describe('a creation that is sent again', () => {
  // @proves E-11-21
  it('is done once, fifty times at the same moment', async () => {
    const own = await aWorkspace(app);
    const key = randomUUID();
    const send = () => own.client.post('/tickets', PLAIN).set('Idempotency-Key', key);
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    const again = await send();
    expect([again.status, again.text, again.headers['location'], again.headers['etag']]).toEqual([
      201,
      made[0]?.text,
      made[0]?.headers['location'],
      made[0]?.headers['etag'],
    ]);
    expect((await own.client.get('/tickets')).body.pagination.total_records).toBe(1);
    expect((await raised({}, own)).body.ticket.number).toBe(2);
  });

  // @proves E-11-21
  it('and whose answer is too large to be kept shows the ticket as it is now', async () => {
    const own = await aWorkspace(app);
    const body = { ...PLAIN, description: 'x'.repeat(262_000) };
    const send = () => own.client.post('/tickets', body).set('Idempotency-Key', 'large');
    const first = await send();
    expect(first.status).toBe(201);
    const again = await send();
    expect([again.status, again.headers['idempotent-replayed'], again.headers['location']]).toEqual([
      201,
      'refreshed',
      first.headers['location'],
    ]);
    expect(again.body).toEqual(first.body);
  });

  // @proves E-11-21
  it('takes no number when it is refused', async () => {
    const own = await aWorkspace(app);
    const refuse = () => raised({ status: 'nope' }, own).set('Idempotency-Key', 'refused');
    expect([(await refuse()).status, (await refuse()).status]).toEqual([422, 422]);
    expect((await raised({}, own)).body.ticket.number).toBe(1);
  });
});
