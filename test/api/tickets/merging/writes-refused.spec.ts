import { upload } from '../../../support/data/attachments.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../../support/data/builders.js';
import { contentsOf, EVE, TWO_AGENTS } from '../../../support/data/comments.js';
import { merging, unmerging } from '../../../support/data/merges.js';
import { pathOf, WRITES } from '../../../support/operations.js';
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

/** The bodies of writes that need others than the example of the document. */
const BODIES: Readonly<Record<string, () => object>> = {
  mergeTicket: () => ({ into: target.number }),
  createComment: () => WORDS,
  createDraft: () => WORDS,
  createDraftLegacy: () => WORDS,
  saveDraft: () => WORDS,
};

const OF_TICKETS = WRITES.filter(
  ({ id, template }) => template.includes('/tickets/{') && id !== 'unmergeTicket',
);

// @proves E-24-6
describe('a merged ticket', () => {
  it.each(OF_TICKETS)('refuses $id and names the target, before any condition', async (write) => {
    const before = (await acme.client.get(`/tickets/${merged.id}`)).body;
    const body = BODIES[write.id]?.() ?? write.example;
    for (const reference of [merged.id, merged.number]) {
      for (const headers of [{}, { 'If-Match': '"yesterday"' }]) {
        const path = pathOf(write, [reference, 'note']);
        const answer = await acme.client.request(write.method, path).set(headers).send(body);
        expect([answer.status, answer.body.code]).toEqual([409, 'ticket_merged']);
        expect(answer.body.error).toContain(`ticket ${target.number},`);
      }
    }
    expect((await acme.client.get(`/tickets/${merged.id}`)).body).toEqual(before);
    expect((await acme.client.get(`/tickets/${merged.id}/drafts/note`)).status).toBe(200);
  });

  it('accepts no file and no note, and accepts them again when the merge has ended', async () => {
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
