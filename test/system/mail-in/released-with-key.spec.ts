// A release with an Idempotency-Key is kept together with its reply, and the mail is judged afterwards.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Response, Test } from 'supertest';
import { InboundMailReader } from '../../../src/mail-in/reading/inbound-mail-reader.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  aSpamMail,
  emailOf,
  judged,
  received,
  type ShownEmail,
} from '../../support/data/mails/inbound-emails.js';
import { holdKeptReplies } from '../../support/data/stored/held.js';
import { startLocalApp } from '../../support/servers/local-app.js';
import { PROJECT } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';
import { freshDatabase } from '../../support/test-database.js';

const shownIn = ({ body }: Response): ShownEmail => body.inbound_email as ShownEmail;
const isReplay = ({ headers }: Response): boolean => headers['idempotent-replayed'] === 'true';
const releasing = ({ client }: TestWorkspace, id: string, key: string): Test =>
  client.post(`/inbound-emails/${id}/release`, { as: 'ticket' }).set('Idempotency-Key', key);

// @proves E-21-6
describe('a release with an Idempotency-Key', () => {
  const app = useDesk();
  let acme: TestWorkspace;
  beforeEach(async () => {
    acme = await aWorkspace(app);
  });

  it('is answered before the mail is judged, is done once, and gets the same bytes again', async () => {
    const { id } = await received(acme, aSpamMail());
    const first = await releasing(acme, id, 'one').expect(200);
    expect(shownIn(first)).toMatchObject({ id, state: 'pending', reason: null, ticket: null });
    expect(isReplay(first)).toBe(false);
    const done = await judged(acme, shownIn(first));
    expect(done).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
    const again = await releasing(acme, id, 'one').expect(200);
    expect([again.text, again.headers['etag'], isReplay(again)]).toEqual([
      first.text,
      first.headers['etag'],
      true,
    ]);
    expect(await emailOf(acme, id)).toEqual(done);
    const { body } = await acme.client.get('/tickets').expect(200);
    expect(body.pagination.total_records).toBe(1);
  });

  it('keeps no reply when the mail is not suspended, so that the key is free', async () => {
    const { id } = await received(acme, aSpamMail());
    await judged(acme, shownIn(await releasing(acme, id, 'one').expect(200)));
    for (const _twice of [1, 2]) {
      const refused = await releasing(acme, id, 'two').expect(409);
      expect([refused.body.code, isReplay(refused)]).toEqual(['already_accepted', false]);
    }
    const other = await received(acme, aSpamMail());
    const released = await releasing(acme, other.id, 'two').expect(200);
    expect(isReplay(released)).toBe(false);
    expect(await judged(acme, shownIn(released))).toMatchObject({ ticket: { number: 2 } });
  });
});

describe('a release whose reply cannot be kept', () => {
  it('is undone, and the mail is judged when the release is sent again', async () => {
    const database = await freshDatabase();
    const app = await startLocalApp({ database, hasRounds: false });
    const reader = app.app.get(InboundMailReader);
    const program = pathToFileURL(join(PROJECT, 'dist/mail-in/reading/mail-process.js'));
    const read = reader.read.bind(reader);
    let reads = 0;
    Object.assign(reader, {
      program,
      read: (...mail: Parameters<typeof read>) => {
        reads += 1;
        return read(...mail);
      },
    });
    const acme = await aWorkspace(app);
    const { id } = await received(acme, aSpamMail());
    const held = await holdKeptReplies(database);
    await releasing(acme, id, 'one').expect(503);
    await held.release();
    expect([(await emailOf(acme, id)).state, reads]).toEqual(['suspended', 1]);
    const released = await releasing(acme, id, 'one').expect(200);
    expect(isReplay(released)).toBe(false);
    expect(await judged(acme, shownIn(released))).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
    expect(reads).toBe(2);
    await app.stop();
    await database.drop();
  });
});
