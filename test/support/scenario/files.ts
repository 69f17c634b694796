import { announce, pathIn, PNG, raise, sendFile, upload } from '../data/attachments.js';
import type { TestWorkspace } from '../data/builders.js';
import { S3Server } from '../fakes/s3-server.js';
import { startTestApp } from '../test-app.js';

/** Files come in every way, belong to a draft and a ticket, and are read. */
export async function exerciseAttachments({ client, stranger }: TestWorkspace, id: string): Promise<void> {
  const { signed_id: signedId } = await upload(client, PNG, { contentId: 'scenario' });
  await sendFile(client, PNG, { contentId: 'not one' });
  const { url, headers } = await announce(client, 'x');
  await stranger.request('put', new URL(url).pathname).set(headers).send('x');
  const draft = `/tickets/${id}/drafts/note`;
  const words = { author_email: 'eve@team.example', content: 'Scenario' };
  await client.put(draft, { ...words, attachments: [(await upload(client)).signed_id] }).expect(200);
  await client.delete(draft).expect(204);
  const description = '<img src="cid:scenario">';
  const changed = await client.patch(`/tickets/${id}`, { description, attachments: [signedId] });
  await client.get(pathIn((changed.body as { ticket: { description: string } }).ticket.description));
}

/** The same of files with a bucket, to which clients send bytes themselves. */
export async function exerciseBucket({ app, client }: TestWorkspace): Promise<void> {
  const server = await S3Server.start();
  const other = await startTestApp({ database: app.database, s3: server.options });
  try {
    const { signedId, url, headers } = await announce(client.at(other), 'x');
    const sent = await fetch(url, { method: 'PUT', headers, body: 'x' });
    if (!sent.ok) throw new Error(`The bucket has refused the bytes: ${await sent.text()}`);
    await raise(client.at(other), [signedId]).expect(201);
    await other.operator.sweepFiles();
  } finally {
    await other.stop();
    await server.stop();
  }
}
