import { receivedMailOf } from '../message/message.js';
import { baseSubject, joinsThread, threadCandidates, type ThreadTicket } from './thread.rules.js';
import { dueTimers } from '../../../test/support/until.js';

function candidates(...lines: readonly string[]): unknown {
  return threadCandidates(receivedMailOf(Buffer.from([...lines, '', 'Hello'].join('\r\n'))));
}

it('A signed address comes first, then In-Reply-To, References from the newest, and the number of the subject.', () => {
  expect(
    candidates(
      'From: eve@customer.example',
      'Subject: Re: Printer [#42]',
      'To: Acme <support+t42.abcdefghijklmnop@acme.example>, a+b@acme.example',
      'Delivered-To: support+T7.abcdefghijklmnop@acme.example',
      'In-Reply-To: Your mail of Monday <b@acme.example>',
      'References: <a@acme.example>',
      '\t<b@acme.example>',
    ),
  ).toEqual([
    { by: 'reply_address', address: 'support+t42.abcdefghijklmnop@acme.example' },
    { by: 'reply_address', address: 'support+T7.abcdefghijklmnop@acme.example' },
    { by: 'in_reply_to', messageId: '<b@acme.example>' },
    { by: 'references', messageId: '<b@acme.example>' },
    { by: 'references', messageId: '<a@acme.example>' },
    { by: 'subject', number: 42 },
  ]);
});

it('Of the numbers of a subject the last comes first, each once, and at most ten count.', () => {
  const numbersIn = (subject: string): number[] =>
    (candidates(`Subject: ${subject}`) as { number: number }[]).map(({ number }) => number);
  expect(numbersIn('Re: Printer [#12] of [#7] [#012] [#42]')).toEqual([42, 12, 7]);
  const many = Array.from({ length: 30 }, (_, index) => index + 1);
  expect(numbersIn(many.map((number) => `[#${number}]`).join(''))).toEqual(many.slice(-10).reverse());
});

it('A mail that begins a thread names no ticket.', () => {
  expect(candidates('From: eve@customer.example', 'Subject: Printer #42 [42]')).toEqual([]);
});

it('Signed addresses are looked for in Cc, X-Original-To and Envelope-To, too.', () => {
  const address = 'support+t42.abcdefghijklmnop@acme.example';
  for (const name of ['Cc', 'X-Original-To', 'Envelope-To'])
    expect(candidates(`${name}: <${address}>`)).toEqual([{ by: 'reply_address', address }]);
});

it('Beginnings of tags hide no signed address, and a long address is looked at once.', async () => {
  const signed = 'support+t42.abcdefghijklmnop@acme.example';
  const short = Array.from({ length: 500 }, (_, index) => `x${index}+t1.short@acme.example`);
  const found = [{ by: 'reply_address', address: signed }];
  expect(candidates(`To: ${short.join(',\r\n ')}`, `Cc: ${signed}`)).toEqual(found);
  const long = [`x@00000${'+t1.'.repeat(50_000)}`, signed].map((address) => ({ name: '', address }));
  const mail = receivedMailOf(Buffer.from('Subject: Printer'));
  expect(threadCandidates({ ...mail, to: long })).toEqual(found);
  // A slow way is over the limit of the test now.
  await dueTimers();
}, 5_000);

it('Of many references the newest hundred count.', () => {
  const ids = Array.from({ length: 500 }, (_, index) => `<${index}@acme.example>`);
  const found = candidates(`References: ${ids.join('\r\n ')}`) as { messageId: string }[];
  expect(found.map(({ messageId }) => messageId)).toEqual(ids.slice(-100).reverse());
});

const TICKET: ThreadTicket = {
  subject: 'Printer broken',
  people: ['eve@customer.example', 'Bob@münchen.example'],
};
const EVE = { address: 'EVE@customer.example', isMember: false };
const MALLORY = { address: 'mallory@evil.example', isMember: false };
const MEMBER = { address: 'jones@acme.example', isMember: true };

const joins = (
  by: 'in_reply_to' | 'references' | 'reply_address' | 'subject',
  who: typeof EVE,
  subject = '',
): boolean => joinsThread({ by, address: '', messageId: '', number: 42 }, { subject }, TICKET, who);

it('A stranger joins a ticket by its signed address only.', () => {
  expect(joins('reply_address', MALLORY)).toBe(true);
  expect(joins('in_reply_to', MALLORY)).toBe(false);
  expect(joins('references', MALLORY, 'Re: Printer broken')).toBe(false);
  expect(joins('subject', MALLORY, 'Printer broken [#42]')).toBe(false);
});

it('The customer, participants and members join by whatever names the ticket.', () => {
  const bob = { address: 'bob@xn--mnchen-3ya.example', isMember: false };
  for (const who of [EVE, bob, MEMBER]) {
    expect(joins('in_reply_to', who)).toBe(true);
    expect(joins('subject', who)).toBe(true);
  }
});

it('References count only when the subject is the one of the ticket.', () => {
  expect(joins('references', EVE, 'AW: Re: Printer broken [#42]')).toBe(true);
  expect(joins('references', EVE, 'Invoice')).toBe(false);
  expect(joins('in_reply_to', EVE, 'Invoice')).toBe(true);
});

it.each([
  'Printer broken',
  'Re: Printer broken',
  'RE[2]: printer  BROKEN [#42]',
  'Fwd: AW: WG: SV: TR: Re (3): Printer broken',
  '[EXTERNAL] Antw: Printer broken',
  '答复:Printer broken',
])('%s is an answer to Printer broken.', (subject) => {
  expect(baseSubject(subject)).toBe('printer broken');
});

it.each([
  'Reply: Printer broken',
  'Regarding Printer broken',
  'Printer: Printer broken',
  'Printer broken Re:',
])('%s is another subject.', (subject) => {
  expect(baseSubject(subject)).not.toBe('printer broken');
});
