// Workspaces that a program makes: a manifest, a key, and the first request with that key at another process, ten at once.
//   npm run build && node bench/provisioning.mjs [--workspaces 1000] [--connections 10] [--save]
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { offerAdmin } from './support/admin.mjs';
import { openInstallation } from './support/installation.mjs';
import { ask } from './support/load.mjs';
import { commitOf, describeMachine } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';
import { readNumbers } from './support/options.mjs';
import { residentMb, ROOT, startServer } from './support/servers.mjs';

const MANIFEST = {
  groups: [{ name: 'Support' }, { name: 'Sales' }],
  team_members: ['eve', 'oliver', 'kim'].map((name) => ({
    ...{ email: `${name}@acme.example`, first_name: name, groups: ['Support'] },
  })),
  fields: [{ name: 'Product', kind: 'single_option', options: ['Anvil', 'Rocket'] }],
  forms: [{ title: 'Contact us', slug: 'contact-us', fields: ['Product'] }],
};

const { workspaces, connections, save } = readNumbers({ workspaces: 1_000, connections: 10 });
const put = await offerAdmin();
const installation = await openInstallation({});
let other;
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  if (save)
    await writeFile(
      join(ROOT, `bench/results/provisioning-${report.date.slice(0, 10)}.json`),
      `${printed}\n`,
    );
  process.stdout.write(`${printed}\n`);
} finally {
  await other?.stop();
  await installation.close();
}

async function measureAll() {
  const machine = await describeMachine(installation.superuserUrl, { name: 'node:http' });
  other = await startServer({
    name: 'other',
    args: [join(ROOT, 'dist/main.js')],
    env: {
      ...{ PORT: '0', HOST: '127.0.0.1', BASE_DOMAIN: 'localhost', ADMIN_PORT: '', ADMIN_KEYS: '' },
      DATABASE_URL: installation.serviceUrl,
    },
    log: join(installation.folder, 'other.log'),
  });
  const memory = { before_mb: await residentMb(installation.product.pid) };
  const made = await pass((number) => provision(number));
  memory.after_mb = await residentMb(installation.product.pid);
  const again = await pass(async (number) => {
    const { changes } = JSON.parse((await put(`w${number}`, manifestOf(number))).body);
    assert.deepEqual(changes, []);
  });
  return {
    ...{ date: new Date().toISOString(), commit: commitOf(ROOT), workspaces, connections, machine },
    ...{ made, put_again: again, memory },
  };
}

/** Does something for each number, some at once. `slowing`: the median of the last tenth against that of the first. */
async function pass(work) {
  const begun = performance.now();
  const times = [];
  let next = 0;
  const worker = async () => {
    for (let number = next++; number < workspaces; number = next++) {
      const at = performance.now();
      await work(number);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const tenth = Math.ceil(workspaces / 10);
  const [first, last] = [times.slice(0, tenth), times.slice(-tenth)].map(median);
  return {
    seconds: round((performance.now() - begun) / 1000),
    median_ms: round(median(times)),
    slowing: round(last / first),
  };
}

/** A workspace counts when its key opens it at the other process, at the first try. */
async function provision(number) {
  assert.equal((await put(`w${number}`, manifestOf(number))).status, 201);
  const made = await put(`w${number}/keys/ci`, {});
  assert.equal(made.status, 201);
  const target = { host: `w${number}.localhost`, key: JSON.parse(made.body).key };
  const { status } = await ask(other.port, target, { method: 'GET', path: '/api/external/v2/tickets' });
  assert.equal(status, 200);
}

function manifestOf(number) {
  return { ...MANIFEST, workspace: { name: `Workspace ${number}` } };
}
