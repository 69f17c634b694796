import { upload } from '../../../support/data/attachments.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../../support/data/builders.js';
import { contentsOf, EVE, TWO_AGENTS } from '../../../support/data/comments.js';
import { merging, unmerging } from '../../../support/data/merges.js';
import { UNSAFE } from '../../../support/data/unsafe-routes.js';
import { useDesk } from '../../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let merged: { readonly id: string; readonly number: number };
let target: { readonly id: string; readonly number: number };

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  [target, merged] = [await aTicket(acme), await aTicket(acme)];
  await acme.client.put(`/tickets/${merged.id}/drafts/note`, WORDS).expect(200);
  await merging(acme, merged.number, target.number).expect(200);
});

const WORDS = { author_email: EVE.email, content: '<p>Hello</p>' };

/** Sends a write of the merged ticket, by its route. */
const SENDS: Readonly<Record<string, (path: string, legacy: string) => ReturnType<typeof acme.client.post>>> =
  {
    'put /api/external/v2/tickets/:ticket_id': (path) => acme.client.put(path, { priority: 'low' }),
    'patch /api/external/v2/tickets/:ticket_id': (path) => acme.client.patch(path, { status: 'open' }),
    'put /api/v1/public/tickets/:ticket_number': (_path, legacy) => acme.client.put(legacy, { subject: 'x' }),
    'post /api/external/v2/tickets/:ticket_id/merge': (path) =>
      acme.client.post(`${path}/merge`, { into: target.number }),
    'post /api/external/v2/tickets/:ticket_id/comments': (path) =>
      acme.client.post(`${path}/comments`, WORDS),
    'post /api/external/v2/tickets/:ticket_id/drafts': (path) => acme.client.post(`${path}/drafts`, WORDS),
    'put /api/external/v2/tickets/:ticket_id/drafts/:draft_type': (path) =>
      acme.client.put(`${path}/drafts/reply`, WORDS),
    'delete /api/external/v2/tickets/:ticket_id/drafts/:draft_type': (path) =>
      acme.client.delete(`${path}/drafts/note`),
    'post /api/external/v2/tickets/:ticket_id/drafts/:draft_type/send': (path) =>
      acme.client.post(`${path}/drafts/note/send`, {}),
  };

// @proves E-24-6
describe('a merged ticket', () => {
  it('has a test here for every route that writes a ticket, but the one that ends the merge', () => {
    const routes = Object.keys(UNSAFE).filter(
      (route) => /\/tickets\/:/.test(route) && !route.endsWith('/unmerge'),
    );
    expect(Object.keys(SENDS).sort()).toEqual(routes.sort());
  });

  it.each(Object.entries(SENDS))('refuses %s and names the target, before any condition', async (_, send) => {
    const before = (await acme.client.get(`/tickets/${merged.id}`)).body;
    for (const reference of [merged.id, merged.number]) {
      const paths = [`/tickets/${reference}`, `/api/v1/public/tickets/${reference}`] as const;
      for (const headers of [{}, { 'If-Match': '"yesterday"' }]) {
        const { status, body } = await send(...paths).set(headers);
        expect([status, body.code]).toEqual([409, 'ticket_merged']);
        expect(body.error).toContain(`ticket ${target.number},`);
      }
    }
    expect((await acme.client.get(`/tickets/${merged.id}`)).body).toEqual(before);
    expect((await acme.client.get(`/tickets/${merged.id}/drafts/note`)).status).toBe(200);
  });

  it('takes no file and no note, and all of them when the merge has ended', async () => {
    const attachments = [(await upload(acme.client)).signed_id];
    const note = { ...WORDS, comment_type: 'note' };
    const path = `/tickets/${merged.number}`;
    await acme.client.patch(path, { attachments }).expect(409);
    await acme.client.post(`${path}/comments`, note).expect(409);
    expect(await contentsOf(acme, merged.number)).toHaveLength(1);
    await unmerging(acme, merged.number).expect(200);
    await acme.client.patch(path, { attachments }).expect(200);
    await acme.client.post(`${path}/comments`, note).expect(201);
    await acme.client.post(`${path}/drafts/note/send`, {}).expect(201);
    await merging(acme, merged.number, target.number).expect(200);
  });

  it('can be read as before, with its conversation', async () => {
    for (const path of ['', '/comments', '?include=comments,participants,merged'])
      await acme.client.get(`/tickets/${merged.number}${path}`).expect(200);
  });
});
