import { createHash } from 'node:crypto';
import type { Response, Test } from 'supertest';
import type { ApiClient } from '../servers/api-client.js';
import { asAdmin } from '../test-database.js';
import type { TestWorkspace } from './builders.js';

/** The first bytes of a PNG picture of one pixel, and all of it. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** What an upload is answered with. */
export interface UploadedFile {
  readonly signed_id: string;
  readonly filename: string;
  readonly content_type: string;
  readonly byte_size: number;
  readonly checksum: string;
}

export const md5Of = (bytes: Buffer | string): string => createHash('md5').update(bytes).digest('base64');

export const sha256TagOf = (bytes: Buffer | string): string =>
  `"${createHash('sha256').update(bytes).digest('base64url')}"`;

/** Sends a file as a form. */
export function sendFile(
  client: Pick<ApiClient, 'request'>,
  bytes: Buffer | string,
  { filename = 'picture.png', contentType = 'image/png', contentId = '' } = {},
): Test {
  const form = client.request('post', '/attachments');
  if (contentId !== '') form.field('content_id', contentId);
  return form.attach('file', Buffer.from(bytes), { filename, contentType });
}

/** Uploads a file. */
export async function upload(
  client: ApiClient,
  bytes: Buffer | string = PNG,
  as: { readonly filename?: string; readonly contentType?: string; readonly contentId?: string } = {},
): Promise<UploadedFile> {
  return (await sendFile(client, bytes, as).expect(201)).body as UploadedFile;
}

/** Announces a small text. */
export const anAnnouncement = (text: string): object => ({
  ...{
    filename: 'a.txt',
    byte_size: Buffer.byteLength(text),
    checksum: md5Of(text),
    content_type: 'text/plain',
  },
});

/** Announces a small text, and gives its signed id and where to send it. */
export async function announce(
  client: ApiClient,
  text: string,
): Promise<{
  readonly signedId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}> {
  const { body } = await client.post('/attachment_uploads', anAnnouncement(text)).expect(201);
  const answer = body as UploadedFile & { upload_url: string; upload_headers: Record<string, string> };
  return { signedId: answer.signed_id, url: answer.upload_url, headers: answer.upload_headers };
}

/** What a ticket needs. */
export const TICKET = {
  email: 'someone@customer.example',
  subject: 'A ticket',
  description: '<p>See the picture.</p>',
} as const;

/** Raises a ticket with these signed ids. */
export function raise(client: ApiClient, attachments: readonly unknown[], more: object = {}): Test {
  return client.post('/tickets', { ...TICKET, ...more, attachments });
}

/** Uploads a file, raises a ticket that shows it, and gives the path of the file. */
export async function attached(
  client: ApiClient,
  bytes: Buffer | string = PNG,
  as: { readonly filename?: string; readonly contentType?: string } = {},
): Promise<{ readonly path: string; readonly ticketId: string; readonly signedId: string }> {
  const { signed_id: signedId } = await upload(client, bytes, { ...as, contentId: 'shown' });
  const raised = await raise(client, [signedId], { description: '<img src="cid:shown">' }).expect(201);
  const { ticket } = raised.body as { ticket: { id: string; description: string } };
  return { path: pathIn(ticket.description), ticketId: ticket.id, signedId };
}

/** The path of the picture that HTML shows. */
export function pathIn(html: string): string {
  const [, url = ''] = /<img src="([^"]*)"/.exec(html) ?? [];
  return new URL(url).pathname;
}

/** The bytes of an answer, whatever its type. */
export function bytesIn(request: Test): Test {
  return request.buffer(true).parse((response, done) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      done(null, Buffer.concat(chunks));
    });
  });
}

/** The headers of a file, but for those of every answer. */
export function fileHeaders(response: Response): Record<string, unknown> {
  const names = [
    ...['content-type', 'content-length', 'content-disposition', 'content-range', 'accept-ranges', 'etag'],
    ...['x-content-type-options', 'content-security-policy', 'cross-origin-resource-policy', 'cache-control'],
  ];
  return Object.fromEntries(
    names.filter((name) => name in response.headers).map((name) => [name, response.headers[name] as unknown]),
  );
}

/** Keeps the uploads of a workspace that wait for a ticket for a number of further seconds. */
export async function endUploadsIn({ app, scope }: TestWorkspace, seconds: number): Promise<void> {
  await asAdmin(
    app.database,
    `UPDATE attachments SET expires_at = now() + $2 * interval '1 second'
     WHERE workspace_id = $1 AND expires_at IS NOT NULL`,
    [scope.workspaceId, seconds],
  );
}
