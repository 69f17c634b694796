import { MailDigest } from './digest.js';

const MAIL = [
  'Received: from a by b',
  'From: Eve <eve@customer.example>',
  'Date: Mon, 2 Feb 2026 09:30:00 +0000',
  'Message-ID: <a@customer.example>',
  'Subject: Printer',
  ' broken',
  '',
  'Hello',
  '',
  'Received: from nobody',
].join('\r\n');

function digestOf(mail: string | Uint8Array, size = 1_000_000): string {
  const digest = new MailDigest();
  const bytes = Buffer.from(mail as string);
  for (let at = 0; at < bytes.length; at += size) digest.update(bytes.subarray(at, at + size));
  return digest.end().digest.toString('hex');
}

it.each([
  ['other trace headers', MAIL.replace('from a by b', 'from c by d\r\nDelivered-To: help@acme.example')],
  ['other line ends', MAIL.replaceAll('\r\n', '\n')],
  ['line ends of old machines', MAIL.replaceAll('\r\n', '\r')],
  ['another fold', MAIL.replace('Printer\r\n broken', 'Printer broken')],
  ['names in lower case', MAIL.replace('Message-ID', 'message-id')],
])('A mail with %s is the same mail.', (_what, mail) => {
  expect(digestOf(mail)).toBe(digestOf(MAIL));
});

it.each([
  ['sender', MAIL.replace('eve@', 'ann@')],
  ['date', MAIL.replace('09:30', '09:31')],
  ['Message-ID', MAIL.replace('<a@', '<b@')],
  ['subject', MAIL.replace('broken', 'mended')],
  ['body', MAIL.replace('Hello', 'Hullo')],
  ['line of the body that looks like a trace header', MAIL.replace('nobody', 'somebody')],
  ['second From', MAIL.replace('Date:', 'From: ann@customer.example\r\nDate:')],
])('A mail with another %s is another mail.', (_what, mail) => {
  expect(digestOf(mail)).not.toBe(digestOf(MAIL));
});

it('The pieces in which a mail comes change nothing.', () => {
  for (const size of [1, 2, 3, 7, 64]) expect(digestOf(MAIL, size)).toBe(digestOf(MAIL));
});

it('A long header that comes in small pieces is copied a few times, and not for each piece.', () => {
  const alloc = Buffer.alloc.bind(Buffer);
  let copies = 0;
  Buffer.alloc = (...values: Parameters<typeof alloc>) => {
    copies += 1;
    return alloc(...values);
  };
  try {
    digestOf('x'.repeat(400_000), 1);
  } finally {
    Buffer.alloc = alloc;
  }
  // Each one doubles the room.
  expect(copies).toBeLessThan(20);
});

it('Words never count as header fields, nor fields as words.', () => {
  expect(digestOf('Subject: a\n\nb')).not.toBe(digestOf('Subject: a b\n\n'));
  expect(digestOf('\nSubject: a')).not.toBe(digestOf('Subject: a'));
  expect(digestOf('')).not.toBe(digestOf('\n\n'));
});

it('Two files that are no mails have different digests.', () => {
  expect(digestOf('Hello')).not.toBe(digestOf('Hullo'));
  expect(digestOf('\x00\x01: a')).not.toBe(digestOf('\x00\x01: b'));
});

it('A header without an end is hashed, too.', () => {
  const header = `Subject: a\nX: ${'y'.repeat(2 * 1024 * 1024)}`;
  expect(digestOf(header, 65_536)).toBe(digestOf(header));
  expect(digestOf(header, 65_536)).not.toBe(digestOf(`${header}z`, 65_536));
});

it('A long header counts as body behind its first 256 KiB, so that few lines are read.', () => {
  const receivedBy = (host: string, lines: number): string =>
    digestOf(`Subject: a\n${'a:\n'.repeat(lines)}Received: by ${host}\n\nHello`, 65_536);
  expect(receivedBy('a', 10_000)).toBe(receivedBy('b', 10_000));
  expect(receivedBy('a', 100_000)).not.toBe(receivedBy('b', 100_000));
  const mail = `Subject: a\n${'a:\n'.repeat(100_000)}\nHello`;
  for (const size of [1_000, 65_536, 1_000_000]) expect(digestOf(mail, size)).toBe(digestOf(mail, 7_777));
});

function senderOf(mail: string, encoding: BufferEncoding = 'utf8'): string {
  const digest = new MailDigest();
  digest.update(Buffer.from(mail, encoding));
  return digest.end().sender;
}

it('Mails of one address have one sender, whatever stands beside it.', () => {
  for (const from of [
    'From: Eve <eve@customer.example>',
    'from:\r\n "ann@customer.example" <Eve@Customer.example>',
    'From: eve@customer.example',
    'From: eve@customer.example (the 17th)',
    'From: =?utf-8?Q?Ev=C3=A9?= <eve@customer.example> (at work)',
  ])
    expect(senderOf(MAIL.replace(/^From: .*$/m, from))).toBe('eve@customer.example');
  expect(senderOf(MAIL.replace('eve@', 'ann@'))).toBe('ann@customer.example');
  expect(senderOf(MAIL.replace('eve@customer', 'eve@MÜNCHEN'))).toBe('eve@münchen.example');
  // Without a sender, with headers only, and with one that is too long for any line.
  for (const mail of ['\r\nHello', 'Subject: Hello', `From: ${'x'.repeat(1_000)} <eve@customer.example>`])
    expect(senderOf(mail)).toBe('');
});

// In UTF-8, à, Р and 輠 have the byte A0. Alone it is a space in Latin-1. The digests are those of mails that are known already.
it.each([
  [
    'Jo <jo@città.example>',
    'jo@città.example',
    '82197bb08aeee7e78f106514228f9a97cdcbbda218c134fd06fe63b0a7cb38d9',
  ],
  [
    'Jo\r\n\t<jo@città.example>',
    'jo@città.example',
    '82197bb08aeee7e78f106514228f9a97cdcbbda218c134fd06fe63b0a7cb38d9',
  ],
  ['jo@città', 'jo@città', '213b62edb623080a47024cdf394699c950dd75ebb31f87045d2d471cde734957'],
  [
    'Иван Руднев <jo@СЕРВЕР.example>',
    'jo@сервер.example',
    'a34cf53a85cd53e2defcc11c387a55d89b60ace3c4acf53ccd9993ad057317a8',
  ],
  ['あ <jo@輠.example>', 'jo@輠.example', 'a9be0cf507e745d460080c43f1b5b904b9cbf8b9269aba10dcf6289e04e22dcc'],
])('A mail from %j has the sender %s, and is known again.', (from, sender, digest) => {
  const mail = MAIL.replace('Eve <eve@customer.example>', from);
  expect(senderOf(mail)).toBe(sender);
  expect(digestOf(mail)).toBe(digest);
});

it('A sender in Latin-1 is found, too, also beside a space that does not break.', () => {
  const mail = MAIL.replace('Eve <eve@customer.example>', 'eve@münchen.example\u00a0');
  expect(senderOf(mail, 'latin1')).toBe('eve@münchen.example');
});
