// What a request takes it gives back, however it ends: places of a key, places of transfers and bytes of answers. The limits are small, so
// that nothing is answered any more after a few requests that keep theirs.
import { setTimeout as sleep } from 'node:timers/promises';
import { PNG, sendFile } from '../../support/data/attachments.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMail, bring } from '../../support/data/inbound-emails.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const TIMES = 5;
const app = useDesk({ requestsInFlight: 2, transfersAtOnce: 4, poolSize: 20, requestTimeoutMs: 2_000, headersTimeoutMs: 2_000 }); // prettier-ignore
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
  await aTicket(acme, { description: `<p>${'x'.repeat(100_000)}</p>` });
});

interface Route {
  readonly line: string;
  readonly type: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json';
const TICKET = JSON.stringify({ email: 'jane@customer.example', subject: 'A', description: 'B' });
const ROUTES: readonly Route[] = [
  { line: 'GET /api/external/v2/tickets', type: JSON_TYPE, body: '{}' },
  { line: 'GET /api/external/v2/tickets/1', type: JSON_TYPE, body: '{}' },
  { line: 'POST /api/external/v2/tickets', type: JSON_TYPE, body: TICKET },
  { line: 'PUT /api/external/v2/tickets/1', type: JSON_TYPE, body: '{"subject":"C"}' },
  { line: 'POST /api/external/v2/attachments?filename=a.txt', type: 'text/plain', body: 'x'.repeat(5_000) },
  { line: 'POST /api/external/v2/inbound-emails', type: 'message/rfc822', body: aMail() },
];

const head = ({ line, type }: Route, ...headers: string[]): string =>
  requestHead(
    `${line} HTTP/1.1`,
    acme.subdomain,
    `X-Api-Key: ${acme.key}`,
    `Content-Type: ${type}`,
    ...headers,
  );
const lengthOf = ({ body }: Route): string => `Content-Length: ${Buffer.byteLength(body)}`;
const whole = (route: Route): string => head(route, lengthOf(route)) + route.body;
const CHUNKED = 'Transfer-Encoding: chunked';
const chunkOf = ({ body }: Route): string => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
const half = ({ body }: Route): string => body.slice(0, body.length / 2);

/** What comes before the connection ends, and whether it ends by a reset, after some time by a reset, or by its half only. */
type Stage = readonly [name: string, sent: (route: Route) => string, end: 'now' | 'soon' | 'half'];

const STAGES: readonly Stage[] = [
  ['that is whole', whole, 'now'],
  ['that is whole', whole, 'soon'],
  ['without its body', (route) => head(route, lengthOf(route)), 'now'],
  ['without its body', (route) => head(route, lengthOf(route)), 'half'],
  ['with half of its body', (route) => head(route, lengthOf(route)) + half(route), 'soon'],
  ['with half of its body', (route) => head(route, lengthOf(route)) + half(route), 'half'],
  ['with half of a chunk', (route) => head(route, CHUNKED) + chunkOf(route).slice(0, 40), 'soon'],
  ['with a long extension', (route) => `${head(route, CHUNKED)}5;${'x'.repeat(20_000)}\r\n`, 'half'],
  [
    'with a bad trailer',
    (route) => `${head(route, CHUNKED) + chunkOf(route)}0\r\nNo Trailer\r\n\r\n`,
    'half',
  ],
  ['with large trailers', (route) => `${head(route, CHUNKED) + chunkOf(route)}0\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'half'], // prettier-ignore
  ['with two lengths', (route) => head(route, lengthOf(route), CHUNKED) + route.body, 'half'],
  [
    'that waits to be asked for its body',
    (route) => head(route, lengthOf(route), 'Expect: 100-continue'),
    'soon',
  ],
  [
    'that expects what nobody knows',
    (route) => head(route, lengthOf(route), 'Expect: x') + route.body,
    'soon',
  ],
  ['for another protocol', (route) => head(route, lengthOf(route), 'Connection: Upgrade', 'Upgrade: x') + route.body, 'soon'], // prettier-ignore
  [
    'that says it is packed',
    (route) => head(route, lengthOf(route), 'Content-Encoding: gzip') + route.body,
    'half',
  ],
  ['of five in one packet', (route) => whole(route).repeat(5), 'now'],
  ['of five in one packet', (route) => whole(route).repeat(5), 'soon'],
  ['of five in one packet', (route) => whole(route).repeat(5), 'half'],
  ['before another one that is broken', (route) => `${whole(route)}nonsense\r\n\r\n`, 'half'],
];

async function send(bytes: string, end: Stage[2]): Promise<void> {
  const connection = await RawConnection.to(app.url);
  connection.send(bytes);
  // The time after which clients give up is what these requests are about.
  if (end === 'soon') await sleep(30);
  if (end === 'half') {
    connection.finish();
    await connection.end();
  }
  connection.close();
}

/** Asks for as much at once as the limits allow. */
async function statuses(): Promise<readonly number[]> {
  const { client } = acme;
  const reads = await Promise.all([client.get('/tickets'), client.get('/tickets/1')]);
  const others = [await client.post('/tickets', JSON.parse(TICKET) as object), await sendFile(client, PNG), await bring(client, aMail())]; // prettier-ignore
  return [...reads, ...others].map(({ status }) => status);
}

it.each(STAGES)(
  'A request %s gives back what it took, whatever it asks for (%#).',
  async (_name, sent, end) => {
    for (const route of ROUTES)
      await Promise.all(Array.from({ length: TIMES }, () => send(sent(route), end)));
    let last: readonly number[] = [];
    const wanted = [200, 200, 201, 201, 201];
    await until(
      async () => (last = await statuses()).join() === wanted.join(),
      30,
      () => `The next requests were answered with ${last.join()}.`,
    );
  },
);
