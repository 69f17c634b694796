// The kinds of routes that a request may ask for, and the stages at which it may break off or be broken.
import { gzipSync } from 'node:zlib';
import { BASE_DOMAIN } from '../test-app.js';
import { RawConnection } from '../servers/raw-http.js';

/** What a request asks for, and what it sends. */
export interface BrokenRoute {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** The things of a workspace that the requests are about. */
export interface Things {
  readonly key: string;
  /** The path of a file. */
  readonly file: string;
  /** The path of the bytes of a mail. */
  readonly raw: string;
  /** The path for the bytes of an announced upload. */
  readonly announced: string;
  readonly agent: string;
  readonly mail: () => string;
}

const API = '/api/external/v2';
const JSON_TYPE = 'Content-Type: application/json';
const TICKET = JSON.stringify({ email: 'jane@customer.example', subject: 'A', description: 'B' });
const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=x';
const form = (name: string, bytes: number): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${'x'.repeat(bytes)}\r\n--x--\r\n`;

/** Each kind of route, by what is special in it. Nothing but the line and its key is needed for a read, and it is sent a body all the same. */
export function brokenRoutes(things: Things): Readonly<Record<string, BrokenRoute>> {
  const key = `X-Api-Key: ${things.key}`;
  const reading = (path: string): BrokenRoute => ({
    ...{ line: `GET ${path}`, headers: [key, JSON_TYPE], body: '{}' },
  });
  const sending = (line: string, body: string, ...headers: readonly string[]): BrokenRoute => ({
    ...{ line, headers: [key, ...(headers.length === 0 ? [JSON_TYPE] : headers)], body },
  });
  const call = { name: 'search_tickets', arguments: { q: 'x' } };
  return {
    'a page': reading(`${API}/tickets`),
    'a page of long texts': reading(`${API}/tickets?include=description,comments`),
    'a ticket': reading(`${API}/tickets/1`),
    'a search': reading(`${API}/tickets?q=x&include=matches`),
    'a page of events': reading(`${API}/events`),
    'a report': reading(`${API}/reports/tickets?start_date=2026-01-01&end_date=2026-12-31`),
    'a file': reading(things.file),
    'the bytes of a mail': reading(things.raw),
    'a new ticket': sending(`POST ${API}/tickets`, TICKET),
    'a new ticket whose reply is kept': sending(
      `POST ${API}/tickets`,
      TICKET,
      JSON_TYPE,
      'Idempotency-Key: x',
    ),
    'a change': sending(`PUT ${API}/tickets/1`, '{"subject":"C"}'),
    'a comment': sending(`POST ${API}/tickets/1/comments`, JSON.stringify({ author_email: things.agent, content: '<p>x</p>' })), // prettier-ignore
    'an upload': sending(`POST ${API}/attachments`, form('file', 5_000), FORM_TYPE),
    'an announced upload': sending(`PUT ${things.announced}`, 'x'.repeat(5_000), 'Content-Type: text/plain'),
    'a mail': sending(`POST ${API}/inbound-emails`, things.mail(), 'Content-Type: message/rfc822'),
    'a tool': sending('POST /mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }), JSON_TYPE, 'MCP-Protocol-Version: 2025-06-18'), // prettier-ignore
    'a form of a page': { line: 'POST /forms/contact', headers: [FORM_TYPE], body: form('files', 5_000) },
  };
}

/** Whether the connection is reset, is reset after some time, ends by its half, or is reset after some time in which nobody reads. */
type End = 'now' | 'soon' | 'half' | 'unread';

interface Stage {
  readonly name: string;
  readonly sent: (route: BrokenRoute, subdomain: string) => string | Buffer;
  readonly end: End;
}

type Sent = Stage['sent'];
const headOf = (
  version: string,
  { line, headers }: BrokenRoute,
  subdomain: string,
  more: readonly string[],
): string =>
  [`${line} HTTP/${version}`, `Host: ${subdomain}.${BASE_DOMAIN}`, ...headers, ...more, '', ''].join('\r\n');
const lengthOf = ({ body }: BrokenRoute, more = 0): string =>
  `Content-Length: ${Buffer.byteLength(body) + more}`;
const CHUNKED = 'Transfer-Encoding: chunked';
const chunkOf = ({ body }: BrokenRoute): string => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;

/** Sends a head, with its length and more headers, and a body. */
const withLength =
  (bodyOf: (route: BrokenRoute) => string, ...more: readonly string[]): Sent =>
  (route, subdomain) =>
    headOf('1.1', route, subdomain, [lengthOf(route), ...more]) + bodyOf(route);
/** Sends a head that says that chunks follow. */
const inChunks =
  (chunksOf: (route: BrokenRoute) => string): Sent =>
  (route, subdomain) =>
    headOf('1.1', route, subdomain, [CHUNKED]) + chunksOf(route);
const allOf = ({ body }: BrokenRoute): string => body;
const noneOf = (): string => '';
const halfOf = ({ body }: BrokenRoute): string => body.slice(0, body.length / 2);
const whole = withLength(allOf);
const times =
  (count: number): Sent =>
  (route, subdomain) =>
    whole(route, subdomain).toString().repeat(count);
const zipped: Sent = (route, subdomain) => {
  const body = gzipSync(route.body);
  const more = ['Content-Encoding: gzip', `Content-Length: ${body.length}`];
  return Buffer.concat([Buffer.from(headOf('1.1', route, subdomain, more)), body]);
};

const stage = (name: string, sent: Sent, end: End): Stage => ({ name, sent, end });

/** Each stage of a broken request. */
export const STAGES: readonly Stage[] = [
  stage('that is whole, and reset', whole, 'now'),
  stage('that is whole, and reset soon', whole, 'soon'),
  stage('that is whole, and half-closed', whole, 'half'),
  stage('whose answer nobody reads', whole, 'unread'),
  stage(
    'with half of its head',
    (...of) =>
      whole(...of)
        .toString()
        .slice(0, 60),
    'soon',
  ),
  stage('without its body, and reset', withLength(noneOf), 'now'),
  stage('without its body, and half-closed', withLength(noneOf), 'half'),
  stage('with half of its body, and reset', withLength(halfOf), 'soon'),
  stage('with half of its body, and half-closed', withLength(halfOf), 'half'),
  stage(
    'with more bytes than it says',
    withLength((route) => `${route.body}more bytes\r\n\r\n`),
    'half',
  ),
  stage('of HTTP/1.0', (route, subdomain) => headOf('1.0', route, subdomain, [lengthOf(route)]) + route.body, 'half'), // prettier-ignore
  stage(
    'in chunks, and reset',
    inChunks((route) => `${chunkOf(route)}0\r\n\r\n`),
    'now',
  ),
  stage(
    'with half of a chunk',
    inChunks((route) => chunkOf(route).slice(0, 40)),
    'soon',
  ),
  stage(
    'with a long extension of a chunk',
    inChunks(() => `5;${'x'.repeat(20_000)}\r\n`),
    'half',
  ),
  stage(
    'with a bad trailer',
    inChunks((route) => `${chunkOf(route)}0\r\nNo Trailer\r\n\r\n`),
    'half',
  ),
  stage('with large trailers', inChunks((route) => `${chunkOf(route)}0\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`), 'half'), // prettier-ignore
  stage('with a length and chunks', withLength(allOf, CHUNKED), 'half'),
  stage('that waits to be asked for its body', withLength(noneOf, 'Expect: 100-continue'), 'soon'),
  stage('that expects what nobody knows', withLength(allOf, 'Expect: x'), 'soon'),
  stage('for another protocol', withLength(allOf, 'Connection: Upgrade', 'Upgrade: x'), 'soon'),
  stage('that only says that it is packed', withLength(allOf, 'Content-Encoding: gzip'), 'half'),
  stage('that is packed', zipped, 'half'),
  stage('of five in one packet, and reset', times(5), 'now'),
  stage('of five in one packet, and reset soon', times(5), 'soon'),
  stage('of five in one packet, whose answers nobody reads', times(5), 'unread'),
  stage('before another one that is broken', (...of) => `${whole(...of).toString()}nonsense\r\n\r\n`, 'half'),
];

/** The time after which clients give up. */
const SOON_MS = 30;

/** Sends a broken request on a connection of its own, and ends that. */
export async function sendBroken(
  url: string,
  subdomain: string,
  route: BrokenRoute,
  { sent, end }: Stage,
): Promise<void> {
  const connection = await RawConnection.to(url);
  if (end === 'unread') connection.stopReading();
  connection.send(sent(route, subdomain));
  if (end === 'soon' || end === 'unread') await new Promise((resolve) => setTimeout(resolve, SOON_MS));
  if (end === 'half') {
    connection.finish();
    await connection.end();
  }
  connection.close();
}
