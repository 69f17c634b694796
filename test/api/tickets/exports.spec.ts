import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import type { Response } from 'supertest';
import { gunzipSync } from 'node:zlib';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { eventsOf } from '../../support/data/events.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import type { ApiClient } from '../../support/servers/api-client.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let copier: ApiClient;
let key: string;

beforeAll(async () => {
  acme = await aWorkspace(app, FURNISHED);
  key = await aKey(acme, 'copier', { scopes: ['exports:read'] });
  copier = acme.clientWith(key);
});

interface Line {
  readonly id: string;
  readonly number: number;
  readonly comments?: readonly { readonly id: string; readonly content: string }[];
  readonly [name: string]: unknown;
}

const linesOf = (text: string) => {
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
};
const copy = async (query = '') => {
  const response = await copier.get(`/exports/tickets${query}`).buffer(true).parse(asText).expect(200);
  return { response, lines: linesOf(response.body as string) };
};
/** Reads lines of JSON, which supertest knows no type of. */
const asText = (response: Response, done: (error: Error | null, body: string) => void) => {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    done(null, Buffer.concat(chunks).toString());
  });
};

describe('a copy of the tickets', () => {
  // @proves E-32-9..11
  it('has the position first, a line for each ticket by number, and last how many there are', async () => {
    const workspace = await aWorkspace(app, FURNISHED);
    copier = workspace.clientWith(await aKey(workspace, 'copier', { scopes: ['exports:read'] }));
    const one = await aTicket(workspace, { subject: 'One', tags: ['a'], ticket_fields: { Seats: 3 } });
    const two = await aTicket(workspace, { subject: 'Two "quoted"\\', group: 'Sales' });
    const { response, lines } = await copy();
    const position = Number(response.headers['x-events-position']);
    expect(response.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(lines).toEqual([
      { position },
      expect.objectContaining({
        id: one.id,
        number: one.number,
        subject: 'One',
        ticket_fields: { Seats: 3 },
      }),
      expect.objectContaining({ id: two.id, number: two.number, subject: 'Two "quoted"\\', group: 'Sales' }),
      { tickets: 2 },
    ]);
    expect(Object.keys(lines[1] ?? {}).slice(0, 2)).toEqual(['id', 'number']);
    expect(lines[1]).not.toHaveProperty('comments');
    await workspace.client.put(`/tickets/${one.number}`, { subject: 'Later' }).expect(200);
    const { events } = await eventsOf(workspace, `?after=${position}`);
    expect(events.map(({ data }) => data.changes['subject'])).toEqual([['One', 'Later']]);
  });

  it('has the comments with their ids when they are asked for, and goes on with long ones in lines of their ticket', async () => {
    const workspace = await aWorkspace(app);
    copier = workspace.clientWith(await aKey(workspace, 'copier', { scopes: ['exports:read'] }));
    const { id, number } = await aTicket(workspace);
    const ids: string[] = [];
    for (const size of [10, 250_000, 250_000, 250_000, 250_000, 250_000]) {
      const words = { author_email: 'someone@customer.example', content: `<p>${'x'.repeat(size)}</p>` };
      const { body } = await workspace.client.post(`/tickets/${number}/comments`, words).expect(201);
      ids.push(body.comment.id as string);
    }
    const { lines } = await copy('?include=comments');
    const tickets = lines.slice(1, -1);
    expect(tickets.map((line) => [line.id, line.number])).toEqual(tickets.map(() => [id, number]));
    expect(tickets.length).toBeGreaterThan(1);
    expect(tickets.flatMap(({ comments = [] }) => comments.map((each) => each.id))).toEqual(ids);
    expect(lines.at(-1)).toEqual({ tickets: 1 });
  });

  it('of a workspace without tickets has two lines', async () => {
    const workspace = await aWorkspace(app);
    copier = workspace.clientWith(await aKey(workspace, 'copier', { scopes: ['exports:read'] }));
    const { lines } = await copy('?include=comments');
    expect(lines).toEqual([{ position: expect.any(Number) }, { tickets: 0 }]);
  });

  it('leaves compressed when the client takes that', async () => {
    await aTicket(acme);
    const bytes = await new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
      (resolve, reject) => {
        const headers = {
          Host: `${acme.subdomain}.${BASE_DOMAIN}`,
          'X-Api-Key': key,
          'Accept-Encoding': 'gzip',
        };
        get(`${app.url}/api/external/v2/exports/tickets`, { headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            resolve({ headers: response.headers, body: Buffer.concat(chunks) });
          });
        }).on('error', reject);
      },
    );
    expect(bytes.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(String(bytes.headers['vary'])).toContain('Accept-Encoding');
    expect(linesOf(gunzipSync(bytes.body).toString()).at(-1)).toEqual({ tickets: expect.any(Number) });
  });
});

describe('a copy is refused', () => {
  // @proves E-32-12
  it('to a key that does not name the scope, also to one without a list of scopes', async () => {
    const wide = acme.clientWith(await aKey(acme, randomUUID()));
    const { body } = await wide.get('/exports/tickets').expect(403);
    expect(body).toEqual({ error: 'This API key lacks the scope exports:read.', code: 'missing_scope' });
    const reader = await aKey(acme, randomUUID(), {
      scopes: ['tickets:read', 'comments:read', 'events:read'],
    });
    await acme.clientWith(reader).get('/exports/tickets').expect(403);
  });

  it('for an include that it does not know', async () => {
    const { body } = await acme.clientWith(key).get('/exports/tickets?include=notes').expect(422);
    expect(body.field_errors).toEqual([{ field: 'include', message: expect.stringContaining('comments') }]);
  });
});
