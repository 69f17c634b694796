import { randomUUID } from 'node:crypto';
import { Desk } from '../../servers/desk.js';
import { MailServer, type ReceivedMail } from '../../fakes/mail-server.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../test-app.js';
import { asAdmin, freshDatabase } from '../../test-database.js';
import { until } from '../../until.js';
import { aWorkspace, type TestWorkspace } from '../builders.js';
import { CUSTOMER, TWO_AGENTS } from '../comments.js';
import { FormVisitor, numberIn, type Typed } from '../forms.js';

/** The address of desks that send mail. */
export const MAIL_FROM = 'support@acme.example';

/** A mail in the answer of `desk mail list --json`. */
export interface ListedMail {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly ticket_number: number | null;
  readonly team_member_email: string | null;
  readonly failed_tries: number;
  readonly next_try_at: string | null;
  readonly answer: string | null;
}

/** Starts an application with a database of its own: it sends no mails that other tests leave, and nobody else sends its mails. */
export async function startAlone(options: TestAppOptions): Promise<TestApp> {
  const database = await freshDatabase();
  const app = await startTestApp({ ...options, database });
  return {
    ...app,
    stop: async () => {
      await app.stop();
      await database.drop();
    },
  };
}

/** Starts a mail server, and an application with a database of its own that sends by it. The application stops both. */
export async function startMailing(
  options: TestAppOptions = {},
): Promise<{ readonly server: MailServer; readonly app: TestApp }> {
  const server = await MailServer.start();
  const app = await startAlone({ ...options, smtp: server.settings });
  const stop = async (): Promise<void> => {
    await app.stop();
    await server.stop();
  };
  return { server, app: { ...app, stop } };
}

const FORM = { title: 'Contact us', slug: 'contact-us' };

/** A workspace with two agents and a form that sends mail. */
export function aMailingWorkspace<App extends TestApp>(
  app: App,
  settings: Readonly<
    Partial<Record<'name' | 'mail_from' | 'reply_to' | 'reply_address' | 'mail_footer', string>>
  > = {},
): Promise<TestWorkspace & { readonly app: App }> {
  return aWorkspace(app, { ...TWO_AGENTS, forms: [FORM] }, { mail_from: MAIL_FROM, ...settings });
}

/** Tries all mails of a workspace that wait, as if the time of their next try had come. */
export async function tryAgain({ app, scope }: TestWorkspace): Promise<void> {
  await asAdmin(
    app.database,
    `UPDATE mails SET due_at = now() - interval '2 days' WHERE workspace_id = $1 AND state = 'pending'`,
    [scope.workspaceId],
  );
  await app.operator.work(scope.workspaceId);
}

/** What operators see of the mails that were not sent. */
export async function listedMails({ app, subdomain }: TestWorkspace): Promise<ListedMail[]> {
  return JSON.parse(
    await Desk.on(app.database).output(['mail', 'list', subdomain, '--json']),
  ) as ListedMail[];
}

/** Waits until the only mail that was not sent is in a state after a number of failed tries, and shows it. */
export async function theMail(workspace: TestWorkspace, state: string, failures = 0): Promise<ListedMail> {
  let found: ListedMail | undefined;
  await until(async () => {
    [found] = await listedMails(workspace);
    return found?.state === state && found.failed_tries >= failures;
  });
  return found as ListedMail;
}

/** Waits until a server has taken a number of mails, and shows the last one. */
export async function theLast({ received }: MailServer, count: number): Promise<ReceivedMail> {
  // A try that a busy machine lets fail is made again after about a minute.
  await until(() => received.length >= count, 100);
  return received[count - 1] as ReceivedMail;
}

/** Has somebody raise a ticket by the form of a mailing workspace. */
export async function submitted(
  { app, subdomain, client }: TestWorkspace,
  typed: Typed = {},
): Promise<{ readonly id: string; readonly number: number }> {
  const visitor = new FormVisitor(app, subdomain);
  const sent = await visitor.send(FORM.slug, { email: CUSTOMER, ...typed });
  const number = numberIn((await visitor.get(`/forms/${sent.headers['location']}`).expect(200)).text);
  const { body } = await client.get(`/tickets/${number}`).expect(200);
  return { id: body.ticket.id as string, number };
}

/** Makes all mails of a workspace so old, such as `61 minutes`. */
export function makeMailsOld(workspace: TestWorkspace, age: string): Promise<void> {
  return changeMails(workspace, `created_at = now() - interval '${age}'`);
}

/** Makes all mails of a workspace look as if they had failed this number of times. */
export function pretendFailedTries(workspace: TestWorkspace, count: number): Promise<void> {
  return changeMails(workspace, `failures = ${count}`);
}

/** Lets another process send all mails of a workspace, for a minute. */
export function takeMailsAway(workspace: TestWorkspace): Promise<void> {
  return changeMails(workspace, `lease = '${randomUUID()}', due_at = now() + interval '1 minute'`);
}

/** Lets nobody send a mail of a workspace any more. */
export function giveMailsBack(workspace: TestWorkspace): Promise<void> {
  return changeMails(workspace, 'lease = NULL');
}

async function changeMails({ app, scope }: TestWorkspace, what: string): Promise<void> {
  await asAdmin(app.database, `UPDATE mails SET ${what} WHERE workspace_id = $1`, [scope.workspaceId]);
}
