import type { ImapFlow } from 'imapflow';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../kernel/errors.js';
import { inOneLine } from '../kernel/text.js';
import type { OpenMailbox } from './cursor.rules.js';
import { mailboxName, type Finish, type MailboxAddress } from './mailbox-address.rules.js';
import type { Mailbox, MailboxMail } from './mailbox-fetch.service.js';

export type Login = { readonly pass: string } | { readonly accessToken: string };

/** Says in one sentence why a mailbox cannot be read. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError';
}

/** A large mail comes in pieces of this number of bytes. */
const PIECE_BYTES = 1024 * 1024;
/** A server that says nothing of new mails is asked for them this often. */
const POLL_MS = 60_000;

/** A folder that is read by IMAP, over one connection. */
export class ImapMailbox implements Mailbox {
  readonly name: string;
  private hasNews = true;
  private woken = new AbortController();

  private constructor(
    private readonly client: ImapFlow,
    private readonly address: MailboxAddress,
    private readonly after: Finish,
  ) {
    this.name = mailboxName(address);
    const wake = (): void => {
      this.hasNews = true;
      this.woken.abort();
    };
    client.on('exists', wake);
    client.on('close', wake);
    // The failure of a command says the same.
    client.on('error', () => undefined);
  }

  /** Connects, logs in and opens the folder. @throws MailboxError */
  static async connect(address: MailboxAddress, login: Login, after: Finish): Promise<ImapMailbox> {
    const { ImapFlow } = await library();
    const { host, port, tls, user, folder } = address;
    const client = new ImapFlow({
      ...{
        host,
        port,
        secure: tls === 'always',
        doSTARTTLS: tls === 'always' ? undefined : tls === 'required',
      },
      ...{ auth: { user, ...login }, logger: false, disableAutoIdle: true },
    });
    const mailbox = new ImapMailbox(client, address, after);
    try {
      await client.connect();
      await client.mailboxOpen(folder);
      if (after.do === 'move') await mailbox.requireFolder(after.folder);
      return mailbox;
    } catch (error) {
      mailbox.close();
      throw mailbox.failure(error);
    }
  }

  private async requireFolder(folder: string): Promise<void> {
    const found = await this.client.status(folder, { uidNext: true }).catch(() => false as const);
    if (found === false)
      throw new MailboxError(`There is no folder "${folder}" to which mails could be moved.`);
  }

  async open(): Promise<OpenMailbox> {
    this.hasNews = false;
    this.woken = new AbortController();
    // The server tells what has happened to the folder meanwhile.
    await this.asking(this.client.noop());
    const { mailbox } = this.client;
    if (mailbox === false)
      throw new MailboxError(`The folder "${this.address.folder}" is not open any more.`);
    return { uidValidity: Number(mailbox.uidValidity), uidNext: mailbox.uidNext };
  }

  async uidsAfter(uid: number): Promise<readonly number[]> {
    const found = await this.asking(this.client.search({ uid: `${uid + 1}:*` }, { uid: true }));
    if (!found) throw new MailboxError('The server does not list the mails.');
    // `*` is the last mail, also when that comes before the others.
    return found.filter((one) => one > uid).sort((one, other) => one - other);
  }

  async describe(uids: readonly number[]): Promise<readonly MailboxMail[]> {
    const wanted = { uid: true, size: true, internalDate: true };
    const found = await this.asking(this.client.fetchAll(uids.join(','), wanted, { uid: true }));
    return found
      .map(({ uid, size = 0, internalDate = new Date() }) => ({
        ...{ uid, byteSize: size, receivedAt: new Date(internalDate) },
      }))
      .sort((one, other) => one.uid - other.uid);
  }

  async bytesOf(uid: number): Promise<AsyncIterable<Uint8Array> | null> {
    const how = { uid: true, chunkSize: PIECE_BYTES };
    const { content } = await this.asking(this.client.download(String(uid), undefined, how));
    return content ? this.piecesOf(content) : null;
  }

  /** The subject of a mail, for people. */
  async subjectOf(uid: number): Promise<string> {
    const found = await this.asking(this.client.fetchOne(String(uid), { envelope: true }, { uid: true }));
    return found === false ? '' : inOneLine(found.envelope?.subject ?? '');
  }

  async finish(uid: number): Promise<void> {
    const { client, after } = this;
    const [range, by] = [String(uid), { uid: true }];
    const isDone = await this.asking<unknown>(
      after.do === 'flag'
        ? client.messageFlagsAdd(range, ['\\Seen'], by)
        : after.do === 'delete'
          ? client.messageDelete(range, by)
          : client.messageMove(range, after.folder, by),
    );
    if (isDone === false) throw new MailboxError(`The server does not let mails be ${DONE[after.do]}.`);
  }

  /** Waits until the server tells of a mail, or a minute. */
  async wait(stop: AbortSignal): Promise<void> {
    if (this.hasNews) return;
    // The next command ends it. When it fails, so does that command.
    this.client.idle().catch(() => undefined);
    const signal = AbortSignal.any([stop, this.woken.signal]);
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }

  close(): void {
    this.client.close();
  }

  private async *piecesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* content;
    } catch (error) {
      throw this.failure(error);
    }
  }

  /** @throws MailboxError when the server does not answer as it should */
  private async asking<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      throw this.failure(error);
    }
  }

  private failure(error: unknown): MailboxError {
    const said = error as { authenticationFailed?: boolean; mailboxMissing?: boolean; responseText?: string };
    const words = inOneLine(said.responseText ?? messageOf(error));
    const { user, host, folder } = this.address;
    if (error instanceof MailboxError) return error;
    if (said.authenticationFailed) return new MailboxError(`${host} refuses the login of ${user}: ${words}`);
    if (said.mailboxMissing) return new MailboxError(`${user} has no folder "${folder}" at ${host}.`);
    return new MailboxError(`The mailbox at ${host} cannot be read: ${words}`, { cause: error });
  }
}

const DONE: Readonly<Record<Finish['do'], string>> = {
  flag: 'marked as read',
  delete: 'deleted',
  move: 'moved',
};

/** Loads the optional package. @throws MailboxError when it is not installed */
async function library(): Promise<typeof import('imapflow')> {
  try {
    return await import('imapflow');
  } catch (error) {
    throw new MailboxError('desk mail fetch needs the optional package imapflow: install it.', {
      cause: error,
    });
  }
}
