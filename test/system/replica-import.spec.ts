import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Desk } from '../support/servers/desk.js';
import { RunningProcess, temporaryFolder } from '../support/servers/processes.js';
import { postgresPrograms, whenInstalled } from '../support/servers/programs.js';
import { IMPORTING, ReplicatedDesk } from '../support/servers/replicated-desk.js';
import { databaseOn, SERVICE } from '../support/servers/servers.js';
import { until } from '../support/until.js';

const programs = postgresPrograms();
const [name, suite] = whenInstalled(
  'a standby that every commit of an import waits for',
  programs !== null,
  'a PostgreSQL server (postgresql)',
);

suite(name, () => {
  let desk: ReplicatedDesk;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    desk = await ReplicatedDesk.open(programs ?? '');
    folder = await temporaryFolder();
    await desk.delayStandby(50);
    await desk.untilUsed();
  });
  afterAll(async () => {
    await desk.close();
    await folder.remove();
  });

  const aLine = (subject: string): string => JSON.stringify({ email: 'john@customer.example', subject });

  async function newestElsewhere(): Promise<string> {
    const { body } = await desk.elsewhere.get('/tickets?page_size=1');
    return body.tickets[0].subject as string;
  }

  it('shows what a command has imported', async () => {
    const command = Desk.on(databaseOn(desk.primary));
    await command.output(['import', 'tickets', desk.acme.subdomain, '-'], { input: aLine('Imported') });
    expect(await newestElsewhere()).toBe('Imported');
  });

  it('has a ticket before the command says that it is imported', async () => {
    const file = join(folder.path, 'tickets.ndjson');
    await writeFile(file, aLine('Waited for'));
    const args = ['import', 'tickets', desk.acme.subdomain, file, '--json'];
    await desk.pauseStandby();
    const importing = RunningProcess.start('cli.js', args, { DATABASE_URL: desk.primary.urlOf(SERVICE) });
    try {
      await until(async () => (await desk.waiting(IMPORTING)).length > 0);
      await importing.printed(/"done":false/);
      expect(importing.stdout).not.toMatch(/"imported":[^0]/);
    } finally {
      await desk.resumeStandby();
      await importing.ended;
    }
    expect(importing.stdout).toMatch(/"imported":1,.*"done":true/);
    await desk.untilUsed();
    expect(await newestElsewhere()).toBe('Waited for');
  });
});
