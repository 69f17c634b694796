import { Readable } from 'node:stream';
import type { Mailbox } from '../../../src/mailboxes/mailbox-fetch.service.js';

/** Makes a mailbox that has these mails, in their order, and no others. */
export function mailboxOf(mails: readonly string[]): Mailbox {
  const opened = { uidValidity: 1, uidNext: mails.length + 1 };
  return {
    name: 'support@imap.acme.example/INBOX',
    open: () => Promise.resolve(opened),
    reconnect: () => Promise.resolve(opened),
    uidsAfter: (after) => Promise.resolve([...mails.keys()].map((at) => at + 1).filter((uid) => uid > after)),
    describe: (uids) =>
      Promise.resolve(uids.map((uid) => ({ uid, byteSize: 1_000, receivedAt: new Date() }))),
    bytesOf: (uid) => Promise.resolve(Readable.from([Buffer.from(mails[uid - 1] ?? '')])),
    finish: () => Promise.resolve(),
  };
}
