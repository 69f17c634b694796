import supertest from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const KIB = 1024;
/** One workspace gets half of it. */
const RESPONSE_BUFFER_MB = 32;
/** A page of 60 is below that half, and one of 70 above it. */
const DESCRIPTION = `<p>${'long '.repeat(50 * KIB)}</p>`;

const app = useDesk({ responseBufferBytes: RESPONSE_BUFFER_MB * 1024 * 1024 });
let heavy: TestWorkspace;
let light: TestWorkspace;

beforeAll(async () => {
  [heavy, light] = [await aWorkspace(app), await aWorkspace(app)];
  for (let number = 1; number <= 70; number++)
    await aTicket(heavy, { subject: `Ticket ${number}`, description: DESCRIPTION });
  await aTicket(light, { subject: 'Small' });
});

/** Asks for a page, and takes no more than the beginning of the answer. */
async function unreadPage({ subdomain, key }: TestWorkspace, size: number): Promise<RawConnection> {
  const connection = await RawConnection.to(app.url);
  connection.send(
    requestHead(`GET /api/external/v2/tickets?page_size=${size} HTTP/1.1`, subdomain, `X-Api-Key: ${key}`),
  );
  await connection.takeOnlyTheBeginning();
  return connection;
}

describe('a large page', () => {
  it('shows the same as its tickets do one by one', async () => {
    const { status, body, headers } = await heavy.client.get('/tickets?page_size=5&sort=created_at');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const single: unknown[] = [];
    for (const { number } of body.tickets as { number: number }[])
      single.push((await heavy.client.get(`/tickets/${number}`)).body.ticket);
    expect(body.tickets).toEqual(single);
    expect(body.tickets[0].description).toHaveLength(DESCRIPTION.length);
    expect(body.pagination).toMatchObject({ total_records: 70, page_size: 5 });
  });

  it('that can never fit is refused, and a page of the size that the refusal names is not', async () => {
    const { status, body } = await heavy.client.get('/tickets?page_size=70');
    expect([status, body.code]).toEqual([422, 'page_too_large']);
    const [, size = ''] = /page_size=(\d+)/.exec(body.error) ?? [];
    expect(body.field_errors).toEqual([
      { field: 'page_size', message: `must be at most ${size} for these tickets` },
    ]);
    const next = await heavy.client.get(`/tickets?page_size=${size}`);
    expect([next.status, next.body.tickets.length]).toEqual([200, Number(size)]);
  });

  it('is answered to HEAD without a body', async () => {
    const { status, headers, text } = await supertest(app.url)
      .head('/api/external/v2/tickets?page_size=60')
      .set({ Host: `${heavy.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': heavy.key });
    expect([status, text]).toEqual([200, undefined]);
    expect(Number(headers['content-length'])).toBeGreaterThan(60 * DESCRIPTION.length);
  });

  it('that its client does not take lets no other large one of the workspace be made, until the connection ends', async () => {
    const unread = await unreadPage(heavy, 60);
    await until(async () => (await heavy.client.get('/tickets?page_size=60')).status === 503);
    const refused = await heavy.client.get('/tickets?page_size=60');
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '1',
    ]);
    expect((await heavy.client.get('/forms')).status).toBe(200);
    expect((await light.client.get('/tickets')).status).toBe(200);
    unread.close();
    await until(async () => (await heavy.client.get('/tickets?page_size=60')).status === 200);
  });

  it('of another workspace is made although the first one has used up its half', async () => {
    for (let number = 2; number <= 30; number++) await aTicket(light, { description: DESCRIPTION });
    const unread = await unreadPage(heavy, 60);
    await until(async () => (await heavy.client.get('/tickets?page_size=60')).status === 503);
    expect((await light.client.get('/tickets?page_size=30')).status).toBe(200);
    unread.close();
  });
});
