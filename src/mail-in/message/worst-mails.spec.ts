import { receivedMailOf } from './message.js';
import type { ReceivedMail } from './received-mail.js';
import { dueTimers } from '../../../test/support/until.js';

/** Reads a mail. A slow way is over the limit of the test then. */
async function read(...lines: readonly string[]): Promise<ReceivedMail> {
  const mail = receivedMailOf(Buffer.from([...lines, '', 'Hello'].join('\r\n')));
  await dueTimers();
  return mail;
}

it('The blanks of a Return-Path are looked at once.', async () => {
  expect(await read(`Return-Path: <${' '.repeat(100_000)}x`)).toMatchObject({ returnPath: null });
  expect(await read(`Return-Path: < ${' '.repeat(100_000)} >`)).toMatchObject({ returnPath: '' });
}, 5_000);

it('Comments that have no end are looked at once.', async () => {
  expect(await read(`From: (${'\\('.repeat(32_000)}`)).toMatchObject({ from: [] });
  expect(await read('From: joe@(\\(old\\) (one))a.example')).toMatchObject({
    from: [{ address: 'joe@a.example' }],
  });
}, 5_000);

it('Words whose charsets nobody knows are decoded without looking for each charset anew.', async () => {
  const { subject } = await read(`Subject: ${'=?x-no?q?a?= =?x-nothing?q?b?= '.repeat(15_000)}`);
  expect(subject).toMatch(/^(?:ab){500}$/);
}, 5_000);

it('A tag of a quotation that has no end is looked at once.', async () => {
  const { words } = await read(
    'Content-Type: text/html',
    '',
    `<div class="gmail_quote"><blockquote ${'type=cite '.repeat(40_000)}</div>`,
  );
  expect(words.content).toContain('Hello');
}, 5_000);

it('A paragraph of very many lines is not copied for each of them.', async () => {
  const header = ['Content-Type: text/plain; format=flowed; delsp=yes', ''];
  const { text } = await read(...header, 'a \r\n'.repeat(250_000));
  expect(text).toBe(`${'a'.repeat(250_000)}\n\nHello`);
}, 5_000);

it.each(['From', 'Sender', 'Reply-To', 'Delivered-To'])(
  'Of very many addresses in %s, the first 50 count.',
  async (name) => {
    const all = Array.from({ length: 1_000 }, (_, index) => `p${index}@customer.example`);
    const { from, sentBy, replyTo, deliveredTo, to } = await read(
      `${name}: ${all.join(',\r\n ')}`,
      `To: ${all.join(',\r\n ')}`,
    );
    const named = [...from, ...replyTo].map(({ address }) => address).concat(sentBy, deliveredTo);
    expect(named).toEqual(all.slice(0, 50));
    expect(to).toHaveLength(1_000);
  },
);
