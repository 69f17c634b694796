// Reads and changes tickets without a break, as clients do. SIGTERM stops it; then it prints how many requests failed.
//   node scripts/steady-requests.mjs https://acme.desk.example:8443 <key> [--connect <address>]
// Ends with status 1 when a request had no answer or another status than 200, or when a reader missed a confirmed change.
import http from 'node:http';
import https from 'node:https';
import { parseArgs } from 'node:util';

const CLIENTS = 8;
const TICKETS = 5;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { connect: { type: 'string' } },
});
const [address, key] = positionals;
const base = new URL(address);
const { request, Agent } = base.protocol === 'https:' ? https : http;
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
const counts = { requests: 0, failed: 0, missed: 0 };
const failures = [];
let stopping = false;
process.on('SIGTERM', () => (stopping = true));
process.on('SIGINT', () => (stopping = true));

function call(method, path, body) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        method,
        path: `/api/external/v2${path}`,
        host: values.connect ?? base.hostname,
        port: base.port,
        servername: base.hostname,
        timeout: 10_000,
        headers: {
          host: base.host,
          'x-api-key': key,
          ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in 10 s')));
    sent.on('error', reject);
    sent.end(text);
  });
}

async function counted(method, path, body) {
  counts.requests++;
  try {
    const answer = await call(method, path, body);
    if (answer.status === 200) return JSON.parse(answer.body);
    throw new Error(`${answer.status} ${answer.body.slice(0, 200)}`);
  } catch (error) {
    counts.failed++;
    if (failures.length < 5) failures.push(`${new Date().toISOString()} ${method} ${path}: ${error.message}`);
    return null;
  }
}

/** One client: its own ticket, changed and read again, and a page of the list. */
async function client(number) {
  for (let turn = 0; !stopping; turn++) {
    const path = `/tickets/${(number % TICKETS) + 1}`;
    if (number < TICKETS) {
      const subject = `Turn ${turn} of client ${number} at ${Date.now()}`;
      const changed = await counted('PUT', path, { subject });
      const read = await counted('GET', path);
      if (changed && read && read.ticket.subject !== subject) counts.missed++;
    } else await counted('GET', path);
    await counted('GET', '/tickets?page_size=20');
  }
}

console.log('The requests begin.');
await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
agent.destroy();
for (const failure of failures) console.log(failure);
console.log(`${counts.requests} requests, ${counts.failed} failed, ${counts.missed} readers missed a change`);
process.exit(counts.failed + counts.missed === 0 ? 0 : 1);
