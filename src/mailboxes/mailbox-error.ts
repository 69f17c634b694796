/** Says in one sentence why a mailbox, or a mail of it, cannot be read. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError';
}
