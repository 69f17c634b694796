// Attacks the service with the key of one workspace until it is told to end: node attackers.mjs '{"port", "host", "key", "tickets", "areLists"}'
import http from 'node:http';
import net from 'node:net';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

const { port, host, key, tickets, areLists } = JSON.parse(process.argv[2]);
const counts = {};
const agent = new http.Agent({ keepAlive: true });
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Sends a request and takes the answer. Never fails. */
function call(method, path, body, headers = {}) {
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const request = http.request({
      agent,
      port,
      method,
      path: `/api/external/v2${path}`,
      headers: {
        Host: host,
        'X-Api-Key': key,
        ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
        ...headers,
      },
    });
    request.on('response', (response) => response.on('close', () => resolve(response.statusCode)).resume());
    request.on('error', () => resolve(0));
    request.end(text);
  });
}

/** Asks for a page of the largest descriptions and takes nothing of it, again when the connection must have been ended. */
async function neverRead() {
  for (;;) {
    const socket = net.connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(
      `GET /api/external/v2/tickets?page_size=100&tag=long HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: ${key}\r\n\r\n`,
    );
    // Who takes nothing does not see either that the connection was ended.
    await sleep(16_000);
    socket.destroy();
  }
}

function wrongKey() {
  const body = `desk_${Array.from({ length: 32 }, () => ALPHABET[randomInt(62)]).join('')}`;
  let rest = crc32(body);
  let sum = '';
  for (let place = 0; place < 6; place++) {
    sum = ALPHABET[rest % 62] + sum;
    rest = Math.floor(rest / 62);
  }
  return body + sum;
}

const unknown = (count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 1]));
const anyTicket = () => randomInt(1, tickets);
let number = 0;

/** What one client of each kind sends over and over, and how many there are. */
const ATTACKS = {
  'pages of 2 MB tickets': [2, () => call('GET', '/tickets?page_size=60&tag=wide')],
  'pages that can never fit': [2, () => call('GET', '/tickets?page_size=100')],
  'deep lists': [
    20,
    () => call('GET', `/tickets?sort=updated_at&page_number=${randomInt(1, Math.floor(tickets / 30))}`),
  ],
  'combined filters': [10, () => call('GET', '/tickets?category=None&source=nowhere&sort=updated_at')],
  'filters by tag': [10, () => call('GET', '/tickets?tag=vip&sort=updated_at&page_number=50')],
  'unknown properties': [2, () => call('PUT', '/tickets/1', unknown(80_000))],
  'unknown fields': [2, () => call('PUT', '/tickets/1', { status: 'closed', ticket_fields: unknown(990) })],
  'many tags': [2, () => call('PUT', '/tickets/1', { description: '<b>x</b>'.repeat(19_000) })],
  'wrong keys': [4, () => call('GET', '/tickets/1', undefined, { 'X-Api-Key': wrongKey() })],
  'kept answers': [
    2,
    () =>
      call('PUT', `/tickets/${tickets - 5}`, { subject: `${number}` }, { 'Idempotency-Key': `k${number++}` }),
  ],
  'fields of one name': [
    2,
    () => call('POST', '/fields', { field: { name: `Same ${number++ % 3}`, kind: 'text' } }),
  ],
  'thousands of headers': [1, () => call('GET', '/tickets/1', undefined, unknown(1_900))],
  'floods of one ticket': [40, () => call('GET', `/tickets/${anyTicket()}`)],
};

async function repeat(name, send) {
  for (;;) {
    const status = await send();
    counts[name] ??= {};
    counts[name][status] = (counts[name][status] ?? 0) + 1;
    if (status === 0 || status === 429 || status === 503) await sleep(20);
  }
}

const LISTS = ['deep lists', 'combined filters', 'filters by tag'];

if (!areLists) for (let client = 0; client < 40; client++) void neverRead();
for (const [name, [clients, send]] of Object.entries(ATTACKS))
  for (let client = 0; client < clients; client++)
    if (!areLists || LISTS.includes(name)) void repeat(name, send);

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(counts));
  process.exit(0);
});
