// Bodies that attack: each is refused with 4xx, nothing is stored, and the process serves the next request.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { AttackedService } from '../../support/servers/attacked-service.js';
import { fieldErrors } from '../../support/expectations.js';

let service: AttackedService;

beforeAll(async () => {
  service = await AttackedService.start();
});
afterEach(() => service.expectUnharmed());
afterAll(() => service.stop());

const put = (body: string | Buffer, headers = {}) => service.call('put', '/tickets/1', body, headers);
const outcome = async (request: ReturnType<typeof put>) => {
  const { status, body } = await request;
  return [status, (body as { code: string }).code];
};
const MALFORMED = [400, 'malformed_body'];
const INVALID = [422, 'invalid_request'];

const nested = (levels: number, open: string, innermost: string, close: string) =>
  open.repeat(levels) + innermost + close.repeat(levels);

describe('a body that is nested', () => {
  it.each([
    ['100,000 lists', nested(100_000, '[', '', ']')],
    ['100,000 objects', nested(100_000, '{"a":', '1', '}')],
    ['100,000 lists in a value', `{"subject":${nested(100_000, '[', '', ']')}}`],
    ['100,000 objects in a field', `{"ticket_fields":{"Notes":${nested(100_000, '{"a":', '1', '}')}}}`],
    ['500,000 lists that never end', '['.repeat(500_000)],
    ['33 levels', nested(33, '{"a":', '1', '}')],
  ])('%s deep is refused as malformed', async (_name, body) => {
    expect(await outcome(put(body))).toEqual(MALFORMED);
  });

  it('32 levels deep is read, and refused for what it says', async () => {
    const response = await put(nested(32, '{"a":', '1', '}'));
    expect([response.status, fieldErrors(response)]).toEqual([422, ['a']]);
  });
});

describe('a body that is large', () => {
  it('in one piece or in chunks is refused above the limit', async () => {
    const large = `{"subject":"${'x'.repeat(1024 * 1024)}"}`;
    expect(await outcome(put(large))).toEqual([413, 'body_too_large']);
    const chunk = 'x'.repeat(65_536);
    const chunks = Array.from({ length: 17 }, () => `10000\r\n${chunk}\r\n`);
    const head = service.head(
      'PUT /api/external/v2/tickets/1 HTTP/1.1',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    );
    expect(await service.replyTo(head, ...chunks, '0\r\n\r\n')).toMatchObject({ status: 413 });
  });

  it('in the number of its parts is refused with the first of them, or at once', async () => {
    const refused = async (count: number) => {
      const response = await put(`{${Array.from({ length: count }, (_, at) => `"p${at}":0`).join()}}`);
      expect(response.status).toBe(422);
      return fieldErrors(response);
    };
    expect(await refused(1_000)).toHaveLength(100);
    expect(await refused(5_000)).toEqual(['the body']);
    const tags = `{"tags":[${'1,'.repeat(200_000)}1]}`;
    expect(fieldErrors(await put(tags))).toEqual(['tags']);
  });
});

describe('a number', () => {
  const numbers = [
    '1e400',
    '-1e400',
    '1e308',
    '9007199254740993',
    '9007199254740991.4',
    '1.00000000000000001',
    `1${'0'.repeat(400)}`,
    '1e999999999',
  ];

  it.each(numbers)('%s is refused as a whole number', async (number) => {
    expect(fieldErrors(await put(`{"ticket_fields":{"Seats":${number}}}`))).toEqual(['ticket_fields.Seats']);
    const field = await service.call(
      'post',
      '/fields',
      `{"field":{"name":"X","kind":"text","display_order":${number}}}`,
    );
    expect([field.status, fieldErrors(field)]).toEqual([422, ['field.display_order']]);
  });

  it.each([
    '1e400',
    '-1e400',
    '1e-400',
    `1${'0'.repeat(400)}`,
    '1234567890.1234567',
    '1.00000000000000001',
    '"1e400"',
    '"0x10"',
    '"NaN"',
  ])('%s is refused as a decimal', async (number) => {
    expect(fieldErrors(await put(`{"ticket_fields":{"Price":${number}}}`))).toEqual(['ticket_fields.Price']);
  });

  it.each(['NaN', 'Infinity', '0x10', '01', '1.', '.5', '+1'])(
    'that JSON does not have, %s, is malformed',
    async (number) => {
      expect(await outcome(put(`{"ticket_fields":{"Price":${number}}}`))).toEqual(MALFORMED);
    },
  );
});

describe('a number that is kept as it is written', () => {
  afterEach(() => service.remember());

  it.each([
    ['123456789012345', 123456789012345],
    ['-0.123456789012345', -0.123456789012345],
    ['1.50000000000000000000', 1.5],
    ['15E-1', 1.5],
    ['-0', 0],
  ])('%s is stored as %d', async (number, stored) => {
    const response = await put(`{"ticket_fields":{"Price":${number}}}`);
    expect(response.body.ticket?.fields).toContainEqual({ field_name: 'Price', field_value: stored });
  });
});

describe('a key that reaches for a prototype', () => {
  it.each([
    '{"__proto__":{"polluted":true}}',
    '{"\\u005f_proto\\u005f_":{"polluted":true}}',
    '{"ticket_fields":{"__proto__":{"polluted":true}}}',
    '{"tags":[{"__proto__":{"polluted":true}}]}',
  ])('%s is refused as malformed', async (body) => {
    expect(await outcome(put(body))).toEqual(MALFORMED);
  });

  it.each([
    ['{"constructor":{"prototype":{"polluted":true}}}', 'constructor'],
    ['{"prototype":{"polluted":true}}', 'prototype'],
    ['{"toString":1}', 'toString'],
    ['{"ticket_fields":{"constructor":{"prototype":{"polluted":true}}}}', 'ticket_fields.constructor'],
    ['{"ticket_fields":{"hasOwnProperty":1}}', 'ticket_fields.hasOwnProperty'],
  ])('%s is refused as unknown', async (body, path) => {
    expect(fieldErrors(await put(body))).toEqual([path]);
  });
});

describe('a text that cannot be stored', () => {
  const texts = ['\\u0000', 'a\\u0000b', '\\ud800', 'a\\udc00b', '\\udc00\\ud800'];
  const places: [string, 'put' | 'post' | 'delete', string, (text: string) => string][] = [
    ['subject', 'put', '/tickets/1', (text) => `{"subject":"${text}"}`],
    ['description', 'put', '/tickets/1', (text) => `{"description":"<p>${text}</p>"}`],
    ['status', 'put', '/tickets/1', (text) => `{"status":"${text}"}`],
    ['tags[0]', 'put', '/tickets/1', (text) => `{"tags":["${text}"]}`],
    ['email', 'put', '/tickets/1', (text) => `{"email":"${text}@customer.example"}`],
    ['ticket_fields.Notes', 'put', '/tickets/1', (text) => `{"ticket_fields":{"Notes":"${text}"}}`],
    ['ticket_fields.Country', 'put', '/tickets/1', (text) => `{"ticket_fields":{"Country":"${text}"}}`],
    [
      'customer.first_name',
      'post',
      '/customers',
      (text) => `{"customer":{"emails":["a@b.example"],"first_name":"${text}"}}`,
    ],
    [
      'customer.phones[0]',
      'post',
      '/customers',
      (text) => `{"customer":{"emails":["a@b.example"],"phones":["${text}"]}}`,
    ],
    ['field.name', 'post', '/fields', (text) => `{"field":{"name":"${text}","kind":"text"}}`],
    [
      'field.data[0]',
      'post',
      '/fields',
      (text) => `{"field":{"name":"X","kind":"single_option","data":["${text}"]}}`,
    ],
    ['emails[0]', 'delete', '/team_members', (text) => `{"emails":["${text}@team.example"]}`],
  ];

  it.each(places)('is refused in %s', async (path, method, address, body) => {
    for (const text of texts) {
      const response = await service.call(method, address, body(text));
      expect([text, response.status, fieldErrors(response)]).toEqual([text, 422, [path]]);
    }
  });

  it('is refused as the name of a property and of a field', async () => {
    for (const text of texts) {
      expect(await outcome(put(`{"${text}":1}`))).toEqual(INVALID);
      expect(await outcome(put(`{"ticket_fields":{"${text}":1}}`))).toEqual(INVALID);
    }
  });
});

describe('bytes that are no UTF-8', () => {
  const around = (...bytes: number[]) =>
    Buffer.concat([Buffer.from('{"subject":"'), Buffer.from(bytes), Buffer.from('"}')]);

  it.each<[string, Buffer]>([
    ['a byte that never occurs', around(0xff)],
    ['a continuation alone', around(0x80)],
    ['a character that breaks off', around(0xe2, 0x82)],
    ['a slash in two bytes', around(0xc0, 0xaf)],
    ['a NUL in two bytes', around(0xc0, 0x80)],
    ['half of a surrogate pair', around(0xed, 0xa0, 0x80)],
    ['a character beyond Unicode', around(0xf4, 0x90, 0x80, 0x80)],
    ['Latin-1', Buffer.from('{"subject":"Zürich"}', 'latin1')],
    ['UTF-16', Buffer.from('\ufeff{"subject":"x"}', 'utf16le')],
  ])('are malformed: %s', async (_name, body) => {
    expect(await outcome(put(body))).toEqual(MALFORMED);
  });

  it.each(['utf-7', 'utf-16', 'utf-16le', 'utf-32', 'us-ascii', 'nonsense', '"utf-8, utf-7"'])(
    'are not accepted because the type says %s',
    async (charset) => {
      const type = { 'Content-Type': `application/json; charset=${charset}` };
      expect(await outcome(put('{"subject":"x"}', type))).toEqual([415, 'unsupported_media_type']);
    },
  );
});

describe('a key that an object has twice', () => {
  it.each([
    '{"subject":"a","subject":"b"}',
    '{"subject":"a","subject":"a"}',
    '{"subject":"a","\\u0073ubject":"b"}',
    '{"subject":"a\\"","tags":["subject"],"priority":"high","subject":"b"}',
    '{"ticket_fields":{"Notes":"a","Notes":"b"}}',
    '{"ticket_fields":{"Notes":"a"},"ticket_fields" :{"Notes":"b"}}',
    '{"tags":[{"x":1,"x":2}]}',
  ])('is refused as malformed: %s', async (body) => {
    const response = await put(body);
    expect([response.status, response.body.code]).toEqual(MALFORMED);
    expect(response.body.error).toMatch(/^The body has the key ".+" twice in one object\.$/);
  });
});

describe('a body that is compressed', () => {
  const plain = '{"subject":"After"}';
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));

  it.each<[string, string, string | Buffer]>([
    ['gzip', 'gzip', gzipSync(plain)],
    ['deflate', 'deflate', deflateSync(plain)],
    ['br', 'br', brotliCompressSync(plain)],
    ['zstd', 'zstd', plain],
    ['gzip and is not', 'gzip', plain],
    ['gzip twice', 'gzip, gzip', gzipSync(gzipSync(plain))],
    ['gzip of 20 MiB', 'gzip', bomb],
    ['nonsense', 'nonsense', plain],
  ])('as %s is refused as a type that is not supported', async (_name, encoding, body) => {
    expect(await outcome(put(body, { 'Content-Encoding': encoding }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });
});

describe('beside all these', () => {
  afterEach(() => service.remember());

  it('an update with names that two objects share, quotes and what looks like keys in texts is stored', async () => {
    const subject = 'a "quoted\\" \\\\"key": {[ 🙂';
    const body = JSON.stringify({
      subject,
      ticket_fields: { Notes: '{"subject":1,"subject":2}', Seats: 3 },
      tags: ['subject', '__proto__', 'constructor'],
    });
    const response = await put(`\ufeff${body}`, { 'Content-Encoding': 'identity' });
    expect([response.status, response.body.ticket?.subject]).toEqual([200, subject]);
    expect(response.body.ticket.tags).toEqual(['subject', '__proto__', 'constructor']);
    await put('{"subject":"Before"}');
  });
});
