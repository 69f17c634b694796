import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import supertest from 'supertest';
import { parse, stringify } from 'yaml';
import { namesIn } from '../support/servers/exposition.js';
import { PROJECT, RunningProcess, temporaryFolder } from '../support/servers/processes.js';
import { testDatabase } from '../support/test-database.js';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const FOLDER = join(PROJECT, 'docker', 'observability');
const run = promisify(execFile);
const read = (name: string) => readFile(join(FOLDER, name), 'utf8');

let alerts: Alert[];
let dashboard: Dashboard;
let queries: string[];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const rules = parse(await read('alerts.yml')) as { groups: { rules: Alert[] }[] };
  alerts = rules.groups.flatMap((group) => group.rules);
  dashboard = JSON.parse(await read('dashboard.json')) as Dashboard;
  queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
});

afterAll(() => folder.remove());

describe('dashboard and alerts', () => {
  it('name only metrics that the service shows', async () => {
    const service = RunningProcess.start('main.js', [], {
      PORT: '0',
      WORKERS: '2',
      METRICS_PORT: '0',
      DATABASE_URL: testDatabase().serviceUrl,
      // Without a mail server there are no metrics of mail.
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    await service.printed(/ready at/);
    const [, url = ''] = await service.printed(/Metrics: +(http:\S+)\/metrics\n/);
    const shown = namesIn((await supertest(url).get('/metrics')).text);
    await service.stop();
    const used = [...alerts.map(({ expr }) => expr), ...queries].flatMap(
      (query) => query.match(/\b(support_desk|nodejs|process|http|up)[a-z0-9_]*/g) ?? [],
    );
    expect(new Set(used).size).toBeGreaterThan(10);
    expect([...new Set(used)].filter((name) => name !== 'up' && !shown.has(name))).toEqual([]);
  });

  it('say what is the matter and what to do', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect([alert, Object.keys(annotations)]).toEqual([alert, ['summary', 'description', 'runbook']]);
      expect(['page', 'ticket']).toContain(labels['severity']);
    }
  });

  it('have panels that are told apart', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });
});

const promtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
);
const whenPromtool = promtool ? describe : describe.skip;

whenPromtool(`promtool${promtool ? '' : ' (not installed: apt-get install prometheus)'}`, () => {
  it('finds configuration and rules in order', async () => {
    await run('promtool', ['check', 'config', join(FOLDER, 'prometheus.yml')]);
  });

  it('sees each alert fire when it should', async () => {
    await run('promtool', ['test', 'rules', join(FOLDER, 'alerts.test.yml')]);
    const tested = await read('alerts.test.yml');
    for (const { alert } of alerts) expect(tested).toContain(`"${alert}"`);
  });

  it('understands the queries of the dashboard', async () => {
    const rules = queries.map((query, index) => ({
      record: `query:${index}`,
      expr: query.replaceAll('$__rate_interval', '1m'),
    }));
    const file = join(folder.path, 'queries.yml');
    await writeFile(file, stringify({ groups: [{ name: 'queries', rules }] }));
    await run('promtool', ['check', 'rules', file]);
    await writeFile(file, stringify({ groups: [{ name: 'x', rules: [{ record: 'x', expr: 'sum by (' }] }] }));
    await expect(run('promtool', ['check', 'rules', file])).rejects.toThrow('could not parse expression');
  });
});
