import { FakeClamd } from '../../../test/support/fakes/fake-clamd.js';
import { chunksOf } from '../../../test/support/servers/streams.js';
import { Clamd, type ScanResult } from './clamd.js';

/** Checks a file and reads all of it. */
async function scan(
  clamd: Clamd,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ verdict: ScanResult; passed: string }> {
  const passing = clamd.pass(bytes);
  let passed = '';
  for (;;) {
    const { done, value } = await passing.next();
    if (done) return { verdict: value, passed };
    passed += String(value);
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
    expect(await scan(clamd, chunksOf('first, ', '', 'second'))).toEqual({
      verdict: { isClean: true },
      passed: 'first, second',
    });
    expect(fake.files.map(String)).toEqual(['first, second']);
  });

  it('is infected when clamd finds something in it, with the name of that', async () => {
    const clamd = new Clamd(fake.address);
    const { verdict } = await scan(clamd, chunksOf('an EV', 'IL file'));
    expect(verdict).toEqual({ isClean: false, virus: 'Test.Evil-1' });
  });

  it('may be empty', async () => {
    expect((await scan(new Clamd(fake.address), chunksOf())).verdict).toEqual({ isClean: true });
  });

  it('that is too large for clamd is read no further, and the refusal says what to change', async () => {
    let pieces = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) yield Promise.resolve(Buffer.alloc(64 * 1024, (pieces += 1)));
    };
    await expect(scan(new Clamd(fake.address), endless())).rejects.toMatchObject({
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
    await expect(scan(new Clamd(address), chunksOf('text'))).rejects.toMatchObject(AWAY);
    await expect(new Clamd({ path: '/nowhere/clamd.ctl' }).check()).rejects.toMatchObject(AWAY);
  });

  it('when clamd does not answer in time', async () => {
    fake.isSilent = true;
    await expect(scan(new Clamd(fake.address, 100), chunksOf('text'))).rejects.toMatchObject(AWAY);
  });

  it('but an error of its own bytes is thrown on', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Promise.resolve(Buffer.from('text'));
      throw new Error('the bytes ended');
    };
    await expect(scan(new Clamd(fake.address), broken())).rejects.toThrow('the bytes ended');
  });
});

it('clamd that answers is there', async () => {
  await expect(new Clamd(fake.address).check()).resolves.toBeUndefined();
});
