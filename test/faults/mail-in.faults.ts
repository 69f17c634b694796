import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../support/servers/processes.js';
import { size } from '../support/sizes.js';
import { until } from '../support/until.js';
import { caller } from './support/caller.js';
import { Installation } from './support/installation.js';
import type { Target } from './support/load.js';
import { mailWithFile, type FaultMail } from './support/mails.js';
import { numbersFrom, SEED } from './support/seed.js';
import { StoredFiles } from './support/stored-files.js';

const KILLS = size({ here: 6, long: 20, by: 'KILLS' });
const BRIDGES = 4;
/** The service, or PostgreSQL, is killed at a random moment within this number of milliseconds after a mail was taken. */
const LONGEST_MS = 400;
const JUDGED_WITHIN_S = 90;
const SWEPT_WITHIN_S = 60;
const TIMEOUT_MS = 600_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let installation: Installation;
let target: Target;
let stored: StoredFiles;

beforeAll(async () => {
  folder = await temporaryFolder();
  const ATTACHMENTS_DIR = join(folder.path, 'files');
  installation = await Installation.open({
    service: {
      ATTACHMENTS_DIR,
      ...{
        INBOUND_TICKETS_PER_SENDER: '0',
        INBOUND_MAILS_PER_TICKET: '0',
        INBOUND_TICKETS_PER_WORKSPACE: '0',
      },
    },
  });
  target = installation.nextTarget();
  stored = new StoredFiles(installation, ATTACHMENTS_DIR);
});
afterAll(async () => {
  await installation.close();
  await folder.remove();
});

/** The status of an answer; 0 when there is none. */
async function post(mail: FaultMail): Promise<number> {
  try {
    const answer = await fetch(`http://127.0.0.1:${target.port}/api/external/v2/inbound-emails`, {
      method: 'POST',
      headers: { 'X-Api-Key': target.key, 'Content-Type': 'message/rfc822' },
      body: mailWithFile(mail),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** A bridge has one rule: an answer of 2xx means that it may forget the mail. Some answers get lost, so that it sends a mail again. */
class Bridge {
  readonly tickets: string[] = [];
  readonly comments: string[] = [];
  private isOver = false;
  private isAbandoned = false;
  private work = Promise.resolve();

  constructor(private readonly name: string) {}

  start(): void {
    this.work = this.run();
  }

  stop(): Promise<void> {
    this.isOver = true;
    return this.work;
  }

  /** Ends a bridge whose mails may never arrive. */
  abandon(): void {
    this.isOver = this.isAbandoned = true;
    this.work.catch(() => undefined);
  }

  private async run(): Promise<void> {
    for (let count = 1; !this.isOver; count++) {
      const name = `${this.name}${count}`;
      await this.deliver({ name });
      this.tickets.push(name);
      await until(() => isJudged(name), JUDGED_WITHIN_S);
      await this.deliver({ name: `${name}-answer`, inReplyTo: name });
      this.comments.push(name);
    }
  }

  private async deliver(mail: FaultMail): Promise<void> {
    for (;;) {
      const status = await post(mail);
      if (status >= 200 && status < 300) return;
      if (this.isAbandoned) throw new Error('The test has ended.');
      expect([0, 503]).toContain(status);
      await sleep(50);
    }
  }
}

const bridges = Array.from({ length: BRIDGES }, (_, index) => new Bridge(String.fromCharCode(97 + index)));
const sumOf = (countOf: (bridge: Bridge) => number): number =>
  bridges.reduce((sum, bridge) => sum + countOf(bridge), 0);
const delivered = (): number => sumOf(({ tickets, comments }) => tickets.length + comments.length);

/** Whether a mail has become a ticket. PostgreSQL may be away. */
const isJudged = (subject: string): Promise<boolean> =>
  installation.postgres.ask(`SELECT FROM tickets WHERE subject = $1`, [subject]).then(
    ({ length }) => length > 0,
    () => false,
  );

async function killService(): Promise<void> {
  installation.service.signal('SIGKILL');
  await installation.service.ended;
  // What the process was judging belongs to it for two minutes. The next one takes it at once here.
  await installation.postgres.ask(`UPDATE inbound_emails SET due_at = now() WHERE state = 'pending'`);
  await installation.startService();
}

/** The service is killed, too, so that nobody waits for what it could not write down. */
async function killPostgres(): Promise<void> {
  await installation.postgres.kill();
  await installation.postgres.startAgain();
  await killService();
}

/** How often each number of rows stands for a conversation. */
async function counted(text: string): Promise<Record<string, number>> {
  const rows = await installation.postgres.ask<{ count: string; times: string }>(
    `SELECT count, count(*) AS times FROM (${text}) AS each GROUP BY count`,
  );
  return Object.fromEntries(rows.map(({ count, times }) => [count, Number(times)]));
}

const MAILED = `tickets t WHERE t.subject ~ '^[a-z][0-9]+(-answer)?$'`;

async function expectEachOnce(): Promise<void> {
  const [tickets, comments] = [
    sumOf((bridge) => bridge.tickets.length),
    sumOf((bridge) => bridge.comments.length),
  ];
  expect(await counted(`SELECT t.subject, count(*) FROM ${MAILED} GROUP BY 1`)).toEqual({ 1: tickets });
  const commentsOf = `SELECT (SELECT count(*) FROM comments c WHERE c.ticket_id = t.id AND c.content LIKE '%-answer%') FROM ${MAILED}`;
  expect(await counted(commentsOf)).toEqual({ 1: comments });
  const filesOf = `SELECT (SELECT count(*) FROM attachments a WHERE a.ticket_id = t.id AND a.filename = 'file.txt') FROM ${MAILED}`;
  expect(await counted(filesOf)).toEqual({ 2: comments });
}

it(
  `service and PostgreSQL are killed at ${KILLS} random points: each mail is one ticket or one comment, with its file once, and nothing is left over`,
  async () => {
    const random = numbersFrom(SEED);
    try {
      for (const bridge of bridges) bridge.start();
      for (let turn = 0; turn < KILLS; turn++) {
        // A mail with which three processes have ended is given to a person, so each bridge has had one judged since the last time.
        const before = bridges.map(({ comments }) => comments.length);
        await until(
          () => bridges.every(({ comments }, index) => comments.length > (before[index] ?? 0)),
          JUDGED_WITHIN_S,
        );
        await sleep(random(LONGEST_MS));
        await (turn % 3 === 2 ? killPostgres() : killService());
      }
      await Promise.all(bridges.map((bridge) => bridge.stop()));
      const pending = (): Promise<{ count: string }[]> =>
        installation.postgres.ask(`SELECT count(*) FROM inbound_emails WHERE state = 'pending'`);
      await until(async () => (await pending())[0]?.count === '0', JUDGED_WITHIN_S);
      expect(await counted(`SELECT state, count(*) FROM inbound_emails GROUP BY 1`)).toEqual({
        [delivered()]: 1,
      });
      await expectEachOnce();
      await killService();
      await until(async () => (await stored.leftovers()).bytesWithoutRecord.length === 0, SWEPT_WITHIN_S);
      expect(await stored.leftovers()).toMatchObject({ recordsWithoutBytes: [] });
      const { body } = await caller(target)('GET', '/inbound-emails?state=accepted');
      expect(body).toMatchObject({ pagination: { total_records: delivered() } });
      expect(installation.defects()).toEqual([]);
    } catch (error) {
      for (const bridge of bridges) bridge.abandon();
      throw new Error(`SEED=${SEED} kills at the same points again.`, { cause: error });
    }
  },
  TIMEOUT_MS,
);
