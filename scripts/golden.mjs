// Compares what two commits answer: `npm run golden -- record <folder>` runs all requests of clients in tests and all examples of the document,
// and writes each with its answer; `npm run golden -- compare <folder> <folder again> <new folder>` prints the answers of the new folder
// that neither of the first two has. The first two are of one commit: what differs between them differs by chance.
// Dates, ids and what is made at random are left out.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SPECS = ['test/api', 'test/client', 'test/contract/document', 'test/contract/stored'];
/** Those of the system in which clients ask an application of the host. */
const SYSTEM_SPECS = ['access', 'customers', 'mail', 'mail-in', 'mcp', 'reports', 'requests', 'search', 'tickets', 'vocabulary', 'web-forms', 'webhooks'].map((room) => `test/system/${room}/`); // prettier-ignore
const UNCOMPARED = new Set([
  'date',
  'etag',
  'last-modified',
  'content-length',
  'x-request-id',
  'ratelimit-reset',
]);

/** Patterns of text that differs from run to run, with their replacements; the longest first. */
const RANDOM = [
  [/;r=\d+;t=\d+/g, ';r=<left>;t=<seconds>'],
  [/again in \d+ seconds?/g, 'again in <seconds>'],
  [/retry-after: \d+/g, 'retry-after: <seconds>'],
  [/-----BEGIN[\s\S]*?-----END[^-]*-----/g, '<pem>'],
  [/----+[\w-]{10,}/g, '<boundary>'],
  [/\beyJ[\w-]+(\.[\w-]+)*/g, '<token>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>'],
  [/\d{4}-\d\d-\d\d([T ]|%20)\d\d(:|%3A)\d\d((:|%3A)\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/gi, '<moment>'],
  [/\d{4}-\d\d-\d\d/g, '<day>'],
  [/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, '<moment>'],
  [/127\.0\.0\.1:\d+/g, '<address>'],
  [/\bt[0-9a-f]{12}\b/g, '<workspace>'],
  [/\b[0-9a-f]{12,}\b/gi, '<hex>'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{16,}={0,2}/g, '<random>'],
  [/\b[a-z]+-[0-9a-f]{6,8}\b/g, '<name>'],
  [/\b1[678]\d{8,11}\b/g, '<seconds>'],
];

const plain = (text) => RANDOM.reduce((left, [pattern, name]) => left.replace(pattern, name), text);

/** The exchanges of a folder: by spec file, wherever that stands, and request, which answers were given. */
function exchangesOf(folder) {
  const found = new Map();
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.ndjson'))) {
    const file = name.split('.').at(-4);
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)) {
      const { request, headers, body, status, answered, answer } = JSON.parse(line);
      const asked = [
        'content-type',
        'accept',
        'if-match',
        'if-none-match',
        'range',
        'origin',
        'idempotency-key',
      ]
        .filter((name) => headers[name] !== undefined)
        .map((name) => `${name}: ${headers[name]}`);
      const key = plain([file, request, ...asked, body].join('\n'));
      const shown = Object.entries(answered).filter(([name]) => !UNCOMPARED.has(name.toLowerCase()));
      const given = plain(
        [status, ...shown.map(([name, value]) => `${name}: ${value}`).sort(), answer].join('\n'),
      );
      if (!found.has(key)) found.set(key, new Set());
      found.get(key).add(given);
    }
  }
  return found;
}

function compare(firstFolder, againFolder, newFolder) {
  const [first, again, now] = [firstFolder, againFolder, newFolder].map(exchangesOf);
  const counts = { same: 0, chance: 0, gone: 0, new: 0, different: 0 };
  for (const [key, answers] of now) {
    const before = new Set([...(first.get(key) ?? []), ...(again.get(key) ?? [])]);
    if (before.size === 0) counts.new++;
    else if ([...answers].every((answer) => before.has(answer))) counts.same++;
    else if (isByChance(first.get(key), again.get(key))) counts.chance++;
    else {
      counts.different++;
      console.log(`\n=== ${key.slice(0, 3_000)}`);
      for (const answer of before) if (!answers.has(answer)) console.log(`--- ${answer.slice(0, 3_000)}`);
      for (const answer of answers) if (!before.has(answer)) console.log(`+++ ${answer.slice(0, 3_000)}`);
    }
  }
  for (const key of first.keys()) if (!now.has(key)) counts.gone++;
  console.log(
    `\n${counts.same} requests have the answers they had, ${counts.chance} differ by chance, ${counts.gone} are asked no more, ` +
      `${counts.new} are new, ${counts.different} have another answer`,
  );
  process.exitCode = counts.different === 0 ? 0 : 1;
}

/** Whether two runs of one commit gave different answers. */
function isByChance(first, again) {
  if (!first || !again) return true;
  return first.size !== again.size || [...first].some((answer) => !again.has(answer));
}

function record(folder) {
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, DESK_GOLDEN: resolve(folder) };
  const runs = [
    ['test', '--', ...SPECS],
    ['run', 'test:system', '--', ...SYSTEM_SPECS],
  ];
  const ends = runs.map((run) => spawnSync('npm', run, { env, stdio: 'inherit' }).status);
  process.exitCode = ends.find((status) => status !== 0) ?? 0;
}

const [command, ...folders] = process.argv.slice(2);
if (command === 'record' && folders.length === 1) record(folders[0]);
else if (command === 'compare' && folders.length === 3) compare(...folders);
else {
  console.error('Usage: npm run golden -- record <folder> | compare <folder> <folder again> <new folder>');
  process.exitCode = 2;
}
