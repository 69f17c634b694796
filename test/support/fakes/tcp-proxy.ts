import net, { type AddressInfo, type Socket } from 'node:net';

/** A slow answer has a pause before each byte, so that nobody mistakes its connection for a dead one. */
const BYTE_MS = 100;

/** The message by which a client of PostgreSQL ends its connection. */
const TERMINATE = Buffer.from('X\0\0\0\x04', 'latin1');

/**
 * A proxy in front of a server. It can be made silent (connections stay open, but nothing passes, or no answer comes
 * back) or slow, and it can cut connections.
 */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private silent = false;
  private fatal: RegExp | null = null;
  private cuts = false;
  private readonly said = new Map<Socket, string>();
  private readonly deaf = new Set<Socket>();
  /** What these clients wait for. */
  private readonly held = new Map<Socket, Buffer>();
  private isSlow = false;
  private hidesEnds = false;
  private readonly trickle = setInterval(() => {
    this.letBytesGo((answer) => Math.min(1, answer.length - 1));
  }, BYTE_MS).unref();

  private constructor(private readonly server: net.Server) {}

  static async to(address: string): Promise<{ proxy: TcpProxy; address: string }> {
    const target = new URL(address);
    // Otherwise small packets would wait for the one before to be confirmed, which takes up to 40 ms.
    const server = net.createServer({ allowHalfOpen: true, noDelay: true });
    const proxy = new TcpProxy(server);
    server.on('connection', (near) => {
      const far = net.connect({
        port: Number(target.port),
        host: target.hostname,
        allowHalfOpen: true,
        noDelay: true,
      });
      near.on('data', (chunk: Buffer) => {
        proxy.hear(near, chunk);
      });
      proxy.join(near, far);
      proxy.join(far, near);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const through = new URL(address);
    through.port = String((server.address() as AddressInfo).port);
    return { proxy, address: through.href };
  }

  fallSilent(): void {
    this.silent = true;
  }

  speakAgain(): void {
    this.silent = false;
  }

  /** From now on, the server does not hear that clients end their connections. */
  hideEnds(): void {
    this.hidesEnds = true;
  }

  /** Cuts every connection on both sides. */
  reset(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /**
   * From now on, when a client sends a text that matches, the text still reaches the server, but the client gets no
   * answer any more.
   */
  swallowRepliesAfter(fatal: RegExp | null): void {
    this.fatal = fatal;
  }

  /** When a client next sends a text that matches, it gets the first half of the answer, and its connection is cut. */
  cutAnswerTo(fatal: RegExp): void {
    this.fatal = fatal;
    this.cuts = true;
  }

  /**
   * From now on, when a client sends a text that matches, its answers come a byte at a time, and the last byte of each comes when the test
   * lets it go. So a slow answer is as slow as the test wants.
   */
  slowAnswersTo(text: RegExp): void {
    this.fatal = text;
    this.isSlow = true;
  }

  /** Whether a slow answer waits. */
  get hasSlowAnswer(): boolean {
    return [...this.held.values()].some(({ length }) => length > 0);
  }

  /** Sends the slow answers that wait at once. Later ones are slow again. */
  letAnswersGo(): void {
    this.letBytesGo((answer) => answer.length);
  }

  close(): void {
    clearInterval(this.trickle);
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private hear(near: Socket, chunk: Buffer): void {
    if (this.fatal === null) return;
    const said = (this.said.get(near) ?? '') + chunk.toString('latin1');
    this.said.set(near, said);
    if (!this.fatal.test(said)) return;
    if (!this.isSlow) this.deaf.add(near);
    else if (!this.held.has(near)) this.held.set(near, Buffer.alloc(0));
  }

  private letBytesGo(count: (answer: Buffer) => number): void {
    for (const [client, answer] of this.held) {
      const sent = Math.max(0, count(answer));
      if (sent > 0) client.write(answer.subarray(0, sent));
      this.held.set(client, answer.subarray(sent));
    }
  }

  private cut(client: Socket, answer: Buffer): void {
    [this.fatal, this.cuts] = [null, false];
    client.write(answer.subarray(0, answer.length / 2), () => client.resetAndDestroy());
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (chunk: Buffer) => {
      if (this.hidesEnds && chunk.equals(TERMINATE)) return;
      const answer = this.held.get(to);
      if (answer) this.held.set(to, Buffer.concat([answer, chunk]));
      else if (this.cuts && this.deaf.has(to)) this.cut(to, chunk);
      else if (!this.silent && !this.deaf.has(to)) to.write(chunk);
    });
    from.on('end', () => {
      if (!this.silent && !this.hidesEnds) to.end();
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      this.held.delete(from);
      if (!this.hidesEnds) to.destroy();
    });
  }
}
