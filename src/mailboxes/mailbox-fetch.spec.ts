import type { InboundEmailsService } from '../mail-in/inbound-emails.service.js';
import type { Configuration } from '../platform/config/configuration.js';
import { tenantScope } from '../platform/tenancy/tenant-scope.js';
import type { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import type { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import type { WorkspaceId } from '../kernel/ids.js';
import type { MailboxCursorRepository } from './mailbox-cursor.repository.js';
import { MailboxError } from './mailbox-error.js';
import { MailboxFetchService, type Mailbox } from './mailbox-fetch.service.js';

const scope = tenantScope('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' as WorkspaceId);
const NOW = new Date();

/** The server fails with the mail of one UID, in one of its answers, the given number of `times`, and ends the connection. */
interface Failing {
  readonly at?: 'describe' | 'bytesOf' | 'bytes' | 'finish';
  readonly uid?: number;
  readonly times?: number;
  /** The cause of the failure: the server answers again, is away, or has given other UIDs. */
  readonly then?: 'answers' | 'is away' | 'has other UIDs';
}

/** Makes a mailbox with a number of mails, and a service that cannot take one of them. */
function aMailbox(count: number, { broken, failing = {} }: { broken?: number; failing?: Failing } = {}) {
  const uids = Array.from({ length: count }, (_, index) => index + 1);
  const [taken, finished, said]: [number[], number[], string[]] = [[], [], []];
  const place = { uid: 0 };
  let left = failing.times ?? Infinity;
  const failAt = (at: Failing['at'], ...some: readonly number[]): void => {
    if (at !== failing.at || !some.includes(failing.uid ?? 0) || left === 0) return;
    left -= 1;
    throw new MailboxError('The connection was lost.');
  };
  const mailbox: Mailbox = {
    name: 'INBOX',
    open: () => Promise.resolve({ uidValidity: 1, uidNext: 1 }),
    uidsAfter: (after) => Promise.resolve(uids.filter((uid) => uid > after)),
    describe: async (some) => {
      failAt('describe', ...some);
      return Promise.resolve(some.map((uid) => ({ uid, byteSize: 1, receivedAt: NOW })));
    },
    bytesOf: async (uid) => {
      failAt('bytesOf', uid);
      return Promise.resolve(
        bytesOf(uid, () => {
          failAt('bytes', uid);
        }),
      );
    },
    finish: async (uid) => {
      failAt('finish', uid);
      return Promise.resolve(void finished.push(uid));
    },
    reconnect: async () => {
      if (failing.then === 'is away') throw new MailboxError('The server is away.');
      return Promise.resolve({ uidValidity: failing.then === 'has other UIDs' ? 2 : 1, uidNext: 1 });
    },
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
  const takeNew = () =>
    fetch.takeNew(scope, mailbox, {
      ...{ wantsOld: false, stop },
      onMail: ({ uid, failure }, as) =>
        void said.push(`${uid} ${as}${failure ? `: ${failure.message}` : ''}`),
    });
  return { takeNew, uids, taken, finished, said, place };
}

async function* bytesOf(uid: number, fail: () => void): AsyncGenerator<Uint8Array> {
  yield Promise.resolve(Uint8Array.of(uid));
  fail();
}

describe('the mails of a mailbox', () => {
  it('are all taken, even more than the server describes at once', async () => {
    const { takeNew, uids, taken, finished, place } = aMailbox(201);
    await takeNew();
    expect(taken).toEqual(uids);
    expect(finished).toEqual(uids);
    expect(place.uid).toBe(201);
  });

  it('are taken up to the first one that fails, which is the next one then', async () => {
    const { takeNew, finished, place } = aMailbox(4, { broken: 3 });
    await expect(takeNew()).rejects.toThrow('The storage is away.');
    expect([finished, place.uid]).toEqual([[1, 2], 2]);
  });
});

describe('a mail with which the server fails', () => {
  const LOST = 'The connection was lost.';

  it.each(['describe', 'bytesOf', 'bytes'] as const)('is passed over, and named, at %s', async (at) => {
    const { takeNew, finished, said, place } = aMailbox(5, { failing: { at, uid: 2 } });
    await takeNew();
    expect(finished).toEqual([1, 3, 4, 5]);
    expect(said).toEqual(['1 accepted', `2 unread: ${LOST}`, '3 accepted', '4 accepted', '5 accepted']);
    expect(place.uid).toBe(5);
  });

  it.each(['describe', 'bytesOf', 'bytes', 'finish'] as const)(
    'is asked for again, and taken when it comes, at %s',
    async (at) => {
      const { takeNew, uids, finished, said } = aMailbox(3, { failing: { at, uid: 2, times: 2 } });
      await takeNew();
      expect(finished).toEqual(uids);
      expect(said.filter((one) => one.includes(LOST))).toEqual([]);
    },
  );

  it('is taken, and named, when it cannot be marked', async () => {
    const { takeNew, taken, finished, said, place } = aMailbox(3, { failing: { at: 'finish', uid: 2 } });
    await takeNew();
    expect([taken, finished]).toEqual([
      [1, 2, 3],
      [1, 3],
    ]);
    expect(said[1]).toBe(`2 accepted: ${LOST}`);
    expect(place.uid).toBe(3);
  });

  it.each([
    ['is away', 'The server is away.'],
    ['has other UIDs', LOST],
  ] as const)('stays the next one when the server %s', async (then, message) => {
    const { takeNew, finished, place } = aMailbox(3, { failing: { at: 'bytesOf', uid: 2, then } });
    await expect(takeNew()).rejects.toThrow(message);
    expect([finished, place.uid]).toEqual([[1], 1]);
  });
});
