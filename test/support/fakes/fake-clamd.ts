import net, { type AddressInfo, type Socket } from 'node:net';

/** A server that speaks the protocol of clamd as clamd(8) describes it, and finds one word. */
export class FakeClamd {
  /** The length of the longest file that it takes. */
  maxBytes = 1_000_000;
  /** What it has been sent on the connections so far. */
  readonly files: Buffer[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server = net.createServer((socket) => {
    if (this.isAway) socket.destroy();
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    this.talk(socket).catch(() => socket.destroy());
  });
  isSilent = false;
  /** Whether it breaks every connection off. */
  isAway = false;

  static async start(): Promise<FakeClamd> {
    const fake = new FakeClamd();
    await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get address(): { host: string; port: number } {
    return { host: '127.0.0.1', port: (this.server.address() as AddressInfo).port };
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async talk(socket: Socket): Promise<void> {
    let held = Buffer.alloc(0);
    let isInFile = false;
    const file: Buffer[] = [];
    for await (const part of socket) {
      held = Buffer.concat([held, part as Buffer]);
      if (this.isSilent) continue;
      if (!isInFile) {
        const end = held.indexOf(0);
        if (end === -1) continue;
        const command = held.subarray(0, end).toString();
        held = held.subarray(end + 1);
        if (command === 'zPING') socket.end('PONG\0');
        isInFile = command === 'zINSTREAM';
      }
      while (isInFile && held.length >= 4) {
        const length = held.readUInt32BE();
        if (held.length < 4 + length) break;
        file.push(held.subarray(4, 4 + length));
        held = held.subarray(4 + length);
        const bytes = Buffer.concat(file);
        if (bytes.length > this.maxBytes) {
          socket.end('INSTREAM size limit exceeded. ERROR\0');
          return;
        }
        if (length > 0) continue;
        this.files.push(bytes);
        socket.end(bytes.includes('EVIL') ? 'stream: Test.Evil-1 FOUND\0' : 'stream: OK\0');
      }
    }
  }
}
