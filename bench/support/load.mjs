import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { bytesOf, headersOf, UNIQUE, uniqueText } from './operations.mjs';

/** Who asks for a shorter round only tries the program: each connection sends one request, and nothing is warmed up. */
export const SHORT_MS = 100;

/** Up to this number of requests, every connection sends all; of more, each connection sends its own part. */
const MOST_SHARED = 20;

/**
 * @typedef {{requests: number, seconds: number, failures: number, p50: number, p99: number}} Round
 * answers that arrived, and percentiles of their latency in milliseconds
 */

/** Chooses the load generator: `wrk`, which needs little processor time, or else autocannon. */
export async function chooseLoadGenerator() {
  const said = await promisify(execFile)('wrk', ['--version']).catch((error) => error);
  const [, version] = /wrk (\S+)/.exec(said.stdout ?? '') ?? [];
  return version === undefined
    ? { name: 'autocannon', run: autocannonRound }
    : { name: `wrk ${version}`, run: wrkRound };
}

/** Runs one round of full load. @returns {Promise<Round>} */
async function wrkRound({ port, target, requests, connections, ms }) {
  const folder = await mkdtemp(join(tmpdir(), 'support-desk-wrk-'));
  try {
    const file = join(folder, 'requests');
    await writeFile(file, requests.map((request) => block(bytesOf(request, target))).join(''));
    const script = fileURLToPath(new URL('wrk.lua', import.meta.url));
    const wholeSeconds = `${Math.ceil(ms / 1000) + 5}s`;
    const args = ['-t', '1', '-c', String(connections), '-d', wholeSeconds, '--timeout', '30s', '-s', script];
    const run = Math.floor(Math.random() * 0x10000)
      .toString(16)
      .padStart(4, '0');
    const child = spawn('wrk', [...args, `http://127.0.0.1:${port}`, '--', file, run]);
    // wrk counts in whole seconds. When it is interrupted, it reports what it has measured until then. Before its first request it
    // would end without a report.
    let timer;
    child.stderr.once('data', () => (timer = setTimeout(() => child.kill('SIGINT'), ms)));
    const output = await textOf(child);
    clearTimeout(timer);
    const report = output.split('\n').findLast((line) => line.startsWith('{'));
    if (report === undefined) throw new Error(`wrk reported nothing:\n${output}`);
    return JSON.parse(report);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function block(bytes) {
  return `${Buffer.byteLength(bytes)}\n${bytes}`;
}

async function textOf(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  return text;
}

/** @returns {Promise<Round>} */
async function autocannonRound({ port, target, requests, connections, ms }) {
  const { default: autocannon } = await import('autocannon');
  const all = requests.map((request) => ({
    ...{
      method: request.method,
      path: request.path,
      body: request.body,
      headers: headersOf(request, target),
    },
    ...(request.body?.includes(UNIQUE) && {
      setupRequest: (sent) => ({ ...sent, body: request.body.replaceAll(UNIQUE, uniqueText()) }),
    }),
  }));
  let client = 0;
  // autocannon prepares each request for each connection within the round, which takes seconds when all have thousands.
  const share = Math.max(MOST_SHARED, Math.ceil(all.length / connections));
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    ...(ms < SHORT_MS ? { amount: connections } : { duration: ms / 1000 }),
    timeout: 30,
    requests: all.slice(0, 1),
    // Each connection starts with another request, so that they do not all ask for the same thing at the same time.
    setupClient: (connection) => {
      const start = Math.floor((client++ * all.length) / connections);
      connection.setRequests([...all.slice(start), ...all.slice(0, start)].slice(0, share));
    },
  });
  const { p50, p99 } = result.latency;
  const failures = result.errors + result.timeouts + result['4xx'] + result['5xx'];
  return { requests: result.requests.total, seconds: result.duration, failures, p50, p99 };
}

/** Sends one request. @returns {Promise<{status: number, body: any, ms: number}>} status 0 when no answer came in time */
export function ask(port, target, request, { timeoutMs = 30_000 } = {}) {
  const body = request.body?.replaceAll(UNIQUE, uniqueText());
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        port,
        host: '127.0.0.1',
        method: request.method,
        path: request.path,
        signal: AbortSignal.timeout(timeoutMs),
        headers: headersOf({ ...request, body }, target),
      },
      async (response) => {
        try {
          const chunks = [];
          for await (const chunk of response) chunks.push(chunk);
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode, body: text, ms: performance.now() - begun });
        } catch (error) {
          reject(error);
        }
      },
    );
    sent.on('error', (error) => {
      if (error.name === 'AbortError' || error.name === 'TimeoutError')
        resolve({ status: 0, body: '', ms: timeoutMs });
      else reject(error);
    });
    sent.end(body);
  });
}

/**
 * Measures a server whose single answers take long, with a few connections for a limited time. A request that
 * times out counts as one answer, which makes the server look better than it is.
 * @returns {Promise<Round>}
 */
export async function slowRound({ port, target, requests, connections, ms }) {
  const begun = performance.now();
  const times = [];
  let next = 0;
  let failures = 0;
  const worker = async () => {
    do {
      const answer = await ask(port, target, requests[next++ % requests.length], {
        timeoutMs: Math.max(ms * 2, 5_000),
      });
      if (answer.status !== 200) failures += 1;
      times.push(answer.ms);
    } while (performance.now() - begun < ms);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const seconds = (performance.now() - begun) / 1000;
  return { requests: times.length, seconds, failures, p50: at(0.5), p99: at(0.99) };
}
