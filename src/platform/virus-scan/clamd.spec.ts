import net, { type AddressInfo, type Socket } from 'node:net';
import { chunksOf } from '../../../test/support/servers/streams.js';
import { Clamd } from './clamd.js';

/** A server that speaks the protocol of clamd as clamd(8) describes it, and finds one word. */
class FakeClamd {
  /** The length of the longest file that it takes. */
  maxBytes = 1_000_000;
  /** What it has been sent on the connections so far. */
  readonly files: Buffer[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server = net.createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    this.talk(socket).catch(() => socket.destroy());
  });
  isSilent = false;

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

let fake: FakeClamd;
beforeEach(async () => {
  fake = await FakeClamd.start();
});
afterEach(() => fake.stop());

const AWAY = {
  kind: 'unavailable',
  code: 'virus_scan_unavailable',
  message: 'The file cannot be checked for viruses at the moment, please try again.',
};

describe('a file that clamd checks', () => {
  it('is clean when clamd says so, and clamd has had each of its bytes', async () => {
    const clamd = new Clamd(fake.address);
    expect(await clamd.scan(chunksOf('first, ', '', 'second'))).toEqual({ isClean: true });
    expect(fake.files.map(String)).toEqual(['first, second']);
  });

  it('is infected when clamd finds something in it, with the name of that', async () => {
    const clamd = new Clamd(fake.address);
    expect(await clamd.scan(chunksOf('an EV', 'IL file'))).toEqual({ isClean: false, virus: 'Test.Evil-1' });
  });

  it('may be empty', async () => {
    expect(await new Clamd(fake.address).scan(chunksOf())).toEqual({ isClean: true });
  });

  it('that is too large for clamd is read no further, and the refusal says what to change', async () => {
    let pieces = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) yield Promise.resolve(Buffer.alloc(64 * 1024, (pieces += 1)));
    };
    await expect(new Clamd(fake.address).scan(endless())).rejects.toMatchObject({
      code: 'virus_scan_unavailable',
      message: 'The file is larger than the virus scanner takes. The operator can raise its StreamMaxLength.',
    });
    expect(pieces).toBeLessThan(200);
  });
});

describe('a file that clamd cannot check is refused for now', () => {
  it('when clamd is away', async () => {
    const { address } = fake;
    await fake.stop();
    fake = await FakeClamd.start();
    await expect(new Clamd(address).scan(chunksOf('text'))).rejects.toMatchObject(AWAY);
    await expect(new Clamd({ path: '/nowhere/clamd.ctl' }).check()).rejects.toMatchObject(AWAY);
  });

  it('when clamd does not answer in time', async () => {
    fake.isSilent = true;
    await expect(new Clamd(fake.address, 100).scan(chunksOf('text'))).rejects.toMatchObject(AWAY);
  });

  it('and what its own bytes throw is thrown', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Promise.resolve(Buffer.from('text'));
      throw new Error('the bytes ended');
    };
    await expect(new Clamd(fake.address).scan(broken())).rejects.toThrow('the bytes ended');
  });
});

it('clamd that answers is there', async () => {
  await expect(new Clamd(fake.address).check()).resolves.toBeUndefined();
});
