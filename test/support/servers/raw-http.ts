import { connect, type Socket } from 'node:net';
import { BASE_DOMAIN } from '../test-app.js';
import { until } from '../until.js';

/** A reply as it was received. Header names are in lower case. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which a test can send what no client library would send. */
export class RawConnection {
  private received = '';
  private isClosed = false;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => (this.received += text));
    socket.on('error', () => undefined);
    socket.on('close', () => (this.isClosed = true));
  }

  static async to(address: string): Promise<RawConnection> {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RawConnection(socket);
  }

  get closed(): boolean {
    return this.isClosed;
  }

  /** Sends bytes unchanged, or a text in UTF-8. Does nothing when the service has closed the connection. */
  send(bytes: string | Uint8Array): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** From now on nothing of what the service sends is taken. */
  stopReading(): void {
    this.socket.pause();
  }

  /** Waits for the first bytes of an answer, and takes nothing after them. */
  takeOnlyTheBeginning(): Promise<void> {
    return new Promise((resolve) => {
      this.socket.once('data', () => {
        this.socket.pause();
        resolve();
      });
    });
  }

  readOn(): void {
    this.socket.resume();
  }

  /** How many characters have come so far. */
  get length(): number {
    return this.received.length;
  }

  /** Everything that has come so far, as it came. */
  get text(): string {
    return this.received;
  }

  /** Ends the sending side of the connection. */
  finish(): void {
    this.socket.end();
  }

  /** All replies so far. */
  get replies(): RawReply[] {
    return repliesIn(this.received);
  }

  /** Waits for the first reply, or for the end of the connection when there is none. */
  async reply(): Promise<RawReply | 'closed'> {
    await until(
      () => this.isClosed || this.replies.length > 0,
      60,
      () => `There is no reply, only ${JSON.stringify(this.received)}.`,
    );
    return this.replies[0] ?? 'closed';
  }

  /** Waits until the service closes the connection. */
  end(): Promise<void> {
    return until(() => this.isClosed, 60, 'The connection is still open.');
  }

  close(): void {
    this.socket.destroy();
  }
}

/** The head of a request to a workspace: request line and headers, unchanged. */
export function requestHead(line: string, subdomain: string, ...headers: string[]): string {
  return [line, `Host: ${subdomain}.${BASE_DOMAIN}`, ...headers, '', ''].join('\r\n');
}

/** All complete replies that have a length. */
function repliesIn(text: string): RawReply[] {
  const [, status = '', head = ''] = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n([^]*?)\r\n\r\n/.exec(text) ?? [];
  if (status === '') return [];
  const rest = text.slice(text.indexOf('\r\n\r\n') + 4);
  // An interim reply (100) has no headers; the final one follows it.
  const headers = Object.fromEntries(
    head.split('\r\n').map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*: ?/, '')]),
  ) as Record<string, string>;
  const length = Number(headers['content-length'] ?? 0);
  if (rest.length < length) return [];
  return [{ status: Number(status), headers, body: rest.slice(0, length) }, ...repliesIn(rest.slice(length))];
}
