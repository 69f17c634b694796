import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApiKeyUses } from '../../src/auth/api-key-uses.js';
import { unavailable } from '../../src/kernel/errors.js';
import type { ApiKeyId } from '../../src/kernel/ids.js';
import { MailReader as MailParser } from '../../src/mail-in/reading/mail-reader.js';
import { MailReader } from '../../src/mail/reading/mail.reader.js';
import { FailedWork } from '../../src/platform/queue/failed-work.js';
import { ReportReader } from '../../src/reports/counting/report.reader.js';
import { SearchReader } from '../../src/search/index/search.reader.js';
import { WebhookReader } from '../../src/webhooks/reading/webhook.reader.js';
import { endUploadsIn, PNG, upload } from '../support/data/attachments.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { aComment } from '../support/data/comments.js';
import { aSpamMail, emailOf, received } from '../support/data/inbound-emails.js';
import { aMailingWorkspace, tryAgain } from '../support/data/mails.js';
import { entriesInto } from '../support/data/reports.js';
import { foundBy } from '../support/data/searches.js';
import { aWebhook, allRead } from '../support/data/webhooks.js';
import { MailServer } from '../support/fakes/mail-server.js';
import { Receiver } from '../support/fakes/receiver.js';
import { startLocalApp, type LocalApp } from '../support/servers/local-app.js';
import { PROJECT, temporaryFolder, type TemporaryFolder } from '../support/servers/processes.js';
import { quiet } from '../support/test-app.js';
import { asAdmin, freshDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

// One stored row that cannot be worked on, beside others: the others go on, and the log and a metric tell of it.

let database: TestDatabase & { drop(): Promise<void> };
let server: MailServer;
let receiver: Receiver;
let files: TemporaryFolder;
let app: LocalApp;
let acme: TestWorkspace;

beforeAll(async () => {
  [database, server, receiver, files] = await Promise.all([
    ...([freshDatabase(), MailServer.start(), Receiver.start(), temporaryFolder()] as const),
  ]);
  app = await startLocalApp({
    ...{ database, hasRounds: false, smtp: server.settings, attachmentsDir: files.path },
  });
  // The process that reads mails runs what was built.
  const program = pathToFileURL(join(PROJECT, 'dist/mail-in/reading/mail-process.js'));
  Object.assign(app.app.get(MailParser), { program });
});
afterAll(async () => {
  await app.stop();
  await Promise.all([server.stop(), receiver.stop(), database.drop(), files.remove()]);
});
beforeEach(async () => {
  server.reset();
  receiver.received.length = 0;
  acme = await aMailingWorkspace(app);
  // Search and reports begin to read here with the first visit.
  await app.operator.work(acme.scope.workspaceId);
});

const ask = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  asAdmin<Row>(database, text, [acme.scope.workspaceId, ...values]);
const countOf = (code: string): number => app.app.get(FailedWork).counted.get(code) ?? 0;

/** Waits until the metric has moved by one, and the log names the row. */
async function isTold(code: string, before: number, id: string): Promise<void> {
  const log = async () => (await app.operator.serviceLog()).filter((line) => line.includes(`"${code}"`));
  await until(async () => (await log()).some((line) => line.includes(id)), 60, log);
  expect(countOf(code)).toBe(before + 1);
}

/** Makes the entry of the trail about the first reply bad, before any reader has seen it. @returns its id, and the ticket with the second */
async function aBadReply(making: string) {
  const bad = await aTicket(acme);
  const good = await aTicket(acme);
  const [first] = [await aComment(acme, bad.number, { content: '<p>First unreadable</p>' })];
  await aComment(acme, good.number, { content: '<p>Second readable</p>' });
  const [entry] = await ask<{ id: string }>(
    `UPDATE audit_entries SET ${making} WHERE workspace_id = $1 AND after ->> 'comment_id' = $2 RETURNING id`,
    first.id,
  );
  return { id: entry?.id ?? '', number: good.number };
}

const NO_ID = `after = jsonb_set(after, '{comment_id}', '"no id"')`;

describe('an event that a reader cannot read', () => {
  it('keeps no mail back', async () => {
    const before = countOf('event_passed_over');
    const { id } = await quiet(() => aBadReply(NO_ID));
    await until(() => server.received.length === 1);
    expect(server.received[0]?.raw).toContain('Second readable');
    await until(() => countOf('event_passed_over') === before + 2);
    const lines = (await app.operator.serviceLog()).filter((line) => line.includes(id));
    expect(lines.map((line) => (JSON.parse(line) as { reader: string }).reader).sort()).toEqual([
      ...['mail', 'search'],
    ]);
  });

  it('keeps no text from the search', async () => {
    const { number } = await quiet(() => aBadReply(NO_ID));
    await until(async () => (await foundBy(acme.client, 'readable')).includes(number));
  });

  it('keeps no ticket from the reports', async () => {
    const before = countOf('event_passed_over');
    const [entry] = await quiet(async () => {
      const { id } = await aTicket(acme);
      await aTicket(acme);
      return ask<{ id: string }>(
        `UPDATE audit_entries SET counted = '{"no": "list"}' WHERE workspace_id = $1 AND subject_id = $2 RETURNING id`,
        id,
      );
    });
    await until(
      async () => Object.values(await entriesInto(acme)).includes(1),
      60,
      () => entriesInto(acme),
    );
    await isTold('event_passed_over', before, entry?.id ?? '');
  });

  it('keeps no delivery from a webhook', async () => {
    const before = countOf('event_passed_over');
    await aWebhook(acme, { url: receiver.url });
    const { entry, good } = await quiet(async () => {
      const { id } = await aTicket(acme);
      const [found] = await ask<{ id: string }>(
        `SELECT id FROM audit_entries WHERE workspace_id = $1 AND subject_id = $2`,
        id,
      );
      await asAdmin(
        database,
        `ALTER TABLE webhook_deliveries ADD CONSTRAINT no_bad_one CHECK (id <> '${found?.id ?? ''}')`,
      );
      return { entry: found?.id ?? '', good: await aTicket(acme) };
    });
    await until(() => receiver.received.some(({ body }) => body.includes(good.id)));
    await isTold('event_passed_over', before, entry);
    await asAdmin(database, 'ALTER TABLE webhook_deliveries DROP CONSTRAINT no_bad_one');
  });

  it.each([
    ['mail', MailReader],
    ['search', SearchReader],
    ['reports', ReportReader],
    ['webhooks', WebhookReader],
  ] as const)('is not passed over by %s while the database is away', async (name, type) => {
    await aWebhook(acme, { url: receiver.url });
    await allRead(acme);
    const before = countOf('event_passed_over');
    const reader = app.app.get<MailReader>(type);
    let tries = 0;
    const lost = (): Promise<boolean> => {
      tries += 1;
      return Promise.reject(unavailable(new Error('The connection was lost.')));
    };
    Object.assign(reader, { read: lost });
    await aTicket(acme);
    await until(() => tries > 0);
    await expect(reader.runIn(acme.scope, new AbortController().signal)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    Reflect.deleteProperty(reader, 'read');
    expect(countOf('event_passed_over')).toBe(before);
    const behind = `SELECT FROM event_readers r JOIN event_streams s USING (workspace_id)
      WHERE workspace_id = $1 AND reader = $2 AND position < last_position`;
    expect(await ask(behind, name)).toHaveLength(1);
    await reader.runIn(acme.scope, new AbortController().signal);
    expect(await ask(behind, name)).toHaveLength(0);
  });
});

describe('a delivery that cannot be made into a request', () => {
  it('has a failed try like any other, and gives its place to the next', async () => {
    const before = countOf('webhook_try_not_recorded');
    const { id } = await aWebhook(acme, { url: receiver.url });
    // An endpoint gets four requests at once: as many bad ones would hold it up for the time of a lease.
    const good = await quiet(async () => {
      const bad = await Promise.all(Array.from({ length: 4 }, () => aTicket(acme)));
      await ask(
        `UPDATE audit_entries SET at = 'infinity' WHERE workspace_id = $1 AND subject_id = ANY ($2::uuid[])`,
        bad.map((ticket) => ticket.id),
      );
      return aTicket(acme);
    });
    await until(() => receiver.received.some(({ body }) => body.includes(good.id)), 30);
    const tries = () =>
      ask<{ id: string; error: string }>(
        `SELECT delivery_id AS id, error FROM webhook_tries WHERE workspace_id = $1 AND status IS NULL`,
      );
    await until(async () => (await tries()).length === 4, 60, tries);
    expect(countOf('webhook_try_not_recorded')).toBe(before + 4);
    const log = (await app.operator.serviceLog()).join('');
    for (const { id: delivery, error } of await tries()) {
      expect(error).toBe('the service could not make the request; its log says why');
      expect(log).toContain(`"id":"${delivery}"`);
    }
    const { body: shown } = await acme.client.get(`/webhooks/${id}`).expect(200);
    expect(shown.webhook.state).toBe('active');
  });
});

describe('a mail that cannot be written', () => {
  it('has a failed try like any other, while others leave', async () => {
    const before = countOf('mail_try_not_recorded');
    await quiet(async () => {
      const bad = await aTicket(acme);
      await ask(`UPDATE tickets SET participants = '7' WHERE workspace_id = $1 AND id = $2`, bad.id);
      await aComment(acme, bad.number, { content: '<p>Never written</p>' });
      await aComment(acme, (await aTicket(acme)).number, { content: '<p>Written</p>' });
    });
    await until(() => server.received.length === 1);
    const mails = () =>
      ask<{ id: string; failures: number; answer: string; lease: string | null }>(
        `SELECT id, failures, answer, lease FROM mails WHERE workspace_id = $1 AND state = 'pending'`,
      );
    await until(async () => (await mails())[0]?.failures === 1, 60, mails);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      answer: 'the service could not write the mail; its log says why',
      lease: null,
    });
    await isTold('mail_try_not_recorded', before, mail?.id ?? '');
    await tryAgain(acme);
    await until(async () => (await mails())[0]?.failures === 2);
    expect(server.received).toHaveLength(1);
  });
});

describe('a mail that cannot be judged', () => {
  it('goes to a person after three tries, while others are judged', async () => {
    const before = countOf('mail_not_judged');
    const bad = await received(acme, aSpamMail());
    expect(bad.state).toBe('suspended');
    await ask(
      `UPDATE inbound_emails SET state = 'pending', reason = NULL, finished_at = NULL, due_at = now(),
         released = '{"as": "comment", "ticketId": "no id"}' WHERE workspace_id = $1 AND id = $2`,
      bad.id,
    );
    await app.operator.work(acme.scope.workspaceId);
    await isTold('mail_not_judged', before, bad.id);
    expect((await received(acme, aSpamMail())).state).toBe('suspended');
    for (let tries = 2; tries <= 4; tries += 1) {
      await until(async () => (await ask(`SELECT FROM inbound_emails WHERE workspace_id = $1 AND id = $2 AND lease IS NULL`, bad.id)).length === 1); // prettier-ignore
      await ask(`UPDATE inbound_emails SET due_at = now() WHERE workspace_id = $1 AND id = $2`, bad.id);
      await app.operator.work(acme.scope.workspaceId);
      await until(() => countOf('mail_not_judged') >= Math.min(before + tries, before + 3));
    }
    await until(async () => (await emailOf(acme, bad.id)).state === 'suspended');
    expect(await emailOf(acme, bad.id)).toMatchObject({ state: 'suspended', reason: 'unreadable' });
  });
});

describe('an old row that cannot be deleted', () => {
  it('stays, and a thousand others go', async () => {
    const before = countOf('row_not_swept');
    await ask(
      `INSERT INTO mailbox_cursors (workspace_id, mailbox, uid_validity, last_uid, takes_old, read_at)
       SELECT $1, 'mailbox ' || one, 1, 1, false, now() - interval '401 days' FROM generate_series(1, 1500) AS one`,
    );
    await asAdmin(
      database,
      `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS
         $$BEGIN IF OLD.mailbox = 'mailbox 700' THEN PERFORM 1 / 0; END IF; RETURN OLD; END$$;
       CREATE TRIGGER refuse_one BEFORE DELETE ON mailbox_cursors FOR EACH ROW EXECUTE FUNCTION refuse_one()`,
    );
    await app.operator.work(acme.scope.workspaceId);
    expect(await ask('SELECT mailbox FROM mailbox_cursors WHERE workspace_id = $1')).toEqual([
      { mailbox: 'mailbox 700' },
    ]);
    await isTold('row_not_swept', before, 'mailbox 700');
    await asAdmin(database, 'DROP TRIGGER refuse_one ON mailbox_cursors; DROP FUNCTION refuse_one()');
    await app.operator.work(acme.scope.workspaceId);
    expect(await ask('SELECT mailbox FROM mailbox_cursors WHERE workspace_id = $1')).toEqual([]);
  });
});

describe('a file that cannot be removed', () => {
  it('stays, and the others go', async () => {
    const before = countOf('file_not_removed');
    for (const filename of ['a.png', 'b.png', 'c.png']) await upload(acme.client, PNG, { filename });
    const folder = join(files.path, acme.scope.workspaceId);
    const stored = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const [first] = await stored();
    if (!first) throw new Error('No file was stored.');
    const place = join(first.parentPath, first.name);
    await rm(place);
    await mkdir(place);
    await endUploadsIn(acme, 0);
    await app.operator.sweepFiles();
    expect(await stored()).toEqual([]);
    expect(countOf('file_not_removed')).toBe(before + 1);
    expect((await app.operator.serviceLog()).join('')).toContain(first.name);
    await rmdir(place);
  });
});

describe('uses of keys that cannot be written', () => {
  it('keep none of another workspace back', async () => {
    const other = await aWorkspace(app);
    const uses = app.app.get(ApiKeyUses);
    const before = countOf('key_uses_not_saved');
    await uses.flush();
    uses.note(acme.scope.workspaceId, 'no id' as ApiKeyId);
    await other.client.get('/tickets').expect(200);
    await uses.flush();
    expect(countOf('key_uses_not_saved')).toBe(before + 1);
    const [key] = await app.operator.listKeys(other.scope.workspaceId);
    expect(key?.lastUsedAt).not.toBeNull();
  });
});
