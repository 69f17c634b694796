// Copies of all tickets over HTTP: tickets a second, memory, and what other requests notice of them at half load.
//   npm run build && node bench/exports.mjs [--tickets N] [--rounds N] [--seconds N] [--save]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seedByCommands } from './support/data-set.mjs';
import { measurePaced } from './support/half-load.mjs';
import { openInstallation } from './support/installation.mjs';
import { chooseLoadGenerator } from './support/load.mjs';
import { describeMachine } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';
import { positive } from './support/options.mjs';
import { residentMb, ROOT } from './support/servers.mjs';

const WANTED = { tickets_a_second: 50_000, resident_mb_more: 64, p99_times: 1.3 };
const CONNECTIONS = 32;

const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: { tickets: text('100000'), rounds: text('3'), seconds: text('4'), save: { type: 'boolean' } },
});
const [tickets, rounds, seconds] = ['tickets', 'rounds', 'seconds'].map((name) =>
  positive(name, values[name]),
);

const installation = await openInstallation({});
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  if (values.save)
    await writeFile(join(ROOT, `bench/results/exports-${report.date.slice(0, 10)}.json`), `${printed}\n`);
  process.stdout.write(`${printed}\n`);
} finally {
  await installation.close();
}

async function measureAll() {
  const { product, desk } = installation;
  const machine = await describeMachine(installation.superuserUrl, { name: 'node' });
  const target = await seedByCommands(installation, tickets);
  const key = (
    await desk(['keys', 'create', target.host.split('.')[0], '--name', 'copy', '--scopes', 'exports:read'])
  ).trim();
  const copier = { ...target, key };
  await copied(copier);
  const before = await residentMb(product.pid);
  const speeds = { plain: [], gzip: [] };
  let most = before;
  const watching = setInterval(async () => {
    most = Math.max(most, await residentMb(product.pid));
  }, 100);
  for (let turn = 0; turn < rounds; turn++)
    for (const encoding of Object.keys(speeds)) speeds[encoding].push(await copied(copier, encoding));
  clearInterval(watching);
  return {
    ...{ date: new Date().toISOString(), tickets, rounds, machine, wanted: WANTED },
    tickets_a_second: Object.fromEntries(
      Object.entries(speeds).map(([name, all]) => [name, Math.round(median(all))]),
    ),
    resident_mb: { before, most },
    ...(await measureOthers(target, copier)),
  };
}

/** Reads a whole copy. @returns tickets a second */
function copied({ host, key }, encoding = 'plain') {
  const begun = performance.now();
  const headers = { Host: host, 'X-Api-Key': key, ...(encoding === 'gzip' && { 'Accept-Encoding': 'gzip' }) };
  return new Promise((resolve, reject) => {
    const options = {
      port: installation.product.port,
      host: '127.0.0.1',
      path: '/api/external/v2/exports/tickets',
      headers,
    };
    get(options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The copy answers ${response.statusCode}.`));
      response.resume().on('end', () => {
        resolve(tickets / ((performance.now() - begun) / 1_000));
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** The 99th percentile of reads of tickets at half of the load that the service takes, without copies and beside them. */
async function measureOthers(target, copier) {
  const { product } = installation;
  const requests = Array.from({ length: 200 }, (_, index) => ({
    method: 'GET',
    path: `/api/external/v2/tickets/${1 + ((index * 7_919) % tickets)}`,
  }));
  const generator = await chooseLoadGenerator();
  const load = { port: product.port, target, requests, connections: CONNECTIONS };
  const full = await generator.run({ ...load, ms: seconds * 1_000 });
  const rate = full.requests / full.seconds / 2;
  const paced = { connections: CONNECTIONS, rate, ms: seconds * 1_000, rounds };
  const contestants = [{ server: product, target, requests }];
  const { product: alone } = await measurePaced(contestants, paced);
  const copying = startCopying(copier);
  const { product: beside } = await measurePaced(contestants, paced);
  await copying.stop();
  return { rate: Math.round(rate), alone, beside, p99_times: round(beside.p99_ms / alone.p99_ms) };
}

/** Reads one copy after the other in a process of its own: reading here would delay the answers that are measured here. */
function startCopying({ host, key }) {
  const address = `http://127.0.0.1:${installation.product.port}/api/external/v2/exports/tickets`;
  const headers = [`Host: ${host}`, `X-Api-Key: ${key}`].flatMap((header) => ['-H', header]);
  let isOver = false;
  let reader;
  const ended = (async () => {
    while (!isOver) {
      reader = spawn('curl', ['-sf', '-o', '/dev/null', ...headers, address], { stdio: 'ignore' });
      const [code] = await once(reader, 'exit');
      if (code !== 0 && !isOver) throw new Error(`The copy ends with ${code}.`);
    }
  })();
  ended.catch(() => undefined);
  return {
    stop: () => {
      isOver = true;
      reader.kill();
      return ended;
    },
  };
}
