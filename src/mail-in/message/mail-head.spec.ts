import { mailHeadOf } from './mail-head.js';
import { receivedMailOf } from './message.js';

const HEADERS = [
  'From: Jane <jane@customer.example>',
  'To: support@acme.example',
  'Subject: [#95] Printer',
  'In-Reply-To: <1@acme.example>',
];
const mail = (...headers: string[]): Buffer => Buffer.from([...headers, '', 'Hello', ''].join('\r\n'));

it.each([
  ['', HEADERS],
  [', behind an empty line', ['', ...HEADERS]],
])('The headers at the beginning of a mail%s are read as those of the whole one.', (_where, headers) => {
  const whole = receivedMailOf(mail(...headers));
  const {
    words: _words,
    text: _text,
    ...said
  } = mailHeadOf(mail(...headers)) ?? receivedMailOf(Buffer.from(''));
  expect(whole).toMatchObject(said);
});

it.each([
  ['has no end within these bytes', Buffer.from(HEADERS.join('\r\n'))],
  ['is a report of a server', mail(...HEADERS, 'Content-Type:\r\n multipart/report; boundary=x')],
  ['names recipients that it did not reach', mail(...HEADERS, 'X-Failed-Recipients: eve@customer.example')],
  ['has characters whose charset the words may say', mail(...HEADERS, 'X: é')],
  ['has very many encoded words', mail(`Subject: ${'=?x?q??= =?y?q??='.repeat(800)}`, ...HEADERS)],
])('Nothing is known from the headers of a mail that %s.', (_name, bytes) => {
  expect(mailHeadOf(bytes)).toBeNull();
});
