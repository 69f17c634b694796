// A stranger sends many large mails to one workspace: nobody else waits for them, and a service that is killed while they wait loses none.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeskProcess } from '../support/servers/desk.js';
import { temporaryFolder } from '../support/servers/processes.js';
import { size } from '../support/sizes.js';
import { until } from '../support/until.js';
import { Installation } from './support/installation.js';
import type { Target } from './support/load.js';
import { numbersFrom, SEED } from './support/seed.js';

const MAILS = size({ here: 12, long: 16, by: 'MAILS' });
const MEBIBYTES = size({ here: 1, long: 3, by: 'MEBIBYTES' });
/** More than the failures with which a mail is given to a person. */
const KILLS = size({ here: 5, long: 12, by: 'KILLS' });
/** The service is killed within this number of milliseconds after this number of mails wait. */
const [LONGEST_MS, LEAST_WAITING] = [1_000, 6];
/** A process reads one mail at a time, and may be writing two that it has read. */
const MOST_UNDER_WAY = 3;
const JUDGED_WITHIN_S = 300;
const TIMEOUT_MS = 1_200_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let installation: Installation;
let flooded: Target;
let other: Target;

beforeAll(async () => {
  folder = await temporaryFolder();
  installation = await Installation.open({
    service: {
      ATTACHMENTS_DIR: join(folder.path, 'files'),
      ...{ INBOUND_TICKETS_PER_SENDER: '0', INBOUND_TICKETS_PER_WORKSPACE: '0' },
    },
  });
  flooded = installation.nextTarget();
  await installation.seed('other', 1);
  const desk = new DeskProcess({ DATABASE_URL: installation.postgres.serviceUrl });
  const key = (await desk.output(['keys', 'create', 'other', '--name', 'mails'])).trim();
  other = { ...flooded, host: 'other.desk.test', key };
}, TIMEOUT_MS);
afterAll(async () => {
  await installation.close();
  await folder.remove();
});

const head = (name: string, type: string): string =>
  [
    `From: ${name.replace(/\d.*/, '')}@customer.example`,
    ...['To: support@faults.example', 'Date: Tue, 24 Nov 2026 12:00:00 +0000', `Subject: ${name}`],
    ...[`Message-ID: <${name}@customer.example>`, 'MIME-Version: 1.0', `Content-Type: ${type}`, '', ''],
  ].join('\r\n');
const plainMail = (name: string): string => `${head(name, 'text/plain')}Hello\r\n`;

/** HTML with as many tags as are cleaned at all, and a file. */
const MARKUP = '<b>x</b>'.repeat(24_000);
const FILE = randomBytes(MEBIBYTES * 700_000).toString('base64').replace(/.{76}/g, '$&\r\n'); // prettier-ignore
const largeMail = (name: string): string =>
  [
    `${head(name, 'multipart/mixed; boundary="x"')}--x`,
    ...['Content-Type: text/html', '', MARKUP, '--x', 'Content-Type: application/octet-stream'],
    ...['Content-Disposition: attachment; filename="file"', 'Content-Transfer-Encoding: base64', ''],
    ...[FILE, '--x--', ''],
  ].join('\r\n');

/** Sends a mail once. @returns the status of the answer; 0 when there is none */
function sendOnce({ port, host, key }: Target, mail: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { Host: host, 'X-Api-Key': key, 'Content-Type': 'message/rfc822' };
    const path = '/api/external/v2/inbound-emails';
    const request = http.request({ port, path, method: 'POST', headers }, (answer) => {
      answer.resume().once('close', () => {
        resolve(answer.complete ? (answer.statusCode ?? 0) : 0);
      });
    });
    request.once('error', () => {
      resolve(0);
    });
    request.end(mail);
  });
}

/** Sends a mail again until an answer says that it is safe, as a mail server does. */
async function deliver(target: Target, mail: string): Promise<void> {
  for (;;) {
    const status = await sendOnce(target, mail);
    if (status >= 200 && status < 300) return;
    expect([0, 429, 503]).toContain(status);
    await sleep(50);
  }
}

const ask = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  installation.postgres.ask<Row>(text, values);
async function numberOf(what: string): Promise<number> {
  const [row] = await ask<{ count: string }>(`SELECT count(*) AS count FROM ${what}`);
  return Number(row?.count);
}
const PENDING = `inbound_emails WHERE state = 'pending'`;
const ACCEPTED = `inbound_emails WHERE state = 'accepted'`;

/** Sends mails to the flooded workspace side by side, and waits until many of them wait to be read. */
async function flood(names: readonly string[]): Promise<() => Promise<void>> {
  const delivered = Promise.all(names.map((name) => deliver(flooded, largeMail(name))));
  delivered.catch(() => undefined);
  await until(async () => (await numberOf(PENDING)) >= LEAST_WAITING, JUDGED_WITHIN_S);
  return async () => {
    await delivered;
  };
}
const isJudged = (): Promise<void> =>
  until(async () => (await numberOf(PENDING)) === 0, JUDGED_WITHIN_S, () => ask(`SELECT subject, failures FROM ${PENDING}`)); // prettier-ignore
const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

it(
  'A plain mail of another workspace is read after the one that is read already, not after all of a flood.',
  async () => {
    const delivered = await flood(names('flood', MAILS));
    await deliver(other, plainMail('plain'));
    await until(async () => (await numberOf(`tickets WHERE subject = 'plain'`)) === 1);
    await delivered();
    await isJudged();
    const [plain] = await ask<{ before: string; behind: string }>(
      `SELECT count(*) FILTER (WHERE f.finished_at BETWEEN p.created_at AND p.finished_at) AS before,
         count(*) FILTER (WHERE f.finished_at > p.finished_at) AS behind
       FROM inbound_emails p JOIN inbound_emails f ON f.subject LIKE 'flood%' WHERE p.subject = 'plain'`,
    );
    expect(Number(plain?.before)).toBeLessThanOrEqual(MOST_UNDER_WAY);
    expect(Number(plain?.behind)).toBeGreaterThanOrEqual(LEAST_WAITING - MOST_UNDER_WAY);
  },
  TIMEOUT_MS,
);

async function killService(): Promise<void> {
  installation.service.signal('SIGKILL');
  await installation.service.ended;
  // The leases of a process last two minutes. They end at once here.
  await ask(`UPDATE inbound_emails SET due_at = now() WHERE state = 'pending'`);
  await installation.startService();
}

it(
  `A service that is killed ${KILLS} times while mails wait loses none, takes none twice, and counts none as failed for having waited.`,
  async () => {
    const random = numbersFrom(SEED);
    const deliveries: (() => Promise<void>)[] = [];
    try {
      for (let turn = 0; turn < KILLS; turn++) {
        const before = await numberOf(ACCEPTED);
        deliveries.push(await flood(names(`k${turn}x`, MAILS)));
        // A mail with which three processes have ended is given to a person, so some others have been read since the last time.
        await until(async () => (await numberOf(ACCEPTED)) > before + MOST_UNDER_WAY, JUDGED_WITHIN_S);
        await sleep(random(LONGEST_MS));
        await killService();
      }
      for (const delivered of deliveries) await delivered();
      await isJudged();
      const each = `SELECT t.subject, count(*) AS times FROM tickets t WHERE t.subject ~ '^k[0-9]+x' GROUP BY 1`;
      expect(await ask(`SELECT times, count(*) AS mails FROM (${each}) AS each GROUP BY 1`)).toEqual([
        { times: '1', mails: String(KILLS * MAILS) },
      ]);
      expect(await ask(`SELECT state, reason FROM inbound_emails WHERE subject ~ '^k[0-9]+x' GROUP BY 1, 2`)).toEqual([{ state: 'accepted', reason: null }]); // prettier-ignore
      const [counted] = await ask<{ failures: string }>(
        `SELECT sum(failures) AS failures FROM inbound_emails`,
      );
      expect(Number(counted?.failures)).toBeLessThanOrEqual(KILLS * MOST_UNDER_WAY);
      expect(installation.defects()).toEqual([]);
    } catch (error) {
      throw new Error(`SEED=${SEED} kills at the same points again.`, { cause: error });
    }
  },
  TIMEOUT_MS,
);
