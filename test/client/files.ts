import type { Desk } from '../../packages/client/src/index.js';
import { md5Of } from '../support/data/attachments.js';

/** Sends a file both ways, attaches both to a comment of ticket 1, and reads them. */
export async function goThroughFiles(desk: Desk): Promise<void> {
  const sent = await desk.upload(new File(['typed'], 'typed.txt', { type: 'text/plain' }));
  const announced = {
    filename: 'put.txt',
    byte_size: 3,
    content_type: 'text/plain',
    checksum: md5Of('put'),
  };
  const reserved = await desk.reserveAttachmentUpload(announced);
  const headers = reserved.upload_headers as unknown as Record<string, string>;
  await desk.putAttachmentUpload(reserved.upload_url.split('/').at(-1) ?? '', 'put', { headers });
  const { comment } = await desk.createComment(1, {
    ...{ author_email: 'eve@acme.example', content: 'Two files' },
    attachments: [sent.signed_id, reserved.signed_id],
  });
  const read = async (id = ''): Promise<string> => (await desk.getAttachment(id)).text();
  const texts = await Promise.all(comment.attachments.map(({ id }) => read(id)));
  expect(texts).toEqual(['typed', 'put']);
}
