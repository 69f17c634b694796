// One piece of work, old row or file that fails, beside others: the others go on, and the log and a metric tell of it.
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiKeyUses } from '../../../src/auth/api-key-uses.js';
import type { ApiKeyId } from '../../../src/kernel/ids.js';
import { endUploadsIn, PNG, upload } from '../../support/data/attachments.js';
import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { aComment } from '../../support/data/comments.js';
import { addUpdates } from '../../support/data/events.js';
import { aSpamMail, emailOf, received } from '../../support/data/mails/inbound-emails.js';
import { tryAgain } from '../../support/data/mails/mails.js';
import { aWebhook } from '../../support/data/webhooks.js';
import { BadRowsDesk } from '../../support/servers/bad-rows-desk.js';
import { quiet } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let desk: BadRowsDesk;
beforeAll(async () => {
  desk = await BadRowsDesk.open();
});
beforeEach(() => desk.begin());
afterAll(() => desk.close());

describe('a delivery that cannot be made into a request', () => {
  it('counts as a failed try, and gives its place to the next', async () => {
    const before = desk.countOf('webhook_try_not_recorded');
    const { id } = await aWebhook(desk.acme, { url: desk.receiver.url });
    // An endpoint gets four requests at once: as many bad ones would hold it up for the time of a lease.
    const good = await quiet(async () => {
      const bad = await Promise.all(Array.from({ length: 4 }, () => aTicket(desk.acme)));
      await desk.ask(
        `UPDATE audit_entries SET at = 'infinity' WHERE workspace_id = $1 AND subject_id = ANY ($2::uuid[])`,
        bad.map((ticket) => ticket.id),
      );
      return aTicket(desk.acme);
    });
    await until(() => desk.receiver.received.some(({ body }) => body.includes(good.id)), 30);
    const tries = () =>
      desk.ask<{ id: string; error: string }>(
        `SELECT delivery_id AS id, error FROM webhook_tries WHERE workspace_id = $1 AND status IS NULL`,
      );
    await until(async () => (await tries()).length === 4, 60, tries);
    expect(desk.countOf('webhook_try_not_recorded')).toBe(before + 4);
    const log = (await desk.app.operator.serviceLog()).join('');
    for (const { id: delivery, error } of await tries()) {
      expect(error).toBe('the service could not make the request; its log says why');
      expect(log).toContain(`"id":"${delivery}"`);
    }
    const { body: shown } = await desk.acme.client.get(`/webhooks/${id}`).expect(200);
    expect(shown.webhook.state).toBe('active');
  });
});

describe('a mail that cannot be written', () => {
  it('counts as a failed try, while other mails are sent', async () => {
    const before = desk.countOf('mail_try_not_recorded');
    await quiet(async () => {
      const bad = await aTicket(desk.acme);
      await desk.ask(`UPDATE tickets SET participants = '7' WHERE workspace_id = $1 AND id = $2`, bad.id);
      await aComment(desk.acme, bad.number, { content: '<p>Never written</p>' });
      await aComment(desk.acme, (await aTicket(desk.acme)).number, { content: '<p>Written</p>' });
    });
    await until(() => desk.server.received.length === 1);
    const mails = () =>
      desk.ask<{ id: string; failures: number; answer: string; lease: string | null }>(
        `SELECT id, failures, answer, lease FROM mails WHERE workspace_id = $1 AND state = 'pending'`,
      );
    await until(async () => (await mails())[0]?.failures === 1, 60, mails);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      answer: 'the service could not write the mail; its log says why',
      lease: null,
    });
    await desk.isTold('mail_try_not_recorded', before, mail?.id ?? '');
    await tryAgain(desk.acme);
    await until(async () => (await mails())[0]?.failures === 2);
    expect(desk.server.received).toHaveLength(1);
  });
});

describe('a mail that cannot be judged', () => {
  it('goes to a person after three tries, while others are judged', async () => {
    const before = desk.countOf('mail_not_judged');
    const bad = await received(desk.acme, aSpamMail());
    expect(bad.state).toBe('suspended');
    await desk.ask(
      `UPDATE inbound_emails SET state = 'pending', reason = NULL, finished_at = NULL, due_at = now(),
         released = '{"as": "comment", "ticketId": "no id"}' WHERE workspace_id = $1 AND id = $2`,
      bad.id,
    );
    await desk.app.operator.work(desk.acme.scope.workspaceId);
    await desk.isTold('mail_not_judged', before, bad.id);
    expect((await received(desk.acme, aSpamMail())).state).toBe('suspended');
    for (let tries = 2; tries <= 4; tries += 1) {
      await until(async () => (await desk.ask(`SELECT FROM inbound_emails WHERE workspace_id = $1 AND id = $2 AND lease IS NULL`, bad.id)).length === 1); // prettier-ignore
      await desk.ask(`UPDATE inbound_emails SET due_at = now() WHERE workspace_id = $1 AND id = $2`, bad.id);
      await desk.app.operator.work(desk.acme.scope.workspaceId);
      await until(() => desk.countOf('mail_not_judged') >= Math.min(before + tries, before + 3));
    }
    await until(async () => (await emailOf(desk.acme, bad.id)).state === 'suspended');
    expect(await emailOf(desk.acme, bad.id)).toMatchObject({ state: 'suspended', reason: 'unreadable' });
  });
});

describe('an old row that cannot be deleted', () => {
  it('stays, and a thousand others are deleted', async () => {
    const before = desk.countOf('row_not_swept');
    await desk.ask(
      `INSERT INTO mailbox_cursors (workspace_id, mailbox, uid_validity, last_uid, takes_old, read_at)
       SELECT $1, 'mailbox ' || one, 1, 1, false, now() - interval '401 days' FROM generate_series(1, 1500) AS one`,
    );
    await asAdmin(
      desk.database,
      `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS
         $$BEGIN IF OLD.mailbox = 'mailbox 700' THEN PERFORM 1 / 0; END IF; RETURN OLD; END$$;
       CREATE TRIGGER refuse_one BEFORE DELETE ON mailbox_cursors FOR EACH ROW EXECUTE FUNCTION refuse_one()`,
    );
    await desk.app.operator.work(desk.acme.scope.workspaceId);
    expect(await desk.ask('SELECT mailbox FROM mailbox_cursors WHERE workspace_id = $1')).toEqual([
      { mailbox: 'mailbox 700' },
    ]);
    await desk.isTold('row_not_swept', before, 'mailbox 700');
    await asAdmin(desk.database, 'DROP TRIGGER refuse_one ON mailbox_cursors; DROP FUNCTION refuse_one()');
    await desk.app.operator.work(desk.acme.scope.workspaceId);
    expect(await desk.ask('SELECT mailbox FROM mailbox_cursors WHERE workspace_id = $1')).toEqual([]);
  });
});

describe('events whose positions take too long', () => {
  it('get them in smaller numbers, in their order', async () => {
    const { number } = await aTicket(desk.acme);
    await addUpdates(desk.acme, number, 2_500);
    // A statement of PostgreSQL that took too long ends with this state.
    await asAdmin(
      desk.database,
      `CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS
         $$BEGIN IF (SELECT count(*) > 300 FROM changed) THEN RAISE EXCEPTION 'slow' USING ERRCODE = '57014'; END IF; RETURN NULL; END$$;
       CREATE TRIGGER refuse_many AFTER UPDATE ON audit_entries REFERENCING NEW TABLE AS changed
         FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`,
    );
    await desk.app.operator.work(desk.acme.scope.workspaceId);
    await asAdmin(desk.database, 'DROP TRIGGER refuse_many ON audit_entries; DROP FUNCTION refuse_many()');
    const rows = await desk.ask<{ position: string }>(
      `SELECT position FROM audit_entries WHERE workspace_id = $1 AND action = 'ticket.updated' ORDER BY at`,
    );
    const first = Number(rows[0]?.position);
    expect(rows.map(({ position }) => Number(position))).toEqual(
      Array.from({ length: 2_500 }, (_, index) => first + index),
    );
  });
});

describe('a file that cannot be removed', () => {
  it('stays, and the others are removed', async () => {
    const before = desk.countOf('file_not_removed');
    for (const filename of ['a.png', 'b.png', 'c.png']) await upload(desk.acme.client, PNG, { filename });
    const folder = join(desk.files.path, desk.acme.scope.workspaceId);
    const stored = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const [first] = await stored();
    if (!first) throw new Error('No file was stored.');
    const place = join(first.parentPath, first.name);
    await rm(place);
    await mkdir(place);
    await endUploadsIn(desk.acme, 0);
    await desk.app.operator.sweepFiles();
    expect(await stored()).toEqual([]);
    expect(desk.countOf('file_not_removed')).toBe(before + 1);
    expect((await desk.app.operator.serviceLog()).join('')).toContain(first.name);
    await rmdir(place);
  });
});

describe('uses of keys that cannot be written', () => {
  it('do not hold back those of another workspace', async () => {
    const other = await aWorkspace(desk.app);
    const uses = desk.app.app.get(ApiKeyUses);
    const before = desk.countOf('key_uses_not_saved');
    await uses.flush();
    uses.note(desk.acme.scope.workspaceId, 'no id' as ApiKeyId);
    await other.client.get('/tickets').expect(200);
    await uses.flush();
    expect(desk.countOf('key_uses_not_saved')).toBe(before + 1);
    const [key] = await desk.app.operator.listKeys(other.scope.workspaceId);
    expect(key?.lastUsedAt).not.toBeNull();
  });
});
