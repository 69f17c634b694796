import { Inject, Injectable } from '@nestjs/common';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inOneLine, sendableEmail } from '../../kernel/text.js';
import { messageOf as reasonOf } from '../../kernel/errors.js';
import { loadPackage } from '../../kernel/load-package.js';
import { messageOf, type Letter, type Message } from '../composing/message.js';
import { outcomeOf, type SmtpError, type SmtpOutcome } from './smtp-outcome.rules.js';
import { Configuration } from '../../platform/config/configuration.js';

/** Milliseconds to connect, and to be greeted. */
const GREETING_MS = 10_000;
const GOODBYE_MS = 1_000;

/** Gives mails to the server of `SMTP_URL`, each by a connection of its own. */
@Injectable()
export class SmtpSender {
  constructor(
    @Inject(Configuration) private readonly configuration: Pick<Configuration, 'smtp' | 'smtpTimeoutMs'>,
  ) {}

  get hasServer(): boolean {
    return this.configuration.smtp !== undefined;
  }

  /** Tries once to send a letter to some of its recipients, until `stop` is aborted. It does not throw. */
  async send(letter: Letter, to: readonly string[], stop: AbortSignal): Promise<SmtpOutcome> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(this.configuration.smtpTimeoutMs)]);
    let message: Message | undefined;
    try {
      message = await messageOf(letter);
      const { bytes } = message;
      const returnPath = letter.returnPath ?? letter.from.address;
      const envelope = { from: sendableEmail(returnPath) ?? returnPath, to: [...to] };
      const { rejectedErrors = [] } = await this.converse([unreadable(bytes), ended(signal)], (connection) =>
        promisify(connection.send.bind(connection))(envelope, bytes),
      );
      return outcomeOf(to, rejectedErrors);
    } catch (error) {
      return outcomeOf(to, error as SmtpError);
    } finally {
      message?.close();
    }
  }

  /** Connects to the server and logs in. @returns the reason why that fails, or null */
  async check(): Promise<string | null> {
    try {
      await this.converse([ended(AbortSignal.timeout(GREETING_MS))], () => Promise.resolve());
      return null;
    } catch (error) {
      return inOneLine(reasonOf(error));
    }
  }

  /** Connects, logs in, calls `talk`, and says goodbye. It rejects as soon as one of `ends` rejects. */
  private async converse<Answer>(
    ends: readonly Promise<never>[],
    talk: (connection: SMTPConnection) => Promise<Answer>,
  ): Promise<Answer> {
    const Connection = loadPackage('nodemailer/lib/smtp-connection') as typeof SMTPConnection;
    const connection = new Connection(this.settings());
    try {
      const talking = this.open(connection).then(() => talk(connection));
      const answer = await Promise.race([talking, broken(connection), ...ends]);
      await sayGoodbye(connection);
      return answer;
    } finally {
      connection.close();
    }
  }

  private async open(connection: SMTPConnection): Promise<void> {
    await promisify(connection.connect.bind(connection))();
    const { login } = this.configuration.smtp ?? {};
    if (!login) return;
    const credentials = { user: login.user, pass: login.password };
    await promisify(connection.login.bind(connection))({ credentials });
  }

  private settings(): SMTPConnection.Options {
    const { smtp, smtpTimeoutMs } = this.configuration;
    if (!smtp) throw new Error('There is no mail server.');
    return {
      host: smtp.host,
      port: smtp.port,
      secure: smtp.tls === 'always',
      requireTLS: smtp.tls === 'required',
      ignoreTLS: smtp.tls === 'never',
      connectionTimeout: GREETING_MS,
      dnsTimeout: GREETING_MS,
      greetingTimeout: GREETING_MS,
      socketTimeout: smtpTimeoutMs,
      // An ended connection must not stay open beside the next one.
      socketCloseTimeout: 0,
    };
  }
}

/** Says goodbye, because servers log clients that just leave. The mail is taken, so nobody waits long for the answer. */
async function sayGoodbye(connection: SMTPConnection): Promise<void> {
  const gone = once(connection, 'end').catch(() => undefined);
  connection.quit();
  await Promise.race([gone, sleep(GOODBYE_MS, undefined, { ref: false })]);
}

async function broken(connection: SMTPConnection): Promise<never> {
  await once(connection, 'end');
  // An error that ended the connection says more.
  await nextTurn();
  throw new Error('the mail server closed the connection');
}

async function unreadable(bytes: Readable): Promise<never> {
  const [error] = (await once(bytes, 'error')) as [Error];
  throw error;
}

/** Rejects when the time is over, or the process ends. */
async function ended(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw new Error('the mail server took too long');
}
