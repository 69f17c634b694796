import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { foundBy, matchesOf, searching } from '../../support/data/searches.js';
import { fieldErrors } from '../../support/expectations.js';
import type { ApiClient } from '../../support/servers/api-client.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

describe('the places of found words', () => {
  let acme: TestWorkspace;
  let reply: string;
  let note: string;

  beforeAll(async () => {
    acme = await aWorkspace(app, TWO_AGENTS);
    await aTicket(acme, { subject: 'Refund & <return>', description: '<p>No <b>re</b>fund?</p>' }); // 1
    await aTicket(acme, { subject: 'Delivery', description: '<p>Where is it?</p>' }); // 2
    reply = (await aComment(acme, 2, { content: '<p>Your refund</p><p>is <i>on</i> its way</p>' })).id;
    note = (await aComment(acme, 2, { content: '<p>A refund of 78 &lt;EUR&gt;</p>', comment_type: 'note' }))
      .id;
    await aTicket(acme, { subject: 'Long', description: '' }); // 3
    for (let place = 1; place <= 5; place++) await aComment(acme, 3, { content: `<p>parcel ${place}</p>` });
  });

  // @proves E-22-11
  it('are shown in the subject, the description, replies and notes, in order', async () => {
    expect(await matchesOf(acme.client, 'refund')).toEqual({
      1: [{ comment_id: null, comment_type: null, snippet: '<mark>Refund</mark> &amp; &lt;return&gt;' }],
      2: [
        { comment_id: reply, comment_type: 'reply', snippet: 'Your <mark>refund</mark> is on its way' },
        { comment_id: note, comment_type: 'note', snippet: 'A <mark>refund</mark> of 78 &lt;EUR&gt;' },
      ],
    });
  });

  // @proves E-22-11
  it('are those of any wanted word, and of phrases as a whole', async () => {
    const matches = await matchesOf(acme.client, 'deliver* "on its way" -nothing');
    expect(matches).toEqual({
      2: [
        { comment_id: null, comment_type: null, snippet: '<mark>Delivery</mark>' },
        { comment_id: reply, comment_type: 'reply', snippet: 'Your refund is <mark>on its way</mark>' },
      ],
    });
  });

  // @proves E-22-11
  it('are those of the subject alone, for a word of the subject', async () => {
    expect(await matchesOf(acme.client, 'subject:delivery')).toEqual({
      2: [{ comment_id: null, comment_type: null, snippet: '<mark>Delivery</mark>' }],
    });
  });

  // @proves E-22-11
  it('are three of a ticket at most', async () => {
    const { 3: matches = [] } = await matchesOf(acme.client, 'parcel');
    expect(matches.map(({ snippet }) => snippet)).toEqual(
      [1, 2, 3].map((place) => `<mark>parcel</mark> ${place}`),
    );
  });

  // @proves E-22-11
  it('are empty without a word, and shown only when somebody asks for them', async () => {
    expect(await matchesOf(acme.client, 'status:new -parcel')).toEqual({ 1: [], 2: [] });
    const all = await acme.client.get('/tickets?include=matches').expect(200);
    expect(all.body.tickets).toMatchObject([{ matches: [] }, { matches: [] }, { matches: [] }]);
    const { body } = await searching(acme.client, 'refund').expect(200);
    expect((body.tickets as object[]).filter((ticket) => 'matches' in ticket)).toEqual([]);
  });

  it('are the only part that the list includes', async () => {
    expect(fieldErrors(await acme.client.get('/tickets?include=url').expect(422))).toEqual(['include']);
  });

  describe('for a key without comments:read', () => {
    let client: ApiClient;

    beforeAll(async () => {
      client = acme.clientWith(await aKey(acme, 'tickets only', { scopes: ['tickets:read'] }));
    });

    // @proves E-22-3
    it('are those of subject and description, like everything that it finds', async () => {
      expect(await foundBy(client, 'refund')).toEqual([1]);
      expect(await foundBy(client, 'delivery refund')).toEqual([]);
      expect(await foundBy(client, 'parcel')).toEqual([]);
      expect(Object.keys(await matchesOf(client, 'refund'))).toEqual(['1']);
      expect(await foundBy(client, 'subject:delivery')).toEqual([2]);
    });

    // @proves E-22-3
    it('show nothing of comments through negations', async () => {
      expect(await foundBy(client, '-refund')).toEqual([2, 3]);
      expect(await foundBy(client, 'delivery -refund')).toEqual([2]);
    });
  });

  // @proves E-22-3
  it('are never those of another workspace', async () => {
    const globex = await aWorkspace(app);
    await aTicket(globex, { subject: 'Nothing' });
    expect(await foundBy(globex.client, 'refund')).toEqual([]);
    expect(await foundBy(globex.client, '-refund')).toEqual([1]);
  });
});
