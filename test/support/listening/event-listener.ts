import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { BASE_DOMAIN } from '../test-app.js';
import { until } from '../until.js';

/** An event as a stream has sent it. */
export interface HeardEvent {
  readonly id: number;
  readonly type: string;
  /** `data` as it came. */
  readonly text: string;
}

export interface Listening {
  readonly url: string;
  readonly subdomain: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The address without the server; that of agents without it. */
  readonly path?: string;
  /** The certificate of a server with HTTPS, in PEM. */
  readonly ca?: string;
}

const AGENTS = '/api/external/v2/events/stream';

/** A client of a stream of events. It reads messages as the standard says, and knows what it was told last. */
export class EventListener {
  readonly events: HeardEvent[] = [];
  /** Everything that has come, as it came. */
  text = '';
  lastId: string | null = null;
  isOver = false;
  private rest = '';

  private constructor(
    private readonly response: IncomingMessage,
    private readonly subdomain: string,
  ) {
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      this.read(piece);
    });
    response.on('error', () => undefined);
    response.on('close', () => (this.isOver = true));
  }

  /** Begins to listen, and has the first message when it resolves, or the whole of a refusal. */
  static open({ url, subdomain, headers, path = AGENTS, ca }: Listening): Promise<EventListener> {
    return new Promise((resolve, reject) => {
      const host = `${subdomain}.${BASE_DOMAIN}`;
      const request = (ca === undefined ? get : getSecurely)(
        `${url}${path}`,
        { agent: false, headers: { Host: host, ...headers }, ...(ca && { ca, servername: host }) },
        (response) => {
          const listener = new EventListener(response, subdomain);
          until(() => listener.lastId !== null || listener.isOver).then(() => {
            resolve(listener);
          }, reject);
        },
      );
      request.on('error', reject);
    });
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get headers(): IncomingHttpHeaders {
    return this.response.headers;
  }

  /** A refusal, as JSON says it. */
  get refusal(): { readonly code?: string; readonly field_errors?: readonly object[] } {
    return JSON.parse(this.text) as { readonly code?: string };
  }

  get shown(): unknown[] {
    return this.events.map(({ text }) => JSON.parse(text) as unknown);
  }

  /** Waits until the given number of events has come. */
  async hears(count: number): Promise<void> {
    await until(
      () => this.events.length >= count,
      60,
      () => `${this.subdomain} has heard ${this.events.length} of ${count}: ${this.text.slice(-1_000)}`,
    );
  }

  /** Takes nothing more of what comes. */
  stopReading(): void {
    this.response.socket.pause();
  }

  close(): void {
    this.response.destroy();
  }

  private read(piece: string): void {
    this.text += piece;
    const messages = (this.rest + piece).split('\n\n');
    this.rest = messages.pop() ?? '';
    for (const message of messages) this.take(new Map(message.split('\n').map(fieldOf)));
  }

  private take(fields: ReadonlyMap<string, string>): void {
    const id = fields.get('id');
    if (id !== undefined) this.lastId = id;
    const text = fields.get('data');
    if (text !== undefined) this.events.push({ id: Number(id), type: fields.get('event') ?? '', text });
  }
}

function fieldOf(line: string): [string, string] {
  const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
  return [name, value];
}
