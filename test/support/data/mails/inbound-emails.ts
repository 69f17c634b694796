import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { replyAddress, replyKeyOf } from '../../../../src/mail/composing/reply-address.rules.js';
import { TEST_SECRETS_KEY } from '../../test-app.js';
import { asAdmin } from '../../test-database.js';
import { until } from '../../until.js';
import type { ApiClient } from '../../servers/api-client.js';
import type { TestWorkspace } from '../builders.js';
import { CUSTOMER } from '../comments.js';

/** A mail that came, as the API shows it. */
export interface ShownEmail {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly ticket: { readonly id: string; readonly number: number } | null;
  readonly comment_id: string | null;
  readonly message_id: string | null;
  readonly sender: string | null;
  readonly subject: string | null;
  readonly received_at: string;
  readonly byte_size: number;
  readonly sender_authenticated: boolean | null;
}

/** The address of the desk, to which mails are sent. */
export const DESK_ADDRESS = 'support@acme.example';

/** A part of a mail with a file. */
interface MailFile {
  readonly filename: string;
  readonly type?: string;
  readonly bytes: Buffer;
  readonly contentId?: string;
}

interface WantedMail {
  /** More headers, by their names; null leaves one of the usual ones out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly text?: string;
  readonly html?: string;
  readonly files?: readonly MailFile[];
}

/** Writes a mail from the customer of `aTicket` to the desk. Each has a Message-ID of its own. */
export function aMail({ headers = {}, text = 'Hello', html, files = [] }: WantedMail = {}): string {
  const all = {
    From: `Jane Doe <${CUSTOMER}>`,
    To: DESK_ADDRESS,
    Subject: 'Printer on fire',
    'Message-ID': `<${randomUUID()}@mail.customer.example>`,
    Date: 'Sat, 31 Jan 2026 09:30:00 +0000',
    ...headers,
    'MIME-Version': '1.0',
    'Content-Type': files.length > 0 ? 'multipart/mixed; boundary="x"' : typeOf(html),
  };
  const lines = Object.entries<string | null>(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  return [...lines, '', ...bodyOf(html ?? text, typeOf(html), files), ''].join('\r\n');
}

const typeOf = (html: string | undefined): string =>
  `text/${html === undefined ? 'plain' : 'html'}; charset=utf-8`;

function bodyOf(words: string, type: string, files: readonly MailFile[]): string[] {
  if (files.length === 0) return [words];
  const parts = files.flatMap(
    ({ filename, type: fileType = 'application/octet-stream', bytes, contentId }) => [
      ...['--x', `Content-Type: ${fileType}; name="${filename}"`, 'Content-Transfer-Encoding: base64'],
      `Content-Disposition: ${contentId === undefined ? 'attachment' : 'inline'}; filename="${filename}"`,
      ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
      '',
      bytes.toString('base64'),
    ],
  );
  return ['--x', `Content-Type: ${type}`, '', words, ...parts, '--x--'];
}

/** Writes a mail that waits for a person. */
export const aSpamMail = (): string => aMail({ headers: { 'X-Spam-Flag': 'YES' } });

interface Bounced {
  readonly messageId: string;
  readonly status?: string;
  readonly action?: string;
  /** Whom the mail did not reach. */
  readonly recipients?: readonly string[];
  /** The address to which the report comes. */
  readonly to?: string;
}

/** Writes what a mail server says about a mail to the customer of `aTicket` (RFC 3464). */
export const aBounce = ({
  messageId,
  status = '5.1.1',
  action = 'failed',
  recipients = [CUSTOMER],
  to = DESK_ADDRESS,
}: Bounced): string =>
  [
    ...['From: MAILER-DAEMON@mx.acme.example', `To: ${to}`, 'Subject: Undelivered', 'Return-Path: <>'],
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    ...['', '--b', 'Content-Type: text/plain', '', 'Sorry.', '--b'],
    ...['Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.acme.example', ''],
    ...recipients.flatMap((recipient) => [
      ...[`Final-Recipient: rfc822; ${recipient}`, `Action: ${action}`, `Status: ${status}`],
      ...[`Diagnostic-Code: smtp; ${wordsAbout(recipient, status)}`, ''],
    ]),
    ...[
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${messageId}`,
      'Subject: Re: A ticket',
      '',
    ],
    ...['--b--', ''],
  ].join('\r\n');

/** What a mail server says of a recipient. */
const wordsAbout = (recipient: string, status: string): string =>
  `550 ${status} No such user${recipient === CUSTOMER ? '' : ` as ${recipient}`}`;

/** The signed address for answers to mail about a ticket. */
export const signedAddress = ({ scope }: TestWorkspace, number: number): string =>
  replyAddress(
    DESK_ADDRESS,
    { workspaceId: scope.workspaceId, number },
    replyKeyOf(Buffer.from(TEST_SECRETS_KEY, 'base64')),
  );

/** Brings a mail to the service, and does not look at the answer. */
export function bring(client: ApiClient, mail: string | Buffer, type = 'message/rfc822'): Test {
  return client.request('post', '/inbound-emails').set('Content-Type', type).send(mail);
}

/** Brings a new mail, and waits until it is judged. */
export async function received(workspace: TestWorkspace, mail: string | Buffer): Promise<ShownEmail> {
  const { body } = await bring(workspace.client, mail).expect(201);
  return judged(workspace, body.inbound_email as ShownEmail);
}

/** Waits until a mail is judged. */
export async function judged(workspace: TestWorkspace, email: ShownEmail): Promise<ShownEmail> {
  let shown = email;
  await until(async () => {
    if (shown.state === 'pending') shown = await emailOf(workspace, email.id);
    return shown.state !== 'pending';
  });
  return shown;
}

/** Waits until all mails that came to a workspace are judged. */
export async function allJudged({ client }: TestWorkspace): Promise<void> {
  await until(async () => {
    const { body } = await client.get('/inbound-emails?state=pending').expect(200);
    return body.pagination.total_records === 0;
  });
}

export async function emailOf({ client }: TestWorkspace, id: string): Promise<ShownEmail> {
  const { body } = await client.get(`/inbound-emails/${id}`).expect(200);
  return body.inbound_email as ShownEmail;
}

/** Releases a suspended mail, and waits until it is judged. */
export async function released(
  workspace: TestWorkspace,
  { id }: Pick<ShownEmail, 'id'>,
  wish: object = {},
): Promise<ShownEmail> {
  const { body } = await workspace.client.post(`/inbound-emails/${id}/release`, wish).expect(200);
  return judged(workspace, body.inbound_email as ShownEmail);
}

/** Makes a mail look as if this number of processes had ended while they judged it. */
export async function abandon({ app, scope }: TestWorkspace, id: string, failures = 0): Promise<void> {
  await asAdmin(
    app.database,
    `UPDATE inbound_emails SET state = 'pending', reason = NULL, ticket_id = NULL, finished_at = NULL,
       lease = $4, due_at = now() - interval '1 minute', failures = $3
     WHERE workspace_id = $1 AND id = $2`,
    [scope.workspaceId, id, failures, randomUUID()],
  );
}

/** Makes all mails that came to a workspace so old, such as `61 minutes`. */
export async function makeEmailsOld({ app, scope }: TestWorkspace, age: string): Promise<void> {
  await asAdmin(
    app.database,
    `UPDATE inbound_emails SET created_at = (created_at AT TIME ZONE 'UTC' - $2::interval) AT TIME ZONE 'UTC',
       finished_at = (finished_at AT TIME ZONE 'UTC' - $2::interval) AT TIME ZONE 'UTC'
     WHERE workspace_id = $1`,
    [scope.workspaceId, age],
  );
}

/** Ends the time for which the bytes of mails are kept. */
export async function endBytesOf({ app, scope }: TestWorkspace): Promise<void> {
  await asAdmin(
    app.database,
    'UPDATE attachments SET expires_at = now() WHERE workspace_id = $1 AND is_kept',
    [scope.workspaceId],
  );
}

/** How many files of mails belong to no ticket, besides the bytes of the mails that are kept. */
export async function filesLeftIn({ app, scope }: TestWorkspace): Promise<number> {
  const rows = await asAdmin(
    app.database,
    'SELECT id FROM attachments WHERE workspace_id = $1 AND ticket_id IS NULL AND (NOT is_kept OR sha256 IS NULL)',
    [scope.workspaceId],
  );
  return rows.length;
}
