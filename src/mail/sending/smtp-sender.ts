import { Injectable } from '@nestjs/common';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { inOneLine, sendableEmail } from '../../kernel/text.js';
import { messageOf as reasonOf } from '../../kernel/thrown.js';
import { messageOf, type Letter, type Message } from '../composing/message.js';
import { outcomeOf, type SmtpError, type SmtpOutcome } from './smtp-outcome.rules.js';
import { Configuration } from '../../platform/config/configuration.js';

/** Milliseconds to connect, and to be greeted. */
const GREETING_MS = 10_000;
/** Milliseconds to answer a goodbye. */
const GOODBYE_MS = 1_000;

/** Gives mails to the server of `SMTP_URL`. Each has a connection of its own, which ends with it. */
@Injectable()
export class SmtpSender {
  constructor(private readonly configuration: Configuration) {}

  get hasServer(): boolean {
    return this.configuration.smtp !== undefined;
  }

  /**
   * Tries once to send a letter to some of its recipients. It does not throw.
   * @param stop ends it at once
   */
  async send(letter: Letter, to: readonly string[], stop: AbortSignal): Promise<SmtpOutcome> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(this.configuration.smtpTimeoutMs)]);
    const connection = new SMTPConnection(this.settings());
    let message: Message | undefined;
    try {
      message = await messageOf(letter);
      const { address } = letter.from;
      const envelope = { from: sendableEmail(address) ?? address, to: [...to] };
      const sending = this.converse(connection, envelope, message.bytes);
      const outcome = outcomeOf(to, await Promise.race([sending, ended(signal)]));
      await sayGoodbye(connection);
      return outcome;
    } catch (error) {
      return outcomeOf(to, error as SmtpError);
    } finally {
      connection.close();
      message?.close();
    }
  }

  /** Connects to the server and logs in. @returns why that fails, or null */
  async check(): Promise<string | null> {
    const signal = AbortSignal.timeout(GREETING_MS);
    const connection = new SMTPConnection(this.settings());
    try {
      await Promise.race([this.open(connection), ended(signal)]);
      await sayGoodbye(connection);
      return null;
    } catch (error) {
      return inOneLine(reasonOf(error));
    } finally {
      connection.close();
    }
  }

  private open(connection: SMTPConnection): Promise<void> {
    return new Promise((resolve, reject) => {
      connection.once('error', reject);
      connection.once('end', () => {
        reject(closed());
      });
      connection.connect((error) => {
        if (error) reject(error);
        else this.logIn(connection).then(resolve, reject);
      });
    });
  }

  /** @returns the refusals of single recipients, when the server took the mail for others */
  private converse(
    connection: SMTPConnection,
    envelope: SMTPConnection.Envelope,
    bytes: Readable,
  ): Promise<readonly SmtpError[]> {
    return new Promise((resolve, reject) => {
      connection.once('error', reject);
      bytes.once('error', reject);
      connection.once('end', () => {
        reject(closed());
      });
      const send = (): void => {
        connection.send(envelope, bytes, (error, info) => {
          if (error) reject(error);
          else resolve((info.rejectedErrors ?? []) as readonly SmtpError[]);
        });
      };
      this.open(connection).then(send, reject);
    });
  }

  private logIn(connection: SMTPConnection): Promise<void> {
    const { login } = this.configuration.smtp ?? {};
    if (!login) return Promise.resolve();
    return new Promise((resolve, reject) => {
      connection.login({ credentials: { user: login.user, pass: login.password } }, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
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
      // What has ended must not stay open beside the next connection.
      socketCloseTimeout: 0,
    };
  }
}

/** Servers note clients that leave without a word. The mail is taken already, so nobody waits long for the answer. */
async function sayGoodbye(connection: SMTPConnection): Promise<void> {
  const gone = new Promise((resolve) => connection.once('end', resolve));
  connection.quit();
  await Promise.race([gone, sleep(GOODBYE_MS, undefined, { ref: false })]);
}

const closed = (): Error => new Error('the mail server closed the connection');

/** Rejects when the time is over, or the process ends. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => {
      reject(new Error('the mail server took too long'));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}
