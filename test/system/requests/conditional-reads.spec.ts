// A reader with If-None-Match is never told that nothing has changed when the body would be another one.
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, KIM, TWO_AGENTS } from '../../support/data/comments.js';
import { aCustomerOf } from '../../support/data/customers.js';
import {
  commentUnderWay,
  holdLastPart,
  renamingUnderWay,
  waitingForLocks,
} from '../../support/data/stored/held.js';
import { tagOf } from '../../support/expectations.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

const withComments = (ticket: string | number) => acme.client.get(`/tickets/${ticket}?include=comments`);
const known = (ticket: string | number, tag: string) => withComments(ticket).set('If-None-Match', tag);
const stored = (text: string, ...values: unknown[]) =>
  asAdmin(app.database, text, [acme.scope.workspaceId, ...values]);

/** Makes a ticket on which Kim has written. */
async function discussed(): Promise<{ number: number; id: string; author: string }> {
  const { number, id } = await aTicket(acme);
  const { author } = await aComment(acme, number, { author_email: KIM.email });
  return { number, id, author: author.id };
}

const namesIn = ({ body }: { body: { ticket: { comments: { author: { name: string } }[] } } }) =>
  body.ticket.comments.map(({ author }) => author.name);

describe('a reader who knows a ticket with its comments sees the new name of an author', () => {
  // @proves E-11-23
  it('also when the clock of the database is ahead of that of the process', async () => {
    const { number, id, author } = await discussed();
    const ahead = `UPDATE tickets SET updated_at = now() + interval '1 hour' WHERE workspace_id = $1 AND id = $2`;
    await stored(ahead, id);
    const tag = tagOf(await withComments(number).expect(200));
    await known(number, tag).expect(304);
    await acme.client.patch(`/team-members/${author}`, { first_name: 'Renamed' }).expect(200);
    expect(namesIn(await known(number, tag).expect(200))).toContain('Renamed Li');
  });

  // @proves E-11-23
  it('also when the change was committed after a later one of the ticket', async () => {
    const { number } = await discussed();
    const renaming = await renamingUnderWay(acme, KIM.email);
    await aComment(acme, number);
    const tag = tagOf(await withComments(number).expect(200));
    await known(number, tag).expect(304);
    await renaming.release();
    expect(namesIn(await known(number, tag).expect(200))).toContain('Renamed Li');
  });

  // @proves E-14-15
  it('as a later moment of the member, also when the clock of the process is behind', async () => {
    const { number, author } = await discussed();
    const ahead = `UPDATE team_members SET created_at = now() + interval '1 hour', updated_at = now() + interval '1 hour'
      WHERE workspace_id = $1 AND id = $2`;
    await stored(ahead, author);
    const moments = async () => {
      const { team_member } = (await acme.client.get(`/team-members/${author}`).expect(200)).body;
      return [team_member.created_at, team_member.updated_at].map((moment) => Date.parse(moment as string));
    };
    const [made = 0] = await moments();
    await acme.client.patch(`/team-members/${author}`, { first_name: 'Renamed' }).expect(200);
    const [, renamed] = await moments();
    expect(renamed).toBeGreaterThan(made);
    await known(number, tagOf(await withComments(number))).expect(200);
  });
});

describe('a reader who knows a ticket with its comments sees', () => {
  // @proves E-11-23
  it('the comment that was added while the ticket was read, or has an older tag', async () => {
    const { id } = await aTicket(acme);
    const comment = await commentUnderWay(acme, id);
    const reading = withComments(id).then((answer) => answer);
    await until(async () => (await waitingForLocks(app.database)) > 0);
    await comment.release();
    const read = await reading;
    const { body } = await known(id, tagOf(read));
    const now = await withComments(id).expect(200);
    expect((body.ticket ?? read.body.ticket).comments).toEqual(now.body.ticket.comments);
    expect(now.body.ticket.comments_total).toBe(2);
  });

  // @proves E-11-23
  it('that an erasure under way has taken the words of a comment', async () => {
    const ada = 'ada@customer.example';
    await aCustomerOf(acme, { emails: [ada] });
    const { number } = await aTicket(acme, { email: ada });
    await aComment(acme, number, { author_email: ada, content: 'Of Ada' });
    await acme.client.put(`/tickets/${number}`, { email: 'bob@customer.example' }).expect(200);
    const tag = tagOf(await withComments(number).expect(200));
    const held = await holdLastPart(acme);
    const owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
    const erasing = owner.output(['customers', 'erase', acme.subdomain, ada, '--confirm']);
    try {
      await until(async () => (await waitingForLocks(app.database)) > 0);
      const { text } = await known(number, tag).expect(200);
      expect(text).not.toContain('Of Ada');
    } finally {
      await held.release();
      await erasing;
    }
  });
});

describe('a reader who knows a ticket of another system sees what an import adds without a new updated_at', () => {
  const TICKET = {
    email: 'jane@customer.example',
    subject: 'Fire',
    description: 'It burns.',
    external_id: 'X',
    source: 'other',
  };

  /** Makes the ticket, and the line of a file that says the same of it. */
  async function known(): Promise<object> {
    const made = await acme.client.post('/tickets', TICKET).expect(201);
    return { ...TICKET, updated_at: made.body.ticket.updated_at as string };
  }

  const imported = async (line: object) => {
    const { counts, rejected } = await app.operator.import(acme.scope.workspaceId, [JSON.stringify(line)]);
    expect([counts.rejected, rejected]).toEqual([0, []]);
  };

  // @proves E-11-23
  it('among its comments', async () => {
    const line = await known();
    const reply = { author_email: KIM.email, content: 'Coming', created_at: '2022-01-15T09:00:00Z' };
    const tag = tagOf(await withComments(1).expect(200));
    await imported({ ...line, comments: [reply] });
    const { body, headers } = await withComments(1).set('If-None-Match', tag).expect(200);
    expect([body.ticket.comments_total, headers['etag']]).toEqual([2, tag]);
  });

  // @proves E-31-1
  it('as its follow-up', async () => {
    const line = await known();
    const read = () => acme.client.get('/tickets/1?include=follow_up');
    const tag = tagOf(await read().expect(200));
    const follow_up_at = '2099-01-15T08:00:00.000Z';
    await imported({ ...line, follow_up_at });
    const { body, headers } = await read().set('If-None-Match', tag).expect(200);
    expect([body.ticket.follow_up_at, headers['etag']]).toEqual([follow_up_at, tag]);
  });
});
