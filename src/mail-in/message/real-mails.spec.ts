import { receivedMailOf } from './message.js';
import type { ReceivedMail } from './received-mail.js';

const read = (...lines: readonly (string | Buffer)[]): ReceivedMail =>
  receivedMailOf(Buffer.concat(lines.flatMap((line) => [Buffer.from(line as string), Buffer.from('\r\n')])));

const koi8r = Buffer.from('f0d2c9d7c5d4', 'hex');

describe('Lines before the headers are skipped:', () => {
  it.each([
    ['an empty line', ['']],
    ['a byte order mark', ['\ufeff']],
    ['the line of a mailbox in one file', ['From eve@customer.example Mon Feb  2 09:30:00 2026']],
    ['its quoted form', ['>From eve@customer.example Mon Feb  2 09:30:00 2026']],
    [
      'several of them',
      ['\ufeff', ' \t', 'From eve@customer.example Mon Feb  2 09:30:00 2026', '', '>From x'],
    ],
  ])('%s', (_what, before) => {
    const mail = ['From: eve@customer.example', 'Subject: Printer', '', 'From here on'];
    expect(read(...before, ...mail)).toMatchObject({
      ...{ subject: 'Printer', text: 'From here on\n', from: [{ address: 'eve@customer.example' }] },
    });
  });

  it('a byte order mark before the first name, also after such a line', () => {
    expect(read('\ufeffSubject: Printer', '', 'Hello').subject).toBe('Printer');
    expect(read('From x Mon', '\ufeffSubject: Printer', '', 'Hello').subject).toBe('Printer');
  });

  it('blanks before the first name, too, because they continue no other field', () => {
    const mail = read(' From: eve@customer.example', 'Subject: long', ' line', '', 'Hello');
    expect(mail).toMatchObject({ subject: 'long line', from: [{ address: 'eve@customer.example' }] });
  });

  it('but a header stays, however it is written, and so do words', () => {
    expect(read('From : eve@customer.example', '', '').from).toHaveLength(1);
    expect(read('Subject: x', '', '', 'From me', '>From you').text).toBe('\nFrom me\n>From you\n');
    expect(() => read('', 'From x Mon', '', 'Words')).toThrow();
  });
});

describe('Text that goes on in the next line', () => {
  it('loses the space before it when the mail says so, in letters of any case', () => {
    for (const parameters of ['format=flowed; delsp=yes', 'FORMAT="Flowed"; DelSp=YES'])
      expect(
        read(`Content-Type: text/plain; ${parameters}`, '', 'https://shop.example/orders/ ', '4711/items')
          .text,
      ).toBe('https://shop.example/orders/4711/items\n');
  });

  it('has no spaces in Japanese words, in quotations either, and keeps those that are written twice', () => {
    const header = ['Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes', ''];
    expect(read(...header, '> こん ', '> にちは', 'two  ', 'words', '-- ', 'Eve').text).toBe(
      '> こんにちは\ntwo words\n-- \nEve\n',
    );
  });

  it('keeps the space when the mail does not say so', () => {
    for (const parameters of ['format=flowed; delsp=no', 'format=flowed', 'format=flowed; x-delsp=yes'])
      expect(read(`Content-Type: text/plain; ${parameters}`, '', 'two ', 'words').text).toBe('two words\n');
    expect(read('Content-Type: text/plain; delsp=yes', '', 'two ', 'words').text).toBe('two \nwords\n');
  });
});

describe('The charset of HTML', () => {
  const html = (head: string, bytes = koi8r, header = ''): string =>
    read(
      `Content-Type: text/html${header}`,
      '',
      Buffer.concat([Buffer.from(`${head}<p>`), bytes, Buffer.from('</p>')]),
    ).words.content.trim();

  it.each([
    '<meta http-equiv=Content-Type content="text/html; charset=koi8-r">',
    '<META charset="KOI8-R">',
    "<html><head><!-- <meta charset=utf-8> --><meta content='text/html;charset=koi8-r' http-equiv=content-type />",
  ])('is that of %s', (head) => {
    expect(html(head)).toBe('<p>Привет</p>');
  });

  it('is that of the header before that of the page, unless the header names none', () => {
    expect(html('<meta charset=windows-1251>', koi8r, '; charset=koi8-r')).toBe('<p>Привет</p>');
    for (const nothing of ['; charset=us-ascii', '; charset=x-nobody', '; charset=""'])
      expect(html('<meta charset=koi8-r>', koi8r, nothing)).toBe('<p>Привет</p>');
  });

  it('is that of its first bytes before all', () => {
    const marked = Buffer.from('\ufeff<p>Grüße</p>');
    expect(read('Content-Type: text/html; charset=koi8-r', '', marked).words.content).toContain('Grüße');
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>Grüße</p>', 'utf16le')]);
    const base64 = ['Content-Transfer-Encoding: base64', '', wide.toString('base64')];
    expect(read('Content-Type: text/html', ...base64).words.content).toContain('Grüße');
  });

  it('is a guess when nothing names it', () => {
    expect(html('', Buffer.from('Grüße'))).toBe('<p>Grüße</p>');
    expect(html('', Buffer.from('Grüße', 'latin1'))).toBe('<p>Grüße</p>');
    expect(html(`${' '.repeat(1_100)}<meta charset=koi8-r>`, Buffer.from('Grüße'))).toContain('Grüße');
    expect(html('<meta charset=x-nobody>', Buffer.from('Grüße', 'latin1'))).toBe('<p>Grüße</p>');
    expect(html('<meta charset=utf-16>', Buffer.from('Grüße'))).toBe('<p>Grüße</p>');
  });
});

describe('The charset', () => {
  it.each([
    ['iso-2022-kr', '\x1b$)C\x0e>H3g\x0f Kim', '안녕 Kim'],
    ['iso-2022-cn', '\x1b$)A\x0eDc:C\x0f', '你好'],
    ['hz-gb-2312', '~{Dc:C~} ~~', '你好 ~'],
    ['ibm850', Buffer.from('4a947267d5', 'hex'), 'Jörgı'],
    ['cp437', Buffer.from('4a947267', 'hex'), 'Jörg'],
    ['csPC850Multilingual', Buffer.from('4a947267', 'hex'), 'Jörg'],
    ['utf-7', 'J+APY-rg', 'Jörg'],
    ['x-mac-ce', Buffer.from('a78a', 'hex'), 'ßä'],
    ['x-mac-turkish', Buffer.from('dd', 'hex'), 'ı'],
    ['x-mac-romanian', Buffer.from('be', 'hex'), 'ă'],
    ['x-mac-greek', Buffer.from('e1', 'hex'), 'α'],
    ['VISCII', Buffer.from('aa', 'hex'), 'ế'],
  ])('%s is known in words and subjects.', (charset, encoded, expected) => {
    const bytes = Buffer.from(encoded as string, 'latin1');
    const mail = read(
      `Subject: =?${charset}?B?${bytes.toString('base64')}?=`,
      ...[`Content-Type: text/plain; charset="${charset}"`, 'Content-Transfer-Encoding: base64', ''],
      bytes.toString('base64'),
    );
    expect([mail.text?.trim(), mail.subject]).toEqual([expected, expected]);
  });

  it('of Japanese and Korean words that name none is recognised by their bytes', () => {
    const greeting = '\x1b$B$3$s$K$A$O\x1b(B';
    expect(read(`Subject: ${greeting}`, '', greeting)).toMatchObject({
      ...{ subject: 'こんにちは', text: 'こんにちは\n' },
    });
    expect(read('Subject: x', '', '\x1b$)C\x0e>H3g\x0f').text).toBe('안녕\n');
    expect(read('Subject: x', '', 'red \x1b[31mwords').text).toBe('red \x1b[31mwords\n');
  });

  it.each(['base64', 'hex', 'binary', 'x-nobody', '8bit'])(
    '%s is unknown, and hides no words.',
    (charset) => {
      expect(read(`Content-Type: text/plain; charset=${charset}`, '', 'Grüße').text).toBe('Grüße\n');
    },
  );
});

describe('A header in raw bytes', () => {
  it('is in the charset of the words, wherever they are', () => {
    const subject = Buffer.concat([Buffer.from('Subject: '), koi8r]);
    expect(read(subject, 'Content-Type: text/plain; charset=koi8-r', '', koi8r)).toMatchObject({
      ...{ subject: 'Привет', text: 'Привет\n' },
    });
    const nested = ['--b', 'Content-Type: text/html', '', '<meta charset=koi8-r>', '--b--'];
    expect(read(subject, 'Content-Type: multipart/mixed; boundary=b', '', ...nested).subject).toBe('Привет');
  });

  it('is in it even when it names a file or a person', () => {
    const from = Buffer.concat([Buffer.from('From: "'), koi8r, Buffer.from('" <eve@customer.example>')]);
    const name = [Buffer.from('Content-Type: image/png; name="'), koi8r, Buffer.from('"')];
    const mail = read(
      ...[from, 'Content-Type: multipart/mixed; boundary=b', '', '--b'],
      ...[
        'Content-Type: text/plain; charset=koi8-r',
        '',
        'x',
        '--b',
        Buffer.concat(name),
        '',
        'PNG',
        '--b--',
      ],
    );
    expect([mail.from[0]?.name, mail.files[0]?.filename]).toEqual(['Привет', 'Привет']);
  });

  it('is UTF-8 when it can be, whatever the words are', () => {
    expect(read('Subject: Grüße', 'Content-Type: text/plain; charset=koi8-r', '', koi8r)).toMatchObject({
      ...{ subject: 'Grüße', text: 'Привет\n' },
    });
  });
});

it('A text in UTF-8 that is cut in the middle of a letter stays UTF-8, in names of files and in words.', () => {
  const cut = Buffer.from('Картинка').subarray(0, -1);
  const name = [Buffer.from('Content-Type: image/png; name="'), cut, Buffer.from('"')];
  expect(read(Buffer.concat(name), '', 'PNG').files[0]?.filename).toBe('Картинк\ufffd');
  expect(read('Subject: x', '', cut).text).toBe('Картинк\ufffd\n');
  for (const [bytes, text] of [
    ['Jörg', 'Jörg'],
    ['Ãý Ãý', 'Ãý Ãý'],
  ] as const)
    expect(read('Subject: x', '', Buffer.from(bytes, 'latin1')).text).toBe(`${text}\n`);
});

const NOTE = ['begin 644 note.txt', '+:&5L;&\\@=V]R;&0', '`', 'end'];

describe('A file in the words', () => {
  const found = ({ text, files }: ReceivedMail) => [
    text,
    files.map(({ filename, bytes }) => `${filename}: ${Buffer.from(bytes).toString()}`),
  ];

  it('becomes a file, and the words around it stay', () => {
    expect(found(read('Subject: x', '', 'Before', ...NOTE, 'after'))).toEqual([
      'Before\nafter\n',
      ['note.txt: hello world'],
    ]);
  });

  it('is found each time that it occurs, also in base64, in flowed text and without spaces at the end', () => {
    const second = ['begin-base64 600 two words.txt', 'aGVsbG8=', '====', 'begin 0644 empty.txt', '', 'end'];
    const header = ['Content-Type: text/plain; format=flowed', ''];
    expect(found(read(...header, ...NOTE, ...second, 'end'))).toEqual([
      'end\n',
      ['note.txt: hello world', 'two words.txt: hello', 'empty.txt: '],
    ]);
  });

  it('stays in the words when it has no end, or is something else', () => {
    for (const lines of [
      NOTE.slice(0, 3),
      ['begin 644 note.txt', 'words in small letters', 'end'],
      ['begin the work', 'end'],
      [' begin 644 note.txt', '`', 'end'],
      ['=ybegin line=128 size=5 name=note.txt', 'abc', '=yend size=5'],
    ])
      expect(found(read('Subject: x', '', ...lines))).toEqual([`${lines.join('\n')}\n`, []]);
  });

  it('is read within the time that its bytes need', () => {
    const lines = `begin 644 note.txt\r\n${'M'.concat('A'.repeat(60), '\r\n').repeat(100_000)}`;
    expect(read('Subject: x', '', lines, 'end').files[0]?.bytes).toHaveLength(4_500_000);
    const many = 'begin 644 a\r\n`\r\nend\r\n'.repeat(200);
    expect(read('Subject: x', '', many).files).toHaveLength(100);
    expect(read('Subject: x', '', 'begin 644 a\r\n'.repeat(900), ...NOTE).files).toHaveLength(1);
    expect(read('Subject: x', '', 'begin 644 a\r\n'.repeat(1_100), ...NOTE).files).toHaveLength(0);
  });

  it.each(['x-uuencode', 'UUENCODE', 'x-uue'])(
    'is decoded when %s is the encoding of its part',
    (encoding) => {
      const part = (type: string) =>
        read(`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', ...NOTE);
      expect(found(part('image/png'))).toEqual([null, ['note.txt: hello world']]);
      expect(found(part('image/png; name=a.png'))).toEqual([null, ['a.png: hello world']]);
      expect(found(part('text/plain'))).toEqual(['hello world', []]);
    },
  );

  it('stays as it is when its encoding says something else', () => {
    const mail = read('Content-Type: image/png', 'Content-Transfer-Encoding: x-uuencode', '', 'no file');
    expect(found(mail)).toEqual([null, ['file: no file\r\n']]);
  });
});

it.each([
  [
    'Pete(A wonderful \\) chap) <pete(his (old) account)@silly.example(his host)>',
    'Pete',
    'pete@silly.example',
  ],
  ['pete@(his host)silly.example', '', 'pete@silly.example'],
])('Comments inside of an address are left out: %s', (field, name, address) => {
  expect(read(`From: ${field}`, '', '').from).toEqual([{ name, address }]);
  expect(read('From: (pete@silly.example)', '', '').from).toEqual([]);
});

describe('An address that is encoded', () => {
  const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

  it.each([
    [encoded('Kim <kim@customer.example>'), 'Kim', 'kim@customer.example'],
    [encoded('kim@customer.example'), '', 'kim@customer.example'],
    ['Kim <=?utf-8?Q?kim=40customer.example?=>', 'Kim', 'kim@customer.example'],
    [`${encoded('김 <kim@')} ${encoded('customer.example>')}`, '김', 'kim@customer.example'],
  ])('is read: %s', (field, name, address) => {
    expect(read(`From: ${field}`, '', '').from).toEqual([{ name, address }]);
  });

  it('counts as a name when a plain address follows it', () => {
    expect(read(`From: ${encoded('kim@customer.example')} <eve@customer.example>`, '', '').from).toEqual([
      { name: 'kim@customer.example', address: 'eve@customer.example' },
    ]);
    expect(read(`From: ${encoded('Kim')}`, '', '').from).toEqual([]);
    expect(read(`From: ${encoded('Kim\r\nFrom: eve@customer.example')}`, '', '').from).toHaveLength(1);
  });
});
