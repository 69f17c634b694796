import { readFileSync } from 'node:fs';
import { deskAnswered, json } from '../../../test/support/fakes/replies.js';
import {
  ConnectionError,
  CustomerDesk,
  Desk,
  DeskError,
  GoneError,
  InvalidRequestError,
  RateLimitedError,
} from './index.js';
import { CUSTOMER_OPERATIONS, OPERATIONS } from './operations.js';

const NOW = { 'retry-after': '0' };
const TICKET = { email: 'a@customer.example', subject: 'Help', description: '' };
const made = { ticket: { number: 7 } };

// @proves E-27-1
describe('the package', () => {
  it('is an ES module that needs no other package', () => {
    const described = JSON.parse(readFileSync('packages/client/package.json', 'utf8')) as Record<
      string,
      unknown
    >;
    expect(described['type']).toBe('module');
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(described).not.toHaveProperty(kind);
  });
});

// @proves E-27-1
it('a key that no header can have is refused, and not repeated', () => {
  for (const key of ['desk_a\nb', 'desk_\u65e5', 'desk_a b']) {
    const making = (): Desk => new Desk({ url: 'http://localhost:3000', key });
    expect(making).toThrow(new TypeError('The key has characters that no key has.'));
  }
  expect(new Desk({ url: 'http://localhost:3000', key: 'desk_of_a_file\n' })).toBeInstanceOf(Desk);
});

describe('the methods', () => {
  // @proves E-27-2
  it('are the operations of openapi.json, each by its id', () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const [ids = [], ofCustomers = []] = [false, true].map((wanted) =>
      Object.entries(paths)
        .filter(([path]) => path.startsWith('/api/customer/') === wanted)
        .flatMap(([, item]) => Object.values(item).map((one) => one.operationId)),
    );
    expect(ids.length).toBeGreaterThan(60);
    expect(Object.keys(OPERATIONS).sort()).toEqual(ids.sort());
    const { desk } = deskAnswered();
    for (const id of ids) expect(desk).toHaveProperty(id, expect.any(Function));
    const names = ofCustomers.map((id) => id.replace('Portal', ''));
    expect(Object.keys(CUSTOMER_OPERATIONS).sort()).toEqual(names.sort());
    const customer = new CustomerDesk({ url: 'https://acme.desk.example', token: 'desks_1' });
    for (const name of names) expect(customer).toHaveProperty(name, expect.any(Function));
  });

  it('of a customer send the token, and keep the Idempotency-Key of a write', async () => {
    const sent: Request[] = [];
    const answers = [json(made, 503, NOW), json(made, 201)];
    const customer = new CustomerDesk({
      url: 'https://acme.desk.example/',
      token: 'desks_1',
      fetch: (...request) => {
        sent.push(new Request(...request));
        return Promise.resolve(answers.shift() ?? json(made));
      },
    });
    expect(await customer.raiseTicket({ subject: 'Help', description: '' })).toEqual(made);
    expect(sent.map(({ url }) => url)).toEqual(
      Array(2).fill('https://acme.desk.example/api/customer/v1/tickets'),
    );
    const [first, again] = sent.map(({ headers }) => headers);
    expect(first?.get('authorization')).toBe('Bearer desks_1');
    expect(again?.get('idempotency-key')).toBe(first?.get('idempotency-key'));
  });

  it('send the key, the path, the query and the body', async () => {
    const { desk, sent } = deskAnswered(json(made), json(made));
    expect(await desk.getTicket('a/b', { include: ['comments', 'url'] })).toEqual(made);
    await desk.patchTicket(7, { priority: 'high' }, { ifMatch: '"1"', headers: { 'X-Request-Id': 'mine' } });
    const [read, write] = sent;
    expect(read?.url).toBe('https://acme.desk.example/api/external/v2/tickets/a%2Fb?include=comments%2Curl');
    expect(read?.headers).toEqual({ Accept: 'application/json', Authorization: 'Bearer desk_1' });
    expect(write).toMatchObject({ method: 'PATCH', body: '{"priority":"high"}' });
    expect(write?.headers).toMatchObject({
      ...{ 'Content-Type': 'application/json', 'If-Match': '"1"', 'X-Request-Id': 'mine' },
    });
  });

  it('send a header of the caller in place of their own, in whatever letters it is written', async () => {
    const sent: Request[] = [];
    const settings = {
      url: 'http://a',
      key: 'desk_1',
      headers: { authorization: 'Bearer other', accept: 'a/b' },
    };
    const fetch: typeof globalThis.fetch = (...request) => {
      sent.push(new Request(...request));
      return Promise.resolve(json(made));
    };
    const desk = new Desk({ ...settings, fetch });
    await desk.createTicket(TICKET, { headers: { 'idempotency-key': '"order-7"', ACCEPT: 'c/d' } });
    await desk.putAttachmentUpload('secret', 'words', { headers: { 'content-type': 'text/plain' } });
    const names = ['authorization', 'accept', 'idempotency-key', 'content-type'];
    expect(sent.map(({ headers }) => names.map((name) => headers.get(name)))).toEqual([
      ['Bearer other', 'c/d', '"order-7"', 'application/json'],
      ['Bearer other', 'a/b', null, 'text/plain'],
    ]);
  });

  it('refuse an id that would lead to another operation', async () => {
    const { desk, sent } = deskAnswered();
    for (const id of ['', '.', '..']) await expect(desk.deleteWebhook(id)).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  it('give the answer beside its body', async () => {
    const { desk } = deskAnswered(json(made, 200, { etag: '"1"' }));
    const { data, response } = await desk.getTicket(7).withResponse();
    expect([data, response.headers.get('etag')]).toEqual([made, '"1"']);
  });
});

// @proves E-27-4
describe('a write', () => {
  it('keeps its Idempotency-Key over retries, and the next one has another', async () => {
    const away = json({ code: 'unavailable', error: 'Away.' }, 503, NOW);
    const busy = json({ code: 'request_in_progress', error: 'Running.' }, 409, NOW);
    const late = json({ code: 'request_timeout', error: 'Slow.' }, 408, NOW);
    const { desk, sent } = deskAnswered(
      new TypeError('cut'),
      away,
      busy,
      late,
      json(made, 201),
      json(made, 201),
    );
    expect(await desk.createTicket(TICKET)).toEqual(made);
    await desk.createTicket(TICKET);
    const keys = sent.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/);
    expect(new Set(keys.slice(0, 5)).size).toBe(1);
    expect(keys[5]).not.toBe(keys[0]);
  });

  it('may have a key of the caller', async () => {
    const { desk, sent } = deskAnswered(json(made, 201));
    await desk.createTicket(TICKET, { idempotencyKey: '"order-7"' });
    expect(sent[0]?.headers['Idempotency-Key']).toBe('"order-7"');
  });

  it('without a key is not sent again when it may have been done', async () => {
    const { desk, sent } = deskAnswered(new TypeError('cut'));
    const webhook = { url: 'https://shop.example', types: ['ticket.created' as const] };
    await expect(desk.createWebhook(webhook)).rejects.toThrow(ConnectionError);
    expect(sent).toHaveLength(1);
    const limited = json({ code: 'rate_limited', error: 'Slowly.' }, 429, NOW);
    const again = deskAnswered(limited, json({ webhook: {} }, 201));
    await again.desk.createWebhook(webhook);
    expect(again.sent).toHaveLength(2);
  });
});

describe('retries', () => {
  it('end after their number', async () => {
    const { desk, sent } = deskAnswered(...Array.from({ length: 9 }, () => json({}, 503, NOW)));
    await expect(desk.getTicket(7, { retries: 2 })).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(3);
  });

  it('do not wait for longer than a minute', async () => {
    const { desk, sent } = deskAnswered(json({ code: 'rate_limited' }, 429, { 'retry-after': '61' }));
    await expect(desk.getTicket(7)).rejects.toThrow(RateLimitedError);
    expect(sent).toHaveLength(1);
  });

  it('end with the signal', async () => {
    const { desk } = deskAnswered(json({}, 503, { 'retry-after': '30' }));
    const control = new AbortController();
    const answer = desk.getTicket(7, { signal: control.signal });
    setTimeout(() => {
      control.abort(new Error('enough'));
    }, 20);
    await expect(answer).rejects.toThrow('enough');
  });

  it('begin when a try takes too long', async () => {
    let tries = 0;
    const silent = (_url: string, { signal }: { signal: AbortSignal }): Promise<Response> =>
      new Promise((resolve, reject) => {
        if (++tries === 2) resolve(json(made));
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    const desk = new Desk({ url: 'http://a', timeout: 20, fetch: silent as unknown as typeof fetch });
    expect(await desk.getTicket(7)).toEqual(made);
    await expect(
      new Desk({
        url: 'http://a',
        timeout: 20,
        retries: 0,
        fetch: silent as unknown as typeof fetch,
      }).getTicket(7),
    ).rejects.toMatchObject({ status: 0, code: 'no_answer', message: 'There was no answer within 20 ms.' });
  });

  it('leave a file its time, by whichever method it is sent', async () => {
    let asked = 0;
    const slow = (_url: string, { signal }: { signal: AbortSignal }): Promise<Response> =>
      new Promise((resolve, reject) => {
        asked++;
        const timer = setTimeout(resolve, 100, json({}));
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        });
      });
    const settings = { url: 'http://a', timeout: 20, fetch: slow as unknown as typeof fetch };
    const desk = new Desk(settings);
    await desk.putAttachmentUpload('secret', 'words');
    await desk.upload(new Blob(['words']));
    await new CustomerDesk({ ...settings, token: 'desks_1' }).upload(new Blob(['words']));
    expect(asked).toBe(3);
  });
});

// @proves E-27-5
describe('a refusal', () => {
  it('says what is wrong', async () => {
    const problems = [{ field: 'subject', message: 'must not be blank' }];
    const body = { code: 'invalid_request', error: 'No.', field_errors: problems };
    const { desk, sent } = deskAnswered(json(body, 422, { 'x-request-id': 'r1' }));
    const error: unknown = await desk.createTicket(TICKET).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toBeInstanceOf(DeskError);
    expect(error).toMatchObject({
      ...{ name: 'InvalidRequestError', status: 422, code: 'invalid_request', message: 'No.' },
      ...{ fieldErrors: problems, requestId: 'r1' },
    });
    expect(sent).toHaveLength(1);
  });

  it('has a class for its status, and a code without one', async () => {
    const { desk } = deskAnswered(json({}, 410), new Response('<html>', { status: 500 }), json({}, 401));
    await expect(desk.listEvents({ after: 1 })).rejects.toThrow(GoneError);
    await expect(desk.getTicket(7)).rejects.toMatchObject({ name: 'UnavailableError', code: 'status_500' });
    await expect(desk.getTicket(7)).rejects.toMatchObject({ code: 'unauthorized', fieldErrors: [] });
  });

  it('of an answer that is asked for does not go unheard', async () => {
    const { desk } = deskAnswered(json({}, 404));
    await expect(desk.getTicket(7).withResponse()).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('is what an unchanged ticket gives', async () => {
    const { desk } = deskAnswered(new Response(null, { status: 304 }));
    await expect(desk.getTicket(7, { ifNoneMatch: '"1"' })).rejects.toMatchObject({ code: 'not_modified' });
  });
});

// @proves E-27-3
describe('a list', () => {
  const page = (ids: string[], number: number, pages = 3): Response =>
    json({
      tickets: ids.map((id) => ({ id })),
      pagination: { current_page_number: number, total_pages: pages },
    });

  it('gives its elements page after page, once when others came between', async () => {
    const { desk, sent } = deskAnswered(page(['c', 'b'], 1), page(['b', 'a'], 2, 2));
    const ids: string[] = [];
    for await (const { id } of desk.listTickets({ status: 'open' })) ids.push(id);
    expect(ids).toEqual(['c', 'b', 'a']);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?page_size=100&status=open&page_number=1',
      '?page_size=100&status=open&page_number=2',
    ]);
  });

  it('sends several values as one text, as a program did that joined them itself', async () => {
    const { desk, sent } = deskAnswered(page([], 1), page([], 1));
    await desk.listTickets({ status: ['open', 'on_hold'], priority: 'high' }).page();
    await desk.listTickets({ status: 'open,on_hold', priority: ['high'] }).page();
    const [first, second] = sent.map(({ url }) => new URL(url).search);
    expect(first).toContain('status=open%2Con_hold&priority=high');
    expect(second).toBe(first);
  });

  it('asks for nothing that nobody takes', async () => {
    const { desk, sent } = deskAnswered(page(['c', 'b'], 1));
    for await (const { id } of desk.listTickets()) if (id === 'c') break;
    expect(sent).toHaveLength(1);
  });

  it('gives a page', async () => {
    const { desk, sent } = deskAnswered(page(['a'], 2), page(['a'], 1));
    expect((await desk.listTickets({ page_size: 1 }).page(2)).tickets).toEqual([{ id: 'a' }]);
    await desk.listTickets().page();
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?page_size=1&page_number=2', '']);
  });
});
