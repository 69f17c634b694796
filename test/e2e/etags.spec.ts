import supertest, { type Response } from 'supertest';
import { ApiKeyService } from '../../src/auth/api-key.service.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { aField } from '../support/fields.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../support/test-app.js';
import { WorkspaceContent } from '../support/workspace-content.js';

let app: TestApp;
let acme: TestWorkspace;
let content: WorkspaceContent;

beforeAll(async () => {
  app = await startTestApp({ poolSize: 8 });
  acme = await aWorkspace(app, { fields: [{ name: 'Order', kind: 'text' }] });
  content = await WorkspaceContent.open(app.database.adminUrl);
});
afterAll(async () => {
  await content.close();
  await app.stop();
});

const tagOf = (response: Response): string => {
  expect(response.headers['etag']).toMatch(/^"[^"]+"$/);
  return response.headers['etag'] ?? '';
};
const read = async (path: string) => {
  const response = await acme.client.get(path);
  expect(response.status).toBe(200);
  return response;
};
const legacy = (number: number) => `/api/v1/public/tickets/${number}`;

describe('the ETag of a ticket', () => {
  it('is the same by number and by id, for every key, until something changes', async () => {
    const { number, id } = await aTicket(acme);
    const other = acme.clientWith(await app.app.get(ApiKeyService).create(acme.scope, 'other'));
    const tag = tagOf(await read(`/tickets/${number}`));
    expect(tagOf(await read(`/tickets/${number}`))).toBe(tag);
    expect(tagOf(await read(`/tickets/${id}`))).toBe(tag);
    expect(tagOf(await other.get(`/tickets/${number}`))).toBe(tag);
  });

  it('comes with every write, of either version, and is the one that the next reader gets', async () => {
    const { number } = await aTicket(acme);
    const before = tagOf(await read(`/tickets/${number}`));
    for (const [method, path, body] of [
      ['put', `/tickets/${number}`, { subject: 'Put' }],
      ['patch', `/tickets/${number}`, { subject: 'Patched' }],
      ['put', legacy(number), { subject: 'Legacy' }],
      ['put', legacy(number), { ticket_fields: { Order: 'not in the reduced shape' } }],
    ] as const) {
      const last = tagOf(await read(`/tickets/${number}`));
      const written = tagOf(await acme.client.request(method, path).send(body));
      expect(written).not.toBe(last);
      expect(written).not.toBe(before);
      expect(tagOf(await read(`/tickets/${number}`))).toBe(written);
    }
  });

  it('stays when an update changes nothing', async () => {
    const { number } = await aTicket(acme, { subject: 'Same' });
    const tag = tagOf(await read(`/tickets/${number}`));
    expect(tagOf(await acme.client.put(`/tickets/${number}`, { subject: 'Same' }))).toBe(tag);
  });

  it('changes with what is shown of others, such as the name of a field', async () => {
    const { id } = await aField(acme, { name: 'Before', kind: 'text' });
    const { number } = await aTicket(acme, { ticket_fields: { Before: 'x' } });
    const tag = tagOf(await read(`/tickets/${number}`));
    await acme.client.patch(`/fields/${id}`, { field: { name: 'After' } });
    expect(tagOf(await read(`/tickets/${number}`))).not.toBe(tag);
  });
});

describe('an ETag', () => {
  it('comes with a field that is read, made or changed, and with a customer that is made', async () => {
    const made = await acme.client.post('/fields', { field: { name: 'Tagged', kind: 'text' } });
    const path = `/fields/${made.body.field.id}`;
    expect(tagOf(await read(path))).toBe(tagOf(made));
    const changed = await acme.client.patch(path, { field: { display_order: 77 } });
    expect(tagOf(changed)).not.toBe(tagOf(made));
    expect(tagOf(await read(path))).toBe(tagOf(changed));
    tagOf(await acme.client.post('/customers', { customer: { emails: ['tagged@customer.example'] } }));
  });

  it('comes with no list, no notice and no refusal', async () => {
    const customer = { emails: ['untagged@customer.example'] };
    const responses = await Promise.all([
      acme.client.get('/tickets'),
      acme.client.get('/fields'),
      acme.client.get('/forms'),
      acme.client.post('/api/v1/public/customers', { customer }),
      acme.client.get('/tickets/999999'),
      acme.client.put('/tickets/1', { subject: '' }),
      acme.stranger.get('/tickets/1'),
    ]);
    expect(responses.map(({ headers }) => headers['etag'])).toEqual(responses.map(() => undefined));
  });
});

describe('a reader with If-None-Match', () => {
  const readIf = (path: string, value: string) => acme.client.get(path).set('If-None-Match', value);

  it('gets 304 without a body for what it has', async () => {
    const { number } = await aTicket(acme);
    const { id } = await aField(acme, { name: 'Known', kind: 'text' });
    for (const path of [`/tickets/${number}`, `/fields/${id}`]) {
      const tag = tagOf(await read(path));
      for (const value of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const response = await readIf(path, value);
        expect([response.status, response.text, tagOf(response)]).toEqual([304, '', tag]);
        expect(response.headers['content-type']).toBeUndefined();
        expect(response.headers['content-length']).toBeUndefined();
        expect(response.headers['x-request-id']).toMatch(/./);
      }
    }
  });

  it('gets the same by HEAD', async () => {
    const { number } = await aTicket(acme);
    const tag = tagOf(await read(`/tickets/${number}`));
    const head = (value: string) =>
      supertest(app.url)
        .head(`/api/external/v2/tickets/${number}`)
        .set({ Host: `${acme.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': acme.key, 'If-None-Match': value });
    const [known, other] = [await head(tag), await head('"x"')];
    expect([known.status, tagOf(known), other.status, tagOf(other)]).toEqual([304, tag, 200, tag]);
  });

  it('gets everything when it has another one, and 404 when there is nothing', async () => {
    const { number } = await aTicket(acme);
    const tag = tagOf(await read(`/tickets/${number}`));
    const response = await readIf(`/tickets/${number}`, '"x"');
    expect([response.status, response.body.ticket.number, tagOf(response)]).toEqual([200, number, tag]);
    expect((await readIf('/tickets/999999', '*')).status).toBe(404);
    expect((await readIf('/tickets', '*')).status).toBe(200);
  });

  it('is refused when the header is malformed', async () => {
    const { number } = await aTicket(acme);
    for (const value of ['', 'x', '"x', '*, "x"']) {
      const { status, body } = await readIf(`/tickets/${number}`, value);
      expect([value, status, body.code, body.error]).toEqual([
        value,
        400,
        'malformed_header',
        'The header If-None-Match must be * or a list of entity tags in double quotes.',
      ]);
    }
  });
});

describe('a writer with If-Match', () => {
  interface Target {
    readonly read: string;
    readonly method: 'put' | 'patch' | 'delete';
    readonly path: string;
    readonly body: (turn: number) => object | undefined;
    /** Makes it have another tag. */
    readonly change: (turn: number) => PromiseLike<Response>;
  }

  let turn = 0;
  const aTargetTicket = async (method: 'put' | 'patch', isLegacy = false): Promise<Target> => {
    const { number } = await aTicket(acme);
    const path = `/tickets/${number}`;
    return {
      read: path,
      method,
      path: isLegacy ? legacy(number) : path,
      body: (at) => ({ subject: `Subject ${at}` }),
      change: (at) => acme.client.put(path, { tags: [`t${at}`] }),
    };
  };
  const aTargetField = async (method: 'patch' | 'delete'): Promise<Target> => {
    const { id } = await aField(acme, { name: `Field ${++turn}`, kind: 'text', state: 'inactive' });
    const path = `/fields/${id}`;
    return {
      read: path,
      method,
      path,
      body: (at) => (method === 'delete' ? undefined : { field: { name: `Renamed ${at}` } }),
      change: (at) => acme.client.patch(path, { field: { display_order: at } }),
    };
  };

  const targets: [string, () => Promise<Target>][] = [
    ['PUT of a ticket', () => aTargetTicket('put')],
    ['PATCH of a ticket', () => aTargetTicket('patch')],
    ['PUT of a ticket by the older address', () => aTargetTicket('put', true)],
    ['PATCH of a field', () => aTargetField('patch')],
    ['DELETE of a field', () => aTargetField('delete')],
  ];

  const send = ({ method, path, body }: Target, header: string, value: string) =>
    acme.client.request(method, path).set(header, value).send(body(++turn));

  it.each(targets)(
    'by %s is refused with the current ETag when it has seen another state',
    async (_name, make) => {
      const target = await make();
      const seen = tagOf(await read(target.read));
      await target.change(++turn);
      const current = tagOf(await read(target.read));
      expect(current).not.toBe(seen);
      const before = await content.digest(acme);
      for (const value of [seen, `W/${current}`, '"x", "y"']) {
        const response = await send(target, 'If-Match', value);
        expect([value, response.status, response.body.code]).toEqual([value, 412, 'precondition_failed']);
        expect(tagOf(response)).toBe(current);
      }
      expect(await content.digest(acme)).toEqual(before);
    },
  );

  it.each(targets)('by %s writes when it has seen the current state', async (_name, make) => {
    for (const name of [(tag: string) => tag, (tag: string) => `"x", ${tag}`, () => '*']) {
      const target = await make();
      const seen = tagOf(await read(target.read));
      const response = await send(target, 'If-Match', name(seen));
      expect(response.status).toBe(target.method === 'delete' ? 204 : 200);
      const after = await acme.client.get(target.read);
      if (target.method === 'delete') expect(after.status).toBe(404);
      else expect(tagOf(after)).toBe(tagOf(response));
    }
  });

  it.each(targets)('by %s is refused when a header is malformed', async (_name, make) => {
    const target = await make();
    const before = await content.digest(acme);
    for (const header of ['If-Match', 'If-None-Match']) {
      const { status, body } = await send(target, header, 'x');
      expect([header, status, body.code]).toEqual([header, 400, 'malformed_header']);
    }
    expect(await content.digest(acme)).toEqual(before);
  });

  it.each(targets)('or If-None-Match by %s is held to that too', async (_name, make) => {
    const target = await make();
    const current = tagOf(await read(target.read));
    const before = await content.digest(acme);
    for (const value of ['*', current]) {
      const response = await send(target, 'If-None-Match', value);
      expect([value, response.status, tagOf(response)]).toEqual([value, 412, current]);
    }
    expect(await content.digest(acme)).toEqual(before);
    expect((await send(target, 'If-None-Match', '"x"')).status).toBeLessThan(300);
  });

  it('gets 404 for what does not exist, whatever it expects', async () => {
    const id = 'a0000000-0000-4000-8000-000000000000';
    const responses = await Promise.all([
      acme.client.put('/tickets/999999', {}).set('If-Match', '*'),
      acme.client.put(`/tickets/${id}`, {}).set('If-Match', '"x"'),
      acme.client.patch(`/fields/${id}`, { field: {} }).set('If-Match', '*'),
      acme.client.delete(`/fields/${id}`).set('If-Match', '"x"'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('learns that it has seen another state before its body is judged', async () => {
    const { number } = await aTicket(acme);
    const request = acme.client.put(`/tickets/${number}`, { nope: 1, subject: '' }).set('If-Match', '"x"');
    expect((await request).status).toBe(412);
  });
});

describe('clients that read, change and write with If-Match in a loop', () => {
  /** Until the write is taken; how often it was refused is returned. */
  async function insist(path: string, write: (seen: Response) => object, method: 'put' | 'patch') {
    for (let refused = 0; ; refused++) {
      const seen = await read(path);
      const response = await acme.client.request(method, path).set('If-Match', tagOf(seen)).send(write(seen));
      if (response.status === 200) return refused;
      expect(response.status).toBe(412);
    }
  }

  it('lose nothing of a ticket: 50 of them add a tag each', async () => {
    const { number } = await aTicket(acme);
    const names = Array.from({ length: 50 }, (_, at) => `client-${at}`);
    const refused = await Promise.all(
      names.map((name) =>
        insist(`/tickets/${number}`, ({ body }) => ({ tags: [...body.ticket.tags, name] }), 'put'),
      ),
    );
    const { body } = await read(`/tickets/${number}`);
    expect([...body.ticket.tags].sort()).toEqual(names.sort());
    // They met: without the condition some would have been lost.
    expect(refused.reduce((sum, count) => sum + count)).toBeGreaterThan(0);
  });

  it('lose nothing of a field: 15 of them add one to a number', async () => {
    const { id } = await aField(acme, { name: 'Counted', kind: 'text', display_order: 0 });
    const clients = Array.from({ length: 15 }, () =>
      insist(
        `/fields/${id}`,
        ({ body }) => ({ field: { display_order: Number(body.field.display_order) + 1 } }),
        'patch',
      ),
    );
    await Promise.all(clients);
    expect((await read(`/fields/${id}`)).body.field.display_order).toBe(15);
  });
});
