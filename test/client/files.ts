import type { Client } from 'openapi-fetch';
import { md5Of } from '../support/data/attachments.js';
import { dataOf } from './data-of.js';
import type { paths } from '../../packages/client/src/openapi.js';

/** Sends a file both ways, attaches both to a comment of ticket 1, and reads them. */
export async function goThroughFiles(api: Client<paths>): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob(['typed'], { type: 'text/plain' }), 'typed.txt');
  const sent = dataOf(
    await api.POST('/api/external/v2/attachments', {
      // The types say a string where bytes are, and the form is one already.
      ...{ body: { file: 'typed' }, bodySerializer: () => form },
    }),
  );
  const announced = {
    filename: 'put.txt',
    byte_size: 3,
    content_type: 'text/plain',
    checksum: md5Of('put'),
  };
  const reserved = dataOf(await api.POST('/api/external/v2/attachment_uploads', { body: announced }));
  const put = await api.PUT('/api/external/v2/attachment_uploads/{upload}', {
    params: {
      path: { upload: reserved.upload_url.split('/').at(-1) ?? '' },
      header: { 'Content-MD5': announced.checksum },
    },
    ...{ headers: reserved.upload_headers, body: 'put', bodySerializer: (body: string) => body },
  });
  expect(put.response.status).toBe(204);
  const { comment } = dataOf(
    await api.POST('/api/external/v2/tickets/{ticket_id}/comments', {
      params: { path: { ticket_id: '1' } },
      body: {
        ...{ author_email: 'eve@acme.example', content: 'Two files' },
        attachments: [sent.signed_id, reserved.signed_id],
      },
    }),
  );
  const read = async (id = ''): Promise<unknown> =>
    dataOf(
      await api.GET('/api/external/v2/attachments/{attachment_id}', {
        ...{ params: { path: { attachment_id: id } }, parseAs: 'text' },
      }),
    );
  const texts = await Promise.all(comment.attachments.map(({ id }) => read(id)));
  expect(texts).toEqual(['typed', 'put']);
}
