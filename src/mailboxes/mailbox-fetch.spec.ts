import type { InboundEmailsService } from '../mail-in/inbound-emails.service.js';
import type { Configuration } from '../platform/config/configuration.js';
import { tenantScope } from '../platform/tenancy/tenant-scope.js';
import type { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import type { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import type { WorkspaceId } from '../kernel/ids.js';
import type { MailboxCursorRepository } from './mailbox-cursor.repository.js';
import { MailboxFetchService, type Mailbox } from './mailbox-fetch.service.js';

const scope = tenantScope('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' as WorkspaceId);
const NOW = new Date();

/** Makes a mailbox with a number of mails, and a service that cannot take one of them. */
function aMailbox(count: number, broken?: number) {
  const uids = Array.from({ length: count }, (_, index) => index + 1);
  const [taken, finished]: [number[], number[]] = [[], []];
  const place = { uid: 0 };
  const mailbox: Mailbox = {
    name: 'INBOX',
    open: () => Promise.resolve({ uidValidity: 1, uidNext: 1 }),
    uidsAfter: (after) => Promise.resolve(uids.filter((uid) => uid > after)),
    describe: (some) => Promise.resolve(some.map((uid) => ({ uid, byteSize: 1, receivedAt: NOW }))),
    bytesOf: (uid) => Promise.resolve(bytesOf(uid)),
    finish: (uid) => Promise.resolve(void finished.push(uid)),
  };
  const emails = {
    receive: async (_scope: unknown, bytes: AsyncIterable<Uint8Array>) => {
      for await (const [uid = 0] of bytes) {
        if (uid === broken) throw new Error('The storage is away.');
        taken.push(uid);
      }
      return { email: { state: 'accepted' }, isNew: true };
    },
  } as unknown as InboundEmailsService;
  const cursors = {
    find: () => Promise.resolve(null),
    save: () => Promise.resolve(),
    advance: (_inner: unknown, _name: string, _cursor: unknown, uid: number) =>
      Promise.resolve(void (place.uid = uid)),
  } as unknown as MailboxCursorRepository;
  const unitOfWork = { run: (_scope: unknown, work: (inner: unknown) => unknown) => work({}) };
  const fetch = new MailboxFetchService(
    emails,
    cursors,
    unitOfWork as unknown as UnitOfWork,
    { inboundEmailLimitMb: 1 } as Configuration,
    { isSuspended: () => Promise.resolve(false) } as unknown as WorkspaceDirectory,
  );
  const { signal: stop } = new AbortController();
  const takeNew = () => fetch.takeNew(scope, mailbox, { wantsOld: false, stop, onMail: () => undefined });
  return { takeNew, uids, taken, finished, place };
}

async function* bytesOf(uid: number): AsyncGenerator<Uint8Array> {
  yield Promise.resolve(Uint8Array.of(uid));
}

describe('the mails of a mailbox', () => {
  it('are all taken, more than the server describes at once, too', async () => {
    const { takeNew, uids, taken, finished, place } = aMailbox(201);
    await takeNew();
    expect(taken).toEqual(uids);
    expect(finished).toEqual(uids);
    expect(place.uid).toBe(201);
  });

  it('are taken up to the first one that fails, which is the next one then', async () => {
    const { takeNew, finished, place } = aMailbox(4, 3);
    await expect(takeNew()).rejects.toThrow('The storage is away.');
    expect([finished, place.uid]).toEqual([[1, 2], 2]);
  });
});
