import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { messageOf, type Letter } from './message.js';

const LETTER: Letter = {
  messageId: '<a@desk.example>',
  inReplyTo: null,
  references: [],
  from: { name: 'Acme', address: 'support@acme.example' },
  replyTo: null,
  returnPath: null,
  recipients: { to: ['john@customer.example'], cc: [] },
  date: new Date('2026-01-31T09:30:00Z'),
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  files: [],
  isAutomatic: false,
};

const sent = async (changes: Partial<Letter>): Promise<string> =>
  (await buffer((await messageOf({ ...LETTER, ...changes })).bytes)).toString();
const headersOf = (message: string): string[] =>
  message
    .slice(0, message.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':')[0] ?? '');

// @proves E-20-6
describe('a message', () => {
  const plain = ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type'];

  it.each([
    ['line ends in the subject', { subject: 'Hi\r\nBcc: evil@x.example\n\nBody' }],
    ['line ends in the name', { from: { name: 'A\r\nBcc: evil@x.example', address: 'a@b.example' } }],
    ['separators of lines', { subject: 'Hi\u2028Bcc: evil@x.example\u0085' }],
  ] as const)('has no more headers than it should, whatever it says: %s', async (_what, changes) => {
    expect(headersOf(await sent(changes))).toEqual(plain);
  });

  it('shows words that look encoded as they are', async () => {
    const look = '=?utf-8?Q?a=0D=0AEvil?=';
    const from = { name: look, address: 'a@b.example' };
    const { subject = '', from: read } = await PostalMime.parse(await sent({ subject: look, from }));
    expect([subject, read?.name ?? ''].map((text) => text.replaceAll('\u200b', ''))).toEqual([look, look]);
  });

  it('goes to exactly the given address, however a parser may read it', async () => {
    const [line] =
      (await sent({ recipients: { to: ['"a, b"@customer.example'], cc: [] } })).match(/^To:.*$/m) ?? [];
    expect(line).toBe('To: <"a, b"@customer.example>');
  });

  it('reads no files and fetches no addresses that its words name', async () => {
    const message = await sent({
      html: '<img src="/etc/hostname"><img src="file:///etc/hostname">',
      text: '/etc/hostname',
    });
    expect(message).toContain('/etc/hostname');
    expect(message.match(/Content-Type:/g)).toHaveLength(3);
  });

  it('fails when a file cannot be read to its end', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('torn'));
      },
    });
    const file = {
      filename: 'a',
      contentType: 'text/plain',
      contentId: null,
      open: () => Promise.resolve(broken),
    };
    await expect(sent({ files: [file] })).rejects.toThrow('torn');
  });
});
