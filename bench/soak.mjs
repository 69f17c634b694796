import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareDataSet } from './support/data-set.mjs';
import { copyWorkspace, readsOver } from './support/flatness.mjs';
import { openInstallation } from './support/installation.mjs';
import { chooseLoadGenerator } from './support/load.mjs';
import { operationsOn } from './support/operations.mjs';
import { describeMachine } from './support/machine.mjs';
import { residentMb, ROOT } from './support/servers.mjs';

/**
 * Runs the product under full load for minutes and checks that its memory does not grow. `npm run bench:soak -- --seconds 60` is shorter.
 * `--workspaces 10000` reads in that number of other workspaces, too. `--data` and `--tickets` are as in `npm run bench`; `--save` stores
 * the result in `bench/results/`.
 */

const FIRST_SECONDS = 30;
const TARGETS = { growth: 1.2, megabytes: 250 };

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    tickets: { type: 'string', default: '100000' },
    workspaces: { type: 'string', default: '0' },
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const workspaces = Number(values.workspaces);
const first = Math.min(FIRST_SECONDS, seconds / 2);
const say = (line) => process.stderr.write(`${line}\n`);

const generator = await chooseLoadGenerator();
const installation = await openInstallation(values);
try {
  const dataSet = await prepareDataSet(
    installation,
    { tickets: Number(values.tickets), smallTickets: 1_000 },
    say,
  );
  if (workspaces > 0) await copyWorkspace(installation.superuserUrl, dataSet.large, workspaces);
  const machine = await describeMachine(installation.superuserUrl, generator);
  const report = {
    date: new Date().toISOString(),
    machine,
    tickets: dataSet.large.total,
    workspaces,
    ...(await soak(installation.product, dataSet.large)),
  };
  if (values.save) await save(report);
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : `${sentences(report)}\n`);
  process.exitCode = report.failures === 0 ? 0 : 1;
} finally {
  await installation.close();
}

async function save(report) {
  const file = join(ROOT, 'bench/results', `soak-${report.date.slice(0, 10)}.json`);
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  say(`result in ${file}`);
}

async function soak({ port, pid }, target) {
  say(`full load of ${generator.name} for ${seconds} seconds`);
  const load = { port, target, requests: mixOf(target), connections: 32, ms: seconds * 1000 };
  const running = generator.run(load);
  const samples = [];
  const begun = performance.now();
  const sample = async () => {
    const at = Math.round((performance.now() - begun) / 1000);
    samples.push({ seconds: at, megabytes: await residentMb(pid) });
  };
  await sleep(first * 1000);
  await sample();
  while (performance.now() - begun < seconds * 1000 - 1_000) {
    await sleep(Math.min(10_000, seconds * 1000 - 500 - (performance.now() - begun)));
    await sample();
  }
  const { requests, failures, seconds: lasted } = await running;
  const [after, end] = [samples[0].megabytes, samples.at(-1).megabytes];
  return {
    requests,
    rps: Math.round(requests / lasted),
    failures,
    after_megabytes: after,
    end_megabytes: end,
    growth: end / after,
    samples,
  };
}

/**
 * Of ten requests, six get a ticket, two list tickets, one updates one and one creates a customer. With other workspaces, every second
 * request reads in one of them.
 */
function mixOf(target) {
  const operations = operationsOn(target);
  const turn = (name, index) => {
    const { requests } = operations[name];
    return requests[index % requests.length];
  };
  const names = ['get_ticket', 'list_first_page', 'get_ticket', 'update_ticket', 'get_ticket_by_id'];
  const more = ['get_ticket', 'list_fields', 'get_ticket_by_id', 'create_customer', 'get_ticket'];
  const mixed = (index) => turn([...names, ...more][index % 10], index);
  if (workspaces === 0) return Array.from({ length: 4_000 }, (_, index) => mixed(index));
  return readsOver(workspaces).flatMap((read, index) => [read, mixed(index)]);
}

function sentences({ requests, rps, failures, after_megabytes: after, end_megabytes: end, growth }) {
  return [
    `${requests} requests, ${rps} a second, ${failures} failed.`,
    `Resident size: ${after} MB after ${first} s, ${end} MB at the end: ${growth.toFixed(2)} times ` +
      `(at most ${TARGETS.growth} times and ${TARGETS.megabytes} MB are wanted).`,
  ].join('\n');
}
