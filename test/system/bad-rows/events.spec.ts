// One event that a reader cannot read, beside others: the reader goes on, and the log and a metric tell of it.
import { unavailable } from '../../../src/kernel/errors.js';
import { MailReader } from '../../../src/mail/reading/mail.reader.js';
import { ReportReader } from '../../../src/reports/counting/report.reader.js';
import { SearchReader } from '../../../src/search/indexing/search.reader.js';
import { WebhookReader } from '../../../src/webhooks/reading/webhook.reader.js';
import { aTicket } from '../../support/data/builders.js';
import { aComment } from '../../support/data/comments.js';
import { entriesInto } from '../../support/data/reports.js';
import { foundBy } from '../../support/data/searches.js';
import { aWebhook, allRead } from '../../support/data/webhooks.js';
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

/** Makes the entry of the trail about the first reply bad, before any reader has seen it. @returns its id, and the ticket with the second */
async function aBadReply(making: string) {
  const bad = await aTicket(desk.acme);
  const good = await aTicket(desk.acme);
  const [first] = [await aComment(desk.acme, bad.number, { content: '<p>First unreadable</p>' })];
  await aComment(desk.acme, good.number, { content: '<p>Second readable</p>' });
  const [entry] = await desk.ask<{ id: string }>(
    `UPDATE audit_entries SET ${making} WHERE workspace_id = $1 AND after ->> 'comment_id' = $2 RETURNING id`,
    first.id,
  );
  return { id: entry?.id ?? '', number: good.number };
}

const NO_ID = `after = jsonb_set(after, '{comment_id}', '"no id"')`;

describe('an event that a reader cannot read', () => {
  it('does not hold back mail', async () => {
    const before = desk.countOf('event_passed_over');
    const { id } = await quiet(() => aBadReply(NO_ID));
    await until(() => desk.server.received.length === 1);
    expect(desk.server.received[0]?.raw).toContain('Second readable');
    await until(() => desk.countOf('event_passed_over') === before + 2);
    const lines = (await desk.app.operator.serviceLog()).filter((line) => line.includes(id));
    expect(lines.map((line) => (JSON.parse(line) as { reader: string }).reader).sort()).toEqual([
      ...['mail', 'search'],
    ]);
  });

  it('does not keep other texts from the search', async () => {
    const before = desk.countOf('event_passed_over');
    const { number } = await quiet(() => aBadReply(NO_ID));
    await until(async () => (await foundBy(desk.acme.client, 'readable')).includes(number));
    // The mail passes it over, too, and the next test counts.
    await until(() => desk.countOf('event_passed_over') === before + 2);
  });

  it('does not keep other tickets from the reports', async () => {
    const before = desk.countOf('event_passed_over');
    const [entry] = await quiet(async () => {
      const { id } = await aTicket(desk.acme);
      await aTicket(desk.acme);
      return desk.ask<{ id: string }>(
        `UPDATE audit_entries SET counted = '{"no": "list"}' WHERE workspace_id = $1 AND subject_id = $2 RETURNING id`,
        id,
      );
    });
    await until(
      async () => Object.values(await entriesInto(desk.acme)).includes(1),
      60,
      () => entriesInto(desk.acme),
    );
    await desk.isTold('event_passed_over', before, entry?.id ?? '');
  });

  it('does not hold back other deliveries', async () => {
    const before = desk.countOf('event_passed_over');
    await aWebhook(desk.acme, { url: desk.receiver.url });
    const { entry, good } = await quiet(async () => {
      const { id } = await aTicket(desk.acme);
      const [found] = await desk.ask<{ id: string }>(
        `SELECT id FROM audit_entries WHERE workspace_id = $1 AND subject_id = $2`,
        id,
      );
      await asAdmin(
        desk.database,
        `ALTER TABLE webhook_deliveries ADD CONSTRAINT no_bad_one CHECK (id <> '${found?.id ?? ''}')`,
      );
      return { entry: found?.id ?? '', good: await aTicket(desk.acme) };
    });
    await until(() => desk.receiver.received.some(({ body }) => body.includes(good.id)));
    await desk.isTold('event_passed_over', before, entry);
    await asAdmin(desk.database, 'ALTER TABLE webhook_deliveries DROP CONSTRAINT no_bad_one');
  });

  it.each([
    ['mail', MailReader],
    ['search', SearchReader],
    ['reports', ReportReader],
    ['webhooks', WebhookReader],
  ] as const)('is not skipped by %s while the database is away', async (name, type) => {
    await aWebhook(desk.acme, { url: desk.receiver.url });
    await allRead(desk.acme);
    const before = desk.countOf('event_passed_over');
    const reader = desk.app.app.get<MailReader>(type);
    let tries = 0;
    const lost = (): Promise<boolean> => {
      tries += 1;
      return Promise.reject(unavailable(new Error('The connection was lost.')));
    };
    Object.assign(reader, { read: lost });
    await aTicket(desk.acme);
    await until(() => tries > 0);
    // A try that has not ended yet would keep this one from reading.
    const reading = () => reader.runIn(desk.acme.scope, new AbortController().signal);
    const behind = `SELECT FROM event_readers r JOIN event_streams s USING (workspace_id)
      WHERE workspace_id = $1 AND reader = $2 AND position < last_position`;
    await quiet(async () => {
      await expect(reading()).rejects.toMatchObject({ kind: 'unavailable' });
      Reflect.deleteProperty(reader, 'read');
      expect(desk.countOf('event_passed_over')).toBe(before);
      expect(await desk.ask(behind, name)).toHaveLength(1);
      await reading();
    });
    expect(await desk.ask(behind, name)).toHaveLength(0);
  });
});
