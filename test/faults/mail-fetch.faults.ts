import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Dovecot, HAS_DOVECOT } from '../support/fakes/dovecot.js';
import { DeskProcess } from '../support/servers/desk.js';
import { RunningProcess, temporaryFolder } from '../support/servers/processes.js';
import { whenInstalled } from '../support/servers/programs.js';
import { size } from '../support/sizes.js';
import { until } from '../support/until.js';
import { Installation } from './support/installation.js';
import { mailWithFile } from './support/mails.js';
import { numbersFrom, SEED } from './support/seed.js';

/** `KILLS=20 MAILS=10000 npm run test:faults -- mail-fetch` takes as many; that is an hour. */
const KILLS = size({ here: 6, long: 20, by: 'KILLS' });
const MAILS = size({ here: 120, long: 400, by: 'MAILS' });
const EACH_TIME = Math.ceil(MAILS / KILLS);
/** The command is killed at a random moment within this number of milliseconds after it has taken a mail. */
const LONGEST_MS = 800;
const JUDGED_WITHIN_S = 60;
const TIMEOUT_MS = 3_600_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dovecot: Dovecot;
let installation: Installation;
let env: Record<string, string>;

const [title, group] = whenInstalled('mail fetch', HAS_DOVECOT, 'dovecot');

const command = (): string[] => [
  ...['mail', 'fetch', 'faults', '--imap', dovecot.address(), '--password-file', dovecot.passwordFile],
];

async function numberOf(text: string): Promise<number> {
  const [row] = await installation.postgres.ask<{ count: string }>(text);
  return Number(row?.count);
}
const taken = (): Promise<number> => numberOf('SELECT count(*) FROM inbound_emails');

/** Begins to fetch, and kills the command a while after it has taken a mail. */
async function killWhileFetching(afterMs: number): Promise<void> {
  const before = await taken();
  const fetching = RunningProcess.start('cli.js', command(), env);
  await until(async () => (await taken()) > before);
  await sleep(afterMs);
  fetching.signal('SIGKILL');
  await fetching.ended;
}

/** What a killed command was judging belongs to it for two minutes. A service that starts takes it at once here. */
async function endLeases(): Promise<void> {
  await installation.service.stop();
  await installation.postgres.ask(`UPDATE inbound_emails SET due_at = now() WHERE state = 'pending'`);
  await installation.startService();
}

async function fetchTheRest(): Promise<void> {
  const { status, stderr } = await new DeskProcess(env).run(command());
  if (status !== 0) throw new Error(stderr);
}

group(title, () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    dovecot = await Dovecot.start(folder.path);
    const service = {
      ATTACHMENTS_DIR: join(folder.path, 'files'),
      ...{
        INBOUND_TICKETS_PER_SENDER: '0',
        INBOUND_MAILS_PER_TICKET: '0',
        INBOUND_TICKETS_PER_WORKSPACE: '0',
      },
    };
    installation = await Installation.open({ service });
    env = { ...service, DATABASE_URL: installation.postgres.serviceUrl, BASE_DOMAIN: 'desk.test' };
  });
  afterAll(async () => {
    await installation.close();
    await dovecot.stop();
    await folder.remove();
  });

  // @proves E-21-27
  it(
    'the command is killed at random points, and the mailbox gets other UIDs: each mail is one ticket, with its file once',
    async () => {
      const random = numbersFrom(SEED);
      await fetchTheRest();
      try {
        for (let turn = 0; turn < KILLS; turn++) {
          const names = Array.from({ length: EACH_TIME }, (_, index) => `m${turn}x${index}`);
          await dovecot.put(names.map((name) => mailWithFile({ name })));
          await killWhileFetching(random(LONGEST_MS));
          if (turn === Math.floor(KILLS / 2)) await dovecot.renewUids();
        }
        await fetchTheRest();
        await endLeases();
        await until(
          async () => (await numberOf(`SELECT count(*) FROM inbound_emails WHERE state = 'pending'`)) === 0,
          JUDGED_WITHIN_S,
        );
        const mailed = `tickets t WHERE t.subject ~ '^m[0-9]+x[0-9]+$'`;
        expect({
          mails: await taken(),
          tickets: await numberOf(`SELECT count(*) FROM ${mailed}`),
          subjects: await numberOf(`SELECT count(DISTINCT t.subject) FROM ${mailed}`),
          files: await numberOf(
            `SELECT count(*) FROM attachments a JOIN ${mailed.replace('WHERE', 'ON a.ticket_id = t.id AND')}`,
          ),
          read: (await dovecot.mailsIn()).filter(({ isSeen }) => isSeen).length,
        }).toEqual(
          Object.fromEntries(
            ['mails', 'tickets', 'subjects', 'files', 'read'].map((name) => [name, KILLS * EACH_TIME]),
          ),
        );
      } catch (error) {
        throw new Error(`SEED=${SEED} kills at the same points again.`, { cause: error });
      }
    },
    TIMEOUT_MS,
  );
});
