// Requests that are no proper HTTP: each is refused with 4xx in the one shape of errors, nothing is stored, and the process
// serves the next request.
import { AttackedService } from '../../support/servers/attacked-service.js';
import { expectRefusal } from '../../support/expectations.js';
import { RawConnection } from '../../support/servers/raw-http.js';

let service: AttackedService;

beforeAll(async () => {
  service = await AttackedService.start();
});
afterEach(() => service.expectUnharmed());
afterAll(() => service.stop());

const TICKET = '/api/external/v2/tickets/1';
const TYPE = 'Content-Type: application/json';
const BODY = '{"subject":"After"}';
const LENGTH = `Content-Length: ${BODY.length}`;
const many = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: x`);

describe('a Content-Length that is not the length of the body', () => {
  const put = (...headers: string[]) => service.head(`PUT ${TICKET} HTTP/1.1`, TYPE, ...headers);

  it.each<[string, string[], string]>([
    ['negative', ['Content-Length: -1'], BODY],
    ['no number', ['Content-Length: abc'], BODY],
    ['signed', ['Content-Length: +19'], BODY],
    ['hexadecimal', ['Content-Length: 0x13'], BODY],
    ['empty', ['Content-Length:'], BODY],
    ['beyond 64 bits', ['Content-Length: 18446744073709551617'], BODY],
    ['a list', ['Content-Length: 19, 19'], BODY],
    ['named twice, alike', [LENGTH, LENGTH], BODY],
    ['named twice, differently', [LENGTH, 'Content-Length: 5'], BODY],
    ['beside chunks', [LENGTH, 'Transfer-Encoding: chunked'], `13\r\n${BODY}\r\n0\r\n\r\n`],
    ['after chunks', ['Transfer-Encoding: chunked', LENGTH], `13\r\n${BODY}\r\n0\r\n\r\n`],
    ['that of chunks with a sign', ['Transfer-Encoding: chunked'], `+13\r\n${BODY}\r\n0\r\n\r\n`],
    ['that of chunks, negative', ['Transfer-Encoding: chunked'], `-1\r\n${BODY}\r\n0\r\n\r\n`],
    [
      'that of chunks, beyond 64 bits',
      ['Transfer-Encoding: chunked'],
      `FFFFFFFFFFFFFFFFF\r\n${BODY}\r\n0\r\n\r\n`,
    ],
    ['that of chunks, too short', ['Transfer-Encoding: chunked'], `5\r\n${BODY}\r\n0\r\n\r\n`],
    ['chunks without line ends', ['Transfer-Encoding: chunked'], `13\n${BODY}\n0\n\n`],
    ['chunks by another name', ['Transfer-Encoding: xchunked'], `13\r\n${BODY}\r\n0\r\n\r\n`],
    ['chunks that are not last', ['Transfer-Encoding: chunked, identity'], `13\r\n${BODY}\r\n0\r\n\r\n`],
    ['chunks after a space', ['Transfer-Encoding : chunked'], `13\r\n${BODY}\r\n0\r\n\r\n`],
    ['chunks on a folded line', ['Transfer-Encoding:', ' chunked'], `13\r\n${BODY}\r\n0\r\n\r\n`],
  ])('is malformed: %s', async (_name, headers, body) => {
    expectRefusal(await service.replyTo(put(...headers), body), 400, 'malformed_request');
  });

  it('is malformed when the connection ends before', async () => {
    const connection = await RawConnection.to(service.url);
    connection.send(put('Content-Length: 100'));
    connection.send(BODY);
    connection.finish();
    expectRefusal(await connection.reply(), 400, 'malformed_request');
    await connection.end();
  });

  it('that is too short leaves a malformed body, and a rest that is not a request', async () => {
    const connection = await RawConnection.to(service.url);
    connection.send(put('Content-Length: 2') + BODY);
    expectRefusal(await connection.reply(), 400, 'malformed_body');
    await connection.end();
    expect(connection.replies.map(({ status }) => status)).toEqual([400, 400]);
  });

  it('never runs a request that is hidden in the body of another', async () => {
    const hidden = `${service.head(`PUT ${TICKET} HTTP/1.1`, TYPE, LENGTH)}${BODY}`;
    for (const headers of [
      [`Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', 'Content-Length: 5'],
      ['Transfer-Encoding: chunked', 'Transfer-encoding: x'],
      ['Transfer-Encoding: \x0bchunked', 'Content-Length: 5'],
    ]) {
      const connection = await RawConnection.to(service.url);
      connection.send(`${service.head(`PUT ${TICKET} HTTP/1.1`, TYPE, ...headers)}0\r\n\r\n${hidden}`);
      await connection.end();
      expect(connection.replies.map(({ status }) => status)).toEqual([400]);
    }
  });
});

describe('a request that is no HTTP', () => {
  it.each([
    'nonsense\r\n\r\n',
    `${' '.repeat(10)}\r\n\r\n`,
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `BREW ${TICKET} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET ${TICKET}\r\n\r\n`,
    `GET ${TICKET} HTTP/9.9\r\nHost: x\r\n\r\n`,
    `GET ${TICKET} HTTP/1.1 HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET ${TICKET} HTTP/1.1\nHost: x\n\n`,
    `GET ${TICKET} HTTP/1.1\r\nno colon\r\n\r\n`,
    `GET ${TICKET} HTTP/1.1\r\nHost: x\r\n: empty\r\n\r\n`,
    `GET ${TICKET} HTTP/1.1\r\nHost: x\r\nX-A : space\r\n\r\n`,
    `GET ${TICKET} HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n`,
    `GET ${TICKET} HTTP/1.1\r\nHost: x\r\nX-A: a\rX-B: b\r\n\r\n`,
    `GET ${TICKET} HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\n b\r\n\r\n`,
    `GET ${TICKET}\0 HTTP/1.1\r\nHost: x\r\n\r\n`,
  ])('is malformed: %j', async (bytes) => {
    expectRefusal(await service.replyTo(Buffer.from(bytes, 'latin1')), 400, 'malformed_request');
  });

  it('does not get the reply of the request before it', async () => {
    const connection = await RawConnection.to(service.url);
    connection.send(`${service.head(`GET ${TICKET} HTTP/1.1`)}nonsense\r\n\r\n`);
    await connection.end();
    expect(connection.replies.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('is refused without a Host header, and with two', async () => {
    for (const hosts of [
      '',
      'Host: a.desk.test\r\nHost: b.desk.test\r\n',
      'Host: a.desk.test,b.desk.test\r\n',
    ]) {
      const bytes = `GET /health/live HTTP/1.1\r\n${hosts}\r\n`;
      expectRefusal(await service.replyTo(bytes), 400, 'malformed_request');
    }
  });

  it('is refused with two types of one body', async () => {
    const head = service.head(`PUT ${TICKET} HTTP/1.1`, TYPE, 'Content-Type: text/plain', LENGTH);
    expectRefusal(await service.replyTo(head, BODY), 415, 'unsupported_media_type');
  });
});

describe('what is too large', () => {
  // @proves D-2-29
  it.each([
    ['address', () => service.head(`GET ${TICKET}?x=${'x'.repeat(17_000)} HTTP/1.1`)],
    ['path', () => service.head(`GET /${'x/'.repeat(9_000)} HTTP/1.1`)],
    ['header', () => service.head(`GET ${TICKET} HTTP/1.1`, `X-Filler: ${'x'.repeat(17_000)}`)],
    ['name of a header', () => service.head(`GET ${TICKET} HTTP/1.1`, `${'x'.repeat(17_000)}: x`)],
    ['key', () => service.head(`GET ${TICKET} HTTP/1.1`, `X-Api-Key: ${'x'.repeat(17_000)}`)],
    ['number of headers', () => service.head(`GET ${TICKET} HTTP/1.1`, ...many(3_000))],
    [
      'number of headers, before there are too many bytes',
      () => service.head(`GET ${TICKET} HTTP/1.1`, ...many(200)),
    ],
  ])('is refused: the %s', async (_name, bytes) => {
    expectRefusal(await service.replyTo(bytes()), 431, 'headers_too_large');
  });

  it('is refused, and a second host or key is found even after 150 other headers', async () => {
    const behind = (header: string) =>
      service.replyTo(service.head(`GET ${TICKET} HTTP/1.1`, ...many(150), header));
    expectRefusal(await behind('Host: globex.desk.test'), 400, 'malformed_request');
    expect(await behind('X-Api-Key: another')).toMatchObject({ status: 401 });
  });
});

describe('a method that the route does not have', () => {
  const send = (method: string, path = TICKET) =>
    service.replyTo(service.head(`${method} ${path} HTTP/1.1`, TYPE, LENGTH), BODY);

  // @proves D-2-27
  it.each(['POST', 'TRACE', 'PROPFIND', 'LINK', 'PURGE'])('%s changes nothing', async (method) => {
    const reply = await send(method);
    expectRefusal(reply, 405, 'method_not_allowed');
    expect(reply).toMatchObject({ headers: { allow: 'GET, PUT, PATCH, HEAD, OPTIONS' } });
  });

  it('OPTIONS is told which methods there are', async () => {
    expect(await send('OPTIONS')).toMatchObject({
      ...{ status: 204, body: '' },
      headers: { allow: 'GET, PUT, PATCH, HEAD, OPTIONS' },
    });
    expectRefusal(await send('OPTIONS', '/api/external/v2/nope'), 404, 'route_not_found');
    expectRefusal(await send('TRACE', '/api/external/v2/nope'), 404, 'route_not_found');
  });

  it('is not taken from a header or a parameter', async () => {
    const head = service.head(`GET ${TICKET}?_method=DELETE HTTP/1.1`, 'X-HTTP-Method-Override: PUT');
    expect(await service.replyTo(head)).toMatchObject({ status: 200 });
  });

  it('CONNECT closes the connection', async () => {
    expect(await service.replyTo('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')).toBe(
      'closed',
    );
  });
});

describe('a header that asks for more', () => {
  it.each([
    'Expect: 200-ok',
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Upgrade: h2c\r\nConnection: Upgrade',
  ])('is passed over: %j', async (header) => {
    const reply = await service.replyTo(service.head(`GET ${TICKET} HTTP/1.1`, header));
    expect(reply).toMatchObject({ status: 200 });
  });
});
