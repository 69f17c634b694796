import { randomInt } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Exactly the part of this number of requests is cut, at random places. */
const OF_A_ROUND = 10;

/** A proxy that cuts the connections of a part of all requests: before they reach the service, before their answer, or in the middle of it. */
export class CuttingProxy {
  requests = 0;
  cuts = 0;
  private readonly round: boolean[] = [];
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  private readonly server = http.createServer((request, response) => {
    this.pass(request, response);
  });

  private constructor(
    private readonly target: string,
    private readonly part: number,
  ) {}

  /** `part` is the part of the requests that are cut, such as 0.3. */
  static async to(target: string, part: number): Promise<{ proxy: CuttingProxy; url: string }> {
    const proxy = new CuttingProxy(target, part);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return { proxy, url: `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}` };
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  private isCut(): boolean {
    const { round, part } = this;
    if (round.length === 0)
      for (let at = 0; at < OF_A_ROUND; at++)
        round.splice(randomInt(round.length + 1), 0, at < part * OF_A_ROUND);
    return round.pop() === true;
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    this.requests++;
    const place = this.isCut() ? (['before', 'behind', 'within'] as const)[this.cuts++ % 3] : 'nowhere';
    if (place === 'before') return void request.socket.destroy();
    const { url = '/', method, headers } = request;
    const forwarded = http.request(
      new URL(url, this.target),
      { method, headers, agent: this.agent },
      (answer) => {
        if (place === 'behind') {
          answer.resume();
          return void request.socket.destroy();
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        if (place === 'nowhere') return void answer.pipe(response);
        answer.once('data', (piece: Buffer) => {
          response.write(piece.subarray(0, piece.length / 2), () => request.socket.destroy());
        });
        answer.once('end', () => request.socket.destroy());
      },
    );
    forwarded.on('error', () => request.socket.destroy());
    request.pipe(forwarded);
  }
}
