import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { WorkspaceId } from '../../../src/kernel/ids.js';
import { MEBIBYTE } from '../../../src/kernel/text.js';
import { InboundMailReader, type UnreadMail } from '../../../src/mail-in/reading/inbound-mail-reader.js';
import type { ReceivedMail } from '../../../src/mail-in/message/received-mail.js';
import { PROJECT } from '../../support/servers/processes.js';
import { until } from '../../support/until.js';

const folder = mkdtempSync(join(tmpdir(), 'support-desk-reader-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Reads with a program of a test, which answers a mail with what `answer` is: an expression with `bytes` and `text`. */
class TestReader extends InboundMailReader {
  protected override readonly program: URL;

  constructor(answer: string) {
    super();
    const file = join(folder, 'program.mjs');
    writeFileSync(
      file,
      `const piped = async (byteSize) => {
        const pieces = [];
        for (let length = 0; length < byteSize; length += pieces.at(-1).length)
          pieces.push(await new Promise((resolve) => process.stdin.once('data', resolve)));
        return Buffer.concat(pieces);
      };
      process.on('message', async (mail) => {
        const bytes = typeof mail === 'number' ? await piped(mail) : Buffer.from(mail);
        const text = bytes.toString();
        process.send({ answer: await (${answer}), files: [] });
      });`,
    );
    this.program = pathToFileURL(file);
  }
}

const [acme, globex] = ['acme', 'globex'] as unknown as [WorkspaceId, WorkspaceId];

let reader: InboundMailReader;
afterEach(() => {
  reader.close();
});

const opened = (text: string) => () =>
  Promise.resolve(
    (async function* () {
      for (const letter of text) yield await Promise.resolve(Buffer.from(letter));
    })(),
  );

const nothing = {
  waits: (): void => undefined,
  begun: (): Promise<void> => Promise.resolve(),
};
const unread = (workspaceId: WorkspaceId, text: string, byteSize = text.length): UnreadMail => ({
  ...{ workspaceId, sender: '', byteSize, open: opened(text), ...nothing },
});

/** What the program has answered. */
const answerIn = (mail: ReceivedMail | 'unreadable'): unknown =>
  mail === 'unreadable' ? mail : (mail as unknown as { readonly answer: unknown }).answer;

const read = (text: string, byteSize?: number): Promise<unknown> =>
  reader.read(unread(acme, text, byteSize), (mail) => Promise.resolve(answerIn(mail)));

it('A mail that takes too long cannot be read, and the next one can.', async () => {
  reader = new TestReader(`text === 'slow' ? new Promise(() => {}) : text`);
  // The next one has more time, because another process has to start for it first.
  const times = [1_500];
  Object.defineProperty(reader, 'mostMs', { get: () => times.shift() ?? 10_000 });
  expect(await Promise.all([read('slow'), read('quick')])).toEqual(['unreadable', 'quick']);
});

it.each([
  ['many lists', 'all.push(new Array(1e6).fill({}))'],
  // A worker thread would end the whole process here.
  ['one long list', 'all.push(0)'],
])('A mail that takes too much memory in %s cannot be read, and the next one can.', async (_, grow) => {
  reader = new TestReader(`(() => { for (let all = []; text === 'large';) ${grow}; return text; })()`);
  expect(await Promise.all([read('large'), read('small')])).toEqual(['unreadable', 'small']);
});

it('It is no fault of the mail when no process starts.', async () => {
  const without = new TestReader('text');
  Object.assign(without, { execPath: '/nowhere/node' });
  reader = without;
  await expect(read('Hello')).rejects.toMatchObject({ code: 'unavailable' });
});

it('A mail that is being read when the service ends has to be read again.', async () => {
  const begun = join(folder, 'begun');
  reader = new TestReader(
    `import('node:fs').then(({ writeFileSync }) => writeFileSync(${JSON.stringify(begun)}, '')).then(() => new Promise(() => {}))`,
  );
  const reading = expect(read('Hello')).rejects.toMatchObject({ code: 'unavailable' });
  await until(() => existsSync(begun));
  reader.close();
  await reading;
});

it('A mail that ends the process cannot be read, and the next one can.', async () => {
  reader = new TestReader(`text === 'bad' ? Promise.reject(new Error('x')) : text`);
  expect(await read('bad')).toBe('unreadable');
  expect(await read('good')).toBe('good');
});

it('An empty mail cannot be read.', async () => {
  reader = new TestReader('text');
  expect(await read('')).toBe('unreadable');
});

it('A mail that is not as long as its record is an error, and the memory for it is free again.', async () => {
  reader = new TestReader('text');
  for (let time = 0; time < 3; time++) {
    await expect(read('Hello', 30 * MEBIBYTE)).rejects.toThrow();
    await expect(read('Hello', 3)).rejects.toThrow();
  }
  expect(await read('Hello')).toBe('Hello');
});

it('Large mails are opened when memory is free, and it is in use until their files are written.', async () => {
  reader = new TestReader('bytes.length');
  const [large, order]: [Buffer, string[]] = [Buffer.alloc(20 * MEBIBYTE), []];
  const ends = new Map<string, () => void>();
  const readLarge = (workspaceId: WorkspaceId, name: string): Promise<void> =>
    reader.read(
      {
        ...unread(workspaceId, '', large.length),
        open: () => {
          order.push(`${name} opened`);
          return Promise.resolve(Readable.from([large]));
        },
      },
      (mail) => {
        order.push(`${name} is ${JSON.stringify(answerIn(mail))}`);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
    );
  const reading = [readLarge(acme, 'first'), readLarge(acme, 'second'), readLarge(globex, 'other')];
  await until(() => ends.size === 2);
  expect(order.filter((what) => what.endsWith('opened'))).toEqual(['first opened', 'other opened']);
  ends.get('first')?.();
  await until(() => ends.has('second'));
  expect(order).toContain(`second is ${20 * MEBIBYTE}`);
  ends.forEach((end) => {
    end();
  });
  await Promise.all(reading);
});

it('The files of a mail come as they are, also empty ones, and the next mail has its own.', async () => {
  reader = new InboundMailReader();
  Object.assign(reader, { program: pathToFileURL(join(PROJECT, 'dist/mail-in/reading/mail-process.js')) });
  const part = (name: string, text: string): string =>
    `--x\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=${name}\r\n\r\n${text}\r\n`;
  const filesOf = (...texts: string[]): Promise<string[]> => {
    const text = `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${texts.map((one, at) => part(`f${at}`, one)).join('')}--x--\r\n`;
    const mail: UnreadMail = {
      ...unread(acme, text),
      open: () => Promise.resolve(Readable.from([Buffer.from(text)])),
    };
    return reader.read(mail, (received) =>
      Promise.resolve(
        received === 'unreadable' ? [] : received.files.map(({ bytes }) => Buffer.from(bytes).toString()),
      ),
    );
  };
  const large = 'x'.repeat(3 * MEBIBYTE);
  expect(await Promise.all([filesOf(large, '', 'second'), filesOf('other')])).toEqual([
    [large, '', 'second'],
    ['other'],
  ]);
});
