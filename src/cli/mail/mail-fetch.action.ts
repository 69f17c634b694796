import { exec } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DomainError } from '../../kernel/errors.js';
import { MEBIBYTE } from '../../kernel/text.js';
import { ImapMailbox, type Login } from '../../mailboxes/imap-mailbox.js';
import type { Finish, MailboxAddress } from '../../mailboxes/mailbox-address.rules.js';
import { MailboxError } from '../../mailboxes/mailbox-error.js';
import {
  MailboxFetchService,
  type FetchedAs,
  type FetchedMail,
  type MailboxMail,
} from '../../mailboxes/mailbox-fetch.service.js';
import { MailboxesModule } from '../../mailboxes/mailboxes.module.js';
import { toDomainError } from '../../platform/database/postgres-errors.js';
import { describeFailure } from '../failure.js';
import { readText } from '../files.js';
import { startProgress } from '../output/progress.js';
import { CommandError, type Terminal } from '../output/terminal.js';
import { withWorkspace, type WorkspaceSession } from '../session.js';

export interface FetchOptions {
  readonly imap: MailboxAddress;
  readonly after: Finish;
  readonly passwordFile?: string;
  readonly tokenCommand?: string;
  readonly all?: true;
  readonly watch?: true;
}

/** A command that makes a token may take this time. */
const TOKEN_MS = 30_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1_000, 60_000];

/** Hands the mails of a mailbox to the service: those that are new, or with `--watch` all that come. @throws CommandError */
export async function fetchMail(terminal: Terminal, subdomain: string, options: FetchOptions): Promise<void> {
  const login = loginOf(terminal, options);
  await withWorkspace(terminal, subdomain, [MailboxesModule], async (session) => {
    const end = new AbortController();
    session.onLeave(() => {
      end.abort();
      return Promise.resolve();
    });
    const connect = (): Promise<ImapMailbox> => ImapMailbox.connect(options.imap, login, options.after);
    const mailbox = await inWords(connect());
    const round = (opened: ImapMailbox): Promise<void> =>
      takeNew(terminal, session, opened, options, end.signal);
    try {
      if (options.watch) await watch(terminal, { mailbox, connect, round }, end.signal);
      else await inWords(round(mailbox));
    } finally {
      mailbox.close();
    }
  });
}

interface Watching {
  readonly mailbox: ImapMailbox;
  readonly connect: () => Promise<ImapMailbox>;
  readonly round: (mailbox: ImapMailbox) => Promise<void>;
}

/** Takes mails as they come, and connects again after a temporary failure. */
async function watch(
  terminal: Terminal,
  { mailbox, connect, round }: Watching,
  stop: AbortSignal,
): Promise<void> {
  let opened: ImapMailbox | null = mailbox;
  let pauseMs = FIRST_PAUSE_MS;
  const isOver = (): boolean => stop.aborted;
  while (!isOver()) {
    try {
      opened ??= await connect();
      await round(opened);
      pauseMs = FIRST_PAUSE_MS;
      await opened.wait(stop);
    } catch (error) {
      if (isOver()) return;
      opened?.close();
      opened = null;
      if (!mayPass(error)) throw error;
      for (const line of describeFailure(error, terminal.io)) terminal.say(line);
      await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }
}

function mayPass(error: unknown): boolean {
  return (
    error instanceof MailboxError ||
    error instanceof CommandError ||
    toDomainError(error) instanceof DomainError
  );
}

/** Makes one round, and says what became of its mails. */
async function takeNew(
  terminal: Terminal,
  { app, scope, config }: WorkspaceSession,
  mailbox: ImapMailbox,
  { all, watch }: FetchOptions,
  stop: AbortSignal,
): Promise<void> {
  const counts = new Map<FetchedAs, number>();
  let [done, progress] = [0, null as ReturnType<typeof startProgress> | null];
  const onMail = async (mail: FetchedMail, as: FetchedAs, total: number): Promise<void> => {
    counts.set(as, (counts.get(as) ?? 0) + 1);
    progress ??= startProgress(terminal, total);
    progress.show((done += 1), `${done} of ${total} mails`);
    if (as === 'too_large') terminal.say(await tooLarge(mailbox, mail, config.inboundEmailLimitMb));
    if (mail.failure) terminal.say(failed(mail.uid, as, mail.failure));
  };
  try {
    await app.get(MailboxFetchService).takeNew(scope, mailbox, { wantsOld: all === true, stop, onMail });
  } finally {
    progress?.end();
    if (done > 0 || !watch) terminal.say(summaryOf(counts));
  }
}

async function tooLarge(
  mailbox: ImapMailbox,
  { uid, byteSize }: MailboxMail,
  limitMb: number,
): Promise<string> {
  const size = (byteSize / MEBIBYTE).toFixed(1);
  return `Passed over: the mail "${await mailbox.subjectOf(uid)}" (UID ${uid}) has ${size} MiB, and INBOUND_EMAIL_LIMIT is ${limitMb}.`;
}

function failed(uid: number, as: FetchedAs, { message }: MailboxError): string {
  return `${as === 'unread' ? 'Passed over' : 'Taken, and left as it is'}: the mail with UID ${uid}. ${message}`;
}

/** The words for the results of mails, in the order of the last line. */
const WORDS: Readonly<Record<FetchedAs, string>> = {
  accepted: 'accepted',
  ignored: 'ignored',
  suspended: 'suspended',
  pending: 'still being judged',
  deleted: 'deleted meanwhile',
  known: 'known already',
  left: 'older than the first',
  gone: 'gone meanwhile',
  too_large: 'too large',
  unread: 'that the server does not give',
};

function summaryOf(counts: ReadonlyMap<FetchedAs, number>): string {
  const parts = Object.entries(WORDS).flatMap(([as, words]) => {
    const count = counts.get(as as FetchedAs);
    return count === undefined ? [] : [`${count} ${words}`];
  });
  return parts.length === 0 ? 'There is no new mail.' : `Mails: ${parts.join(', ')}.`;
}

/** Makes a function that gives the password, or a new token each time. @throws CommandError when there is neither or both */
function loginOf(terminal: Terminal, { passwordFile, tokenCommand }: FetchOptions): () => Promise<Login> {
  if ((passwordFile === undefined) === (tokenCommand === undefined))
    throw new CommandError('Either --password-file or --token-command is needed.');
  if (tokenCommand !== undefined) return async () => ({ accessToken: await tokenOf(tokenCommand) });
  const file = passwordFile ?? '';
  let password: Promise<string> | undefined;
  // Standard input can be read once.
  return async () => ({ pass: (await (password ??= readText(terminal, file))).replace(/\r?\n$/, '') });
}

async function tokenOf(command: string): Promise<string> {
  try {
    const { stdout } = await promisify(exec)(command, { timeout: TOKEN_MS });
    if (stdout.trim() === '') throw new Error('it has printed nothing');
    return stdout.trim();
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new CommandError(`The token command has failed: ${stderr.trim() || endOf(error)}`);
  }
}

interface EndedProgram extends Error {
  readonly code?: unknown;
  readonly killed?: boolean;
  readonly signal?: string | null;
}

/** Says how a program ended. Node.js would repeat the command, which may hold a secret. */
function endOf(error: unknown): string {
  const { code, killed, signal, message } = error as EndedProgram;
  if (typeof code === 'number') return `it ended with status ${code}`;
  if (!signal) return message;
  return killed ? `it took longer than ${TOKEN_MS / 1_000} s` : `it was ended by ${signal}`;
}

async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof MailboxError ? new CommandError(error.message, { cause: error }) : error;
  }
}
