import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import type { SmtpServer } from '../../../src/platform/config/env.smtp.js';

/** A mail that a server has taken, or was about to take. */
export interface ReceivedMail {
  /** To whom the server was asked to give it. */
  readonly envelope: readonly string[];
  /** Where it is returned when it cannot be delivered. */
  readonly returnPath: string;
  /** As it came. */
  readonly raw: string;
  readonly mail: Email;
  /** Whether it came by TLS, and who has logged in. */
  readonly isSecure: boolean;
  readonly user: string | undefined;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** An answer other than "taken". */
export interface Refusal {
  readonly code: number;
  readonly text: string;
}

const refusalOf = ({ code, text }: Refusal): Error => Object.assign(new Error(text), { responseCode: code });

/** A server on loopback that takes mail and remembers it. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Mails whose bytes have come, taken or not. */
  readonly seen: ReceivedMail[] = [];
  /** How many connections it has accepted. */
  connections = 0;
  /** What it says to a recipient, by address, instead of taking it. */
  readonly refusedRecipients = new Map<string, Refusal>();
  /** What it does with the next mails: take them, refuse them, never answer, or close the connection. */
  answer: 'take' | 'hang' | 'close' | Refusal = 'take';
  /** What happens before it answers. */
  meanwhile: (received: ReceivedMail) => Promise<unknown> = () => Promise.resolve();

  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: SMTPServer) {}

  /** Without options it offers neither TLS nor a login. */
  static async start(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      ...options,
      onRcptTo: ({ address }, _session, callback) => {
        const refusal = mails.refusedRecipients.get(address);
        callback(refusal ? refusalOf(refusal) : null);
      },
      onData: (stream, session, callback) => {
        const envelope = session.envelope.rcptTo.map(({ address }) => address);
        const returnPath = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        const about = {
          envelope,
          returnPath,
          isSecure: session.secure,
          user: session.user as string | undefined,
        };
        // A mail whose connection ends before its last byte does not count.
        mails.take(stream, about, callback).catch(callback);
      },
    });
    const mails = new MailServer(server);
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => {
      mails.note(socket);
    });
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        resolve();
      });
    });
    return mails;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** As the configuration of a service has it. */
  get settings(): SmtpServer {
    return { host: '127.0.0.1', port: this.port, tls: 'offered', login: undefined };
  }

  /** Forgets what has come, and takes every mail again. */
  reset(): void {
    this.received.length = 0;
    this.seen.length = 0;
    this.answer = 'take';
    this.meanwhile = () => Promise.resolve();
    this.refusedRecipients.clear();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.server.close(resolve);
    });
  }

  private note(socket: Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  }

  private async take(
    stream: SMTPServerDataStream,
    about: Pick<ReceivedMail, 'envelope' | 'returnPath' | 'isSecure' | 'user'>,
    callback: (error?: Error | null) => void,
  ): Promise<void> {
    const raw = (await buffer(stream)).toString('utf8');
    const mail = await PostalMime.parse(raw);
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    const received = { ...about, raw, mail, header };
    this.seen.push(received);
    await this.meanwhile(received);
    if (this.answer === 'hang') return;
    if (this.answer === 'close') {
      for (const socket of this.sockets) socket.destroy();
    } else if (this.answer === 'take') {
      this.received.push(received);
      callback();
    } else callback(refusalOf(this.answer));
  }
}
