import type { ImapFlow } from 'imapflow';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../kernel/errors.js';
import { inOneLine } from '../kernel/text.js';
import type { OpenMailbox } from './cursor.rules.js';
import { mailboxName, type Finish, type MailboxAddress } from './mailbox-address.rules.js';
import { MailboxError } from './mailbox-error.js';
import type { Mailbox, MailboxMail } from './mailbox-fetch.service.js';

export type Login = { readonly pass: string } | { readonly accessToken: string };

/** A large mail comes in pieces of this number of bytes. */
const PIECE_BYTES = 1024 * 1024;
/** A server that says nothing of new mails is asked for them this often. */
const POLL_MS = 60_000;

/** A folder that is read by IMAP, over one connection at a time. */
export class ImapMailbox implements Mailbox {
  readonly name: string;
  private hasNews = true;
  private woken = new AbortController();

  private constructor(
    private client: ImapFlow,
    private readonly address: MailboxAddress,
    private readonly login: () => Promise<Login>,
    private readonly after: Finish,
  ) {
    this.name = mailboxName(address);
  }

  /** Connects, logs in and opens the folder. `login` is asked at each connection. @throws MailboxError, and what `login` throws */
  static async connect(
    address: MailboxAddress,
    login: () => Promise<Login>,
    after: Finish,
  ): Promise<ImapMailbox> {
    const mailbox = new ImapMailbox(await clientFor(address, login), address, login, after);
    await mailbox.begin();
    return mailbox;
  }

  async reconnect(): Promise<OpenMailbox> {
    if (!this.client.usable) {
      this.close();
      this.client = await clientFor(this.address, this.login);
      await this.begin();
    }
    return this.answering();
  }

  private async begin(): Promise<void> {
    const { client, after } = this;
    const wake = (): void => {
      this.hasNews = true;
      this.woken.abort();
    };
    client.on('exists', wake);
    client.on('close', wake);
    // The failure of a command says the same.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.mailboxOpen(this.address.folder);
      if (after.do === 'move') await this.requireFolder(after.folder);
    } catch (error) {
      this.close();
      throw this.failure(error);
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
    return this.answering();
  }

  /** Asks the server what has happened to the folder meanwhile. */
  private async answering(): Promise<OpenMailbox> {
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

/** Makes a client that is not connected yet. */
async function clientFor(
  { host, port, tls, user }: MailboxAddress,
  login: () => Promise<Login>,
): Promise<ImapFlow> {
  const { ImapFlow } = await library();
  return new ImapFlow({
    ...{
      host,
      port,
      secure: tls === 'always',
      doSTARTTLS: tls === 'always' ? undefined : tls === 'required',
    },
    ...{ auth: { user, ...(await login()) }, logger: false, disableAutoIdle: true },
  });
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
