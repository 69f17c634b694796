// Two processes read one mailbox, one of them for the first time with its old mails.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InboundMailReader } from '../../../src/mail-in/reading/inbound-mail-reader.js';
import { MailboxFetchService } from '../../../src/mailboxes/mailbox-fetch.service.js';
import { tenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMail } from '../../support/data/mails/inbound-emails.js';
import { mailboxOf } from '../../support/host/mailbox.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { PROJECT } from '../../support/servers/processes.js';

let app: LocalApp;
let acme: TestWorkspace;

beforeAll(async () => {
  app = await startLocalApp();
  const program = pathToFileURL(join(PROJECT, 'dist/mail-in/reading/mail-process.js'));
  Object.assign(app.app.get(InboundMailReader), { program });
  acme = await aWorkspace(app);
});
afterAll(() => app.stop());

interface Round {
  readonly wantsOld?: boolean;
  /** The round is interrupted after this number of mails. */
  readonly most?: number;
  /** What happens before the bytes of a mail come. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Reads a mailbox that has these mails. @returns the UIDs of those that were taken or passed over */
async function round(
  mails: readonly string[],
  { wantsOld = false, most = Infinity, meanwhile = () => Promise.resolve() }: Round = {},
): Promise<number[]> {
  const interruption = new AbortController();
  const done: number[] = [];
  const mailbox = mailboxOf(mails);
  const bytesOf = async (uid: number) => {
    await meanwhile();
    return mailbox.bytesOf(uid);
  };
  const onMail = ({ uid }: { uid: number }): void => {
    if (done.push(uid) === most) interruption.abort();
  };
  const how = { wantsOld, stop: interruption.signal, onMail };
  const scope = tenantScope(acme.scope.workspaceId);
  await app.app.get(MailboxFetchService).takeNew(scope, { ...mailbox, bytesOf }, how);
  return done;
}

// @proves E-21-27
it('a round for old mails goes on where it was interrupted, whatever another round has taken meanwhile', async () => {
  const mails = ['one', 'two', 'three', 'new'].map((Subject) => aMail({ headers: { Subject } }));
  expect(await round(mails.slice(0, 3))).toEqual([]);
  let first: number[] = [];
  const meanwhile = async () => {
    first = await round(mails, { wantsOld: true, most: 1 });
  };
  expect(await round(mails, { meanwhile })).toEqual([4]);
  expect(first).toEqual([1]);
  expect(await round(mails, { wantsOld: true })).toEqual([2, 3, 4]);
  expect(await round(mails)).toEqual([]);
});
