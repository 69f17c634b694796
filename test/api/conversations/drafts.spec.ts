import { audited } from '../../support/data/audit.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  aComment,
  contentsOf,
  conversationOf,
  CUSTOMER,
  EVE,
  KIM,
  TWO_AGENTS,
} from '../../support/data/comments.js';
import { allEvents } from '../../support/data/events.js';
import { fieldErrors, tagOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

const newTicket = async () => (await aTicket(acme)).number;
const WORDS = { author_email: EVE.email, content: '<p>Soon</p>' };
const path = (ticket: number | string, type = 'reply') => `/tickets/${ticket}/drafts/${type}`;
const saving = (ticket: number | string, properties = {}, type = 'reply') =>
  acme.client.put(path(ticket, type), { ...WORDS, ...properties });
const sending = (ticket: number | string, type = 'reply') => acme.client.post(`${path(ticket, type)}/send`);

describe('a draft', () => {
  // @proves E-15-17
  it('is kept, read with its tag and thrown away, by number or id of the ticket', async () => {
    const { id, number } = await aTicket(acme);
    const saved = await saving(number, { content: '<p onclick="x">Soon</p>' }).expect(200);
    expect(saved.body).toEqual({
      draft: {
        comment_type: 'reply',
        author: { id: expect.any(String), name: 'Eve Jones', email: EVE.email },
        ...{ content: '<p>Soon</p>', attachments: [], updated_at: expect.any(String) },
      },
    });
    for (const ticket of [id, number]) {
      const read = await acme.client.get(path(ticket)).expect(200);
      expect([read.body, tagOf(read)]).toEqual([saved.body, tagOf(saved)]);
      await acme.client.get(path(ticket)).set('If-None-Match', tagOf(saved)).expect(304);
    }
    await acme.client.delete(path(number)).expect(204);
    for (const gone of [acme.client.get(path(id)), acme.client.delete(path(id)), sending(id)])
      expect((await gone.expect(404)).body.code).toBe('draft_not_found');
  });

  // @proves E-15-17
  it('can also be written by POST, with the type in the body', async () => {
    const number = await newTicket();
    const made = await acme.client
      .post(`/tickets/${number}/drafts`, { ...WORDS, comment_type: 'note', mentions: [{ email: KIM.email }] })
      .expect(201);
    expect(made.body.draft.comment_type).toBe('note');
    const read = await acme.client.get(made.headers['location'] ?? '').expect(200);
    expect([read.body, tagOf(read)]).toEqual([made.body, tagOf(made)]);
    const reply = await acme.client.post(`/tickets/${number}/drafts`, WORDS).expect(201);
    expect(reply.body.draft.comment_type).toBe('reply');
  });

  // @proves E-15-18
  it('is one for each type and ticket: a new one takes the place of the old one', async () => {
    const [number, other] = [await newTicket(), await newTicket()];
    await saving(number, { content: 'first' }).expect(200);
    await saving(number, { content: 'note' }, 'note').expect(200);
    await saving(other, { content: 'other' }).expect(200);
    await saving(number, { content: 'second', author_email: KIM.email }).expect(200);
    const of = async (ticket: number, type?: string) =>
      (await acme.client.get(path(ticket, type)).expect(200)).body.draft;
    expect(await of(number)).toMatchObject({ content: 'second', author: { email: KIM.email } });
    expect([(await of(number, 'note')).content, (await of(other)).content]).toEqual(['note', 'other']);
  });

  // @proves E-15-17
  it('changes nothing of the ticket, tells nobody, and leaves an entry without words', async () => {
    const number = await newTicket();
    const before = (await acme.client.get(`/tickets/${number}`)).body;
    const after = (await allEvents(acme)).length;
    const kept = await audited(acme, () => saving(number, { content: 'Secret words' }));
    const thrown = await audited(acme, () => acme.client.delete(path(number)));
    expect([...kept.entries, ...thrown.entries].map(({ action }) => action)).toEqual([
      'draft.saved',
      'draft.deleted',
    ]);
    expect(JSON.stringify([kept.entries, thrown.entries])).not.toContain('Secret');
    expect((await acme.client.get(`/tickets/${number}`)).body).toEqual(before);
    expect((await conversationOf(acme, number)).total).toBe(1);
    expect((await allEvents(acme)).length).toBe(after);
  });

  // @proves E-15-17, E-29-2
  it('may be a note of a customer, as a comment may', async () => {
    const number = await newTicket();
    await saving(number, { author_email: CUSTOMER, author_type: 'customer' }, 'note').expect(200);
    await sending(number, 'note').expect(201);
    const { comments } = await conversationOf(acme, number);
    expect(comments[1]).toMatchObject({ comment_type: 'note', author_type: 'customer' });
  });

  // @proves E-15-17
  it('is refused for the same reasons as a comment, and for properties that a draft does not have', async () => {
    const number = await newTicket();
    for (const [properties, fields, type] of [
      [{ content: ' ' }, ['content'], 'reply'],
      [{ author_email: 'stranger@customer.example' }, ['author_email'], 'reply'],
      [{ author_email: 'stranger@customer.example' }, ['author_email'], 'note'],
      [{ mentions: [{ email: KIM.email }] }, ['mentions'], 'reply'],
      [{ comment_type: 'note' }, ['comment_type'], 'reply'],
      [{ attachments: ['x'] }, ['attachments[0]'], 'reply'],
      [
        { message_id: 'm', created_at: '2020-01-01T00:00:00Z', skip_notifications: true },
        ['message_id', 'created_at', 'skip_notifications'],
        'reply',
      ],
    ] as const) {
      const refused = await saving(number, properties, type).expect(422);
      expect([properties, fieldErrors(refused)]).toEqual([properties, fields]);
    }
    await acme.client.get(path(number)).expect(404);
    for (const type of ['description', 'x'])
      expect((await saving(number, {}, type).expect(404)).body.code).toBe('draft_not_found');
    expect((await saving('a0000000-0000-4000-8000-000000000000').expect(404)).body.code).toBe(
      'ticket_not_found',
    );
  });

  // @proves E-15-17
  it('names wrong members and files at their own places', async () => {
    const mentions = ['x', { email: KIM.email }, { email: 'no@team.example' }];
    const refused = await saving(await newTicket(), { mentions, attachments: [1, 'a'] }, 'note').expect(422);
    expect(fieldErrors(refused)).toEqual([
      ...['mentions[0]', 'attachments[0]'],
      ...['attachments[1]', 'mentions[2].email'],
    ]);
  });

  // @proves E-15-17
  it('is changed only in the state that the request expects', async () => {
    const number = await newTicket();
    await saving(number).set('If-Match', '"x"').expect(412);
    await acme.client.get(path(number)).expect(404);
    const first = await saving(number).set('If-None-Match', '*').expect(200);
    await saving(number, { content: 'x' }).set('If-None-Match', '*').expect(412);
    const second = await saving(number, { content: 'second' }).set('If-Match', tagOf(first)).expect(200);
    await saving(number, { content: 'third' }).set('If-Match', tagOf(first)).expect(412);
    await acme.client.delete(path(number)).set('If-Match', tagOf(first)).expect(412);
    expect((await acme.client.get(path(number)).expect(200)).body).toEqual(second.body);
    await acme.client.delete(path(number)).set('If-Match', tagOf(second)).expect(204);
  });
});

describe('sending a draft', () => {
  // @proves E-15-19
  it('makes the comment, with everything that a comment does, and takes the draft away', async () => {
    const { id, number } = await aTicket(acme);
    await acme.client.put(`/tickets/${number}`, { status: 'closed' }).expect(200);
    await saving(number, { author_email: CUSTOMER }).expect(200);
    const { response, entries } = await audited(acme, () => sending(number));
    expect([response.status, response.body.comment]).toEqual([
      201,
      expect.objectContaining({ comment_type: 'reply', author_type: 'customer', content: '<p>Soon</p>' }),
    ]);
    expect(response.headers['location']).toBe(
      `/api/external/v2/tickets/${id}/comments/${response.body.comment.id}`,
    );
    expect(entries.map(({ action }) => action).sort()).toEqual(['comment.created', 'ticket.updated']);
    expect(await contentsOf(acme, number)).toEqual(['', '<p>Soon</p>']);
    expect((await acme.client.get(`/tickets/${number}`)).body.ticket.status).toBe('open');
    await acme.client.get(path(number)).expect(404);
  });

  // @proves E-15-19
  it('of a note names the members who are still active', async () => {
    const number = await newTicket();
    const gone = { emails: ['soon-gone@team.example'] };
    await acme.client.post('/team-members', gone).expect(201);
    const mentions = [{ email: KIM.email }, { email: gone.emails[0] }];
    await saving(number, { mentions }, 'note').expect(200);
    await acme.client.delete('/team_members', gone).set('Accept', 'application/json').expect(200);
    const { response, entries } = await audited(acme, () => sending(number, 'note'));
    expect(response.body.comment.comment_type).toBe('note');
    expect(entries[0]?.after?.['mentions']).toEqual([{ id: expect.any(String), email: KIM.email }]);
  });

  // @proves E-15-19
  it('is refused when its author is no longer active, and keeps the draft', async () => {
    const number = await newTicket();
    const gone = { emails: ['author-gone@team.example'] };
    await acme.client.post('/team-members', gone).expect(201);
    await saving(number, { author_email: gone.emails[0] }).expect(200);
    await acme.client.delete('/team_members', gone).set('Accept', 'application/json').expect(200);
    expect(fieldErrors(await sending(number).expect(422))).toEqual(['author_email']);
    await acme.client.get(path(number)).expect(200);
    expect((await conversationOf(acme, number)).total).toBe(1);
  });

  // @proves E-15-19
  it('refuses to send words that have changed meanwhile', async () => {
    const number = await newTicket();
    const seen = await saving(number).expect(200);
    const changed = await saving(number, { content: 'Changed' }).expect(200);
    const refused = await sending(number).set('If-Match', tagOf(seen)).expect(412);
    expect(refused.headers['etag']).toBe(tagOf(changed));
    expect((await conversationOf(acme, number)).total).toBe(1);
    await sending(number).set('If-Match', tagOf(changed)).expect(201);
  });

  // @proves E-15-19
  it('takes an empty body or skip_notifications, and nothing else', async () => {
    const number = await newTicket();
    await saving(number).expect(200);
    expect(fieldErrors(await sending(number).send({ content: 'Other' }).expect(422))).toEqual(['content']);
    await sending(number).send({ skip_notifications: true }).expect(201);
    const silent = (await allEvents(acme)).slice(-2).map(({ data }) => data.silent);
    expect(silent).toEqual([true, true]);
    await saving(number).expect(200);
    await sending(number).send({}).expect(201);
  });

  // @proves E-15-19
  it('twice at once makes one comment', async () => {
    const number = await newTicket();
    await saving(number).expect(200);
    const answers = await Promise.all(Array.from({ length: 6 }, () => sending(number)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404, 404]);
    expect(await contentsOf(acme, number)).toEqual(['', '<p>Soon</p>']);
  });

  // @proves E-15-19
  it('while others write and change it loses nothing and duplicates nothing', async () => {
    const number = await newTicket();
    await saving(number, { content: 'd0' }).expect(200);
    const answers = await Promise.all([
      ...[1, 2, 3].map((turn) =>
        saving(number, { content: `d${turn}`, author_email: turn === 2 ? KIM.email : EVE.email }),
      ),
      ...[1, 2].map(() => sending(number)),
      ...['a', 'b'].map((content) => aComment(acme, number, { content })),
    ]);
    const sent = answers.flatMap((answer) =>
      'status' in answer && answer.status === 201 ? [answer.body.comment.content as string] : [],
    );
    const contents = (await contentsOf(acme, number)).slice(1).sort();
    expect(contents).toEqual([...sent, 'a', 'b'].sort());
    expect(new Set(contents).size).toBe(contents.length);
  });
});
