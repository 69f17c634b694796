import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { bytesIn, md5Of, PNG, raise, TICKET, upload } from '../../support/data/attachments.js';
import { fieldErrors, tagOf } from '../../support/expectations.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

interface Shown {
  readonly id: string;
  readonly url: string;
  readonly inline: boolean;
  readonly filename: string;
}

interface Element {
  readonly content: string;
  readonly attachments: readonly Shown[];
}

let app: TestApp;
let desk: TestWorkspace;
let ticket: string;

const EVE = 'eve@desk.example';

beforeAll(async () => {
  app = await startTestApp();
  desk = await aWorkspace(app, { team_members: [{ email: EVE, first_name: 'Eve', last_name: 'Jones' }] });
  ticket = ((await raise(desk.client, []).expect(201)).body as { ticket: { id: string } }).ticket.id;
});

const conversation = async (id = ticket) =>
  (
    (await desk.client.get(`/tickets/${id}/comments?page_size=100`).expect(200)).body as {
      comments: Element[];
    }
  ).comments;

const say = (body: object) => desk.client.post(`/tickets/${ticket}/comments`, { author_email: EVE, ...body });

describe('files of a ticket', () => {
  // @proves E-16-4
  it('are shown with its description, and each has its own address', async () => {
    const { signed_id: id } = await upload(desk.client, PNG, { filename: 'first.png' });
    const { signed_id: other } = await upload(desk.client, 'a,b', {
      filename: 'b.csv',
      contentType: 'text/csv',
    });
    const raised = await raise(desk.client, [id, other]).expect(201);
    const { ticket: made } = raised.body as { ticket: { id: string } };
    const [description] = await conversation(made.id);
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(description?.attachments).toEqual([
      {
        ...{ id: uuid, filename: 'first.png', content_type: 'image/png', byte_size: PNG.length },
        ...{ checksum: md5Of(PNG), url: expect.stringContaining('/api/external/v2/attachments/') as string },
        inline: false,
      },
      {
        ...{ id: uuid, filename: 'b.csv', content_type: 'text/csv', byte_size: 3, checksum: md5Of('a,b') },
        ...{ url: expect.stringContaining('/api/external/v2/attachments/') as string, inline: false },
      },
    ]);
    const [first, second] = description?.attachments ?? [];
    for (const [file, bytes] of [
      [first, PNG],
      [second, Buffer.from('a,b')],
    ] as const) {
      expect(file?.url.endsWith(file.id)).toBe(true);
      const got = await bytesIn(desk.client.get(new URL(file?.url ?? '').pathname)).expect(200);
      expect(got.body).toEqual(bytes);
    }
  });

  // @proves E-16-7
  it('are shown by cid: in the description, wherever it is shown', async () => {
    const { signed_id: id } = await upload(desk.client, PNG, { contentId: 'shot@desk' });
    const html = '<p>See</p><img src="cid:shot@desk"><img src="cid:other">';
    const raised = await raise(desk.client, [id], { description: html }).expect(201);
    const { ticket: made } = raised.body as { ticket: { id: string; description: string } };
    const [description] = await conversation(made.id);
    const [file] = description?.attachments ?? [];
    const shown = `<p>See</p><img src="${file?.url ?? ''}" /><img src="cid:other" />`;
    expect([made.description, description?.content, file?.inline]).toEqual([shown, shown, true]);
    const { tickets } = (await desk.client.get('/tickets?page_size=1').expect(200)).body as {
      tickets: { description: string }[];
    };
    expect(tickets[0]?.description).toBe(shown);
  });

  // @proves E-16-7
  it('may come after the description that shows them', async () => {
    const raised = await raise(desk.client, [], { description: '<img src="cid:late">' }).expect(201);
    const { id } = (raised.body as { ticket: { id: string } }).ticket;
    const { signed_id: signedId } = await upload(desk.client, PNG, { contentId: '<late>' });
    await desk.client.put(`/tickets/${id}`, { attachments: [signedId] }).expect(200);
    const [description] = await conversation(id);
    expect(description?.attachments[0]?.inline).toBe(true);
    expect(description?.content).toContain(description?.attachments[0]?.url);
  });

  // @proves E-16-7
  it('stay in the description that a client sends back as it was shown', async () => {
    const { signed_id: signedId } = await upload(desk.client, PNG, { contentId: 'x' });
    const raised = await raise(desk.client, [signedId], { description: '<img src="cid:x">' }).expect(201);
    const before = (raised.body as { ticket: { id: string; description: string; updated_at: string } })
      .ticket;
    const path = `/tickets/${before.id}`;
    const after = await desk.client.put(path, { description: before.description }).expect(200);
    expect((after.body as { ticket: object }).ticket).toMatchObject({ updated_at: before.updated_at });
    const [description] = await conversation(before.id);
    expect(description?.attachments[0]?.inline).toBe(true);
  });
});

describe('files of a comment', () => {
  // @proves E-16-3, E-16-4
  it('are attached and shown with it', async () => {
    const { signed_id: id } = await upload(desk.client, PNG, { contentId: 'a' });
    const made = await say({ content: '<p>Look</p><img src="cid:a">', attachments: [id] }).expect(201);
    const { comment } = made.body as { comment: Element };
    expect(comment.attachments).toMatchObject([{ filename: 'picture.png', inline: true }]);
    expect(comment.content).toContain(comment.attachments[0]?.url);
    expect((await conversation()).at(-1)).toEqual(comment);
    await say({ content: 'Again', attachments: [id] }).expect(422);
  });

  // @proves E-16-3
  it('that are wrong are refused at their place, and no comment is made', async () => {
    const before = (await conversation()).length;
    const refused = await say({ content: 'x', attachments: ['unknown'] }).expect(422);
    expect(fieldErrors(refused)).toEqual(['attachments[0]']);
    expect(await conversation()).toHaveLength(before);
  });

  // @proves E-16-3
  it('that are wrong are refused at their own places, even after items that are no text', async () => {
    const refused = await say({ content: 'x', attachments: ['a', 'b', 1, null, 'a', '', null] }).expect(422);
    const unknown = 'is not the signed id of an upload';
    const wrong = (refused.body as { field_errors: { field: string; message: string }[] }).field_errors;
    expect(wrong.map(({ field, message }) => `${field} ${message}`).sort()).toEqual([
      `attachments[0] ${unknown}`,
      `attachments[1] ${unknown}`,
      'attachments[2] must be a string',
      'attachments[3] must be a string',
      'attachments[4] is named twice',
      `attachments[5] ${unknown}`,
      'attachments[6] must be a string',
    ]);
  });

  // @proves E-16-7
  it('do not keep a repeated message from being recognised', async () => {
    const { signed_id: id } = await upload(desk.client, PNG, { contentId: 'm' });
    const body = { content: '<img src="cid:m">', message_id: '<1@mail.example>', attachments: [id] };
    const first = await say(body).expect(201);
    expect((await say(body).expect(200)).body).toEqual(first.body);
  });

  // @proves E-16-3
  it('may be those of a draft, and are attached to the comment when the draft is sent', async () => {
    const path = `/tickets/${ticket}/drafts/reply`;
    const [one, two] = await Promise.all([1, 2].map(async () => (await upload(desk.client, PNG)).signed_id));
    const words = { author_email: EVE, content: 'First words' };
    const saved = await desk.client.put(path, { ...words, attachments: [one, two] });
    const shown = (saved.body as { draft: Element }).draft;
    expect([saved.status, shown.attachments.length]).toEqual([200, 2]);
    const kept = await desk.client.put(path, { ...words, attachments: [two] }).expect(200);
    expect((kept.body as { draft: Element }).draft.attachments).toEqual([shown.attachments[1]]);
    await raise(desk.client, [two]).expect(422);
    expect(tagOf(await desk.client.get(path).expect(200))).toBe(tagOf(kept));
    const sent = await desk.client.post(`${path}/send`, {}).expect(201);
    expect((sent.body as { comment: Element }).comment.attachments).toEqual([shown.attachments[1]]);
    await desk.client.get(new URL(shown.attachments[1]?.url ?? '').pathname).expect(200);
    await desk.client.get(new URL(shown.attachments[0]?.url ?? '').pathname).expect(404);
  });

  it('are removed with a draft that is thrown away', async () => {
    const path = `/tickets/${ticket}/drafts/note`;
    const { signed_id: id } = await upload(desk.client, PNG);
    const saved = await desk.client
      .put(path, { author_email: EVE, content: 'x', attachments: [id] })
      .expect(200);
    const [file] = (saved.body as { draft: Element }).draft.attachments;
    await desk.client.delete(path).expect(204);
    await desk.client.get(new URL(file?.url ?? '').pathname).expect(404);
    expect(TICKET.subject).toBeDefined();
  });
});
