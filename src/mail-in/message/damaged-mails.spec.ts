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
