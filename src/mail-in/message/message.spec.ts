import { receivedMailOf } from './message.js';
import type { ReceivedMail } from './received-mail.js';

const read = (...lines: readonly (string | Buffer)[]): ReceivedMail =>
  receivedMailOf(Buffer.concat(lines.flatMap((line) => [Buffer.from(line as string), Buffer.from('\r\n')])));

it('Headers of a mail are read, and its texts have nothing that cannot be stored.', () => {
  const mail = read(
    'Return-Path: <eve@customer.example>',
    'Delivered-To: support@acme.example',
    'X-Original-To: help@acme.example',
    'From: Eve <eve@customer.example>',
    'Reply-To: ann@customer.example',
    'Subject: =?utf-8?Q?a=0D=0ABcc:_x=00?= y',
    'Date: Mon, 2 Feb 2026 09:30:00 +0100',
    'Message-ID: <a@customer.example>',
    '',
    'Hello\0 you',
  );
  expect(mail).toMatchObject({
    ...{ returnPath: 'eve@customer.example', subject: 'a Bcc: x y', messageId: '<a@customer.example>' },
    deliveredTo: ['support@acme.example', 'help@acme.example'],
    replyTo: [{ name: '', address: 'ann@customer.example' }],
    ...{ date: new Date('2026-02-02T08:30:00Z'), text: 'Hello you\n' },
    ...{ files: [], report: null, isReceipt: false, isFeedbackReport: false },
  });
});

it('Message-IDs have nothing that cannot be stored.', () => {
  const mail = read(
    ...['Message-ID: <a\0@b>', 'In-Reply-To: <c\0@d>', 'References: <e@f>\0 <g@\0h>', ''],
    ...['It was not delivered:', '', 'Subject: Hello', 'Message-ID: <i\0@j>'],
  );
  expect(mail).toMatchObject({
    ...{ messageId: '<a@b>', inReplyTo: ['<c@d>'], references: ['<g@h>', '<e@f>'] },
    report: { messageId: '<i@j>' },
  });
});

it('A Message-ID without brackets gets them, and an invalid date is ignored.', () => {
  expect(read('Message-ID: a@b', 'Date: yesterday', '', '')).toMatchObject({
    messageId: '<a@b>',
    date: null,
  });
  expect(read('Message-ID: a b', 'Date: Mon, 2 Feb 12026 09:30:00 Z', '', '')).toMatchObject({
    ...{ messageId: null, date: null },
  });
});

it.each([
  ['iso-2022-jp', '\x1b$B$3$s$K$A$O\x1b(B', 'こんにちは'],
  ['GB18030', Buffer.from('c4e3bac39439fc36', 'hex'), '你好😀'],
  ['GB2312', Buffer.from('c4e3bac3', 'hex'), '你好'],
  ['Big5', Buffer.from('a741a66e', 'hex'), '你好'],
  ['ks_c_5601-1987', Buffer.from('bec8b3e7', 'hex'), '안녕'],
  ['EUC-JP', Buffer.from('a4b3a4f3', 'hex'), 'こん'],
  ['shift_jis', Buffer.from('82b182f1', 'hex'), 'こん'],
  ['koi8-r', Buffer.from('f0d2c9d7c5d4', 'hex'), 'Привет'],
  ['koi8-u', Buffer.from('f0d2c9d7a6d4', 'hex'), 'Привіт'],
  ['iso-8859-1', Buffer.from('4af67267', 'hex'), 'Jörg'],
  ['iso-8859-2', Buffer.from('b3f3643f', 'hex'), 'łód?'],
  ['iso-8859-5', Buffer.from('bfe0d8d2d5e2', 'hex'), 'Привет'],
  ['iso-8859-7', Buffer.from('c3e5e9e1', 'hex'), 'Γεια'],
  ['iso-8859-8-i', Buffer.from('f9ece5ed', 'hex'), 'שלום'],
  ['iso-8859-9', Buffer.from('fdfe', 'hex'), 'ış'],
  ['iso-8859-15', Buffer.from('a4', 'hex'), '€'],
  ['windows-1250', Buffer.from('b3f3', 'hex'), 'łó'],
  ['windows-1251', Buffer.from('cff0e8e2e5f2', 'hex'), 'Привет'],
  ['windows-1252', Buffer.from('8093', 'hex'), '€“'],
  ['windows-1256', Buffer.from('e3d1cdc8c7', 'hex'), 'مرحبا'],
  ['cp932', Buffer.from('82b182f1', 'hex'), 'こん'],
  ['utf-16le', Buffer.from('4800690020ac', 'hex'), 'Hi갠'],
])('The charset %s is known in words, subjects and names.', (charset, encoded, decoded) => {
  const bytes = Buffer.from(encoded as string, 'latin1');
  const word = `=?${charset}?B?${bytes.toString('base64')}?=`;
  const mail = read(
    ...[`Subject: ${word}`, `From: ${word} <eve@customer.example>`],
    ...[`Content-Type: text/plain; charset="${charset}"`, 'Content-Transfer-Encoding: base64', ''],
    bytes.toString('base64'),
  );
  expect([mail.text?.trim(), mail.subject, mail.from[0]?.name]).toEqual([decoded, decoded, decoded]);
});

it('UTF-7 is known, too.', () => {
  const mail = read(
    'Subject: =?utf-7?Q?J+APY-rg?=',
    'Content-Type: text/plain; charset=unicode-1-1-utf-7',
    '',
    'J+APY-rg 1 +- 1',
  );
  expect([mail.subject, mail.text]).toEqual(['Jörg', 'Jörg 1 + 1\n']);
});

it('Headers and words that name no charset are UTF-8, or else Windows-1252.', () => {
  for (const encoding of ['utf8', 'latin1'] as const)
    expect(read(Buffer.from('Subject: Jörg', encoding), '', Buffer.from('Jörg', encoding))).toMatchObject({
      ...{ subject: 'Jörg', text: 'Jörg\n' },
    });
});

it('A character that a program has divided between two encoded words is whole again.', () => {
  expect(read('Subject: =?utf-8?Q?J=C3?= =?utf-8?Q?=B6rg?= =?utf-8?B?IHg=?= y', '', '').subject).toBe(
    'Jörg x y',
  );
});

it.each(['x-unknown', '"', 'ibm437'])('The charset %s, which is not known, hides no words.', (charset) => {
  const mail = read(
    `Subject: =?${charset}?Q?Hello?=`,
    `Content-Type: text/plain; charset=${charset}`,
    '',
    'Hello é',
  );
  expect(mail.text).toMatch(/^Hello ./);
  expect(mail.subject).toContain('Hello');
});

it('Words whose encoding is declared wrongly are shown as well as possible.', () => {
  const mail = read('Content-Type: text/plain; charset=utf-8', '', Buffer.from('J\xf6rg', 'latin1'));
  expect(mail.text).toBe('Jörg\n');
});

const PARTS = [
  'From: eve@customer.example',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b\r\nContent-Type: multipart/related; boundary=c\r\n',
  '--c\r\nContent-Type: text/html\r\n\r\n<p>See <img src="cid:a@b"></p>',
  '--c\r\nContent-Type: image/png\r\nContent-ID: <a@b>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=',
  '--c--',
  "--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename*=utf-8''R%C3%A4t.pdf\r\n\r\nPDF",
  '--b\r\nContent-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR',
  '--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: ann@customer.example\r\nSubject: Old\r\n\r\nOld words',
  '--b--',
];

it('Parts that are no words are files with names, and a mail inside is one, too.', () => {
  const { files, words } = read(...PARTS);
  expect(words.content.trim()).toBe('<p>See <img src="cid:a@b" /></p>');
  const told = files.map(({ filename, contentType, bytes, isInline }) => [
    filename,
    contentType,
    isInline,
    bytes.length,
  ]);
  expect(told).toEqual([
    ['file', 'image/png', true, 8],
    ['Rät.pdf', 'application/pdf', false, 3],
    ['invitation.ics', 'text/calendar', false, 15],
    ['mail.eml', 'message/rfc822', false, 53],
  ]);
});

it('Quoted-printable is decoded, and invalid codes stay as they are.', () => {
  const header = [
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
  ];
  expect(read(...header, 'J=C3=b6rg=', ' and= \t', ' 1=2 =\u00e4 50=').text).toBe('Jörg and 1=2 =ä 50');
});

it('Text that goes on in the next line is joined, and quotations stay in lines of their own.', () => {
  const header = ['Content-Type: text/plain; format=flowed', ''];
  expect(read(...header, 'Hello ', 'Eve', '> Old ', '> words', '>> Older', '-- ', 'Jones').text).toBe(
    'Hello Eve\n> Old words\n>> Older\n-- \nJones\n',
  );
});

it('The text of all parts counts, but not twice what a program wrote in both forms.', () => {
  const alternative = [
    ...['--b', 'Content-Type: multipart/alternative; boundary=c', ''],
    ...['--c', '', 'Plain', '--c', 'Content-Type: text/html', '', '<p>HTML</p>', '--c--'],
  ];
  const mail = read(
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...alternative,
    '--b',
    '',
    'Footer',
    '--b--',
  );
  expect(mail.words.content.replaceAll('\n', '')).toBe('<p>HTML</p><p>Footer</p>');
  expect(mail.text).toBe('Plain\nFooter');
});

it('A text with a name is a file, unless it comes first.', () => {
  const named = (name: string): string => `--b\r\nContent-Type: text/plain; name="${name}"\r\n\r\n${name}`;
  const mail = read('Content-Type: multipart/mixed; boundary=b', '', named('a.txt'), named('b.txt'), '--b--');
  expect(mail.text).toBe('a.txt');
  expect(mail.files.map(({ filename }) => filename)).toEqual(['b.txt']);
});

it('A file of an old Macintosh is a mail.', () => {
  const bytes = Buffer.from('From: eve@customer.example\rSubject: Printer\r\rHello');
  expect(receivedMailOf(bytes)).toMatchObject({ subject: 'Printer', text: 'Hello' });
});

it('A mail whose parts nothing divides has words.', () => {
  expect(read('Content-Type: multipart/mixed; boundary=b', '', 'Hello').text).toBe('Hello\n');
  expect(read('Content-Type: multipart/mixed', '', '--b', 'Hello').text).toBe('--b\nHello\n');
  expect(read('Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Cut').text).toBe('Cut\n');
});

it.each([
  ["filename*0*=utf-8''R%C3%A4; filename*1=t.pdf", 'Rät.pdf'],
  ['filename="=?utf-8?Q?R=C3=A4t.pdf?="', 'Rät.pdf'],
  ['filename="a \\"b\\".pdf"', 'a "b".pdf'],
  ['filename=my file.pdf', 'my file.pdf'],
  ['filename="a;b=c.pdf"', 'a;b=c.pdf'],
  ["filename=x.pdf; filename*=iso-8859-1'de'R%E4t.pdf", 'Rät.pdf'],
])('%s is the name of a file.', (parameters, filename) => {
  const mail = read(
    'Content-Type: application/pdf',
    `Content-Disposition: attachment; ${parameters}`,
    '',
    'PDF',
  );
  expect(mail.files[0]?.filename).toBe(filename);
});

it('Encrypted and signed parts of a mail become files.', () => {
  const encrypted = read(
    'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b',
    ...['', '--b', 'Content-Type: application/pgp-encrypted', '', 'Version: 1'],
    ...[
      '--b',
      'Content-Type: application/octet-stream; name=encrypted.asc',
      '',
      '-----BEGIN PGP MESSAGE-----',
      '--b--',
    ],
  );
  expect(encrypted.files.map(({ filename }) => filename)).toEqual(['file', 'encrypted.asc']);
  expect(encrypted.words.content).toBe('<p>This mail has no words.</p>');
});

it.each([
  ['nothing', ['']],
  ['words without a header', ['', 'Hello']],
  ['a file that is no mail', ['\x89PNG', 'abc']],
  [
    'parts in parts',
    [
      'Subject: x',
      ...Array.from(
        { length: 60 },
        (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}`,
      ),
    ],
  ],
  [
    'thousands of files',
    [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b\r\nContent-Type: image/png\r\n\r\nx\r\n'.repeat(1_500),
    ],
  ],
  ['megabytes of words', ['Subject: x', '', '<'.repeat(11_000_000)]],
  ['a long header', [`Subject: ${'x'.repeat(600_000)}`, '', 'Hello']],
])('%s cannot be read.', (_what, lines) => {
  expect(() => read(...lines)).toThrow();
});

it('A server that knows no reports names recipients, or returns the mail as text.', () => {
  const mail = read(
    'X-Failed-Recipients: eve@customer.example, ann@customer.example',
    ...['', 'Sorry.', '', '    Received: from a', '    Message-ID:', '     <comment-1@acme.desk.example>'],
  );
  expect(mail.report).toEqual({
    recipients: ['eve', 'ann'].map((name) => ({
      ...{ recipient: `${name}@customer.example`, action: 'failed', status: '', diagnostic: '' },
    })),
    messageId: '<comment-1@acme.desk.example>',
  });
});

it('A report names each recipient with the words of the server.', () => {
  const mail = read(
    ...['Content-Type: multipart/report; boundary=b', '', '--b', 'Content-Type: message/delivery-status', ''],
    ...['Reporting-MTA: dns; a', '', 'Original-Recipient: rfc822;<Eve@customer.example>'],
    ...[
      'Final-Recipient: rfc822; x@y.example',
      'Action: Failed',
      'Status: 5.2.2 (full)',
      'Diagnostic-Code: smtp; 552',
      '\tFull',
    ],
    ...['', 'Final-Recipient: rfc822; ann@customer.example', 'Action: delayed', 'Status: 4.0.0', '--b--'],
  );
  expect(mail.report?.recipients).toEqual([
    { recipient: 'Eve@customer.example', action: 'failed', status: '5.2.2', diagnostic: '552 Full' },
    { recipient: 'ann@customer.example', action: 'delayed', status: '4.0.0', diagnostic: '' },
  ]);
});
