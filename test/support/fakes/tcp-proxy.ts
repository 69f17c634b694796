import net, { type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy in front of a server. It can be made silent (connections stay open, but nothing passes, or no answer comes
 * back), and it can cut connections.
 */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private silent = false;
  private fatal: RegExp | null = null;
  private cuts = false;
  private readonly said = new Map<Socket, string>();
  private readonly deaf = new Set<Socket>();

  private constructor(private readonly server: net.Server) {}

  static async to(address: string): Promise<{ proxy: TcpProxy; address: string }> {
    const target = new URL(address);
    const server = net.createServer({ allowHalfOpen: true });
    const proxy = new TcpProxy(server);
    server.on('connection', (near) => {
      const far = net.connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
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

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private hear(near: Socket, chunk: Buffer): void {
    if (this.fatal === null) return;
    const said = (this.said.get(near) ?? '') + chunk.toString('latin1');
    this.said.set(near, said);
    if (this.fatal.test(said)) this.deaf.add(near);
  }

  private cut(client: Socket, answer: Buffer): void {
    [this.fatal, this.cuts] = [null, false];
    client.write(answer.subarray(0, answer.length / 2), () => client.resetAndDestroy());
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (chunk) => {
      if (this.cuts && this.deaf.has(to)) this.cut(to, chunk);
      else if (!this.silent && !this.deaf.has(to)) to.write(chunk);
    });
    from.on('end', () => {
      if (!this.silent) to.end();
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }
}
