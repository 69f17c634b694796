import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent: signatures are made of it. */
  readonly body: string;
  readonly event: ReceivedEvent;
}

/** What a webhook sends. */
export interface ReceivedEvent {
  readonly id: string;
  readonly position?: number;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** Answers a request. */
export type Answer = (response: ServerResponse, received: Received) => void;

/** An endpoint of webhooks on loopback, which remembers what it got. */
export class Receiver {
  readonly received: Received[] = [];
  /** How many connections it has accepted. */
  connections = 0;
  answer: Answer = (response) => response.end('ok');

  private constructor(private readonly server: Server) {}

  /** On any port, or on one that a test wants to use once more after it has stopped. */
  static async start(port = 0): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('connection', () => (receiver.connections += 1));
    server.on('request', (request, response) => {
      void buffer(request).then((bytes) => {
        const body = bytes.toString('utf8');
        const { url: path = '', headers } = request;
        const received = { path, headers, body, event: JSON.parse(body) as ReceivedEvent };
        receiver.received.push(received);
        receiver.answer(response, received);
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** The events at a path, in the order in which they came. */
  eventsAt(path: string): ReceivedEvent[] {
    return this.received.filter((one) => one.path === path).map(({ event }) => event);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
