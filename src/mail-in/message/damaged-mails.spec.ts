import { receivedMailOf } from './message.js';
import type { ReceivedMail } from './received-mail.js';

const read = (...lines: readonly string[]): ReceivedMail => receivedMailOf(Buffer.from(lines.join('\r\n')));

describe('Blanks in the empty line below a header', () => {
  const header = ['From: eve@customer.example', 'Subject: Printer'];

  it('lose no words', () => {
    for (const blanks of [' ', '\t ', ' '.repeat(50)])
      expect(read(...header, blanks, 'It is on fire.', '', 'Please come.')).toMatchObject({
        subject: 'Printer',
        text: 'It is on fire.\n\nPlease come.',
      });
  });

  it('lose no part, and no words of a part', () => {
    const type = 'Content-Type: multipart/mixed; boundary=b';
    const part = ['--b', 'Content-Type: text/plain', ' ', 'Hello'];
    const { text, files } = read(...header, type, ' ', ...part, '--b', '', 'Bye', '--b--');
    expect({ text, files }).toEqual({ text: 'Hello\nBye', files: [] });
  });

  it('but such a line inside a header ends nothing', () => {
    expect(read('Subject: Printer', ' ', 'From: eve@customer.example', '', 'Hello')).toMatchObject({
      from: [{ address: 'eve@customer.example' }],
      text: 'Hello',
    });
    expect(read('Subject: Printer', ' ', ' is broken', '', 'Hello')).toMatchObject({ text: 'Hello' });
    expect(read('Subject: Printer', ' ', '', 'Hello').text).toBe('Hello');
  });
});

describe('Base64', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const textOf = (...lines: readonly string[]): string | null =>
    read('Content-Transfer-Encoding: base64', '', ...lines).text;

  it('is read whole when each of its pieces was encoded for itself', () => {
    expect(textOf(base64('It is'), base64(' on'), base64(' fire.'))).toBe('It is on fire.');
    expect(textOf(base64('It is') + base64(' on fire'))).toBe('It is on fire');
    expect(textOf(base64('It is on fire.'), '', ' ')).toBe('It is on fire.');
  });

  it('ends before the lines that a list has put below it', () => {
    expect(textOf(base64('It is on fire.'), '________', 'printers mailing list')).toBe('It is on fire.');
    expect(textOf(base64('It is on fire.'), '', 'Printers, the list')).toBe('It is on fire.');
  });
});

describe('A name of blanks', () => {
  const mixed = ['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'See below.', '--b'];

  it('makes no file of words', () => {
    for (const name of ['""', '" "']) {
      const part = [`Content-Type: text/html; name=${name}`, '', '<p>It is on fire.</p>', '--b--'];
      const { words, files } = read(...mixed, ...part);
      expect(words.content).toContain('It is on fire.');
      expect(files).toEqual([]);
    }
  });

  it('gives way to the other name of a file', () => {
    const part = ['Content-Type: image/png; name=fire.png', 'Content-Disposition: inline; filename*='];
    expect(read(...mixed, ...part, '', 'x', '--b--').files).toMatchObject([{ filename: 'fire.png' }]);
  });
});

describe('Words that are called UTF-8', () => {
  const textOf = (words: string): string | null =>
    read('Content-Type: text/plain; charset=UTF-8', 'Content-Transfer-Encoding: quoted-printable', '', words)
      .text;

  it('keep their letters when none of them is UTF-8', () => {
    expect(textOf('Gr=FC=DFe aus K=F6ln')).toBe('Grüße aus Köln');
    expect(read('Subject: =?utf-8?Q?Gr=FC=DFe?=', '', '').subject).toBe('Grüße');
  });

  it('are UTF-8 when one letter is, or when only the last one is cut', () => {
    expect(textOf('Gr=C3=BC=DFe')).toBe('Grü\ufffde');
    expect(textOf('Gru=C3')).toBe('Gru\ufffd');
    expect(textOf('Gr=C3=BC=C3=9Fe')).toBe('Grüße');
  });
});

it.each(['constructor', '__proto__', 'toString', 'no-such-charset'])(
  'A charset called %s is not known, and loses no words',
  (charset) => {
    const mail = read(
      `From: =?${charset}?q?Eve?= <eve@customer.example>`,
      `Subject: =?${charset}?b?UHJpbnRlcg==?=`,
      `Content-Type: text/plain; charset=${charset}`,
      '',
      'It is on fire.',
    );
    expect(mail).toMatchObject({ from: [{ name: 'Eve' }], subject: 'Printer', text: 'It is on fire.' });
  },
);
