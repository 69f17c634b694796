import { setTimeout as sleep } from 'node:timers/promises';
// Clients that take their time, by mistake or to hold connections: each is answered 408 after a while, and nobody waits for them.
import { AttackedService } from '../../support/servers/attacked-service.js';
import { RawConnection, type RawReply } from '../../support/servers/raw-http.js';
import { until } from '../../support/until.js';

const MIB = 1024 * 1024;

let service: AttackedService;
const opened: RawConnection[] = [];

beforeAll(async () => {
  service = await AttackedService.start({ REQUEST_TIMEOUT: '3', INBOUND_EMAIL_LIMIT: '1' });
});
afterEach(async () => {
  for (const connection of opened.splice(0)) connection.close();
  await service.expectUnharmed();
});
afterAll(() => service.stop());

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.to(service.url);
  opened.push(connection);
  return connection;
}

/** Sends one character at a time until the service has had enough. */
async function drip(connection: RawConnection, text: string): Promise<void> {
  for (const character of text) {
    if (connection.closed) return;
    connection.send(character);
    await sleep(100);
  }
}

function expectTooLate(reply: RawReply | 'closed'): void {
  expect(reply).toMatchObject({
    status: 408,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      connection: 'close',
    },
    body: JSON.stringify({ error: 'The request took too long to arrive.', code: 'request_timeout' }),
  });
}

const PUT = 'PUT /api/external/v2/tickets/1 HTTP/1.1';
const TYPE = 'Content-Type: application/json';
const SLOW_BODY = `{"subject":"After"${' '.repeat(500)}}`;

/** What each of them sends, and how. */
const SLOW: Readonly<Record<string, (connection: RawConnection) => unknown>> = {
  'with the first byte': () => undefined,
  'with the headers, however steadily they come': (connection) =>
    drip(connection, service.head('GET /api/external/v2/tickets/1 HTTP/1.1', `X-Filler: ${'x'.repeat(200)}`)),
  'with a body of some length': (connection) => {
    connection.send(service.head(PUT, TYPE, 'Content-Length: 519'));
    return drip(connection, SLOW_BODY);
  },
  'with a body in chunks': (connection) => {
    connection.send(`${service.head(PUT, TYPE, 'Transfer-Encoding: chunked')}207\r\n`);
    return drip(connection, SLOW_BODY);
  },
  'with a body that is shorter than it says': (connection) => {
    connection.send(`${service.head(PUT, TYPE, 'Content-Length: 500')}{"subject":"After"}`);
  },
  'with a body that is too large for us': (connection) => {
    connection.send(service.head(PUT, TYPE, 'Content-Length: 9000000000'));
  },
};

describe('a client that is slow', () => {
  const connections = new Map<string, RawConnection>();
  beforeAll(async () => {
    for (const [name, send] of Object.entries(SLOW)) {
      const connection = await RawConnection.to(service.url);
      connections.set(name, connection);
      void send(connection);
    }
  });

  it.each(Object.keys(SLOW))('%s is told so', async (name) => {
    const connection = connections.get(name);
    expectTooLate((await connection?.reply()) ?? 'closed');
    await connection?.end();
  });

  it('with a body and no key is refused at once', async () => {
    const connection = await open();
    const head = service.head(PUT, TYPE, 'Content-Length: 500').replace(/X-Api-Key: .*\r\n/, '');
    connection.send(head);
    expect(await connection.reply()).toMatchObject({ status: 401 });
    await connection.end();
  });

  it.each([
    ['of some length', 'Content-Length: 9000000', ''],
    ['in chunks', 'Transfer-Encoding: chunked', '16E360\r\n'],
  ])('with a mail %s that was refused already is let go', async (_how, length, beginning) => {
    const connection = await open();
    const post = 'POST /api/external/v2/inbound-emails HTTP/1.1';
    connection.send(service.head(post, 'Content-Type: message/rfc822', length) + beginning);
    connection.send('a'.repeat(1_500_000));
    expect(await connection.reply()).toMatchObject({ status: 413 });
    await connection.end();
  });

  it('with a mail that was refused can send the rest of it, and use the connection again', async () => {
    const connection = await open();
    const post = 'POST /api/external/v2/inbound-emails HTTP/1.1';
    connection.send(service.head(post, 'Content-Type: message/rfc822', `Content-Length: ${16 * MIB}`));
    connection.send('a'.repeat(16 * MIB));
    connection.send(service.head('GET /api/external/v2/tickets/1 HTTP/1.1'));
    await until(() => connection.replies.length === 2);
    expect(connection.replies.map(({ status }) => status)).toEqual([413, 200]);
  });

  it('with the next request on a connection is cut off without a second answer to the first', async () => {
    const connection = await open();
    connection.send(`${service.head('GET /api/external/v2/tickets/1 HTTP/1.1')}GET /`);
    await connection.end();
    expect(connection.replies.map(({ status }) => status)).toEqual([200, 408]);
  });

  it('does not keep others waiting, a hundred times over', async () => {
    const slow = await Promise.all(Array.from({ length: 100 }, open));
    for (const [at, connection] of slow.entries()) {
      connection.send(at % 2 ? 'GET / HT' : service.head(PUT, TYPE, 'Content-Length: 500'));
    }
    const statuses = [];
    for (let round = 0; round < 10; round++) {
      statuses.push((await service.call('get', '/tickets/1')).status);
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
    await Promise.all(slow.map((connection) => connection.end()));
    for (const connection of slow) expectTooLate(await connection.reply());
  });
});
